/* SPDX-License-Identifier: GPL-3.0-or-later */
/* complexity.h: chooses the law that a library's times follow, and says which exponent large sizes
 * have.
 *
 * Laws are 1, log n, n, n log n, n^2, n^2 log n, n^3, and n^p with p free, which is a coefficient
 * more. Each is fitted alone, with a cost per call besides, and with one to three steps of its
 * constant where the data outgrow caches; the best of these counts (cost_search.h).
 *
 * The rounds tell the error of each point, but sizes also deviate from any law for good, as
 * unrolled loops and blocks fit them well or not. So the squared error of each point is that of its
 * rounds and a variance tau^2 that all sizes share, which makes the squares that the best model
 * leaves as many as the points that it has to spare (R. C. Paule, J. Mandel, "Consensus values and
 * weighting factors", J. Res. Nat. Bur. Stand. 87 (1982) 377-385).
 *
 * If tau would be above COMPLEXITY_WILD, the smallest sizes, in the lowest quarter of their range
 * on a logarithmic scale, are left out if that lowers the score of the best model by
 * COMPLEXITY_EVIDENCE, counting each size left out as a coefficient, and leaves
 * COMPLEXITY_FEWEST_LEFT: what a call costs there need not be constant.
 *
 * A law is as good as the best if its score is above by less than COMPLEXITY_EVIDENCE, where strong
 * evidence begins: R. E. Kass, A. E. Raftery, "Bayes factors", J. Amer. Statist. Assoc. 90 (1995)
 * 773-795. The free power is the law only if none of the others is as good, and as good as they are
 * if it is better by COMPLEXITY_BETTER, positive evidence; and p is at least COMPLEXITY_APART from
 * theirs: costs per element that drift by so little are no law.
 *
 * The exponent is p where n^p or, if laws with log n are better, n^p log n scores best. Its
 * interval holds every p whose score, with whatever cost per call and steps suit it best, is above
 * the least by at most (v + N) ln(1 + t^2 / d), d = v + N - k - 1, t being Student's quantile: the
 * interval by likelihood (of a single model with v = 0 the usual one, D. M. Bates, D. G. Watts,
 * Nonlinear Regression Analysis, Wiley 1988, section 6.1), over all models. If laws with and
 * without log n are as good, it holds the p of both; and it holds that of every law that is as good
 * as the best. tests/soak/growth.c says how often it holds the truth. */
#ifndef BENCHMAT_ANALYZE_COMPLEXITY_COMPLEXITY_H
#define BENCHMAT_ANALYZE_COMPLEXITY_COMPLEXITY_H

#include <stddef.h>

#include "analyze/complexity/cost_search.h"
#include "analyze/model/cache.h"
#include "analyze/statistics/interval.h"

enum {
    COMPLEXITY_LAWS = 8,
    COMPLEXITY_FEWEST = 3,
    COMPLEXITY_FEWEST_FOR_INTERVAL = 4,
    COMPLEXITY_FEWEST_LEFT = 8
};
#define COMPLEXITY_KNOWN    4 /* v of cost_search.h; 1 if the rounds tell nothing */
#define COMPLEXITY_EVIDENCE 6
#define COMPLEXITY_BETTER   2
#define COMPLEXITY_APART    0.05
#define COMPLEXITY_WILD     0.03

struct complexity_fit {
    char law[16]; /* "n log n", "n^1.52", in UTF-8; log is the natural logarithm */
    int is_free;  /* n^p */
    double score; /* infinite if it needs more points */
    struct cost_model model;
};

struct complexity {
    struct complexity_fit fits[COMPLEXITY_LAWS]; /* from the best to the worst */
    size_t as_good; /* laws as good as the best, including it; they come first. 0 if there are fewer
                       than COMPLEXITY_FEWEST points */
    struct interval exponent; /* NaN if unknown; without ends for fewer points than
                                 COMPLEXITY_FEWEST_FOR_INTERVAL */
    double coefficient;       /* of the best law: c_0, in seconds */
    double rms; /* of ln t - ln t(n), and a robust one: 1.4826 times its median size */
    double scatter;
    double deviation;        /* tau, standard deviation of sizes from any law */
    double from;             /* smallest size that the laws are fitted to */
    double last, last_bytes; /* ln of the largest size, and of its bytes */
    size_t points;
};

/* CACHES may be empty. POINTS have sizes above 1 and at most COST_POINTS of them. */
void complexity_of(const struct cost_points *points, const struct cache_levels *caches,
                   double known_errors, double confidence, struct complexity *complexity);

#endif
