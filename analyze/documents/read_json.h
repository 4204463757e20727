/* SPDX-License-Identifier: GPL-3.0-or-later */
/* read_json.h: tables as print_json wrote them (print.h), read back.
 *
 * Rows with the same archive, action, run and type are a section. Its points are those that rows
 * differ in by size or a parameter, its libraries those named, both in the order they first appear;
 * a library without a row at some point was not measured there. The level of the intervals is
 * recovered from the first row that has a standard error: it is the probability of |T| below
 * (mean_high - mean) / se, where T is Student's with as many degrees of freedom as there were
 * rounds, or in one round samples, less one. What rows do not say is unknown: the machine, the
 * warnings, how wrong outputs were, geometric means. */
#ifndef BENCHMAT_ANALYZE_DOCUMENTS_READ_JSON_H
#define BENCHMAT_ANALYZE_DOCUMENTS_READ_JSON_H

#include <json-c/json.h>

#include "analyze/aggregate/table.h"
#include "formats/model/string_pool.h"
#include "formats/text/err.h"

/* More rows, or gaps between them, are refused. */
#define READ_JSON_MOST_ROWS ((size_t)4 << 20)

struct read_json_terms {
    const char *const *columns; /* those the file must have, ended by NULL; NULL for none */
    /* Is given a table of one section; whoever takes what is in it leaves an empty one. What it
     * returns ends the reading, unless it is 0. */
    int (*visit)(void *context, struct table *table, struct err *err);
    void *context;
};

/* Whether the file at PATH begins like a JSON array of objects; "-" is taken for one. */
int read_json_detect(const char *path);

/* Reads the file at PATH, or standard input for "-", and hands its sections to visit. ERR_DAMAGED,
 * with the line, for what is no such array; ERR_USAGE for rows that are not those of a table, for
 * none at all, and for a column that none of them has. */
int read_json(const char *path, const struct read_json_terms *terms, struct err *err);

/* --- read row --- */

/* One row as print_json wrote it, read back by the table of columns (columns.h). */

enum {
    READ_ROW_PARAMETERS = 16, /* beside the size, in all of a file */
    READ_ROW_KEYS = 256,      /* in one object */
};

/* What the keys of objects mean. Zero-initialised; to be given to read_row_release. */
struct read_row_keys {
    struct read_row_key {
        char *name;
        const struct column *column; /* NULL for what is none, */
        int parameter;               /* which is this one, or nothing that is read: negative */
    } items[READ_ROW_KEYS];          /* by their place in an object: mostly the same ones again */
    char *parameters[READ_ROW_PARAMETERS];
    size_t parameter_count;
    unsigned char seen[READ_ROW_KEYS]; /* which columns any object had, by their number */
};

/* Sets ROW, but for its texts NUMBERS that are those in TEXTS of archive, action, run, type,
 * library and reference (STRING_POOL_NONE where it has none), and PARAMETERS. What OBJECT does not
 * have is unknown; so are warnings, of which rows say too little. Numbers that are null are NaN.
 * Keys that are neither columns nor quantiles are parameters. ERR_USAGE, without the place, for an
 * object that is no such row. */
enum read_row_text {
    READ_ARCHIVE,
    READ_ACTION,
    READ_RUN,
    READ_TYPE,
    READ_LIBRARY,
    READ_REFERENCE,
    READ_TEXTS
};
int read_row(struct read_row_keys *keys, json_object *object, struct string_pool *texts,
             struct row *row, uint32_t numbers[READ_TEXTS], double parameters[READ_ROW_PARAMETERS],
             struct err *err);

/* Whether any object had the column of that name. */
int read_row_has(const struct read_row_keys *keys, const char *column);

void read_row_release(struct read_row_keys *keys);

#endif
