/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analyze/comparison/compare.h"
#include "tests/analyze/close.h"
#include "tests/analyze/noise.h"
#include "tests/analyze/sample_cells.h"
#include "tests/test.h"

enum { MOST_ROWS = 200 };

/* C. E. Bonferroni's correction, which is simple. */
static size_t bonferroni(double *p, size_t n, size_t *order) {
    size_t count = 0;
    (void)order;
    for (size_t i = 0; i < n; i++)
        count += !isnan(p[i]);
    for (size_t i = 0; i < n; i++)
        p[i] = p[i] * (double)count > 1 ? 1 : p[i] * (double)count;
    return count;
}

static const struct compare_asked usual = {.confidence = 0.95, .level = 0.05, .adjust = bonferroni};

/* A comparison in the making. */
struct trial {
    struct compare *compare;
    struct sample_cells cells;
    struct row *rows; /* [MOST_ROWS] */
    size_t row_count;
    struct comparison found;
};

static struct trial begin(size_t points) {
    return (struct trial){.compare = compare_new(),
                          .cells = sample_cells(points),
                          .rows = calloc(MOST_ROWS, sizeof(struct row))};
}

static void end(struct trial *trial) {
    comparison_release(&trial->found);
    compare_free(trial->compare);
    sample_cells_release(&trial->cells);
    free(trial->rows);
}

static struct row *add_side(struct trial *trial, enum compare_set set, const char *library,
                            size_t point, struct welch_side side) {
    assert_true(trial->row_count < MOST_ROWS);
    struct row *row = &trial->rows[trial->row_count++];
    *row = sample_cell(&trial->cells, library, point, exp(side.mean));
    compare_add(trial->compare, set, row, &trial->cells.run->measurements[0].facts,
                &(struct compare_sides){side, side, 0, (uint32_t)trial->row_count});
    return row;
}

static struct row *add(struct trial *trial, enum compare_set set, const char *library, size_t point,
                       double mean) {
    return add_side(trial, set, library, point, welch_side_of(mean, 0.01, 5));
}

static void conclude(struct trial *trial, const struct compare_asked *asked) {
    compare_conclude(trial->compare, asked, &trial->found);
}

/* --- pairs --- */

/* R: t.test(c(1.083, 1.074, 1.116, 1.02), c(1.2, 1.19, 1.16, 1.25, 1.17)), the numbers taken for
 * logarithms; means, standard errors and counts are those of the two. */
TEST(a_ratio_has_welchs_interval) {
    struct trial trial = begin(1);
    add_side(&trial, COMPARE_EARLIER, "openblas", 0, welch_side_of(1.07325, 0.019913877071, 4));
    add_side(&trial, COMPARE_LATER, "openblas", 0, welch_side_of(1.194, 0.0156843871414, 5));
    conclude(&trial, &usual);
    assert_int_equal(trial.found.pair_count, 1);
    assert_int_equal(trial.found.alone_count, 0);
    const struct compare_pair *pair = &trial.found.pairs[0];
    assert_string_equal(pair->library, "openblas");
    assert_string_equal(pair->point, "size 10");
    assert_close(log(pair->typical.ratio.estimate), 0.12075, 1e-12);
    assert_close(log(pair->typical.ratio.low), 0.05899899, 1e-8);
    assert_close(log(pair->typical.ratio.high), 0.18250101, 1e-8);
    assert_close(pair->p, 0.002964, 5e-7);
    assert_int_equal(pair->side, 1);
    assert_int_equal(trial.found.slower, 1);
    end(&trial);
}

TEST(partners_have_the_same_library_and_point) {
    struct trial trial = begin(2);
    add(&trial, COMPARE_EARLIER, "openblas", 0, 0);
    add(&trial, COMPARE_EARLIER, "openblas", 1, 1);
    add(&trial, COMPARE_EARLIER, "blis", 0, 2);
    add(&trial, COMPARE_LATER, "blis", 0, 2.5);
    add(&trial, COMPARE_LATER, "openblas", 1, 1);
    add(&trial, COMPARE_LATER, "openblas", 0, -0.5);
    conclude(&trial, &usual);
    assert_int_equal(trial.found.pair_count, 3);
    assert_close(log(trial.found.pairs[0].typical.ratio.estimate), -0.5, 1e-12);
    assert_close(log(trial.found.pairs[1].typical.ratio.estimate), 0, 1e-12);
    assert_close(log(trial.found.pairs[2].typical.ratio.estimate), 0.5, 1e-12);
    assert_int_equal(trial.found.pairs[0].side, -1);
    assert_int_equal(trial.found.pairs[1].side, 0);
    assert_int_equal(trial.found.faster, 1);
    assert_int_equal(trial.found.slower, 1);
    end(&trial);
}

