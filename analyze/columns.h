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
    int once; /* left blank where it repeats the row above */
};

/* What one kind of record (struct row, struct summary_row) is made of. */
struct column_set {
    const struct column *columns;
    size_t count;
    size_t record_size;
};

extern const struct column_set row_columns, summary_columns;

/* Where the member that COLUMN describes stands in RECORD. */
const void *column_member(const struct column *column, const void *record);

/* --- records -------------------------------------------------------------------------------- */

/* Records of one kind, one after the other. Borrowed from a table. */
struct records {
    const struct column_set *set;
    const void *first;
    size_t count;
};

/* All rows of TABLE, or all its summaries. */
struct records records_of_table(const struct table *table, int summaries);
/* Those of one section. */
struct records records_of_section(const struct table *table, const struct section *section,
                                  int summaries);
const void *records_at(const struct records *records, size_t i);

#endif
