/* SPDX-License-Identifier: GPL-3.0-or-later */
/* profile.h: performance profiles: how often each library is within a factor of the fastest, over
 * all problems of several measurements.
 *
 * A problem is a point of a measurement on a machine: action, type, size, parameters. With t the
 * typical time of a library with a right answer,
 *
 *     r[p][l]   = t[p][l] / least t[p] of all libraries
 *     rho[l](f) = share of all problems with r[p][l] <= f.
 *
 * rho(1) is the share of the problems in which l is the fastest. A library that was not measured in
 * a problem, failed there, or gave a wrong answer is within no factor, so that rho ends at the
 * share that it solved. E. D. Dolan, J. J. More, "Benchmarking optimization software with
 * performance profiles", Math. Program. 91 (2002) 201-213.
 *
 * The area under rho over ln f, from 1 to PROFILE_MOST = 10, over ln 10, sums it up in a number: it
 * is the mean over the problems of
 *
 *     1 - ln r / ln 10,  at least 0:   1 where the library is the fastest, 0 where it takes ten
 *                                      times as long or has no right answer.
 *
 * Times are those of the tables: typical times in ratios to the reference, by pairs. Where the
 * reference has no right answer, means of rounds stand for typical times.
 *
 * Not shown slower counts a problem also for libraries that are not shown to be slower than another
 * there (fastest.h): rho(1) alone depends on chance where libraries are alike.
 *
 * Intervals. The problems are seen as drawn from many like them, and their times as known only as
 * far as the rounds tell. Each of PROFILE_DRAWS draws gives the problems random weights, which add
 * up to 1 (D. B. Rubin, "The Bayesian bootstrap", Ann. Statist. 9 (1981) 130-134), and draws the
 * locations of all libraries in each anew (location_draws.h). One more, unseen problem has a
 * weight, too; for the lower ends it counts as one in which the library is never within any factor,
 * for the upper ends as one in which it always is. If times are known exactly, the interval of a
 * share is so Clopper's and Pearson's (Biometrika 26 (1934) 404-413): its ends are quantiles of the
 * same beta distributions. So the share of 10 in 10 problems is at least 69 %, not 100 %.
 *
 * A profile depends on its set of libraries, as r is to the best of them: without one of them, two
 * others may change places (N. Gould, J. Scott, "A note on performance profiles for benchmarking
 * software", ACM Trans. Math. Softw. 43 (2016) 15). profile_conclude looks for such pairs. */
#ifndef BENCHMAT_ANALYZE_RANKING_PROFILE_H
#define BENCHMAT_ANALYZE_RANKING_PROFILE_H

#include <stddef.h>
#include <stdint.h>

#include "analyze/aggregate/table.h"
#include "analyze/columns/columns.h"
#include "analyze/inference/location_draws.h"
#include "formats/model/key_index.h"
#include "formats/model/string_pool.h"
#include "formats/text/err.h"

#define PROFILE_MOST 10.0
enum { PROFILE_DRAWS = 2000, PROFILE_FACTORS = 6, PROFILE_STEPS = 200 };
extern const double profile_factors[PROFILE_FACTORS]; /* 1, 1.1, 1.5, 2, 5, 10 */

/* One library over all problems. */
struct profile_row {
    const char *library;
    size_t problems;
    size_t solved, wrong, failed, missing;   /* they add up to PROBLEMS; missing: not measured */
    struct interval within[PROFILE_FACTORS]; /* rho at profile_factors */
    double not_shown_slower;                 /* NaN if a problem has a single round */
    struct interval part_solved, area;
};

/* rho of one library as steps: from x[i] on it is y[i]. */
struct profile_curve {
    const char *library;
    size_t count;
    double *x, *low, *high, *y; /* [count]; X owns the memory of all */
};

/* Two libraries, of which the FIRST has the larger area among all, and SECOND if they are alone. */
struct profile_reversal {
    const char *first, *second;
};

/* Zero-initialised: empty. The caller must call profile_release. */
struct profile {
    struct profile_row *rows;     /* the largest area first */
    struct profile_curve *curves; /* in the same order, if wanted */
    size_t library_count;
    struct profile_reversal *reversals;
    size_t reversal_count;
    size_t problem_count;
    size_t shared;   /* problems that two libraries solved */
    size_t unsolved; /* that none did */
    size_t by_means; /* whose reference has no right answer */
    size_t single;   /* with a single round */
    size_t unclear;  /* left out, as samples of 0 have no ratios */
    size_t older;    /* of earlier runs of the same machine, left out */
    double confidence;
    enum quantity quantity;
    struct string_pool actions, hosts; /* with problems, by first appearance */

    struct profile_problem *problems; /* private, like all below */
    struct string_pool libraries, runs;
    struct key_index keys;
};

extern const struct column_set profile_columns;

/* Adds the points of SECTION, which must have its provenance. */
void profile_add(struct profile *profile, const struct table *table, const struct section *section);

/* Sums up what was added, with intervals of CONFIDENCE, and with curves if WITH_CURVES. ERR_USAGE
 * if there is nothing to compare: a single library, no right answer, or no problem that two
 * libraries solved. Call it once, after the last section. */
int profile_conclude(struct profile *profile, double confidence, int with_curves, struct err *err);

void profile_release(struct profile *profile);

#endif
