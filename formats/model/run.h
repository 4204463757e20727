/* SPDX-License-Identifier: GPL-3.0-or-later */
/* run.h: what a run of measurements is, in memory.
 *
 * A run is one invocation of bench-collect (or one import). It holds a measurement per action; a
 * measurement holds a series per library; a series holds the seconds per call of every sample.
 *
 *     run  "run_000001"                          facts: uuid, started, host, CPU, ...
 *      └ measurement  "axpy"                     facts: about, size_means, type, ...
 *          sizes[S], seeds[S], and what else varies: parameters[S]
 *          flops[S], bytes[S]: what the action says of one call
 *          └ series  "openblas"                  facts: path, version, kernel, ...
 *              seconds[S][R][K], and the details below
 *
 * S counts points, R rounds and K the largest number of seeds at any point. A point is mostly a
 * size; where an action has parameters it is a combination of these and a size. Everything
 * that is not a number array is a fact: a name with a text, an integer or a real. Only raw times
 * and facts are kept; whatever can be derived is derived when it is asked for.
 *
 * Undefined is NaN for reals, -1 for integers that count something. Times are seconds. */
#ifndef BENCHMAT_FORMATS_MODEL_RUN_H
#define BENCHMAT_FORMATS_MODEL_RUN_H

#include <stddef.h>
#include <stdint.h>

#include "formats/model/facts.h"
#include "formats/text/err.h"

/* --- facts ---------------------------------------------------------------------------------- */

/* Facts that programs look up by name. Everything else is there to be read by people. */
#define FACT_UUID       "uuid"     /* of a run: RFC 4122 text */
#define FACT_STARTED    "started"  /* of a run: ISO 8601 with offset, start of measuring */
#define FACT_FINISHED   "finished" /* of a run: the same, its end */
#define FACT_STATE      "state"    /* of a run: "complete" or "interrupted" */
#define FACT_RESUMED    "resumed"  /* of a run: when and where it was gone on with, a line each */
#define FACT_COMMAND    "command_line" /* of a run: as typed, quoted for a shell */
#define FACT_HOST       "host"         /* of a run: the machine's name */
#define FACT_CPU        "cpu_model"    /* of a run: the processor's own name for itself */
#define FACT_TOPOLOGY   "topology"     /* of a run: hwloc's XML */
#define FACT_L1D_CACHE  "l1d_cache"    /* of a run: bytes of the first core's cache for data, */
#define FACT_L2_CACHE   "l2_cache"     /* whoever shares it; absent where hwloc knows of none */
#define FACT_L3_CACHE   "l3_cache"     /* of that level */
#define FACT_ABOUT      "about"        /* of a measurement: the calculation, as a formula */
#define FACT_SIZE_MEANS "size_means"   /* of a measurement: such as "length of x and y" */
#define FACT_TYPE       "type"         /* of a measurement: "s" (float) or "d" (double) */
#define FACT_REFERENCE  "reference"    /* of a measurement: the series ratios are taken to */
#define FACT_DISTURBED                                                                             \
    "disturbed_samples"                /* of a measurement: how many were kept although every      \
                                         attempt to measure them was disturbed */
#define FACT_CACHE_STATE "cache_state" /* of a measurement: "warm" or "cold" */
#define FACT_AXIS                                                                                  \
    "axis" /* of a measurement: the parameter that charts have in place of the size, for the       \
              action has none */
#define FACT_THREADS                                                                               \
    "threads" /* of a measurement: how many were asked for; where that varies, the parameter of    \
                 this name says so instead */
#define FACT_CONTROL_OF                                                                            \
    "control_of" /* of a series: it is the library of that series, the reference, measured a       \
                    second time, so that their ratio shows the noise of the measurement itself */
#define FACT_SCHEDULE                                                                              \
    "schedule" /* of a measurement: "interleaved" or "blocked"; bench-collect alone writes it */
#define FACT_PAIRED_BY                                                                             \
    "paired_by" /* of a measurement from elsewhere that says which samples belong together: "round \
                   and seed" */
#define FACT_OUTPUT_ERRORS                                                                         \
    "output_errors" /* of a series: a line for each point, by its position from 0, and output:     \
                       point,output,max,mean,total, with these words as header; no name has a      \
                       comma */

/* --- cells ---------------------------------------------------------------------------------- */

/* What became of one library at one size. Stored as these numbers. */
enum cell_status {
    CELL_OK = 0,
    CELL_NOT_MEASURED = 1, /* not tried, or not reached before an interruption */
    CELL_WRONG = 2,        /* measured, but the answer is outside the tolerance */
    CELL_CRASHED = 3,      /* a signal killed the process */
    CELL_HUNG = 4,         /* it passed its time limit */
    CELL_EXITED = 5,       /* the library ended the process */
    CELL_FAILED = 6,       /* it could not be set up: memory, symbols */
    CELL_STATUSES
};

