/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyze/complexity/growth.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analyze/aggregate/number.h"
#include "analyze/inference/power.h"
#include "analyze/model/parameter_grid.h"
#include "analyze/statistics/distribution.h"
#include "analyze/statistics/order.h"
#include "formats/text/xalloc.h"

/* --- points --- */

struct point {
    double x, y, error, bytes;
    size_t order;
};

static int by_size(const void *a, const void *b) {
    const struct point *first = a, *second = b;
    if (first->x != second->x)
        return first->x > second->x ? 1 : -1;
    return (first->order > second->order) - (first->order < second->order);
}

/* Keeps the first of equal sizes. */
static size_t gather(const struct growth_curve *curve, struct point *points) {
    size_t n = 0, distinct = 0;
    for (size_t i = 0; i < curve->count; i++)
        if (has_logarithm(curve->sizes[i]) && has_logarithm(curve->seconds[i]))
            points[n++] = (struct point){log(curve->sizes[i]), log(curve->seconds[i]),
                                         curve->errors ? curve->errors[i] : NAN,
                                         curve->bytes ? logarithm_of(curve->bytes[i]) : NAN, i};
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

static int has_rising_bytes(const struct point *points, size_t n) {
    for (size_t i = 0; i < n; i++)
        if (!isfinite(points[i].bytes) || (i && !(points[i].bytes > points[i - 1].bytes)))
            return 0;
    return 1;
}

/* --- the law --- */

/* The points that the law is fitted to. */
struct fitted {
    double x[GROWTH_MOST], y[GROWTH_MOST], error[GROWTH_MOST], bytes[GROWTH_MOST];
    struct cost_points points;
    double known; /* degrees of freedom that the errors are worth */
};

/* Returns the median squared error, NaN if none is known. */
static double usual_error(const struct point *points, size_t n) {
    double squares[GROWTH_MOST];
    size_t known = 0;
    for (size_t i = 0; i < n; i++)
        if (isfinite(points[i].error))
            squares[known++] = points[i].error * points[i].error;
    return known ? order_median(squares, known) : NAN;
}

static void make_fitted(struct fitted *f, const struct point *points, size_t n,
                        const unsigned char *is_outlier, int has_bytes) {
    double usual = usual_error(points, n);
    size_t m = 0;
    for (size_t i = 0; i < n; i++) {
        if (!(points[i].x > 0) || (is_outlier[i] && i && i + 1 < n))
            continue;
        double own = isfinite(points[i].error) ? points[i].error * points[i].error : usual;
        double squared = isnan(usual) ? 0 : (own + usual) / 2;
        f->x[m] = points[i].x;
        f->y[m] = points[i].y;
        f->bytes[m] = has_bytes ? points[i].bytes : points[i].x;
        f->error[m++] = sqrt(squared + GROWTH_FLOOR * GROWTH_FLOOR);
    }
    f->points = (struct cost_points){f->x, f->y, f->error, f->bytes, m};
    f->known = isnan(usual) ? 1 : COMPLEXITY_KNOWN;
}

/* Returns ln of the size whose bytes have the logarithm AT, between points. */
static double size_at(const struct cost_points *p, double at) {
    size_t i = 1;
    while (i + 1 < p->count && p->bytes[i] < at)
        i++;
    double part = (at - p->bytes[i - 1]) / (p->bytes[i] - p->bytes[i - 1]);
    return p->x[i - 1] + part * (p->x[i] - p->x[i - 1]);
}

static void tell_steps(struct growth *growth, const struct cost_points *p,
                       const struct cache_levels *caches, int has_bytes) {
    const struct cost_model *m = &growth->complexity.fits[0].model;
    double sum = growth->complexity.coefficient;
    growth->besides = m->lower_part * exp(m->level);
    for (size_t k = 0; k < m->steps; k++) {
        if (!(m->parts[k + 1] > 0))
            continue;
        struct growth_step *step = &growth->steps[growth->step_count++];
        sum += growth->complexity.coefficient * m->parts[k + 1] / m->parts[0];
        *step = (struct growth_step){exp(size_at(p, m->places[k])),
                                     has_bytes ? exp(m->places[k]) : NAN, sum, ""};
        double nearest = M_LN2;
        for (size_t c = 0; has_bytes && c < caches->count; c++) {
            double distance = fabs(log(caches->items[c].bytes) - m->places[k]);
            if (distance <= nearest) {
                nearest = distance;
                memcpy(step->cache, caches->items[c].name, sizeof step->cache);
            }
        }
    }
}

static void tell_law(struct growth *growth, const struct point *points,
                     const unsigned char *is_outlier, const struct growth_curve *curve,
                     double confidence) {
    struct fitted fitted;
    size_t n = growth->points;
    int has_bytes = has_rising_bytes(points, n);
    struct cache_levels none = {0}, caches = has_bytes ? curve->caches : none;
    make_fitted(&fitted, points, n, is_outlier, has_bytes);
    complexity_of(&fitted.points, &caches, fitted.known, confidence, &growth->complexity);
    if (growth->complexity.from > exp(fitted.x[0]))
        growth->from = growth->complexity.from;
    if (growth->complexity.as_good)
        tell_steps(growth, &fitted.points, &caches, has_bytes);
    else if (n > 1)
        growth->complexity.exponent.estimate =
            (points[n - 1].y - points[0].y) / (points[n - 1].x - points[0].x);
}

void growth_of(const struct growth_curve *curve, double confidence, struct growth *growth) {
    *growth = (struct growth){.besides = NAN, .from = NAN};
    struct point *points = xcalloc(curve->count, sizeof *points);
    size_t distinct = gather(curve, points);
    growth->left_out = curve->count - distinct;
    growth->points = thin_out(points, distinct);
    growth->thinned = distinct - growth->points;
    growth->floor = floor_of(points, growth->points);

    double x[GROWTH_MOST], y[GROWTH_MOST];
    unsigned char is_outlier[GROWTH_MOST];
    for (size_t i = 0; i < growth->points; i++) {
        x[i] = points[i].x;
        y[i] = points[i].y;
    }
    struct power_points line = {x, y, growth->points};
    memset(is_outlier, 0, sizeof is_outlier);
    segments_fit(&line, growth->floor, confidence, &growth->pieces, is_outlier);
    tell_law(growth, points, is_outlier, curve, confidence);
    free(points);
}

/* --- words --- */

void growth_words_pieces(const struct segments *pieces, FILE *file) {
    for (size_t i = 0; i < pieces->count; i++) {
        const struct piece *piece = &pieces->items[i];
        fprintf(file, "%sn^%.2f", i ? ", " : "", piece->law.exponent.estimate);
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

/* "250 ps" */
static void write_amount(double amount, const char *unit, FILE *file) {
    char parts[64];
    number_scaled(number_scale(unit, amount, NAN), amount, parts, sizeof parts);
    for (const char *at = parts; *at; at++)
        if (*at != '\t')
            fputc(*at, file);
}

/* "1.0 MiB" */
static void write_bytes(double bytes, FILE *file) {
    static const char *const units[] = {"B", "KiB", "MiB", "GiB"};
    size_t u = 0;
    for (; bytes >= 1024 && u < 3; u++)
        bytes /= 1024;
    fprintf(file, "%.*f %s", u && bytes < 10 ? 1 : 0, bytes, units[u]);
}

/* To two digits. */
static void write_rounded(double size, FILE *file) {
    double place = pow(10, floor(log10(size)) - 1);
    size_words_about(place >= 1 ? round(size / place) * place : size, file);
}

static void write_steps(const struct growth *growth, const char *times, const char *unit,
                        FILE *file) {
    for (size_t k = 0; k < growth->step_count; k++) {
        const struct growth_step *step = &growth->steps[k];
        fputs(", ", file);
        write_amount(step->coefficient, unit, file);
        fprintf(file, "%s beyond n ≈ ", times);
        write_rounded(step->size, file);
        if (isnan(step->bytes))
            continue;
        fputs(" (", file);
        write_bytes(step->bytes, file);
        fprintf(file, "%s%s)", *step->cache ? ", " : "", step->cache);
    }
}

static const struct {
    const char *law, *adjective;
} adjectives[] = {{"1", "constant"},
                  {"log n", "logarithmic"},
                  {"n", "linear"},
                  {"n²", "quadratic"},
                  {"n³", "cubic"}};

void growth_words_law(const struct growth *growth, enum quantity quantity, FILE *file) {
    const struct complexity *c = &growth->complexity;
    const struct complexity_fit *best = &c->fits[0];
    const char *name = best->law, *unit = quantity_words(quantity)->unit;
    char times[24] = "";
    if (!c->as_good) {
        if (growth->points)
            fprintf(file, "too few sizes for a law, which takes %d above 1", COMPLEXITY_FEWEST);
        else
            fputs("no size has a time to go by", file);
        return;
    }
    for (size_t i = 0; i < sizeof adjectives / sizeof *adjectives; i++)
        if (strcmp(adjectives[i].law, best->law) == 0)
            name = adjectives[i].adjective;
    if (strcmp(best->law, "1") != 0)
        snprintf(times, sizeof times, " × %s", best->law);
    if (c->as_good > 1) {
        fputs("undecided, ", file);
        for (size_t i = 0; i < c->as_good; i++)
            fprintf(file, "%s%s", i ? " or " : "", c->fits[i].law);
        fprintf(file, "; if %s, ", best->law);
    } else {
        fprintf(file, "%s%s: ", name, best->is_free ? ", none of the usual laws" : "");
    }
    write_amount(c->coefficient, unit, file);
    fputs(times, file);
    write_steps(growth, times, unit, file);
    if (best->model.lower_part > 0) {
        fputs("; besides ", file);
        write_amount(growth->besides, unit, file);
        fputs(best->model.lower == COST_LOWER_CONSTANT ? " a call" : " at the largest size", file);
    }
    if (!isnan(growth->from)) {
        fputs("; from n ≈ ", file);
        write_rounded(growth->from, file);
        fputs(" on", file);
    }
}
