/* SPDX-License-Identifier: GPL-3.0-or-later */
/* read_row.h: one row as print_json wrote it, read back by the table of columns (columns.h). */
#ifndef BENCHMAT_ANALYZE_DOCUMENTS_READ_ROW_H
#define BENCHMAT_ANALYZE_DOCUMENTS_READ_ROW_H

#include <json-c/json.h>

#include "analyze/text/string_pool.h"
#include "analyze/aggregate/table.h"
#include "formats/text/err.h"

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