/* "ok", "not measured", "wrong", ...; "unknown" outside the enum. Static. */
const char *cell_status_name(int status);

/* --- series --------------------------------------------------------------------------------- */

/* One library's measurements of one action. S, R and K are the measurement's. */
struct series {
    char *name; /* the true name; unique within its measurement */
    struct facts facts;
    double *seconds; /* [S][R][K] seconds per call, typical of the batch; NaN: not measured */

    /* The details, described one by one in series_details below. */
    int64_t *status, *planned_status, *planned_calls;
    double *planned_call;
    int64_t *calls, *interval_calls, *copies, *warm_up_calls, *unsteady;
    double *first_call;
    double *max_error, *mean_error, *total_error, *relative_error, *residual, *tolerance;
    double *batch_mean, *run_delay, *steal, *spin, *cpu_seconds;
    int64_t *slow_intervals, *preemptions, *attempts, *disturbed, *order;

    /* Optional: NULL unless the action reports them; the second line is of commands. */
    double *whole_seconds, *operations, *iterations;
    double *user_seconds, *system_seconds, *max_memory, *minor_faults, *major_faults,
        *voluntary_switches, *involuntary_switches, *exit_status;
};

enum detail_shape { PER_POINT, PER_SAMPLE }; /* [S] or [S][R][K] */
enum detail_type { DETAIL_INTEGER, DETAIL_REAL };

/* One detail: the member of struct series at OFFSET is an array of that shape and type. */
struct series_detail {
    const char *name;
    enum detail_shape shape;
    enum detail_type type;
    size_t offset;
    int is_optional;
    const char *unit; /* "s", "1" for counts and pure numbers */
    const char *about;
};

extern const struct series_detail series_details[];
extern const size_t series_detail_count;

/* --- measurement and run -------------------------------------------------------------------- */

/* What varies beside the size: a parameter of the action, or "threads". */
struct parameter {
    char *name;
    double *values; /* [S] */
};

/* What an action says of one call, point by point: of its own arithmetic, by which seconds become
 * rates. A statement of its author, no result: nobody has counted while it ran (series have
 * `operations` for that), and a library may do more or less. Each is optional, NULL where the
 * action says nothing; NaN at a point of which it says nothing. bench-collect writes no others than
 * finite numbers above 0, which a file from elsewhere need not keep to. */
struct measurement_term {
    const char *name;
    size_t offset;    /* of a double * in struct measurement */
    const char *unit; /* "1" for counts, "byte" */
    const char *about;
};

enum { MEASUREMENT_TERMS = 2 };
extern const struct measurement_term measurement_terms[MEASUREMENT_TERMS];

/* One action, measured. */
struct measurement {
    char *name; /* the action: "axpy" */
    struct facts facts;
    size_t points, rounds, max_seeds; /* S, R, K; each at least 1 */
    int64_t *sizes;                   /* [S] */
    int64_t *seeds;                   /* [S] how many seeds were measured; at most K */
    struct parameter *parameters;
    size_t parameter_count;
    double *flops, *bytes; /* [S] or NULL: the terms, described in measurement_terms */
    struct series *series;
    size_t series_count;
};

struct run {
    char *name; /* "run_000001"; given by the archive when the run is appended */
    struct facts facts;
    struct measurement *measurements;
    size_t measurement_count;
};

/* The most elements that one array of a run may have, 2^31: what a file claims beyond that is
 * refused before anything is allocated. */
#define RUN_MAX_ELEMENTS ((size_t)1 << 31)

/* The most parameters of a measurement. */
#define RUN_MAX_PARAMETERS ((size_t)64)

/* An empty run, to be given to run_free. NULL when there is no memory. */
struct run *run_new(void);
void run_free(struct run *run);

/* Several runs, such as those of a file, each owned. Zero-initialised is none. */
struct runs {
    struct run **items;
    size_t count;
};

/* Adds RUN, which is RUNS' from here on. 0; -1 when there is no memory, with RUN freed. */
int runs_add(struct runs *runs, struct run *run);
void runs_release(struct runs *runs);

/* Adds a measurement of that shape with sizes and seeds zero and no series. The pointer is valid
 * until the next measurement is added to RUN. On failure (a dimension of 0, more than
 * RUN_MAX_ELEMENTS, no memory) NULL, with ERR filled. */
