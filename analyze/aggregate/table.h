/* SPDX-License-Identifier: GPL-3.0-or-later */
/* table.h: measurements folded into statistics and ratios, one row per library and point.
 *
 * Statistics. The independent unit is the round: a fresh process with a fresh memory layout.
 * Repetitions inside one process are not independent evidence, so the interval of a mean is
 * Student's t over the means of the rounds. If there is only one round, the sample has to serve as
 * the unit; such an interval is too narrow, and a warning says so (warnings.h).
 *
 * Ratios are paired if the samples are (measurement_is_paired): d = ln t(library) - ln t(reference)
 * at the same size, round and seed, which were measured next to each other in time, so that the
 * machine's drift cancels. The 40 % trimmed mean reduces the d of each round to one value; a t
 * interval covers the rounds; the ratio is exp of that. It is not a quotient of two means. By
 * default the standard error of that interval is estimated from all cells together (error_model.h),
 * and is the one that decides the verdict. If points also differ in parameters, only samples of the
 * same point form pairs. If samples are not paired, the two libraries' own locations are compared
 * (unpaired.h).
 *
 * The control (multiplicity.h) does not count as a library: it has no rows and no geometric mean of
 * its own. Its ratio to the library that it duplicates appears as the noise in the rows of all
 * libraries. */
#ifndef BENCHMAT_ANALYZE_AGGREGATE_TABLE_H
#define BENCHMAT_ANALYZE_AGGREGATE_TABLE_H

#include <stddef.h>
#include <stdint.h>

#include "analyze/aggregate/filter.h"
#include "analyze/aggregate/rates.h"
#include "analyze/aggregate/warnings.h"
#include "analyze/inference/error_model.h"
#include "analyze/inference/hypothesis.h"
#include "analyze/inference/multiplicity.h"
#include "analyze/inference/unpaired.h"
#include "analyze/inference/verdict.h"
#include "analyze/model/cache.h"
#include "analyze/model/parameter_grid.h"
#include "analyze/model/conditions.h"
#include "analyze/model/quantity.h"
#include "analyze/model/reports.h"
#include "analyze/model/statistic.h"
#include "analyze/statistics/location.h"
#include "analyze/statistics/outliers.h"
#include "formats/model/left_out.h"
#include "formats/model/culprits.h"
#include "formats/model/run.h"

struct replication_basis;

/* --- optional statistics --- */

/* Statistics that cost time, and can be left out if nobody looks at them. Always computed, because
 * cheap: texts, numbers of samples and rounds, mean, sd, round_sd and what follows from these. */
enum need {
    NEED_TIMES = 0,
    NEED_EXTREMES = 1 << 0, /* smallest and largest sample */
    NEED_SHAPE = 1 << 1,    /* skewness and kurtosis */
    NEED_ORDER = 1 << 2,    /* sorted samples: median, quantiles, outliers */
    NEED_RATIO = 1 << 3,
    NEED_NOISE = 1 << 4,
    NEED_TEST = 1 << 5,
    NEED_VERDICT = NEED_TEST | NEED_RATIO | NEED_NOISE, /* tests use ratios, beyond the noise */
    NEED_REPORTS = 1 << 6,
    NEED_WARNINGS = 1 << 7, /* some of them look at every sample */
    NEED_FASTEST = 1 << 8,  /* the probability of being the fastest; needs NEED_RATIO, too */
    NEED_BATCHES = 1 << 9,  /* the means of whole batches */
    NEED_ALL = (1 << 10) - 1,
    NEED_DETAILS = NEED_RATIO | NEED_REPORTS | NEED_WARNINGS | NEED_BATCHES /* of samples */
};

/* --- table --- */

/* Whether samples with the same point, round and seed belong together (measurement_is_paired). */
/* BY_ROUND: only their rounds do, which is enough for means and quantiles of rounds. */
enum pairing { PAIRING_UNKNOWN, PAIRING_PAIRED, PAIRING_UNPAIRED, PAIRING_BY_ROUND };
/* "unknown", "paired", "unpaired", "paired by round". Static. */
const char *pairing_name(int pairing);

