/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cost_model.h: fits a law of growth, with what surrounds it, to times.
 *
 *     t(n) = a g(n) + f(n) (c_0 + sum over steps k of c_k G((ln b(n) - ln z_k) / ln 4))
 *
 * f(n) = n^p (ln n)^q is the law, q being 0 or 1. a g(n) is what a call costs besides: constant, or
 * n^(p-1), such as the copies of a matrix product. At the largest size it may be at most half of
 * the time: what large sizes show is the law. A step multiplies the cost per element where the
 * bytes of a call, b(n), outgrow a cache of about z_k: G goes smoothly from 0 at half of z_k to 1
 * at twice z_k, G(u) = v^2 (3 - 2 v), v = min(1, max(0, u + 1/2)). All coefficients are at least 0,
 * so costs per element only rise.
 *
 * Fit. Least squares on r_i = (ln t_i - ln t(n_i)) / e_i, e_i being the error of ln t_i, by
 * Gauss-Newton: at each turn r is linear in the coefficients, and the best ones that are not below
 * 0 are those of the best subset whose unconstrained solution is not (C. L. Lawson, R. J. Hanson,
 * Solving Least Squares Problems, Prentice-Hall 1974, chapter 23; with so few coefficients all
 * subsets are tried). */
#ifndef BENCHMAT_ANALYZE_COMPLEXITY_COST_MODEL_H
#define BENCHMAT_ANALYZE_COMPLEXITY_COST_MODEL_H

#include <stddef.h>

enum { COST_STEPS = 2, COST_TERMS = COST_STEPS + 2, COST_POINTS = 256 };

/* Points, from the smallest size; all finite. */
struct cost_points {
    const double *x;     /* ln size */
    const double *y;     /* ln time */
    const double *error; /* of y; above 0 */
    const double *bytes; /* ln of the bytes of a call, rising, or ln size */
    size_t count;
};

enum cost_lower { COST_LOWER_NONE, COST_LOWER_CONSTANT, COST_LOWER_DEGREE };

struct cost_model {
    double power;          /* p */
    int logs;              /* q */
    enum cost_lower lower; /* g */
    size_t steps;
    double places[COST_STEPS]; /* ln z_k, rising */

    /* what cost_fit finds */
    double level;                 /* ln of the scale of the next ones: ln t of the largest size */
    double lower_part;            /* a g, of the largest size, over exp(level) */
    double parts[COST_STEPS + 1]; /* c_0 f and c_k f (without G) there, over exp(level) */
    double squares;               /* sum of r_i^2; infinite if no model fits */
};

/* A law with what is besides, over the times: what screening needs of it. */
struct cost_screen {
    const struct cost_points *points;
    int has_lower;
    double law[COST_POINTS], lower[COST_POINTS]; /* f / t and g / t over the error; of the largest
                                                    size f and g are as large as t */
};

void cost_prepare(struct cost_screen *screen, const struct cost_model *model,
                  const struct cost_points *points);

/* Returns about what cost_fit would find as the squares, with STEPS steps at PLACES, in a tenth of
 * the time: the first turn's, of (1 - t(n_i) / t_i) / e_i. */
double cost_screened(const struct cost_screen *screen, const double *places, size_t steps);

/* Fits MODEL, of which the places and what is above them are set. */
void cost_fit(struct cost_model *model, const struct cost_points *points);

/* Returns ln t by MODEL, fitted to points of which the largest size has the logarithm LAST. */
double cost_predict(const struct cost_model *model, double last, double x, double bytes);

/* Returns G. */
double cost_transition(double bytes, double place);

#endif