struct measurement *run_add_measurement(struct run *run, const char *name, size_t points,
                                        size_t rounds, size_t max_seeds, struct err *err);

/* Adds a series: seconds and real details NaN, integer details -1, status CELL_NOT_MEASURED. The
 * pointer is valid until the next series is added to MEASUREMENT. On failure NULL. */
struct series *measurement_add_series(struct measurement *measurement, const char *name,
                                      struct err *err);

/* Gives SERIES an optional detail, NaN everywhere, unless it has it. On failure (no memory, no such
 * optional detail) it is as it was. */
int measurement_add_detail(const struct measurement *measurement, struct series *series,
                           const char *name, struct err *err);

/* Adds a parameter with values NaN, or finds the one of that NAME. The pointer is valid until the
 * next parameter is added. On failure (more than RUN_MAX_PARAMETERS, no memory) NULL. */
struct parameter *measurement_add_parameter(struct measurement *measurement, const char *name,
                                            struct err *err);

/* Gives MEASUREMENT a term, NaN everywhere, unless it has it: its values. On failure (no memory, no
 * such term) NULL, with MEASUREMENT as it was. */
double *measurement_add_term(struct measurement *measurement, const char *name, struct err *err);

/* The values of TERM; NULL where MEASUREMENT does not have it. */
double *measurement_term_values(const struct measurement *measurement,
                                const struct measurement_term *term);

/* The most threads that were asked for at any point; 1 where nothing is said. */
double measurement_threads(const struct measurement *m);

/* Whether samples of the same point, round and seed belong together, in whatever series: as they do
 * where bench-collect measured, or where a file from elsewhere says so. Of others the number of a
 * sample says nothing. */
int measurement_is_paired(const struct measurement *m);

/* Where the sample of that point, round and seed stands in an array [S][R][K]. */
static inline size_t measurement_index(const struct measurement *m, size_t point, size_t round,
                                       size_t seed) {
    return (point * m->rounds + round) * m->max_seeds + seed;
}

/* Forgets the rounds of MEASUREMENT from number ROUNDS, at least 1, on: for one that was given room
 * for more rounds than were measured. Without effect where it has no more than that. */
void measurement_trim_rounds(struct measurement *measurement, size_t rounds);

/* Gives MEASUREMENT room for ROUNDS rounds; the new ones are not measured. Without effect where it
 * has as many. On failure (more than RUN_MAX_ELEMENTS, no memory) it is as it was. */
int measurement_extend_rounds(struct measurement *measurement, size_t rounds, struct err *err);

/* 0; ERR_DAMAGED where a point claims fewer seeds than none or more than MEASUREMENT has room for.
 * To be asked where they come from a file, before anything goes by them. */
int measurement_check_seeds(const struct measurement *measurement, struct err *err);

/* How many elements an array of that SHAPE has. */
size_t measurement_elements(const struct measurement *m, enum detail_shape shape);

/* The array of SERIES that DETAIL describes: int64_t * or double *; NULL for an optional one that
 * it does not have. */
void *series_detail_values(const struct series *series, const struct series_detail *detail);

/* An array of that shape in which nothing is known: NaN, -1, or as a status CELL_NOT_MEASURED. To
 * be freed, as all arrays of a run are; NULL when there is no memory. */
void *series_detail_new(const struct measurement *measurement, const struct series_detail *detail);

/* Whether SERIES has DETAIL, and it is known of anything: in files one that is undefined throughout
 * and one that is not there are the same. */
int series_detail_is_known(const struct measurement *m, const struct series *series,
                           const struct series_detail *detail);

/* The series, parameter or measurement of that name, or NULL. */
struct series *measurement_find(const struct measurement *m, const char *name);
struct parameter *measurement_find_parameter(const struct measurement *m, const char *name);
struct measurement *run_find(const struct run *run, const char *name);

/* Whether a library called NAME is one of the FAMILY: "openblas-serial" is of "openblas". Where
 * there is no library of the exact name that people ask for, the first of its family is meant. */
int run_is_of_family(const char *name, const char *family);
/* The series of that name, else the first of that family, else NULL. */
struct series *measurement_find_reference(const struct measurement *m, const char *name);

/* --- cell summary --- */

/* The samples of one library at one point in a few numbers, for files that have no
 * room for more. Whoever wants intervals asks bench-analyze. */

/* Of all finite samples, whatever their round. NaN where there are too few. */
struct cell_summary {
    size_t n;
    double mean, sd; /* sd: of a sample, sqrt(sum (x - mean)^2 / (n - 1)) */
    double min, max;
};

struct cell_summary cell_summary_of(const struct measurement *m, const struct series *series,
                                    size_t point);

#endif
