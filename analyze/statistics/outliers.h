/* SPDX-License-Identifier: GPL-3.0-or-later */
/* outliers.h: counts the outliers of a cell, and drops them if the user asked for that.
 *
 * Outliers are reported, never removed by default: a benchmark's slow samples are what its users
 * wait for. Samples that are not finite numbers are missing; they are neither counted nor dropped.
 */
#ifndef BENCHMAT_ANALYZE_STATISTICS_OUTLIERS_H
#define BENCHMAT_ANALYZE_STATISTICS_OUTLIERS_H

#include <stddef.h>

#include "formats/text/err.h"

/* A number outside the fences is an outlier; one on a fence is not. NaN if the rule does not apply
 * to so few numbers: then nothing lies outside. */
struct fences {
    double low, high;
};

/* Returns the quartiles minus and plus 1.5 times their distance, for one number or more; the
 * quartiles are those of order.h. Reorders VALUES, which must hold no NaN. Of normal noise 0.7 %
 * lies outside. J. W. Tukey, Exploratory Data Analysis (1977), 2C and 2D. */
struct fences outliers_tukey(double *values, size_t n);
/* Returns the quartiles minus and plus three times their distance: what lies outside is "far out".
 * Of 20 normal numbers any does in 2 % of all cases, of 10 in 5 %. The same source. */
struct fences outliers_far(double *values, size_t n);
/* Returns the mean minus and plus twice the standard deviation, for two finite numbers or more, as
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
    double fraction; /* for TRIM_FRACTION, the fraction taken from either end; otherwise 0 */
};

/* Reads a rule: "none", "tukey", "sigma", or the fraction to take from either end: "10%", "2.5 %"
 * or "0.1". Anything else is an ERR_USAGE, as is a fraction that is not between 0 and a half. */
int outliers_parse_trim(const char *text, struct trim *trim, struct err *err);

/* Replaces by NaN the samples of one cell that TRIM drops, so that the others keep their rounds and
 * seeds; returns the number dropped. For a fraction f it drops floor(f n) samples from either end,
 * as location.h does. SCRATCH holds N numbers. */
size_t outliers_drop(const struct trim *trim, double *seconds, size_t n, double *scratch);

#endif
