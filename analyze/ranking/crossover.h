/* SPDX-License-Identifier: GPL-3.0-or-later */
/* crossover.h: finds which library is fastest at a size, and at which size one overtakes another.
 *
 * Any two libraries are compared by pairs, even if neither is the reference. A library has ROUND
 * MEANS, one number per round, which are those of ratio_log: the trimmed mean of ln t(library) - ln
 * t(reference) in that round, NaN if the round has none. Those of the reference are 0 in rounds in
 * which it was measured. The reference cancels in the difference of two libraries' round means,
 *
 *     D[a][r] - D[b][r] = ln t(a) - ln t(b)   in round r,
 *
 * and a Student t interval covers these differences. Comparing the intervals of the two ratios to
 * the reference would show less, because their scatter is partly the same.
 *
 * With an error model of all cells (error_model.h) the standard error and the degrees of freedom of
 * that interval are the model's, as for verdicts.
 *
 * If samples are unpaired, the two libraries' own locations are compared (unpaired.h).
 *
 * A pair is ALONE if a library of the two has a single round. Then the unit is the sample, paired
 * or not: the interval is Welch's for the two libraries' own samples of ln t, and does not include
 * what processes differ by. The verdicts do not decide about such a pair, as these depend on which
 * library is the reference. */
#ifndef BENCHMAT_ANALYZE_RANKING_CROSSOVER_H
#define BENCHMAT_ANALYZE_RANKING_CROSSOVER_H

#include <stddef.h>
#include <stdint.h>

#include "analyze/aggregate/table.h"
#include "analyze/columns/columns.h"
#include "analyze/inference/unpaired.h"
#include "analyze/statistics/interval.h"
#include "formats/model/string_pool.h"

/* --- at one size --- */

/* Returns ln t(a) - ln t(b), from their round means A and B [ROUNDS]. Rounds that either lacks do
 * not count; with fewer than two left there is no interval, with none left all is NaN. */
struct interval crossing_log_ratio(const double *a, const double *b, size_t rounds,
                                   struct student *student);

/* All libraries at one size. A library that is wrong or was not measured has only NaN. */
struct crossing_size {
    const double *round_means; /* [libraries][rounds] */
    size_t libraries, rounds;
    double margin; /* ln of the ratio up to which there is no difference, either way; 0 or NaN for
                      none */
    const int8_t *shown; /* [libraries] verdict on each library against the reference: 1 slower, -1
                            faster, 0 neither, and for the reference itself; NULL if there are no
                            verdicts, so that only intervals decide */
    size_t reference;    /* its index; LIBRARIES if it is not one of them */
    const struct unpaired *sides;     /* [libraries] of ln t, instead of the means if samples are
                                         unpaired; otherwise NULL */
    const struct error_model *errors; /* of paired samples; NULL: the round means alone tell */
    size_t point;                     /* which of its points this is */
    size_t averaged;        /* if above 0: round means are averages over so many points instead */
    const struct row *rows; /* [libraries] with the samples of pairs that are alone; NULL: these
                               have no interval */
    double margin_alone;    /* of them, in place of MARGIN */
};

/* Returns the mean of ln t(A) - ln t(B) at that size, without an interval, which takes less time;
 * NaN if unknown. */
double crossing_centre(const struct crossing_size *size, size_t a, size_t b);

/* Returns ln t(A) - ln t(B) at that size. */
struct interval crossing_compare(const struct crossing_size *size, size_t a, size_t b,
                                 struct student *student);

/* Returns which of two libraries is shown to be slower: 1 A, -1 B, 0 neither.
 *
 * Of a pair that is alone, the interval of STUDENT's confidence decides, beyond the margin. Else,
 * if one is the reference, the verdict decides. For two others the verdicts decide if one is faster
 * than the reference and the other slower. If neither is shown to be either, nothing is shown;
 * otherwise it takes an interval of STUDENT's confidence beyond the margin. So of libraries that
 * are all alike, one is shown to be slower than another only if a verdict is false. */
