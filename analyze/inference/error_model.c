/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyze/inference/error_model.h"

#include <gsl/gsl_sort.h>
#include <math.h>
#include <stdlib.h>

#include "analyze/inference/excess_variance.h"
#include "analyze/inference/moderation.h"
#include "formats/text/xalloc.h"

/* A variance below that is what rounding leaves of D that are all equal. */
static const double least_variance = 1e-20;
/* Stands for infinitely many degrees of freedom. */
static const double most_degrees = 1e6;
static const double most_correlation = 0.95;
/* Two libraries' D share the reference. */
static const double between_libraries = 0.5;

struct prior {
    double variance, degrees; /* s0^2, d0 */
    double mean;              /* of s^2 / w */
    double most;              /* degrees of freedom of all cells behind it */
    int is_of_all;
};

struct error_model {
    struct error_model_data data;
    struct error_shared shared;
    double *levels;       /* [points] w */
    struct prior *priors; /* [series][series], then the control's */
};

/* --- cells --- */

/* The D of a cell: those of A less those of B, which is NULL if they are 0. */
struct cell_rounds {
    const double *a, *b;
    size_t rounds;
};

enum { CONTROL = -1 };

static struct cell_rounds rounds_of(const struct error_model_data *data, long a, size_t b,
                                    size_t point) {
    if (a == CONTROL)
        return (struct cell_rounds){data->control + point * data->rounds, NULL, data->rounds};
    const double *at = data->differences + point * data->series * data->rounds;
    return (struct cell_rounds){at + (size_t)a * data->rounds,
                                b < data->series ? at + b * data->rounds : NULL, data->rounds};
}

static double difference(const struct cell_rounds *d, size_t round) {
    return d->b ? d->a[round] - d->b[round] : d->a[round];
}

static struct welford fold(const struct cell_rounds *d) {
    struct welford w = {0};
    for (size_t r = 0; r < d->rounds; r++)
        if (isfinite(difference(d, r)))
            welford_add(&w, difference(d, r));
    return w;
}

static double variance_of(const struct welford *w) {
    double variance = w->n > 1 ? w->m2 / (double)(w->n - 1) : NAN;
    return variance < least_variance ? 0 : variance;
}

static struct welford cell_of(const struct error_model_data *data, long a, size_t b, size_t point) {
    struct cell_rounds d = rounds_of(data, a, b, point);
    return fold(&d);
}

/* Calls that visit the cells of all libraries and of the control. */
static int is_library(const struct error_model_data *data, long a) {
    return a == CONTROL ? data->control != NULL : (size_t)a != data->reference;
}

/* --- prior --- */

/* The variances of a library's cells, in units of w. */
struct variances {
    struct moderation moderation;
    double degrees;    /* of the cells that scatter */
    double sum, cells; /* of s^2 / w, also where it is 0 */
};

static void add_variance(struct variances *all, const struct welford *cell, double level) {
    double variance = variance_of(cell), degrees = (double)cell->n - 1;
    if (cell->n < 2)
        return;
    all->sum += variance / level;
    all->cells++;
    if (!(variance > 0))
        return;
    moderation_add(&all->moderation, variance, degrees, level);
    all->degrees += degrees;
}

static struct prior prior_of(const struct variances *all, double between) {
    struct variance_prior moderated = moderation_prior(&all->moderation);
    double n = (double)all->moderation.logs.n;
    struct prior prior = {moderated.variance, fmin(moderated.degrees, most_degrees),
                          all->sum / all->cells, 0, 0};
    if (n >= 2)
        prior.most = all->degrees / (1 + (n - 1) * between * between);
    return prior;
}

static struct variances variances_of(const struct error_model *model, long a, size_t b) {
    struct variances all = {0};
    for (size_t p = 0; p < model->data.points; p++) {
        struct welford cell = cell_of(&model->data, a, b, p);
        add_variance(&all, &cell, model->levels[p]);
    }
    return all;
}

