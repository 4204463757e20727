/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ratio.h: how a library's time compares with the reference's, from paired samples.
 *
 * Samples of the same size, round and seed were measured next to each other, in one memory layout:
 *
 *     d = ln t(library) - ln t(reference)
 *
 * keeps what the two have not in common and drops the rest. Within a round the d are reduced to
 * their 40 % trimmed mean, which is nearly the median: their scatter has heavy tails, and between
 * copies of one library this came about twice as near to 1 as the 20 % one. Over the rounds goes a
 * Student t interval; the ratio is exp of it. Pairing as in common random numbers: A. M. Law,
 * Simulation Modeling and Analysis, 5th ed., 11.2.
 *
 * A sample that is not a positive, finite number has no logarithm and forms no pair. */
#ifndef BENCHMAT_ANALYZE_INFERENCE_RATIO_H
#define BENCHMAT_ANALYZE_INFERENCE_RATIO_H

#include <stddef.h>

#include "analyze/inference/unpaired.h"
#include "analyze/statistics/interval.h"

#define RATIO_TRIM 0.4
/* Of an archive with a single round, whose interval rests on the d that are left. */
#define RATIO_TRIM_ALONE 0.2

/* The samples of two libraries at one size: [rounds][seeds] each. */
struct ratio_pair {
    const double *library, *reference;
    size_t rounds, seeds;
};

/* The logarithm of the ratio with its interval; NaN where no pairs are. Where only one round has
 * pairs, the interval is that of the trimmed mean over samples, and too narrow.
 *
 * ROUND_MEANS [rounds] receives the trimmed mean of each round's d, NaN where it has no pair. ROOM
 * is for seeds numbers. */
struct interval ratio_log(const struct ratio_pair *pair, struct student *student,
                          double *round_means, double *workspace);

/* t(library) - t(reference) in seconds, by the same pairs, location and interval. Pairs of finite
 * numbers count. */
struct interval ratio_difference(const struct ratio_pair *pair, struct student *student,
                                 double *workspace);

/* exp of it. */
struct interval ratio_exp(struct interval logarithm);

/* --- over many sizes ------------------------------------------------------------------------ */

/* The geometric mean of one library's ratios over sizes:
 *
 *     exp of the mean over sizes of ln ratio,
 *
 * with a t interval over rounds: in each round the mean over the sizes of that round's trimmed d.
 * Only rounds that have pairs at all of the sizes count for the interval; with fewer than two of
 * them there is none. A size whose ratio has no interval counts only where none has one: nobody
 * knows what it is worth.
 *
 * Where samples are unpaired, rounds of several sizes have nothing in common that is known of, and
 * the half width of the interval of ln ratio is the mean of those of the sizes, as if all were
 * wrong by chance in the same direction. It holds whatever sizes have in common, and is too wide
 * where they have nothing.
 *
 * P. J. Fleming, J. J. Wallace, "How not to lie with statistics: the correct
 * way to summarize benchmark results", Comm. ACM 29 (1986) 218-221. */
struct geometric_mean {
    size_t sizes;
    double sum;         /* of ln ratio */
    double *round_sums; /* [rounds], borrowed */
    size_t rounds;
    int is_unpaired;
    double half_widths; /* the sum of those of ln ratio; NaN where a size has none over rounds */
    double resolutions; /* the sum of the least half widths */
    size_t doubtful_sizes;
    double doubtful_sum; /* of sizes without an interval */
};

/* What is known of one size. */
struct geometric_size {
    struct interval log_ratio;
    const double *round_means; /* that ratio_log gave; NULL where samples are unpaired */
    int is_by_rounds;          /* whether the interval is over rounds */
    double resolution;         /* its least half width (location.h) */
};

/* ROUND_SUMS [ROUNDS] is set to zero and used until the last call. */
void geometric_mean_init(struct geometric_mean *g, double *round_sums, size_t rounds);
/* One size more. */
void geometric_mean_add(struct geometric_mean *g, const struct geometric_size *size);
/* Over how many sizes it is. */
size_t geometric_mean_sizes(const struct geometric_mean *g);
/* The ratio itself, not its logarithm. NaN for no sizes. */
struct interval geometric_mean_ratio(const struct geometric_mean *g, struct student *student);

/* --- mean ratio --- */

/* The mean time of a library over that of the reference.
 *
 * The ratio (ratio.h) is a typical one: trimming takes the slowest samples of a round away, and
 * with them every fourth that takes twice as long. Whoever waits for all calls waits for those,
 * too, and that is what means are about. Where a tail of slow samples is all that differs, the two
 * ratios lie apart.
 *
 * Paired samples have in each round, over the pairs there are, with a Student t interval of L over
 * the rounds,
 *
 *     L = ln(mean t(library) / mean t(reference))
 *
 * Of a single round with pairs the n pairs are the units: by the delta method
 *
 *     se^2 = sum of (t(library) / its mean - t(reference) / its mean)^2 / (n (n - 1))
 *
 * (W. G. Cochran, Sampling Techniques, 3rd ed., 1977, 6.4). Of samples that nothing pairs, each
 * side has a mean of its own over its rounds, or over its samples where either side has a single
 * round; se(ln mean) is se(mean) / mean, and the interval is Welch's (unpaired.h). */

/* Below that nobody minds which of the two ratios it is. */
#define MEAN_RATIO_APART 0.01

struct mean_ratio {
    struct interval log_ratio; /* NaN where either side has no mean above 0 */
    struct welch_side side;    /* the same, to be compared with another's; not paired, the units
                                  are those of the side that has fewer */
};

/* ROUND_MEANS [rounds] receives each round's L, NaN where it has none. Numbers that are not finite
 * do not count; those at or below 0 do. */
struct mean_ratio mean_ratio_of(const struct ratio_pair *pair, int is_paired,
                                struct student *student, double *round_means);

/* Whether the typical RATIO and the ratio of MEANS, neither as logarithms, disagree: their
 * intervals have nothing in common, and they lie apart by MEAN_RATIO_APART at least. Not where
 * either has no interval. */
int mean_ratio_disagrees(struct interval ratio, struct interval means);

#endif
