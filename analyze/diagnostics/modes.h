/* SPDX-License-Identifier: GPL-3.0-or-later */
/* modes.h: whether the samples of one cell builder around one time, or around several.
 *
 * Where they builder around two, a library has two speeds, and neither a mean nor a median tells
 * which of them a user will see. The test is Hartigan's (dip.h). Samples that are no finite number
 * are passed over.
 *
 * Of more than MODES_MOST samples so many are looked at: each round gives equally many, at least
 * MODES_ENOUGH, and where there are too many rounds for that, some rounds do. Which ones is drawn,
 * one at random from each of so many equal parts of the time, so that neither a rhythm nor a rank
 * decides: numbers at fixed ranks builder by themselves, and are no independent samples.
 *
 * What a round's memory layout does to all of its samples must not look like a mode, so each sample
 * counts from a centre of its round: of the round's other samples, never of its own. Were its own
 * among them, the residuals would pile up at the centre. As it is, a residual is the difference of
 * two independent numbers, which has one mode where the samples have one (I. A. Ibragimov, "On the
 * composition of unimodal distributions", Theory of Probability and its Applications 1 (1956)
 * 255-260, for centres with a log-concave density), and residuals of one round are correlated
 * negatively, which makes dips smaller. Two centres are tried, and the smaller one of two
 * probabilities counts, doubled: the mean without an eighth of the samples at either end, which
 * stays between two modes of equal weight, and the median, which stays in the larger one.
 *
 * A coarse clock piles samples up on few values, each of which would look like a mode. So equal
 * samples are spread evenly first, over the clock's granule: that is the smallest distance between
 * two samples, of those that are more than 1e-12 of them apart. A lattice that is spread so has one
 * mode where the times have one. Which of the equal ones comes to lie where is random: what falls
 * to one round must not look like what falls to the next. Two values only are taken for neighbours
 * on the clock, not for modes.
 *
 * All that is random here is the same for the same samples (G. L. Steele, D. Lea, C. H. Flood,
 * "Fast splittable pseudorandom number generators", OOPSLA 2014, 453-472). */
#ifndef BENCHMAT_ANALYZE_DIAGNOSTICS_MODES_H
#define BENCHMAT_ANALYZE_DIAGNOSTICS_MODES_H

#include <stddef.h>

enum {
    MODES_MOST = 2000,
    MODES_ENOUGH = 20, /* of a round */
    MODES_FEWEST = 5,  /* of a round, where rounds have more than one sample */
};

struct modes {
    double dip;     /* of the centre that shows more; NaN for no samples */
    double p_value; /* how probable a dip that is as large is where there is one mode only */
    size_t n;       /* the samples looked at */
};

/* The samples of one cell, [rounds][seeds]. */
struct modes_samples {
    const double *seconds;
    size_t rounds, seeds;
};

/* Where to work. */
struct modes_workspace {
    double values[MODES_MOST], residuals[MODES_MOST], sums[MODES_MOST + 1];
    size_t ends[MODES_MOST], ranks[2 * MODES_MOST];
};

/* Of the samples within their rounds: layouts are what rounds are drawn for, and intervals over
 * rounds cover them; what is left are modes between which one process changes back and forth. This
 * is what a warning should go by. Rounds of fewer than MODES_FEWEST samples say nothing about that
 * and are left out. Where no round has more than one, as where each sample is a process of its own,
 * there is no such difference, and all samples are taken together. */
struct modes modes_of_cell(const struct modes_samples *samples, struct modes_workspace *workspace);

#endif