/* --- the profile of noise --- */

/* LOGS [points] receives ln s^2 of a library or the control less their mean; NaN for none. Returns
 * whether there are enough. */
static int centred_logs(const struct error_model_data *data, long a, double *logs) {
    struct moderation known = {0};
    struct welford all = {0};
    for (size_t p = 0; p < data->points; p++) {
        struct welford cell = cell_of(data, a, data->series, p);
        double variance = variance_of(&cell);
        logs[p] = variance > 0 ? moderation_log(&known, variance, (double)cell.n - 1) : NAN;
        if (!isnan(logs[p]))
            welford_add(&all, logs[p]);
    }
    for (size_t p = 0; p < data->points; p++)
        logs[p] -= welford_mean(&all);
    return all.n >= ERROR_MODEL_OWN_PRIOR;
}

/* The curves of the libraries and, as the first, of the control. */
struct curves {
    double *logs; /* [count][points] */
    size_t count;
    int has_control;
};

static struct curves curves_of(const struct error_model_data *data) {
    struct curves curves = {xcalloc((data->series + 1) * data->points, sizeof(double)), 0, 0};
    for (long a = CONTROL; a < (long)data->series; a++)
        if (is_library(data, a) &&
            centred_logs(data, a, curves.logs + curves.count * data->points)) {
            curves.has_control |= a == CONTROL;
            curves.count++;
        }
    if (curves.count < ERROR_MODEL_CURVES)
        curves.count = (size_t)curves.has_control;
    return curves;
}

/* AT is scratch space. */
static double lower_median(const struct curves *curves, size_t points, size_t point, double *at) {
    size_t n = 0;
    for (size_t i = 0; i < curves->count; i++)
        if (!isnan(curves->logs[i * points + point]))
            at[n++] = curves->logs[i * points + point];
    gsl_sort(at, 1, n);
    return n ? at[(n - 1) / 2] : NAN;
}

static void find_levels(struct error_model *model) {
    const struct error_model_data *data = &model->data;
    struct curves curves = curves_of(data);
    double *profile = xcalloc(data->points, sizeof *profile);
    double *at = xcalloc(curves.count, sizeof *at);
    for (size_t p = 0; p < data->points; p++)
        profile[p] = lower_median(&curves, data->points, p, at);
    for (size_t p = 0; p < data->points; p++) {
        size_t first = p > ERROR_MODEL_NEIGHBOURS ? p - ERROR_MODEL_NEIGHBOURS : 0;
        struct welford near = {0};
        for (size_t i = first; i <= p + ERROR_MODEL_NEIGHBOURS && i < data->points; i++)
            if (!isnan(profile[i]))
                welford_add(&near, profile[i]);
        model->levels[p] = near.n ? exp(welford_mean(&near)) : 1;
    }
    model->shared.curves = curves.count;
    free(curves.logs);
    free(profile);
    free(at);
}

/* --- priors --- */

static struct prior *prior_at(const struct error_model *model, long a, size_t b) {
    size_t series = model->data.series;
    if (a == CONTROL)
        return &model->priors[series * series];
    return &model->priors[(size_t)a * series + (b < series ? b : (size_t)a)];
}

static struct prior prior_of_all(const struct error_model *model) {
    const struct error_model_data *data = &model->data;
    struct variances all = {0};
    for (long a = CONTROL; a < (long)data->series; a++)
        for (size_t p = 0; is_library(data, a) && p < data->points; p++) {
            struct welford cell = cell_of(data, a, data->series, p);
            add_variance(&all, &cell, model->levels[p]);
        }
    struct prior prior = prior_of(&all, fmax(model->shared.between, between_libraries));
    prior.is_of_all = 1;
    return prior;
}

