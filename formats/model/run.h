/* SPDX-License-Identifier: GPL-3.0-or-later */
/* run.h: a run of measurements in memory.
 *
 * A run is one invocation of bench-collect (or one import). It holds a measurement per action; a
 * measurement holds a series per library; a series holds the seconds per call of every sample.
 *
 *     run  "run_000001"                          facts: uuid, started, host, CPU, ...
 *      └ measurement  "axpy"                     facts: about, size_means, type, ...
 *          sizes[S], seeds[S], and whatever else varies: parameters[S]
 *          flops[S], bytes[S]: what the action says about one call
 *          └ series  "openblas"                  facts: path, version, kernel, ...
 *              seconds[S][R][K], and the details of detail.def
 *
 * S counts points, R rounds, and K is the largest number of seeds at any point. A point is usually
 * a size; if the action has parameters, it is a combination of a size and their values. A sample is
 * a time per call, or the result of a trial: a team of threads operates for a fixed time. T is then
 * the most threads of any trial, and details of single threads are arrays [S][R][K][T]. Everything
 * that is not an array of numbers is a fact: a name with a text, an integer or a real. Only raw
 * times and facts are kept; derived values are computed on request.
 *
 * Undefined is NaN for reals and -1 for integers that count something. Times are in seconds. */
#ifndef BENCHMAT_FORMATS_MODEL_RUN_H
#define BENCHMAT_FORMATS_MODEL_RUN_H

#include <stddef.h>
#include <stdint.h>

#include "formats/model/facts.h"
#include "formats/model/hash_table.h"
#include "formats/text/err.h"

/* --- facts ---------------------------------------------------------------------------------- */

/* Facts that programs look up by name. All other facts are only for people to read. */
#define FACT_UUID         "uuid"         /* of a run: RFC 4122 text */
#define FACT_STARTED      "started"      /* of a run: ISO 8601 with offset, start of measuring */
#define FACT_FINISHED     "finished"     /* of a run: the same, its end */
#define FACT_STATE        "state"        /* of a run: "complete" or "interrupted" */
#define FACT_RESUMED      "resumed"      /* of a run: when and where it was resumed, one per line */
#define FACT_COMMAND      "command_line" /* of a run: as typed, quoted for a shell */
#define FACT_DIRECTORY    "directory"    /* of a run: where its commands or programs ran */
#define FACT_HOST         "host"         /* of a run: the machine's name */
#define FACT_SLURM_NODE   "slurm_node"   /* of a run in a Slurm job: the node's name there */
#define FACT_CPU          "cpu_model"    /* of a run: the processor's own name for itself */
#define FACT_TOPOLOGY     "topology"     /* of a run: hwloc's XML */
#define FACT_LOGICAL_CPUS "logical_cpus" /* of a run: CPUs of the machine, as Linux counts them */
#define FACT_L1D_CACHE    "l1d_cache"  /* of a run: bytes of the first core's level 1 data cache */
#define FACT_L2_CACHE     "l2_cache"   /* the same for level 2; the cache may be shared */
#define FACT_L3_CACHE     "l3_cache"   /* the same for level 3; all: missing if hwloc knows none */
#define FACT_ABOUT        "about"      /* of a measurement: the calculation, as a formula */
#define FACT_SIZE_MEANS   "size_means" /* of a measurement: such as "length of x and y" */
#define FACT_SIZE_NAME                                                                             \
    "size_name" /* of a measurement: what its file calls the size, such as "bits"; absent: "size"  \
                 */
#define FACT_TYPE      "type"      /* of a measurement: "s" (float) or "d" (double) */
#define FACT_REFERENCE "reference" /* of a measurement: the series that ratios refer to */
#define FACT_DISTURBED                                                                             \
    "disturbed_samples" /* of a measurement: samples kept although every                           \
                          attempt to measure them was disturbed */
#define FACT_QUOTA_PERIODS                                                                         \
    "quota_periods" /* of a measurement: periods of its control groups' CPU quotas that passed */
#define FACT_THROTTLED_PERIODS                                                                     \
    "throttled_periods" /* those in which a quota was used up, and all stood still */
#define FACT_THROTTLED_SECONDS                                                                     \
    "throttled_seconds"                /* for how long, on all CPUs together, a real number */
#define FACT_CACHE_STATE "cache_state" /* of a measurement: "warm" or "cold" */
#define FACT_STDOUT                                                                                \
    "stdout" /* of a measurement of commands, or of each series: "pipe", "null" or a file; null    \
                where it is absent */
