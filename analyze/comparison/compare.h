/* SPDX-License-Identifier: GPL-3.0-or-later */
/* compare.h: two sets of runs beside each other, an earlier and a later one: which cells are
 * faster or slower than they were.
 *
 * Cells of the two sets are partners where action, type, library and point (variants.h) are the
 * same. They were not measured together, so that nothing pairs their samples:
 *
 *     ln ratio = mean of ln t(later) - mean of ln t(earlier),    with Welch's interval (unpaired.h)
 *
 * The unit is the round; where a set has several runs of a cell, it is the run, for runs of
 * one machine differ by more than their rounds say. A single run a side is the weaker evidence: its
 * interval knows nothing of the days on which the machine as a whole is slower. Measured, 40 pairs
 * that did not change, of 5 rounds with 2 % of noise a side: 4 of 100 comparisons show a difference
 * in any pair, as adjusting promises; but 93 do where runs as such differ by 2 % besides and a side
 * has one. With four runs a side it is 4 again.
 *
 * Against that there is a yardstick: where both sets have the same reference library on the same
 * machine, the ratios to it can be compared in the place of the times. As both are measured
 * interleaved, what the machine did to both drops out; what changed in the reference comes in, so
 * it must be the same version on both sides.
 *
 *     ln ratio = mean of ln(t / t(reference))(later) - the same(earlier)
 *
 * Beside that ratio, which is a typical one, stands the ratio of means, later over earlier: of
 * times of the means of all samples, of ratios of the ratios of means (ratio.h). A tail of
 * slow samples counts there in full.
 *
 * A cell is faster or slower where its ratio is shown to be beyond a least effect: the test is that
 * of |ln ratio| <= ln(1 + least) (welch_probability_outside). Without correction that is so just
 * where the whole interval lies beyond that effect. A cell regressed where it is shown to be slower
 * by more than a margin, by either ratio: the one-sided test of ln ratio <= ln(1 + margin).
 * Verdicts are adjusted for the number of pairs by a function of the caller's (multiplicity.h),
 * regressions for both tests of all pairs. */
#ifndef BENCHMAT_ANALYZE_COMPARISON_COMPARE_H
#define BENCHMAT_ANALYZE_COMPARISON_COMPARE_H

#include <stddef.h>

#include "analyze/aggregate/table.h"
#include "analyze/inference/unpaired.h"
#include "formats/text/err.h"

enum compare_set { COMPARE_EARLIER, COMPARE_LATER, COMPARE_SETS };

struct compare;

/* NULL when there is no memory. */
struct compare *compare_new(void);
void compare_free(struct compare *compare);

/* What is compared of a cell. TYPICAL is the mean over the rounds of ln t, t being the mean of a
 * round, its standard error and how many rounds there are; or of ln(t / t(reference)), for all rows
 * alike. MEANS is ln of the mean, or of the ratio of means; NaN where not known. Neither is known
 * better than to RESOLUTION (location.h). */
struct compare_sides {
    struct welch_side typical, means;
    double resolution;
};

/* Adds a run's cell to SET. ROW must live as long as COMPARE. ACTION has the facts of the row's
 * measurement, or is NULL. */
int compare_add(struct compare *compare, enum compare_set set, const struct row *row,
                const struct facts *action, const struct compare_sides *sides, struct err *err);

/* The side that ROW's ratio to its reference makes, over the rounds that it rests on; without a
 * standard error where these are fewer than two. To be left out for rows of the reference itself.
 */
struct welch_side compare_relative_side(const struct row *row);

/* Later over earlier by one of the two; above 1 is slower. */
struct compare_ratio {
    double ratio, low, high;
    double p_regressed,
        p_regressed_adjusted; /* of one that is not slower by more than the margin */
    int regressed;
};

struct compare_pair {
    const char *action, *type, *library, *point; /* "" where not known */
    const struct row *rows[COMPARE_SETS];        /* the last that has times */
    size_t runs[COMPARE_SETS];
    struct welch_side sides[COMPARE_SETS];
    double resolutions[COMPARE_SETS]; /* of the sides */
    struct compare_ratio typical, means;
    double p,
        p_adjusted; /* of a typical ratio within the least effect; NaN without standard errors */
    int side;       /* -1 faster, 1 slower, 0 no difference shown */
    int is_alone;   /* a side is of a single round of a single run (verdict.h) */
    int regressed;  /* by either */
};

