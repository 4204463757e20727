/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyze/complexity/complexity.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <gsl/gsl_cdf.h>

#include "analyze/statistics/order.h"

/* --- the exponent --- */

enum { GRID = 12, TURNS = 12, HALVINGS = 6, HALVINGS_OF_VARIANCE = 50 };
#define GRID_STEP  0.5
#define GOLDEN     0.3819660112501051
#define FIRST_STEP 0.002
#define FARTHEST   4

/* n^p (ln n)^logs. */
struct family {
    struct cost_found best;
    struct interval power;
    double grid, scores[GRID]; /* the lowest p of the grid, and the scores there */
};

/* -1 to 4.5, or as wide around the slope of times that grow otherwise. */
static double grid_from(const struct cost_points *p) {
    size_t last = p->count - 1;
    double slope = (p->y[last] - p->y[0]) / (p->x[last] - p->x[0]);
    return slope >= -0.5 && slope <= 4 ? -1 : slope - GRID_STEP * (GRID - 1) / 2;
}

/* By grid and golden section. */
static struct family best_power(const struct cost_search *usual, int logs) {
    struct cost_search with_power = *usual, *s = &with_power;
    s->spare++;
    struct family family = {.best = (struct cost_found){.score = INFINITY},
                            .grid = grid_from(s->points)};
    for (size_t i = 0; i < GRID; i++) {
        struct cost_found at = cost_search_law(s, family.grid + GRID_STEP * (double)i, logs);
        family.scores[i] = at.score;
        cost_search_better(&family.best, at);
    }
    double low = family.best.model.power - GRID_STEP, high = low + 2 * GRID_STEP;
    double a = low + GOLDEN * (high - low), b = high - GOLDEN * (high - low);
    struct cost_found at_a = cost_search_law(s, a, logs), at_b = cost_search_law(s, b, logs);
    for (size_t turn = 0; turn < TURNS; turn++) {
        cost_search_better(&family.best, at_a);
        cost_search_better(&family.best, at_b);
        if (at_a.score < at_b.score) {
            high = b;
            b = a;
            at_b = at_a;
            a = low + GOLDEN * (high - low);
            at_a = cost_search_law(s, a, logs);
        } else {
            low = a;
            a = b;
            at_a = at_b;
            b = high - GOLDEN * (high - low);
            at_b = cost_search_law(s, b, logs);
        }
    }
    return family;
}

/* How far in direction SIDE the score stays within MOST. */
static double end_of(const struct cost_search *s, const struct cost_found *best, int logs,
                     double most, int side) {
    double in = best->model.power, step = FIRST_STEP, out = in + side * step;
    while (fabs(out - best->model.power) < FARTHEST &&
           cost_search_law(s, out, logs).score <= most) {
        in = out;
        step *= 1.6;
        out = in + side * step;
    }
    for (size_t i = 0; i < HALVINGS; i++) {
        double middle = (in + out) / 2;
        if (cost_search_law(s, middle, logs).score <= most)
            in = middle;
        else
            out = middle;
    }
    return in;
}

static struct family fit_family(const struct cost_search *s, int logs, double confidence) {
    double n = s->known + (double)s->points->count;
    struct family family = best_power(s, logs);
    double p = family.best.model.power;
    family.power = interval_alone(p);
    if (s->points->count < COMPLEXITY_FEWEST_FOR_INTERVAL)
        return family;
    double degrees = fmax(1, n - (double)cost_coefficients(&family.best.model) - 1);
    double t = gsl_cdf_tdist_Pinv((1 + confidence) / 2, degrees);
    double most = family.best.score + n * log1p(t * t / degrees);
    family.power.low = end_of(s, &family.best, logs, most, -1);
    family.power.high = end_of(s, &family.best, logs, most, 1);
    for (size_t i = 0; i < GRID; i++)
        if (family.scores[i] <= most) {
            double at = family.grid + GRID_STEP * (double)i;
            family.power.low = fmin(family.power.low, at);
            family.power.high = fmax(family.power.high, at);
        }
    return family;
}

/* --- the choice --- */

static const struct {
    const char *name;
    double power;
    int logs;
} laws[COMPLEXITY_LAWS - 1] = {
    {"1", 0, 0},  {"log n", 0, 1},    {"n", 1, 0},  {"n log n", 1, 1},
    {"n²", 2, 0}, {"n² log n", 2, 1}, {"n³", 3, 0},
};

static int by_score(const void *a, const void *b) {
    const struct complexity_fit *first = a, *second = b;
    return (first->score > second->score) - (first->score < second->score);
}

