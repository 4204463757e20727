/* SPDX-License-Identifier: GPL-3.0-or-later */
/* aggregate_points.h: the state of an aggregation under way. Private to aggregate*.c. */
#ifndef BENCHMAT_ANALYZE_AGGREGATE_AGGREGATE_POINTS_H
#define BENCHMAT_ANALYZE_AGGREGATE_AGGREGATE_POINTS_H

#include "analyze/aggregate/aggregate.h"
#include "analyze/diagnostics/modes.h"
#include "analyze/inference/ratio.h"
#include "analyze/model/cache.h"

#define NONE (-1)

/* Over which points there are geometric means, of ratios; and of ratios of means, over all. */
enum group { EVERYWHERE, IN_CACHE, OUT_OF_CACHE, OF_MEANS, GROUPS };

struct aggregate {
    const struct table_options *options;
    struct section section;
    struct row *rows;                 /* [points shown][libraries] */
    struct summary_row *summaries;    /* [libraries] */
    struct geometric_mean *geometric; /* [GROUPS][libraries], then the control's everywhere */

    /* Of the measurement, series by their position. */
    size_t rounds, max_seeds;
    int *libraries; /* [library_count]: those that are shown */
    size_t library_count;
    int reference, control, controlled; /* NONE where there is none */
    int *shown;                         /* [points]: where each stands among those that are */
    int has_threads;                    /* more than one, anywhere */
    int is_paired;                      /* measurement_is_paired */
    struct cache_levels caches;
    double *flops, *bytes; /* [points] of a call; NaN where the action says nothing */

    struct warnings_source diagnostics;
    double *round_sums;          /* [means][rounds], lent to geometric */
    double *round_logs;          /* [rounds] of a library */
    double *round_means;         /* [rounds] of the control */
    double *locations;           /* [rounds] of ln t of a library, */
    double *reference_locations; /* and of the reference (row_sides_of) */
    double *kept[2]; /* [rounds][seeds] what trimming leaves of a library and the reference */
    double *values, *workspace;              /* [rounds][seeds], and five times as many */
    struct modes_workspace *modes_workspace; /* NULL where nobody asks for warnings */
    struct student student;
};

/* Of the geometric means. */
static inline size_t mean_count(const struct aggregate *aggregate) {
    return GROUPS * aggregate->library_count + 1;
}

static inline struct geometric_mean *mean_of(struct aggregate *aggregate, enum group group,
                                             size_t library) {
    return &aggregate->geometric[(size_t)group * aggregate->library_count + library];
}

static inline struct geometric_mean *mean_of_control(struct aggregate *aggregate) {
    return &aggregate->geometric[GROUPS * aggregate->library_count];
}

static inline int is_spared(const struct aggregate *aggregate, enum need need) {
    return (aggregate->options->spared & need) != 0;
}

static inline int no_room(const char *action, struct err *err) {
    return err_set(err, ERR_FAILED, "%s: no memory", action);
}

#endif
