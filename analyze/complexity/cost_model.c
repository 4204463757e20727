/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyze/complexity/cost_model.h"

#include <math.h>
#include <string.h>

enum { TURNS = 8 };
static const double converged = 1e-6;

double cost_risen(enum cost_rise rise, double bytes, double place) {
    double beyond = bytes - place;
    if (rise == COST_SHARP)
        return beyond > 0;
    if (rise == COST_MISSES)
        return beyond > 0 ? 1 - exp(-beyond) : 0;
    double v = beyond / (2 * M_LN2) + 0.5;
    v = v < 0 ? 0 : v > 1 ? 1 : v;
    return v * v * (3 - 2 * v);
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

/* Solves by Cholesky's decomposition. Returns what this takes from the squares, or -1 if the
 * solution is not determined or any of it is not above 0. */
static double solve(const struct normal_equations *e, double *solution) {
    double root[COST_TERMS][COST_TERMS], gain = 0;
    for (size_t i = 0; i < e->count; i++) {
        for (size_t j = 0; j <= i; j++) {
            double sum = e->matrix[i][j];
            for (size_t k = 0; k < j; k++)
                sum -= root[i][k] * root[j][k];
            if (i == j && !(sum > 1e-12 * e->matrix[i][i]))
                return -1;
            root[i][j] = i == j ? sqrt(sum) : sum / root[j][j];
        }
        solution[i] = e->right[i];
        for (size_t k = 0; k < i; k++)
            solution[i] -= root[i][k] * solution[k];
        solution[i] /= root[i][i];
        gain += solution[i] * solution[i];
    }
    for (size_t i = e->count; i-- > 0;) {
        for (size_t k = i + 1; k < e->count; k++)
            solution[i] -= root[k][i] * solution[k];
        solution[i] /= root[i][i];
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

/* The shape of a model: without coefficients. LAST is ln of the bytes of the largest size. If
 * IS_HALF, the lower part is tied to the others, else it is the first column if there is one. */
struct shape {
    enum cost_rise rise;
    const double *places;
    size_t steps;
    int has_lower, is_half;
    double last;
};

static size_t columns_of(const struct shape *shape) {
    return shape->steps + 1 + (size_t)(shape->has_lower && !shape->is_half);
}

static struct terms terms_at(const struct shape *shape, double law, double lower, double bytes) {
    struct terms terms = {{law}};
    size_t k = 1;
    if (shape->is_half)
        terms.of[0] += lower;
    for (size_t s = 0; s < shape->steps; s++) {
        double tied =
            shape->is_half ? lower * cost_risen(shape->rise, shape->last, shape->places[s]) : 0;
        terms.of[k++] = law * cost_risen(shape->rise, bytes, shape->places[s]) + tied;
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
        sum += parts[s + 1] * cost_risen(shape->rise, shape->last, shape->places[s]);
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
    for (size_t i = 0; i < points->count; i++) {
        double scale = exp(level - points->y[i]) / points->error[i];
        screen->law[i] = law_at(model, points->x[i], last) * scale;
        screen->lower[i] = screen->has_lower ? lower_at(model, points->x[i], last) * scale : 0;
    }
}

static double screen_once(const struct cost_screen *screen, const struct shape *shape,
                          double *coefficients) {
    const struct cost_points *p = screen->points;
    struct normal_equations e = {.count = columns_of(shape)};
    double squares = 0;
    for (size_t i = 0; i < p->count; i++) {
        struct terms terms = terms_at(shape, screen->law[i], screen->lower[i], p->bytes[i]);
        double right = 1 / p->error[i];
        add_row(&e, &terms, right);
        squares += right * right;
    }
    double gain = solve(&e, coefficients);
    return gain < 0 ? INFINITY : squares - gain;
}

double cost_screened(const struct cost_screen *screen, enum cost_rise rise, const double *places,
                     size_t steps) {
    double coefficients[COST_TERMS];
    struct shape shape = {rise,  places,
                          steps, screen->has_lower,
                          0,     screen->points->bytes[screen->points->count - 1]};
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
        terms[i] =
            terms_at(shape, law_at(m, p->x[i], last), lower_at(m, p->x[i], last), p->bytes[i]);
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
    struct shape shape = {model->rise,
                          model->places,
                          model->steps,
                          model->lower != COST_LOWER_NONE,
                          0,
                          points->bytes[points->count - 1]};
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
