/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyze/complexity/thread_laws.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <gsl/gsl_blas.h>
#include <gsl/gsl_cdf.h>
#include <gsl/gsl_linalg.h>
#include <gsl/gsl_multifit_nlinear.h>

#include "formats/text/xalloc.h"

/* --- parameters --- */

enum { LEVEL, SIGMA, KAPPA, PARAMETERS }; /* level: -ln lambda */

struct parameters {
    double values[PARAMETERS];
    double squares; /* of the residuals; NaN if there is no fit */
};

/* What ln (n t) rises by from 1 to n threads is the ln of a law's cost. */
struct law {
    double (*cost)(const double *values, double n);
    double (*slope)(const double *values, size_t parameter, double n); /* of ln cost */
    int has_kappa;
};

/* The points to fit: ln (n t) at n threads, the mean over the rounds. */
struct points {
    const struct law *law;
    const double *threads;
    const double *y;
    size_t count;
};

/* Which parameters are fitted, in order; the others keep their values. */
struct model {
    const struct points *points;
    const double *fixed; /* [PARAMETERS] */
    size_t free[PARAMETERS], count;
};

static double cost_of_fixed_work(const double *values, double n) {
    return 1 + values[SIGMA] * (n - 1) + values[KAPPA] * n * (n - 1);
}

static double slope_of_fixed_work(const double *values, size_t parameter, double n) {
    double above = parameter == SIGMA ? n - 1 : n * (n - 1);
    return parameter == LEVEL ? 1 : above / cost_of_fixed_work(values, n);
}

/* A call does n times the work. */
static double cost_of_growing_work(const double *values, double n) {
    return n * n / (n - values[SIGMA] * (n - 1));
}

static double slope_of_growing_work(const double *values, size_t parameter, double n) {
    return parameter == LEVEL ? 1 : (n - 1) / (n - values[SIGMA] * (n - 1));
}

static const struct law law_of_amdahl = {cost_of_fixed_work, slope_of_fixed_work, 0};
static const struct law law_of_gunther = {cost_of_fixed_work, slope_of_fixed_work, 1};
static const struct law law_of_gustafson = {cost_of_growing_work, slope_of_growing_work, 0};

static void take(const struct model *model, const gsl_vector *x, double *values) {
    memcpy(values, model->fixed, PARAMETERS * sizeof *values);
    for (size_t j = 0; j < model->count; j++)
        values[model->free[j]] = gsl_vector_get(x, j);
}

/* A law that takes no time or less is far off. */
static double residual(const struct points *points, const double *values, size_t i) {
    const double far_off = 1e6;
    double steps = points->law->cost(values, points->threads[i]);
    return steps > 0 ? values[LEVEL] + log(steps) - points->y[i] : far_off;
}

static int residuals(const gsl_vector *x, void *context, gsl_vector *f) {
    const struct model *model = context;
    double values[PARAMETERS];
    take(model, x, values);
    for (size_t i = 0; i < model->points->count; i++)
        gsl_vector_set(f, i, residual(model->points, values, i));
    return GSL_SUCCESS;
}

static int slopes(const gsl_vector *x, void *context, gsl_matrix *jacobian) {
    const struct model *model = context;
    double values[PARAMETERS];
    take(model, x, values);
    for (size_t i = 0; i < model->points->count; i++)
        for (size_t j = 0; j < model->count; j++)
            gsl_matrix_set(
                jacobian, i, j,
                model->points->law->slope(values, model->free[j], model->points->threads[i]));
    return GSL_SUCCESS;
}

/* --- fit --- */

static const struct parameters no_parameters = {{NAN, NAN, NAN}, NAN};

/* Whether residuals are as good as perpendicular to each derivative, as they are where the squares
 * are least (J. J. Moré, "The Levenberg-Marquardt algorithm", Lecture Notes in Mathematics 630
 * (1978) 105-116), or so small that only rounding is left. */
