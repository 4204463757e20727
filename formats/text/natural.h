/* SPDX-License-Identifier: GPL-3.0-or-later */
/* natural.h: the order in which people expect names with numbers. */
#ifndef BENCHMAT_FORMATS_TEXT_NATURAL_H
#define BENCHMAT_FORMATS_TEXT_NATURAL_H

/* Compares like strcmp, but digits as the number that they form: "node9" comes before "node10". 0
 * if the texts are the same. */
int natural_compare(const char *a, const char *b);

#endif