/* Those of two libraries other than the reference are the same either way round. */
static void find_priors(struct error_model *model) {
    const struct error_model_data *data = &model->data;
    struct prior all = prior_of_all(model);
    for (long a = CONTROL; a < (long)data->series; a++)
        for (size_t b = a == CONTROL ? data->series : (size_t)a; b <= data->series; b++) {
            int is_pair = b == data->series || (b != data->reference && b != (size_t)a);
            if (!is_library(data, a) || !is_pair)
                continue;
            struct variances own = variances_of(model, a, b);
            struct prior prior = own.moderation.logs.n < ERROR_MODEL_OWN_PRIOR
                                     ? all
                                     : prior_of(&own, model->shared.between);
            prior.mean = own.sum / own.cells;
            *prior_at(model, a, b) = prior;
            if (b < data->series)
                *prior_at(model, (long)b, (size_t)a) = prior;
        }
}

/* --- autocorrelation --- */

/* Of the mean of R numbers of variance 1 in an AR(1) process: its variance, and its covariance with
 * the first of them. */
struct ar_mean {
    double variance, with_first;
};

static struct ar_mean ar_mean_of(double rho, double rounds) {
    double rest = 1 - rho, power = 1 - pow(rho, rounds);
    double pairs = rho * (rounds * rest - power) / (rest * rest);
    return (struct ar_mean){(rounds + 2 * pairs) / (rounds * rounds), power / rest / rounds};
}

static double expected_lag(double rho, double rounds) {
    struct ar_mean mean = ar_mean_of(rho, rounds);
    return ((rounds - 1) * rho - (rounds + 1) * mean.variance + 2 * mean.with_first) /
           (rounds - rounds * mean.variance);
}

static double factor_of(double rho, size_t rounds) {
    double g = ar_mean_of(rho, (double)rounds).variance;
    return rho > 0 ? ((double)rounds - 1) * g / (1 - g) : 1;
}

/* Cells with so many rounds each; [rounds + 1]. */
static double mean_expected_lag(const size_t *cells, size_t most, double rho) {
    double sum = 0, weights = 0;
    for (size_t n = 3; n <= most; n++)
        if (cells[n]) {
            double weight = (double)cells[n] * ((double)n - 1);
            sum += weight * expected_lag(rho, (double)n);
            weights += weight;
        }
    return sum / weights;
}

static double find_correlation(const size_t *cells, size_t most, double lag) {
    double low = 0, high = most_correlation;
    if (!(lag > mean_expected_lag(cells, most, low)))
        return low;
    if (lag >= mean_expected_lag(cells, most, high))
        return high;
    for (double middle = high / 2; middle > low && middle < high; middle = low + (high - low) / 2)
        if (mean_expected_lag(cells, most, middle) < lag)
            low = middle;
        else
            high = middle;
    return low;
}

/* Returns the lag-1 autocorrelation of the rounds that the cell has. */
static double lag_of(const struct cell_rounds *d, const struct welford *cell) {
    double mean = welford_mean(cell), before = NAN, sum = 0;
    for (size_t r = 0; r < d->rounds; r++) {
        double residual = difference(d, r) - mean;
        if (!isfinite(residual))
            continue;
        sum += isnan(before) ? 0 : before * residual;
        before = residual;
    }
    return sum / cell->m2;
}

static void find_autocorrelation(struct error_model *model) {
    const struct error_model_data *data = &model->data;
    size_t *cells = xcalloc(data->rounds + 1, sizeof *cells);
    double sum = 0, weights = 0;
    for (long a = CONTROL; a < (long)data->series; a++)
        for (size_t p = 0; is_library(data, a) && p < data->points; p++) {
            struct cell_rounds d = rounds_of(data, a, data->series, p);
            struct welford cell = fold(&d);
            if (cell.n < 3 || !(variance_of(&cell) > 0))
                continue;
            double weight = (double)cell.n - 1;
            sum += weight * lag_of(&d, &cell);
            weights += weight;
            cells[cell.n]++;
        }
    if (weights > 0) {
        model->shared.lag = sum / weights;
        double usual = mean_expected_lag(cells, data->rounds, 0);
        double held =
            (sum + ERROR_MODEL_UNCORRELATED * usual) / (weights + ERROR_MODEL_UNCORRELATED);
        model->shared.correlation = find_correlation(cells, data->rounds, held);
    }
    free(cells);
}

