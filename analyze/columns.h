/* SPDX-License-Identifier: GPL-3.0-or-later */
/* columns.h: the statistics, one row each.
 *
 * These two tables drive the text, CSV, JSON and Markdown alike, and say what may be drawn: a
 * statistic is added by a member of struct row and one line in columns.c. */
#ifndef BENCHMAT_ANALYZE_COLUMNS_H
#define BENCHMAT_ANALYZE_COLUMNS_H

#include <stddef.h>

#include "analyze/table.h"

enum column_type {
    COLUMN_TEXT,    /* const char *, may be NULL */
    COLUMN_INTEGER, /* int64_t */
    COLUMN_COUNT,   /* size_t */
    COLUMN_REAL,    /* double, NaN where undefined */
    COLUMN_STATUS,  /* enum cell_status; written by its name */
    COLUMN_WARNED,  /* struct warned; written by the names of the rules, or all of each warning */
    COLUMN_TYPES
};

/* Of a parameter (space.h) there is a column of reals that is no member of struct row. */

struct column {
    const char *name; /* in CSV and JSON, and on command lines */
    enum column_type type;
    size_t offset; /* of the member in the record */
    const char *unit, *about;

    /* For people; NULL where the member is not shown to them, or within another's column. The text
     * is made of parts separated by tabs, which are lined up one by one: ALIGN has a letter, l or
     * r, for each of at most four. */
    const char *heading, *align;
    void (*show)(const void *record, char *text, size_t size);
    int once; /* left blank where it, and all such columns before it, repeat the row above */
    const char *parameter; /* of a parameter: its name; NULL for a member of the record */
};

/* What one kind of record (struct row, struct summary_row) is made of. */
struct column_set {
    const struct column *columns;
    size_t count;
    size_t record_size;
};

extern const struct column_set row_columns, summary_columns;

/* What COLUMN says of RECORD: where the member stands in it. For a parameter it is written to ROOM
 * first; NaN where the record's measurement has no such parameter. */
const void *column_value(const struct column *column, const void *record, double *room);

/* Writes it for people; needs a heading. */
void column_show(const struct column *column, const void *record, char *text, size_t size);

/* --- records -------------------------------------------------------------------------------- */

/* Records of one kind, one after the other. Borrowed from a table. */
struct records {
    struct column_set set;
    const void *first;
    size_t count;
    struct column *columns; /* private: those of the set, and their names */
    char **names;
    size_t name_count;
};

/* All rows of TABLE, with a column behind the size for each parameter that any measurement has; or
 * all its summaries. A parameter whose name another column has is called name_2. Returns 0 when
 * there is no memory; to be given to records_release either way. */
int records_of_table(struct records *records, const struct table *table, int summaries);
/* Those of one section for people: with a column for each parameter that varies, and for the size
 * unless the action has none. */
int records_of_section(struct records *records, const struct table *table,
                       const struct section *section, int summaries);
void records_release(struct records *records);
const void *records_at(const struct records *records, size_t i);

#endif