#define FACT_DEVICE  "device"  /* of a series: what its library calculates on, if not the CPU */
#define FACT_DEVICES "devices" /* of a measurement: those of all its series, once each */
#define FACT_TRANSFERS                                                                             \
    "transfers" /* of a measurement with libraries that calculate on a device: whether a call      \
                   brings its data there and back, "included" or "excluded" */
#define FACT_INPUTS                                                                                \
    "inputs" /* of a measurement: whether each call gets other numbers, INPUTS_ARE_FRESH, or all   \
                calls of a batch the same, INPUTS_ARE_SAME; without it the same. Of a series: the  \
                same, though others get other ones */
#define INPUTS_ARE_FRESH "fresh"
#define INPUTS_ARE_SAME  "same"
#define FACT_ALIGNMENT                                                                             \
    "alignment" /* of a measurement: at multiples of what the arrays of libraries begin,           \
                   ALIGNMENT_USUAL, which it is without it too, "16-byte" or "page" */
#define ALIGNMENT_USUAL "64-byte"
#define FACT_AXIS                                                                                  \
    "axis" /* of a measurement: the parameter that charts use in place of the size, because the    \
              action has no size */
#define FACT_THREADS                                                                               \
    "threads" /* of a measurement: threads requested; if their number varies, the parameter of     \
                 this name has it instead */
#define FACT_TRIAL_SECONDS                                                                         \
    "trial_seconds" /* of a measurement of a team: how long a trial is, a real number */
#define FACT_TEAM_CPUS                                                                             \
    "team_cpus" /* of a measurement of a team: how many CPUs its threads may use */
#define FACT_COUNTERS                                                                              \
    "counters" /* of a measurement of a team: what the details thread_counter_1, ... count, a name \
                  per line */
#define FACT_CONTROL_OF                                                                            \
    "control_of" /* of a series: the name of the reference series, whose library was measured a    \
                    second time as this series, so that the ratio of the two shows the noise of    \
                    the measurement itself */
#define FACT_MODE                                                                                  \
    "mode" /* of a measurement: what a sample is, "average", "first", "sample" or "throughput";    \
              absent: "average" */
#define FACT_SCHEDULE                                                                              \
    "schedule" /* of a measurement: "interleaved" or "blocked"; only bench-collect writes it */
#define FACT_PAIRED_BY                                                                             \
    "paired_by" /* of a measurement from another program that says which samples belong            \
                   together: "round and seed"; of one that keeps each call of a batch: "nothing"   \
                 */
#define PAIRED_BY_NOTHING "nothing"
#define FACT_ROUND_SECONDS                                                                         \
    "round_seconds" /* of a measurement: what a round took, on average, all of it */
#define FACT_ROUND_START_SECONDS                                                                   \
    "round_start_seconds" /* of a measurement: the part of it for starting and ending processes */
#define FACT_DETECTABLE_TARGET                                                                     \
    "detectable_target" /* of a measurement whose rounds go on until a difference of this part     \
                           would be shown in the median cell; absent: their number was chosen */
#define FACT_DETECTABLE_REACHED                                                                    \
    "detectable_reached" /* the difference that would be shown there after the last round */
#define FACT_SAMPLES_ARE "samples_are" /* of a measurement: what they are if not times of calls */
#define SAMPLES_ARE_RUNS "runs of a command"
#define FACT_MEASURED                                                                              \
    "measured" /* of a measurement without times: the detail of its samples that is its result, */ /* such as "rate" */
#define FACT_BUILDS                                                                                \
    "builds" /* of a series: SHA-256 and path of the files that the user made, a line each;        \
                missing if its library is installed */
#define FACT_BUILDS_DRAWN                                                                          \
    "builds_drawn" /* of a series with several builds: which of these lines each round loaded,     \
                      from 1: "3 1 2" */
#define FACT_CODE_PLACEMENT                                                                        \
    "code_placement" /* of a measurement of files that the user made, if it compares: PLACED_...,  \
                        or "one build of " and what has only one, or "each" */
#define PLACED_ANEW     "code placed anew each round"
#define PLACED_IN_TURNS "fewer builds than rounds"
#define FACT_OUTPUT_ERRORS                                                                         \
    "output_errors" /* of a series: CSV with the header point,output,max,mean,total and a line     \
                       for each point, counted from 0, and output; names have no commas */

/* Returns the name of the machine that a run with these FACTS was measured on: FACT_SLURM_NODE, as
 * several nodes of Slurm may share one system, else FACT_HOST; "" if the run says neither. Whatever
 * tells machines apart asks here. Borrowed from FACTS. */
