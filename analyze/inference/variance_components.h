/* SPDX-License-Identifier: GPL-3.0-or-later */
/* variance_components.h: how much of what samples scatter by lies between rounds, which are
 * processes, and how much within them; and how many rounds of how many seeds would make the
 * interval of a ratio as narrow as wanted.
 *
 * The samples of a cell are a table of R rounds x K seeds: y is ln t, or for a ratio
 * d = ln t(library) - ln t(reference). A round is a fresh process in a fresh memory layout. A seed
 * is an input, and the same inputs come again in each round, in the same order. So seeds are
 * crossed with rounds, not nested in them:
 *
 *     y = mu + A(round) + s(seed) + e        sum of s = 0
 *
 * A and e are random with the variances a and v; s is fixed. What an input does to the time, and
 * what the place in the order does (the first seed of a round is the first after a switch), is the
 * same in all rounds: it cancels from the differences between rounds, on which intervals rest, and
 * these are claims about the inputs that were measured. A nested model would take s for scatter:
 * v too large by the variance of s, a too small by a K-th of that. Where inputs do not matter, the
 * crossed model estimates the same, with (R - 1)(K - 1) degrees of freedom rather than R (K - 1).
 * Where nothing pairs samples (each call of a batch), place k of one round has nothing to do with
 * place k of another: there s = 0, and samples are nested.
 *
 *     MS(rounds) = K sum (y(r.) - y(..))^2 / (R - 1)          has the mean  v + K a
 *     MS(seeds)  = R sum (y(.s) - y(..))^2 / (K - 1)                        v + R sum s^2 / (K - 1)
 *     MS(rest)   = what is left / degrees                                   v
 *
 *     a = (MS(rounds) - MS(rest)) / K,   v = MS(rest),   share = a / (a + v)
 *
 * These are unbiased; a below 0 counts as 0. With F = MS(rounds) / MS(rest), f = R - 1 degrees, and
 * quantiles of F and chi-squared, the intervals of v and of the share are exact for normal A and e:
 *
 *     v:      degrees MS(rest) / chi2
 *     share:  (F / F(q) - 1) / (F / F(q) + K - 1)
 *     a:      f MS(rounds) (1 - F(q) / F) / (K chi2(f))
 *
 * That of a is J. S. Williams's, "A confidence interval for variance components", Biometrika 49
 * (1962) 278-281: a little cautious. All of these: S. R. Searle, G. Casella, C. E. McCulloch,
 * Variance Components (1992), 3.5 and 4.5. Components for benchmarks: T. Kalibera, R. Jones,
 * "Rigorous benchmarking in reasonable time", ISMM 2013. */
#ifndef BENCHMAT_ANALYZE_INFERENCE_VARIANCE_COMPONENTS_H
#define BENCHMAT_ANALYZE_INFERENCE_VARIANCE_COMPONENTS_H

#include <stddef.h>

#include "analyze/statistics/interval.h"

/* --- tables --- */

/* A complete table: VALUES [rounds][seeds] are all finite. */
struct sample_table {
    double *values; /* borrowed */
    size_t rounds, seeds;
};

/* Moves the complete part of the [rounds][seeds] numbers of TABLE to the front: the seeds that at
 * least half of the rounds with a sample have, in the rounds that have all of these. Returns that
 * part, which may have no rounds. */
struct sample_table sample_table_complete(struct sample_table table);

/* --- components --- */

/* NaN is unknown: everything if there are not at least two rounds of two seeds; the shares if all
 * samples are equal. An interval without ends has none. */
struct variance_components {
    size_t rounds, seeds; /* R, K of the complete table */
    int is_crossed;       /* seeds are the same inputs in all rounds */
    double ms_rounds;     /* known from two rounds on, even of one seed */
    double ms_seeds;      /* NaN if samples are nested */
    double ms_rest, degrees_rest;
    struct interval between; /* a */
    struct interval within;  /* v */
    struct interval share;   /* of a in a + v */
    double seeds_p; /* probability of at least such an MS(seeds) if inputs do not matter; NaN if
                       samples are nested */
};

