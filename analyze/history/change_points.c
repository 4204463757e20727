/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyze/history/change_points.h"

#include <gsl/gsl_cdf.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analyze/inference/unpaired.h"
#include "analyze/statistics/location.h"
#include "formats/text/err.h"

/* --- change scan --- */

enum { SHORTEST_WINDOW = 16 };
#define ALLOWANCE 1.5 /* subtracted from the neighbours' correlation, in standard errors */

struct place {
    double value;
    size_t index;
};

struct change_workspace {
    struct place *places;
    double *scores;
    double *sums, *squares; /* over the scores before each index */
};

struct change_workspace *change_workspace_new(size_t most) {
    struct change_workspace *workspace = calloc(1, sizeof *workspace);
    if (!workspace)
        return NULL;
    workspace->places = calloc(most + 1, sizeof *workspace->places);
    workspace->scores = calloc(most + 1, sizeof *workspace->scores);
    workspace->sums = calloc(most + 1, sizeof *workspace->sums);
    workspace->squares = calloc(most + 1, sizeof *workspace->squares);
    if (workspace->places && workspace->scores && workspace->sums && workspace->squares)
        return workspace;
    change_workspace_free(workspace);
    return NULL;
}

void change_workspace_free(struct change_workspace *workspace) {
    if (!workspace)
        return;
    free(workspace->places);
    free(workspace->scores);
    free(workspace->sums);
    free(workspace->squares);
    free(workspace);
}

/* --- scores --- */

static int by_value(const void *one, const void *other) {
    const struct place *a = one, *b = other;
    return (a->value > b->value) - (a->value < b->value);
}

static void score(const double *values, size_t n, struct change_workspace *workspace) {
    struct place *places = workspace->places;
    for (size_t i = 0; i < n; i++)
        places[i] = (struct place){values[i], i};
    qsort(places, n, sizeof *places, by_value);
    for (size_t i = 0, end; i < n; i = end) {
        for (end = i + 1; end < n && places[end].value == places[i].value;)
            end++;
        double rank = (double)(i + 1 + end) / 2;
        double of_rank = gsl_cdf_ugaussian_Pinv(rank / (double)(n + 1));
        for (size_t k = i; k < end; k++)
            workspace->scores[places[k].index] = of_rank;
    }
    workspace->sums[0] = workspace->squares[0] = 0;
    for (size_t i = 0; i < n; i++) {
        double s = workspace->scores[i];
        workspace->sums[i + 1] = workspace->sums[i] + s;
        workspace->squares[i + 1] = workspace->squares[i] + s * s;
    }
}

/* --- a window --- */

struct found {
    double z2;        /* negative: no split found */
    size_t at, first; /* numbers before the split: in the series, in the window */
};

/* Replaces FOUND by the window's best split if that is better. */
static void look(const struct change_workspace *workspace, size_t from, size_t length,
                 struct found *found) {
    const double *sums = workspace->sums + from, m = (double)length;
    double mean = (sums[length] - sums[0]) / m;
    double squares = workspace->squares[from + length] - workspace->squares[from] - m * mean * mean;
    double best = -1;
    size_t at = 0;
    if (!(squares > 1e-9 * m)) /* all values are equal */
        return;
    for (size_t k = CHANGE_LEAST; k + CHANGE_LEAST <= length; k++) {
        double before = (double)k, distance = sums[k] - sums[0] - before * mean;
        double contrast = distance * distance / (before * (m - before));
        if (contrast > best) {
            best = contrast;
            at = k;
        }
    }
    double z2 = best * m * (m - 1) / squares;
    if (z2 > found->z2)
        *found = (struct found){z2, from + at, at};
}

/* Returns how many independent splits the window's splits are worth if the best has probability P.
 */
static double splits_of(double p, size_t length) {
    double least = CHANGE_LEAST, m = (double)length, x = gsl_cdf_ugaussian_Qinv(p / 2);
    double bridge = 2 + (x * x - 1) * log((m - least) / least);
    return fmin(m - 2 * least + 1, fmax(bridge, 1));
}

/* --- all windows --- */

static size_t lengths_of(size_t n) {
    size_t lengths = 1;
    for (size_t length = (n + 1) / 2; length >= SHORTEST_WINDOW; length = (length + 1) / 2)
        lengths++;
    return lengths;
}

