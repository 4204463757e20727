/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ticks.h: scales, ranges of values, and the ticks of an axis: which values get a grid line and
 * which a label. */
#ifndef BENCHMAT_PLOT_AXES_TICKS_H
#define BENCHMAT_PLOT_AXES_TICKS_H

#include <stddef.h>

/* --- scale --- */

/* Maps data to the device and decides which values can be shown. */

enum scale_kind { SCALE_LINEAR, SCALE_LOG };

/* Maps [low, high] of the data to [from, to] on the device, in points; from > to reverses the
 * direction. Needs low < high, and low > 0 for SCALE_LOG. */
struct scale {
    enum scale_kind kind;
    double low, high;
    double from, to;
};

/* Returns whether that kind of scale can show VALUE: it must be finite and, for SCALE_LOG, at least
 * DBL_MIN, because smaller numbers have lost digits. */
int scale_shows(enum scale_kind kind, double value);

/* Returns the position of VALUE on the device. Values outside the range get positions outside the
 * device. A value that the scale cannot show is at the nearer end, so that an interval down to zero
 * or up to infinity ends at the edge. NaN stays NaN. */
double scale_map(const struct scale *scale, double value);
/* Returns the value at PLACE, the inverse of scale_map. */
double scale_value(const struct scale *scale, double place);

/* Returns whether SCALE can show VALUE and has it within its range. */
int scale_holds(const struct scale *scale, double value);

/* --- ranges --- */

/* Empty if low > high, as in RANGE_EMPTY. */
struct range {
    double low, high;
};
#define RANGE_EMPTY ((struct range){HUGE_VAL, -HUGE_VAL})

/* Extends RANGE to contain VALUE. */
void range_include(struct range *range, double value);

/* Returns RANGE for SCALE_LOG: widened about its middle until its ends differ by at least a factor
 * of LEAST, then on either side by MARGIN, a fraction of its logarithmic length. An empty range
 * counts as 1 to 1. The result stays within 1e-300 to 1e300. */
struct range range_padded(struct range range, double least, double margin);

/* Returns RANGE for SCALE_LINEAR: widened on either side by MARGIN, a fraction of its length. A
 * range of length 0 becomes as long as its magnitude, or 1 if that is 0. An empty range counts as 0
 * to 1. The result stays within -1e300 to 1e300. */
struct range range_widened(struct range range, double margin);

/* --- ticks --- */

enum { TICKS_MAX = 64 };

/* How a number is written where there is a choice: the same on all of an axis. */
enum tick_style {
    TICK_ALONE,   /* as suits this number: "512", "1,000", "10⁴", "2¹⁰" */
    TICK_PLAIN,   /* "512", "1024", "0.001" */
    TICK_GROUPED, /* "512", "1,024", "65,536" */
    TICK_POWER    /* "10⁰", "10⁴", "2¹⁰" */
};

struct tick {
    double value;
    int major;    /* has the stronger grid line */
    int labelled; /* has a text */
    int digits;   /* significant digits of the text; 0: a power of the axis' base */
    enum tick_style style;
    double like; /* its text has the prefix of this value: "0.8 µs" like 1.2 µs; 0: its own */
};

/* In ascending order. Ticks beyond TICKS_MAX are left out; no axis needs so many. */
struct ticks {
    struct tick items[TICKS_MAX];
    size_t count;
};

/* These functions fill TICKS with values within [LOW, HIGH], 0 < LOW < HIGH. At most about MOST of
 * them (at least 2) are labelled. */

/* Powers of ten are major; 2 and 5 times them are minor. The minor ones are labelled if the range
 * is shorter than 1.5 decades or holds fewer than two powers and has room. If such a range holds
 * fewer than three ticks, even steps of 1, 2 or 5 times a power of ten replace them. In a long
 * range only every n-th power is major and labelled; the other powers are minor. */
void ticks_decades(struct ticks *ticks, double low, double high, int most);

/* Powers of two; every n-th, including 2^10, is major and labelled. */
void ticks_powers_of_two(struct ticks *ticks, double low, double high, int most);

/* For ratios: powers of two are major, 1.5 times them minor; a range with fewer than three powers
 * of two has even steps. If there are more than MOST, every n-th, including 1, is major; if there
 * are also more than ten, powers of ten replace them. */
void ticks_ratio(struct ticks *ticks, double low, double high, int most);

/* Even steps of 1, 2 or 5 times a power of ten, all major and labelled. LOW may be any number below
 * HIGH. */
void ticks_even(struct ticks *ticks, double low, double high, int most);

/* Leaves TICKS empty. */
void ticks_none(struct ticks *ticks, double low, double high, int most);

/* Those of VALUES, in ascending order, that are in the range, all major and labelled. */
void ticks_at(struct ticks *ticks, const double *values, size_t count, double low, double high);

#endif