int crossing_shown(const struct crossing_size *size, size_t a, size_t b, struct student *student);

enum crossing_rank {
    CROSSING_UNKNOWN,          /* not measured, or not in any round with the fastest */
    CROSSING_FASTEST,          /* has the shortest time */
    CROSSING_NOT_SHOWN_SLOWER, /* than any other: may be the fastest as well */
    CROSSING_SLOWER,           /* shown to be slower than another */
    /* Set by callers that compare means (ratio.h), not by crossing_rank: */
    CROSSING_SLOWER_BY_MEANS, /* but not shown to be slower otherwise */
    CROSSING_TYPICALLY, /* has the shortest typical time, but is slower by means than another */
    CROSSING_BY_MEANS,  /* that other, which has the smallest mean */
};

/* Returns the library with the smallest mean over the rounds that it shares with each other
 * library, the first of equals; LIBRARIES if none was measured. */
size_t crossing_fastest(const struct crossing_size *size);

/* Sets RANKS [libraries]. There is one fastest library unless none was measured. */
void crossing_rank(const struct crossing_size *size, struct student *student,
                   enum crossing_rank *ranks);

/* Returns the confidence that each of COMPARISONS needs so that all together have CONFIDENCE
 * (Bonferroni's inequality). */
double crossing_confidence(double confidence, size_t comparisons);

/* --- over sizes --- */

/* How library a compares with library b at one size. */
struct crossing_point {
    double size;
    double log_ratio; /* ln t(a) - ln t(b); NaN if unknown */
    int shown;        /* crossing_shown */
};

/* One library overtakes the other between two sizes: the last at which the one was shown to be
 * faster, and the first at which the other is. Sizes in between show no difference. */
struct crossing {
    struct interval size; /* its estimate is where ln ratio is 0, on the straight line over ln size
                             between the two neighbours at which its sign differs; NaN unless there
                             is exactly one such pair and every ratio in between is known */
    int a_overtakes;      /* a is faster from here on; otherwise b */
};

/* Finds the crossings of COUNT points of ascending size above 0. Sets the first MOST of CROSSINGS;
 * returns how many there are, at most COUNT - 1. Only sizes at which a difference is shown count.
 */
size_t crossing_find(const struct crossing_point *points, size_t count, struct crossing *crossings,
                     size_t most);

/* --- crossover --- */

/* Finds which library overtakes which, and where, among all pairs of a measurement.
 *
 * Two libraries are compared along a curve (variants.h) by what is shown at its points (fastest.h),
 * including verdicts: if libraries are alike everywhere, any overtakes another in at most 1 - C of
 * all tables, where C is the tables' confidence.
 *
 * Points without a place on a logarithmic axis, or at the same place as another, are skipped. */

/* FASTER is faster from here on. Undefined numbers are NaN, undefined texts NULL; texts belong to
 * the table or the crossovers. */
struct crossover {
    const char *archive, *action, *run, *type;
    const char *variant;         /* "stride 8, threads 2"; NULL if there is only one */
    const char *faster, *slower; /* of quantities that are not times: needs less, needs more */
    enum quantity quantity;
    struct interval size;               /* as in struct crossing */
    const struct parameter_grid *space; /* the sizes lie on its main axis */
};

/* The crossovers of all sections so far: by section, then by variant, then by size.
 * Zero-initialised: none. */
struct crossovers {
    struct crossover *items;
    size_t count;
    struct string_pool texts; /* private */
};

extern const struct column_set crossover_columns;

/* Adds the crossovers of SECTION. The caller must call crossovers_release. */
void crossovers_add(struct crossovers *crossovers, const struct table *table,
                    const struct section *section);
void crossovers_release(struct crossovers *crossovers);

/* Writes "blis overtakes openblas at n ≈ 180 (between 151 and 240), stride 8". */
void crossover_write(const struct crossover *crossover, FILE *file);

#endif
