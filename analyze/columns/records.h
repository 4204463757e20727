/* SPDX-License-Identifier: GPL-3.0-or-later */
/* records.h: the rows or summaries of a table as they are shown: selected columns and order. */
#ifndef BENCHMAT_ANALYZE_COLUMNS_RECORDS_H
#define BENCHMAT_ANALYZE_COLUMNS_RECORDS_H

#include "analyze/columns/columns.h"
#include "analyze/columns/view.h"

/* Records of one kind. Borrows from a table and a view. */
struct records {
    struct column *columns; /* the columns to show */
    size_t column_count;
    size_t count;

    /* Private: the records as they are in the table. */
    const void *first;
    size_t *order; /* index of the record at each position; NULL for the original order */
    struct column_set all;
    struct column *all_columns;
    char **names; /* names of parameters, and headings */
    size_t name_count;
};

/* Records of quantities other than seconds have two more columns: the quantity's name, and the unit
 * of all columns whose unit is column_measured. */
#define RECORDS_MEASURE "measure"
#define RECORDS_UNIT    "unit"
#define RECORDS_BETTER  "better" /* of rates, a third one: "higher" */
/* For programs, those with ratios of another statistic than typical times say of which, and what it
 * is. */
#define RECORDS_STATISTIC "statistic"

/* Writes what people see divided by the reference: "time", "p99", "memory"; and whether the
 * reference's name is short enough to be in the heading of ratios. */
enum { RECORDS_DIVIDEND = 64 };
void records_dividend(const struct section *section, char *dividend);
int records_divides(const struct section *section);

/* Returns ERR_USAGE if VIEW, which may be NULL for the default, has a name that is not a column of
 * any measurement of TABLE: of its rows or, with SUMMARIES, of its summaries. */
int records_check(const struct table *table, const struct view *view, int summaries,
                  struct err *err);

/* All rows of TABLE, with a column after the size for each parameter of any measurement of HEADS,
 * which may be TABLE; with SUMMARIES, all its summaries. A parameter that has the name of another
 * column is called name_2. Ignores names of VIEW that do not exist. The caller must call
 * records_release. */
void records_of_table(struct records *records, const struct table *table, const struct table *heads,
                      const struct view *view, int summaries);
/* The records of one section, for people. By default there is a column for each parameter that
 * varies, and for the size unless the action has none; summaries, and rows of a single point, start
 * with the fastest. Columns
 * that group rows come first and do not repeat their values, nor do sizes and parameters after them
 * unless rows are sorted. */
void records_of_section(struct records *records, const struct table *table,
                        const struct section *section, const struct view *view, int summaries);
/* COUNT contiguous records of SET from FIRST, which do not belong to a table. FOR_PEOPLE selects
 * the usual columns, with grouping columns first as above; otherwise all columns. ERR_USAGE if
 * VIEW, which may be NULL, has a name that is not in SET. The caller must call records_release in
 * either case. */
int records_of_array(struct records *records, const struct column_set *set, const void *first,
                     size_t count, const struct view *view, int for_people, struct err *err);
/* Makes RECORDS those of SIZE bytes each from FIRST, in their present order, which begin with what
 * they were, and adds COUNT of their COLUMNS. */
void records_widen(struct records *records, const void *first, size_t size,
                   const struct column *columns, size_t count);
void records_release(struct records *records);
const void *records_at(const struct records *records, size_t i);

#endif
