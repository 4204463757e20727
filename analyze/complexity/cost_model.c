/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyze/complexity/cost_model.h"

#include <math.h>
#include <string.h>

enum { TURNS = 8 };
static const double converged = 1e-6;

double cost_risen(struct cost_rise rise, double bytes, double place) {
    double beyond = bytes - place;
    if (rise.how == COST_SHARP)
        return beyond > 0;
    if (rise.how == COST_MISSES)
        return beyond > 0 ? 1 - exp(-beyond) : 0;
    return 1 / (1 + exp(-beyond / rise.width));
}

void cost_rises(struct cost_rise rise, double place, const struct cost_points *points,
                double *risen) {
    for (size_t i = 0; i < points->count; i++)
        risen[i] = cost_risen(rise, points->bytes[i], place);
}

/* f(n) and g(n) over those of the size with the logarithm LAST. */
static double law_at(const struct cost_model *model, double x, double last) {
    return exp(model->power * (x - last)) * (model->logs ? x / last : 1);
}

static double lower_at(const struct cost_model *model, double x, double last) {
    return model->lower == COST_LOWER_DEGREE ? exp((model->power - 1) * (x - last)) : 1;
}

/* --- least squares --- */

struct normal_equations {
    double matrix[COST_TERMS][COST_TERMS], right[COST_TERMS]; /* the lower half */
    size_t count;
};

/* Solves by the decomposition L D L'. Returns what this takes from the squares, or -1 if the
 * solution is not determined or any of it is not above 0. */
static double solve(const struct normal_equations *e, double *solution) {
    double lower[COST_TERMS][COST_TERMS], inverse[COST_TERMS], gain = 0;
    for (size_t i = 0; i < e->count; i++) {
        double undivided[COST_TERMS], rest = e->right[i];
        for (size_t j = 0; j <= i; j++) {
            undivided[j] = e->matrix[i][j];
            for (size_t k = 0; k < j; k++)
                undivided[j] -= undivided[k] * lower[j][k];
            lower[i][j] = undivided[j] * (j < i ? inverse[j] : 1);
        }
        if (!(undivided[i] > 1e-12 * e->matrix[i][i]))
            return -1;
        inverse[i] = 1 / undivided[i];
        for (size_t k = 0; k < i; k++)
            rest -= lower[i][k] * solution[k];
        solution[i] = rest;
        gain += rest * rest * inverse[i];
    }
    for (size_t i = e->count; i-- > 0;) {
        solution[i] *= inverse[i];
        for (size_t k = i + 1; k < e->count; k++)
            solution[i] -= lower[k][i] * solution[k];
        if (!(solution[i] > 0))
            return -1;
    }
    return gain;
}

/* --- columns --- */

/* The columns at one point. */
struct terms {
    double of[COST_TERMS];
};

/* The shape of a model: without coefficients. If IS_HALF, the lower part is tied to the others,
 * else it is the last column if there is one. */
struct shape {
    const double *const *risen; /* [steps][points] G */
    size_t steps, last;         /* the index of the largest size */
    int has_lower, is_half;
};

static size_t columns_of(const struct shape *shape) {
    return shape->steps + 1 + (size_t)(shape->has_lower && !shape->is_half);
}

static struct terms terms_at(const struct shape *shape, size_t i, double law, double lower) {
    struct terms terms = {{law}};
    size_t k = 1;
    if (shape->is_half)
        terms.of[0] += lower;
    for (size_t s = 0; s < shape->steps; s++) {
        double tied = shape->is_half ? lower * shape->risen[s][shape->last] : 0;
        terms.of[k++] = law * shape->risen[s][i] + tied;
    }
    if (shape->has_lower && !shape->is_half)
        terms.of[k] = lower;
    return terms;
}

static void add_row(struct normal_equations *e, const struct terms *terms, double right) {
    for (size_t j = 0; j < e->count; j++) {
        e->right[j] += terms->of[j] * right;
        for (size_t k = 0; k <= j; k++)
            e->matrix[j][k] += terms->of[j] * terms->of[k];
    }
}

/* Of the largest size. */
static double law_part(const struct shape *shape, const double *parts) {
    double sum = parts[0];
    for (size_t s = 0; s < shape->steps; s++)
        sum += parts[s + 1] * shape->risen[s][shape->last];
    return sum;
}

/* Whether no step rises by more than it may; nor from nothing. */
static int is_allowed(const double *parts, size_t steps) {
    double sum = parts[0];
    for (size_t s = 1; s <= steps; s++) {
        if (!(parts[s] <= (COST_MOST_RISE - 1) * sum))
            return 0;
        sum += parts[s];
    }
    return sum > 0;
}

/* --- screening --- */

void cost_prepare(struct cost_screen *screen, const struct cost_model *model,
                  const struct cost_points *points) {
    double last = points->x[points->count - 1], level = points->y[points->count - 1];
    screen->points = points;
    screen->has_lower = model->lower != COST_LOWER_NONE;
    screen->squares = 0;
    for (size_t i = 0; i < points->count; i++) {
        screen->right[i] = 1 / points->error[i];
        screen->squares += screen->right[i] * screen->right[i];
        double scale = exp(level - points->y[i]) / points->error[i];
        screen->law[i] = law_at(model, points->x[i], last) * scale;
        screen->lower[i] = screen->has_lower ? lower_at(model, points->x[i], last) * scale : 0;
    }
}

