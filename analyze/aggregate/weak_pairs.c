/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyze/aggregate/weak_pairs.h"

#include <math.h>
#include <stdlib.h>

#include "formats/text/xalloc.h"

struct order {
    const struct parameter_grid *space;
    const struct parameter_grid_axis *axis;
};

static int compare(double a, double b) {
    if (isnan(a) || isnan(b))
        return !!isnan(a) - !!isnan(b);
    return (a > b) - (a < b);
}

/* By what must be the same: everything but the size, which is the first axis, and AXIS. */
static int compare_others(const struct order *by, size_t a, size_t b) {
    int order = 0;
    for (size_t i = 1; i < by->space->axis_count && !order; i++)
        if (&by->space->axes[i] != by->axis)
            order = compare(by->space->axes[i].values[a], by->space->axes[i].values[b]);
    return order;
}

static int by_others(const void *a, const void *b, void *context) {
    const struct order *by = context;
    size_t left = *(const size_t *)a, right = *(const size_t *)b;
    int order = compare_others(by, left, right);
    order = order ? order : compare(by->axis->values[left], by->axis->values[right]);
    return order ? order
                 : compare(by->space->axes[0].values[left], by->space->axes[0].values[right]);
}

/* Some of the sorted points: LOGS has ln of the work per each of every point. */
struct part {
    const size_t *order;
    size_t count;
    const double *logs;
};

/* Returns the point of PART that is nearest to POINT, within the tolerance. */
static size_t nearest(const struct part *part, size_t point) {
    size_t found = WEAK_PAIRS_NONE;
    double least = log1p(WEAK_PAIRS_TOLERANCE);
    for (size_t i = 0; i < part->count; i++) {
        double off = fabs(part->logs[part->order[i]] - part->logs[point]);
        if (off <= least && (found == WEAK_PAIRS_NONE || off < least)) {
            found = part->order[i];
            least = off;
        }
    }
    return found;
}

/* Pairs the points of MORE, which have the same number p, with FEWEST. */
static void pair(const struct part *fewest, const struct part *more, size_t *bases) {
    for (size_t i = 0; i < fewest->count; i++) {
        size_t base = fewest->order[i], point = nearest(more, base);
        if (point != WEAK_PAIRS_NONE && nearest(fewest, point) == base) {
            bases[base] = base;
            bases[point] = base;
        }
    }
}

/* The points at FROM in ORDER and after it that have the same others, and the same number if
 * SAME_NUMBER. */
static struct part part_from(const struct order *by, const size_t *order, const double *logs,
                             size_t from, int same_number) {
    const double *numbers = by->axis->values;
    size_t end = from + 1;
    while (end < by->space->points && compare_others(by, order[from], order[end]) == 0 &&
           (!same_number || compare(numbers[order[from]], numbers[order[end]]) == 0))
        end++;
    return (struct part){order + from, end - from, logs};
}

void weak_pairs_find(const struct parameter_grid *space, const struct parameter_grid_axis *axis,
                     const double *work, size_t *bases) {
    struct order by = {space, axis};
    size_t points = space->points, *order = xcalloc(points, sizeof *order);
    double *logs = xcalloc(points, sizeof *logs), fewest = NAN;
    for (size_t i = 0; i < points; i++) {
        order[i] = i;
        bases[i] = WEAK_PAIRS_NONE;
        logs[i] = work[i] > 0 && axis->values[i] > 0 ? log(work[i] / axis->values[i]) : NAN;
        if (axis->values[i] > 0)
            fewest = fmin(fewest, axis->values[i]);
    }
    qsort_r(order, points, sizeof *order, by_others, &by);
    for (size_t begin = 0, end; begin < points; begin = end) {
        struct part first = part_from(&by, order, logs, begin, 1);
        end = begin + part_from(&by, order, logs, begin, 0).count;
        int has_fewest = axis->values[order[begin]] == fewest;
        for (size_t i = begin + first.count; has_fewest && i < end;) {
            struct part more = part_from(&by, order, logs, i, 1);
            pair(&first, &more, bases);
            i += more.count;
        }
    }
    free(order);
    free(logs);
}
