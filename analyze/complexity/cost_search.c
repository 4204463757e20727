/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyze/complexity/cost_search.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "formats/text/xalloc.h"

enum { MOST_IN_PAIRS = 8 };
#define APART         (M_LN2 / 2) /* of neighbouring places, and from a cache to its farthest place */
#define LEAST_BETWEEN (2 * M_LN2) /* from one step to the next, and from the smallest size */
#define HOPELESS      60          /* a score by screening so far above the best is not fitted */
#define WORTH         0.05        /* of a score: to move once more by as much */
#define FINEST        0.02        /* of a place that is moved to where it fits best */

static const struct cost_rise rises[SEARCH_RISES] = {
    {COST_SHARP, 0}, {COST_MISSES, 0}, {COST_GRADUAL, 0.25}, {COST_GRADUAL, 0.5}};
static const double narrowest = 0.1, widest = 1;

/* --- places --- */

static int is_near(const struct cost_search *s, double at) {
    for (size_t i = 0; i < s->near_count; i++)
        if (fabs(s->near[i] - at) < APART / 2 * (1 + 1e-9))
            return 1;
    return 0;
}

static double cost_at(const struct cost_search *s, double at) {
    return is_near(s, at) ? s->cost_near : s->cost_else;
}

static int by_place(const void *a, const void *b) {
    double first = *(const double *)a, second = *(const double *)b;
    return (first > second) - (first < second);
}

static void list_places(struct cost_search *s, const struct cache_levels *caches) {
    const struct cost_points *p = s->points;
    double low = fmax(p->bytes[0] + LEAST_BETWEEN, p->bytes[1]);
    double high = p->bytes[p->count - 1] + APART / 2;
    if (caches->count)
        low = fmax(low, log(caches->items[0].bytes) - APART);
    s->low = low;
    s->high = high;
    double apart = fmax(APART, (high - low) / (SEARCH_PLACES - 3 * CACHE_MOST - 1));
    for (size_t c = 0; c < caches->count; c++)
        for (int side = -1; side <= 1; side++) {
            double at = log(caches->items[c].bytes) + side * APART;
            if (at >= low && at <= high && !is_near(s, at))
                s->near[s->near_count++] = at;
        }
    memcpy(s->places, s->near, s->near_count * sizeof *s->near);
    s->count = s->near_count;
    for (double at = low; at <= high && s->count < SEARCH_PLACES; at += apart)
        if (!is_near(s, at))
            s->places[s->count++] = at;
    qsort(s->places, s->count, sizeof *s->places, by_place);
    double all = (s->near_count ? 0.5 : 1) / (double)s->count;
    s->cost_else = -2 * log(all);
    s->cost_near = s->near_count ? -2 * log(all + 0.5 / (double)s->near_count) : 0;
    for (size_t i = 0; i < s->count; i++)
        s->costs[i] = cost_at(s, s->places[i]);
}

static double *risen_at(const struct cost_search *s, size_t rise, size_t place) {
    return s->risen + (rise * s->count + place) * s->points->count;
}

/* G of step K that is moved or, if IS_FRESH, of where it is moved to. */
static double *scratch_of(const struct cost_search *s, size_t k, int is_fresh) {
    return s->risen + (SEARCH_RISES * s->count + 2 * k + (size_t)is_fresh) * s->points->count;
}

void cost_search_begin(struct cost_search *search, const struct cost_points *points,
                       const struct cache_levels *caches, double known) {
    size_t n = points->count;
    *search = (struct cost_search){.points = points, .known = known, .spare = n < 10 ? 1 : n / 5};
    list_places(search, caches);
    search->risen =
        xcalloc((SEARCH_RISES * search->count + 2 * COST_STEPS) * n, sizeof *search->risen);
    for (size_t r = 0; r < SEARCH_RISES; r++)
        for (size_t i = 0; i < search->count; i++)
            cost_rises(rises[r], search->places[i], points, risen_at(search, r, i));
}

void cost_search_end(struct cost_search *search) {
    free(search->risen);
}

/* --- scores --- */

size_t cost_coefficients(const struct cost_model *model) {
    return 1 + model->steps + (model->lower != COST_LOWER_NONE) +
           (model->steps && model->rise.how == COST_GRADUAL);
}

