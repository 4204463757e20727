/* SPDX-License-Identifier: GPL-3.0-or-later */
/* records.h: the rows or summaries of a table as they are to be seen: these columns, in this order.
 */
#ifndef BENCHMAT_ANALYZE_COLUMNS_RECORDS_H
#define BENCHMAT_ANALYZE_COLUMNS_RECORDS_H

#include "analyze/columns/columns.h"
#include "analyze/columns/view.h"

/* Records of one kind. Borrowed from a table and a view. */
struct records {
    struct column *columns; /* to be seen */
    size_t column_count;
    size_t count;

    /* Private: as they are in the table. */
    const void *first;
    size_t *order; /* which record stands where; NULL for as they come */
    struct column_set all;
    struct column *all_columns;
    char **names; /* of parameters */
    size_t name_count;
};

/* ERR_USAGE where VIEW, which may be NULL for the usual one, has a name that is no column of any
 * measurement of TABLE: of its rows, or of its SUMMARIES. */
int records_check(const struct table *table, const struct view *view, int summaries,
                  struct err *err);

/* All rows of TABLE, with a column behind the size for each parameter that any measurement of HEADS
 * has, which may be TABLE; or all its SUMMARIES. A parameter whose name another column has is
 * called name_2. Names of VIEW that there are not are passed over. Fails without memory; to be
 * given to records_release either way. */
int records_of_table(struct records *records, const struct table *table, const struct table *heads,
                     const struct view *view, int summaries, struct err *err);
/* Those of one section for people: unless VIEW says otherwise with a column for each parameter that
 * varies, and for the size unless the action has none; summaries the fastest first. Columns by
 * which rows are grouped stand in front and are not repeated, nor are sizes and parameters behind
 * them unless rows are sorted. */
int records_of_section(struct records *records, const struct table *table,
                       const struct section *section, const struct view *view, int summaries,
                       struct err *err);
/* COUNT records of SET that stand one behind the other from FIRST, which are no table's. FOR_PEOPLE
 * the usual columns, with those by which records are grouped in front as above; else all. ERR_USAGE
 * where VIEW, which may be NULL, has a name that is none of SET's. To be given to records_release
 * either way. */
int records_of_array(struct records *records, const struct column_set *set, const void *first,
                     size_t count, const struct view *view, int for_people, struct err *err);
void records_release(struct records *records);
const void *records_at(const struct records *records, size_t i);

#endif