static int is_least(const gsl_multifit_nlinear_workspace *workspace) {
    const double perpendicular = 1e-5, rounding = 1e-11;
    const gsl_vector *f = gsl_multifit_nlinear_residual(workspace);
    const gsl_matrix *jacobian = gsl_multifit_nlinear_jac(workspace);
    double length = gsl_blas_dnrm2(f);
    if (length <= rounding * (double)f->size)
        return 1;
    for (size_t j = 0; j < jacobian->size2; j++) {
        gsl_vector_const_view column = gsl_matrix_const_column(jacobian, j);
        double product;
        gsl_blas_ddot(f, &column.vector, &product);
        if (!(fabs(product) <= perpendicular * length * gsl_blas_dnrm2(&column.vector)))
            return 0;
    }
    return 1;
}

/* The least squares of MODEL by Levenberg's and Marquardt's method. */
static void fit_free(const struct model *model, struct parameters *found) {
    const size_t most_steps = 500;
    const struct points *points = model->points;
    gsl_multifit_nlinear_parameters how = gsl_multifit_nlinear_default_parameters();
    gsl_multifit_nlinear_fdf functions = {.f = residuals,
                                          .df = slopes,
                                          .n = points->count,
                                          .p = model->count,
                                          .params = (void *)model};
    gsl_multifit_nlinear_workspace *workspace =
        gsl_multifit_nlinear_alloc(gsl_multifit_nlinear_trust, &how, points->count, model->count);
    *found = no_parameters;

    double start[PARAMETERS], level = 0;
    memcpy(start, model->fixed, sizeof start);
    for (size_t i = 0; i < points->count; i++)
        level += (points->y[i] - log(points->law->cost(start, points->threads[i]))) /
                 (double)points->count;
    start[LEVEL] = level;
    double x[PARAMETERS];
    for (size_t j = 0; j < model->count; j++)
        x[j] = start[model->free[j]];
    gsl_vector_view from = gsl_vector_view_array(x, model->count);
    int info = 0, status = gsl_multifit_nlinear_init(&from.vector, &functions, workspace);
    if (status == GSL_SUCCESS)
        status =
            gsl_multifit_nlinear_driver(most_steps, 1e-13, 1e-13, 0, NULL, NULL, &info, workspace);
    /* No progress: the squares are as small as rounding lets them be, perhaps from the start. */
    int has_ended = status == GSL_SUCCESS || status == GSL_ENOPROG || info == GSL_ENOPROG;
    if (has_ended && is_least(workspace)) {
        double squares;
        const gsl_vector *f = gsl_multifit_nlinear_residual(workspace);
        gsl_blas_ddot(f, f, &squares);
        take(model, gsl_multifit_nlinear_position(workspace), found->values);
        found->squares = squares;
    }
    gsl_multifit_nlinear_free(workspace);
}

/* What a bound leaves of sigma and kappa: NaN where it is fitted. */
struct bound {
    double sigma, kappa;
};

static struct model model_of(const struct points *points, const struct bound *bound,
                             double *fixed) {
    struct model model = {.points = points, .fixed = fixed, .free = {LEVEL}, .count = 1};
    fixed[LEVEL] = 0;
    fixed[SIGMA] = isnan(bound->sigma) ? 0.1 : bound->sigma;
    fixed[KAPPA] = isnan(bound->kappa) ? 0 : bound->kappa;
    if (isnan(bound->sigma))
        model.free[model.count++] = SIGMA;
    if (isnan(bound->kappa))
        model.free[model.count++] = KAPPA;
    return model;
}

static int is_allowed(const struct parameters *found) {
    return found->values[SIGMA] >= 0 && found->values[SIGMA] <= 1 && found->values[KAPPA] >= 0;
}

/* The fit without bounds, and the best that the law allows, with the bound on which that lies. */
struct fits {
    struct parameters open, best;
    struct bound open_bound, best_bound;
};