static void put(struct complexity_fit *to, const char *name, const struct cost_found *found,
                double score) {
    *to = (struct complexity_fit){.score = score, .model = found->model};
    if (name)
        snprintf(to->law, sizeof to->law, "%s", name);
    else
        snprintf(to->law, sizeof to->law, "n^%.2f", found->model.power);
    to->is_free = !name;
}

/* Whether POWER is told from those of the usual laws. */
static int is_apart(double power) {
    for (size_t l = 0; l < COMPLEXITY_LAWS - 1; l++)
        if (fabs(power - laws[l].power) < COMPLEXITY_APART)
            return 0;
    return 1;
}

static void move(struct complexity_fit *fits, size_t from, size_t to) {
    struct complexity_fit moved = fits[from];
    if (from < to)
        memmove(fits + from, fits + from + 1, (to - from) * sizeof *fits);
    else
        memmove(fits + to + 1, fits + to, (from - to) * sizeof *fits);
    fits[to] = moved;
}

/* The free power comes first only if no other law is as good or as near; after those that are as
 * good if it is better; else last. */
static void rank(struct complexity *c) {
    struct complexity_fit *f = c->fits;
    size_t freed = 0, last = COMPLEXITY_LAWS - 1;
    qsort(f, COMPLEXITY_LAWS, sizeof *f, by_score);
    while (!f[freed].is_free)
        freed++;
    int is_law = is_apart(f[freed].model.power);
    if (!freed && is_law && !(f[1].score < f[0].score + COMPLEXITY_EVIDENCE)) {
        c->as_good = 1;
        return;
    }
    move(f, freed, last);
    while (c->as_good < last &&
           (!c->as_good || f[c->as_good].score < f[0].score + COMPLEXITY_EVIDENCE))
        c->as_good++;
    if (is_law && f[last].score + COMPLEXITY_BETTER < f[0].score)
        move(f, last, c->as_good++);
}

/* Of n^p, of n^p log n, or of both, as the laws that are as good have them. */
static void tell_exponent(struct complexity *c, const struct cost_search *s,
                          const struct family *pure, double confidence) {
    int with_logs = 0;
    for (size_t i = 0; i < c->as_good; i++)
        with_logs |= c->fits[i].model.logs;
    c->exponent = pure->power;
    if (with_logs) {
        struct family logs = fit_family(s, 1, confidence);
        double apart = logs.best.score - pure->best.score;
        if (apart <= 0)
            c->exponent = logs.power;
        if (fabs(apart) < COMPLEXITY_EVIDENCE) {
            c->exponent.low = fmin(pure->power.low, logs.power.low);
            c->exponent.high = fmax(pure->power.high, logs.power.high);
        }
    }
    for (size_t i = 0; i < c->as_good && !isnan(c->exponent.low); i++) {
        c->exponent.low = fmin(c->exponent.low, c->fits[i].model.power);
        c->exponent.high = fmax(c->exponent.high, c->fits[i].model.power);
    }
}

static void tell_deviations(struct complexity *c, const struct cost_points *p) {
    double rest[COST_POINTS], squares = 0;
    const struct cost_model *m = &c->fits[0].model;
    for (size_t i = 0; i < p->count; i++) {
        rest[i] = fabs(p->y[i] - cost_predict(m, c->last, p->x[i], p->bytes[i]));
        squares += rest[i] * rest[i];
    }
    c->rms = sqrt(squares / (double)p->count);
    c->scatter = ORDER_MAD_TO_SD * order_median(rest, p->count);
    c->coefficient = m->parts[0] * exp(m->level - m->power * c->last) / (m->logs ? c->last : 1);
}

/* --- which sizes, and how they deviate --- */

static struct cost_points points_from(const struct cost_points *p, size_t first) {
    return (struct cost_points){p->x + first, p->y + first, p->error + first, p->bytes + first,
                                p->count - first};
}

static struct cost_found best_of_all(const struct cost_search *s) {
    struct cost_found best = best_power(s, 0).best;
    for (size_t l = 0; l < COMPLEXITY_LAWS - 1; l++)
        cost_search_better(&best, cost_search_law(s, laws[l].power, laws[l].logs));
    return best;
}

static double squares_with(const double *rest, const struct cost_points *p, double variance) {
    double squares = 0;
    for (size_t i = 0; i < p->count; i++)
        squares += rest[i] * rest[i] / (p->error[i] * p->error[i] + variance);
    return squares;
}

/* Returns the variance of sizes that makes what is left of the best fit as large as it should be.
 */
