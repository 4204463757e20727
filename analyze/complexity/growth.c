/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyze/complexity/growth.h"

#include <math.h>
#include <stdlib.h>

#include "analyze/statistics/distribution.h"
#include "analyze/model/size_words.h"

struct point {
    double x, y, error;
    size_t order;
};

static int by_size(const void *a, const void *b) {
    const struct point *first = a, *second = b;
    if (first->x != second->x)
        return first->x > second->x ? 1 : -1;
    return (first->order > second->order) - (first->order < second->order);
}

static size_t builder(const struct growth_curve *curve, struct point *points) {
    size_t n = 0, distinct = 0;
    for (size_t i = 0; i < curve->count; i++)
        if (has_logarithm(curve->sizes[i]) && has_logarithm(curve->seconds[i]))
            points[n++] = (struct point){log(curve->sizes[i]), log(curve->seconds[i]),
                                         curve->errors ? curve->errors[i] : NAN, i};
    qsort(points, n, sizeof *points, by_size);
    for (size_t i = 0; i < n; i++)
        if (!distinct || points[i].x > points[distinct - 1].x)
            points[distinct++] = points[i];
    return distinct;
}

static size_t thin_out(struct point *points, size_t n) {
    size_t kept = n < GROWTH_MOST ? n : GROWTH_MOST;
    for (size_t i = 0; i < kept; i++)
        points[i] = points[i * n / kept];
    return kept;
}

static double floor_of(const struct point *points, size_t n) {
    double squares = 0, known = 0;
    for (size_t i = 0; i < n; i++)
        if (isfinite(points[i].error)) {
            squares += points[i].error * points[i].error;
            known++;
        }
    return known > 0 ? fmax(GROWTH_FLOOR, sqrt(squares / known)) : GROWTH_FLOOR;
}

static int tell(const struct power_points *points, double confidence, double *workspace,
                struct growth *growth) {
    growth->law = power_fit(points, confidence, workspace);
    growth->complexity = complexity_of(points, growth->floor);
    return segments_fit(points, growth->floor, confidence, &growth->pieces);
}

int growth_of(const struct growth_curve *curve, double confidence, struct growth *growth) {
    *growth = (struct growth){.law = power_unknown};
    struct point *points = calloc(curve->count + 1, sizeof *points);
    double *workspace = calloc(2 * GROWTH_MOST + POWER_ROOM(GROWTH_MOST), sizeof *workspace);
    int ok = points && workspace;
    if (ok) {
        size_t distinct = builder(curve, points);
        growth->left_out = curve->count - distinct;
        growth->points = thin_out(points, distinct);
        growth->thinned = distinct - growth->points;
        growth->floor = floor_of(points, growth->points);
        for (size_t i = 0; i < growth->points; i++) {
            workspace[i] = points[i].x;
            workspace[GROWTH_MOST + i] = points[i].y;
        }
        struct power_points curve_points = {workspace, workspace + GROWTH_MOST, growth->points};
        ok = tell(&curve_points, confidence, workspace + 2 * GROWTH_MOST, growth);
    }
    free(points);
    free(workspace);
    return ok;
}

void growth_words_pieces(const struct segments *pieces, FILE *file) {
    for (size_t i = 0; i < pieces->count; i++) {
        const struct piece *piece = &pieces->items[i];
        fprintf(file, "%sn^%.2f", i ? ", " : "", piece->law.exponent.centre);
        if (i + 1 < pieces->count) {
            fputs(" to ", file);
            size_words_about(piece->to, file);
        } else if (i > 0) {
            fputs(" beyond", file);
        }
    }
}

void growth_words_as_good(const struct complexity *complexity, FILE *file) {
    for (size_t i = 1; i < complexity->as_good; i++)
        fprintf(file, "%s%s", i > 1 ? ", " : "", complexity->fits[i].law);
}
