/* SPDX-License-Identifier: GPL-3.0-or-later */
/* compare.h: compares two sets of runs, an earlier and a later one, and finds the cells that are
 * faster or slower than they were.
 *
 * Cells of the two sets are partners if action, type, library and point (variants.h) are the same.
 * They were not measured together, so their samples are not paired:
 *
 *     ln ratio = mean of ln t(later) - mean of ln t(earlier),    with Welch's interval (unpaired.h)
 *
 * A set may have several runs of a cell; its mean is then that over the runs. Runs on one machine
 * differ by more than their rounds suggest, so what runs differ by is part of the error of the
 * difference (between_runs.h), and with it of intervals, verdicts and regressions.
 *
 * A yardstick helps against that: if both sets have the same reference library on the same machine,
 * the ratios to it can be compared instead of the times. A library and its reference are measured
 * interleaved, so what the machine did to both cancels; but changes in the reference come in, so it
 * must be the same version on both sides.
 *
 *     ln ratio = mean of ln(t / t(reference))(later) - the same(earlier)
 *
 * This ratio is a typical one. The ratio of means, later over earlier, stands beside it: for times
 * it compares the means of all samples, for ratios the ratios of means (ratio.h). There a tail of
 * slow samples counts in full.
 *
 * A cell is faster or slower if its ratio is shown to be beyond a least effect: the test is that of
 * |ln ratio| <= ln(1 + least) (welch_probability_outside). Without correction this is equivalent to
 * the whole interval lying beyond that effect. A cell has regressed if it is shown, by either
 * ratio, to be slower by more than a margin: the one-sided test of ln ratio <= ln(1 + margin). A
 * function of the caller's adjusts verdicts for the number of pairs (multiplicity.h), and
 * regressions for both tests of all pairs; where all cells of a run err together, dunnett.h
 * does. What the rounds alone would show, but not with what runs differ by, is inconclusive. */
#ifndef BENCHMAT_ANALYZE_COMPARISON_COMPARE_H
#define BENCHMAT_ANALYZE_COMPARISON_COMPARE_H

#include <stddef.h>

#include "analyze/aggregate/table.h"
#include "analyze/comparison/between_runs.h"
#include "analyze/inference/unpaired.h"
#include "formats/text/err.h"

enum compare_set { COMPARE_EARLIER, COMPARE_LATER, COMPARE_SETS };

struct compare;

struct compare *compare_new(void);
void compare_free(struct compare *compare);

/* The two sides of a cell's comparison. TYPICAL is the mean over the rounds of ln t, where t is the
 * mean of a round, with its standard error and the number of rounds; or, for all rows alike, of
 * ln(t / t(reference)). MEANS is ln of the mean, or of the ratio of means; NaN if unknown.
 * RESOLUTION limits the precision of both (location.h). */
struct compare_sides {
    struct welch_side typical, means;
    double resolution;
    uint32_t run; /* the number of its run in the set */
};

/* Adds a run's cell to SET. ROW must live as long as COMPARE. ACTION holds the facts of the row's
 * measurement, or is NULL. */
void compare_add(struct compare *compare, enum compare_set set, const struct row *row,
                 const struct facts *action, const struct compare_sides *sides);

/* Adds a cell of another run, which is not compared itself, of the group of that number from 0:
 * earlier runs of the same machine and file. A cell that neither set has is ignored. */
void compare_add_other(struct compare *compare, uint32_t group, const struct row *row,
                       const struct facts *action, const struct compare_sides *sides);

/* Says what runs of an action and type differ by, if the runs do not tell: SOURCE found the
 * variance of one run, with DEGREES of freedom. */
void compare_know(struct compare *compare, const char *action, const char *type,
                  enum between_source source, double variance, double degrees);

/* Returns the side for ROW's ratio to its reference, over the rounds behind that ratio; without a
 * standard error if these are fewer than two. Do not use this for rows of the reference itself. */
struct welch_side compare_relative_side(const struct row *row);