/* SciPy: ttest_ind([0, 0.02, 0.01], [0.1, 0.12, 0.11], equal_var=False).pvalue */
TEST(several_runs_of_a_set_are_its_units) {
    struct trial trial = begin(1);
    for (int i = 0; i < 3; i++) {
        static const double means[] = {0, 0.02, 0.01};
        add(&trial, COMPARE_EARLIER, "openblas", 0, means[i]);
        add(&trial, COMPARE_LATER, "openblas", 0, 0.1 + means[i]);
    }
    conclude(&trial, &usual);
    const struct compare_pair *pair = &trial.found.pairs[0];
    assert_int_equal(pair->runs[COMPARE_EARLIER], 3);
    assert_int_equal(pair->sides[COMPARE_LATER].units, 3);
    assert_close(pair->sides[COMPARE_LATER].se, 0.01 / sqrt(3), 1e-12);
    assert_close(pair->p, 0.0002552167494, 1e-9);
    end(&trial);
}

TEST(a_single_round_shows_nothing) {
    struct trial trial = begin(1);
    add_side(&trial, COMPARE_EARLIER, "openblas", 0, welch_side_of(0, NAN, 1));
    add_side(&trial, COMPARE_LATER, "openblas", 0, welch_side_of(1, 0.01, 5));
    conclude(&trial, &usual);
    assert_close(log(trial.found.pairs[0].typical.ratio.estimate), 1, 1e-12);
    assert_true(isnan(trial.found.pairs[0].typical.ratio.low));
    assert_true(isnan(trial.found.pairs[0].p_adjusted));
    assert_int_equal(trial.found.pairs[0].side, 0);
    assert_int_equal(trial.found.pairs[0].regressed, 0);
    end(&trial);
}

/* --- verdicts --- */

TEST(probabilities_are_adjusted_for_all_pairs) {
    struct trial trial = begin(20);
    for (size_t p = 0; p < 20; p++) {
        add(&trial, COMPARE_EARLIER, "openblas", p, 0);
        add(&trial, COMPARE_LATER, "openblas", p, p ? 0 : 0.04);
    }
    conclude(&trial, &usual);
    const struct compare_pair *pair = &trial.found.pairs[0];
    assert_true(pair->p < 0.05);
    assert_close(pair->p_adjusted, 20 * pair->p, 1e-12);
    assert_int_equal(pair->side, 0);
    end(&trial);
}

TEST(a_difference_below_the_least_effect_is_none) {
    struct compare_asked asked = usual;
    struct trial trial = begin(1);
    add_side(&trial, COMPARE_EARLIER, "openblas", 0, welch_side_of(0, 0.0001, 5));
    add_side(&trial, COMPARE_LATER, "openblas", 0, welch_side_of(0.008, 0.0001, 5));
    conclude(&trial, &usual);
    assert_int_equal(trial.found.pairs[0].side, 1);
    comparison_release(&trial.found);
    asked.least = 0.01;
    conclude(&trial, &asked);
    assert_int_equal(trial.found.pairs[0].side, 0);
    end(&trial);
}

/* A test that spent all of its level on one side would show 0.038, whose interval begins below. */
TEST(what_is_shown_to_be_beyond_the_least_effect_has_all_of_its_interval_there) {
    struct compare_asked asked = usual;
    asked.least = 0.01;
    for (int step = 0; step < 40; step++) {
        struct trial trial = begin(1);
        add(&trial, COMPARE_EARLIER, "openblas", 0, 0);
        add(&trial, COMPARE_LATER, "openblas", 0, step * 0.002);
        conclude(&trial, &asked);
        const struct compare_pair *pair = &trial.found.pairs[0];
        assert_int_equal(pair->side, pair->typical.ratio.low > 1.01);
        end(&trial);
    }
}