/* --- correlation between points --- */

/* Sums of a round's standardised residuals over the points. */
struct products {
    double sum, squares, count;
};

static void find_between(struct error_model *model) {
    const struct error_model_data *data = &model->data;
    struct products *rounds = xcalloc(data->rounds, sizeof *rounds);
    double products = 0, pairs = 0;
    for (long a = CONTROL; a < (long)data->series; a++) {
        if (!is_library(data, a))
            continue;
        for (size_t r = 0; r < data->rounds; r++)
            rounds[r] = (struct products){0};
        for (size_t p = 0; p < data->points; p++) {
            struct cell_rounds d = rounds_of(data, a, data->series, p);
            struct welford cell = fold(&d);
            double mean = welford_mean(&cell), scale = sqrt(cell.m2 / (double)cell.n);
            for (size_t r = 0; variance_of(&cell) > 0 && r < data->rounds; r++) {
                double z = (difference(&d, r) - mean) / scale;
                if (!isfinite(z))
                    continue;
                rounds[r].sum += z;
                rounds[r].squares += z * z;
                rounds[r].count++;
            }
        }
        for (size_t r = 0; r < data->rounds; r++) {
            products += rounds[r].sum * rounds[r].sum - rounds[r].squares;
            pairs += rounds[r].count * (rounds[r].count - 1);
        }
    }
    model->shared.between = pairs > 0 ? fmin(fmax(products / pairs, 0), 1) : 0;
    free(rounds);
}

/* --- the error of a cell --- */

static struct welch add_lasting(const struct error_shared *shared, double mean, double scatter,
                                double degrees, double sizes) {
    double variance = scatter + shared->lasting / sizes;
    double uncertainty =
        2 * scatter * scatter / degrees + shared->lasting_variance / (sizes * sizes);
    return (struct welch){mean, sqrt(variance),
                          uncertainty > 0 ? fmax(2 * variance * variance / uncertainty, 1)
                                          : degrees};
}

static struct error_cell cell_with_error(const struct error_model *model, long a, size_t b,
                                         size_t point) {
    struct welford own = cell_of(&model->data, a, b, point);
    struct error_cell cell = {.rounds = own.n,
                              .mean = welford_mean(&own),
                              .variance = variance_of(&own),
                              .level = NAN,
                              .prior = NAN,
                              .moderated = NAN,
                              .least = NAN,
                              .factor = NAN,
                              .degrees_of_scatter = NAN,
                              .scatter = NAN,
                              .error = {welford_mean(&own), NAN, NAN}};
    if (own.n < 2)
        return cell;
    const struct prior *prior = prior_at(model, a, b);
    double d = (double)own.n - 1, d0 = prior->degrees;
    cell.level = model->levels[point];
    cell.prior = cell.level * prior->variance;
    cell.prior_degrees = d0;
    cell.is_prior_of_all = prior->is_of_all;
    cell.moderated = d0 > 0 ? (d0 * cell.prior + d * cell.variance) / (d0 + d) : cell.variance;
    cell.least = ERROR_MODEL_FLOOR * cell.level * prior->mean;
    cell.factor = factor_of(model->shared.correlation, own.n);
    double most = model->shared.curves ? ERROR_MODEL_PROFILE * prior->most : prior->most;
    cell.degrees_of_scatter = fmin(d0 + d, fmax(most, d));
    cell.scatter = fmax(cell.moderated, cell.least) * cell.factor / (double)own.n;
    cell.error = add_lasting(&model->shared, cell.mean, cell.scatter, cell.degrees_of_scatter, 1);
    return cell;
}

