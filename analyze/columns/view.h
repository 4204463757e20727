/* SPDX-License-Identifier: GPL-3.0-or-later */
/* view.h: which columns of a table are shown, and the order of the rows: the lists after --columns,
 * --sort and --group-by.
 *
 * The names in them are those of columns (columns.h), parameters, and quantiles: p99, p0.5 or q25
 * is the quantile at that percentage of all samples. */
#ifndef BENCHMAT_ANALYZE_COLUMNS_VIEW_H
#define BENCHMAT_ANALYZE_COLUMNS_VIEW_H

#include <stddef.h>

#include "analyze/columns/columns.h"
#include "formats/text/err.h"

/* One name of a list. */
struct view_item {
    char *name;
    char sign;       /* '+' or '-' before it, or 0 */
    size_t quantile; /* 1 + its index in the view's quantiles; 0 if it is not a quantile */
};

struct view_list {
    struct view_item *items;
    size_t count;
};

/* Zero-initialised: the default, which is what each format shows, in the order of the measurements.
 * The caller must call view_release. */
struct view {
    struct view_list columns, sort, groups;
    int is_wide;       /* the columns that are shown only then are usual, too */
    double *quantiles; /* distinct probabilities: 0.99 for p99. row->quantiles holds a row's values
                          in this order. */
    size_t quantile_count;
    size_t mode_quantiles; /* the last of them, which only view_add_mode_quantiles added */
    struct view_list usual_quantiles; /* shown by default of runs in sample mode */
    enum quantity quantity;           /* of the records */
    struct statistic statistic;       /* of their ratios */
};

/* Each parses LIST, names separated by commas, and replaces what was parsed before. If all names in
 * a list of columns have a sign, the list changes the usual columns: +NAME adds, -NAME removes. In
 * a list to sort by, -NAME sorts in descending order. ERR_USAGE for an empty name; other names can
 * be checked only with the table, whose parameters they may name. */
int view_set_columns(struct view *view, const char *list, struct err *err);
int view_set_sort(struct view *view, const char *list, struct err *err);
int view_set_groups(struct view *view, const char *list, struct err *err);
/* Adds to the existing columns. */
int view_add_columns(struct view *view, const char *list, struct err *err);
/* Adds p50, p90, p99 and p99.9 for runs in sample mode. Call it after the functions above. */
void view_add_mode_quantiles(struct view *view);
void view_release(struct view *view);

/* Returns ERR_USAGE if a name is neither a column of SET nor a quantile. A quantile is valid only
 * if SET has a median. */
int view_check(const struct view *view, const struct column_set *set, struct err *err);

/* Copies the selected columns of SET, in order, to CHOSEN, which must have room for all of SET and
 * of the list; returns their number. Without a list, USUAL_ONLY selects the usual columns instead
 * of all. Ignores names that SET does not have. */
size_t view_choose(const struct view *view, const struct column_set *set, int usual_only,
                   struct column *chosen);

/* Copies the column that ITEM names to COLUMN; returns 0 if SET has none. */
int view_find(const struct view_item *item, const struct column_set *set, struct column *column);

/* Returns the bits of enum need for selecting these columns from SET, and for sorting and grouping
 * by them. */
unsigned view_needs(const struct view *view, const struct column_set *set, int usual_only);

#endif
