/* SPDX-License-Identifier: GPL-3.0-or-later */
/* import_builder.h: gathers samples in any order until all of a file are known.
 *
 * A struct run has arrays, and a reader that goes line by line learns their shape last. It adds the
 * samples here one by one; assemble.h then makes the arrays. */
#ifndef BENCHMAT_FORMATS_IMPORT_IMPORT_BUILDER_H
#define BENCHMAT_FORMATS_IMPORT_IMPORT_BUILDER_H

#include <stddef.h>
#include <stdint.h>

#include "formats/text/err.h"
#include "formats/model/facts.h"
#include "formats/model/measures.h"
#include "formats/model/run.h"
#include "formats/model/spellings.h"
#include "formats/model/hash_table.h"

#define IMPORT_BUILDER_NO_SIZE INT64_MIN /* the action has no size: its sizes are 1 */
#define IMPORT_BUILDER_ANY_SIZE                                                                    \
    (INT64_MIN + 1) /* one of the parameters may be the size: all samples tell (size_choice.h) */
#define IMPORT_BUILDER_NEXT INT64_MIN /* the next seed of the cell in its round */

#define IMPORT_BUILDER_TYPES "sdcz" /* as in FACT_TYPE */

enum {
    IMPORT_BUILDER_MOST_NAME = 4096, /* bytes */
    IMPORT_BUILDER_MOST_SAMPLES = 1 << 26,
    IMPORT_BUILDER_MOST_ACTIONS = 10000,
    IMPORT_BUILDER_MOST_LIBRARIES = 10000, /* per action */
    IMPORT_BUILDER_MOST_REPEATED = 100,    /* entries of one name */
};

struct import_builder_parameter {
    const char *name;
    double value;
    const char *text; /* as the file has it, for people (spellings.h); NULL: digits */
};

struct import_builder_detail {
    const struct series_detail *detail; /* an optional one of samples */
    double value;
};

/* Something else that was measured with a sample, which only the file has a name for: a counter, a
 * secondary metric, a statistic (measures.h). A value in units of UNIT; NaN is none. NAME and UNIT
 * are those of the first sample of the action with it. A measure that is called like an optional
 * detail of samples and has its unit becomes that detail. Those beyond RUN_MAX_MEASURES of an
 * action are left out, and FACT_MEASURES_LEFT_OUT names them. */
struct import_builder_measure {
    const char *name;
    const char *unit; /* as in struct file_measure; NULL: "1" */
    enum measure_better better;
    double value;
};
#define FACT_MEASURES_LEFT_OUT "measures_left_out"

/* One sample, or the status of a cell without a sample. The builder copies everything. */
struct import_builder_sample {
    const char *action;
    char type; /* of IMPORT_BUILDER_TYPES; '\0': unknown */
    const char *library;
    const char *control_of; /* as in FACT_CONTROL_OF; NULL: not a control */
    int64_t size;           /* at least 0, or IMPORT_BUILDER_NO_SIZE or _ANY_SIZE */
    const char *size_name;  /* FACT_SIZE_NAME; NULL: "size" */
    const char *size_text;  /* as the text of a parameter */
    const struct import_builder_parameter *parameters;
    size_t parameter_count;
    int64_t round, seed; /* the file's own numbers; the seed may be IMPORT_BUILDER_NEXT */
    /* The file gives round and seed, also for other libraries: samples with the same round and
     * seed belong together. */
    int is_paired;
    double seconds;     /* finite and at least 0; NaN: not measured */
    double cpu_seconds; /* of the same kind, for the detail of this name; NaN: unknown */
    int64_t calls;      /* for the detail of this name; -1: unknown */
    const struct import_builder_detail *details;
    size_t detail_count;
    const struct import_builder_measure *measures;
    size_t measure_count;
    /* What the file says of a call at its point, by measurement_terms (run.h); 0: nothing. */
    double terms[MEASUREMENT_TERMS];
    enum cell_status status; /* CELL_OK unless the file says what went wrong */
    const char *samples_are; /* FACT_SAMPLES_ARE; NULL if the seconds are raw */
    size_t place;            /* the number of its line or entry, for messages */
    uint64_t entry;          /* which entry holds all samples of the cell in this round (below) */
};

#define FACT_REPEATED                                                                              \
    "repeated_names" /* of a run: which names several entries of the file have, "sort: java, ..."  \
                      */
#define REPEATED_SAYS "several entries have the same name, and are numbered"

/* --- gathered samples --- */

struct gathered_point {
    int64_t size;
    uint32_t number, count;
    double values[]; /* [count] by parameter of the action; missing if NaN or beyond COUNT */
};

struct gathered_library {
    char *name, *control_of;
    uint32_t number;
};

/* One library at one point in one round. */
struct gathered_cell {
    uint32_t point, library; /* their numbers within the action */
    int64_t round;
    int64_t count;  /* of samples; also the next seed, if the file gives none */
    uint64_t entry; /* the entry that holds all its samples; 0: none */
};

/* One library at one point. */
struct gathered_pair {
    uint32_t point, library;
    uint32_t latest; /* its cell of the greatest round */
};

