/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyze/history/change_points.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analyze/history/change_alarm.h"
#include "analyze/inference/unpaired.h"
#include "analyze/statistics/location.h"
#include "analyze/statistics/order.h"
#include "formats/text/err.h"

/* --- change points --- */

/* The state of a search: the measured values, without gaps. */
struct search {
    double *values, *sorted; /* [n] */
    size_t *places;          /* [n]: their indices in the caller's series */
    size_t n;
    const struct change_asked *asked;
    struct change_points *found; /* until the end, `first` is an index in VALUES */
};

static void search_release(struct search *search) {
    free(search->values);
    free(search->sorted);
    free(search->places);
}

/* Returns 0 if memory runs out. The caller must call search_release in either case. */
static int search_init(struct search *search, const double *values, size_t n) {
    *search = (struct search){0};
    search->values = calloc(n + 1, sizeof *search->values);
    search->sorted = calloc(n + 1, sizeof *search->sorted);
    search->places = calloc(n + 1, sizeof *search->places);
    if (!search->values || !search->sorted || !search->places)
        return 0;
    for (size_t i = 0; i < n; i++)
        if (isfinite(values[i])) {
            search->values[search->n] = values[i];
            search->places[search->n++] = i;
        }
    return 1;
}

double change_points_probability(const double *values, size_t n) {
    struct search search;
    double probability = NAN;
    if (search_init(&search, values, n))
        probability = change_alarm_probability(search.values, search.n);
    search_release(&search);
    return probability;
}

/* --- levels --- */

static size_t level_begin(const struct search *search, size_t change) {
    return change > 0 ? search->found->items[change - 1].first : 0;
}

static size_t level_end(const struct search *search, size_t change) {
    return change < search->found->count ? search->found->items[change].first : search->n;
}

static struct welch_side level_of(const struct search *search, size_t from, size_t end) {
    memcpy(search->sorted, search->values + from, (end - from) * sizeof *search->sorted);
    struct trimmed trimmed = location_trimmed(search->sorted, end - from, CHANGE_TRIM);
    return welch_side_of(trimmed.mean, trimmed.standard_error, trimmed.kept);
}

/* The values around the levels of a split. */
struct scatter {
    double square; /* mean of squared distances */
    double reach;  /* where distances are cut off */
    double factor; /* on variances of means, as neighbours are alike: (1 + r) / (1 - r) */
};

static struct scatter scatter_around(const struct search *search, size_t from, size_t at,
                                     size_t end, double before, double after) {
    double squares = 0, products = 0, previous = 0, n = (double)(end - from);
    for (size_t i = from; i < end; i++)
        search->sorted[i - from] = fabs(search->values[i] - (i < at ? before : after));
    double reach = fmax(2.5 * ORDER_MAD_TO_SD * order_median(search->sorted, end - from),
                        fabs(after - before) / 2);
    for (size_t i = from; i < end; i++) {
        double value = search->values[i] - (i < at ? before : after);
        value = fmin(fmax(value, -reach), reach);
        squares += value * value;
        products += i != from && i != at ? value * previous : 0;
        previous = value;
    }
    double r = squares > 0 ? products / squares : 0;
    r = fmin(fmax(r + (1 + 3 * r) / n, 0), 0.9);
    return (struct scatter){squares / (n - 2), reach, (1 + r) / (1 - r)};
}

/* Sets the change's ratio and interval, which are logarithms until the end. */
static void weigh(const struct search *search, size_t change) {
    struct change_point *point = &search->found->items[change];
    size_t from = level_begin(search, change), end = level_end(search, change + 1);
    struct welch_side before = level_of(search, from, point->first);
    struct welch_side after = level_of(search, point->first, end);
    struct welch welch = welch_between(&before, &after);
    welch.se *=
        sqrt(scatter_around(search, from, point->first, end, before.mean, after.mean).factor);
    point->ratio = welch_interval(&welch, search->asked->confidence);
}

/* --- exact places --- */

/* Returns the first index of the new level for which the distances of the values from the levels'
 * means have the smallest sum. The means are those of the current split AT. */
static size_t nearest_split(const struct search *search, size_t from, size_t end, size_t at) {
    double before = level_of(search, from, at).mean, after = level_of(search, at, end).mean;
    double sum = 0, least = INFINITY;
    size_t best = at;
    for (size_t i = from; i + CHANGE_LEAST <= end; i++) {
        if (i >= from + CHANGE_LEAST && sum < least) {
            least = sum;
            best = i;
        }
        sum += fabs(search->values[i] - before) - fabs(search->values[i] - after);
    }
    return best;
}

