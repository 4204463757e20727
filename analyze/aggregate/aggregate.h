/* SPDX-License-Identifier: GPL-3.0-or-later */
/* aggregate.h: a measurement folded into a section of a table, window after window, so that no more
 * of it than one window is ever in memory.
 *
 * A window is some points of a measurement, one after the other, as a struct measurement of their
 * own: the same parameters and series in the same order, with the per-sample arrays of these points
 * alone. Windows come in the order of the points and cover all of them. A measurement that is
 * whole in memory is its own, single window. */
#ifndef BENCHMAT_ANALYZE_AGGREGATE_AGGREGATE_H
#define BENCHMAT_ANALYZE_AGGREGATE_AGGREGATE_H

#include "analyze/aggregate/table.h"

struct aggregate;

/* Begins with what is known without samples: of WHOLE the facts, sizes, seeds, parameters and the
 * details of each point; its per-sample arrays are not looked at, and may be NULL. WHOLE and RUN
 * are borrowed until aggregate_begin returns, OPTIONS until the aggregate ends. A reference that
 * the measurement does not have is an ERR_USAGE that lists its libraries. On success FOLD is given
 * to aggregate_end or aggregate_free. */
int aggregate_begin(struct aggregate **aggregate, const struct run *run,
                    const struct measurement *whole, const struct table_options *options,
                    struct err *err);

/* The points FIRST, FIRST + 1, ... of the measurement. Fails when there is no memory. */
int aggregate_points(struct aggregate *aggregate, const struct measurement *window, size_t first,
                     struct err *err);

/* Whether the aggregate can do with one series at a time, of some points, in which only its arrays
 * are: aggregate_series is then to be called for each of WHOLE's instead of aggregate_points. It
 * cannot where anything of several libraries is wanted at once, nor where points have to come in
 * their order. */
int aggregate_is_by_series(const struct table_options *options);
int aggregate_series(struct aggregate *aggregate, const struct measurement *window, size_t first,
                     size_t series, struct err *err);

/* Adds the section to TABLE, unless that fails, and frees FOLD either way. */
int aggregate_end(struct aggregate *aggregate, struct table *table, struct err *err);

/* Gives up. NULL is fine. */
void aggregate_free(struct aggregate *aggregate);

/* Adds a MEASUREMENT that is whole in memory to TABLE. On failure the table stays as it was. */
int aggregate_whole(struct table *table, const struct run *run,
                    const struct measurement *measurement, const struct table_options *options,
                    struct err *err);

#endif
