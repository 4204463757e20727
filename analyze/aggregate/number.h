/* SPDX-License-Identifier: GPL-3.0-or-later */
/* number.h: one number of a kind, as people write it.
 *
 * Digits are as many as the number's interval supports: of its half width two when they are 10 to
 * 35, else one; the number ends at the same place, with at most five digits in all; three where
 * there is no interval. (Particle Data Group, Review of Particle Physics, Introduction,
 * "Rounding".)
 *
 * What is written comes in parts, separated by tabs, to be lined up one by one. Each function
 * writes at most SIZE bytes to TEXT; nothing for what is undefined. */
#ifndef BENCHMAT_ANALYZE_AGGREGATE_NUMBER_H
#define BENCHMAT_ANALYZE_AGGREGATE_NUMBER_H

#include <stddef.h>
#include <stdio.h>

#include "analyze/statistics/interval.h"

/* Writes VALUE, of which UNIT is the unit in CSV, such as "s", "flop/s" or "1". */
typedef void number_function(struct interval value, const char *unit, char *text, size_t size);

/* Each with its interval as in the first comment, and without it as in the second: */
number_function number_time;    /* 12.34 | ± 0.11 | ns          12.3 | | ns */
number_function number_rate;    /* 12.34 | ± 0.11 | Gflop/s     1.23 | | GB/s */
number_function number_percent; /* 87.2 | ± 1.1 | %             87.2 | | %, of 0.872 */
number_function number_plain;   /* 1.321 | ± 0.030              1.32 */
number_function number_ratio;   /* 1 | .32× | [1.31, 1.33]      1 | .32× */
/* The same as number_ratio, but as words in a sentence: 1.321× [1.31, 1.33] */
void number_ratio_in_words(struct interval ratio, FILE *file);
/* These have no interval: */
number_function number_p_value; /* 0.012, and <0.001 */
number_function number_error;   /* 0.012, and 6.8e-11 */
number_function number_count;   /* 40, or 24.50 where it is a mean of counts */

/* --- what they are made of ------------------------------------------------------------------ */

/* How many decimals of VALUE an interval of that HALF width supports; NaN for none. */
int number_decimals(double value, double half);

/* VALUE with so many decimals; "-" where it is no finite number. */
void number_write(char *text, size_t size, double value, int decimals);

/* Times with one unit and one last place. */
struct number_scale {
    const struct seconds_unit *unit;
    int decimals;
};

/* That of a time and of an interval of that HALF width, NaN for none: the smallest unit in which
 * both have at most three places before the point. */
struct number_scale number_scale(double seconds, double half);
/* The smallest difference that it shows, in seconds. */
double number_last_place(struct number_scale scale);
/* 12.3 | ns */
void number_scaled(struct number_scale scale, double seconds, char *text, size_t size);

#endif
