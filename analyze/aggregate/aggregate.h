/* SPDX-License-Identifier: GPL-3.0-or-later */
/* aggregate.h: folds a measurement into a section of a table, one window after another, so that
 * only one window has to be in memory at a time.
 *
 * A window holds consecutive points of a measurement as a struct measurement of its own: it has the
 * same facts, and the same parameters and series in the same order, but the per-sample arrays of
 * these points only. Windows come in the order of the points and together cover all of them. A
 * measurement that is in memory as a whole is its own, single window. */
#ifndef BENCHMAT_ANALYZE_AGGREGATE_AGGREGATE_H
#define BENCHMAT_ANALYZE_AGGREGATE_AGGREGATE_H

#include "analyze/aggregate/table.h"

struct aggregate;

/* Starts with what is known without samples: the facts, sizes, seeds, parameters and per-point
 * details of WHOLE; its per-sample arrays are not read and may be NULL. WHOLE and RUN are borrowed
 * until aggregate_begin returns, OPTIONS until the aggregate ends. If the measurement does not have
 * the wanted reference, returns ERR_USAGE with a list of its libraries. On success the caller must
 * pass AGGREGATE to aggregate_end or aggregate_free. */
int aggregate_begin(struct aggregate **aggregate, const struct run *run,
                    const struct measurement *whole, const struct table_options *options,
                    struct err *err);

/* Adds the points FIRST, FIRST + 1, ... of the measurement. */
void aggregate_points(struct aggregate *aggregate, const struct measurement *window, size_t first);

/* Returns whether the aggregate can take one series at a time, over some of the points, from a
 * window that holds only that series' arrays. If so, call aggregate_series for each series of WHOLE
 * instead of aggregate_points. This is impossible if the options need several libraries at once or
 * the points in order. */
int aggregate_is_by_series(const struct table_options *options);
void aggregate_series(struct aggregate *aggregate, const struct measurement *window, size_t first,
                      size_t series);

/* Adds the section to TABLE, and frees AGGREGATE. */
void aggregate_end(struct aggregate *aggregate, struct table *table);

/* Discards the aggregate. NULL is fine. */
void aggregate_free(struct aggregate *aggregate);

/* Adds MEASUREMENT, which is in memory as a whole, to TABLE. On failure the table is unchanged. */
int aggregate_whole(struct table *table, const struct run *run,
                    const struct measurement *measurement, const struct table_options *options,
                    struct err *err);

#endif
