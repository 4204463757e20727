/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cost_model.h: fits a law of growth, with what surrounds it, to times.
 *
 *     t(n) = a g(n) + f(n) (c_0 + sum over steps k of c_k G(b(n) / z_k))
 *
 * f(n) = n^p (ln n)^q is the law, q being 0 or 1. a g(n) is what a call costs besides: constant, or
 * n^(p-1), such as the copies of a matrix product. At the largest size it may be at most half of
 * the time: what large sizes show is the law. Steps multiply the cost per element where the bytes
 * of a call, b(n), outgrow a cache of about z_k. How G rises from 0 to 1 depends on how data are
 * used, all steps of a model in the same way:
 *
 *     at once, as where data are passed over    G(u) = 1 for u > 1, else 0
 *     as random accesses miss                   G(u) = 1 - 1 / u for u > 1, else 0
 *     gradually, over a width w, the logistic   G(u) = 1 / (1 + u^(-1 / w))
 *
 * All coefficients are above 0, so that costs per element only rise, and by a factor of at most
 * COST_MOST_RISE a step. A model that would fit best with one of them at or below 0 is not fitted:
 * the one without that term is as good.
 *
 * Fit. Least squares on r_i = (ln t_i - ln t(n_i)) / e_i, e_i being the error of ln t_i, by
 * Gauss-Newton, beginning where t(n_i) = t_i: at each turn r is linear in the coefficients. */
#ifndef BENCHMAT_ANALYZE_COMPLEXITY_COST_MODEL_H
#define BENCHMAT_ANALYZE_COMPLEXITY_COST_MODEL_H

#include <stddef.h>

enum { COST_STEPS = 3, COST_TERMS = COST_STEPS + 2, COST_POINTS = 256 };
#define COST_MOST_RISE 10

/* Points, from the smallest size; all finite. */
struct cost_points {
    const double *x;     /* ln size */
    const double *y;     /* ln time */
    const double *error; /* of y; above 0 */
    const double *bytes; /* ln of the bytes of a call, rising, or ln size */
    size_t count;
};

struct cost_rise {
    enum { COST_SHARP, COST_MISSES, COST_GRADUAL } how;
    double width; /* w; 0 unless gradual */
};

enum cost_lower { COST_LOWER_NONE, COST_LOWER_CONSTANT, COST_LOWER_DEGREE };

struct cost_model {
    double power;          /* p */
    int logs;              /* q */
    enum cost_lower lower; /* g */
    struct cost_rise rise; /* G */
    size_t steps;
    double places[COST_STEPS]; /* ln z_k, rising */

    /* what cost_fit finds */
    double level;                 /* ln of the scale of the next ones: ln t of the largest size */
    double lower_part;            /* a g, of the largest size, over exp(level) */
    double parts[COST_STEPS + 1]; /* c_0 f and c_k f (without G) there, over exp(level) */
    double squares;               /* sum of r_i^2; infinite if it is not fitted */
};

/* A law with what is besides, over the times: what screening needs of it. */
struct cost_screen {
    const struct cost_points *points;
    int has_lower;
    double law[COST_POINTS], lower[COST_POINTS]; /* f / t and g / t over the error; of the largest
                                                    size f and g are as large as t */
    double right[COST_POINTS], squares;          /* 1 / error, and the sum of its squares */
};

void cost_prepare(struct cost_screen *screen, const struct cost_model *model,
                  const struct cost_points *points);

/* Returns about what cost_fit would find as the squares, with STEPS steps of which RISEN holds G at
 * the points, in a tenth of the time: the first turn's, of (1 - t(n_i) / t_i) / e_i. */
double cost_screened(const struct cost_screen *screen, const double *const *risen, size_t steps);

/* Fits MODEL, of which the places and what is above them are set. */
void cost_fit(struct cost_model *model, const struct cost_points *points);

/* Returns ln t by MODEL, fitted to points of which the largest size has the logarithm LAST. */
double cost_predict(const struct cost_model *model, double last, double x, double bytes);

/* Returns G; both are logarithms. */
double cost_risen(struct cost_rise rise, double bytes, double place);

/* Sets RISEN [points] to G. */
void cost_rises(struct cost_rise rise, double place, const struct cost_points *points,
                double *risen);

#endif
