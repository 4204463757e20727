/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cost_search.h: finds what surrounds a law of growth: of all models (cost_model.h) with this law
 * the one that makes this the least:
 *
 *     score = deviance + k ln N + sum over steps of 2 ln(1 / the prior probability of the place)
 *             + 2 ln SEARCH_RISES if there are steps
 *
 * N is the number of points, k that of coefficients: the penalty of G. Schwarz, "Estimating the
 * dimension of a model", Annals of Statistics 6 (1978) 461-464. The place of a step is looked for,
 * which has to be paid for (J. Chen, Z. Chen, "Extended Bayesian information criteria for model
 * selection with large model spaces", Biometrika 95 (2008) 759-771): all places share a probability
 * of 1/2, and those within sqrt(2) of a known cache the other half, or none if no cache is in
 * reach. Places are a factor of sqrt(2) apart in bytes, from the second size, from four
 * times the smallest, and from the smallest cache less sqrt(2) on, and four times apart in a model;
 * steps rise at
 * once, as random accesses miss, or over one of two widths. From the best of these, places and
 * width are moved to where they fit best. A model has at least one point more than coefficients and
 * places, of ten points or more a fifth of them.
 *
 * The rounds tell the errors of points, but they may be too small by a common factor, if not too
 * large. With R the squares, v degrees of freedom saying that the factor is 1, and the factor that
 * suits best,
 *
 *     deviance = v + R                                    if R <= N
 *                (v + N) (1 + ln((v + R) / (v + N)))      otherwise,
 *
 * -2 ln of the normal likelihood. */
#ifndef BENCHMAT_ANALYZE_COMPLEXITY_COST_SEARCH_H
#define BENCHMAT_ANALYZE_COMPLEXITY_COST_SEARCH_H

#include <stddef.h>

#include "analyze/complexity/cost_model.h"
#include "analyze/model/cache.h"

enum { SEARCH_PLACES = 64, SEARCH_RISES = 4 };

struct cost_search {
    const struct cost_points *points;
    double known;                 /* v */
    double low, high;             /* of places */
    double places[SEARCH_PLACES]; /* of steps, rising */
    double costs[SEARCH_PLACES];  /* of a step there, as part of the score */
    double near[3 * CACHE_MOST];  /* places near caches */
    size_t count, near_count;
    double cost_near, cost_else;
    size_t spare;  /* points that a model must have beyond its coefficients and places */
    double *risen; /* [SEARCH_RISES][count][points] G, and room for steps that are moved */
};

struct cost_found {
    struct cost_model model;
    double score; /* infinite if it needs more points */
};

/* POINTS must stay. */
void cost_search_begin(struct cost_search *search, const struct cost_points *points,
                       const struct cache_levels *caches, double known);
void cost_search_end(struct cost_search *search);

/* Returns the best model with the law n^POWER (ln n)^LOGS. */
struct cost_found cost_search_law(const struct cost_search *search, double power, int logs);

/* Replaces BEST if OTHER scores better. */
void cost_search_better(struct cost_found *best, struct cost_found other);

size_t cost_coefficients(const struct cost_model *model);
double cost_deviance(double points, double known, double squares);

#endif