struct gathered_sample {
    double seconds;
    int64_t seed;
    uint32_t cell, place;
};

/* What only a few formats say about a sample. */
struct gathered_extra {
    uint32_t sample, status;
    double cpu_seconds;
    int64_t calls;
};

/* An optional detail of a sample. */
struct gathered_detail {
    uint32_t sample;
    const struct series_detail *detail;
    double value;
};

/* How the file writes a number of a parameter, or of the size: PARAMETER is "". */
struct gathered_spelling {
    char *parameter;
    struct spelling spelling;
};

struct gathered_action {
    char *name;
    char type;
    int has_size, has_any_size; /* some sample has one, or IMPORT_BUILDER_ANY_SIZE */
    char *samples_are, *size_name;
    char **parameters;
    size_t parameter_count;
    struct gathered_spelling *spellings; /* [spelling_count] */
    size_t spelling_count;
    struct file_measure *measures; /* [measure_count] those that are no details */
    size_t measure_count;
    struct gathered_point **points;
    size_t point_count;
    double *terms; /* [term_points][MEASUREMENT_TERMS] by number of the point; NaN: unknown */
    size_t term_points;
    struct gathered_library **libraries;
    size_t library_count;
    struct gathered_cell *cells;
    size_t cell_count, last_cell;
    size_t placed_cells; /* of them, those that are in cells_by_place */
    struct gathered_pair *pairs;
    size_t pair_count;
    struct gathered_sample *samples;
    size_t sample_count;
    struct gathered_extra *extras; /* in ascending order of sample */
    size_t extra_count;
    struct gathered_detail *details;
    size_t detail_count;
    int has_own_seeds; /* some cell's seeds are not 0, 1, 2, ... in the order of the file */
    int has_unpaired;  /* the file does not say with which others some times belong */
    struct slots points_by_value, libraries_by_name, pairs_by_place, cells_by_place;
    struct gather_block *blocks; /* private: memory of the points */
    size_t last_point, last_library;
};

/* The samples of one run. */
struct import_builder {
    char *run;                   /* its name, if the file gives one */
    struct import_builder *next; /* the next run of the same file */
    const char *path;            /* borrowed; the file that is being read, for messages */
    const char *place_name;      /* what the file's places are: "line", "entry" */
    const struct split *split;   /* borrowed; takes names apart (split.h). NULL: they stay */
    struct facts facts;          /* of the run */
    struct file_rates rates;     /* what the file calls them; of its first run: of all */
    struct gathered_action **actions;
    size_t action_count, sample_count;
    struct slots actions_by_name;
    size_t last_action;
    int has_sized;        /* some benchmark has the requested size parameter */
    struct facts unsized; /* a fact for each action that lacks it, named after the action */
};

/* Adds a sample and makes its names printable (unicode.h). ERR_DAMAGED: a time or size is invalid,
 * a name is missing or too long, or there is too much of anything; ERR_FAILED: no memory.
 *
 * Samples without seeds of the same action, library, point and round are numbered one after the
 * other, as for lines of Go. But if each entry of a file holds all samples of a cell in a round,
 * which a number other than 0 in `entry` says, another entry of the same name becomes another
 * library, "fast #2", of which FACT_REPEATED tells; and the builder refuses two samples with the
 * same seed. It cannot know which state of the machine each comes from, and together they would
 * give a mean of both, with a confidence interval that is too narrow. */
int import_builder_add(struct import_builder *builder, const struct import_builder_sample *sample,
                       struct err *err);

/* Notes whether a benchmark of ACTION has the requested size parameter. */
void import_builder_note_size(struct import_builder *builder, const char *action, int has_it);

/* Return what has that name, and type, or NULL. */
struct gathered_action *import_builder_find_action(struct import_builder *builder, const char *name,
                                                   char type);
struct gathered_library *import_builder_find_library(struct gathered_action *action,
                                                     const char *name);

/* Whether the builder has a sample of the same action, library, point and round. */
int import_builder_has(struct import_builder *builder, const struct import_builder_sample *sample);

/* Returns ERR_DAMAGED: the places FIRST and SECOND of the file hold the same sample of LIBRARY. */
int import_builder_refuse_twice(const struct import_builder *builder,
                                const struct gathered_action *action, uint32_t library,
                                uint32_t first, uint32_t second, struct err *err);

/* Returns the value of parameter number K at POINT; NaN if it is missing. */
double import_builder_value(const struct gathered_point *point, size_t k);

/* Orders points as curves: by their parameters, the last changing fastest, then by size. Missing
 * values come last. */
int import_builder_compare_points(const void *a, const void *b);

/* Appends another run of the same file to the chain of BUILDER. The new run has its own facts.
 * Returns NULL if memory runs out. */
struct import_builder *import_builder_add_run(struct import_builder *builder, const char *run);

/* Begins a run: that of BUILDER, which gets the name RUN, if it has neither a name nor samples;
 * else one more (import_builder_add_run). Returns NULL if memory runs out. */
struct import_builder *import_builder_begin_run(struct import_builder *builder, const char *run);

/* Releases BUILDER and all runs chained to it. */
void import_builder_release(struct import_builder *builder);

#endif
