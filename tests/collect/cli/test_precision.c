/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <string.h>

#include "analyze/aggregate/aggregate.h"
#include "collect/cli/precision.h"
#include "tests/test.h"

enum { POINTS = 2, ROUNDS = 6, SEEDS = 4 };

static struct run *run;
static struct measurement *m;
static struct precision_check precision_check;

/* A series that is FACTOR times as slow as 1 us, and by WOBBLE of it slower in every second round.
 */
static struct series *add(const char *name, double factor, double wobble) {
    struct series *series = measurement_add_series(m, name, NULL);
    for (size_t p = 0; p < POINTS; p++) {
        series->status[p] = CELL_OK;
        for (size_t r = 0; r < ROUNDS; r++)
            for (size_t k = 0; k < SEEDS; k++)
                series->seconds[measurement_index(m, p, r, k)] =
                    1e-6 * factor * exp(r % 2 ? wobble : 0);
    }
    return series;
}

static int begin(void **state) {
    (void)state;
    run = run_new();
    m = run_add_measurement(run, "axpy", POINTS, ROUNDS, SEEDS, NULL);
    m->sizes[0] = 64;
    m->sizes[1] = 128;
    facts_set_text(&m->facts, FACT_REFERENCE, "one");
    facts_set_text(&m->facts, FACT_SCHEDULE, "interleaved");
    precision_begin(&precision_check);
    return 0;
}

static int end(void **state) {
    (void)state;
    run_free(run);
    return 0;
}

static struct precision_widest widest(size_t rounds) {
    return precision_check.precision.widest(&precision_check.precision, m, rounds);
}

EACH_TEST(begin, end);

TEST(the_widest_of_all_ratios_is_found) {
    add("one", 1, 0);
    add("two", 2, 0.01);
    struct series *three = add("three", 3, 0.01);
    for (size_t k = 0; k < SEEDS; k++) /* one more wobble, at the second size */
        three->seconds[measurement_index(m, 1, 0, k)] *= 0.9;
    struct precision_widest found = widest(ROUNDS);
    assert_string_equal(found.library, "three");
    assert_int_equal(m->sizes[found.point], 128);
    assert_true(isfinite(found.half_width) && found.half_width > 0.01);
}

/* Logarithms 0, w, 0, w: mean w/2, sd w sqrt(1/3), standard error w sqrt(1/12), t(3) = 3.182446. */
TEST(its_half_width_is_that_of_students_interval) {
    add("one", 1, 0);
    add("two", 2, 0.01);
    struct precision_widest found = widest(4);
    assert_float_equal(found.half_width, expm1(3.182446 * 0.01 / sqrt(12)), 1e-7);
}

/* Both wobble together: in pairs that cancels; otherwise the variance is twice that above. */
TEST(single_calls_are_not_paired) {
    add("one", 1, 0.01);
    add("two", 2, 0.01);
    assert_float_equal(widest(4).half_width, 0, 1e-12);
    facts_set_text(&m->facts, FACT_PAIRED_BY, PAIRED_BY_NOTHING);
    /* Six degrees of freedom: t = 2.446912. */
    assert_float_equal(widest(4).half_width, expm1(2.446912 * 0.01 / sqrt(6)), 1e-7);
}

TEST(one_round_has_no_interval) {
    add("one", 1, 0);
    add("two", 2, 0.01);
    assert_true(isinf(widest(1).half_width));
    assert_non_null(widest(1).library);
}

TEST(the_control_is_no_library_of_its_own) {
    add("one", 1, 0);
    add("two", 2, 0.001);
    facts_set_text(&add("one.control", 1, 0.5)->facts, FACT_CONTROL_OF, "one");
    assert_string_equal(widest(ROUNDS).library, "two");
}

TEST(lost_cells_are_not_waited_for) {
    add("one", 1, 0);
    struct series *two = add("two", 2, 0.001);
    two->status[1] = CELL_CRASHED;
    two->seconds[measurement_index(m, 1, 0, 0)] = NAN;
    assert_int_equal(m->sizes[widest(ROUNDS).point], 64);
    two->status[0] = CELL_HUNG;
    assert_null(widest(ROUNDS).library);
}

TEST(one_library_has_no_ratios) {
    add("one", 1, 0.01);
    assert_null(widest(ROUNDS).library);
}

static double detectable(void) {
    return precision_check.precision.detectable(&precision_check.precision, m);
}

/* The tests of analyze/ recompute it. */
TEST(the_detectable_difference_is_that_of_the_table) {
    add("one", 1, 0);
    add("two", 2, 0.01);
    struct table table = {0};
    const struct table_options options = {0};
    assert_int_equal(aggregate_whole(&table, run, m, &options, NULL), 0);
    assert_true(table.sections[0].detectable > 0.001);
    assert_float_equal(detectable(), table.sections[0].detectable, 0);
    table_release(&table);
}

/* While rounds are made, the measurement has room for more. */
TEST(rounds_that_are_not_made_yet_change_nothing) {
    add("one", 1, 0.002);
    add("two", 2, 0.01);
    facts_set_text(&add("one.control", 1, 0.004)->facts, FACT_CONTROL_OF, "one");
    double whole = detectable();
    assert_int_equal(measurement_extend_rounds(m, 10 * ROUNDS, NULL), 0);
    assert_float_equal(detectable(), whole, 1e-12 * whole);
}

TEST(without_another_library_nothing_is_detectable) {
    add("one", 1, 0.01);
    assert_true(isnan(detectable()));
}
