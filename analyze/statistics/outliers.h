/* SPDX-License-Identifier: GPL-3.0-or-later */
/* outliers.h: samples of a cell that lie far from the others: how many there are, and how to do
 * without them where that was asked for.
 *
 * Outliers are named, never removed unasked: a benchmark's late samples are what its users wait
 * for. Samples that are no finite number are missing ones; they are neither counted nor dropped. */
#ifndef BENCHMAT_ANALYZE_STATISTICS_OUTLIERS_H
#define BENCHMAT_ANALYZE_STATISTICS_OUTLIERS_H

#include <stddef.h>

#include "formats/text/err.h"

/* What lies outside is an outlier; what lies on a fence does not. NaN where there is no rule for so
 * few numbers: then nothing lies outside. */
struct fences {
    double low, high;
};

/* The quartiles less and plus 1.5 times their distance, of one number or more; the quartiles are
 * those of order.h. Reorders VALUES, which must hold no NaN. Of normal noise 0.7 % lies outside.
 * J. W. Tukey, Exploratory Data Analysis (1977), 2C and 2D. */
struct fences outliers_tukey(double *values, size_t n);
/* The mean less and plus twice the standard deviation, of two numbers or more that are finite, as
 * textbooks teach. Of normal noise 4.6 % lies outside; of few numbers almost none can, because an
 * outlier widens its own fences. */
struct fences outliers_sigma(const double *values, size_t n);

struct outliers {
    size_t below, above;
};

struct outliers outliers_count(const double *values, size_t n, struct fences fences);

enum trim_rule { TRIM_NONE, TRIM_TUKEY, TRIM_SIGMA, TRIM_FRACTION };

struct trim {
    enum trim_rule rule;
    double fraction; /* of TRIM_FRACTION: that is taken from either end; otherwise 0 */
};

/* Reads a rule: "none", "tukey", "sigma", or the fraction to take from either end: "10%", "2.5 %"
 * or "0.1". Anything else, and a fraction that is not between 0 and a half, is an ERR_USAGE. */
int outliers_parse_trim(const char *text, struct trim *trim, struct err *err);

/* Makes NaN what TRIM drops of the samples of one cell, so that the others keep their rounds and
 * seeds; returns how many that were. Of a fraction f it drops floor(f n) samples from either end,
 * as location.h does. SCRATCH is for N numbers. */
size_t outliers_drop(const struct trim *trim, double *seconds, size_t n, double *scratch);

#endif