const char *run_machine(const struct facts *facts);

/* --- cells ---------------------------------------------------------------------------------- */

/* What happened to one library at one point. Files store these numbers. */
enum cell_status {
    CELL_OK = 0,
    CELL_NOT_MEASURED = 1, /* not tried, or not reached before an interruption */
    CELL_WRONG = 2,        /* measured, but the answer is outside the tolerance */
    CELL_CRASHED = 3,      /* a signal killed the process */
    CELL_HUNG = 4,         /* it exceeded its time limit */
    CELL_EXITED = 5,       /* the library ended the process */
    CELL_FAILED = 6,       /* it could not be set up: no memory, missing symbols */
    CELL_STATUSES
};

/* Returns "ok", "not measured", "wrong", ...; "unknown" outside the enum. The string is static. */
const char *cell_status_name(int status);

/* --- series --------------------------------------------------------------------------------- */

/* The most named counters that each thread of a team may have. */
#define RUN_MAX_COUNTERS 8

/* The most measures of a measurement that have no name here (measures.h). */
#define RUN_MAX_MEASURES 32

/* [S], [S][R][K] or [S][R][K][T]. All details of single threads are optional reals, NaN for the
 * threads that a trial did not have. */
enum detail_shape { PER_POINT, PER_SAMPLE, PER_THREAD };
enum detail_type { DETAIL_INTEGER, DETAIL_REAL };

/* The details of a series, DETAIL_status and so on, which are told of in detail.def. */
enum detail {
#define POINT(type, id, unit, about)    DETAIL_##id,
#define BATCH(type, id, unit, about)    DETAIL_##id,
#define REPORT(source, id, unit, about) DETAIL_##id,
#define THREAD(id, unit, about)         DETAIL_##id,
#define COUNTER(n)                      DETAIL_thread_counter_##n,
#define MEASURE(n)                      DETAIL_measure_##n,
#include "formats/model/detail.def"
    DETAILS
};

/* What tells the details of samples that are optional (detail.def). */
enum detail_source {
    FROM_CALL = 1, /* the action, of a call */
    FROM_COMMAND,  /* what a command used */
    FROM_EVENT,    /* what is counted */
    FROM_IMPORT,   /* only files of other programs */
    FROM_RANKS,
    FROM_WINDOWS, /* in which ranks of a collective action begin together */
    FROM_DEVICE,
    FROM_TRIAL
};

struct series_detail {
    const char *name;
    enum detail_shape shape;
    enum detail_type type;
    int is_optional;           /* NULL unless the action or the file tells it */
    enum detail_source source; /* 0: none of these */
    const char *unit;          /* "s"; "1" for counts and pure numbers */
    const char *about;
};

extern const struct series_detail series_details[DETAILS];

/* One library's measurements of one action. S, R, K and T are the measurement's. */
struct series {
    char *name; /* the true name, unique within its measurement */
    struct facts facts;
    double *seconds; /* [S][R][K] seconds of a typical call of the batch; NaN: not measured */
    union {
        struct { /* the details by name: int64_t *status, ..., double *temperature, ... */
#define INTEGER                         int64_t
#define REAL                            double
#define POINT(type, id, unit, about)    type *id;
#define BATCH(type, id, unit, about)    type *id;
#define REPORT(source, id, unit, about) double *id;
#define THREAD(id, unit, about)         double *id;
#include "formats/model/detail.def"
#undef INTEGER
#undef REAL
            double *thread_counters[RUN_MAX_COUNTERS];
            double *measures[RUN_MAX_MEASURES]; /* what only the file has a name for */
        };
        void *details[DETAILS]; /* the same by enum detail; NULL where nothing tells them */
    };
};

/* A set of details: a bit for each of series_details, by its index. Zero-initialised: empty. */
enum { DETAIL_WORDS = 2 };
struct detail_set {
    uint64_t words[DETAIL_WORDS];
};

static inline void detail_set_add(struct detail_set *set, size_t detail) {
    set->words[detail / 64] |= (uint64_t)1 << detail % 64;
}

static inline int detail_set_has(const struct detail_set *set, size_t detail) {
    return set->words[detail / 64] >> detail % 64 & 1;
}

/* --- measurement and run -------------------------------------------------------------------- */

/* What varies besides the size: a parameter of the action, or "threads". */
struct parameter {
    char *name;
    double *values; /* [S] */
};

