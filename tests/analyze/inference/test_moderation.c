/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include <gsl/gsl_randist.h>
#include <gsl/gsl_rng.h>

#include "analyze/inference/moderation.h"
#include "tests/test.h"

enum { CELLS = 20000 };

/* Cells with 4 and 7 degrees of freedom, in units of 1 and 100, whose true variances are
 * d0 s0^2 / chi^2(d0); all the same if d0 is infinite. */
static struct variance_prior prior_of(double s0_squared, double d0) {
    gsl_rng *random = gsl_rng_alloc(gsl_rng_mt19937);
    struct moderation moderation = {0};
    for (int i = 0; i < CELLS; i++) {
        double d = i % 2 ? 4 : 7, level = i % 3 ? 1 : 100;
        double truth = isinf(d0) ? s0_squared : d0 * s0_squared / gsl_ran_chisq(random, d0);
        moderation_add(&moderation, level * truth * gsl_ran_chisq(random, d) / d, d, level);
    }
    gsl_rng_free(random);
    return moderation_prior(&moderation);
}

TEST(the_prior_of_many_cells_is_that_of_their_variances) {
    struct variance_prior prior = prior_of(4, 10);
    assert_true(fabs(prior.variance / 4 - 1) < 0.03);
    assert_true(fabs(prior.degrees / 10 - 1) < 0.1);
}

TEST(equal_variances_have_infinite_degrees_or_many) {
    struct variance_prior prior = prior_of(4, INFINITY);
    assert_true(fabs(prior.variance / 4 - 1) < 0.03);
    assert_true(prior.degrees > 200);
}

TEST(a_cell_alone_has_no_prior) {
    struct moderation moderation = {0};
    moderation_add(&moderation, 1, 4, 1);
    struct variance_prior prior = moderation_prior(&moderation);
    assert_true(isnan(prior.variance));
    assert_true(prior.degrees == 0);
}