/* Runs of a program, one of each round, that are far out (outliers.h) of FAR_RUNS_LEAST runs or
 * more, and at least FAR_RUNS_PART off their median. */
#define FAR_RUNS_PART 0.05
enum { FAR_RUNS_LEAST = 10 };
struct far_runs {
    size_t count;
    size_t worst;  /* the round of the farthest, from 0 */
    double factor; /* its time over the median */
};

/* What a cell tells about how it was measured (warnings.h). */
struct diagnostics {
    double rise, p_value;   /* of its times within rounds (trend.h) */
    size_t not_positive;    /* finite samples that are not above 0 */
    double one_mode;        /* p-value for samples that cluster around a single time */
    double one_group;       /* the same for rounds */
    double unsteady;        /* fraction of its batches that were not steady after warming up */
    int64_t interval_calls; /* fewest calls timed together; -1 if unknown */
    double rank_error; /* the mean part of what is timed by which ranks did not begin together, or
                          by which their clock was off, whichever is more; NaN if unknown */
    struct interval batch_factor; /* the mean of its batches over the mean of its samples: above 1
                                     where these leave slow calls out */
    enum slow_calls slow_calls;   /* what makes it so */
    struct far_runs far;
    size_t disturbed,
        disturbance_told; /* number of samples that were disturbed; that say whether they were */
};

/* One library at one point (parameter_grid.h). Its statistics are those of QUANTITY, in that unit:
 * seconds per call by default. NaN means undefined. The section owns all texts here and has made
 * them printable (unicode.h); NULL if unknown. */
struct row {
    const char *archive, *action, *run, *type, *library, *reference;
    const char *samples_are; /* as in struct section */
    enum quantity quantity;
    struct statistic statistic; /* that ratio, verdict and what follows from them are about */
    int64_t size;
    const struct parameter_grid *space; /* the measurement's points */
    size_t point;                       /* index in space */
    struct resolution resolution;
    struct interval mean;
    double log_mean, log_se;   /* of ln of the rounds' means */
    struct welch_side typical; /* the same, over samples in a single round; of runs of a program,
                                  which nothing pairs, trimmed (unpaired.h) */
    const double *quantiles;   /* the requested ones; NULL for none */

    struct interval chosen;        /* the statistic, if it is not typical */
    struct welch_side chosen_side; /* its logarithm, over rounds */
    size_t samples_needed;         /* what the quantile takes, if there are fewer; else 0 */

    double log_ratio;
    struct welch_side mean_side; /* logarithm of mean_ratio, for comparisons */
    size_t ratio_rounds; /* rounds behind the ratio: with pairs, or if unpaired of the library that
                            has fewer; below 2 its unit is the sample */
    double log_ratio_se, log_ratio_degrees; /* over ratio_rounds, of this cell alone */
    struct interval own_ratio;              /* the ratio by the rounds of this cell alone */
    double log_resolution;                  /* least half width of ln ratio (location.h) */
    int is_coarse;        /* log_resolution sets its interval, and is added to the margin */
    enum pairing pairing; /* of its samples and the reference's */
    struct noise noise;   /* at this point */
    double margin;        /* that of the hypothesis behind p */
    int side;             /* direction of the test: 1 slower, -1 faster */
    enum verdict verdict;

/* And the numbers of row.def. */
#define COUNT(name)    size_t name;
#define REAL(name)     double name;
#define INTERVAL(name) struct interval name;
#include "formats/model/row.def"

    struct reports reports;
    int is_reference; /* its own ratio is exactly 1, with no uncertainty */
    int both_right;   /* its answer and the reference's; if not, a ratio is meaningless */
    enum cell_status status;
    struct diagnostics diagnostics;
    struct warned warned;
};

/* A row of which nothing is known: NaN, and no samples. */
extern const struct row row_unknown;

/* A geometric mean over some of the points. */
struct partial_mean {
    size_t sizes;
    struct interval ratio;
};

/* One library over all points: the geometric mean of its ratios over the points at which both it
 * and the reference were measured and are right (ratio.h). */
