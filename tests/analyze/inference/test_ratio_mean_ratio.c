/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Numbers to be met are those of NumPy and SciPy, of the same samples: means, sem and
 * t.ppf by the formulas of ratio.h. */
#include <math.h>
#include <stdlib.h>

#include "analyze/inference/ratio.h"
#include "tests/analyze/close.h"
#include "tests/analyze/folded.h"
#include "tests/analyze/sample_run.h"
#include "tests/test.h"

enum { ROUNDS = 3, SEEDS = 4 };

static const double library[] = {2, 2.5, 2.25, 8, 2.75, 2.5, 2, 2.25, 2.5, 2, 7, 2.25};
static const double reference[] = {1, 1.25, 1, 1.5, 1.25, 1, 1.25, 1, 1.25, 1.5, 1, 1.25};

static struct mean_ratio of(const double *a, const double *b, size_t rounds, size_t seeds,
                            int is_paired, double *round_means) {
    double unused[ROUNDS];
    struct student student;
    student_init(&student, 0.95);
    return mean_ratio_of(&(struct ratio_pair){a, b, rounds, seeds}, is_paired, &student,
                         round_means ? round_means : unused);
}

static void expect(struct mean_ratio found, double centre, double low, double high) {
    assert_close(found.log_ratio.estimate, centre, 1e-10);
    assert_close(found.log_ratio.low, low, 1e-10);
    assert_close(found.log_ratio.high, high, 1e-10);
    assert_close(found.side.mean, centre, 1e-12);
}

TEST(of_pairs_it_is_over_rounds) {
    double rounds[ROUNDS];
    struct mean_ratio found = of(library, reference, ROUNDS, SEEDS, 1, rounds);
    expect(found, 0.963971259415993, 0.473846007916816, 1.45409651091517);
    assert_close(rounds[0], log(14.75 / 4.75), 1e-14);
    assert_int_equal(found.side.units, 3);
}

TEST(of_one_round_over_its_pairs) {
    struct mean_ratio found = of(library, reference, 1, ROUNDS * SEEDS, 1, NULL);
    expect(found, 0.980829253011726, 0.57827844162265, 1.3833800644008);
    assert_int_equal(found.side.units, 12);
}

TEST(of_what_is_not_paired_it_is_welchs) {
    expect(of(library, reference, ROUNDS, SEEDS, 0, NULL), 0.980829253011726, 0.470401221923778,
           1.49125728409967);
    expect(of(library, reference, 1, ROUNDS * SEEDS, 0, NULL), 0.980829253011726, 0.563059717502171,
           1.39859878852128);
}

/* The library has one round, the reference three: samples are the units of both. */
TEST(one_round_on_either_side_makes_samples_the_units) {
    double a[ROUNDS * SEEDS];
    for (size_t i = 0; i < ROUNDS * SEEDS; i++)
        a[i] = i < SEEDS ? library[i] : NAN;
    expect(of(a, reference, ROUNDS, SEEDS, 0, NULL), 1.13309846473928, -0.100330158886981,
           2.36652708836554);
    struct mean_ratio paired = of(a, reference, ROUNDS, SEEDS, 1, NULL);
    assert_int_equal(paired.side.units, SEEDS);
    assert_close(paired.log_ratio.estimate, log(14.75 / 4.75), 1e-14);
}

TEST(what_lacks_a_partner_does_not_count) {
    const double a[] = {2, 100, NAN, 4}, b[] = {1, NAN, 100, 3};
    struct mean_ratio found = of(a, b, 1, 4, 1, NULL);
    assert_close(found.log_ratio.estimate, log(6.0 / 4), 1e-14);
    assert_int_equal(found.side.units, 2);
}

TEST(without_a_mean_above_zero_there_is_none) {
    const double a[] = {2, -3}, b[] = {1, 1}, none[] = {NAN, NAN};
    for (int is_paired = 0; is_paired < 2; is_paired++) {
        assert_true(isnan(of(a, b, 1, 2, is_paired, NULL).log_ratio.estimate));
        assert_true(isnan(of(b, none, 2, 1, is_paired, NULL).log_ratio.estimate));
        assert_int_equal(of(b, none, 2, 1, is_paired, NULL).side.units, 0);
        struct mean_ratio one = of(a, b, 1, 1, is_paired, NULL);
        assert_close(one.log_ratio.estimate, log(2), 1e-14);
        assert_true(isnan(one.log_ratio.low) && isnan(one.side.se));
    }
}

TEST(ratios_disagree_where_their_intervals_do_not_meet) {
    const struct interval typical = {1, 0.99, 1.01};
    assert_true(mean_ratio_disagrees(typical, (struct interval){1.25, 1.2, 1.3}));
    assert_true(mean_ratio_disagrees(typical, (struct interval){0.8, 0.7, 0.9}));
    assert_false(mean_ratio_disagrees(typical, (struct interval){1.25, 1.005, 1.5}));
    assert_false(mean_ratio_disagrees(typical, interval_alone(1.25)));
    const struct interval exact = {1, 1, 1};
    assert_false(mean_ratio_disagrees(exact, (struct interval){1.009, 1.008, 1.0095}));
    assert_true(mean_ratio_disagrees(exact, (struct interval){1.011, 1.01, 1.012}));
}

/* Every fourth sample takes twice as long: a quarter more by means, nothing typically. */
static struct run *run_with_tail(void) {
    struct run *run = sample_run(2, 5, 8);
    sample_series(run, "steady", 1);
    struct series *slow = sample_series(run, "slow", 1);
    for (size_t i = 3; i < 80; i += 4)
        slow->seconds[i] *= 2;
    return run;
}

static const struct warning *find_means(const struct table *table) {
    const struct warnings *warnings = table->sections[0].warnings;
    for (size_t i = 0; i < warnings->count; i++)
        if (strcmp(warnings->items[i].rule, "means") == 0)
            return &warnings->items[i];
    return NULL;
}

TEST(a_tail_is_seen_and_warned_of) {
    struct table table = folded(run_with_tail(), &(struct table_options){0});
    const struct row *slow = &table.rows[1];
    assert_close(slow->ratio.estimate, 1, 1e-12);
    assert_true(slow->mean_ratio.estimate > 1.24 && slow->mean_ratio.estimate < 1.26);
    assert_true(slow->verdict == VERDICT_NOT_SHOWN);
    const struct warning *warning = find_means(&table);
    assert_non_null(warning);
    assert_non_null(
        strstr(warning->text, "means disagree with typical times: slow at size 10 is 1.25"));
    assert_non_null(
        strstr(warning->text, " by means, 1.00× [1.00, 1.00] typically, and 1 cell more"));
    assert_true(warned_has(&slow->warned, warning));
    assert_false(warned_has(&table.rows[0].warned, warning));
    table_release(&table);
}

TEST(where_an_answer_is_wrong_nothing_disagrees) {
    struct run *run = run_with_tail();
    run->measurements[0].series[0].status[0] = CELL_WRONG;
    run->measurements[0].series[1].status[1] = CELL_WRONG;
    struct table table = folded(run, &(struct table_options){0});
    assert_null(find_means(&table));
    table_release(&table);
}
