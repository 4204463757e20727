/* SPDX-License-Identifier: GPL-3.0-or-later */
/* crossing.h: which library is fastest at a size, and at which size one overtakes another.
 *
 * Any two libraries are compared by pairs, also where neither is the reference. Each library's
 * ROUND MEANS, one number per round, are what ratio_log gives: the trimmed mean of ln t(library) -
 * ln t(reference) in that round, NaN where the round has none. The reference's own are 0 where it
 * was measured. The reference drops out of the difference of two libraries' round means,
 *
 *     D[a][r] - D[b][r] = ln t(a) - ln t(b)   in round r,
 *
 * over which goes a Student t interval: the intervals of the two ratios to the reference, laid side
 * by side, would say less, for their scatter is partly the same.
 *
 * Where nothing pairs samples, the two libraries' own locations are compared (unpaired.h), with an
 * interval where both have rounds enough. */
#ifndef BENCHMAT_ANALYZE_CROSSING_H
#define BENCHMAT_ANALYZE_CROSSING_H

#include <stddef.h>

#include "analyze/interval.h"
#include "analyze/unpaired.h"

/* --- at one size ---------------------------------------------------------------------------- */

/* ln t(a) - ln t(b), from their round means A and B [ROUNDS]. Rounds that either lacks do not
 * count; with fewer than two left there is no interval, with none all is NaN. */
struct interval crossing_log_ratio(const double *a, const double *b, size_t rounds,
                                   struct student *student);

/* All libraries at one size. Whoever was not measured, or wrong, has NaN only. */
struct crossing_size {
    const double *round_means; /* [libraries][rounds] */
    size_t libraries, rounds;
    double noise; /* ln of the noise floor (control.h): what is within +- it is no difference; 0 or
                     NaN where not known */
    const struct unpaired *sides; /* [libraries] of ln t, in place of the means where samples are
                                     unpaired, else NULL */
};

/* ln t(A) - ln t(B) at that size. */
struct interval crossing_compare(const struct crossing_size *size, size_t a, size_t b,
                                 struct student *student);

enum crossing_rank {
    CROSSING_UNKNOWN, /* not measured, or in no round together with the fastest */
    CROSSING_FASTEST,
    CROSSING_AS_FAST, /* cannot be told from the fastest */
    CROSSING_SLOWER,  /* shown to be slower */
};

/* Sets RANKS [libraries]; there is one fastest library unless none was measured. The fastest has
 * the smallest mean over the rounds it shares with each of the others, the earlier one of equals.
 *
 * The library that is truly fastest is among the fastest and those as fast with a probability of
 * 1 - (1 - confidence) / 2 or more where STUDENT has the confidence that crossing_confidence
 * gives: Bonferroni's inequality over the other libraries, any of which may be taken for the
 * fastest. J. C. Hsu, Multiple Comparisons: Theory and Methods (1996), chapter 4. */
void crossing_rank(const struct crossing_size *size, struct student *student,
                   enum crossing_rank *ranks);

/* The confidence that each of LIBRARIES - 1 comparisons needs for all of them to have CONFIDENCE.
 */
double crossing_confidence(double confidence, size_t libraries);

/* --- over sizes ----------------------------------------------------------------------------- */

/* How library a compares with library b at one size. */
struct crossing_point {
    double size;
    struct interval log_ratio; /* ln t(a) - ln t(b) */
    double noise;              /* as in struct crossing_size */
};

/* One library overtakes the other between LOW and HIGH: at LOW for the last time the one was shown
 * to be faster, and at HIGH for the first time the other. Sizes in between, if there are any, show
 * no difference. */
struct crossing {
    double low, high;
    double size;     /* where ln ratio is 0, on the straight line over ln size between the two
                        neighbours from LOW to HIGH of which it has opposite signs; NaN where
                        there is more than one such pair, or a ratio in between is unknown */
    int a_overtakes; /* a is the faster one from here on; otherwise b */
};

/* Finds the crossings of COUNT points of rising size above 0. Sets the first MOST of CROSSINGS;
 * returns how many there are, at most COUNT - 1. A size counts where a difference is shown: where
 * the interval of the ratio misses 1 and the noise around it. Over many sizes some intervals miss 1
 * by luck; who minds gives wider ones. */
size_t crossing_find(const struct crossing_point *points, size_t count, struct crossing *crossings,
                     size_t most);

#endif
