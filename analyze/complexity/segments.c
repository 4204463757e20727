/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyze/complexity/segments.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <gsl/gsl_linalg.h>

#include "analyze/statistics/order.h"
#include "formats/text/xalloc.h"

enum {
    MOST_BREAKS = SEGMENTS_MOST - 1,
    COLUMNS = 2 + MOST_BREAKS,
    FEWEST_TO_BREAK = 2 * SEGMENTS_POINTS - 1,
    PLACES = 4, /* places for a break from one point to the next */
};

/* --- outliers --- */

enum { SHORT_REACH = 3, LONG_REACH = 5 };
static const double wild_distance = 6;

/* Distance of point I from the line through its neighbours, in units of its standard deviation. */
static double pseudo_residual(const struct power_points *p, size_t i) {
    double before = (p->x[i + 1] - p->x[i]) / (p->x[i + 1] - p->x[i - 1]), after = 1 - before;
    double distance = before * p->y[i - 1] + after * p->y[i + 1] - p->y[i];
    return distance / sqrt(before * before + after * after + 1);
}

static double local_scatter(const struct power_points *p, double *workspace) {
    if (p->count < 3)
        return NAN;
    for (size_t i = 1; i + 1 < p->count; i++)
        workspace[i - 1] = fabs(pseudo_residual(p, i));
    return ORDER_MAD_TO_SD * order_median(workspace, p->count - 2);
}

static double distance_from(const struct power_points *p, size_t i, size_t first, size_t count) {
    double workspace[POWER_ROOM(LONG_REACH)];
    struct power_points side = {p->x + first, p->y + first, count};
    return count < 2 ? INFINITY : fabs(p->y[i] - power_predict(&side, p->x[i], workspace));
}

static size_t least_of(size_t a, size_t b) {
    return a < b ? a : b;
}

/* Distance of point I from the nearer of the lines through REACH points before and after it. */
static double distance(const struct power_points *p, size_t i, size_t reach) {
    size_t before = least_of(i, reach), after = least_of(p->count - 1 - i, reach);
    return fmin(distance_from(p, i, i - before, before), distance_from(p, i, i + 1, after));
}

/* A short reach is not misled by a nearby break, a long one not by an outlying neighbour. */
static int is_far(const struct power_points *p, size_t i, double least) {
    double far = fmin(distance(p, i, SHORT_REACH), distance(p, i, LONG_REACH));
    return isfinite(far) && far > least;
}

/* --- breaks --- */

struct search {
    struct power_points points;
    double *design, *rest; /* [points][COLUMNS], [points] */
};

struct breaks {
    size_t count;
    double at[MOST_BREAKS]; /* ascending, of ln size */
    double squares;         /* of the distances from the line */
};

/* A point on a break counts on both sides. */
static size_t points_between(const struct power_points *p, double from, double to) {
    size_t n = 0;
    for (size_t i = 0; i < p->count; i++)
        n += p->x[i] >= from && p->x[i] <= to;
    return n;
}

static int has_enough_points(const struct power_points *p, const struct breaks *b) {
    for (size_t k = 0; k <= b->count; k++)
        if (points_between(p, k ? b->at[k - 1] : -INFINITY, k < b->count ? b->at[k] : INFINITY) <
            SEGMENTS_POINTS)
            return 0;
    return 1;
}

static double squares_of(const struct search *s, const struct breaks *b) {
    if (!has_enough_points(&s->points, b))
        return INFINITY;
    double tau[COLUMNS], solution[COLUMNS], squares = 0;
    size_t n = s->points.count, columns = 2 + b->count;

    const struct power_points *p = &s->points;
    size_t design_columns = 2 + b->count;
    for (size_t i = 0; i < p->count; i++) {
        double *row = s->design + i * design_columns;
        row[0] = 1;
        row[1] = p->x[i];
        for (size_t k = 0; k < b->count; k++)
            row[2 + k] = fmax(0, p->x[i] - b->at[k]);
    }

    gsl_matrix_view design = gsl_matrix_view_array(s->design, n, columns);
    gsl_vector_const_view times = gsl_vector_const_view_array(s->points.y, n);
    gsl_vector_view rest = gsl_vector_view_array(s->rest, n);
    gsl_vector_view taus = gsl_vector_view_array(tau, columns);
    gsl_vector_view solved = gsl_vector_view_array(solution, columns);
    if (gsl_linalg_QR_decomp(&design.matrix, &taus.vector) ||
        gsl_linalg_QR_lssolve(&design.matrix, &taus.vector, &times.vector, &solved.vector,
                              &rest.vector))
        return INFINITY; /* these breaks leave a piece undetermined */
    for (size_t i = 0; i < n; i++)
        squares += s->rest[i] * s->rest[i];
    return squares;
}

static struct breaks without(const struct breaks *b, size_t k) {
    struct breaks fewer = *b;
    fewer.count--;
    memmove(fewer.at + k, fewer.at + k + 1, (fewer.count - k) * sizeof *fewer.at);
    return fewer;
}

