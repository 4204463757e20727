/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyze/complexity/complexity.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <gsl/gsl_cdf.h>

#include "analyze/statistics/order.h"

/* --- places of steps --- */

enum { MOST_PLACES = 96, MOST_IN_PAIRS = 24 };
#define APART         (M_LN2 / 2) /* of neighbouring places, and from a cache to its farthest place */
#define LEAST_BETWEEN (2 * M_LN2) /* from one step to the next: a transition */
#define HOPELESS      20          /* a score by screening so far above the best is not fitted */
#define FINEST        0.03        /* of a place that is moved to where it fits best */

struct place {
    double at, cost;
};

struct search {
    const struct cost_points *points;
    struct place places[MOST_PLACES];
    size_t count;
    double known; /* v */
    size_t spare; /* points that a model must have beyond its parameters */
};

static int is_near(const struct place *places, size_t count, double at) {
    for (size_t i = 0; i < count; i++)
        if (fabs(places[i].at - at) < APART / 2)
            return 1;
    return 0;
}

static void list_places(struct search *s, const struct cache_levels *caches) {
    double low = s->points->bytes[0] + APART;
    double high = s->points->bytes[s->points->count - 1] + APART / 2;
    double apart = fmax(APART, (high - low) / (MOST_PLACES - 3 * CACHE_MOST - 1));
    for (size_t c = 0; c < caches->count; c++)
        for (int side = -1; side <= 1; side++) {
            double at = log(caches->items[c].bytes) + side * APART;
            if (at >= low && at <= high && !is_near(s->places, s->count, at))
                s->places[s->count++].at = at;
        }
    size_t near = s->count;
    for (double at = low; at <= high && s->count < MOST_PLACES; at += apart)
        if (!is_near(s->places, near, at))
            s->places[s->count++].at = at;
    for (size_t i = 0; i < s->count; i++) {
        double all = (near ? 0.5 : 1) / (double)s->count;
        s->places[i].cost = -2 * log(i < near ? all + 0.5 / (double)near : all);
    }
}

static double cost_of_place(const struct search *s, double at) {
    const struct place *nearest = &s->places[0];
    for (size_t i = 1; i < s->count; i++)
        if (fabs(s->places[i].at - at) < fabs(nearest->at - at))
            nearest = &s->places[i];
    return nearest->cost;
}

/* --- the best fit of a law --- */

struct found {
    struct cost_model model;
    double score;
};

static size_t coefficients_of(const struct cost_model *m) {
    return 1 + m->steps + (m->lower != COST_LOWER_NONE);
}

static struct found no_fit(void) {
    return (struct found){.score = INFINITY};
}

/* Of a model with K coefficients, steps at PLACES, and these SQUARES. */
static double score_of(const struct search *s, size_t k, const double *places, size_t steps,
                       double squares) {
    double n = (double)s->points->count, score = (s->known + n) * log(s->known + squares);
    if (k + steps + s->spare > s->points->count)
        return INFINITY;
    for (size_t i = 0; i < steps; i++)
        score += cost_of_place(s, places[i]);
    return score + (double)k * log(n);
}

static struct found fit(const struct search *s, const struct cost_model *shape) {
    struct found found = {*shape, INFINITY};
    size_t k = coefficients_of(shape);
    if (k + shape->steps + s->spare > s->points->count)
        return found;
    cost_fit(&found.model, s->points);
    found.score = score_of(s, k, shape->places, shape->steps, found.model.squares);
    return found;
}

static void better(struct found *best, struct found other) {
    if (other.score < best->score)
        *best = other;
}

/* Places of steps, and their score by screening. */
struct steps {
    double at[COST_STEPS];
    size_t count;
    double score;
};

static void try_steps(const struct search *s, const struct cost_screen *screen, struct steps *best,
                      struct steps tried) {
    size_t k = 1 + tried.count + (size_t)screen->has_lower;
    if (k + tried.count + s->spare > s->points->count ||
        (tried.count == 2 && tried.at[1] - tried.at[0] < LEAST_BETWEEN * (1 - 1e-9)))
        return;
    tried.score =
        score_of(s, k, tried.at, tried.count, cost_screened(screen, tried.at, tried.count));
    if (tried.score < best->score)
        *best = tried;
}