/* Later over earlier, by one of the two ratios; above 1 is slower. */
struct compare_ratio {
    struct interval ratio;
    double p_regressed, p_regressed_adjusted; /* of a ratio that is not above the margin */
    int regressed;
    struct between_error error; /* of its logarithm */
    double p_by_rounds;         /* p_regressed_adjusted by its rounds alone */
};

struct compare_pair {
    const char *action, *type, *library, *point; /* "" if unknown */
    const struct row *rows[COMPARE_SETS];        /* the last row with times */
    size_t runs[COMPARE_SETS];
    struct welch_side sides[COMPARE_SETS];
    double resolutions[COMPARE_SETS]; /* of the sides */
    struct compare_ratio typical, means;
    double p,
        p_adjusted; /* of a typical ratio within the least effect; NaN without standard errors */
    double p_by_rounds;  /* p_adjusted by the rounds alone */
    size_t between;      /* index of what its runs differ by */
    int side;            /* -1 faster, 1 slower, 0 no difference shown */
    int is_inconclusive; /* a difference that the rounds show, and what runs differ by may explain
                          */
    int is_alone;        /* a side has a single round of a single run (verdict.h) */
    int regressed;       /* by either ratio */
};

/* Why a cell has no partner: what is missing in the other set. */
enum compare_lack {
    COMPARE_LACKS_ACTION,     /* of that type */
    COMPARE_LACKS_LIBRARY,    /* in that action */
    COMPARE_LACKS_SIZE,       /* of that library */
    COMPARE_LACKS_PARAMETERS, /* at that size, which has only other parameters or conditions */
    COMPARE_LACKS_TIMES,      /* both sets have the cell, but one of the two was not measured */
    COMPARE_LACKS
};

/* "action", "library", "size", "parameters", "times". Static. */
const char *compare_lack_name(enum compare_lack lack);

struct compare_alone {
    const char *action, *type, *library, *point;
    const struct row *rows[COMPARE_SETS]; /* NULL in the set that does not have the cell */
    enum compare_set
        in; /* the set that has it; with COMPARE_LACKS_TIMES, the set that measured it, if any */
    enum compare_lack lack;
};

struct comparison {
    struct compare_pair *pairs; /* in the order in which the cells were added */
    size_t pair_count;
    struct compare_alone *alone;
    size_t alone_count;
    struct between_runs *between; /* of typical ratios, by action and type */
    size_t between_count;
    size_t faster, slower; /* pairs */
    size_t inconclusive;
    size_t one_process;        /* not shown faster or slower, from a single round */
    size_t regressed;          /* pairs */
    size_t regressed_by_means; /* those of them that regressed only by the ratio of means */
    size_t nearly_regressed;   /* pairs that regressed only by their rounds alone */
    size_t regressed_alone;    /* those from a single round that otherwise show nothing */
};

struct compare_asked {
    double confidence, level; /* such as 0.95 and 0.05 */
    double least, margin;     /* fractions, such as 0.01 and 0.05; or 0 */
    double least_alone;       /* replaces LEAST if a side has a single round */
    double drift;  /* standard deviation of a run's ln t, if nothing tells it; 0 for none */
    int has_drift; /* the user gave it: it is used even if something tells */
    /* Replaces N probabilities with adjusted ones and leaves NaN as it is; ORDER is scratch memory.
     */
    size_t (*adjust)(double *p, size_t n, size_t *order);
};

/* Returns whether the two ratios of PAIR disagree (ratio.h). */
int compare_means_disagree(const struct compare_pair *pair);

/* COMPARE owns the texts. On failure COMPARISON is empty; the caller must release it in either
 * case. */
void compare_conclude(struct compare *compare, const struct compare_asked *asked,
                      struct comparison *comparison);
void comparison_release(struct comparison *comparison);

/* Returns the p at which a single pair would be shown to be faster or slower if no other is; NaN if
 * nothing is tested. */
double comparison_first_p(const struct comparison *comparison, const struct compare_asked *asked);

#endif
