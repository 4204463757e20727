/* SPDX-License-Identifier: GPL-3.0-or-later */
/* number.h: writes one number of a given kind for people to read.
 *
 * The number's interval decides how many digits are shown: two digits of its half width if they are
 * 10 to 35, else one. The number ends at the same decimal place and has at most five digits;
 * without an interval it has three. (Particle Data Group, Review of Particle Physics, Introduction,
 * "Rounding".)
 *
 * The output consists of parts separated by tabs, each of which is aligned separately. Each
 * function writes at most SIZE bytes to TEXT, and an empty string for an undefined number. */
#ifndef BENCHMAT_ANALYZE_AGGREGATE_NUMBER_H
#define BENCHMAT_ANALYZE_AGGREGATE_NUMBER_H

#include <stddef.h>
#include <stdio.h>

#include "analyze/statistics/interval.h"
#include "formats/text/prefixed_unit.h"

/* Writes VALUE. UNIT is its unit in CSV, such as "s", "flop/s" or "1". */
typedef void number_function(struct interval value, const char *unit, char *text, size_t size);

/* The comments show the output with an interval first, then without: */
number_function number_amount;  /* 12.34 | ± 0.11 | ns          12.3 | | ns, of s, B or 1 */
number_function number_rate;    /* 12.34 | ± 0.11 | Gflop/s     1.23 | | GB/s */
number_function number_percent; /* 87.2 | ± 1.1 | %             87.2 | | %, of 0.872 */
number_function number_plain;   /* 1.321 | ± 0.030              1.32 */
number_function number_ratio;   /* 1 | .32× | [1.31, 1.33]      1 | .32× */
/* Like number_ratio, but for use in a sentence: 1.321× [1.31, 1.33] */
void number_ratio_in_words(struct interval ratio, FILE *file);
/* These have no interval: */
number_function number_p_value;     /* 0.012, and <0.001 */
number_function number_probability; /* 98.7 | %, and <0.1 | % */
number_function number_error;       /* 0.012, and 6.8e-11 */
number_function number_count;       /* 40, or 24.50 for a mean of counts */

/* --- building blocks ------------------------------------------------------------------ */

/* The number of decimals of VALUE that an interval of this HALF width supports; NaN for no
 * interval. */
int number_decimals(double value, double half);

/* Writes VALUE with this many decimals, or "-" if it is not finite. */
void number_write(char *text, size_t size, double value, int decimals);

/* The ends of INTERVAL in units of ONE, with this many decimals: [2.8, 3.4], or [2.8, ∞). */
struct number_ends {
    char text[100];
};
struct number_ends number_ends(struct interval interval, double one, int decimals);

/* A common unit and last decimal place for several amounts of the same kind. */
struct number_scale {
    struct prefixed_unit unit;
    int decimals;
};

/* The scale for an amount in UNIT and its interval's HALF width (NaN for no interval): the smallest
 * prefixed unit in which both have at most three digits before the decimal point. */
struct number_scale number_scale(const char *unit, double amount, double half);
/* The smallest difference that SCALE shows, in the unit without a prefix. */
double number_last_place(struct number_scale scale);
/* 12.3 | ns */
void number_scaled(struct number_scale scale, double amount, char *text, size_t size);

#endif
