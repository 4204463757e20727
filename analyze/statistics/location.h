/* SPDX-License-Identifier: GPL-3.0-or-later */
/* location.h: a robust centre of a handful of numbers, and how sure it is. */
#ifndef BENCHMAT_ANALYZE_STATISTICS_LOCATION_H
#define BENCHMAT_ANALYZE_STATISTICS_LOCATION_H

#include <stddef.h>

/* A trimmed mean and what is needed for an interval around it. */
struct trimmed {
    double mean;           /* NaN for no values */
    double standard_error; /* NaN where fewer than two values are left */
    size_t kept;           /* values left; Student's t has kept - 1 degrees of freedom */
};

/* The mean of what is left when g = floor(FRACTION n) values are taken from either end. Its
 * standard error comes from the winsorized sum of squares SSD, in which those g values are replaced
 * by the nearest one kept: sqrt(SSD / (h (h - 1))), h = n - 2 g. Reorders VALUES, which must hold
 * no NaN.
 *
 * J. W. Tukey, D. H. McLaughlin, "Less vulnerable confidence and significance procedures for
 * location based on a single sample", Sankhya A 25 (1963) 331-352; K. K. Yuen, "The two-sample
 * trimmed t for unequal population variances", Biometrika 61 (1974) 165-170. */
struct trimmed location_trimmed(double *values, size_t n, double fraction);

#endif