/* COUNT steps among the places of the list, then moved, in turn, to where they fit best. */
static struct steps best_steps(const struct search *s, const struct cost_screen *screen,
                               size_t count) {
    struct steps best = {.score = INFINITY};
    size_t stride = count == 1 ? 1 : 1 + s->count / MOST_IN_PAIRS;
    for (size_t i = 0; i < s->count; i += stride) {
        if (count == 1)
            try_steps(s, screen, &best, (struct steps){{s->places[i].at}, 1, 0});
        for (size_t j = 0; count == 2 && j < i; j += stride) {
            double a = s->places[i].at, b = s->places[j].at;
            try_steps(s, screen, &best, (struct steps){{fmin(a, b), fmax(a, b)}, 2, 0});
        }
    }
    for (double by = APART * (double)stride / 2; isfinite(best.score) && by > FINEST; by /= 2)
        for (size_t i = 0; i < count; i++)
            for (int side = -1; side <= 1; side += 2) {
                struct steps tried = best;
                tried.at[i] += side * by;
                try_steps(s, screen, &best, tried);
            }
    return best;
}

static size_t lowers_of(double power, int logs) {
    return power <= 0 ? (size_t)logs + 1 : power <= 1 || logs ? 2 : 3;
}

static struct found best_at(const struct search *s, double power, int logs) {
    struct found best = no_fit();
    for (size_t l = 0; l < lowers_of(power, logs); l++) {
        struct cost_model shape = {.power = power, .logs = logs, .lower = (enum cost_lower)l};
        struct cost_screen screen;
        better(&best, fit(s, &shape));
        cost_prepare(&screen, &shape, s->points);
        for (size_t count = 1; count <= COST_STEPS; count++) {
            struct steps steps = best_steps(s, &screen, count);
            if (!(steps.score < best.score + HOPELESS))
                continue;
            shape.steps = count;
            memcpy(shape.places, steps.at, sizeof steps.at);
            better(&best, fit(s, &shape));
        }
    }
    return best;
}

/* --- the exponent --- */

enum { GRID = 23, TURNS = 16, HALVINGS = 10 };
#define GRID_STEP  0.25
#define GOLDEN     0.3819660112501051
#define FIRST_STEP 0.002
#define FARTHEST   4