struct summary_row {
    const char *archive, *action, *run, *type, *library, *reference;
    size_t sizes; /* number of points in the mean: sizes, or whatever else points differ in */
    struct interval ratio;
    struct interval own_ratio; /* without the error model */
    struct interval speedup;
    size_t verdicts[VERDICTS]; /* points with each; none of the reference */
    struct partial_mean means; /* of the ratios of means (ratio.h) */
    struct partial_mean in_cache,
        out_of_cache;   /* the points known to be in or out of cache (cache.h) */
    struct noise noise; /* the geometric mean of the control's ratios */
    double margin;      /* of ln ratio, which may be as good as 0 within: the minimum effect by the
                           error model, otherwise the noise floor; NaN for none */
    enum quantity quantity;
    struct statistic statistic;
    int is_reference;
    struct warned warned; /* for all warnings about the measurement */
};

/* One measurement's part of the table, and facts about that measurement. */
struct section {
    const char *archive, *action, *run, *type, *reference;
    const char *about, *size_means;    /* of the action */
    const char *mode;                  /* FACT_MODE */
    const char *conditions;            /* conditions_words; NULL for none */
    const char *samples_are;           /* FACT_SAMPLES_ARE, if they are of QUANTITY, or NULL */
    const char *code_placement;        /* FACT_CODE_PLACEMENT; NULL for none */
    const char *started, *state, *cpu; /* of the run */
    struct cache_levels caches; /* of its machine; none if each call started with cold caches */
    double confidence;
    int are_simultaneous; /* its rows' intervals hold at all points of a library (bands.h) */
    enum quantity quantity;
    struct statistic statistic; /* of ratios and verdicts */
    quantity_set known; /* the quantities its samples have (quantity.h); 0 if QUANTITY is seconds */
    enum pairing pairing;
    size_t rounds, rounds_wanted; /* with samples; fewer than wanted if the run was interrupted */
    size_t fewest_seeds, most_seeds;
    int has_trials;          /* its samples are trials of a team of threads */
    int follow_others;       /* its samples are runs of commands that take turns */
    int are_typical;         /* some samples are typical of a batch and differ from its mean */
    const char *sample_word; /* conditions_sample_word */
    size_t first_row, row_count;
    size_t first_summary, summary_count;
    size_t samples;               /* of all rows */
    const char *controlled;       /* the library that the control duplicates; NULL for none */
    struct noise noise;           /* where its floor is highest */
    size_t noise_point;           /* the point of that floor */
    struct parameter_grid *space; /* the points; owned, like the following */
    struct output_errors errors;
    struct warnings *warnings;
    struct provenance *provenance; /* NULL unless requested */
    struct selected_cell *chosen;  /* NULL unless requested */
    double *quantiles;             /* [rows][requested quantiles] */
    const char *over;              /* table_options.over */
    double cpus; /* logical CPUs that threads could run on, NaN if unknown: FACT_TEAM_CPUS
                    of the measurement, else FACT_LOGICAL_CPUS of the run */
    double round_seconds, round_start_seconds; /* of a round, and of starting and ending its
                                                  processes; NaN if unknown */
    struct replication_basis *bases;           /* [rows] (replication.h); NULL unless requested */
    double *round_logs;   /* [rows][rounds_wanted] ln of the mean of each round; NaN without one */
    double *round_ratios; /* [rows][rounds_wanted] ln ratio by round; NaN if a cell is not right or
                             samples are unpaired */
    double *round_mean_ratios; /* the same for the ratio of means */
    struct unpaired
        *sides; /* [rows] of ln t if samples are unpaired, else NULL; NaN if a cell is not right */
    int8_t *shown; /* [rows] 1 if shown to be slower than the reference, -1 faster, 0 neither */
    const struct hypothesis_test *test; /* the test behind the verdicts */
    double min_effect;                  /* least effect that verdicts look for */
    double min_effect_alone;            /* the same in rows with a single round */
    size_t hypotheses;                  /* number of tests that verdicts are corrected for */
    double equal;                       /* largest difference that is equal; 0 if not asked for */
    double detectable, most_detectable; /* median and largest of the rows; NaN for none */
    struct error_model
        *error_model;          /* behind the intervals and verdicts of moderated-t; else NULL */
    double *round_controls;    /* [points][rounds_wanted] ln ratio of the control; NULL for none */
    struct left_outs left_out; /* what was named for the run and is not in it, of any action, as far
                                  as its library is selected */
    char **names;              /* private: the strings that section, rows and summaries point to */
    size_t name_count;
};