/* A term: what the action says about the work of one call at each point, from which rates are
 * computed. It is a statement by the action's author, not a result: nothing was counted during the
 * run (`operations` of a series are for that), and a library may do more or less work. Each term is
 * optional: NULL if the action does not have it, NaN at points without a value. bench-collect
 * writes only finite numbers above 0; files from other programs may have others. */
struct measurement_term {
    const char *name;
    size_t offset;    /* offset of a double * in struct measurement */
    const char *unit; /* "1" for counts, "byte" */
    const char *about;
};

enum { MEASUREMENT_TERMS = 2 };
extern const struct measurement_term measurement_terms[MEASUREMENT_TERMS];

/* One action, measured. */
struct measurement {
    char *name; /* name of the action: "axpy" */
    struct facts facts;
    size_t points, rounds, max_seeds; /* S, R, K; each at least 1 */
    size_t team;                      /* T: most threads of any trial; 0: samples are calls */
    int64_t *sizes;                   /* [S] */
    int64_t *seeds;                   /* [S] how many seeds were measured; at most K */
    struct parameter *parameters;
    size_t parameter_count;
    double *flops, *bytes; /* [S] or NULL: the terms, which measurement_terms describes */
    struct series *series;
    size_t series_count;
    struct slots series_by_name; /* private: finds many; empty as long as they are few */
};

struct run {
    char *name; /* "run_000001"; the archive sets it when the run is appended */
    struct facts facts;
    struct measurement *measurements;
    size_t measurement_count;
    struct slots measurements_by_name; /* private, likewise */
};

/* The most elements of one array of a run, 2^31. A file that claims more is refused before anything
 * is allocated. */
#define RUN_MAX_ELEMENTS ((size_t)1 << 31)

/* The most parameters of a measurement. */
#define RUN_MAX_PARAMETERS ((size_t)64)

/* Returns an empty run, which the caller must pass to run_free; NULL if memory runs out. */
struct run *run_new(void);
void run_free(struct run *run);

/* Several runs, such as those of a file; the list owns them. Zero-initialised: none. */
struct runs {
    struct run **items;
    size_t count;
};

/* Adds RUN, which RUNS then owns. Returns 0, or -1, with RUN freed, if memory runs out. */
int runs_add(struct runs *runs, struct run *run);
void runs_release(struct runs *runs);

/* Adds a measurement of that shape, with sizes and seeds 0 and no series. The pointer is valid
 * until the next measurement is added to RUN. On failure (a dimension of 0, more than
 * RUN_MAX_ELEMENTS, no memory) returns NULL and sets ERR. */
struct measurement *run_add_measurement(struct run *run, const char *name, size_t points,
                                        size_t rounds, size_t max_seeds, struct err *err);

/* Adds a series with its seconds and the details of points: reals are NaN, integers -1, status
 * CELL_NOT_MEASURED. The pointer is valid until the next series is added to MEASUREMENT. Returns
 * NULL if memory runs out. */
struct series *measurement_add_series(struct measurement *measurement, const char *name,
                                      struct err *err);

/* Makes the samples of MEASUREMENT trials of up to TEAM threads; 0: calls. Call this before any
 * series gets a detail of single threads, and before the measurement is stored. On failure (more
 * than RUN_MAX_ELEMENTS, a series has such a detail already) MEASUREMENT is unchanged. */
int measurement_set_team(struct measurement *measurement, size_t team, struct err *err);

/* Adds the details of batches that bench-collect always has, all unknown, unless SERIES has them.
 * On failure (no memory) it has some of them. */
int measurement_add_batch_details(const struct measurement *measurement, struct series *series,
                                  struct err *err);

/* Adds a detail, all unknown, to SERIES, unless it has it. On failure (no memory, no such detail, a
 * detail of single threads without a team) SERIES is unchanged. */
int measurement_add_detail(const struct measurement *measurement, struct series *series,
                           const char *name, struct err *err);

/* Adds a parameter, all NaN, or finds the one called NAME. The pointer is valid until the next
 * parameter is added. On failure (more than RUN_MAX_PARAMETERS, no memory) returns NULL. */
struct parameter *measurement_add_parameter(struct measurement *measurement, const char *name,
                                            struct err *err);

/* Adds a term, all NaN, to MEASUREMENT, unless it has it. Returns the term's values. On failure (no
 * memory, no such term) returns NULL, and MEASUREMENT is unchanged. */
double *measurement_add_term(struct measurement *measurement, const char *name, struct err *err);

