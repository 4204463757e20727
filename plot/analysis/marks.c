/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plot/analysis/marks.h"

#include <math.h>
#include <stdlib.h>

static double between(double x0, double bytes0, double x1, double bytes1, double capacity) {
    double part = log(capacity / bytes0) / log(bytes1 / bytes0);
    return x0 > 0 ? x0 * pow(x1 / x0, part) : x0 + part * (x1 - x0);
}

double marks_crossing(const double *x, const double *bytes, size_t count, double capacity) {
    double crossing = NAN;
    size_t last = count; /* the last with bytes */
    for (size_t i = 0; i < count; i++) {
        if (!(bytes[i] > 0) || isnan(x[i]))
            continue;
        int is_next = last < count && x[i] > x[last];
        if (last < count && x[i] == x[last] && bytes[i] != bytes[last])
            return NAN;
        if (is_next && isnan(crossing) && bytes[last] <= capacity && bytes[i] > capacity)
            crossing = between(x[last], bytes[last], x[i], bytes[i], capacity);
        last = i;
    }
    return crossing;
}

/* --- of a section --- */

struct bytes_at {
    double x, bytes;
};

static int by_x(const void *a, const void *b) {
    const struct bytes_at *left = a, *right = b;
    if (left->x != right->x)
        return left->x < right->x ? -1 : 1;
    return (left->bytes > right->bytes) - (left->bytes < right->bytes);
}

/* X and BYTES [points], ascending in x. Returns how many there are. */
static size_t list_bytes(const struct measured *of, size_t axis, double *x, double *bytes) {
    const struct section *section = of->section;
    const struct parameter_grid *space = section->space;
    size_t count = 0, points = section->summary_count ? space->points : 0;
    struct bytes_at *all = calloc(points + 1, sizeof *all);
    for (size_t p = 0; all && p < points; p++) {
        const struct row *row = &of->table->rows[section->first_row + p * section->summary_count];
        double at = space->axes[axis].values[p];
        if (!isnan(at) && !isnan(row->bytes))
            all[count++] = (struct bytes_at){at, row->bytes};
    }
    if (all)
        qsort(all, count, sizeof *all, by_x);
    for (size_t i = 0; all && i < count; i++) {
        x[i] = all[i].x;
        bytes[i] = all[i].bytes;
    }
    free(all);
    return count;
}

static size_t mark_caches(struct chart_set *set, const struct measured *of, size_t axis,
                          struct mark *marks) {
    const struct cache_levels *caches = &of->section->caches;
    size_t points = of->section->space->points, count = 0;
    double *x = calloc(2 * points + 1, sizeof *x);
    size_t known = x ? list_bytes(of, axis, x, x + points) : 0;
    for (size_t c = 0; c < caches->count; c++) {
        double at = marks_crossing(x, x + points, known, caches->items[c].bytes);
        const char *label = isnan(at) ? NULL : chart_set_text(set, "%s", caches->items[c].name);
        if (label)
            marks[count++] = (struct mark){.is_vertical = 1, .at = at, .label = label};
    }
    free(x);
    return count;
}

int marks_add(struct chart_set *set, struct chart *chart, const struct measured *of, size_t axis) {
    struct mark *marks = chart_set_alloc(set, CACHE_MOST + 1, sizeof *marks);
    if (!marks)
        return -1;
    chart->marks = marks;
    if (of->measure->shows_caches)
        chart->mark_count = mark_caches(set, of, axis, marks);
    if (of->measure->line && of->measure->line(set, of, &marks[chart->mark_count]))
        chart->mark_count++;
    return 0;
}
