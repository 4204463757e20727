/* SPDX-License-Identifier: GPL-3.0-or-later */
/* modes.h: whether the samples of one cell gather around one time, or around several.
 *
 * Where they gather around two, a library has two speeds, and neither a mean nor a median tells
 * which of them a user will see. The test is Hartigan's (dip.h). Samples that are no finite number
 * are passed over.
 *
 * A coarse clock piles samples up on few values, each of which would look like a mode. So equal
 * samples are spread evenly first, over the clock's granule: that is the smallest distance between
 * two samples, of those that are more than 1e-12 of them apart, so that none is moved past another.
 * Which of the equal ones comes to lie where is random, but always the same for the same samples
 * (G. L. Steele, D. Lea, C. H. Flood, "Fast splittable pseudorandom number generators", OOPSLA
 * 2014, 453-472). Where there are two values only, they are taken for neighbours on the clock, and
 * not for modes.
 *
 * Of more than MODES_MOST samples so many are taken, evenly by rank. They lie closer to their
 * distribution than so many independent ones would, so that modes are found less often than the
 * probability says, never more often. */
#ifndef BENCHMAT_ANALYZE_MODES_H
#define BENCHMAT_ANALYZE_MODES_H

#include <stddef.h>

enum { MODES_MOST = 2000 };

struct modes {
    double dip;    /* NaN for no samples */
    double chance; /* how probable a dip that is as large is where there is one mode only */
    size_t n;      /* the samples looked at */
};

/* The samples of one cell, [rounds][seeds]. */
struct modes_samples {
    const double *seconds;
    size_t rounds, seeds;
};

/* Of the samples less their round's median: what a round's layout does to all of its samples is
 * gone, and what is left are modes between which one process changes back and forth. This is what a
 * warning should go by: layouts are what rounds are drawn for, and intervals over rounds cover
 * them.
 *
 * Where half of the samples are in either mode, the median of a short round lies anywhere between
 * them and blurs both: such modes are found late, in rounds of 20 samples or more. A mean would
 * blur less, but one late sample shifts it and makes a mode of its neighbours. Rounds of fewer than
 * MODES_ROUND samples are left out. SCRATCH is for all samples. */
struct modes modes_within_rounds(const struct modes_samples *samples, double *scratch);
enum { MODES_ROUND = 5 };

#endif
