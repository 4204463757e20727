/* SPDX-License-Identifier: GPL-3.0-or-later */
/* percent.h: parts of a whole, as people write them. */
#ifndef BENCHMAT_ANALYZE_TEXT_PERCENT_H
#define BENCHMAT_ANALYZE_TEXT_PERCENT_H

/* Reads "5%", "5 %" or "0.05", all of which are 0.05, into PART. Returns whether TEXT is such a
 * number, and nothing else; of which size it has to be is the caller's to say. */
int percent_parse(const char *text, double *part);

#endif
