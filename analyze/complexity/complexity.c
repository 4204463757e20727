/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyze/complexity/complexity.h"

#include <math.h>
#include <stdlib.h>

#include "analyze/model/parameter_grid.h"
#include "analyze/statistics/distribution.h"
#include "analyze/statistics/welford.h"

/* --- laws --- */

/* ln f = power ln n + logs ln ln n */
static const struct law {
    const char *name;
    double power, logs;
} laws[COMPLEXITY_LAWS] = {
    {"1", 0, 0}, {"log n", 0, 1}, {"n", 1, 0}, {"n log n", 1, 1}, {"n²", 2, 0}, {"n³", 3, 0},
};

static const double strong_evidence = 6;

static double rest_at(const struct law *law, const struct power_points *p, size_t i) {
    return p->y[i] - law->power * p->x[i] - law->logs * log(p->x[i]);
}

static struct complexity_fit fit_law(const struct law *law, const struct power_points *p) {
    struct welford rest = {0};
    double products = 0;
    for (size_t i = 0; i < p->count; i++)
        welford_add(&rest, rest_at(law, p, i));
    double mean = welford_mean(&rest);
    for (size_t i = 1; i < p->count; i++)
        products += (rest_at(law, p, i - 1) - mean) * (rest_at(law, p, i) - mean);
    return (struct complexity_fit){law->name, exp(mean), sqrt(rest.m2 / (double)p->count),
                                   rest.m2 > 0 ? products / rest.m2 : 0, 0};
}

static int by_rms(const void *a, const void *b) {
    const struct complexity_fit *first = a, *second = b;
    return (first->rms > second->rms) - (first->rms < second->rms);
}

/* Returns how many independent points the fitted ones are worth. */
static double effective_sample_size(const struct complexity_fit *best, double floor,
                                    size_t points) {
    double autocorrelation = best->rms > floor ? fmax(best->autocorrelation, 0) : 0;
    return fmax(COMPLEXITY_FEWEST, (double)points * (1 - autocorrelation) / (1 + autocorrelation));
}

static int is_as_good(const struct complexity_fit *fit, const struct complexity_fit *best,
                      double floor, size_t points) {
    double least = fmax(best->rms, floor);
    double worse = (fit->rms * fit->rms - best->rms * best->rms) / (least * least);
    return effective_sample_size(best, floor, points) * log1p(fmax(worse, 0)) < strong_evidence;
}

struct complexity complexity_of(const struct power_points *points, double floor) {
    /* Fit the largest points, from sizes whose logarithm is above 0. */
    size_t lowest = 0, first;
    while (lowest < points->count && !(points->x[lowest] > 0))
        lowest++;
    double middle = points->count ? (points->x[0] + points->x[points->count - 1]) / 2 : NAN;
    for (first = points->count; first > lowest; first--)
        if (points->x[first - 1] < middle && points->count - first >= COMPLEXITY_POINTS)
            break;
    struct power_points fitted =
        (struct power_points){points->x + first, points->y + first, points->count - first};
    struct complexity c = {.points = fitted.count, .from = NAN};
    if (fitted.count)
        c.from = exp(fitted.x[0]);
    for (size_t i = 0; i < COMPLEXITY_LAWS; i++)
        c.fits[i] = fitted.count < COMPLEXITY_FEWEST
                        ? (struct complexity_fit){laws[i].name, NAN, NAN, NAN, 0}
                        : fit_law(&laws[i], &fitted);
    if (fitted.count < COMPLEXITY_FEWEST)
        return c;
    qsort(c.fits, COMPLEXITY_LAWS, sizeof *c.fits, by_rms);
    for (size_t i = 0; i < COMPLEXITY_LAWS; i++)
        c.as_good += c.fits[i].is_as_good = is_as_good(&c.fits[i], &c.fits[0], floor, fitted.count);
    return c;
}

/* --- growth --- */

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
        size_t n = 0, distinct = 0;
        for (size_t i = 0; i < curve->count; i++)
            if (has_logarithm(curve->sizes[i]) && has_logarithm(curve->seconds[i]))
                points[n++] = (struct point){log(curve->sizes[i]), log(curve->seconds[i]),
                                             curve->errors ? curve->errors[i] : NAN, i};
        qsort(points, n, sizeof *points, by_size);
        for (size_t i = 0; i < n; i++)
            if (!distinct || points[i].x > points[distinct - 1].x)
                points[distinct++] = points[i];

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