/* Returns the values of TERM, or NULL if MEASUREMENT does not have it. */
double *measurement_term_values(const struct measurement *measurement,
                                const struct measurement_term *term);

/* Returns the most threads requested at any point; 1 if nothing says how many. */
double measurement_threads(const struct measurement *m);

/* Returns whether samples of the same point, round and seed in different series belong together.
 * They do if bench-collect measured batches in turn, or if a file from another program says so.
 * Otherwise the index of a sample means nothing, or only which call of its batch it was. */
int measurement_is_paired(const struct measurement *m);

/* Returns the index of the sample of that point, round and seed in an array [S][R][K]. */
static inline size_t measurement_index(const struct measurement *m, size_t point, size_t round,
                                       size_t seed) {
    return (point * m->rounds + round) * m->max_seeds + seed;
}

/* Returns the index of THREAD, from 0, of that sample in an array [S][R][K][T]. */
static inline size_t measurement_thread_index(const struct measurement *m, size_t point,
                                              size_t round, size_t seed, size_t thread) {
    return measurement_index(m, point, round, seed) * m->team + thread;
}

/* Drops the rounds of MEASUREMENT from number ROUNDS on, for a measurement with room for more
 * rounds than were measured. Does nothing if ROUNDS is 0 or there are no such rounds. */
void measurement_trim_rounds(struct measurement *measurement, size_t rounds);

/* Gives MEASUREMENT room for ROUNDS rounds; the new ones are not measured. Does nothing if it
 * already has that many. On failure (more than RUN_MAX_ELEMENTS, no memory) MEASUREMENT is
 * unchanged. */
int measurement_extend_rounds(struct measurement *measurement, size_t rounds, struct err *err);

/* Returns 0, or ERR_DAMAGED if a point claims a negative number of seeds or more than MEASUREMENT
 * has room for. Call this before you use numbers of seeds that come from a file. */
int measurement_check_seeds(const struct measurement *measurement, struct err *err);

/* Returns the number of elements of an array of that SHAPE: 0 for PER_THREAD without a team. */
size_t measurement_elements(const struct measurement *m, enum detail_shape shape);

/* Returns the array of SERIES that DETAIL describes, int64_t * or double *; NULL if SERIES does
 * not have it. */
static inline void *series_detail_values(const struct series *series,
                                         const struct series_detail *detail) {
    return series->details[detail - series_details];
}

/* Whether a file tells a rate of SAMPLE. */
int series_tells_rate(const struct series *series, size_t sample);

/* Returns an array for DETAIL with all elements unknown: NaN, -1, or CELL_NOT_MEASURED for a
 * status. The caller must free it, like all arrays of a run. Returns NULL if memory runs out. */
void *series_detail_new(const struct measurement *measurement, const struct series_detail *detail);

/* Returns whether SERIES has DETAIL with at least one known element. Files do not distinguish a
 * missing detail from one without known elements. */
int series_detail_is_known(const struct measurement *m, const struct series *series,
                           const struct series_detail *detail);

/* Add what a caller has put together itself, which must have a name; no other may have it. The
 * pointers are valid until the next is added. Return NULL if memory runs out, or was out when NAME
 * was copied; then the caller still owns the arrays. */
struct series *measurement_keep_series(struct measurement *m, const struct series *series);
struct measurement *run_keep_measurement(struct run *run, const struct measurement *measurement);

/* Return the series, parameter or measurement called NAME, or NULL. */
struct series *measurement_find(const struct measurement *m, const char *name);
struct parameter *measurement_find_parameter(const struct measurement *m, const char *name);
struct measurement *run_find(const struct run *run, const char *name);

/* Returns whether a library called NAME belongs to FAMILY: "openblas-serial" belongs to "openblas".
 * If a user names a library that does not exist, the first of that family is used. */
int run_is_of_family(const char *name, const char *family);
/* Returns the series called NAME, otherwise the first of the family NAME, otherwise NULL. */
struct series *measurement_find_reference(const struct measurement *m, const char *name);

/* --- summary of a cell --- */

/* Summarises the samples of one library at one point, for files that have no room for more.
 * bench-analyze computes confidence intervals. */

/* Of all finite samples, in all rounds. Members are NaN if there are too few samples. */
struct cell_summary {
    size_t n;
    double mean, sd; /* sd: the sample's standard deviation, sqrt(sum (x - mean)^2 / (n - 1)) */
    double min, max;
};

struct cell_summary cell_summary_of(const struct measurement *m, const struct series *series,
                                    size_t point);

#endif
