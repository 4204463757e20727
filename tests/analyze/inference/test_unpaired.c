/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analyze/inference/unpaired.h"
#include "tests/analyze/close.h"
#include "tests/test.h"

enum { ROUNDS = 4, SEEDS = 5, SAMPLES = ROUNDS * SEEDS };

/* np.random.default_rng(1).lognormal(0, 0.1, 20), and that of 2 times 1.1, to four digits. */
static const double one[SAMPLES] = {1.0352, 1.0856, 1.0336, 0.8778, 1.0948, 1.0456, 0.9477,
                                    1.0598, 1.0371, 1.0299, 1.0028, 1.0562, 0.9290, 0.9838,
                                    0.9529, 1.0617, 1.0040, 0.9712, 0.9248, 0.9746};
static const double other[SAMPLES] = {1.1210, 1.0440, 1.0555, 0.8617, 1.3169, 1.2333, 1.0648,
                                      1.1885, 1.1314, 1.0407, 1.2130, 1.0664, 1.0644, 1.0162,
                                      1.1512, 1.0891, 1.1616, 1.0352, 1.1140, 1.0061};

static struct unpaired logs_of(const double *seconds, size_t rounds, size_t seeds) {
    double workspace[SAMPLES];
    return unpaired_of(seconds, rounds, seeds, unpaired_logarithm, NULL, workspace);
}

static struct welch between(size_t rounds, size_t seeds) {
    struct unpaired library = logs_of(other, rounds, seeds);
    struct unpaired reference = logs_of(one, rounds, seeds);
    return unpaired_between(&library, &reference);
}

static void expect(struct welch welch, const double wanted[4]) {
    struct interval interval = welch_interval(&welch, 0.95);
    assert_close(welch.difference, wanted[0], 1e-12);
    assert_close(welch.degrees, wanted[1], 1e-10);
    assert_close(interval.low, wanted[2], 1e-10); /* as GSL has the quantile */
    assert_close(welch_probability_outside(&welch, 0), wanted[3], 1e-13);
}

/* SciPy: trim_mean(log(x).reshape(4, 5), 0.4, axis=1) of both, of these ttest_ind(equal_var=False)
 * with its df, confidence_interval().low and pvalue. */
TEST(the_unit_is_the_round) {
    expect(between(ROUNDS, SEEDS), (const double[]){0.07453708775765014, 5.971903105325345,
                                                    0.01944455776780407, 0.01623008653892273});
}

/* ttest_ind(log(other), log(one), equal_var=False, trim=0.2). */
TEST(of_one_round_it_is_the_sample) {
    expect(between(1, SAMPLES), (const double[]){0.07733193613053214, 21.811924067037836,
                                                 0.028030166186261078, 0.003660916456199985});
}

/* Whichever of the two has a single round. */
TEST(both_have_the_same_unit) {
    struct unpaired library = logs_of(other, ROUNDS, SEEDS), reference = logs_of(one, 1, SAMPLES);
    assert_false(unpaired_by_rounds(&library, &reference));
    assert_close(unpaired_between(&library, &reference).difference, between(1, SAMPLES).difference,
                 1e-15);
    assert_close(unpaired_between(&reference, &library).difference, -between(1, SAMPLES).difference,
                 1e-15);
}

TEST(order_says_nothing) {
    double turned[SAMPLES];
    for (size_t i = 0; i < SAMPLES; i++)
        turned[i] = other[SAMPLES - 1 - i];
    struct unpaired before = logs_of(other, ROUNDS, SEEDS), after = logs_of(turned, ROUNDS, SEEDS);
    assert_close(after.rounds.mean, before.rounds.mean, 1e-15);
    assert_close(after.rounds.se, before.rounds.se, 1e-15);
    assert_close(after.samples.mean, before.samples.mean, 1e-15);
    assert_close(after.samples.se, before.samples.se, 1e-15);
}

TEST(what_has_no_logarithm_is_not_there) {
    double locations[3], workspace[6];
    const double seconds[] = {1, NAN, 0, -1, INFINITY, 1};
    struct unpaired u = unpaired_of(seconds, 3, 2, unpaired_logarithm, locations, workspace);
    assert_true(locations[0] == 0 && isnan(locations[1]) && locations[2] == 0);
    assert_int_equal(u.rounds.units, 2);
    u = unpaired_of(seconds + 2, 1, 2, unpaired_logarithm, NULL, workspace);
    assert_int_equal(u.samples.units, 0);
    assert_true(isnan(u.samples.mean) && isnan(u.rounds.mean));
    u = unpaired_of(seconds, 3, 2, unpaired_seconds, locations, workspace);
    assert_true(locations[1] == -0.5 && locations[2] == 1);
}
