/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ticks.h: which values of an axis get a grid line, and which of them a text. */
#ifndef BENCHMAT_PLOT_AXES_TICKS_H
#define BENCHMAT_PLOT_AXES_TICKS_H

#include <stddef.h>

/* --- scale --- */

/* From data to device and what of the data can be shown. */

enum scale_kind { SCALE_LINEAR, SCALE_LOG };

/* Maps [low, high] of the data to [from, to] of the device (points; from > to turns it over).
 * Needs low < high, and low > 0 for SCALE_LOG. */
struct scale {
    enum scale_kind kind;
    double low, high;
    double from, to;
};

/* Whether a value has a place on that kind of scale: finite, and for SCALE_LOG above
 * zero by more than the numbers that have lost digits. */
int scale_shows(enum scale_kind kind, double value);

/* Where VALUE stands on the device. Values beyond the range go beyond the device; one that the
 * scale cannot show stands at the nearer end, so that an interval reaching down to zero or up to
 * infinity ends at the edge. NaN stays NaN. */
double scale_map(const struct scale *scale, double value);

/* Whether SCALE shows VALUE, and within its range. */
int scale_holds(const struct scale *scale, double value);

/* --- ranges --------------------------------------------------------------------------------- */

/* Empty while low > high, as RANGE_EMPTY is. */
struct range {
    double low, high;
};
#define RANGE_EMPTY ((struct range){HUGE_VAL, -HUGE_VAL})

/* Widens RANGE so that it holds VALUE. */
void range_include(struct range *range, double value);

/* The range as SCALE_LOG wants it: at least a factor of LEAST from end to end (widened about its
 * middle), then MARGIN, a fraction of its logarithmic length, put on either side. An empty range
 * is taken for 1 to 1. Stays within 1e-300 to 1e300. */
struct range range_padded(struct range range, double least, double margin);

/* The range as SCALE_LINEAR wants it: with MARGIN, a fraction of its length, on either side; where
 * it has none, as much as its value, or 1, in all. An empty range is taken for 0 to 1. */
struct range range_widened(struct range range, double margin);

/* --- ticks --- */

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
