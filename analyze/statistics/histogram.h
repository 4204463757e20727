/* SPDX-License-Identifier: GPL-3.0-or-later */
/* histogram.h: bins that the samples of several cells are counted in, the same for all.
 *
 * Their width is the smallest of the widths that D. Freedman, P. Diaconis, "On the histogram as
 * a density estimator: L2 theory", Z. Wahrscheinlichkeitstheorie verw. Gebiete 57 (1981) 453-476
 * recommend for each cell,
 *
 *     width = 2 IQR / n^(1/3)
 *
 * with the quartiles of order.h, as NumPy's bins="fd" has it. But it is no finer than the clock:
 * where all samples are multiples of a tick, finer bins would only show these. Nor are there more
 * bins than can be told apart.
 *
 * A single sample that took a thousand times as long would press all others into one bin. So the
 * bins cover what Tukey's outer fences (J. W. Tukey, Exploratory Data Analysis, 1977, 2D), three
 * IQR beyond the quartiles, leave of each cell, and in any case its 1st to 99th percentile. What is
 * beyond is counted, too.
 *
 * Where the cells differ by a factor of HISTOGRAM_LOG or more, bins are equal in the logarithm of
 * time, and so is all of the above taken of logarithms; but not where a time is not above zero. */
#ifndef BENCHMAT_ANALYZE_STATISTICS_HISTOGRAM_H
#define BENCHMAT_ANALYZE_STATISTICS_HISTOGRAM_H

#include "analyze/statistics/distribution.h"

#define HISTOGRAM_LOG 4.0
enum { HISTOGRAM_MOST_BINS = 160 };

/* The width for N samples with that interquartile range. */
double histogram_width(double iqr, size_t n);

struct histogram_bins {
    int is_log;
    size_t count;  /* at least 1 */
    double *edges; /* [count + 1], ascending, seconds; owned */
};

/* Bins for COUNT cells, of which those without samples are passed over; at least one has some.
 * TICK is what the clock can tell apart, seconds per call; 0 where not known. -1 when there is no
 * memory. */
int histogram_bins_choose(struct histogram_bins *bins, const struct distribution *cells,
                          size_t count, double tick);
void histogram_bins_release(struct histogram_bins *bins);

/* How many samples of CELL are in each bin, which has its lower edge but not its upper one, save
 * the last, which has both: into COUNTS [count]. */
struct histogram_beyond {
    size_t below, above;
};
struct histogram_beyond histogram_count(const struct histogram_bins *bins,
                                        const struct distribution *cell, size_t *counts);

#endif