static struct breaks add_best(const struct search *s, const struct breaks *b) {
    struct breaks best = {.squares = INFINITY};
    for (size_t i = 0; i < (s->points.count - 1) * PLACES; i++) {
        const double *x = s->points.x;
        size_t part = i % PLACES;
        x += i / PLACES;

        /* B with one more break. */
        double at = (part ? x[0] + (x[1] - x[0]) * (double)part / PLACES : x[0]);
        struct breaks tried = *b;
        size_t k = tried.count++;
        for (; k && tried.at[k - 1] > at; k--)
            tried.at[k] = tried.at[k - 1];
        tried.at[k] = at;

        tried.squares = squares_of(s, &tried);
        if (tried.squares < best.squares)
            best = tried;
    }
    return best;
}

static double criterion(const struct search *s, const struct breaks *b, double floor) {
    double n = (double)s->points.count;
    return n * log(fmax(b->squares / n, floor * floor)) +
           SEGMENTS_PENALTY * (double)b->count * log(n);
}

static struct breaks find_breaks(const struct search *s, double floor) {
    struct breaks best = {0};
    best.squares = s->points.count < SEGMENTS_POINTS ? NAN : squares_of(s, &best);
    if (s->points.count < FEWEST_TO_BREAK)
        return best;
    for (struct breaks next = best; next.count < MOST_BREAKS;) {
        next = add_best(s, &next);
        if (!isfinite(next.squares))
            break;

        /* Move each break to where it fits best given the others, until none moves. */
        struct breaks b = next;
        size_t still = 0;
        for (size_t turn = 0; still < b.count && turn < 10 * MOST_BREAKS; turn++) {
            struct breaks fewer = without(&b, turn % b.count), moved = add_best(s, &fewer);
            still = moved.squares < b.squares ? 0 : still + 1;
            if (!still)
                b = moved;
        }
        next = b;
        if (criterion(s, &next, floor) < criterion(s, &best, floor))
            best = next;
    }
    return best;
}

/* --- pieces --- */

/* A point on its way up a step is off the lines on either side, but between its neighbours. */
static int is_between(const struct power_points *p, size_t i) {
    return i && i + 1 < p->count && (p->y[i] - p->y[i - 1]) * (p->y[i + 1] - p->y[i]) >= 0;
}

/* If no break is looked for, all points stay. */
static size_t choose_points(const struct power_points *p, double floor, double *x, double *y,
                            double *workspace, unsigned char *is_outlier) {
    if (p->count >= FEWEST_TO_BREAK) {
        /* Copy all but outliers to X and Y and return their number. WORKSPACE holds as many
         * numbers. Neighbours that deviate together are not outliers. */
        double least = wild_distance * fmax(local_scatter(p, workspace), floor);
        size_t n = 0;
        for (size_t i = 0; i < p->count; i++)
            workspace[i] = is_far(p, i, least);
        for (size_t i = 0; i < p->count; i++) {
            int alone = !(i && workspace[i - 1] > 0) && !(i + 1 < p->count && workspace[i + 1] > 0);
            int is_left_out = workspace[i] > 0 && alone && !is_between(p, i);
            if (is_outlier)
                is_outlier[i] = (unsigned char)is_left_out;
            if (is_left_out)
                continue;
            x[n] = p->x[i];
            y[n++] = p->y[i];
        }
        return n;
    }
    memcpy(x, p->x, p->count * sizeof *x);
    memcpy(y, p->y, p->count * sizeof *y);
    return p->count;
}

void segments_fit(const struct power_points *points, double floor, double confidence,
                  struct segments *pieces, unsigned char *is_outlier) {
    size_t n = points->count;
    *pieces = (struct segments){.scatter = NAN};
    if (is_outlier)
        memset(is_outlier, 0, n);
    if (n < 2)
        return;
    double *x = xcalloc((3 + COLUMNS) * n + POWER_ROOM(n), sizeof *x);
    double *y = x + n, *design = y + n, *rest = design + COLUMNS * n, *workspace = rest + n;
    size_t kept = choose_points(points, floor, x, y, rest, is_outlier);
    struct search s = {{x, y, kept}, design, rest};
    struct breaks breaks = find_breaks(&s, floor);

    for (size_t k = 0; k <= breaks.count; k++) {
        double from = k ? breaks.at[k - 1] : s.points.x[0];
        double to = k < breaks.count ? breaks.at[k] : s.points.x[s.points.count - 1];
        size_t first = 0;
        while (first < s.points.count && s.points.x[first] < from)
            first++;
        struct power_points part = (struct power_points){s.points.x + first, s.points.y + first,
                                                         points_between(&s.points, from, to)};
        pieces->items[k] =
            (struct piece){exp(from), exp(to), power_fit(&part, confidence, workspace)};
    }
    pieces->count = breaks.count + 1;
    pieces->scatter = sqrt(breaks.squares / (double)s.points.count);

    pieces->outliers = n - kept;
    free(x);
}
