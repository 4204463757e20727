/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyze/statistics/histogram.h"

#include <math.h>
#include <stdlib.h>

#include "formats/text/xalloc.h"

static const double fences = 3, least_part = 0.01;

/* Number of bins if half of each cell's samples are one number, which gives no width. */
static const double bins_of_ticks = 10;

double histogram_width(double iqr, size_t n) {
    return 2 * iqr / cbrt((double)n);
}

/* The range to show of all cells, and the width of bins. */
struct extent {
    double low, high, width;
};

static double quantile(const struct distribution *cell, double probability, int is_log) {
    double value = distribution_quantile(cell, probability);
    return is_log ? log(value) : value;
}

static struct extent extent_of(const struct distribution *cells, size_t count, int is_log) {
    struct extent extent = {HUGE_VAL, -HUGE_VAL, HUGE_VAL};
    for (size_t i = 0; i < count; i++) {
        const struct distribution *cell = &cells[i];
        if (cell->count != 0) {
            double lower = quantile(cell, 0.25, is_log), upper = quantile(cell, 0.75, is_log);
            double iqr = upper - lower, width = histogram_width(iqr, cell->samples);
            double first = fmin(lower - fences * iqr, quantile(cell, least_part, is_log));
            double last = fmax(upper + fences * iqr, quantile(cell, 1 - least_part, is_log));
            extent.low = fmin(extent.low, fmax(first, quantile(cell, 0, is_log)));
            extent.high = fmax(extent.high, fmin(last, quantile(cell, 1, is_log)));
            if (width > 0)
                extent.width = fmin(extent.width, width);
        }
    }
    return extent;
}

static int are_positive(const struct distribution *cells, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (cells[i].count && !(cells[i].low > 0))
            return 0;
    return 1;
}

static size_t count_bins(const struct extent *extent) {
    double bins = ceil((extent->high - extent->low) / extent->width);
    return bins >= 1 && bins < HISTOGRAM_MOST_BINS ? (size_t)bins
           : bins >= 1                             ? HISTOGRAM_MOST_BINS
                                                   : 1;
}

void histogram_bins_choose(struct histogram_bins *bins, const struct distribution *cells,
                           size_t count, double tick) {
    struct extent extent = extent_of(cells, count, 0);
    int is_log = are_positive(cells, count) && extent.high >= HISTOGRAM_LOG * extent.low;
    if (is_log) {
        tick /= extent.low;
        extent = extent_of(cells, count, 1);
    }

    /* A single value needs a bin around it. */
    double least = fmax(tick, 1e-6 * fmax(fabs(extent.low), fabs(extent.high)));
    if (!(extent.high - extent.low >= least)) {
        double middle = extent.low + (extent.high - extent.low) / 2;
        extent.low = middle - least / 2;
        extent.high = middle + least / 2;
    }

    if (isinf(extent.width))
        extent.width = (extent.high - extent.low) / bins_of_ticks;
    extent.width = fmax(extent.width, tick);
    size_t n = count_bins(&extent);
    double step = (extent.high - extent.low) / (double)n;
    *bins = (struct histogram_bins){is_log, n, xcalloc(n + 1, sizeof *bins->edges)};
    for (size_t i = 0; i <= n; i++) {
        double edge = i < n ? extent.low + (double)i * step : extent.high;
        bins->edges[i] = is_log ? exp(edge) : edge;
    }
    /* exp(log(x)) could otherwise exclude the outermost sample */
    if (is_log) {
        bins->edges[0] *= 1 - 1e-12;
        bins->edges[n] *= 1 + 1e-12;
    }
}

void histogram_bins_release(struct histogram_bins *bins) {
    free(bins->edges);
    *bins = (struct histogram_bins){0};
}

struct histogram_beyond histogram_count(const struct histogram_bins *bins,
                                        const struct distribution *cell, size_t *counts) {
    size_t below = distribution_below(cell, bins->edges[0], 0), before = below;
    for (size_t i = 0; i < bins->count; i++) {
        size_t upto = distribution_below(cell, bins->edges[i + 1], i + 1 == bins->count);
        counts[i] = upto - before;
        before = upto;
    }
    return (struct histogram_beyond){below, cell->samples - before};
}
