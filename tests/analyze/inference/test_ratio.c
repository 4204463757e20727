/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analyze/inference/ratio.h"
#include "tests/analyze/close.h"
#include "tests/test.h"

enum { ROUNDS = 5, SEEDS = 8, CELLS = 4000 };

static struct interval ratio_of(const double *library, const double *reference, size_t rounds,
                                size_t seeds, double *round_means) {
    struct student student;
    student_init(&student, 0.95);
    double workspace[64];
    struct ratio_pair pair = {library, reference, rounds, seeds};
    return interval_exp(ratio_log(&pair, &student, round_means, workspace));
}

/* ln 2 and ln 8 over two rounds: the ratio is 4, t(1) = 12.7062, sd / sqrt(2) = ln 2. */
TEST(rounds_make_the_interval) {
    double library[] = {2, 4, 8, 16}, reference[] = {1, 2, 1, 2}, means[2];
    struct interval ratio = ratio_of(library, reference, 2, 2, means);
    assert_close(ratio.estimate, 4, 1e-14);
    assert_close(log(ratio.high / 4), 12.7062047361747 * log(2), 1e-9);
    assert_close(log(4 / ratio.low), 12.7062047361747 * log(2), 1e-9);
    assert_close(means[0], log(2), 1e-15);
    assert_close(means[1], log(8), 1e-15);
}

TEST(an_outlier_within_a_round_is_trimmed) {
    double library[] = {3, 3, 3000, 3, 3}, reference[] = {1, 1, 1, 1, 1}, means[1];
    assert_close(ratio_of(library, reference, 1, 5, means).estimate, 3, 1e-14);
}

TEST(a_single_round_has_an_interval_over_samples) {
    double library[] = {2, 3, 4, 5}, reference[] = {1, 1, 1, 1}, means[1];
    struct interval ratio = ratio_of(library, reference, 1, 4, means);
    assert_true(ratio.low < ratio.estimate && ratio.estimate < ratio.high);
    assert_close(ratio.estimate, pow(120, 0.25), 1e-14);
    ratio = ratio_of(library, reference, 1, 1, means);
    assert_true(ratio.estimate == 2 && isnan(ratio.low));
}

TEST(what_has_no_logarithm_forms_no_pair) {
    double library[] = {2, 0, -1, NAN, INFINITY, 5}, reference[] = {1, 1, 1, 1, 1, 0}, means[1];
    struct interval ratio = ratio_of(library, reference, 1, 6, means);
    assert_close(ratio.estimate, 2, 1e-15);
    ratio = ratio_of(library + 1, reference + 1, 1, 5, means);
    assert_true(isnan(ratio.estimate) && isnan(ratio.low) && isnan(ratio.high) && isnan(means[0]));
}

TEST(a_round_without_pairs_does_not_count) {
    double library[] = {2, NAN, 2}, reference[] = {1, 1, 1}, means[3];
    struct interval ratio = ratio_of(library, reference, 3, 1, means);
    assert_close(ratio.estimate, 2, 1e-15);
    assert_close(ratio.low, 2, 1e-15);
    assert_true(isnan(means[1]));
}

/* --- geometric means --- */

/* Of a size with an interval of its own. */
static void add_size(struct geometric_mean *g, double log_ratio, const double *round_means) {
    const struct geometric_size size = {
        {log_ratio, log_ratio - 1, log_ratio + 1}, round_means, 1, 0};
    geometric_mean_add(g, &size);
}

TEST(geometric_means_go_over_sizes_then_rounds) {
    struct student student;
    student_init(&student, 0.95);
    struct geometric_mean g;
    double sums[2];
    geometric_mean_init(&g, sums, 2);
    assert_true(isnan(geometric_mean_ratio(&g, &student).estimate));
    add_size(&g, log(4), (double[]){log(2), log(8)});
    add_size(&g, log(16), (double[]){log(8), log(32)});
    struct interval ratio = geometric_mean_ratio(&g, &student);
    assert_close(ratio.estimate, 8, 1e-14);
    assert_close(log(ratio.high / 8), 12.7062047361747 * log(2), 1e-9);
}

