/* SPDX-License-Identifier: GPL-3.0-or-later */
/* table.h: a measurement folded into statistics and ratios, one row per library and point.
 *
 * Statistics. The independent unit is the round: a fresh process in a fresh memory layout. What
 * repeats inside one process is not independent evidence. So the interval of a mean is Student's t
 * over the means of the rounds. Where there is only one round the sample has to serve as the
 * unit; such an interval is too narrow, and `single_round` says so.
 *
 * Ratios are paired where samples are (measurement_is_paired): d = ln t(library) - ln t(reference)
 * at the same size, round and seed, which were measured next to each other in time, so that the
 * machine's drift cancels. Within a round the d are reduced by their 40 % trimmed mean; over the
 * rounds goes a t interval; the ratio is exp of it. It is not a quotient of two means. Where points
 * differ in parameters as well, only samples of one and the same point form pairs. Where nothing
 * pairs samples, the two libraries' own locations are compared (unpaired.h).
 *
 * The control (multiplicity.h) is no library: it has neither rows nor a geometric mean of its own.
 * Its ratio to the library that it is stands, as the noise, in the rows of all libraries. */
#ifndef BENCHMAT_ANALYZE_AGGREGATE_TABLE_H
#define BENCHMAT_ANALYZE_AGGREGATE_TABLE_H

#include <stddef.h>
#include <stdint.h>

#include "analyze/aggregate/filter.h"
#include "analyze/aggregate/rates.h"
#include "analyze/aggregate/warnings.h"
#include "analyze/inference/hypothesis.h"
#include "analyze/inference/multiplicity.h"
#include "analyze/inference/unpaired.h"
#include "analyze/inference/verdict.h"
#include "analyze/model/cache.h"
#include "analyze/model/parameter_grid.h"
#include "analyze/model/conditions.h"
#include "analyze/model/reports.h"
#include "analyze/statistics/location.h"
#include "analyze/statistics/outliers.h"
#include "formats/model/run.h"
#include "formats/text/err.h"

/* --- need --- */

/* What of a table's statistics costs time, and may be left out where nobody looks at it. */

/* What has to be calculated beside what is cheap: texts, numbers of samples and rounds, mean, sd,
 * round_sd and what follows from these. */
enum need {
    NEED_TIMES = 0,
    NEED_EXTREMES = 1 << 0, /* smallest and largest sample */
    NEED_SHAPE = 1 << 1,    /* skewness and kurtosis */
    NEED_ORDER = 1 << 2,    /* the samples in their order: median, quantiles, outliers */
    NEED_RATIO = 1 << 3,
    NEED_NOISE = 1 << 4,
    NEED_TEST = 1 << 5,
    NEED_VERDICT = NEED_TEST | NEED_RATIO | NEED_NOISE, /* tests go by ratios, beyond the noise */
    NEED_REPORTS = 1 << 6,
    NEED_WARNINGS = 1 << 7, /* of which some look at every sample */
    NEED_ALL = (1 << 8) - 1
};

/* --- table --- */

/* Whether samples of the same point, round and seed belong together (measurement_is_paired). */
enum pairing { PAIRING_UNKNOWN, PAIRING_PAIRED, PAIRING_UNPAIRED };
/* "unknown", "paired", "unpaired". Static. */
const char *pairing_name(int pairing);

/* What a cell shows of how it was measured (warnings.h). */
struct diagnostics {
    double rise, p_value;   /* of its times within the rounds (trend.h) */
    size_t not_positive;    /* finite samples that are not above 0 */
    double one_mode;        /* how probable such samples are where they gather around one time */
    double unsteady;        /* the part of its batches that were not steady after warming up */
    int64_t interval_calls; /* calls timed together, at least; -1 where not known */
    size_t disturbed,
        disturbance_told; /* samples that were disturbed; that tell whether they were */
};

/* One library at one point (parameter_grid.h). Times are seconds per call. NaN where undefined. All
 * texts in here are owned by the section and made printable (unicode.h); NULL where not known. */
