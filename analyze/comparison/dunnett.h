/* SPDX-License-Identifier: GPL-3.0-or-later */
/* dunnett.h: corrects p-values of many hypotheses whose errors have a part in common.
 *
 * If all cells of a run share what the machine did to it, they err together: not 36 chances of a
 * false alarm, but hardly more than one. The statistic of cell c errs by
 *
 *     sqrt(share) T0 + sqrt(1 - share) T(c)
 *
 * with T0, t distributed with the degrees of freedom of the common variance, the same in all cells
 * of a family, and T(c), each on its own, with those of the cell's own variance. Share is the part
 * of the common variance in the squared standard error. The adjusted p of a hypothesis is the
 * probability that among those whose p is not smaller any errs beyond its own quantile of that p:
 *
 *     q(i) = max over j <= i of P(any c >= j: error(c) >= t(p(j), degrees(c)))
 *
 * C. W. Dunnett, "A multiple comparison procedure for comparing several treatments with a control",
 * J. Amer. Statist. Assoc. 50 (1955) 1096-1121, for a common part; stepping down after R. Marcus,
 * E. Peritz, K. R. Gabriel, Biometrika 63 (1976) 655-660; the two variances, each with its own
 * degrees of freedom, after R. A. Fisher, "The fiducial argument in statistical inference", Ann.
 * Eugenics 6 (1935) 391-398. Different families are taken to be independent.
 *
 * Without any common part this is Holm's procedure with Sidak's inequality, and nearly that of
 * multiplicity.h. */
#ifndef BENCHMAT_ANALYZE_COMPARISON_DUNNETT_H
#define BENCHMAT_ANALYZE_COMPARISON_DUNNETT_H

#include <stddef.h>

/* Shares and degrees of freedom are rounded, to the safe side, to powers of this, so that cells
 * that are nearly alike are calculated once. */
#define DUNNETT_STEP 1.1

struct dunnett_test {
    double p;              /* NaN is no hypothesis; replaced by the adjusted one */
    double share;          /* 0 to 1 */
    double own_degrees;    /* of T(c) */
    double degrees;        /* of the whole, behind P */
    double common_degrees; /* of T0; the same within a family */
    size_t family;
};

/* SIDES is 2 for p-values of differences in either direction, else 1. */
void dunnett_adjust(struct dunnett_test *all, size_t n, int sides);

#endif