TEST(a_regression_is_slower_by_more_than_the_margin) {
    struct compare_asked asked = usual;
    struct trial trial = begin(3);
    static const double later[] = {0.2, 0.06, -0.5};
    asked.margin = 0.05;
    for (size_t p = 0; p < 3; p++) {
        add(&trial, COMPARE_EARLIER, "openblas", p, 0);
        add(&trial, COMPARE_LATER, "openblas", p, later[p]);
    }
    conclude(&trial, &asked);
    assert_int_equal(trial.found.regressed, 1);
    assert_int_equal(trial.found.pairs[0].regressed, 1);
    assert_int_equal(trial.found.pairs[1].side, 1);
    assert_int_equal(trial.found.pairs[1].regressed, 0);
    assert_int_equal(trial.found.pairs[2].regressed, 0);
    end(&trial);
}

static struct welch_side measured(double mean, size_t rounds, unsigned short seed[3]) {
    struct welford w = {0};
    for (size_t i = 0; i < rounds; i++)
        welford_add(&w, mean + 0.02 * noise_normal(seed));
    return welch_side_of(welford_mean(&w), welford_sd(&w) / sqrt((double)rounds), rounds);
}

TEST(few_comparisons_of_the_same_show_a_difference) {
    unsigned short seed[3] = {1, 2, 3};
    int crying = 0, regressed = 0;
    for (int i = 0; i < 200; i++) {
        struct trial trial = begin(40);
        for (size_t p = 0; p < 40; p++) {
            add_side(&trial, COMPARE_EARLIER, "openblas", p, measured(0, 5, seed));
            add_side(&trial, COMPARE_LATER, "openblas", p, measured(0, 5, seed));
        }
        conclude(&trial, &usual);
        crying += trial.found.faster + trial.found.slower > 0;
        regressed += trial.found.regressed > 0;
        end(&trial);
    }
    assert_true(crying <= 17); /* 10 on average; more than 17 in 1 of 100 */
    assert_true(regressed <= 17);
}

/* The later set has a run of one round, and one of five that crashed. */
TEST(a_run_without_times_says_nothing_of_those_with) {
    struct compare_asked asked = usual;
    struct trial trial = begin(1);
    asked.least_alone = 0.25;
    asked.margin = 0.02;
    add(&trial, COMPARE_EARLIER, "openblas", 0, 0)->rounds = 5;
    add(&trial, COMPARE_LATER, "openblas", 0, 0.1)->rounds = 1;
    add_side(&trial, COMPARE_LATER, "openblas", 0, welch_side_of(NAN, NAN, 0))->rounds = 5;
    conclude(&trial, &asked);
    const struct compare_pair *pair = &trial.found.pairs[0];
    assert_int_equal(pair->runs[COMPARE_LATER], 1);
    assert_ptr_equal(pair->rows[COMPARE_LATER], &trial.rows[1]);
    assert_true(pair->is_alone);
    assert_int_equal(pair->side, 0);
    assert_int_equal(trial.found.regressed, 1);
    assert_int_equal(trial.found.regressed_alone, 1);
    end(&trial);
}

/* --- without a partner --- */

TEST(cells_say_why_they_are_alone) {
    struct trial trial = begin(2);
    struct row other;
    const struct welch_side side = welch_side_of(0, 0.01, 5);
    add(&trial, COMPARE_EARLIER, "openblas", 0, 0);
    add(&trial, COMPARE_EARLIER, "openblas", 1, 0);
    add(&trial, COMPARE_EARLIER, "atlas", 0, 0);
    add(&trial, COMPARE_LATER, "openblas", 0, 0);
    other = sample_cell(&trial.cells, "openblas", 0, 1);
    other.action = "dot";
    compare_add(trial.compare, COMPARE_LATER, &other, NULL,
                &(struct compare_sides){side, side, 0, 0});
    conclude(&trial, &usual);
    assert_int_equal(trial.found.pair_count, 1);
    assert_int_equal(trial.found.alone_count, 3);
    static const struct {
        enum compare_set in;
        enum compare_lack lack;
        const char *name;
    } wanted[] = {{COMPARE_EARLIER, COMPARE_LACKS_SIZE, "size"},
                  {COMPARE_EARLIER, COMPARE_LACKS_LIBRARY, "library"},
                  {COMPARE_LATER, COMPARE_LACKS_ACTION, "action"}};
    for (size_t i = 0; i < 3; i++) {
        assert_int_equal(trial.found.alone[i].in, wanted[i].in);
        assert_int_equal(trial.found.alone[i].lack, wanted[i].lack);
        assert_string_equal(compare_lack_name(trial.found.alone[i].lack), wanted[i].name);
    }
    assert_string_equal(trial.found.alone[1].library, "atlas");
    end(&trial);
}

