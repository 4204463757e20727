/* SPDX-License-Identifier: GPL-3.0-or-later */
/* dip.h: whether a distribution has more than one mode: Hartigan's dip test.
 *
 * The dip is how far the numbers' distribution function F is from the nearest one with a single
 * mode, which is convex below the mode and concave above:
 *
 *     dip = min over unimodal U of max over x of |F(x) - U(x)|
 *
 * Starting from the whole span, the greatest convex minorant of F and the least concave majorant
 * are compared; where they are farthest apart, a modal interval is found, and the two are compared
 * anew within it, until they are no farther apart than F is from either outside of it.
 *
 * J. A. Hartigan, P. M. Hartigan, "The dip test of unimodality", Annals of Statistics 13 (1985)
 * 70-84; P. M. Hartigan, "Algorithm AS 217: computation of the dip statistic to test for
 * unimodality", Applied Statistics 34 (1985) 320-325. */
#ifndef BENCHMAT_ANALYZE_STATISTICS_DIP_H
#define BENCHMAT_ANALYZE_STATISTICS_DIP_H

#include <stddef.h>

/* The dip of N numbers that are sorted and finite: from 1 / (2 n), which is no dip at all, to 1/4.
 * NaN for none. SCRATCH is for 2 N places. Takes time in proportion to N, a few times.
 *
 * Equal numbers count as a mode of their own: numbers read off a coarse clock dip wherever they
 * pile up, unless they are spread before, as modes.h does. */
double dip_of_sorted(const double *sorted, size_t n, size_t *scratch);

/* How probable a dip of N numbers that is as large, or larger, is where they come from a uniform
 * distribution, whose dips are the largest of all unimodal ones but for contrived ones: where there
 * is a hump or a long tail it is less probable still. 1 for fewer than four numbers, whose dips say
 * nothing; NaN for a dip that is NaN.
 *
 * Read off a table of sqrt(n) dip, made by simulation (tests/analyze/dip_table.c), in a straight
 * line of the probability's logarithm between columns, and of 1 / sqrt(n) between rows. Beyond the
 * last column, 1e-4, that line is continued, above the true curve, which bends down; beyond the
 * last row the line towards 1 / sqrt(n) = 0 is. */
double dip_probability(double dip, size_t n);

#endif