static void fit_law(const struct points *points, struct fits *fits) {
    int has_kappa = points->law->has_kappa;
    const double kappas[] = {has_kappa ? NAN : 0, 0}, sigmas[] = {NAN, 0, 1};
    *fits = (struct fits){.open = no_parameters, .best = no_parameters};
    for (size_t k = 0; k < 1 + (size_t)has_kappa; k++)
        for (size_t s = 0; s < sizeof sigmas / sizeof *sigmas; s++) {
            struct bound bound = {sigmas[s], kappas[k]};
            struct parameters found;
            double fixed[PARAMETERS];
            struct model model = model_of(points, &bound, fixed);
            fit_free(&model, &found);
            if (k == 0 && s == 0) {
                fits->open = found;
                fits->open_bound = bound;
            }
            if (is_allowed(&found) && !(found.squares >= fits->best.squares)) {
                fits->best = found;
                fits->best_bound = bound;
            }
            if (k == 0 && s == 0 && is_allowed(&found))
                return;
        }
}

/* --- how rounds move the parameters --- */

/* The derivatives at a fit as U S V', and their inverse V S^-1 U'. */
struct projection {
    gsl_matrix *u;       /* [points][free] */
    gsl_matrix *inverse; /* [free][points] */
    gsl_matrix *v;
    gsl_vector *s, *work;
    size_t free[PARAMETERS], count;
    int is_singular;
};

static void projection_release(struct projection *p) {
    gsl_matrix_free(p->u);
    gsl_matrix_free(p->inverse);
    gsl_matrix_free(p->v);
    gsl_vector_free(p->s);
    gsl_vector_free(p->work);
}

/* The caller must call projection_release. */
static void projection_make(struct projection *p, const struct points *points,
                            const struct bound *bound, const struct parameters *at) {
    double fixed[PARAMETERS];
    struct model model = model_of(points, bound, fixed);
    size_t m = points->count, k = model.count;
    *p = (struct projection){.u = gsl_matrix_alloc(m, k),
                             .inverse = gsl_matrix_alloc(k, m),
                             .v = gsl_matrix_alloc(k, k),
                             .s = gsl_vector_alloc(k),
                             .work = gsl_vector_alloc(k),
                             .count = k};
    memcpy(p->free, model.free, sizeof p->free);

    for (size_t i = 0; i < m; i++)
        for (size_t j = 0; j < k; j++)
            gsl_matrix_set(p->u, i, j,
                           points->law->slope(at->values, model.free[j], points->threads[i]));
    p->is_singular = gsl_linalg_SV_decomp(p->u, p->v, p->s, p->work) != GSL_SUCCESS ||
                     !(gsl_vector_get(p->s, k - 1) > 1e-12 * gsl_vector_get(p->s, 0));
    if (p->is_singular)
        return;
    for (size_t j = 0; j < k; j++)
        for (size_t i = 0; i < m; i++) {
            double sum = 0;
            for (size_t l = 0; l < k; l++)
                sum += gsl_matrix_get(p->v, j, l) * gsl_matrix_get(p->u, i, l) /
                       gsl_vector_get(p->s, l);
            gsl_matrix_set(p->inverse, j, i, sum);
        }
}

/* Returns the squares of what the law cannot follow of the deviations W. */
static double squares_beyond(const struct projection *p, const double *w, size_t count) {
    double squares = 0;
    for (size_t i = 0; i < count; i++)
        squares += w[i] * w[i];
    for (size_t l = 0; l < p->count; l++) {
        double along = 0;
        for (size_t i = 0; i < count; i++)
            along += gsl_matrix_get(p->u, i, l) * w[i];
        squares -= along * along;
    }
    return fmax(squares, 0);
}

/* --- intervals --- */

/* A covariance of the parameters, 0 where one is fixed, with Student's t. */
struct spread {
    double covariance[PARAMETERS][PARAMETERS];
    double t; /* NaN: none */
};

static double quantile(double confidence, double degrees) {
    return gsl_cdf_tdist_Pinv((1 + confidence) / 2, degrees);
}