/* WORKSPACE holds seeds numbers. */
struct variance_components variance_components_of(struct sample_table complete, int is_crossed,
                                                  double confidence, double *workspace);

/* Returns the number of seeds in a round with which a given width of the interval of a mean is
 * reached in the least time, if a round costs ROUND_SECONDS by itself and SEED_SECONDS more for
 * each seed:
 *
 *     ceil(sqrt(ROUND_SECONDS / SEED_SECONDS * v / a))
 *
 * Kalibera and Jones, 6.2. At most MOST, which is also the answer if a is 0; 0 if unknown. */
size_t variance_components_seeds(const struct variance_components *components, double round_seconds,
                                 double seed_seconds, size_t most);

/* --- how rounds of so many seeds would scatter --- */

/* What one round tells of ln ratio is the trimmed mean of its seeds (ratio.h), whose variance
 * within a round is not v / K: of eight normal numbers, RATIO_TRIM keeps two. */
struct round_scatter {
    double variance;  /* of what a round tells, between rounds; NaN if unknown */
    double degrees;   /* of freedom with which that is known */
    double per_round; /* that each further round adds: 1 for pairs; more if two libraries have a
                         variance each */
};

/* Returns how rounds of SEEDS seeds, at most K, would scatter: the variance between the rounds of
 * COMPLETE of the trimmed means of SEEDS of its seeds, the same in all rounds, on average over
 * SCATTER_DRAWS random choices of them, but not below that of all K, because fewer seeds do not
 * scatter less. That assumes no distribution, and seeds stay crossed with rounds. More seeds than
 * there are would take a model of the tails; their scatter is unknown. The draws are always the
 * same. The degrees are R - 1: what fewer seeds add rests on more, but if it counted as known that
 * well (Satterthwaite's degrees), plans would pick the seeds that look best by chance, and hold in
 * 75 % of runs rather than 80 %. WORKSPACE holds 3 x seeds numbers. */
enum { SCATTER_DRAWS = 200 };
struct round_scatter round_scatter_of(struct sample_table complete, size_t seeds,
                                      double *workspace);

/* --- how many rounds --- */

/* The half width that the interval of N rounds will have is itself chance: with the N that makes it
 * right on average, half of the runs miss it. With the probability ASSURANCE it is at most
 *
 *     h(N)^2 = t(CONFIDENCE, f)^2 V / N * F(ASSURANCE; f, V's degrees),        f = per_round (N -
 * 1)
 *
 * because V was estimated itself. If the rounds that V comes from are the first of these N, their
 * part is known already, and F stands only for the others:
 *
 *     (f0 + (f - f0) F(ASSURANCE; f - f0, f0)) / f                            f0 = V's degrees
 *
 * C. Stein, "A two-sample test for a linear hypothesis whose power is independent of the variance",
 * Ann. Math. Statist. 16 (1945) 243-258, for fixing the number of rounds once, by the first of
 * them; L. L. Kupper, K. B. Hafner, "How appropriate are popular sample size formulas?", Amer.
 * Statist. 43 (1989) 101-105, for the assurance. */
struct round_terms {
    double confidence; /* of the interval */
    double assurance;
    size_t pilot; /* the rounds that the scatter is of, if they count among the N; 0: they do not */
};

#define ROUNDS_ASSURANCE 0.8

/* Returns h(ROUNDS) of ln ratio; NaN for fewer than two rounds, or if the scatter is unknown. */
double rounds_half_width(const struct round_scatter *scatter, const struct round_terms *terms,
                         size_t rounds);

/* Returns the fewest rounds, at least LEAST and three, with which h is at most HALF_WIDTH; 0 if
 * more than MOST would be needed, or if the scatter is unknown. With a pilot they are at least
 * twice its rounds: a run that ends early because its first rounds agree by chance has too narrow
 * an interval (of a 95 % one, 92 % hold the truth; with as many new rounds, 94 %). */
size_t rounds_needed(const struct round_scatter *scatter, const struct round_terms *terms,
                     double half_width, size_t least, size_t most);

#endif