/* --- lasting differences --- */

/* Sets what control and library differ by for good. */
static void find_lasting(struct error_model *model) {
    const struct error_model_data *data = &model->data;
    struct error_shared *shared = &model->shared;
    double *means = xcalloc(data->points, sizeof *means);
    double *scatter = xcalloc(data->points, sizeof *scatter);
    size_t n = 0;
    for (size_t p = 0; data->control && p < data->points; p++) {
        struct error_cell cell = error_model_control(model, p);
        if (cell.rounds < 2)
            continue;
        means[n] = cell.mean;
        scatter[n++] = cell.scatter;
    }
    if (n)
        shared->lasting = excess_variance_of(means, scatter, n, 0, data->imaginary).variance;
    if (shared->lasting > 0) {
        double weights = data->imaginary > 0 ? pow(shared->lasting, -2) : 0;
        for (size_t i = 0; i < n; i++)
            weights += pow(scatter[i] + shared->lasting, -2);
        shared->lasting_variance =
            (1 + ((double)n - 1) * shared->between * shared->between) * 2 / weights;
    }
    shared->controls = n;
    free(means);
    free(scatter);
}

/* --- the model --- */

struct error_model *error_model_new(const struct error_model_data *data) {
    struct error_model *model = xmalloc(sizeof *model);
    *model = (struct error_model){*data,
                                  {.lag = NAN, .imaginary = data->imaginary},
                                  xcalloc(data->points, sizeof *model->levels),
                                  xcalloc(data->series * data->series + 1, sizeof *model->priors)};
    find_autocorrelation(model);
    find_between(model);
    find_levels(model);
    find_priors(model);
    find_lasting(model);
    return model;
}

void error_model_free(struct error_model *model) {
    if (!model)
        return;
    free(model->levels);
    free(model->priors);
    free(model);
}

const struct error_shared *error_model_shared(const struct error_model *model) {
    return &model->shared;
}

/* Two others are compared by their own differences, the reference with another by that one's. */
struct error_cell error_model_cell(const struct error_model *model, size_t a, size_t b,
                                   size_t point) {
    size_t series = model->data.series, reference = model->data.reference;
    b = b == reference ? series : b;
    if (a != reference && a != series)
        return cell_with_error(model, (long)a, b, point);
    struct error_cell cell = cell_with_error(model, (long)b, series, point);
    cell.mean = -cell.mean;
    cell.error.difference = -cell.error.difference;
    return cell;
}

struct error_cell error_model_control(const struct error_model *model, size_t point) {
    return cell_with_error(model, CONTROL, model->data.series, point);
}

struct welch error_model_with_lasting(const struct error_model *model, const struct welch *own) {
    return add_lasting(&model->shared, own->difference, own->se * own->se, own->degrees, 1);
}

/* --- averages over points --- */

struct welch error_model_average(const struct error_model *model, const struct welford *rounds,
                                 size_t sizes) {
    double mean = welford_mean(rounds), n = (double)rounds->n;
    if (rounds->n < 2 || !sizes)
        return (struct welch){mean, NAN, NAN};
    double scatter = variance_of(rounds) * factor_of(model->shared.correlation, rounds->n) / n;
    return add_lasting(&model->shared, mean, scatter, n - 1, (double)sizes);
}

struct interval error_model_geometric(const struct error_model *model,
                                      const struct geometric_mean *g, double confidence) {
    struct welford complete = {0};
    for (size_t r = 0; r < g->rounds; r++)
        if (g->sizes && !isnan(g->round_sums[r]))
            welford_add(&complete, g->round_sums[r] / (double)g->sizes);
    struct welch error = error_model_average(model, &complete, g->sizes);
    error.difference = g->sum / (double)g->sizes;
    return interval_exp(
        interval_at_least(welch_interval(&error, confidence), g->resolutions / (double)g->sizes));
}
