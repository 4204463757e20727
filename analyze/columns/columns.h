/* SPDX-License-Identifier: GPL-3.0-or-later */
/* columns.h: the columns of statistics, one line each.
 *
 * These two tables drive all formats and the selection and order of columns (view.h), and say what
 * has to be computed. To add a statistic, add one line to formats/model/row.def, and here:
 *
 *     {ROW(cv, REAL, "1", NEED_TIMES, "coefficient of variation: sd over mean"),
 *      USUAL("cv", .number = number_percent)},
 *
 * or to one of an interval two: its own and, behind it, that of its ends,
 *
 *     {ROW(ratio, INTERVAL, "1", NEED_RATIO, "time over that of the reference"), ASKED("ratio")},
 *     ENDS(row, "ratio", ratio, "1", NEED_RATIO, "its"),
 *
 * It then appears in CSV and JSON, and for people who ask for it. USUAL shows it to people by
 * default, WIDE in a wide view, ASKED sets only its presentation; with neither, its unit determines
 * the presentation. */
#ifndef BENCHMAT_ANALYZE_COLUMNS_COLUMNS_H
#define BENCHMAT_ANALYZE_COLUMNS_COLUMNS_H

#include <stddef.h>

#include "analyze/aggregate/number.h"
#include "analyze/aggregate/table.h"
#include "formats/text/terminal.h"

enum column_type {
    COLUMN_TEXT,     /* const char *, may be NULL */
    COLUMN_INTEGER,  /* int64_t */
    COLUMN_COUNT,    /* size_t */
    COLUMN_REAL,     /* double, NaN if undefined */
    COLUMN_INTERVAL, /* struct interval; written as its estimate, next to columns of its ends */
    COLUMN_WORD,     /* an enum; written as a word */
    COLUMN_WARNED, /* struct warned; written as the names of its rules, or as all of each warning */
    COLUMN_TYPES
};

struct column {
    const char *name; /* in CSV and JSON, and on command lines */
    enum column_type type;
    size_t offset;                  /* of the member in the record */
    unsigned needs;                 /* bits of enum need */
    const char *unit, *about;       /* the unit column_measured stands for that of the quantity */
    const char *(*word)(int value); /* of a COLUMN_WORD */

    /* For people. The text consists of parts separated by tabs, each aligned separately: ALIGN has
     * a letter, l or r, for each of at most four parts. NULL members follow from type and unit. */
    int is_usual;          /* shown to people by default */
    int is_wide;           /* likewise in a wide view */
    int is_on_request;     /* shown only if it is named, by formats for programs, too */
    const char *heading;   /* NULL: the name */
    const char *otherwise; /* the heading for amounts other than seconds; NULL: the same */
    const char *for_worth; /* that for what is better the more there is; NULL: as otherwise */
    const char *align;
    void (*show)(const void *record, char *text, size_t size);
    number_function *number; /* how a real is written if SHOW is NULL. NULL: as its unit implies;
                                for column_measured, in a struct row only, in the row's unit */
    int is_alone;            /* people see the estimate of a COLUMN_INTERVAL without its ends */
    enum terminal_tone (*tone)(const void *record); /* NULL: plain */
    int once; /* left blank if it and all columns before it repeat the row above */

    /* Private: for columns that are not members of a record. */
    const char *parameter; /* the name of a parameter of the points (parameter_grid.h) */
    const char *constant;  /* the text that all records have */
    int is_size_name;      /* parameter_grid_size_name of the points, NULL for "size" */
    int is_measured;       /* its unit was column_measured */
    size_t quantile;       /* 1 for row->quantiles[0], 2 for the next, ...; 0 for none */
    int is_asked_for;      /* requested by name */
};

/* The unit "s" of columns that hold amounts of the quantity (quantity.h). column_for_quantity
 * replaces it by the quantity's unit; compare the pointer, as other columns are always in seconds.
 */
extern const char column_measured[];

/* The columns of one kind of record (struct row, struct summary_row). */
struct column_set {
    const struct column *columns;
    size_t count;
    size_t record_size;
};

extern const struct column_set row_columns, summary_columns;

/* Returns the column of that name, or NULL. */
const struct column *column_find(const struct column_set *set, const char *name);

/* Returns the address of COLUMN's value in RECORD. A parameter or quantile is not a member: its
 * value is written to WORKSPACE, NaN if the record has none, and the address of WORKSPACE is
 * returned. */
const void *column_value(const struct column *column, const void *record, double *workspace);

/* Returns whether the value is a number with a fraction: a COLUMN_REAL, or a COLUMN_INTERVAL, whose
 * value begins with the estimate. */
int column_is_real(const struct column *column);
/* Returns the value of such a column; a COLUMN_REAL has no ends. */
struct interval column_interval(const struct column *column, const void *record);

/* Writes the value for people: at most SIZE bytes. An undefined value is an empty text, but "-" if
 * the column was requested by name or its SHOW writes that. */
void column_show(const struct column *column, const void *record, char *text, size_t size);

const char *column_heading(const struct column *column);
const char *column_align(const struct column *column);
enum terminal_tone column_tone(const struct column *column, const void *record);

/* Returns a name for the column of a parameter next to those of SET: its own or, if SET or
 * row_columns has a column of that name, name_2 and so on. The caller must free it. */
char *column_free_name(const struct column_set *set, const char *parameter);

/* Returns COLUMN with the unit and the heading that it has for QUANTITY. */
struct column column_for_quantity(const struct column *column, enum quantity quantity);
/* Returns a column that has the same TEXT in all records. All texts are borrowed. */
struct column column_of_text(const char *name, const char *text, const char *about);

/* Returns the column of what sizes are called, where that is not "size". */
#define COLUMN_SIZE_NAME "size_name"
struct column column_of_size_name(void);

/* The column of a parameter, and that of a quantile of all samples, where NUMBER is its index from
 * 0. NAME is borrowed. */
struct column column_of_parameter(const char *name, const char *parameter);
struct column column_of_quantile(const char *name, size_t number);

#endif