static double variance_of_sizes(const struct cost_points *p, const struct cost_found *best) {
    const struct cost_model *m = &best->model;
    size_t used = cost_coefficients(m) + m->steps + 1; /* and the power */
    size_t last = p->count - 1;
    double rest[COST_POINTS], low = 0, high = 0;
    if (!isfinite(best->score))
        return 0;
    for (size_t i = 0; i < p->count; i++) {
        rest[i] = p->y[i] - cost_predict(m, p->x[last], p->x[i], p->bytes[i]);
        high += rest[i] * rest[i];
    }
    double wanted = p->count > used ? (double)(p->count - used) : 1;
    if (squares_with(rest, p, 0) <= wanted)
        return 0;
    for (int i = 0; i < HALVINGS_OF_VARIANCE; i++) {
        double middle = (low + high) / 2;
        if (squares_with(rest, p, middle) > wanted)
            low = middle;
        else
            high = middle;
    }
    return high;
}

/* Those in the lowest quarter of the range may each have a cost of their own, a coefficient more,
 * if that is shown. Returns how many are left out. BEST is what fits all best, and becomes what
 * fits the others best. */
static size_t leave_out(const struct cost_points *all, const struct cache_levels *caches,
                        double known, struct cost_found *best) {
    struct cost_search fewer;
    double n = (double)all->count;
    size_t first = 0;
    while (all->x[first] < all->x[0] + (all->x[all->count - 1] - all->x[0]) / 4)
        first++;
    if (all->count - first < COMPLEXITY_FEWEST_LEFT ||
        variance_of_sizes(all, best) < COMPLEXITY_WILD * COMPLEXITY_WILD)
        return 0;
    struct cost_points left = points_from(all, first);
    cost_search_begin(&fewer, &left, caches, known);
    struct cost_found found = best_of_all(&fewer);
    cost_search_end(&fewer);
    double k = (double)cost_coefficients(&found.model), left_n = (double)left.count;
    /* As if the smallest were fitted exactly. */
    double score = found.score - cost_deviance(left_n, known, found.model.squares) -
                   k * log(left_n) + cost_deviance(n, known, found.model.squares) +
                   (k + (double)first) * log(n);
    if (!(score + COMPLEXITY_EVIDENCE < best->score))
        return 0;
    *best = found;
    return first;
}

/* --- all --- */

static void choose(struct complexity *c, const struct cost_search *s, double confidence) {
    for (size_t l = 0; l < COMPLEXITY_LAWS - 1; l++) {
        struct cost_found found = cost_search_law(s, laws[l].power, laws[l].logs);
        put(&c->fits[l], laws[l].name, &found, found.score);
    }
    struct family pure = fit_family(s, 0, confidence);
    put(&c->fits[COMPLEXITY_LAWS - 1], NULL, &pure.best,
        pure.best.score + log((double)s->points->count));
    rank(c);
    tell_exponent(c, s, &pure, confidence);
}

/* With errors from the rounds alone: which sizes are fitted, and how they deviate. */
static void prepare(const struct cost_points *points, const struct cache_levels *caches,
                    double known, struct cost_points *fitted, double *variance) {
    struct cost_search all;
    cost_search_begin(&all, points, caches, known);
    struct cost_found best = best_of_all(&all);
    cost_search_end(&all);
    *fitted = points_from(points, leave_out(points, caches, known, &best));
    *variance = variance_of_sizes(fitted, &best);
}

void complexity_of(const struct cost_points *points, const struct cache_levels *caches,
                   double known_errors, double confidence, struct complexity *c) {
    double errors[COST_POINTS], variance;
    struct cost_points fitted;
    struct cost_search search;
    *c = (struct complexity){.exponent = INTERVAL_UNKNOWN,
                             .coefficient = NAN,
                             .rms = NAN,
                             .scatter = NAN,
                             .deviation = NAN,
                             .from = NAN};
    if (points->count < COMPLEXITY_FEWEST)
        return;
    prepare(points, caches, known_errors, &fitted, &variance);
    for (size_t i = 0; i < fitted.count; i++)
        errors[i] = sqrt(fitted.error[i] * fitted.error[i] + variance);
    fitted.error = errors;
    cost_search_begin(&search, &fitted, caches, known_errors);
    c->points = fitted.count;
    c->from = exp(fitted.x[0]);
    c->last = fitted.x[fitted.count - 1];
    c->last_bytes = fitted.bytes[fitted.count - 1];
    c->deviation = sqrt(variance);
    choose(c, &search, confidence);
    cost_search_end(&search);
    tell_deviations(c, &fitted);
}