/* Of four sums, which do not wait for one another. */
static double product(const double *a, const double *b, size_t n) {
    double sums[4] = {0};
    size_t i = 0;
    for (; i + 4 <= n; i += 4)
        for (size_t k = 0; k < 4; k++)
            sums[k] += a[i + k] * b[i + k];
    for (; i < n; i++)
        sums[0] += a[i] * b[i];
    return sums[0] + sums[1] + (sums[2] + sums[3]);
}

static double screen_once(const struct cost_screen *screen, const struct shape *shape,
                          double *coefficients) {
    double made[COST_STEPS + 1][COST_POINTS];
    const double *columns[COST_TERMS] = {screen->law}, *right = screen->right;
    size_t n = screen->points->count, count = columns_of(shape);
    for (size_t s = 0; s < shape->steps; s++) {
        const double *risen = shape->risen[s];
        double tied = shape->is_half ? risen[shape->last] : 0;
        for (size_t i = 0; i < n; i++)
            made[s][i] = screen->law[i] * risen[i] + screen->lower[i] * tied;
        columns[s + 1] = made[s];
    }
    if (shape->is_half) {
        for (size_t i = 0; i < n; i++)
            made[COST_STEPS][i] = screen->law[i] + screen->lower[i];
        columns[0] = made[COST_STEPS];
    } else if (shape->has_lower) {
        columns[count - 1] = screen->lower;
    }
    struct normal_equations e = {.count = count};
    for (size_t j = 0; j < count; j++) {
        e.right[j] = product(columns[j], right, n);
        for (size_t k = 0; k <= j; k++)
            e.matrix[j][k] = product(columns[j], columns[k], n);
    }
    double gain = solve(&e, coefficients);
    return gain < 0 ? INFINITY : screen->squares - gain;
}

double cost_screened(const struct cost_screen *screen, const double *const *risen, size_t steps) {
    double coefficients[COST_TERMS];
    struct shape shape = {risen, steps, screen->points->count - 1, screen->has_lower, 0};
    double squares = screen_once(screen, &shape, coefficients);
    if (isfinite(squares) && shape.has_lower &&
        coefficients[steps + 1] > law_part(&shape, coefficients)) {
        shape.is_half = 1;
        squares = screen_once(screen, &shape, coefficients);
    }
    return isfinite(squares) && is_allowed(coefficients, steps) ? squares : INFINITY;
}

/* --- Gauss-Newton --- */

/* One turn: coefficients that are best where times are near MODELLED (logarithms, which it
 * replaces). Returns the new sum of squares. */
static double turn(const struct cost_points *p, const struct terms *terms, size_t columns,
                   double *modelled, double *coefficients) {
    struct normal_equations e = {.count = columns};
    double level = p->y[p->count - 1], squares = 0;
    for (size_t i = 0; i < p->count; i++) {
        double scale = exp(level - modelled[i]) / p->error[i];
        struct terms scaled;
        for (size_t j = 0; j < columns; j++)
            scaled.of[j] = terms[i].of[j] * scale;
        add_row(&e, &scaled, (p->y[i] - modelled[i] + 1) / p->error[i]);
    }
    if (solve(&e, coefficients) < 0)
        return INFINITY;
    for (size_t i = 0; i < p->count; i++) {
        double sum = 0;
        for (size_t j = 0; j < columns; j++)
            sum += coefficients[j] * terms[i].of[j];
        modelled[i] = level + log(sum);
        double rest = (p->y[i] - modelled[i]) / p->error[i];
        squares += rest * rest;
    }
    return squares;
}

static void descend(struct cost_model *m, const struct cost_points *p, const struct shape *shape) {
    struct terms terms[COST_POINTS];
    double modelled[COST_POINTS], coefficients[COST_TERMS], last = p->x[p->count - 1];
    size_t columns = columns_of(shape);
    for (size_t i = 0; i < p->count; i++) {
        terms[i] = terms_at(shape, i, law_at(m, p->x[i], last), lower_at(m, p->x[i], last));
        modelled[i] = p->y[i];
    }
    m->squares = INFINITY;
    for (int t = 0; t < TURNS; t++) {
        double before = m->squares, squares = turn(p, terms, columns, modelled, coefficients);
        if (!(squares < before))
            break;
        m->squares = squares;
        memcpy(m->parts, coefficients, (m->steps + 1) * sizeof *coefficients);
        m->lower_part = shape->is_half     ? law_part(shape, coefficients)
                        : shape->has_lower ? coefficients[m->steps + 1]
                                           : 0;
        if (before - squares < converged * squares)
            break;
    }
}

void cost_fit(struct cost_model *model, const struct cost_points *points) {
    double risen[COST_STEPS][COST_POINTS];
    const double *columns[COST_STEPS];
    for (size_t s = 0; s < model->steps; s++) {
        cost_rises(model->rise, model->places[s], points, risen[s]);
        columns[s] = risen[s];
    }
    struct shape shape = {columns, model->steps, points->count - 1, model->lower != COST_LOWER_NONE,
                          0};
    model->level = points->y[points->count - 1];
    descend(model, points, &shape);
    if (isfinite(model->squares) && model->lower &&
        model->lower_part > law_part(&shape, model->parts)) {
        shape.is_half = 1;
        descend(model, points, &shape);
    }
    if (isfinite(model->squares) && !is_allowed(model->parts, model->steps))
        model->squares = INFINITY;
}

double cost_predict(const struct cost_model *model, double last, double x, double bytes) {
    double sum = model->parts[0];
    for (size_t s = 0; s < model->steps; s++)
        sum += model->parts[s + 1] * cost_risen(model->rise, bytes, model->places[s]);
    return model->level +
           log(model->lower_part * lower_at(model, x, last) + law_at(model, x, last) * sum);
}
