/* SPDX-License-Identifier: GPL-3.0-or-later */
/* dip.h: Hartigan's dip test: tests whether a distribution has more than one mode.
 *
 * The dip is the distance of the numbers' distribution function F from the nearest one with a
 * single mode, which is convex below the mode and concave above:
 *
 *     dip = min over unimodal U of max over x of |F(x) - U(x)|
 *
 * The algorithm starts with the whole span and compares the greatest convex minorant of F with the
 * least concave majorant. The place where they are farthest apart gives a modal interval, within
 * which it compares them again, until they are no farther apart than F is from either outside the
 * interval.
 *
 * J. A. Hartigan, P. M. Hartigan, "The dip test of unimodality", Annals of Statistics 13 (1985)
 * 70-84; P. M. Hartigan, "Algorithm AS 217: computation of the dip statistic to test for
 * unimodality", Applied Statistics 34 (1985) 320-325. */
#ifndef BENCHMAT_ANALYZE_STATISTICS_DIP_H
#define BENCHMAT_ANALYZE_STATISTICS_DIP_H

#include <stddef.h>

/* Returns the dip of N numbers that are sorted and finite: from 1 / (2 n), which is no dip at all,
 * to 1/4; NaN for N = 0. SCRATCH holds 2 N indices. Takes time proportional to N, several times
 * over.
 *
 * Equal numbers count as a mode of their own: numbers read off a coarse clock dip wherever they
 * pile up, unless they are spread first, as modes.h does. */
double dip_of_sorted(const double *sorted, size_t n, size_t *scratch);

/* Returns the probability of a dip at least as large of N numbers from a uniform distribution. Its
 * dips are the largest of all unimodal distributions except contrived ones: with a hump or a long
 * tail such a dip is even less probable. Returns 1 for fewer than four numbers, whose dips say
 * nothing; NaN for a dip of NaN.
 *
 * Interpolates in a table of sqrt(n) dip, made by simulation (tests/analyze/dip_table.c): linearly
 * in the logarithm of the probability between columns, and in 1 / sqrt(n) between rows. Beyond the
 * last column, 1e-4, it continues the line, which lies above the true curve, because that bends
 * down; beyond the last row it continues the line towards 1 / sqrt(n) = 0. */
double dip_probability(double dip, size_t n);

#endif