/* n^p (ln n)^logs. */
struct family {
    struct found best;
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
static struct family best_power(const struct search *s, int logs) {
    struct family family = {.best = no_fit(), .grid = grid_from(s->points)};
    for (size_t i = 0; i < GRID; i++) {
        struct found at = best_at(s, family.grid + GRID_STEP * (double)i, logs);
        family.scores[i] = at.score;
        better(&family.best, at);
    }
    double low = family.best.model.power - GRID_STEP, high = low + 2 * GRID_STEP;
    double a = low + GOLDEN * (high - low), b = high - GOLDEN * (high - low);
    struct found at_a = best_at(s, a, logs), at_b = best_at(s, b, logs);
    for (size_t turn = 0; turn < TURNS; turn++) {
        better(&family.best, at_a);
        better(&family.best, at_b);
        if (at_a.score < at_b.score) {
            high = b;
            b = a;
            at_b = at_a;
            a = low + GOLDEN * (high - low);
            at_a = best_at(s, a, logs);
        } else {
            low = a;
            a = b;
            at_a = at_b;
            b = high - GOLDEN * (high - low);
            at_b = best_at(s, b, logs);
        }
    }
    return family;
}

/* How far in direction SIDE the score stays within MOST. */
static double end_of(const struct search *s, const struct found *best, int logs, double most,
                     int side) {
    double in = best->model.power, step = FIRST_STEP, out = in + side * step;
    while (fabs(out - best->model.power) < FARTHEST && best_at(s, out, logs).score <= most) {
        in = out;
        step *= 1.6;
        out = in + side * step;
    }
    for (size_t i = 0; i < HALVINGS; i++) {
        double middle = (in + out) / 2;
        if (best_at(s, middle, logs).score <= most)
            in = middle;
        else
            out = middle;
    }
    return in;
}

static struct family fit_family(const struct search *s, int logs, double confidence) {
    double n = s->known + (double)s->points->count;
    struct family family = best_power(s, logs);
    double p = family.best.model.power;
    family.power = (struct interval){p, NAN, NAN};
    if (s->points->count < COMPLEXITY_FEWEST_FOR_INTERVAL)
        return family;
    double degrees = fmax(1, n - (double)coefficients_of(&family.best.model) - 1);
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

static void put(struct complexity_fit *to, const char *name, const struct found *found,
                double score) {
    *to = (struct complexity_fit){.score = score, .model = found->model};
    if (name)
        snprintf(to->law, sizeof to->law, "%s", name);
    else
        snprintf(to->law, sizeof to->law, "n^%.2f", found->model.power);
    to->is_free = !name;
}

/* The free power comes first only if no other law is as good, else last. */
static void rank(struct complexity *c) {
    struct complexity_fit *f = c->fits;
    size_t freed = 0;
    qsort(f, COMPLEXITY_LAWS, sizeof *f, by_score);
    while (!f[freed].is_free)
        freed++;
    if (freed || f[1].score < f[0].score + COMPLEXITY_EVIDENCE) {
        struct complexity_fit last = f[freed];
        memmove(f + freed, f + freed + 1, (COMPLEXITY_LAWS - 1 - freed) * sizeof *f);
        f[COMPLEXITY_LAWS - 1] = last;
    }
    size_t others = COMPLEXITY_LAWS - !f[0].is_free;
    while (c->as_good < others &&
           (!c->as_good || f[c->as_good].score < f[0].score + COMPLEXITY_EVIDENCE))
        c->as_good++;
}

/* Of n^p, of n^p log n, or of both, as the laws that are as good have them. */
static void tell_exponent(struct complexity *c, const struct search *s, const struct family *pure,
                          double confidence) {
    int with_logs = 0;
    for (size_t i = 0; i < c->as_good; i++)
        with_logs |= c->fits[i].model.logs;
    c->exponent = pure->power;
    if (!with_logs)
        return;
    struct family logs = fit_family(s, 1, confidence);
    double apart = logs.best.score - pure->best.score;
    if (apart <= 0)
        c->exponent = logs.power;
    if (fabs(apart) < COMPLEXITY_EVIDENCE) {
        c->exponent.low = fmin(pure->power.low, logs.power.low);
        c->exponent.high = fmax(pure->power.high, logs.power.high);
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

struct complexity complexity_of(const struct cost_points *points, const struct cache_levels *caches,
                                double known_errors, double confidence) {
    struct search s = {.points = points, .known = known_errors, .spare = 1};
    struct complexity c = {.points = points->count,
                           .exponent = {NAN, NAN, NAN},
                           .coefficient = NAN,
                           .rms = NAN,
                           .scatter = NAN};
    if (points->count == 2)
        c.exponent.centre = (points->y[1] - points->y[0]) / (points->x[1] - points->x[0]);
    if (points->count < COMPLEXITY_FEWEST)
        return c;
    c.last = points->x[points->count - 1];
    c.last_bytes = points->bytes[points->count - 1];
    list_places(&s, caches);
    for (size_t l = 0; l < COMPLEXITY_LAWS - 1; l++) {
        struct found found = best_at(&s, laws[l].power, laws[l].logs);
        put(&c.fits[l], laws[l].name, &found, found.score);
    }
    struct family pure = fit_family(&s, 0, confidence);
    s.spare = 2;
    struct found freed = best_at(&s, pure.best.model.power, 0);
    put(&c.fits[COMPLEXITY_LAWS - 1], NULL, &freed, freed.score + log((double)points->count));
    rank(&c);
    s.spare = 1;
    tell_exponent(&c, &s, &pure, confidence);
    tell_deviations(&c, points);
    return c;
}
