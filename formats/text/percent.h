/* SPDX-License-Identifier: GPL-3.0-or-later */
/* percent.h: parts of a whole, and differences, in words. */
#ifndef BENCHMAT_FORMATS_TEXT_PERCENT_H
#define BENCHMAT_FORMATS_TEXT_PERCENT_H

/* A text such as "2.3 %". */
struct percent {
    char text[32];
};

/* Returns PART in per cent with two significant digits, or all that are before the point: "0.57 %",
 * "12 %", "345 %"; "over 10,000 %" beyond. */
struct percent percent_of(double part);

#endif