/* Returns the mean square of the scores' differences over STEP, without those across AT. */
static double roughness(const struct change_workspace *workspace, size_t n, size_t at,
                        size_t step) {
    const double *scores = workspace->scores;
    double sum = 0;
    for (size_t i = 0; i + step < n; i++)
        if (i >= at || i + step < at)
            sum += (scores[i + step] - scores[i]) * (scores[i + step] - scores[i]);
    return sum / (double)(n - 2 * step);
}

/* Returns the probability of the best split of a window of LENGTH, in a series of N scores; more
 * than 1 if there is none. */
static double window_probability(const struct change_workspace *workspace, size_t n, size_t length,
                                 const struct found *found) {
    if (found->z2 < 0)
        return 2;

    /* KEPT is the factor on t^2 for neighbours that are similar. */
    size_t at = found->at;
    double one = roughness(workspace, n, at, 1), two = roughness(workspace, n, at, 2);
    double r = one > 0 ? fmin(two / one - 1, 1) - ALLOWANCE / sqrt((double)n) : 0;
    double kept = r > 0 ? (1 - r) / (1 + r) : 1;
    double m = (double)length, b = found->z2 / (m - 1);
    double t = b < 1 ? sqrt(kept * (m - 2) * b / (1 - b)) : INFINITY;
    double q = isinf(t) ? 0 : 2 * gsl_cdf_tdist_Q(t, m - 2);

    /* ln of 2 / (m over k) */
    double k = (double)found->first;
    double p = fmax(q, exp((log(2) - lgamma(m + 1) + lgamma(k + 1) + lgamma(m - k + 1))));
    return p * splits_of(p, length);
}

struct change_split change_scan(const double *values, size_t n,
                                struct change_workspace *workspace) {
    struct change_split best = {0, 1};
    size_t lengths = lengths_of(n), length = n;
    if (n < 2 * CHANGE_LEAST)
        return best;
    score(values, n, workspace);
    for (size_t i = 0; i < lengths; i++, length = (length + 1) / 2) {
        struct found found = {.z2 = -1};

        /* The windows of this length, evenly spaced from the beginning to the end. */
        size_t steps = (2 * (n - length) + length - 1) / length;
        for (size_t w = 0; w <= steps; w++)
            look(workspace, steps ? (n - length) * w / steps : 0, length, &found);
        double windows = (double)(steps + 1);
        double share = lengths == 1 ? 1 : i == 0 ? 0.5 : 0.5 / (double)(lengths - 1);
        double probability = window_probability(workspace, n, length, &found) * windows / share;
        if (probability < best.probability)
            best = (struct change_split){found.at, probability};
    }
    return best;
}

struct change_split change_scan_one(const double *values, size_t n,
                                    struct change_workspace *workspace) {
    struct found found = {.z2 = -1, .at = n / 2};
    if (n < 2 * CHANGE_LEAST)
        return (struct change_split){n / 2, 1};
    score(values, n, workspace);
    look(workspace, 0, n, &found);
    return (struct change_split){found.at, fmin(1, window_probability(workspace, n, n, &found))};
}

/* --- change points --- */

/* The state of a search: the measured values, without gaps. */
struct search {
    double *values, *sorted; /* [n] */
    size_t *places;          /* [n]: their indices in the caller's series */
    size_t n;
    struct change_workspace *workspace;
    const struct change_asked *asked;
    struct change_points *found; /* until the end, `first` is an index in VALUES */
};

static void search_release(struct search *search) {
    free(search->values);
    free(search->sorted);
    free(search->places);
    change_workspace_free(search->workspace);
}

/* Returns 0 if memory runs out. The caller must call search_release in either case. */
static int search_init(struct search *search, const double *values, size_t n) {
    *search = (struct search){0};
    search->values = calloc(n + 1, sizeof *search->values);
    search->sorted = calloc(n + 1, sizeof *search->sorted);
    search->places = calloc(n + 1, sizeof *search->places);
    search->workspace = change_workspace_new(n);
    if (!search->values || !search->sorted || !search->places || !search->workspace)
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
        probability = change_scan(search.values, search.n, search.workspace).probability;
    search_release(&search);
    return probability;
}

/* --- search --- */