struct row {
    const char *archive, *action, *run, *type, *library, *reference;
    int64_t size;
    const struct parameter_grid *space; /* of the measurement's points, */
    size_t point;                       /* of which this is one */
    size_t n;                           /* samples that were measured: finite numbers */
    size_t rounds;  /* rounds with at least one sample; with 1 intervals are over samples */
    size_t trimmed; /* samples that were dropped because somebody asked for it */

    struct resolution resolution;
    double mean, mean_low, mean_high, se; /* se: the mean's standard error */
    double sd, cv;                        /* of all samples; sd / mean */
    double round_sd;                      /* standard deviation of the means of the rounds */
    double log_mean, log_se;              /* of ln of the rounds' means */
    double min, max, skewness, kurtosis;
    double median, median_low, median_high, mad;
    const double *quantiles;         /* those that were wanted; NULL for none */
    size_t outliers, sigma_outliers; /* by Tukey's fences; beyond two standard deviations */

    double ratio, ratio_low, ratio_high; /* t(library) / t(reference); below 1 is faster */
    double log_ratio;
    double mean_ratio, mean_ratio_low, mean_ratio_high; /* of the means (ratio.h) */
    struct welch_side mean_side;                        /* its logarithm, to be compared */
    size_t ratio_rounds; /* it rests on: with pairs, or unpaired of whichever has fewer; below 2 its
                            unit is the sample */
    double log_ratio_se, log_ratio_degrees; /* over these rounds */
    double log_resolution;                  /* the least half width of ln ratio (location.h), */
    int is_coarse;        /* which is that of its interval, and added to the margin */
    enum pairing pairing; /* of its samples and the reference's */
    double speedup, speedup_low, speedup_high;          /* 1 / ratio */
    double difference, difference_low, difference_high; /* t(library) - t(reference) */
    struct noise noise;                                 /* of this point */
    double margin, p, p_adjusted; /* of |log ratio| <= margin; adjusted for all rows (verdict.h) */
    int side;                     /* where the test points: 1 slower, -1 faster */
    enum verdict verdict;

    double flops, bytes; /* of a call, as the action says */
    double flop_rate, flop_rate_low, flop_rate_high, byte_rate, byte_rate_low, byte_rate_high;
    double efficiency; /* of the peak of flops where both are known, else of bytes */
    double scaling, scaling_low, scaling_high; /* over the fewest threads (scaling.h) */
    double thread_efficiency, thread_efficiency_low, thread_efficiency_high;
    struct reports reports;
    int is_reference; /* its own ratio is exactly 1, without doubt */
    int both_right;   /* its answer and the reference's; without it a ratio compares nothing */
    enum cell_status status;
    struct diagnostics diagnostics;
    struct warned warned;
};

/* One of which nothing is known: NaN, and no samples. */
extern const struct row row_unknown;

/* A geometric mean over some of the points. */
struct partial_mean {
    size_t sizes;
    double ratio, low, high;
};

/* One library over all points: the geometric mean of its ratios, over the points where both it and
 * the reference were measured and right (ratio.h). */
struct summary_row {
    const char *archive, *action, *run, *type, *library, *reference;
    size_t sizes; /* how many it is taken over: sizes, or whatever else points differ in */
    double ratio, ratio_low, ratio_high;
    double speedup, speedup_low, speedup_high;
    struct partial_mean means;                  /* of the ratios of means (ratio.h) */
    struct partial_mean in_cache, out_of_cache; /* the points of which that is known (cache.h) */
    struct noise noise;                         /* the geometric mean of the control's ratios */
    int is_reference;
    struct warned warned; /* of all that the measurement is warned of */
};

