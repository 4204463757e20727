/* SPDX-License-Identifier: GPL-3.0-or-later */
/* quantile_error.h: how well a quantile of all samples of a library is known, by a hierarchical
 * bootstrap.
 *
 * The quantile is that of all samples together (order.h, type 7), so a round that is slow weighs on
 * its upper quantiles as it does for who waits for the calls. A draw takes as many rounds as there
 * are, with replacement, and from all of their samples together as many as these are, again with
 * replacement. It needs no sorting: of N such samples, the one of rank k is at the probability U of
 * the drawn rounds' distribution, where U is Beta(k + 1, N - k), and given that one the next is at
 * 1 - (1 - U) W^(1 / (N - k - 1)) with a uniform W (H. A. David, H. N. Nagaraja, Order Statistics,
 * 3rd ed., 2003, 2.5).
 *
 * The variance of such draws has the scatter of samples twice, once by each stage: with it, 95 %
 * intervals held the truth in 100 % of simulated cases. So only what the draws owe to the rounds
 * counts. With c_r how often round r is in a draw that gives q*,
 *
 *     D_r = ln q + R cov(c_r, ln q*)                         the sum of the cov is 0
 *
 * is what round r says: the mean of the D_r is ln q, and sd(D) / sqrt(R) its standard error, with
 * R - 1 degrees of freedom (the infinitesimal jackknife of a bootstrap: B. Efron, "Estimation and
 * accuracy after model selection", J. Amer. Statist. Assoc. 109 (2014) 991-1007). Because it is
 * made of draws that leave whole rounds out, it also sees that a quantile hangs on a single slow
 * round, which derivatives do not. The second stage smoothes q*, whose steps would add noise.
 *
 * The D of two libraries subtract, round by round, and then stand for the ratio of their quantiles
 * as the trimmed means of ratio.h do for typical ratios: in paired measurements what the two share
 * in a round cancels, and the error model (error_model.h) applies to them.
 *
 * The draws are the same each time. Their own error is 2 / sqrt(draws) of the variance, and they
 * raise it by 2 (R - 1) / draws: with 5 rounds 4 % and 0.4 %; more where samples rather than rounds
 * decide what a draw gives. Of a median that jumps between two modes a standard error was 20 %
 * off. */
#ifndef BENCHMAT_ANALYZE_INFERENCE_QUANTILE_ERROR_H
#define BENCHMAT_ANALYZE_INFERENCE_QUANTILE_ERROR_H

#include <stddef.h>

#include "analyze/inference/unpaired.h"

enum {
    QUANTILE_ERROR_DRAWS = 2000,           /* and at least */
    QUANTILE_ERROR_DRAWS_OF_A_ROUND = 100, /* times as many as there are rounds */
    /* More rounds are joined: neighbours, to groups of about the same number. */
    QUANTILE_ERROR_ROUNDS = 40,
    /* So many samples must be expected beyond a quantile, on either side. With 10, where 2 % of the
     * calls are twice as slow, 7 % of simulated tables of equal libraries have a false verdict by
     * p99, because now and then too few slow calls are met; with 20, 1 %. */
    QUANTILE_ERROR_BEYOND = 20
};

/* Returns how many samples the quantile of PROBABILITY needs: 2000 for p99. */
size_t quantile_error_needs(double probability);

/* The memory to work in. NULL is fine for the second. */
struct quantile_error;
struct quantile_error *quantile_error_new(size_t rounds, size_t seeds);
void quantile_error_free(struct quantile_error *room);

/* A quantile, and of its logarithm and itself what rounds and, as if there were no rounds, samples
 * say (unpaired.h). */
struct quantile_sides {
    double quantile; /* NaN with fewer samples than it needs */
    size_t samples;
    struct unpaired logs, seconds;
};

/* Takes SECONDS, with the rounds and seeds of ROOM, whose finite numbers count; of a library that
 * is compared with another's samples BESIDE, unless that is NULL, only those in rounds that both
 * have. LOGS and AMOUNTS [rounds] receive the D_r of the logarithm and of the quantile itself: of
 * joined rounds the first so many, then NaN; NaN for a round without samples. If the quantile or
 * any draw of it is not above 0, nothing is known of the logarithm. What samples say is computed
 * only WITH_SAMPLES, or if there is a single round. */
struct quantile_sides quantile_error_of(struct quantile_error *room, const double *seconds,
                                        const double *beside, double probability, int with_samples,
                                        double *logs, double *amounts);

#endif
