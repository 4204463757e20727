/* SPDX-License-Identifier: GPL-3.0-or-later */
/* view.h: what of a table is to be seen, and in which order: the lists after --columns, --sort and
 * --group-by.
 *
 * Names in them are those of columns (columns.h), of parameters, and of quantiles: p99, p0.5, or
 * q25 is the quantile at so many percent of all samples. */
#ifndef BENCHMAT_ANALYZE_COLUMNS_VIEW_H
#define BENCHMAT_ANALYZE_COLUMNS_VIEW_H

#include <stddef.h>

#include "analyze/columns/columns.h"
#include "formats/text/err.h"

/* One name of a list. */
struct view_item {
    char *name;
    char sign;       /* '+' or '-' in front of it, or 0 */
    size_t quantile; /* 1 + its number in the view's quantiles; 0 for what is no quantile */
};

struct view_list {
    struct view_item *items;
    size_t count;
};

/* Zero-initialised is the usual one: what each format shows, in the order of the measurements. To
 * be given to view_release. */
struct view {
    struct view_list columns, sort, groups;
    double *quantiles; /* probabilities, each once: 0.99 for p99. Of a row the values are in
                          row->quantiles, in this order. */
    size_t quantile_count;
};

/* Each reads LIST, names separated by commas, in place of what was read before. A list of columns
 * of which all have a sign changes the usual ones: +NAME adds, -NAME takes away. In a list to sort
 * by, -NAME is descending. ERR_USAGE for an empty name; which names there are is known with the
 * table, as it has the parameters. */
int view_set_columns(struct view *view, const char *list, struct err *err);
int view_set_sort(struct view *view, const char *list, struct err *err);
int view_set_groups(struct view *view, const char *list, struct err *err);
/* Adds to the columns there are. */
int view_add_columns(struct view *view, const char *list, struct err *err);
void view_release(struct view *view);

/* ERR_USAGE where a name is neither that of a column of SET nor of a quantile; these are SET's
 * columns of rows, if there are any quantiles. */
int view_check(const struct view *view, const struct column_set *set, struct err *err);

/* Copies those columns of SET that are to be seen, in their order, to CHOSEN, which has room for as
 * many as SET and the list have; returns how many they are. USUAL_ONLY: without a list not all, but
 * those that are usual. Names that SET does not have are passed over. */
size_t view_choose(const struct view *view, const struct column_set *set, int usual_only,
                   struct column *chosen);

/* The column that ITEM names, copied to COLUMN; 0 where SET has none. */
int view_find(const struct view_item *item, const struct column_set *set, struct column *column);

/* Bits of enum need: what has to be calculated to choose from SET so, and to sort and group
 * by these columns. All of them when there is no memory to find out. */
unsigned view_needs(const struct view *view, const struct column_set *set, int usual_only);

#endif