/* Why a cell has no partner: what the other set lacks. */
enum compare_lack {
    COMPARE_LACKS_ACTION,     /* of that type */
    COMPARE_LACKS_LIBRARY,    /* in that action */
    COMPARE_LACKS_SIZE,       /* of that library */
    COMPARE_LACKS_PARAMETERS, /* at that size: other parameters or conditions only */
    COMPARE_LACKS_TIMES,      /* the cell is there, but one of the two was not measured */
    COMPARE_LACKS
};

/* "action", "library", "size", "parameters", "times". Static. */
const char *compare_lack_name(enum compare_lack lack);

struct compare_alone {
    const char *action, *type, *library, *point;
    const struct row *rows[COMPARE_SETS]; /* NULL in the set that does not have the cell */
    enum compare_set
        in; /* where it is; with COMPARE_LACKS_TIMES, where it was measured, if at all */
    enum compare_lack lack;
};

struct comparison {
    struct compare_pair *pairs; /* in the order in which the cells came */
    size_t pair_count;
    struct compare_alone *alone;
    size_t alone_count;
    size_t faster, slower;     /* pairs */
    size_t one_process;        /* neither is shown, of a single round */
    size_t regressed;          /* pairs, */
    size_t regressed_by_means; /* of which so many by their means alone, */
    size_t regressed_alone;    /* and so many of a single round that otherwise shows nothing */
};

struct compare_asked {
    double confidence, level; /* such as 0.95 and 0.05 */
    double least, margin;     /* parts, such as 0.01 and 0.05; or 0 */
    double least_alone;       /* in the place of LEAST where a side has a single round */
    /* Replaces N probabilities by adjusted ones, where NaN is none and stays; ORDER is room. */
    size_t (*adjust)(double *p, size_t n, size_t *order);
};

/* Whether the two ratios of PAIR disagree (ratio.h). */
int compare_means_disagree(const struct compare_pair *pair);

/* The texts are COMPARE's. On failure COMPARISON is empty; to be released either way. */
int compare_conclude(const struct compare *compare, const struct compare_asked *asked,
                     struct comparison *comparison, struct err *err);
void comparison_release(struct comparison *comparison);

/* --- compared --- */

/* Two tables beside each other: all of their cells, compared (compare.h). */

struct compared_options {
    struct compare_asked asked;
    int is_relative; /* ratios to the reference, not times */
    int has_margin;  /* somebody wants to know what regressed by more than asked.margin */
};

/* An earlier and a later table, and what came of comparing them. */
struct compared {
    const char *files[COMPARE_SETS];
    const struct table *tables[COMPARE_SETS]; /* borrowed; their sections have a provenance */
    const struct compared_options *options;
    struct compare *compare;
    struct comparison found;
};

/* A file that does not say in which type TO was measured is taken to mean the type that FROM has of
 * the same action, if it has one only. The texts are FROM's. */
void compared_adopt_types(struct table *to, const struct table *from);

/* Compares the tables, which with the files and options are set. Cells that are not CELL_OK have
 * no times to be compared; what was measured on neither side is left out. Of a cell with one round
 * the samples are the units, as everywhere (table.h).
 *
 * Relative ones leave out the rows of the reference, and cells whose reference is not CELL_OK;
 * ERR_USAGE where the two sides take their ratios of one action to different libraries. To be given
 * to compared_release either way. */
int compared_conclude(struct compared *compared, struct err *err);
void compared_release(struct compared *compared);

/* The last section of TABLE with the action and type of LIKE; NULL for none. */
const struct section *compared_last_section(const struct table *table, const struct section *like);

/* How many cells were right in the earlier table and are not in the later, though they are there.
 * Of ratios this is so, too, where the reference is not right any more. */
size_t compared_lost(const struct compared *compared);

/* How many pairs could not be tested, as a side has no standard error. */
size_t compared_untested(const struct compared *compared);

#endif