double cost_deviance(double points, double known, double squares) {
    if (squares <= points)
        return known + squares;
    return (known + points) * (1 + log((known + squares) / (known + points)));
}

static int is_affordable(const struct cost_search *s, int has_lower, size_t steps) {
    return 1 + (size_t)has_lower + 2 * steps + s->spare <= s->points->count;
}

/* Of a model with STEPS steps. */
static double score_of(const struct cost_search *s, int has_lower, struct cost_rise rise,
                       size_t steps, double cost_of_places, double squares) {
    double n = (double)s->points->count;
    int k = 1 + has_lower + (int)steps + (steps && rise.how == COST_GRADUAL);
    return cost_deviance(n, s->known, squares) + k * log(n) + cost_of_places +
           (steps ? 2 * log(SEARCH_RISES) : 0);
}

void cost_search_better(struct cost_found *best, struct cost_found other) {
    if (other.score < best->score)
        *best = other;
}

/* --- steps at the places listed --- */

struct picked {
    size_t rise, count;
    size_t at[COST_STEPS]; /* indices of places, rising */
    double score;          /* by screening */
};

static void try_places(const struct cost_search *s, const struct cost_screen *screen,
                       struct picked *best, struct picked tried) {
    const double *risen[COST_STEPS] = {NULL};
    double costs = 0;
    for (size_t i = 0; i < tried.count; i++) {
        if (i &&
            !(s->places[tried.at[i]] - s->places[tried.at[i - 1]] >= LEAST_BETWEEN * (1 - 1e-9)))
            return;
        risen[i] = risen_at(s, tried.rise, tried.at[i]);
        costs += s->costs[tried.at[i]];
    }
    tried.score = score_of(s, screen->has_lower, rises[tried.rise], tried.count, costs,
                           cost_screened(screen, risen, tried.count));
    if (tried.score < best->score)
        *best = tried;
}

static struct picked with_step(const struct picked *fewer, size_t at) {
    struct picked more = *fewer;
    size_t i = more.count++;
    for (; i && more.at[i - 1] > at; i--)
        more.at[i] = more.at[i - 1];
    more.at[i] = at;
    return more;
}

/* FEWER with a step more: looked for among every other place, pairs among fewer. Then all are
 * moved, in turn, to where they fit best. */
static struct picked one_more(const struct cost_search *s, const struct cost_screen *screen,
                              const struct picked *fewer) {
    struct picked best = *fewer, none = *fewer;
    best.score = INFINITY;
    none.count = 0;
    size_t stride = fewer->count == 1 ? 1 + s->count / MOST_IN_PAIRS : 2;
    for (size_t i = 0; i < s->count; i += 2)
        try_places(s, screen, &best, with_step(fewer, i));
    for (size_t i = 0; fewer->count == 1 && i < s->count; i += stride) {
        struct picked one = with_step(&none, i);
        for (size_t j = 0; j < i; j += stride)
            try_places(s, screen, &best, with_step(&one, j));
    }
    for (size_t by = stride; isfinite(best.score) && by; by /= 2)
        for (size_t i = 0; i < best.count; i++) {
            struct picked tried = best;
            tried.at[i] += by;
            if (tried.at[i] < s->count)
                try_places(s, screen, &best, tried);
            tried.at[i] -= 2 * by;
            if (tried.at[i] < s->count)
                try_places(s, screen, &best, tried);
        }
    return best;
}

/* --- and from there on --- */

struct steps {
    struct cost_rise rise;
    double at[COST_STEPS];
    size_t count;
    double score;
};

