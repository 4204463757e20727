/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyze/complexity/complexity.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <gsl/gsl_cdf.h>

#include "analyze/statistics/order.h"

/* --- places of steps --- */

enum { MOST_PLACES = 96, MOST_IN_PAIRS = 16 };
#define APART         (M_LN2 / 2) /* of neighbouring places, and from a cache to its farthest place */
#define LEAST_BETWEEN (2 * M_LN2) /* from one step to the next: a transition */
#define HOPELESS      20          /* a score by screening so far above the best is not fitted */
#define FINEST        0.01        /* of a place that is moved to where it fits best */

struct search {
    const struct cost_points *points;
    double places[MOST_PLACES]; /* those near caches, then others */
    size_t near, count;
    double cost_near, cost_else; /* of the search for a place, as part of the score */
    double known;                /* v */
    size_t spare;                /* points that a model must have beyond its parameters */
};

static int is_near(const struct search *s, double at) {
    for (size_t i = 0; i < s->near; i++)
        if (fabs(s->places[i] - at) < APART / 2)
            return 1;
    return 0;
}

static void list_places(struct search *s, const struct cache_levels *caches) {
    double low = fmax(s->points->bytes[0] + APART, s->points->bytes[1]);
    double high = s->points->bytes[s->points->count - 1] + APART / 2;
    double apart = fmax(APART, (high - low) / (MOST_PLACES - 3 * CACHE_MOST - 1));
    if (caches->count)
        low = fmax(low, log(caches->items[0].bytes) - APART);
    for (size_t c = 0; c < caches->count; c++)
        for (int side = -1; side <= 1; side++) {
            double at = log(caches->items[c].bytes) + side * APART;
            if (at >= low && at <= high && !is_near(s, at))
                s->places[s->near++] = at;
        }
    s->count = s->near;
    for (double at = low; at <= high && s->count < MOST_PLACES; at += apart)
        if (!is_near(s, at))
            s->places[s->count++] = at;
    double all = (s->near ? 0.5 : 1) / (double)s->count;
    s->cost_else = -2 * log(all);
    s->cost_near = s->near ? -2 * log(all + 0.5 / (double)s->near) : 0;
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

/* -2 ln of the likelihood, with the scale of the errors that suits SQUARES best, but at least 1. */
static double deviance(double n, double known, double squares) {
    if (squares <= n)
        return known + squares;
    return (known + n) * (1 + log((known + squares) / (known + n)));
}

/* Of a model with K coefficients, steps at PLACES, and these SQUARES. */
static double score_of(const struct search *s, size_t k, const double *places, size_t steps,
                       double squares) {
    double n = (double)s->points->count, score = deviance(n, s->known, squares);
    if (k + steps + s->spare > s->points->count)
        return INFINITY;
    for (size_t i = 0; i < steps; i++)
        score += is_near(s, places[i]) ? s->cost_near : s->cost_else;
    score += steps ? 2 * log(COST_RISES) : 0;
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

/* Places of steps, rising, and their score by screening. */
struct steps {
    enum cost_rise rise;
    double at[COST_STEPS];
    size_t count;
    double score;
};

static void try_steps(const struct search *s, const struct cost_screen *screen, struct steps *best,
                      struct steps tried) {
    size_t k = 1 + tried.count + (size_t)screen->has_lower;
    if (k + tried.count + s->spare > s->points->count)
        return;
    for (size_t i = 1; i < tried.count; i++)
        if (tried.at[i] - tried.at[i - 1] < LEAST_BETWEEN * (1 - 1e-9))
            return;
    tried.score = score_of(s, k, tried.at, tried.count,
                           cost_screened(screen, tried.rise, tried.at, tried.count));
    if (tried.score < best->score)
        *best = tried;
}

static struct steps with_step(const struct steps *steps, double at) {
    struct steps more = *steps;
    size_t i = more.count++;
    for (; i && more.at[i - 1] > at; i--)
        more.at[i] = more.at[i - 1];
    more.at[i] = at;
    return more;
}

/* FEWER with a step more: pairs are looked for among every few places. Then all are moved, in turn,
 * to where they fit best. */
static struct steps one_more(const struct search *s, const struct cost_screen *screen,
                             const struct steps *fewer) {
    struct steps best = {.score = INFINITY}, none = {.rise = fewer->rise};
    size_t stride = fewer->count == 1 ? 1 + s->count / MOST_IN_PAIRS : 1;
    for (size_t i = 0; i < s->count; i++)
        try_steps(s, screen, &best, with_step(fewer, s->places[i]));
    for (size_t i = 0; fewer->count == 1 && i < s->count; i += stride) {
        struct steps one = with_step(&none, s->places[i]);
        for (size_t j = 0; j < i; j += stride)
            try_steps(s, screen, &best, with_step(&one, s->places[j]));
    }
    for (double by = APART * (double)stride / 2; isfinite(best.score) && by > FINEST; by /= 2)
        for (size_t i = 0; i < best.count; i++)
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
        for (int rise = 0; rise < COST_RISES; rise++) {
            struct steps steps = {.rise = (enum cost_rise)rise};
            while (steps.count < COST_STEPS) {
                steps = one_more(s, &screen, &steps);
                if (!isfinite(steps.score))
                    break;
                if (!(steps.score < best.score + HOPELESS))
                    continue;
                struct cost_model stepped = shape;
                stepped.rise = steps.rise;
                stepped.steps = steps.count;
                memcpy(stepped.places, steps.at, sizeof steps.at);
                better(&best, fit(s, &stepped));
            }
        }
    }
    return best;
}

/* --- the exponent --- */

enum { GRID = 23, TURNS = 16, HALVINGS = 10, HALVINGS_OF_VARIANCE = 50 };
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

static struct found best_of_all(const struct search *s) {
    struct found best = no_fit();
    for (size_t l = 0; l < COMPLEXITY_LAWS - 1; l++)
        better(&best, best_at(s, laws[l].power, laws[l].logs));
    for (size_t i = 0; i < GRID; i++)
        better(&best, best_at(s, grid_from(s->points) + GRID_STEP * (double)i, 0));
    return best;
}

static struct cost_points points_from(const struct cost_points *p, size_t first) {
    return (struct cost_points){p->x + first, p->y + first, p->error + first, p->bytes + first,
                                p->count - first};
}

static size_t spare_of(size_t points) {
    return points < 10 ? 1 : points / 5;
}

/* Those in the lowest quarter of the range may each have a cost of their own, a coefficient more,
 * if that is shown. Returns the search among all or the others, and what fits them best. */
static struct search choose_sizes(const struct cost_points *all, struct cost_points *points,
                                  const struct cache_levels *caches, double known,
                                  struct found *best) {
    struct search s = {.points = all, .known = known, .spare = spare_of(all->count)}, fewer = s;
    double n = (double)all->count;
    size_t first = 0;
    while (all->x[first] < all->x[0] + (all->x[all->count - 1] - all->x[0]) / 4)
        first++;
    *points = *all;
    list_places(&s, caches);
    *best = best_of_all(&s);
    s.points = points;
    if (all->count - first < COMPLEXITY_FEWEST_LEFT)
        return s;
    struct cost_points left = points_from(all, first);
    fewer.points = &left;
    fewer.spare = spare_of(left.count);
    list_places(&fewer, caches);
    struct found found = best_of_all(&fewer);
    double k = (double)coefficients_of(&found.model), left_n = (double)left.count;
    /* As if the smallest were fitted exactly. */
    double score = found.score - deviance(left_n, known, found.model.squares) - k * log(left_n) +
                   deviance(n, known, found.model.squares) + (k + (double)first) * log(n);
    if (!(score + COMPLEXITY_EVIDENCE < best->score))
        return s;
    *best = found;
    *points = left;
    fewer.points = points;
    return fewer;
}

static double squares_with(const double *rest, const struct cost_points *p, double variance) {
    double squares = 0;
    for (size_t i = 0; i < p->count; i++)
        squares += rest[i] * rest[i] / (p->error[i] * p->error[i] + variance);
    return squares;
}

/* Returns the variance of sizes that makes what is left of the best fit as large as it should be.
 */
static double variance_of_sizes(const struct search *s, const struct found *best) {
    const struct cost_points *p = s->points;
    const struct cost_model *m = &best->model;
    size_t used = coefficients_of(m) + m->steps, last = p->count - 1;
    double rest[COST_POINTS], low = 0, high = 0;
    if (!isfinite(best->score))
        return 0;
    for (size_t i = 0; i < p->count; i++) {
        rest[i] = p->y[i] - cost_predict(m, p->x[last], p->x[i], p->bytes[i]);
        high += rest[i] * rest[i];
    }
    double wanted = (double)(p->count - used);
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

/* --- all --- */

static void choose(struct complexity *c, struct search *s, double confidence) {
    for (size_t l = 0; l < COMPLEXITY_LAWS - 1; l++) {
        struct found found = best_at(s, laws[l].power, laws[l].logs);
        put(&c->fits[l], laws[l].name, &found, found.score);
    }
    struct family pure = fit_family(s, 0, confidence);
    put(&c->fits[COMPLEXITY_LAWS - 1], NULL, &pure.best,
        pure.best.score + log((double)s->points->count));
    rank(c);
    tell_exponent(c, s, &pure, confidence);
}

struct complexity complexity_of(const struct cost_points *points, const struct cache_levels *caches,
                                double known_errors, double confidence) {
    double errors[COST_POINTS];
    struct complexity c = {.exponent = {NAN, NAN, NAN},
                           .coefficient = NAN,
                           .rms = NAN,
                           .scatter = NAN,
                           .deviation = NAN,
                           .from = NAN};
    if (points->count < COMPLEXITY_FEWEST)
        return c;
    struct found best;
    struct cost_points fitted;
    struct search s = choose_sizes(points, &fitted, caches, known_errors, &best);
    c.points = fitted.count;
    c.from = exp(fitted.x[0]);
    c.last = fitted.x[fitted.count - 1];
    c.last_bytes = fitted.bytes[fitted.count - 1];
    double variance = variance_of_sizes(&s, &best);
    for (size_t i = 0; i < fitted.count; i++)
        errors[i] = sqrt(fitted.error[i] * fitted.error[i] + variance);
    fitted.error = errors;
    c.deviation = sqrt(variance);
    choose(&c, &s, confidence);
    tell_deviations(&c, &fitted);
    return c;
}