/* Zero-initialised: an empty table. */
struct table {
    struct row *rows; /* by measurement, then point, then library in the run's order */
    size_t row_count;
    struct summary_row *summaries; /* by measurement, then library */
    size_t summary_count;
    struct section *sections; /* by measurement */
    size_t section_count;
};

/* A section with its table: the context of what writes sentences about both. Borrowed. */
struct table_section {
    const struct table *table;
    const struct section *section;
};

/* The samples behind a row in the order they were taken, as the statistics see them. */
struct taken_samples {
    const double *seconds;    /* [rounds][seeds], some possibly NaN */
    const int64_t *disturbed; /* [rounds][seeds] 1: every attempt was disturbed; NULL if unknown */
    size_t rounds, seeds;
};

/* Receives the samples behind each row while they are read: for every shown point, in order, all of
 * its libraries. ROW has been folded. Both are valid only during the call. */
struct samples_taker {
    void (*take)(void *context, const struct row *row, const struct taken_samples *samples);
    void *context;
};

#define TABLE_POWER 0.8

/* Zero-initialised: the defaults. */
struct table_options {
    enum quantity quantity;      /* of which to make the statistics */
    struct statistic statistic;  /* of which to make ratios and verdicts; default: typical */
    const char *over;            /* what scaling goes over (scaling_axis.h); NULL: what varies */
    const char *reference;       /* NULL: the measurement's own, else its first library */
    double confidence;           /* such as 0.95; 0 means 0.95 */
    const char *archive;         /* source of the run, to show; NULL if there is only one */
    const struct filter *filter; /* NULL: everything is shown */
    unsigned spared; /* bits of enum need to leave out; what they name stays undefined */
    struct trim trim;
    const struct hypothesis_test *test; /* NULL: hypothesis_default */
    int are_simultaneous; /* intervals shall hold at all points of a library (bands.h) */
    double min_effect;
    int has_min_effect; /* 1 even if min_effect is 0; else a single round has its own default
                           (verdict.h) */
    double equal;       /* 0: not asked for */
    const double *probabilities; /* of the requested quantiles, in any order */
    size_t quantile_count;
    size_t mode_quantiles;       /* the last of them are wanted only of runs in sample mode */
    struct rates_peak peak;      /* 0 and NaN: none */
    int with_provenance;         /* sections get their provenance */
    int with_bases;              /* sections get their bases; needs NEED_RATIO */
    const struct filter *chosen; /* the first cell it selects keeps its samples; may be NULL */
    const struct samples_taker *taker; /* NULL for none */
};

/* Whether its run was in sample mode; in throughput mode. */
int section_keeps_calls(const struct section *section);
int section_shows_throughput(const struct section *section);

/* Appends SECTION with its ROWS and SUMMARIES, as many as it says. They are copied, but the table
 * takes over what SECTION owns. */
void table_append(struct table *table, const struct section *section, const struct row *rows,
                  const struct summary_row *summaries);
/* The same, but the table also takes over ROWS, which malloc made: the first rows of a table are
 * not copied. */
void table_append_own(struct table *table, const struct section *section, struct row *rows,
                      const struct summary_row *summaries);
/* Appends all of FROM, which is then empty. */
void table_take(struct table *table, struct table *from);
/* Frees what a section that is in no table owns. */
void section_release(struct section *section);

void table_release(struct table *table);

/* Returns the summaries of SECTION from the fastest to the slowest, as indices from the section's
 * first; undefined ones come last. The caller must free the array. */
size_t *table_fastest_first(const struct table *table, const struct section *section);

#endif