/* From the rounds' deviations W [rounds][points]. */
static struct spread spread_of_rounds(const struct projection *p, const double *w, size_t count,
                                      size_t rounds, double confidence) {
    struct spread spread = {.t = rounds > 1 ? quantile(confidence, (double)(rounds - 1)) : NAN};
    for (size_t r = 0; r < rounds; r++) {
        double moves[PARAMETERS] = {0};
        for (size_t j = 0; j < p->count; j++)
            for (size_t i = 0; i < count; i++)
                moves[p->free[j]] += gsl_matrix_get(p->inverse, j, i) * w[r * count + i];
        for (size_t a = 0; a < PARAMETERS; a++)
            for (size_t b = 0; b < PARAMETERS; b++)
                spread.covariance[a][b] +=
                    moves[a] * moves[b] / ((double)rounds * (double)(rounds - 1));
    }
    return spread;
}

/* From the deviations of the means from the law, whose SQUARES have DEGREES of freedom. */
static struct spread spread_of_misfit(const struct projection *p, double squares, size_t degrees,
                                      size_t count, double confidence) {
    struct spread spread = {.t = quantile(confidence, (double)degrees)};
    for (size_t a = 0; a < p->count; a++)
        for (size_t b = 0; b < p->count; b++)
            for (size_t i = 0; i < count; i++)
                spread.covariance[p->free[a]][p->free[b]] += gsl_matrix_get(p->inverse, a, i) *
                                                             gsl_matrix_get(p->inverse, b, i) *
                                                             squares / (double)degrees;
    return spread;
}

/* Widens SPREAD where the steps of the samples hide more than it says. */
static void allow_for_steps(struct spread *spread, const struct projection *p, const double *steps,
                            size_t count) {
    for (size_t j = 0; steps && j < p->count; j++) {
        size_t a = p->free[j];
        double least = 0, se = sqrt(spread->covariance[a][a]);
        for (size_t i = 0; i < count; i++)
            least += fabs(gsl_matrix_get(p->inverse, j, i)) * steps[i] / spread->t;
        double factor = se > 0 ? fmax(1, least / se) : 0;
        for (size_t b = 0; b < PARAMETERS; b++) {
            spread->covariance[a][b] *= factor;
            spread->covariance[b][a] *= factor;
        }
        if (!(se > 0))
            spread->covariance[a][a] = least * least;
    }
}

static struct interval unite(struct interval one, struct interval other) {
    return (struct interval){one.estimate, fmin(one.low, other.low), fmax(one.high, other.high)};
}

static struct interval around(const double *centres, size_t parameter,
                              const struct spread *spread) {
    return interval_within(centres[parameter],
                           spread->t * sqrt(spread->covariance[parameter][parameter]));
}

/* Cuts INTERVAL to what the law allows, and makes BEST its centre, which it then holds. */
static struct interval cut(struct interval interval, double best, double lowest, double highest) {
    double low = fmax(interval.low, lowest), high = fmin(interval.high, highest);
    if (!interval_has_ends(interval))
        return interval_alone(best);
    return (struct interval){best, fmin(low, best), fmax(high, best)};
}

/* The squares v of the peaks for which |A - v B| <= t se, with A = 1 - sigma and B = kappa: where
 * the parabola square v^2 + 2 half v + constant is not above 0. */
static struct interval peak_around(const double *centres, const struct spread *spread) {
    double t2 = spread->t * spread->t;
    double a = 1 - centres[SIGMA], b = centres[KAPPA];
    double square = b * b - t2 * spread->covariance[KAPPA][KAPPA];
    double half = -(a * b + t2 * spread->covariance[SIGMA][KAPPA]);
    double constant = a * a - t2 * spread->covariance[SIGMA][SIGMA];
    double root = sqrt(fmax(half * half - square * constant, 0));
    struct interval all = {NAN, 1, INFINITY};
    if (isnan(t2))
        return interval_unknown;
    if (square > 0) {
        double low = (-half - root) / square, high = (-half + root) / square;
        return (struct interval){NAN, fmax(1, sqrt(fmax(low, 0))), fmax(1, sqrt(high))};
    }
    /* Everything outside of the two roots, of which the interval has what is above 0. */
    if (half * half - square * constant <= 0 || square == 0)
        return all;
    double low = fmin((-half - root) / square, (-half + root) / square);
    double high = fmax((-half - root) / square, (-half + root) / square);
    return low > 0 || high <= 1 ? all : (struct interval){NAN, sqrt(high), INFINITY};
}

