/* SPDX-License-Identifier: GPL-3.0-or-later */
/* error_model.h: one model of the error of all paired ratios of a measurement.
 *
 * Each cell, a library at a point, has in each round r
 *
 *     D_r = the round's trimmed mean of ln t(library) - ln t(reference)             (ratio.h)
 *
 * A cell has few rounds, so the variance s^2 of its own D is a poor estimate; the cells of a
 * measurement have much in common. The error of the mean of D is estimated from all of them:
 *
 * 1. Moderated variance. Noise goes with the size: a profile w of it, one factor per point, is exp
 *    of the (lower) median of ln s^2 over the libraries and the control, each less its mean,
 *    averaged over a point and one to either side. Of fewer than three of them only the control
 *    counts, as a single library cannot tell the noise of a size from its own whims; without it w
 *    is 1. But for w, the variances of a library's cells are moderated (moderation.h): V is
 *
 *        (d0 w s0^2 + d s^2) / (d0 + d) / rounds             d = rounds - 1
 *
 *    with d0 + d degrees of freedom, and s0^2 and d0 from ln(s^2 / w) over the cells.
 *    Cells whose D are all equal do not count for w, s0 and d0: their scatter is below the steps of
 *    the clock. With fewer than three cells a library shares the prior of all cells, the control's
 *    included.
 *
 *    A cell may be quiet because it has missed a rare slow mode that the library's other cells have
 *    met. So its variance is at least half the mean of theirs: w / 2 times the mean of s^2 / w. As
 *    the degrees of freedom cannot be more than those of all the cells behind the prior, they are
 *    at most (sum of d) / (1 + (n - 1) c^2), where c is the correlation below; and half of that if
 *    w is estimated, because that takes its share of them. Without this, 6 rather than 5 % of
 *    simulated tables without a control have a false verdict.
 *
 * 2. Autocorrelation. If rounds are an AR(1) process of correlation rho, the mean of R of them has
 *    more variance than s^2 / R. The mean over all cells, weighted by R - 1, of the lag-1
 *    autocorrelation of D is held against its expectation, which centring by the mean makes
 *    negative for short series (M. H. Quenouille, Biometrika 36 (1949) 68-84). With g the variance
 *    of the mean of R and a its covariance with the first of them, of variance 1:
 *
 *        E r = ((R - 1) rho - (R + 1) g + 2 a) / (R - R g)
 *        factor on s^2 = (R - 1) g / (1 - g)
 *
 *    Only a positive rho counts, up to 0.95. Few cells tell it badly. So the mean includes an
 *    imaginary weight of 16, such as four cells of five rounds, that has what no autocorrelation
 *    leads to.
 *
 * 3. Lasting differences. Two copies of one library differ by something that more rounds do not
 *    average out, such as where code and data lie. The control, one library measured twice, shows
 *    how much: its means C over the rounds have the variance V + tau^2, where V is that of 1 and 2.
 *    tau^2 is the excess variance of the C (excess_variance.h), with an imaginary control of k
 *    beside the real ones, because a few of these may be close to 0 by luck. Without a control
 *    tau^2 is 0, and lasting differences are not part of the error.
 *
 * The error of a cell's mean is then
 *
 *     se^2 = V + tau^2
 *     degrees = 2 se^4 / (2 V^2 / degrees of V + var(tau^2))         (Satterthwaite 1946)
 *     var(tau^2) = (1 + (n - 1) c^2) 2 / (sum of 1 / (V + tau^2)^2 + 1 / tau^4)
 *
 * c is the correlation of D between points: where one process measures all points of a round, n
 * points tell less than n times as much. It is the mean product of two points' standardised
 * residuals in the same round, at least 0.
 *
 * The same holds for any two libraries, whose D are the differences of their D. */
#ifndef BENCHMAT_ANALYZE_INFERENCE_ERROR_MODEL_H
#define BENCHMAT_ANALYZE_INFERENCE_ERROR_MODEL_H

