/* SPDX-License-Identifier: GPL-3.0-or-later */
/* columns.h: the statistics, one line each.
 *
 * These two tables drive all formats, the choice of columns and their order (view.h), and say what
 * has to be calculated. A statistic is added by a member of struct row and one line in columns.c:
 *
 *     {ROW(cv, REAL, "1", NEED_TIMES, "coefficient of variation: sd over mean"),
 *      USUAL("cv", .number = number_percent)},
 *
 * CSV and JSON have it then, and people who ask for it; with USUAL people see it without asking,
 * with ASKED only its presentation is said, with neither it is presented as its unit suggests. */
#ifndef BENCHMAT_ANALYZE_COLUMNS_COLUMNS_H
#define BENCHMAT_ANALYZE_COLUMNS_COLUMNS_H

#include <stddef.h>

#include "analyze/aggregate/table.h"
#include "analyze/aggregate/number.h"
#include "analyze/aggregate/table.h"
#include "formats/text/terminal.h"

enum column_type {
    COLUMN_TEXT,    /* const char *, may be NULL */
    COLUMN_INTEGER, /* int64_t */
    COLUMN_COUNT,   /* size_t */
    COLUMN_REAL,    /* double, NaN where undefined */
    COLUMN_WORD,    /* an enum; written by the word that stands for it */
    COLUMN_WARNED,  /* struct warned; written by the names of the rules, or all of each warning */
    COLUMN_TYPES
};

struct column {
    const char *name; /* in CSV and JSON, and on command lines */
    enum column_type type;
    size_t offset;  /* of the member in the record */
    unsigned needs; /* bits of enum need */
    const char *unit, *about;
    const char *(*word)(int value); /* of a COLUMN_WORD */

    /* For people. The text is made of parts separated by tabs, which are lined up one by one: ALIGN
     * has a letter, l or r, for each of at most four. What is NULL is chosen by type and unit. */
    int is_usual;        /* shown to people who did not ask for it */
    const char *heading; /* NULL: the name */
    const char *align;
    void (*show)(const void *record, char *text, size_t size);
    number_function
        *number;      /* how a real is written, where there is no SHOW: NULL for what its unit says,
                         which for s, in a struct row only, is a time in the row's unit */
    size_t low, high; /* where the ends of its interval are in the record; 0 for none */
    enum terminal_tone (*tone)(const void *record); /* NULL: plain */
    int once; /* left blank where it and all columns before it repeat the row above */

    /* Private: columns that are no members of a record. */
    const char *parameter; /* the name of a parameter of the points (parameter_grid.h) */
    size_t quantile;       /* 1 for row->quantiles[0], and so on; 0 for none */
    int is_asked_for;      /* by its name */
};

/* What one kind of record (struct row, struct summary_row) is made of. */
struct column_set {
    const struct column *columns;
    size_t count;
    size_t record_size;
};

extern const struct column_set row_columns, summary_columns;

/* The column of that name, or NULL. */
const struct column *column_find(const struct column_set *set, const char *name);

/* What COLUMN says of RECORD: where the member stands in it. What is no member, a parameter or a
 * quantile, is written to ROOM first; NaN where the record has none. */
const void *column_value(const struct column *column, const void *record, double *workspace);

/* Writes it for people: at most SIZE bytes, nothing for what is undefined, but "-" where it was
 * asked for, or its SHOW says so. */
void column_show(const struct column *column, const void *record, char *text, size_t size);

const char *column_heading(const struct column *column);
const char *column_align(const struct column *column);
enum terminal_tone column_tone(const struct column *column, const void *record);

/* What the column of a parameter is called beside those of SET: its own name, or name_2 and so on
 * where SET or the columns of rows have one of that name. To be freed; NULL without memory. */
char *column_free_name(const struct column_set *set, const char *parameter);

/* The column of a parameter, and that of a quantile of all samples, whose number starts at 0. NAME
 * stays the caller's. */
struct column column_of_parameter(const char *name, const char *parameter);
struct column column_of_quantile(const char *name, size_t number);

#endif
