/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ratio.h: compares a library's time with the reference's, from paired samples.
 *
 * Samples of the same size, round and seed were measured next to each other, in one memory layout:
 *
 *     d = ln t(library) - ln t(reference)
 *
 * keeps what differs between the two and drops what they have in common. The 40 % trimmed mean,
 * which is nearly the median, reduces the d of each round to one value: their scatter has heavy
 * tails, and for copies of one library this mean came about twice as close to 1 as the 20 % one. A
 * Student t interval covers the rounds; the ratio is exp of it. Pairing as in common random
 * numbers: A. M. Law, Simulation Modeling and Analysis, 5th ed., 11.2.
 *
 * A sample that is not a positive, finite number has no logarithm and forms no pair. */
#ifndef BENCHMAT_ANALYZE_INFERENCE_RATIO_H
#define BENCHMAT_ANALYZE_INFERENCE_RATIO_H

#include <stddef.h>

#include "analyze/inference/unpaired.h"
#include "analyze/statistics/interval.h"

#define RATIO_TRIM 0.4
/* For an archive with a single round, whose interval is based on the d that are left. */
#define RATIO_TRIM_ALONE 0.2

/* The samples of two libraries at one size: [rounds][seeds] each. */
struct ratio_pair {
    const double *library, *reference;
    size_t rounds, seeds;
};

/* Returns the logarithm of the ratio with its interval; NaN if there are no pairs. If only one
 * round has pairs, the interval is that of the trimmed mean over samples, and too narrow.
 *
 * ROUND_MEANS [rounds], which may be NULL, receives the trimmed mean of each round's d, NaN if the
 * round has no pair. WORKSPACE holds seeds numbers. */
struct interval ratio_log(const struct ratio_pair *pair, struct student *student,
                          double *round_means, double *workspace);

/* Returns t(library) - t(reference) in seconds, by the same pairs, trimmed means and interval. All
 * pairs of finite numbers count. WORKSPACE holds seeds numbers. */
struct interval ratio_difference(const struct ratio_pair *pair, struct student *student,
                                 double *workspace);

/* --- geometric mean --- */

/* The geometric mean of one library's ratios over sizes:
 *
 *     exp of the mean over sizes of ln ratio,
 *
 * with a t interval over rounds: each round contributes the mean over the sizes of its trimmed d.
 * Only rounds with pairs at all of the sizes count for the interval; with fewer than two of them
 * there is none. Sizes without an interval of the ratio, whose uncertainty is unknown, count only
 * if no size has one.
 *
 * If samples are unpaired, the rounds of different sizes have nothing known in common. The half
 * width of the interval of ln ratio is then the mean of the sizes' half widths, as if all erred by
 * chance in the same direction. This holds whatever sizes have in common, and is too wide if they
 * have nothing in common.
 *
 * P. J. Fleming, J. J. Wallace, "How not to lie with statistics: the correct way to summarize
 * benchmark results", Comm. ACM 29 (1986) 218-221. */
struct geometric_mean {
    size_t sizes;
    double sum;         /* of ln ratio */
    double *round_sums; /* [rounds], borrowed */
    size_t rounds;
    int is_unpaired;
    double half_widths; /* sum of the half widths of ln ratio; NaN if one is not over rounds */
    double resolutions; /* sum of the least half widths */
    size_t doubtful_sizes;
    double doubtful_sum; /* of sizes without an interval */
};

/* What is known about one size. */
struct geometric_size {
    struct interval log_ratio;
    const double *round_means; /* set by ratio_log; NULL if samples are unpaired */
    int is_by_rounds;          /* whether the interval is over rounds */
    double resolution;         /* its least half width (location.h) */
};

/* Starts without sizes. ROUND_SUMS [ROUNDS] is set to zero and used until the last call. */
void geometric_mean_init(struct geometric_mean *g, double *round_sums, size_t rounds);
/* Adds one size. */
void geometric_mean_add(struct geometric_mean *g, const struct geometric_size *size);
/* Returns the number of sizes in the mean. */
size_t geometric_mean_sizes(const struct geometric_mean *g);
/* Returns the ratio itself, not its logarithm; NaN for no sizes. */
struct interval geometric_mean_ratio(const struct geometric_mean *g, struct student *student);

/* --- mean ratio --- */

/* The mean time of a library over that of the reference.
 *
 * The ratio above is that of typical times: trimming takes away the slowest samples of a round, and
 * with them every fourth sample that takes twice as long. But somebody who waits for all calls
 * waits for those, too; so this ratio uses means. If only a tail of slow samples differs, the two
 * ratios differ.
 *
 * Paired samples have in each round, over its pairs,
 *
 *     L = ln(mean t(library) / mean t(reference))
 *
 * with a Student t interval over the rounds. If a single round has pairs, its n pairs are the
 * units: by the delta method
 *
 *     se^2 = sum of (t(library) / its mean - t(reference) / its mean)^2 / (n (n - 1))
 *
 * (W. G. Cochran, Sampling Techniques, 3rd ed., 1977, 6.4). If samples are unpaired, each side has
 * a mean of its own over its rounds, or over its samples if either side has a single round; se(ln
 * mean) is se(mean) / mean, and the interval is Welch's (unpaired.h). */

/* If the two ratios differ by less, it does not matter which of them is meant. */
#define MEAN_RATIO_APART 0.01

struct mean_ratio {
    struct interval log_ratio; /* NaN if either side has no mean above 0 */
    struct welch_side side; /* the same, for comparison with another's; if unpaired, the units are
                               those of the side that has fewer */
};

/* ROUND_MEANS [rounds] receives each round's L, NaN if it has none. Numbers that are not finite do
 * not count; those at or below 0 do. */
struct mean_ratio mean_ratio_of(const struct ratio_pair *pair, int is_paired,
                                struct student *student, double *round_means);

/* Returns whether the typical RATIO and the ratio of MEANS, neither as logarithms, disagree: their
 * intervals do not overlap, and they differ by at least MEAN_RATIO_APART. Never if either has no
 * interval. */
int mean_ratio_disagrees(struct interval ratio, struct interval means);

#endif