TEST(other_parameters_are_no_partners) {
    struct trial trial = begin(1);
    add(&trial, COMPARE_EARLIER, "openblas", 0, 0);
    struct parameter *stride =
        measurement_add_parameter(&trial.cells.run->measurements[0], "stride", NULL);
    stride->values[0] = 8;
    sample_cells_renew(&trial.cells);
    add(&trial, COMPARE_LATER, "openblas", 0, 0);
    conclude(&trial, &usual);
    assert_int_equal(trial.found.pair_count, 0);
    assert_int_equal(trial.found.alone_count, 2);
    assert_int_equal(trial.found.alone[0].lack, COMPARE_LACKS_PARAMETERS);
    assert_string_equal(trial.found.alone[1].point, "size 10, stride 8");
    end(&trial);
}

TEST(a_cell_that_was_not_measured_is_no_partner) {
    struct trial trial = begin(1);
    add_side(&trial, COMPARE_EARLIER, "openblas", 0, welch_side_of(NAN, NAN, 0));
    add(&trial, COMPARE_LATER, "openblas", 0, 0);
    conclude(&trial, &usual);
    assert_int_equal(trial.found.pair_count, 0);
    assert_int_equal(trial.found.alone[0].lack, COMPARE_LACKS_TIMES);
    assert_int_equal(trial.found.alone[0].in, COMPARE_LATER);
    end(&trial);
}

/* --- against a yardstick --- */

/* Over the rounds that have pairs, however many have samples. */
TEST(a_rows_ratio_makes_a_side) {
    const struct row row = {.rounds = 7,
                            .ratio_rounds = 5,
                            .log_ratio = log(1.5),
                            .log_ratio_se = 0.01,
                            .log_ratio_degrees = 4};
    struct welch_side side = compare_relative_side(&row);
    assert_close(side.mean, log(1.5), 1e-12);
    assert_close(side.se, 0.01, 1e-15);
    assert_int_equal(side.units, 5);
}

/* SciPy: d = (0.01**2 + 0.02**2)**2 / (0.01**4 / 4.7 + 0.02**4 / 3.2);
 * s = hypot(0.01, 0.02); 0.06 - s * t.ppf(0.975, d), 2 * t.sf(0.06 / s, d) */
TEST(unpaired_ratios_have_degrees_that_are_no_whole_number) {
    struct row earlier = {
        .ratio_rounds = 3, .log_ratio = 0, .log_ratio_se = 0.01, .log_ratio_degrees = 4.7};
    struct row later = earlier;
    later.log_ratio = 0.06;
    later.log_ratio_se = 0.02;
    later.log_ratio_degrees = 3.2;
    struct trial trial = begin(1);
    add_side(&trial, COMPARE_EARLIER, "openblas", 0, compare_relative_side(&earlier));
    add_side(&trial, COMPARE_LATER, "openblas", 0, compare_relative_side(&later));
    conclude(&trial, &usual);
    const struct compare_pair *pair = &trial.found.pairs[0];
    assert_int_equal(pair->sides[COMPARE_LATER].units, 3);
    assert_close(log(pair->typical.ratio.low), 0.001776505446843, 1e-10);
    assert_close(pair->p, 0.045550767797, 1e-10);
    end(&trial);
}

TEST(a_ratio_of_one_round_has_no_standard_error) {
    const struct row row = {.rounds = 5, .ratio_rounds = 1, .log_ratio = 0.7, .log_ratio_se = NAN};
    assert_true(isnan(compare_relative_side(&row).se));
    assert_int_equal(compare_relative_side(&row).units, 1);
}