/* Moves the change to its nearest split, which later values show better than those of its alarm. */
static void settle(const struct search *search, size_t change) {
    enum { MOST = 10 };
    struct change_point *point = &search->found->items[change];
    size_t from = level_begin(search, change), end = level_end(search, change + 1);
    for (int i = 0; i < MOST; i++) {
        size_t at = nearest_split(search, from, end, point->first);
        if (at == point->first)
            return;
        point->first = at;
    }
}

/* --- where a change may be --- */

#define LIKELIHOOD_95 7.35 /* change_points.h */

/* Returns how much worse VALUE fits a level than its mean, by squares that are cut off. */
static double misfit(double value, double mean, double reach) {
    double distance = fmin(fabs(value - mean), reach);
    return distance * distance;
}

/* Sets the first and last place whose likelihood is not too small. */
static void bound(const struct search *search, size_t change) {
    struct change_point *point = &search->found->items[change];
    size_t from = level_begin(search, change), end = level_end(search, change + 1);
    double levels[2] = {level_of(search, from, point->first).mean,
                        level_of(search, point->first, end).mean};
    struct scatter scatter = scatter_around(search, from, point->first, end, levels[0], levels[1]);
    double most = LIKELIHOOD_95 * scatter.square * scatter.factor;

    double best = INFINITY, sum = 0;
    point->earliest = point->latest = point->first;
    for (int pass = 0; pass < 2; pass++, sum = 0)
        for (size_t i = from; i + CHANGE_LEAST <= end; i++) {
            if (i >= from + CHANGE_LEAST && pass == 0)
                best = fmin(best, sum);
            else if (i >= from + CHANGE_LEAST && sum <= best + most) {
                point->earliest = i < point->earliest ? i : point->earliest;
                point->latest = i > point->latest ? i : point->latest;
            }
            sum += misfit(search->values[i], levels[0], scatter.reach) -
                   misfit(search->values[i], levels[1], scatter.reach);
        }
}

/* --- changes that are too small --- */

static void drop(const struct search *search, size_t change) {
    struct change_points *points = search->found;
    points->count--;
    memmove(points->items + change, points->items + change + 1,
            (points->count - change) * sizeof *points->items);
    if (change > 0)
        weigh(search, change - 1);
    if (change < points->count)
        weigh(search, change);
}

static void drop_small(const struct search *search) {
    struct change_points *points = search->found;
    double least = log1p(search->asked->least);
    for (size_t i = 0; i < points->count; i++)
        settle(search, i);
    for (size_t i = 0; i < points->count; i++)
        weigh(search, i);
    for (size_t smallest = 0; points->count; smallest = 0) {
        for (size_t i = 1; i < points->count; i++)
            if (fabs(points->items[i].ratio.estimate) <
                fabs(points->items[smallest].ratio.estimate))
                smallest = i;
        if (!(fabs(points->items[smallest].ratio.estimate) < least))
            return;
        drop(search, smallest);
    }
}

/* --- interface --- */

/* Takes over the alarms. Returns 0 if memory runs out. */
static int find_alarms(struct search *search) {
    struct change_alarms alarms;
    int ok = change_alarms_find(search->values, search->n, search->asked->level, &alarms);
    struct change_points *found = search->found;
    found->items = calloc(alarms.count + 1, sizeof *found->items);
    ok = ok && found->items;
    for (size_t i = 0; ok && i < alarms.count; i++)
        found->items[found->count++] =
            (struct change_point){.first = alarms.items[i].first,
                                  .shown = alarms.items[i].shown,
                                  .probability = alarms.items[i].probability};
    change_alarms_release(&alarms);
    return ok;
}

/* Turns places among the measured values into those of the caller's series, and logarithms into
 * ratios. */
static void finish(const struct search *search, struct change_point *point) {
    point->before = search->places[point->first - 1];
    point->first = search->places[point->first];
    point->earliest = search->places[point->earliest - 1];
    point->latest = search->places[point->latest];
    point->shown = search->places[point->shown];
    point->ratio = interval_exp(point->ratio);
}

int change_points_find(const double *values, size_t n, const struct change_asked *asked,
                       struct change_points *found) {
    struct search search;
    *found = (struct change_points){0};
    int ok = search_init(&search, values, n);
    search.asked = asked;
    search.found = found;
    ok = ok && find_alarms(&search);
    if (ok) {
        drop_small(&search);
        for (size_t i = 0; i < found->count; i++)
            bound(&search, i);
        for (size_t i = 0; i < found->count; i++)
            finish(&search, &found->items[i]);
    }
    search_release(&search);
    return ok ? 0 : ERR_FAILED;
}

void change_points_release(struct change_points *points) {
    free(points->items);
    *points = (struct change_points){0};
}
