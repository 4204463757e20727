/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plot/analysis/sampled.h"

#include <math.h>
#include <stdlib.h>

static void release_point(struct sampled_point *point) {
    for (size_t l = 0; l < point->libraries; l++)
        distribution_release(&point->cells[l]);
    free(point->cells);
    *point = (struct sampled_point){0};
}

/* Keeps the better one of the last two points of the section. */
static void settle(struct sampled *sampled) {
    if (sampled->wants_all || sampled->count < sampled->first + 2)
        return;
    struct sampled_point *last = &sampled->points[--sampled->count], *best = last - 1;
    int is_better =
        last->present != best->present ? last->present > best->present : last->size > best->size;
    struct sampled_point kept = is_better ? *last : *best;
    release_point(is_better ? best : last);
    *last = (struct sampled_point){0};
    *best = kept;
}

static struct sampled_point *add_point(struct sampled *sampled, const struct row *row) {
    settle(sampled);
    struct sampled_point *points =
        reallocarray(sampled->points, sampled->count + 1, sizeof *points);
    if (!points)
        return NULL;
    sampled->points = points;
    points[sampled->count] =
        (struct sampled_point){.section = sampled->section,
                               .point = row->point,
                               .size = row->space->axes[row->space->main].values[row->point]};
    return &points[sampled->count++];
}

static struct sampled_point *point_of(struct sampled *sampled, const struct row *row) {
    if (sampled->count > sampled->first && sampled->points[sampled->count - 1].point == row->point)
        return &sampled->points[sampled->count - 1];
    return add_point(sampled, row);
}

/* Until the clock is known, one over the calls. */
static void note_calls(struct sampled_point *point, const struct row *row) {
    if (row->diagnostics.interval_calls > 0)
        point->resolution = fmax(point->resolution, 1 / (double)row->diagnostics.interval_calls);
}

int sampled_take(void *context, const struct row *row, const double *seconds, size_t count) {
    struct sampled_point *point = point_of(context, row);
    struct distribution *cells =
        point ? reallocarray(point->cells, point->libraries + 1, sizeof *cells) : NULL;
    if (!cells)
        return -1;
    point->cells = cells;
    struct distribution *cell = &cells[point->libraries++];
    *cell = (struct distribution){0};
    if (distribution_set(cell, seconds, count) != 0)
        return -1;
    point->present += cell->count > 0;
    note_calls(point, row);
    return 0;
}

void sampled_end(struct sampled *sampled, double clock) {
    settle(sampled);
    for (size_t i = sampled->first; i < sampled->count; i++)
        sampled->points[i].resolution *= clock > 0 ? clock : 0;
    sampled->section++;
    sampled->first = sampled->count;
}

void sampled_release(struct sampled *sampled) {
    for (size_t i = 0; i < sampled->count; i++)
        release_point(&sampled->points[i]);
    free(sampled->points);
    *sampled = (struct sampled){0};
}