/* Inserts a change in order. Returns 0 if memory runs out. */
static int insert(struct change_points *points, size_t first, double probability) {
    size_t n = points->count, at = n;
    if ((n & (n - 1)) == 0) {
        struct change_point *items = realloc(points->items, (n ? 2 * n : 1) * sizeof *items);
        if (!items)
            return 0;
        points->items = items;
    }
    while (at > 0 && points->items[at - 1].first > first)
        at--;
    memmove(points->items + at + 1, points->items + at, (n - at) * sizeof *points->items);
    points->items[at] = (struct change_point){.first = first, .probability = probability};
    points->count++;
    return 1;
}

/* Finds the changes among the values FROM to END. Recurses into the shorter part and loops on the
 * longer one, so that calls nest only a few deep. Returns 0 if memory runs out. */
static int part(struct search *search, size_t from, size_t end) {
    for (;;) {
        struct change_split split =
            change_scan(search->values + from, end - from, search->workspace);
        size_t at = from + split.at;
        double share = (double)(end - from) / (double)search->n;
        if (!(split.probability <= share * search->asked->level))
            return 1;
        if (!insert(search->found, at, split.probability))
            return 0;
        int left_is_longer = at - from > end - at;
        if (!(left_is_longer ? part(search, at, end) : part(search, from, at)))
            return 0;
        if (left_is_longer)
            end = at;
        else
            from = at;
    }
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

/* Sets the change's ratio and interval, which are logarithms until the end. */
static void weigh(const struct search *search, size_t change) {
    struct change_point *point = &search->found->items[change];
    struct welch_side before = level_of(search, level_begin(search, change), point->first);
    struct welch_side after = level_of(search, point->first, level_end(search, change + 1));
    struct welch welch = welch_between(&before, &after);
    struct interval interval = welch_interval(&welch, search->asked->confidence);
    point->ratio = interval.centre;
    point->low = interval.low;
    point->high = interval.high;
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

/* Moves the change to its nearest split: ranks show that there is a change, but not which level a
 * value is closer to. */
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

/* --- revision between neighbours --- */

static void place_change(const struct search *search, size_t change) {
    struct change_point *point = &search->found->items[change];
    size_t from = level_begin(search, change), end = level_end(search, change + 1);
    struct change_split split =
        change_scan_one(search->values + from, end - from, search->workspace);
    point->first = from + split.at;
    point->probability = split.probability;
}

static void drop(const struct search *search, size_t change,
                 void (*again)(const struct search *, size_t)) {
    struct change_points *points = search->found;
    points->count--;
    memmove(points->items + change, points->items + change + 1,
            (points->count - change) * sizeof *points->items);
    if (change > 0)
        again(search, change - 1);
    if (change < points->count)
        again(search, change);
}

/* Drops the least clear changes first, because that makes their neighbours' levels longer. */
static void drop_unclear(const struct search *search) {
    struct change_points *points = search->found;
    for (size_t i = 0; i < points->count; i++)
        place_change(search, i);
    for (size_t worst = 0; points->count; worst = 0) {
        for (size_t i = 1; i < points->count; i++)
            if (points->items[i].probability > points->items[worst].probability)
                worst = i;
        if (points->items[worst].probability <= search->asked->level)
            return;
        drop(search, worst, place_change);
    }
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
            if (fabs(points->items[i].ratio) < fabs(points->items[smallest].ratio))
                smallest = i;
        if (!(fabs(points->items[smallest].ratio) < least))
            return;
        drop(search, smallest, weigh);
    }
}

/* --- interface --- */

int change_points_find(const double *values, size_t n, const struct change_asked *asked,
                       struct change_points *found) {
    struct search search;
    *found = (struct change_points){0};
    int ok = search_init(&search, values, n);
    search.asked = asked;
    search.found = found;
    ok = ok && part(&search, 0, search.n);
    if (ok) {
        drop_unclear(&search);
        drop_small(&search);

        for (size_t i = 0; i < search.found->count; i++) {
            struct change_point *point = &search.found->items[i];
            point->before = search.places[point->first - 1];
            point->first = search.places[point->first];
            point->ratio = exp(point->ratio);
            point->low = exp(point->low);
            point->high = exp(point->high);
        }
    }
    search_release(&search);
    return ok ? 0 : ERR_FAILED;
}

void change_points_release(struct change_points *points) {
    free(points->items);
    *points = (struct change_points){0};
}