TEST(a_round_that_lacks_a_size_is_left_out_of_the_interval) {
    struct student student;
    student_init(&student, 0.95);
    struct geometric_mean g;
    double sums[3];
    geometric_mean_init(&g, sums, 3);
    add_size(&g, log(2), (double[]){log(2), log(2), log(2)});
    add_size(&g, log(2), (double[]){log(2), log(2), NAN});
    struct interval ratio = geometric_mean_ratio(&g, &student);
    assert_close(ratio.high, 2, 1e-14);
    add_size(&g, log(2), (double[]){log(2), NAN, log(2)});
    ratio = geometric_mean_ratio(&g, &student);
    assert_close(ratio.estimate, 2, 1e-14);
    assert_true(isnan(ratio.low));
}

TEST(a_size_without_an_interval_counts_where_none_has_one) {
    struct student student;
    struct geometric_mean g;
    double sums[2];
    const struct geometric_size doubtful = {{log(9), NAN, NAN}, (double[]){log(9), NAN}, 1, 0};
    student_init(&student, 0.95);
    geometric_mean_init(&g, sums, 2);
    geometric_mean_add(&g, &doubtful);
    assert_close(geometric_mean_ratio(&g, &student).estimate, 9, 1e-14);
    assert_int_equal(geometric_mean_sizes(&g), 1);
    add_size(&g, log(2), (double[]){log(2), log(2)});
    struct interval ratio = geometric_mean_ratio(&g, &student);
    assert_close(ratio.estimate, 2, 1e-14);
    assert_close(ratio.high, 2, 1e-14);
    assert_int_equal(geometric_mean_sizes(&g), 1);
}

/* exp of the mean of the half widths, 0.1 and 0.3, to either side. */
TEST(unpaired_sizes_may_all_be_wrong_in_one_direction) {
    struct student student;
    struct geometric_mean g;
    double sums[2];
    struct geometric_size narrow = {{log(2), log(2) - 0.1, log(2) + 0.1}, NULL, 1, 0};
    struct geometric_size wide = {{log(8), log(8) - 0.3, log(8) + 0.3}, NULL, 1, 0};
    student_init(&student, 0.95);
    geometric_mean_init(&g, sums, 2);
    geometric_mean_add(&g, &narrow);
    geometric_mean_add(&g, &wide);
    struct interval ratio = geometric_mean_ratio(&g, &student);
    assert_close(ratio.estimate, 4, 1e-14);
    assert_close(ratio.high, 4 * exp(0.2), 1e-14);
    assert_close(ratio.low, 4 * exp(-0.2), 1e-14);
    wide.is_by_rounds = 0;
    geometric_mean_add(&g, &wide);
    assert_true(isnan(geometric_mean_ratio(&g, &student).low));
}

/* --- honest intervals --- */

static double normal(unsigned short seed[3]) {
    return sqrt(-2 * log(1 - erand48(seed))) * cos(2 * acos(-1) * erand48(seed));
}

/* One library measured twice: a layout per round, common to both, a little that is each one's own,
 * noise on every sample, and a disturbance of a fifth now and then. */
static void measure_twice(double *a, double *b, unsigned short seed[3]) {
    for (int r = 0; r < ROUNDS; r++) {
        double layout = 0.05 * normal(seed);
        double own[2] = {0.004 * normal(seed), 0.004 * normal(seed)};
        for (int k = 0; k < SEEDS; k++) {
            double drift = 0.02 * normal(seed);
            for (int i = 0; i < 2; i++) {
                double disturbed = erand48(seed) < 0.03 ? 0.2 : 0;
                (i ? b : a)[r * SEEDS + k] =
                    1e-6 * exp(layout + drift + own[i] + 0.01 * normal(seed) + disturbed);
            }
        }
    }
}

TEST(a_95_percent_interval_covers_the_truth_in_95_percent) {
    unsigned short seed[3] = {1, 2, 3};
    double a[ROUNDS * SEEDS], b[ROUNDS * SEEDS], means[ROUNDS];
    int covered = 0;
    for (int i = 0; i < CELLS; i++) {
        measure_twice(a, b, seed);
        struct interval ratio = ratio_of(a, b, ROUNDS, SEEDS, means);
        covered += ratio.low <= 1 && 1 <= ratio.high;
    }
    double coverage = (double)covered / CELLS;
    if (!(coverage > 0.93 && coverage < 0.97))
        fail_msg("the interval covers 1 in %.1f %% of the cells", 100 * coverage);
}
