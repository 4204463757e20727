/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ticks.h: which values of an axis get a grid line, and which of them a text. */
#ifndef BENCHMAT_PLOT_AXES_TICKS_H
#define BENCHMAT_PLOT_AXES_TICKS_H

#include <stddef.h>

enum { TICKS_MAX = 64 };

struct tick {
    double value;
    int major;    /* the stronger grid line */
    int labelled; /* has a text */
    int digits;   /* significant digits the text needs; 0: a power of the axis' base */
};

/* Ascending. More than TICKS_MAX are never needed; further ones would be left out. */
struct ticks {
    struct tick items[TICKS_MAX];
    size_t count;
};

/* All of these fill TICKS with values within [LOW, HIGH], 0 < LOW < HIGH, of which at most about
 * MOST (at least 2) are labelled. */

/* Powers of ten, major, with 2 and 5 times them, minor. The minor ones are labelled when the range
 * is shorter than 1.5 decades; in a range so short that it holds fewer than three of them, even
 * steps of 1, 2 or 5 times a power of ten take their place. In a long one only every n-th power is
 * major and labelled, the others are minor. */
void ticks_decades(struct ticks *ticks, double low, double high, int most);

/* Powers of two; every n-th, always 2^10 among them, is major and labelled. */
void ticks_powers_of_two(struct ticks *ticks, double low, double high, int most);

/* For ratios: powers of two, major, with 1.5 times them, minor; even steps for a range with fewer
 * than three powers of two. Where there are more than MOST, every n-th, always 1 among them, or for
 * more than ten of them powers of ten. */
void ticks_ratio(struct ticks *ticks, double low, double high, int most);

/* Even steps of 1, 2 or 5 times a power of ten, all major and labelled; LOW may be any number below
 * HIGH. */
void ticks_even(struct ticks *ticks, double low, double high, int most);

/* Those VALUES themselves (ascending) that are in the range, all major and labelled. */
void ticks_at(struct ticks *ticks, const double *values, size_t count, double low, double high);

#endif