/* Moves place I of BEST, or after the last place the width, BY so much if that is better. */
static void try_moved(const struct cost_search *s, const struct cost_screen *screen,
                      struct steps *best, size_t i, double by) {
    struct steps tried = *best;
    double costs = 0;
    const double *columns[COST_STEPS];
    if (i < tried.count)
        tried.at[i] += by;
    else if (tried.rise.how == COST_GRADUAL)
        tried.rise.width = fmin(widest, fmax(narrowest, tried.rise.width * exp(2 * by)));
    else
        return;
    for (size_t k = 0; k < tried.count; k++) {
        if (!(tried.at[k] >= s->low && tried.at[k] <= s->high) ||
            (k && !(tried.at[k] - tried.at[k - 1] >= LEAST_BETWEEN * (1 - 1e-9))))
            return;
        columns[k] = scratch_of(s, k, k == i || i == tried.count);
        costs += cost_at(s, tried.at[k]);
    }
    for (size_t k = 0; k < tried.count; k++)
        if (k == i || i == tried.count)
            cost_rises(tried.rise, tried.at[k], s->points, scratch_of(s, k, 1));
    tried.score = score_of(s, screen->has_lower, tried.rise, tried.count, costs,
                           cost_screened(screen, columns, tried.count));
    if (!(tried.score < best->score))
        return;
    *best = tried;
    for (size_t k = 0; k < tried.count; k++)
        if (k == i || i == tried.count)
            memcpy(scratch_of(s, k, 0), columns[k], s->points->count * sizeof *columns[k]);
}

/* Moves places, and the width if there is one, to where they fit best. */
static struct steps refined(const struct cost_search *s, const struct cost_screen *screen,
                            const struct picked *picked) {
    struct steps best = {
        .rise = rises[picked->rise], .count = picked->count, .score = picked->score};
    for (size_t i = 0; i < picked->count; i++) {
        best.at[i] = s->places[picked->at[i]];
        memcpy(scratch_of(s, i, 0), risen_at(s, picked->rise, picked->at[i]),
               s->points->count * sizeof *s->risen);
    }
    for (double by = APART / 2; best.count && by > FINEST;) {
        double before = best.score;
        for (size_t i = 0; i <= best.count; i++) {
            try_moved(s, screen, &best, i, -by);
            try_moved(s, screen, &best, i, by);
        }
        if (!(best.score < before - WORTH))
            by /= 2;
    }
    return best;
}

static struct cost_found fit(const struct cost_search *s, const struct cost_model *law,
                             const struct cost_screen *screen, const struct picked *picked) {
    struct cost_found found = {*law, INFINITY};
    struct cost_model *m = &found.model;
    struct steps steps = refined(s, screen, picked);
    double costs = 0;
    m->rise = steps.rise;
    m->steps = steps.count;
    memcpy(m->places, steps.at, sizeof steps.at);
    for (size_t i = 0; i < m->steps; i++)
        costs += cost_at(s, m->places[i]);
    cost_fit(m, s->points);
    found.score = score_of(s, screen->has_lower, m->rise, m->steps, costs, m->squares);
    return found;
}

static size_t lowers_of(double power, int logs) {
    return power <= 0 ? (size_t)logs + 1 : power <= 1 || logs ? 2 : 3;
}

/* Fills LIST with the best places of each number of steps and each way that they rise. */
static size_t pick(const struct cost_search *s, const struct cost_screen *screen,
                   struct picked *list) {
    size_t n = 0;
    struct picked plain = {.score = INFINITY};
    if (!is_affordable(s, screen->has_lower, 0))
        return 0;
    try_places(s, screen, &plain, plain);
    list[n++] = plain;
    for (size_t rise = 0; rise < SEARCH_RISES; rise++) {
        struct picked last = {.rise = rise};
        while (last.count < COST_STEPS && is_affordable(s, screen->has_lower, last.count + 1)) {
            last = one_more(s, screen, &last);
            if (!isfinite(last.score))
                break;
            list[n++] = last;
        }
    }
    return n;
}

static int by_score(const void *a, const void *b) {
    const struct picked *first = a, *second = b;
    return (first->score > second->score) - (first->score < second->score);
}

struct cost_found cost_search_law(const struct cost_search *search, double power, int logs) {
    struct cost_screen screen;
    struct picked list[1 + SEARCH_RISES * COST_STEPS];
    struct cost_found best = {.score = INFINITY};
    for (size_t l = 0; l < lowers_of(power, logs); l++) {
        struct cost_model law = {.power = power, .logs = logs, .lower = (enum cost_lower)l};
        cost_prepare(&screen, &law, search->points);
        size_t n = pick(search, &screen, list);
        qsort(list, n, sizeof *list, by_score);
        for (size_t i = 0; i < n && list[i].score < best.score + HOPELESS; i++)
            cost_search_better(&best, fit(search, &law, &screen, &list[i]));
    }
    return best;
}