#include <stddef.h>

#include "analyze/inference/ratio.h"
#include "analyze/inference/unpaired.h"
#include "analyze/statistics/interval.h"

/* k for times: copies of one library differ by that much on machines that are quiet. */
#define ERROR_MODEL_IMAGINARY 0.0035
/* The least variance of a cell, as a part of the mean of the library's. */
#define ERROR_MODEL_FLOOR 0.5
/* What is left of the degrees of freedom if the profile is estimated. */
#define ERROR_MODEL_PROFILE 0.5
/* The weight of rounds without autocorrelation beside those measured. */
#define ERROR_MODEL_UNCORRELATED 16
/* How many points to either side the profile is averaged over; how many cells make a prior; and of
 * how many libraries, with the control, a median is taken. */
enum { ERROR_MODEL_NEIGHBOURS = 1, ERROR_MODEL_OWN_PRIOR = 3, ERROR_MODEL_CURVES = 3 };

/* The arrays are borrowed for as long as the model lives. */
struct error_model_data {
    const double *differences; /* [points][series][rounds] D; NaN for none */
    size_t points, series, rounds;
    size_t reference;      /* the series whose D are 0; SERIES if there is none */
    const double *control; /* [points][rounds] D of the control; NULL for none */
    double imaginary;      /* k; 0 for none */
};

struct error_model;

/* What all cells share. */
struct error_shared {
    double lag;         /* the mean lag-1 autocorrelation; NaN if no cell has three rounds */
    double correlation; /* rho */
    double between;     /* c */
    double lasting, lasting_variance; /* tau^2, and its sampling variance */
    size_t curves;                    /* libraries behind w, the control included; 0: w is 1 */
    size_t controls;                  /* points at which there is a control */
    double imaginary;
};

/* A cell and how its error came about; NaN, and no rounds, if nothing is known. */
struct error_cell {
    size_t rounds;
    double mean, variance;       /* of its own D; the variance is NaN for a single round */
    double level;                /* w */
    double prior, prior_degrees; /* w s0^2 and d0; d0 is 0 if there is no prior */
    int is_prior_of_all;         /* not only of that library's cells */
    double moderated;            /* (d0 w s0^2 + d s^2) / (d0 + d) */
    double least;                /* w / 2 times the mean of s^2 / w */
    double factor;               /* for autocorrelation */
    double degrees_of_scatter;   /* of V */
    double scatter;              /* V = max(moderated, least) * factor / rounds */
    struct welch error;          /* its difference is MEAN; se and degrees of all of it */
};

/* The caller must call error_model_free. O(series^2 points rounds). */
struct error_model *error_model_new(const struct error_model_data *data);
/* NULL is fine. */
void error_model_free(struct error_model *model);

const struct error_shared *error_model_shared(const struct error_model *model);

/* Returns what is known of ln t(A) - ln t(B) at POINT, of two different libraries. The
 * error is NaN with fewer than two rounds. B may be SERIES, for the reference. */
struct error_cell error_model_cell(const struct error_model *model, size_t a, size_t b,
                                   size_t point);
/* The same for the control; only if there is one. */
struct error_cell error_model_control(const struct error_model *model, size_t point);

/* The error OWN of another ratio of a cell, such as that of means, which knows its rounds alone,
 * with what differs lastingly. */
struct welch error_model_with_lasting(const struct error_model *model, const struct welch *own);
/* Returns the error of a mean over SIZES points from its values ROUNDS in each round:
 *
 *     se^2 = factor sd^2 / R + tau^2 / sizes
 *
 * with Satterthwaite's degrees of freedom. */
struct welch error_model_average(const struct error_model *model, const struct welford *rounds,
                                 size_t sizes);

/* Returns the geometric mean, as geometric_mean_ratio, with that error. */
struct interval error_model_geometric(const struct error_model *model,
                                      const struct geometric_mean *g, double confidence);

#endif
