/* SPDX-License-Identifier: GPL-3.0-or-later */
/* crossover.h: which library is fastest at a size, and at which size one overtakes another.
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
#ifndef BENCHMAT_ANALYZE_RANKING_CROSSOVER_H
#define BENCHMAT_ANALYZE_RANKING_CROSSOVER_H

#include <stddef.h>
#include <stdint.h>

#include "analyze/aggregate/table.h"
#include "analyze/columns/columns.h"
#include "analyze/inference/unpaired.h"
#include "analyze/statistics/interval.h"
#include "formats/model/string_pool.h"

/* --- at one size ---------------------------------------------------------------------------- */

/* ln t(a) - ln t(b), from their round means A and B [ROUNDS]. Rounds that either lacks do not
 * count; with fewer than two left there is no interval, with none all is NaN. */
struct interval crossing_log_ratio(const double *a, const double *b, size_t rounds,
                                   struct student *student);

/* All libraries at one size. Whoever was not measured, or wrong, has NaN only. */
struct crossing_size {
    const double *round_means; /* [libraries][rounds] */
    size_t libraries, rounds;
    double margin;       /* ln of what is no difference to either side; 0 or NaN for none */
    const int8_t *shown; /* [libraries] what verdicts say of each and the reference: 1 slower, -1
                            faster, 0 neither, and of the reference itself; NULL where there are no
                            verdicts, and intervals alone decide */
    size_t reference;    /* which of them it is; LIBRARIES where it is none of them */
    const struct unpaired *sides; /* [libraries] of ln t, in place of the means where samples are
                                     unpaired, else NULL */
};

/* ln t(A) - ln t(B) at that size. */
struct interval crossing_compare(const struct crossing_size *size, size_t a, size_t b,
                                 struct student *student);

/* Which of two libraries is shown to be slower: 1 A, -1 B, 0 neither.
 *
 * Where one is the reference, that is the verdict. Of two others it follows from the verdicts where
 * one is faster than the reference and the other slower; where neither is either, nothing is shown;
 * else it takes an interval of STUDENT's confidence beyond the margin. So of libraries which are
 * all alike any is shown to be slower than any other only where a verdict is false. */
int crossing_shown(const struct crossing_size *size, size_t a, size_t b, struct student *student);

enum crossing_rank {
    CROSSING_UNKNOWN,          /* not measured, or in no round together with the fastest */
    CROSSING_FASTEST,          /* has the least time */
    CROSSING_NOT_SHOWN_SLOWER, /* than any other: it may be the fastest as well */
    CROSSING_SLOWER,           /* than another, as is shown */
    /* What means say (ratio.h) is for others to find: */
    CROSSING_SLOWER_BY_MEANS, /* though not shown to be slower else */
    CROSSING_TYPICALLY,       /* has the least typical time, and is slower by means than another, */
    CROSSING_BY_MEANS,        /* which has the least mean */
};

/* Which has the smallest mean over the rounds it shares with each of the others, the earlier one of
 * equals; LIBRARIES where none was measured. */
size_t crossing_fastest(const struct crossing_size *size, struct student *student);

/* Sets RANKS [libraries]; there is one fastest library unless none was measured. */
void crossing_rank(const struct crossing_size *size, struct student *student,
                   enum crossing_rank *ranks);

/* The confidence that each of so many COMPARISONS needs for all of them to have CONFIDENCE
 * (Bonferroni's inequality). */
double crossing_confidence(double confidence, size_t comparisons);

/* --- over sizes ----------------------------------------------------------------------------- */

/* How library a compares with library b at one size. */
struct crossing_point {
    double size;
    double log_ratio; /* ln t(a) - ln t(b); NaN where not known */
    int shown;        /* crossing_shown */
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
 * returns how many there are, at most COUNT - 1. A size counts where a difference is shown. */
size_t crossing_find(const struct crossing_point *points, size_t count, struct crossing *crossings,
                     size_t most);

/* --- crossover --- */

/* Which library overtakes which, and where, of all pairs of a measurement.
 *
 * Two libraries are compared along a curve (variants.h) by what is shown at its points (fastest.h),
 * verdicts included: of libraries that are alike everywhere any overtakes another in at most 1 - C
 * of all tables, C being their confidence.
 *
 * Points that cannot stand on a logarithmic axis, or whose place another has, are passed over. */

/* FASTER is the faster one from here on. NaN, and NULL of texts, where undefined; texts are the
 * table's or the crossovers'. */
struct crossover {
    const char *archive, *action, *run, *type;
    const char *variant; /* "stride 8, threads 2"; NULL where there is only one */
    const char *faster, *slower;
    double size, low, high;             /* as in struct crossing; */
    const struct parameter_grid *space; /* of which they lie on the main axis */
};

/* Those of all sections added so far: by section, by variant, then by size. Zero-initialised is
 * none. */
struct crossovers {
    struct crossover *items;
    size_t count;
    struct string_pool texts; /* private */
};

extern const struct column_set crossover_columns;

/* Adds those of SECTION. Fails without memory; to be given to crossovers_release. */
int crossovers_add(struct crossovers *crossovers, const struct table *table,
                   const struct section *section, struct err *err);
void crossovers_release(struct crossovers *crossovers);

/* "blis overtakes openblas at n ≈ 180 (between 151 and 240), stride 8" */
void crossover_write(const struct crossover *crossover, FILE *file);

#endif