/* One measurement's part of the table, and what is known of that measurement. */
struct section {
    const char *archive, *action, *run, *type, *reference;
    const char *about, *size_means;    /* of the action */
    const char *conditions;            /* conditions_words; NULL for none */
    const char *started, *state, *cpu; /* of the run */
    struct cache_levels caches;        /* of its machine; none where they were cold at each call */
    double confidence;
    enum pairing pairing;
    size_t rounds, rounds_wanted; /* with samples; of an interrupted run fewer than wanted */
    size_t fewest_seeds, most_seeds;
    size_t first_row, row_count;
    size_t first_summary, summary_count;
    size_t samples;               /* of all rows */
    const char *controlled;       /* the library that was measured a second time; NULL for none */
    struct noise noise;           /* where its floor is highest, */
    size_t noise_point;           /* at this point */
    struct parameter_grid *space; /* the points; owned, as are the following */
    struct output_errors errors;
    struct warnings *warnings;
    struct provenance *provenance; /* NULL unless it was asked for */
    struct selected_cell *chosen;  /* NULL unless it was asked for */
    double *quantiles;             /* [rows][as many as were wanted] */
    double *round_ratios; /* [rows][rounds_wanted] ln ratio by round; NaN where a cell is not right,
                             and where samples are unpaired */
    double *round_mean_ratios; /* the same of the ratio of means */
    struct unpaired *sides;    /* [rows] of ln t where samples are unpaired, else NULL; NaN where a
                                  cell is not right */
    int8_t *shown;             /* [rows] 1 slower than the reference, -1 faster, 0 not shown */
    const struct hypothesis_test *test; /* verdicts are by this one, */
    double min_effect;                  /* at least that, */
    double min_effect_alone;            /* in rows of a single round that, */
    size_t hypotheses;                  /* and corrected for so many */
    char **names; /* private: the strings that section, rows and summaries point to */
    size_t name_count;
};

/* Zero-initialised is an empty one. */
struct table {
    struct row *rows; /* by measurement, then point, then library in the run's order */
    size_t row_count;
    struct summary_row *summaries; /* by measurement, then library */
    size_t summary_count;
    struct section *sections; /* by measurement */
    size_t section_count;
};

/* Is given the samples behind each row while they are read: for every point that is shown, in
 * order, all of its libraries. ROW has been folded, SECONDS are COUNT samples as statistics see
 * them, some perhaps NaN. Both are valid until it returns 0, or -1 when there is no memory. */
struct samples_taker {
    int (*take)(void *context, const struct row *row, const double *seconds, size_t count);
    void *context;
};

/* Zero-initialised is the usual. */
struct table_options {
    const char *reference; /* NULL: the measurement's own, else its first library */
    double confidence;     /* such as 0.95; 0 means 0.95 */
    const char *archive;   /* where the run comes from, to be shown; NULL when there is only one */
    const struct filter *filter; /* NULL: everything is shown */
    unsigned spared;             /* bits of enum need: what nobody looks at, and stays undefined */
    struct trim trim;
    const struct hypothesis_test *test; /* NULL: hypothesis_default */
    double min_effect;
    int has_min_effect; /* also where that is 0; else a single round has its own (verdict.h) */
    const double *probabilities; /* of the quantiles, in any order */
    size_t quantile_count;
    struct rates_peak peak; /* 0 and NaN are none */
    int with_provenance;    /* sections keep theirs */
    const struct filter
        *chosen; /* of the cells it means, the first keeps its samples; may be NULL */
    const struct samples_taker *taker; /* NULL for none */
};

/* Appends SECTION with its ROWS and SUMMARIES, as many as it says. They are copied, but what
 * SECTION owns is the table's from here on. Returns 0 when there is no memory; then nothing has
 * changed. */
int table_append(struct table *table, const struct section *section, const struct row *rows,
                 const struct summary_row *summaries);
/* The same with ROWS that malloc made, which are the table's from here on, unless that fails:
 * the first are not copied. */
int table_append_own(struct table *table, const struct section *section, struct row *rows,
                     const struct summary_row *summaries);
/* Appends all of FROM, which is empty then. Returns 0 when there is no memory; then nothing has
 * changed. */
int table_take(struct table *table, struct table *from);
/* Frees what a section owns that is in no table. */
void section_release(struct section *section);

void table_release(struct table *table);

/* In which order the summaries of SECTION stand from the fastest to the slowest, undefined ones
 * last: their numbers, counted from the section's first. To be freed; NULL without memory. */
size_t *table_fastest_first(const struct table *table, const struct section *section);

#endif