/* --- a law --- */

/* A curve made ready: means, and the deviations of each complete round from them. */
struct ready {
    struct points points;
    const double *steps;
    double *y, *w; /* [count], [rounds][count] */
    size_t rounds;
    double confidence;
};

static void check_fit(struct thread_law *law, const struct ready *ready,
                      const struct parameters *best, const struct projection *p) {
    size_t m = ready->points.count;
    double noise = 0, coarse = 0;
    law->rms = sqrt(best->squares / (double)m);
    law->fit = THREAD_FIT_UNCHECKED;
    if (m <= p->count || ready->rounds < 2 || p->is_singular)
        return;
    for (size_t r = 0; r < ready->rounds; r++)
        noise += squares_beyond(p, ready->w + r * m, m) / (double)(ready->rounds - 1);
    for (size_t i = 0; ready->steps && i < m; i++)
        coarse = fmax(coarse, ready->steps[i]);
    double f = (double)ready->rounds * best->squares / noise;
    law->probability = noise > 0           ? gsl_cdf_fdist_Q(f, 1, (double)(ready->rounds - 1))
                       : best->squares > 0 ? 0
                                           : 1;
    law->fit = law->probability < THREAD_LAWS_LEVEL && law->rms > fmax(THREAD_LAWS_FLOOR, coarse)
                   ? THREAD_FIT_POOR
                   : THREAD_FIT_HOLDS;
}

/* P is of the fit without bounds; DEGREES are those that the deviations from the best fit have. */
static void set_intervals(struct thread_law *law, const struct ready *ready,
                          const struct fits *fits, const struct projection *p, size_t degrees) {
    size_t m = ready->points.count;
    struct interval sigma = interval_unknown, kappa = sigma, level = sigma, peak = sigma;
    const double *open = fits->open.values;
    const double centres[] = {open[LEVEL], fmin(fmax(open[SIGMA], 0), 1), fmax(open[KAPPA], 0)};
    if (!isnan(fits->open.squares) && !p->is_singular) {
        struct spread rounds = spread_of_rounds(p, ready->w, m, ready->rounds, ready->confidence);
        allow_for_steps(&rounds, p, ready->steps, m);
        sigma = around(centres, SIGMA, &rounds);
        kappa = around(centres, KAPPA, &rounds);
        level = around(centres, LEVEL, &rounds);
        peak = peak_around(centres, &rounds);
        if (law->fit == THREAD_FIT_POOR) {
            struct spread misfit =
                spread_of_misfit(p, fits->best.squares, degrees, m, ready->confidence);
            sigma = unite(sigma, around(centres, SIGMA, &misfit));
            kappa = unite(kappa, around(centres, KAPPA, &misfit));
            level = unite(level, around(centres, LEVEL, &misfit));
            peak = unite(peak, peak_around(centres, &misfit));
        }
    }
    const double *best = fits->best.values;
    law->sigma = cut(sigma, best[SIGMA], 0, 1);
    law->kappa = cut(kappa, best[KAPPA], 0, INFINITY);
    law->lambda = cut((struct interval){NAN, exp(-level.high), exp(-level.low)}, exp(-best[LEVEL]),
                      0, INFINITY);
    double at = best[KAPPA] > 0 ? sqrt((1 - best[SIGMA]) / best[KAPPA]) : INFINITY;
    law->peak = cut(peak, fmax(1, at), 1, INFINITY);
    law->limit = interval_reciprocal(law->sigma);
}

