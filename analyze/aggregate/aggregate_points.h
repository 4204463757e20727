/* SPDX-License-Identifier: GPL-3.0-or-later */
/* aggregate_points.h: the state of a running aggregation. Private to aggregate*.c. */
#ifndef BENCHMAT_ANALYZE_AGGREGATE_AGGREGATE_POINTS_H
#define BENCHMAT_ANALYZE_AGGREGATE_AGGREGATE_POINTS_H

#include "analyze/aggregate/aggregate.h"
#include "analyze/aggregate/chosen_statistic.h"
#include "analyze/diagnostics/modes.h"
#include "analyze/inference/ratio.h"
#include "analyze/model/cache.h"

#define NONE (-1)

/* The sets of points that geometric means of ratios cover; OF_MEANS holds geometric means of ratios
 * of means, over all points. */
enum group { EVERYWHERE, IN_CACHE, OUT_OF_CACHE, OF_MEANS, GROUPS };

struct aggregate {
    const struct table_options *options;
    struct section section;
    struct quantity_arrays arrays;    /* of the measurement */
    struct row *rows;                 /* [points shown][libraries] */
    struct summary_row *summaries;    /* [libraries] */
    struct geometric_mean *geometric; /* [GROUPS][libraries], then the control's everywhere */

    /* From the measurement; series are given by their index. */
    size_t rounds, max_seeds;
    int *libraries; /* [library_count]: the libraries that are shown */
    size_t library_count;
    int reference, control, controlled; /* NONE if absent */
    int *shown;                         /* [points]: index among the shown points, or NONE */
    int has_threads;                    /* more than one thread, anywhere */
    int pairs_samples;                  /* measurement_is_paired */
    int is_paired;                      /* the same of what ratios are made of */
    struct cache_levels caches;
    double *flops, *bytes; /* [points] work of a call; NaN if the action does not say */

    struct warnings_source diagnostics;
    double *round_sums;          /* [means][rounds], lent to geometric */
    double *locations;           /* [rounds] locations of ln t of a library */
    double *reference_locations; /* [rounds] the same for the reference (row_sides_of) */
    double *costs[2];            /* [rounds][seeds] of rates: of a library and of the reference */
    double *kept[2];    /* [rounds][seeds] what trimming leaves of a library and of the reference */
    double *batches[2]; /* [rounds][seeds] what it leaves of the means of their batches */
    double *values, *workspace;              /* [rounds][seeds]; up to five times as many */
    struct modes_workspace *modes_workspace; /* NULL if no warnings are wanted */
    struct chosen_room *chosen;              /* NULL if the statistic is typical */
    struct student student;
};

/* The number of geometric means. */
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

/* The quantiles of a run in sample mode are wanted whatever columns were asked for. */
static inline unsigned needs_of(const struct aggregate *aggregate) {
    int has_quantiles =
        aggregate->options->mode_quantiles && section_keeps_calls(&aggregate->section);
    return (NEED_ALL & ~aggregate->options->spared) | (has_quantiles ? NEED_ORDER : 0);
}

/* Whether any of these is spared. */
static inline int is_spared(const struct aggregate *aggregate, unsigned needs) {
    return (~needs_of(aggregate) & needs) != 0;
}

/* Whether one error model of all cells stands behind intervals and verdicts. It takes the control
 * even if nobody looks at the noise. */
static inline int is_moderated(const struct aggregate *aggregate) {
    return aggregate->section.test->is_moderated && aggregate->rounds > 1 &&
           aggregate->reference != NONE && !is_spared(aggregate, NEED_RATIO);
}

#endif
