/* SPDX-License-Identifier: GPL-3.0-or-later */
/* scale.h: from data to device and what of the data can be shown. */
#ifndef BENCHMAT_PLOT_AXES_SCALE_H
#define BENCHMAT_PLOT_AXES_SCALE_H

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

#endif