static const struct thread_law no_law = {.sigma = INTERVAL_UNKNOWN,
                                         .kappa = INTERVAL_UNKNOWN,
                                         .lambda = INTERVAL_UNKNOWN,
                                         .peak = INTERVAL_UNKNOWN,
                                         .limit = INTERVAL_UNKNOWN,
                                         .rms = NAN,
                                         .probability = NAN,
                                         .fit = THREAD_FIT_NONE};

/* Numbers that LAW does not have are unknown. */
static void fit_one(struct ready *ready, const struct law *of, struct thread_law *law) {
    struct fits fits;
    struct projection best = {0}, open = {0};
    *law = no_law;
    ready->points.law = of;
    if (ready->points.count < (of->has_kappa ? 3 : 2) || !ready->rounds)
        return;
    fit_law(&ready->points, &fits);
    if (isnan(fits.best.squares))
        return;
    projection_make(&best, &ready->points, &fits.best_bound, &fits.best);
    check_fit(law, ready, &fits.best, &best);
    if (!isnan(fits.open.squares))
        projection_make(&open, &ready->points, &fits.open_bound, &fits.open);
    set_intervals(law, ready, &fits, &open, ready->points.count - best.count);
    if (!of->has_kappa)
        law->peak = interval_unknown;
    if (of != &law_of_amdahl)
        law->limit = interval_unknown;
    projection_release(&best);
    projection_release(&open);
}

/* --- a curve --- */

static int is_complete(const struct thread_curve *curve, size_t round) {
    for (size_t i = 0; i < curve->count; i++)
        if (!isfinite(curve->log_seconds[i * curve->rounds + round]))
            return 0;
    return 1;
}

/* Y and W must be zero. */
static void make_ready(struct ready *ready, const struct thread_curve *curve) {
    size_t m = curve->count;
    for (size_t r = 0; r < curve->rounds; r++) {
        if (!is_complete(curve, r))
            continue;
        double *w = ready->w + ready->rounds++ * m;
        for (size_t i = 0; i < m; i++) {
            w[i] = log(curve->threads[i]) + curve->log_seconds[i * curve->rounds + r];
            ready->y[i] += w[i];
        }
    }
    for (size_t i = 0; i < m; i++) {
        ready->y[i] /= (double)ready->rounds;
        for (size_t r = 0; r < ready->rounds; r++)
            ready->w[r * m + i] -= ready->y[i];
    }
}

/* The caller must call unready. */
static void get_ready(struct ready *ready, const struct thread_curve *curve, double confidence) {
    *ready = (struct ready){.steps = curve->steps,
                            .y = xcalloc(curve->count, sizeof(double)),
                            .w = xcalloc(curve->count * curve->rounds, sizeof(double)),
                            .confidence = confidence};
    make_ready(ready, curve);
    ready->points = (struct points){NULL, curve->threads, ready->y, curve->count};
}

static void unready(struct ready *ready) {
    free(ready->y);
    free(ready->w);
}

void thread_laws_fit(const struct thread_curve *curve, double confidence,
                     struct thread_laws *laws) {
    struct ready ready;
    *laws = (struct thread_laws){.amdahl = no_law, .usl = no_law};
    get_ready(&ready, curve, confidence);
    fit_one(&ready, &law_of_amdahl, &laws->amdahl);
    fit_one(&ready, &law_of_gunther, &laws->usl);
    laws->rounds = ready.rounds;
    if (!isnan(laws->usl.kappa.low))
        laws->choice = laws->usl.kappa.low > 0 ? THREAD_LAWS_USL : THREAD_LAWS_EITHER;
    unready(&ready);
}

void thread_laws_fit_gustafson(const struct thread_curve *curve, double confidence,
                               struct thread_law *law, size_t *rounds) {
    struct ready ready;
    *law = no_law;
    get_ready(&ready, curve, confidence);
    fit_one(&ready, &law_of_gustafson, law);
    *rounds = ready.rounds;
    unready(&ready);
}

double thread_law_speedup(const struct thread_law *law, double threads) {
    double values[PARAMETERS] = {0, law->sigma.estimate, law->kappa.estimate};
    return threads / cost_of_fixed_work(values, threads);
}
