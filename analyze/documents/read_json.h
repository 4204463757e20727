/* SPDX-License-Identifier: GPL-3.0-or-later */
/* read_json.h: reads tables back that print_json wrote (print.h).
 *
 * Rows with the same archive, action, run and type form a section. Its points are the distinct
 * sizes and parameters of its rows, its libraries the distinct names, both in order of first
 * appearance; a library without a row at a point was not measured there. Each row with a standard
 * error gives a level of the intervals, the probability that |T| is below (mean_high - mean) / se,
 * where T is Student's t with one degree of freedom less than there were rounds or, for one round,
 * samples; the smallest of these is taken. What rows do not contain is unknown: the machine, the
 * warnings, the errors of outputs, geometric means. */
#ifndef BENCHMAT_ANALYZE_DOCUMENTS_READ_JSON_H
#define BENCHMAT_ANALYZE_DOCUMENTS_READ_JSON_H

#include <json-c/json.h>

#include "analyze/aggregate/table.h"
#include "formats/model/string_pool.h"
#include "formats/text/err.h"

/* A file with more rows, counting missing ones, is refused. */
#define READ_JSON_MOST_ROWS ((size_t)4 << 20)

struct read_json_terms {
    const char *const *columns; /* columns that the file must have, ends with NULL; NULL for none */
    /* Receives a table of one section. A visitor that takes its content leaves an empty table. A
     * result other than 0 stops the reading. */
    int (*visit)(void *context, struct table *table, struct err *err);
    void *context;
};

/* Returns whether the file at PATH begins like a JSON array of objects; 1 for "-". */
int read_json_detect(const char *path);

/* Reads the file at PATH, or standard input for "-", and passes its sections to visit. ERR_DAMAGED,
 * with the line, if it is not such an array; ERR_USAGE for rows that are not those of a table, for
 * no rows, and for a required column that no row has. */
int read_json(const char *path, const struct read_json_terms *terms, struct err *err);

/* --- rows --- */

/* One row as print_json wrote it, read back with the table of columns (columns.h). */

enum {
    READ_ROW_PARAMETERS = 16, /* most parameters besides the size, in a whole file */
    READ_ROW_KEYS = 256,      /* most keys in one object */
};

/* What the keys of objects mean. Zero-initialise it; the caller must call read_row_release. */
struct read_row_keys {
    struct read_row_key {
        char *name;
        const struct column *column; /* NULL if it is not a column */
        int parameter;               /* index of the parameter; negative if the key is ignored */
    } items[READ_ROW_KEYS]; /* by position in the object, since most objects have the same keys */
    char *parameters[READ_ROW_PARAMETERS];
    size_t parameter_count;
    unsigned char seen[READ_ROW_KEYS]; /* whether any object had the column, by index */
};

/* read_row sets ROW except for its texts. NUMBERS receives the numbers in TEXTS of archive, action,
 * run, type, library, reference and so on (STRING_POOL_NONE for missing ones), PARAMETERS the
 * parameters. What OBJECT lacks is unknown; so are warnings, about which rows say too little. A
 * number that is null is NaN. Keys that are neither columns nor quantiles are parameters.
 * ERR_USAGE, without the line, for an object that is not such a row. The texts RECORDS_MEASURE and
 * RECORDS_UNIT (records.h) say what was measured in place of seconds. */
enum read_row_text {
    READ_ARCHIVE,
    READ_ACTION,
    READ_RUN,
    READ_TYPE,
    READ_LIBRARY,
    READ_REFERENCE,
    READ_SAMPLES_ARE,
    READ_SIZE_NAME,
    READ_TEXTS
};
int read_row(struct read_row_keys *keys, json_object *object, struct string_pool *texts,
             struct row *row, uint32_t numbers[READ_TEXTS], double parameters[READ_ROW_PARAMETERS],
             struct err *err);

/* Returns whether any object had the column of that name. */
int read_row_has(const struct read_row_keys *keys, const char *column);

void read_row_release(struct read_row_keys *keys);

#endif
