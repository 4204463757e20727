/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "collect/measuring/pending.h"
#include "tests/test.h"

enum { POINTS = 2, ROUNDS = 3, SEEDS = 2, PARTICIPANTS = 3 };

static struct run *run;
static struct measurement *m;
static struct cell cells[POINTS][2];
static struct point points[POINTS];
static struct plan plan;
static const struct participant participants[PARTICIPANTS] = {
    {.planned = 0}, {.planned = 1}, {.planned = 0}};
static struct pending pending;

/* Two libraries and the control of the first, of which nothing is measured. */
static int begin(void **state) {
    (void)state;
    run = run_new();
    m = run_add_measurement(run, "axpy", POINTS, ROUNDS, SEEDS, NULL);
    measurement_add_series(m, "one", NULL);
    measurement_add_series(m, "two", NULL);
    measurement_add_series(m, "control", NULL);
    memset(cells, 0, sizeof cells);
    for (size_t p = 0; p < POINTS; p++)
        points[p] = (struct point){.design_point = {.size = 10}, .seeds = SEEDS, .cells = cells[p]};
    plan = (struct plan){.points = points, .count = POINTS, .library_count = 2};
    return pending_begin(&pending, m, &plan, participants, PARTICIPANTS, NULL);
}

static int end(void **state) {
    (void)state;
    pending_end(&pending);
    run_free(run);
    return 0;
}

static void measure(size_t p, size_t round, size_t seed, size_t i) {
    m->series[i].seconds[measurement_index(m, p, round, seed)] = 1e-6;
    m->series[i].status[p] = CELL_OK;
}

static void measure_round(size_t round) {
    for (size_t p = 0; p < POINTS; p++)
        for (size_t seed = 0; seed < points[p].seeds; seed++)
            for (size_t i = 0; i < PARTICIPANTS; i++)
                measure(p, round, seed, i);
}

EACH_TEST(begin, end);

/* All calls of a batch are there or none is. */
TEST(a_plan_that_keeps_calls_has_one_turn) {
    plan.keeps_calls = 1;
    measure(0, 0, 0, 0);
    assert_true(pending_has_seed(&pending, 0, 0, 0));
    for (size_t i = 1; i < PARTICIPANTS; i++)
        measure(0, 0, 0, i);
    assert_false(pending_has_point(&pending, 0, 0));
    plan.keeps_calls = 0;
    assert_true(pending_has_point(&pending, 0, 0));
}

TEST(at_first_everything_is_due) {
    for (size_t p = 0; p < POINTS; p++)
        for (size_t i = 0; i < PARTICIPANTS; i++)
            assert_true(pending_is_due(&pending, p, 2, 1, i));
    assert_false(pending_is_round_there(&pending, 0));
}

TEST(what_is_there_is_not_due) {
    measure(1, 0, 0, 0);
    assert_false(pending_is_due(&pending, 1, 0, 0, 0));
    assert_true(pending_is_measurable(&pending, 1, 0));
    assert_true(pending_has_seed(&pending, 1, 0, 0));
    measure(1, 0, 0, 1);
    measure(1, 0, 0, 2);
    assert_false(pending_has_seed(&pending, 1, 0, 0));
    assert_true(pending_has_point(&pending, 1, 0));
    points[1].seeds = 1;
    assert_false(pending_has_point(&pending, 1, 0));
    assert_true(pending_has_point(&pending, 1, 1));
}

TEST(what_a_fault_has_ended_is_not_due) {
    cells[0][0].status = CELL_CRASHED;
    m->series[1].status[0] = CELL_HUNG;
    for (size_t i = 0; i < PARTICIPANTS; i++) {
        assert_false(pending_is_measurable(&pending, 0, i));
        assert_false(pending_is_due(&pending, 0, 0, 0, i));
    }
    assert_false(pending_has_point(&pending, 0, 0));
    cells[1][1].status = CELL_WRONG;
    assert_true(pending_is_due(&pending, 1, 0, 0, 1));
}

/* The first is also its own control; planning's hangs are no rounds'. */
TEST(one_that_hung_twice_is_due_no_more) {
    cells[0][1].status = CELL_HUNG;
    m->series[1].status[0] = CELL_HUNG;
    pending_end(&pending);
    assert_int_equal(pending_begin(&pending, m, &plan, participants, PARTICIPANTS, NULL), 0);
    assert_false(pending_count_hang(&pending, 1));
    assert_true(pending_is_due(&pending, 1, 0, 0, 1));
    assert_false(pending_count_hang(&pending, 0));
    assert_true(pending_is_due(&pending, 1, 0, 0, 0));
    assert_true(pending_count_hang(&pending, 2));
    assert_false(pending_is_due(&pending, 1, 0, 0, 0));
    assert_false(pending_is_due(&pending, 1, 0, 0, 2));
    assert_true(pending_has_given_up(&pending, 0));
    assert_false(pending_has_given_up(&pending, 1));
}

TEST(a_round_is_there_when_all_of_it_is) {
    measure_round(1);
    assert_false(pending_is_round_there(&pending, 0));
    assert_true(pending_is_round_there(&pending, 1));
    assert_false(pending_is_round_there(&pending, ROUNDS));
    m->series[2].seconds[measurement_index(m, 1, 1, 1)] = 0.0 / 0.0;
    assert_false(pending_is_round_there(&pending, 1));
}

/* Else the rounds of libraries that all failed would be passed over by the hundred. */
TEST(a_round_with_nothing_to_do_is_not_there) {
    for (size_t p = 0; p < POINTS; p++)
        cells[p][0].status = cells[p][1].status = CELL_CRASHED;
    assert_false(pending_has_point(&pending, 0, 0));
    assert_false(pending_is_round_there(&pending, 0));
}
