/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "analyze/comparison/dunnett.h"
#include "tests/analyze/close.h"
#include "tests/test.h"

enum { MANY = 36 };

/* The first has P, and the others show nothing. */
static double first_of(double p, double share, int sides) {
    struct dunnett_test all[MANY];
    for (int i = 0; i < MANY; i++)
        all[i] = (struct dunnett_test){i ? 1 : p, share, 60, 20, 4, 0};
    dunnett_adjust(all, MANY, sides);
    return all[0].p;
}

TEST(without_a_common_part_it_is_sidaks) {
    for (int sides = 1; sides <= 2; sides++) {
        assert_close(first_of(0.001, 0, sides), 1 - pow(0.999, MANY), 1e-12);
        assert_close(first_of(0.2, 0, sides), 1 - pow(0.8, MANY), 1e-12);
    }
}

/* SciPy: integrate.quad over T0 of 1 - P(no cell errs), with share and degrees rounded as here. */
TEST(a_common_part_is_integrated) {
    static const struct {
        double p, share, one_sided, two_sided;
    } cases[] = {{1e-6, 0.5, 0.00095749657, 0.00149057636},
                 {0.001, 0.8, 0.02339934946, 0.03334878407},
                 {0.01, 0.95, 0.05270848172, 0.07319559130},
                 {0.2, 0.2, 0.94715041201, 0.99874916656}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        assert_close(first_of(cases[i].p, cases[i].share, 1), cases[i].one_sided, 1e-6);
        assert_close(first_of(cases[i].p, cases[i].share, 2), cases[i].two_sided, 1e-6);
    }
}

/* All cells err together: hardly more than one chance. */
TEST(the_more_is_common_the_less_is_corrected) {
    double before = 1;
    for (double share = 0.3; share < 1; share += 0.1) {
        double q = first_of(0.02, share, 2);
        assert_true(q < before);
        before = q;
    }
    struct dunnett_test all[MANY];
    for (int i = 0; i < MANY; i++)
        all[i] = (struct dunnett_test){i ? 1 : 0.02, 0.99999, 60, 4, 4, 0};
    dunnett_adjust(all, MANY, 2);
    assert_true(all[0].p >= 0.02 && all[0].p < 0.03);
}

TEST(order_stays_and_what_is_no_hypothesis_too) {
    struct dunnett_test all[] = {{0.03, 0.7, 30, 10, 4, 0},
                                 {NAN, 0.7, 30, 10, 4, 0},
                                 {0.001, 0.6, 30, 10, 4, 0},
                                 {0.03, 0.7, 30, 10, 4, 0}};
    dunnett_adjust(all, 4, 2);
    assert_true(isnan(all[1].p));
    assert_true(all[2].p < all[0].p && all[0].p <= all[3].p);
    assert_true(all[2].p > 0.001 && all[0].p > 0.03);
}

/* Of two families each may cry wolf. */
TEST(families_are_corrected_for_each_other) {
    struct dunnett_test one[2], two[2];
    for (int i = 0; i < 2; i++) {
        one[i] = two[i] = (struct dunnett_test){i ? 1 : 0.01, 0.999, 1e9, 4, 4, 0};
        two[i].family = (size_t)i;
    }
    dunnett_adjust(one, 2, 2);
    dunnett_adjust(two, 2, 2);
    assert_true(two[0].p > 1.5 * one[0].p);
}

TEST(nothing_is_nothing) {
    struct dunnett_test none[] = {{NAN, 0.5, 5, 5, 5, 0}};
    dunnett_adjust(none, 1, 2);
    dunnett_adjust(none, 0, 1);
}
