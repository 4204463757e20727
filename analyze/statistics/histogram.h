/* SPDX-License-Identifier: GPL-3.0-or-later */
/* histogram.h: common bins for the samples of several cells, and the counts in them.
 *
 * The width of the bins is the smallest of the widths that D. Freedman, P. Diaconis, "On the
 * histogram as a density estimator: L2 theory", Z. Wahrscheinlichkeitstheorie verw. Gebiete 57
 * (1981) 453-476 recommend for each cell,
 *
 *     width = 2 IQR / n^(1/3)
 *
 * with the quartiles of order.h, as in NumPy's bins="fd". But bins are no finer than the clock: if
 * all samples are multiples of a tick, finer bins would show only that. Nor are there more bins
 * than a reader can tell apart.
 *
 * A single sample that took a thousand times as long would squeeze all others into one bin. So the
 * bins cover the part of each cell within Tukey's outer fences (J. W. Tukey, Exploratory Data
 * Analysis, 1977, 2D), three IQR beyond the quartiles, and at least its 1st to 99th percentile.
 * Samples beyond the bins are counted, too.
 *
 * If the cells differ by a factor of HISTOGRAM_LOG or more, bins are equal in the logarithm of
 * time, and all of the above uses logarithms; but not if any time is not above zero. */
#ifndef BENCHMAT_ANALYZE_STATISTICS_HISTOGRAM_H
#define BENCHMAT_ANALYZE_STATISTICS_HISTOGRAM_H

#include "analyze/statistics/distribution.h"

#define HISTOGRAM_LOG 4.0
enum { HISTOGRAM_MOST_BINS = 160 };

/* Returns the width for N samples with that interquartile range. */
double histogram_width(double iqr, size_t n);

struct histogram_bins {
    int is_log;
    size_t count;  /* at least 1 */
    double *edges; /* [count + 1], ascending, seconds; owned */
};

/* Chooses bins for COUNT cells. Cells without samples are skipped; at least one has some. TICK is
 * the clock's resolution in seconds per call; 0 if unknown. */
void histogram_bins_choose(struct histogram_bins *bins, const struct distribution *cells,
                           size_t count, double tick);
void histogram_bins_release(struct histogram_bins *bins);

/* Counts the samples of CELL in each bin into COUNTS [count], and returns the numbers of those
 * beyond. A bin includes its lower edge but not its upper one, except the last, which includes
 * both. */
struct histogram_beyond {
    size_t below, above;
};
struct histogram_beyond histogram_count(const struct histogram_bins *bins,
                                        const struct distribution *cell, size_t *counts);

#endif
