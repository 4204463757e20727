/* SPDX-License-Identifier: GPL-3.0-or-later */
/* moderation.h: what the variances of many cells tell about each of them.
 *
 * The true variances are taken to be d0 s0^2 / chi^2(d0). Those that were estimated, s^2 with d
 * degrees of freedom each, tell s0^2 and d0 by mean and variance of their logarithms:
 *
 *     e = ln s^2 - psi(d / 2) + ln(d / 2)
 *     psi'(d0 / 2) = var(e) - mean of psi'(d / 2)         d0 = infinity if that is not above 0
 *     ln s0^2 = mean(e) + psi(d0 / 2) - ln(d0 / 2)
 *
 * and (d0 s0^2 + d s^2) / (d0 + d) is a better estimate of one than its s^2, with d0 + d degrees of
 * freedom.
 *
 * G. K. Smyth, "Linear models and empirical Bayes methods for assessing differential expression in
 * microarray experiments", Stat. Appl. Genet. Mol. Biol. 3 (2004), article 3, section 6.2. */
#ifndef BENCHMAT_ANALYZE_INFERENCE_MODERATION_H
#define BENCHMAT_ANALYZE_INFERENCE_MODERATION_H

#include "analyze/statistics/welford.h"

/* All zeros is the beginning. */
struct moderation {
    struct welford logs;             /* e */
    double trigammas;                /* the sum of psi'(d / 2) */
    double degrees, shift, trigamma; /* of the cell before, as most have the same */
};

/* Returns e. Both must be above 0. */
double moderation_log(struct moderation *moderation, double variance, double degrees);
/* Adds a cell, whose variance is measured in units of LEVEL. */
void moderation_add(struct moderation *moderation, double variance, double degrees, double level);

/* s0^2 and d0; NaN and 0 with fewer than two cells. */
struct variance_prior {
    double variance, degrees;
};

struct variance_prior moderation_prior(const struct moderation *moderation);

#endif
