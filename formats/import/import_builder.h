/* SPDX-License-Identifier: GPL-3.0-or-later */
/* import_builder.h: samples in whatever order a file has them, kept until all are known.
 *
 * A struct run has arrays, whose shape somebody who reads line by line learns last. Here samples
 * are added one by one; assemble.h makes the arrays. */
#ifndef BENCHMAT_FORMATS_IMPORT_IMPORT_BUILDER_H
#define BENCHMAT_FORMATS_IMPORT_IMPORT_BUILDER_H

#include <stddef.h>
#include <stdint.h>

#include "formats/text/err.h"
#include "formats/model/facts.h"
#include "formats/model/run.h"
#include "formats/model/hash_table.h"

/* What SAMPLES_ARE says of a measurement whose times are not raw: the name of its fact. */
#define FACT_SAMPLES_ARE "samples_are"

#define IMPORT_BUILDER_NO_SIZE INT64_MIN /* the action has none; its sizes are 1 */
#define IMPORT_BUILDER_NEXT    INT64_MIN /* the seed that follows the last of that round */

enum {
    IMPORT_BUILDER_MOST_NAME = 4096, /* the bytes of a name */
    IMPORT_BUILDER_MOST_SAMPLES = 1 << 26,
    IMPORT_BUILDER_MOST_ACTIONS = 10000,
    IMPORT_BUILDER_MOST_LIBRARIES = 10000, /* of an action */
};

struct import_builder_parameter {
    const char *name;
    double value;
};

/* One sample, or what is said of a cell without one. Everything is copied. */
struct import_builder_sample {
    const char *action;
    char type; /* 's', 'd', ... as FACT_TYPE; '\0': unknown */
    const char *library;
    const char *control_of; /* as FACT_CONTROL_OF; NULL: it is none */
    int64_t size;           /* at least 0, or IMPORT_BUILDER_NO_SIZE */
    const struct import_builder_parameter *parameters;
    size_t parameter_count;
    int64_t round, seed;     /* as they are called there: any numbers, in their order; the seed may
                                be IMPORT_BUILDER_NEXT */
    int is_paired;           /* the file names both, for other libraries as well: samples of the
                                same round and seed belong together */
    double seconds;          /* finite and at least 0; NaN: not measured */
    double cpu_seconds;      /* the same, as the detail of that name; NaN: unknown */
    int64_t calls;           /* as the detail of that name; -1: unknown */
    enum cell_status status; /* CELL_OK unless the file says what went wrong */
    const char *samples_are; /* FACT_SAMPLES_ARE; NULL where the seconds are raw */
    size_t place;            /* the line or entry it stands at, for messages */
    int is_of_entry;         /* it is of an entry that has all of its place (below) */
};

/* --- what has been gathered ----------------------------------------------------------------- */

struct gathered_point {
    int64_t size;
    uint32_t number, count;
    double values[]; /* [count] in the action's order of parameters; NaN, or beyond: not said */
};

struct gathered_library {
    char *name, *control_of;
    uint32_t number;
};

/* One library at one point in one round. */
struct gathered_cell {
    uint32_t point, library; /* their numbers in the action */
    int64_t round;
    int64_t count;  /* of its samples: the seed of the next where the file does not say it */
    uint32_t entry; /* that has all of it; 0: none */
};

struct gathered_sample {
    double seconds;
    int64_t seed;
    uint32_t cell, place;
};

/* What few formats say of a sample. */
struct gathered_extra {
    uint32_t sample, status;
    double cpu_seconds;
    int64_t calls;
};

struct gathered_action {
    char *name;
    char type;
    int has_size;
    char *samples_are;
    char **parameters;
    size_t parameter_count;
    struct gathered_point **points;
    size_t point_count;
    struct gathered_library **libraries;
    size_t library_count;
    struct gathered_cell *cells;
    size_t cell_count, last_cell;
    struct gathered_sample *samples;
    size_t sample_count;
    struct gathered_extra *extras; /* by sample, ascending */
    size_t extra_count;
    int has_own_seeds; /* those of a cell are not 0, 1, 2, ... as they come */
    int has_unpaired;  /* times of which the file does not say to what others they belong */
    struct slots points_by_value, libraries_by_name, cells_by_place;
    struct gather_block *blocks; /* private: the points' memory */
    size_t last_point, last_library;
};

/* Of one run. */
struct import_builder {
    char *run;                   /* its name, if it has one of its own */
    struct import_builder *next; /* the next run of the same file */
    const char *path;            /* borrowed: the file that is being read, for messages */
    const char *place_name;      /* what a place is called there: "line", "entry" */
    struct facts facts;          /* of the run */
    struct gathered_action **actions;
    size_t action_count, sample_count;
    struct slots actions_by_name;
    size_t last_action;
    int has_sized;        /* some benchmark has the parameter that is to be the size */
    struct facts unsized; /* those that have not: their actions, each as the name of one */
};

/* Adds a sample; names are made printable (unicode.h). ERR_DAMAGED: a time or a size that is none,
 * a name without an end, too many of anything; ERR_FAILED: no memory.
 *
 * What of the same action, library, point and round comes without seeds are its samples, one after
 * the other, as lines of Go's are. But where a file has entries that each hold all samples of
 * theirs (`is_of_entry`), a second one of the same is refused, as two samples of the same seed are:
 * which of two states of the machine they are of is not known, and as one they would be a mean of
 * both, with an interval that is too narrow. */
int import_builder_add(struct import_builder *builder, const struct import_builder_sample *sample,
                       struct err *err);

/* Notes whether a benchmark of that ACTION has the parameter that is to be the size. */
void import_builder_note_size(struct import_builder *builder, const char *action, int has_it);

/* Whether a sample of the same action, library, point and round has been added. */
int import_builder_has(struct import_builder *builder, const struct import_builder_sample *sample);

/* ERR_DAMAGED: those two places in the file are of the same. */
int import_builder_refuse_twice(const struct import_builder *builder,
                                const struct gathered_action *action, uint32_t library,
                                uint32_t first, uint32_t second, struct err *err);

/* The value of parameter number K at POINT. */
double import_builder_value(const struct gathered_point *point, size_t k);

/* Orders points as curves: by their parameters, the last changing fastest, then by size; what is
 * not said comes last. */
int import_builder_compare_points(const void *a, const void *b);

/* Another run of the same file, behind all those that are chained to GATHER; facts are its own.
 * NULL when there is no memory. */
struct import_builder *import_builder_add_run(struct import_builder *builder, const char *run);

/* With all that are chained to it. */
void import_builder_release(struct import_builder *builder);

#endif
