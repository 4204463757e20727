/* SPDX-License-Identifier: GPL-3.0-or-later */
/* modes.h: tells whether the samples of one cell cluster around one time or around several.
 *
 * If they cluster around two, a library has two speeds, and neither a mean nor a median tells which
 * of them a user will see. The test is Hartigan's (dip.h). Samples that are not finite are skipped.
 *
 * If there are more than MODES_MOST samples, that many are used: each round contributes the same
 * number, at least MODES_ENOUGH; if there are too many rounds for that, only some rounds
 * contribute. They are drawn at random, one from each of as many equal parts of the time, so that
 * neither a rhythm nor a rank decides: numbers at fixed ranks cluster on their own and are not
 * independent samples.
 *
 * The effect of a round's memory layout on all of its samples must not look like a mode. So each
 * sample counts from a centre of its round, taken over the round's other samples and never
 * including the sample itself, which would make the residuals pile up at the centre. This way a
 * residual is the difference of two independent numbers, which has one mode if the samples have one
 * (I. A. Ibragimov, "On the composition of unimodal distributions", Theory of Probability and its
 * Applications 1 (1956) 255-260, for centres with a log-concave density), and residuals of one
 * round are negatively correlated, which makes dips smaller. Two centres are tried, and the smaller
 * of the two p-values, doubled, counts: the mean without an eighth of the samples at either end,
 * which stays between two modes of equal weight, and the median, which stays in the larger one.
 *
 * A coarse clock piles samples up on few values, each of which would look like a mode. So equal
 * samples are first spread evenly over the clock's granule: the smallest distance between two
 * samples, among those that differ by more than 1e-12 of their size. A lattice spread this way has
 * one mode if the times have one. The positions of equal samples are random, because those of one
 * round must not look like those of the next. If there are only two values, they count as
 * neighbours on the clock, not as modes.
 *
 * All randomness here is reproducible for the same samples (G. L. Steele, D. Lea, C. H. Flood,
 * "Fast splittable pseudorandom number generators", OOPSLA 2014, 453-472). */
#ifndef BENCHMAT_ANALYZE_DIAGNOSTICS_MODES_H
#define BENCHMAT_ANALYZE_DIAGNOSTICS_MODES_H

#include <stddef.h>

enum {
    MODES_MOST = 2000,
    MODES_ENOUGH = 20, /* samples per round */
    MODES_FEWEST = 5,  /* samples per round, if rounds have more than one sample */
    MODES_ROUNDS = 6,  /* rounds that may fall into groups */
};

/* Above this p-value there is one mode, for all that is known. */
#define MODES_LEVEL 0.05

struct modes {
    double dip;     /* for the centre with the smaller p-value; NaN for no samples */
    double p_value; /* probability of a dip at least as large if there is only one mode */
    size_t n;       /* samples used */
};

/* The samples of one cell, [rounds][seeds]. */
struct modes_samples {
    const double *seconds;
    size_t rounds, seeds;
};

/* Scratch memory. */
struct modes_workspace {
    double values[MODES_MOST], residuals[MODES_MOST], sums[MODES_MOST + 1], medians[MODES_MOST];
    size_t ends[MODES_MOST], ranks[2 * MODES_MOST];
};

/* Tests the samples within their rounds: rounds exist to vary the layout, and intervals over rounds
 * cover that; what remains are modes between which one process switches back and forth. A warning
 * should use this. Rounds of fewer than MODES_FEWEST samples say nothing about it and are left out.
 * If no round has more than one sample, for example because each sample is a process of its own,
 * that distinction does not exist, and all samples are tested together. */
struct modes modes_of_cell(const struct modes_samples *samples, struct modes_workspace *workspace);

/* Tests whether the rounds fall into groups: what is drawn once for a round, such as how a process
 * that compiles its code while it runs has compiled it, shows in all samples of that round. Two
 * things must hold, and the p-value is the larger of theirs (that of the first alone if it is above
 * MODES_LEVEL):
 *   - the rounds' medians, of at most MODES_MOST rounds at equal distances, cluster around several
 *     values;
 *   - the samples of a round are of one group more often than they would be if each sample drew its
 *     group by itself, for then medians jump, too. The groups lie on either side of the widest gap
 *     between medians, and the numbers of samples that are not of their round's larger group are
 *     added up; their distribution is that of as many binomial draws.
 * It is 1 for fewer than MODES_ROUNDS rounds, and for rounds of a single sample each, which
 * modes_of_cell tests. */
struct modes modes_of_rounds(const struct modes_samples *samples,
                             struct modes_workspace *workspace);

#endif
