/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyze/history/change_scan.h"

#include <math.h>
#include <stdlib.h>

#include <gsl/gsl_cdf.h>

enum { SHORTEST_WINDOW = 16 };
#define ALLOWANCE 1.5 /* of the neighbours' correlation, in standard errors */

struct place {
    double value;
    size_t index;
};

struct change_workspace {
    struct place *places;
    double *scores;
    double *sums, *squares; /* of the scores before each */
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
    double z2;        /* negative: none */
    size_t at, first; /* numbers before the split: in the series, in the window */
};

/* The best of the window's splits, if it is better than FOUND. */
static void look(const struct change_workspace *workspace, size_t from, size_t length,
                 struct found *found) {
    const double *sums = workspace->sums + from, m = (double)length;
    double mean = (sums[length] - sums[0]) / m;
    double squares = workspace->squares[from + length] - workspace->squares[from] - m * mean * mean;
    double best = -1;
    size_t at = 0;
    if (!(squares > 1e-9 * m)) /* all the same */
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

/* ln of 2 / (m over k) */
static double log_extreme(double m, double k) {
    return log(2) - lgamma(m + 1) + lgamma(k + 1) + lgamma(m - k + 1);
}

/* KEPT is what of t^2 is left for neighbours being alike. */
static double split_probability(const struct found *found, size_t length, double kept) {
    double m = (double)length, b = found->z2 / (m - 1);
    double t = b < 1 ? sqrt(kept * (m - 2) * b / (1 - b)) : INFINITY;
    double p = isinf(t) ? 0 : 2 * gsl_cdf_tdist_Q(t, m - 2);
    return fmax(p, exp(log_extreme(m, (double)found->first)));
}

/* How many independent splits a window's are worth, where the best has the probability P. */
static double splits_of(double p, size_t length) {
    double least = CHANGE_LEAST, m = (double)length, x = gsl_cdf_ugaussian_Qinv(p / 2);
    double bridge = 2 + (x * x - 1) * log((m - least) / least);
    return fmin(m - 2 * least + 1, fmax(bridge, 1));
}

/* --- all windows --- */

/* Of one length, from the beginning to the end of N numbers; returns how many there are. */
static size_t look_along(const struct change_workspace *workspace, size_t n, size_t length,
                         struct found *found) {
    size_t steps = (2 * (n - length) + length - 1) / length;
    for (size_t w = 0; w <= steps; w++)
        look(workspace, steps ? (n - length) * w / steps : 0, length, found);
    return steps + 1;
}

static size_t lengths_of(size_t n) {
    size_t lengths = 1;
    for (size_t length = (n + 1) / 2; length >= SHORTEST_WINDOW; length = (length + 1) / 2)
        lengths++;
    return lengths;
}

/* The mean square of the scores' differences over STEP, without those across AT. */
static double roughness(const struct change_workspace *workspace, size_t n, size_t at,
                        size_t step) {
    const double *scores = workspace->scores;
    double sum = 0;
    for (size_t i = 0; i + step < n; i++)
        if (i >= at || i + step < at)
            sum += (scores[i + step] - scores[i]) * (scores[i + step] - scores[i]);
    return sum / (double)(n - 2 * step);
}

/* What of t^2 is left for neighbours being alike. */
static double independence(const struct change_workspace *workspace, size_t n, size_t at) {
    double one = roughness(workspace, n, at, 1), two = roughness(workspace, n, at, 2);
    double r = one > 0 ? fmin(two / one - 1, 1) - ALLOWANCE / sqrt((double)n) : 0;
    return r > 0 ? (1 - r) / (1 + r) : 1;
}

/* Of the best split of a window of N scores; more than 1 where there is none. */
static double window_probability(const struct change_workspace *workspace, size_t n, size_t length,
                                 const struct found *found) {
    if (found->z2 < 0)
        return 2;
    double p = split_probability(found, length, independence(workspace, n, found->at));
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
        double windows = (double)look_along(workspace, n, length, &found);
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
