/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <string.h>

#include "collect/planning/plan_record.h"
#include "tests/collect/rig.h"
#include "tests/test.h"

enum { POINTS = 2, LIBRARIES = 2 };

static const struct bench_parameter parameters[] = {{"stride", "", 1}, {0}};
static const struct bench_action plain = {.name = "axpy", .size_means = "length"},
                                 strided = {.name = "axpy",
                                            .size_means = "length",
                                            .parameters = parameters};

static struct run *run;
static struct measurement *m;
static struct cell cells[POINTS][LIBRARIES];
static struct point points[POINTS];
static struct plan plan, again;
static const struct bench_action *action;

static const struct participant participants[] = {{.planned = 0}, {.planned = 1}, {.planned = 0}};

/* Two libraries, of which the second crashes at the second size, and the control of the first. */
static int begin(void **state) {
    (void)state;
    action = &plain;
    run = run_new();
    m = run_add_measurement(run, "axpy", POINTS, 3, 4, NULL);
    measurement_add_series(m, "one", NULL);
    measurement_add_series(m, "two", NULL);
    struct series *control = measurement_add_series(m, "one.control", NULL);
    facts_set_text(&control->facts, FACT_CONTROL_OF, "one");
    for (size_t p = 0; p < POINTS; p++) {
        points[p] = (struct point){.design_point = {.size = 10 + (int64_t)p, .threads = 1},
                                   .seeds = 4 - p,
                                   .cells = cells[p]};
        for (size_t i = 0; i < LIBRARIES; i++)
            cells[p][i] = (struct cell){.calls = (int64_t)(100 * p + i + 1),
                                        .call_seconds = 1e-6 * (double)(i + 1),
                                        .first_call = NAN};
    }
    cells[0][1].status = CELL_WRONG;
    cells[1][1].status = CELL_CRASHED;
    strcpy(cells[1][1].fault, "n = 11: it crashed");
    plan = (struct plan){.points = points,
                         .count = POINTS,
                         .library_count = LIBRARIES,
                         .shortest = 2e-5,
                         .eviction = {1 << 20, 0.25}};
    again = (struct plan){0};
    assert_int_equal(plan_record(m, rig_info(action), &plan, participants, NULL), 0);
    return 0;
}

static int end(void **state) {
    (void)state;
    plan_release(&again);
    run_free(run);
    return 0;
}

EACH_TEST(begin, end);

TEST(what_is_to_be_measured_comes_back) {
    assert_int_equal(plan_recall(&again, rig_info(action), m, NULL), 0);
    assert_int_equal(again.count, POINTS);
    assert_int_equal(again.library_count, LIBRARIES);
    assert_true(again.shortest == plan.shortest);
    assert_int_equal(again.eviction.bytes, 1 << 20);
    assert_true(again.eviction.seconds == 0.25);
    for (size_t p = 0; p < POINTS; p++) {
        assert_int_equal(again.points[p].design_point.size, points[p].design_point.size);
        assert_int_equal(again.points[p].seeds, points[p].seeds);
        for (size_t i = 0; i < LIBRARIES; i++) {
            const struct cell *cell = &again.points[p].cells[i];
            assert_int_equal(cell->status, cells[p][i].status);
            if (!plan_is_alive(cell))
                continue;
            assert_int_equal(cell->calls, cells[p][i].calls);
            assert_true(cell->call_seconds == cells[p][i].call_seconds);
        }
    }
}

static double twice(const struct bench *bench) {
    return 2 * (double)bench->size;
}

TEST(what_the_action_says_of_a_call_is_recorded) {
    struct bench_action counting = plain;
    assert_null(m->flops);
    counting.flops = twice;
    assert_int_equal(plan_record(m, rig_info(&counting), &plan, participants, NULL), 0);
    assert_true(m->flops[0] == 20 && m->flops[1] == 22);
    assert_null(m->bytes);
}

TEST(measuring_does_not_change_it) {
    m->series[0].status[0] = CELL_HUNG;
    m->series[0].calls[0] = 12345;
    m->series[1].status[0] = CELL_WRONG;
    assert_int_equal(plan_recall(&again, rig_info(action), m, NULL), 0);
    assert_int_equal(again.points[0].cells[0].status, CELL_OK);
    assert_int_equal(again.points[0].cells[0].calls, 1);
}

TEST(what_failed_is_recorded_and_the_rest_waits) {
    assert_int_equal(m->series[1].status[0], CELL_NOT_MEASURED);
    assert_int_equal(m->series[1].planned_status[0], CELL_WRONG);
    assert_int_equal(m->series[1].status[1], CELL_CRASHED);
    assert_int_equal(m->series[1].planned_calls[1], -1);
    assert_string_equal(facts_text(&m->series[1].facts, "faults", ""), "n = 11: it crashed");
    assert_int_equal(m->series[2].planned_calls[1], cells[1][0].calls);
}

static void assert_refused(void) {
    struct err err = {""};
    assert_int_equal(plan_recall(&again, rig_info(action), m, &err), ERR_DAMAGED);
    assert_non_null(strstr(err.message, "axpy has no plan to go on with"));
    plan_release(&again);
}

TEST(an_impossible_plan_is_refused) {
    struct series *s = &m->series[0];
    int64_t *const integers[] = {&s->planned_status[1], &s->planned_calls[0], &m->sizes[1],
                                 &m->seeds[0]};
    const int64_t impossible[] = {CELL_STATUSES, 0, 10, 5};
    for (size_t i = 0; i < 4; i++) {
        int64_t was = *integers[i];
        *integers[i] = impossible[i];
        assert_refused();
        *integers[i] = -1;
        assert_refused();
        *integers[i] = was;
    }
    s->planned_call[1] = NAN;
    assert_refused();
    s->planned_call[1] = INFINITY;
    assert_refused();
    s->planned_call[1] = 1e-6;
    assert_int_equal(plan_recall(&again, rig_info(action), m, NULL), 0);
}

static void operate(struct bench_thread *thread) {
    (void)thread;
}

/* The measurement's team makes trials of TRIAL seconds. */
static void record_team(double trial) {
    static struct bench_action team;
    team = plain;
    team.operate = operate;
    action = &team;
    if (!m->team)
        assert_int_equal(measurement_set_team(m, 2, NULL), 0);
    facts_set_real(&m->facts, FACT_TRIAL_SECONDS, trial);
}

TEST(the_length_of_trials_comes_back) {
    assert_int_equal(plan_recall(&again, rig_info(action), m, NULL), 0);
    assert_true(again.trial == 0);
    plan_release(&again);
    record_team(0.125);
    assert_int_equal(plan_recall(&again, rig_info(action), m, NULL), 0);
    assert_true(again.trial == 0.125);
    assert_int_equal(again.points[0].cells[0].calls, 1);
}

TEST(an_impossible_length_of_trials_is_refused) {
    static const double impossible[] = {0, -1, NAN, INFINITY, 1e9};
    for (size_t i = 0; i < sizeof impossible / sizeof *impossible; i++) {
        record_team(impossible[i]);
        assert_refused();
    }
    facts_set_text(&m->facts, FACT_TRIAL_SECONDS, "0.125");
    assert_refused();
}

TEST(calls_do_not_go_on_as_trials_nor_trials_as_calls) {
    static struct bench_action team;
    team = plain;
    team.operate = operate;
    action = &team;
    facts_set_real(&m->facts, FACT_TRIAL_SECONDS, 0.125);
    assert_refused();
    record_team(0.125);
    action = &plain;
    assert_refused();
}

/* The same size twice: with two strides, and one and three threads. */
static void record_combinations(void) {
    action = &strided;
    facts_release(&m->facts);
    points[0].design_point = (struct design_point){10, {1}, 1};
    points[1].design_point = (struct design_point){10, {8}, 3};
    assert_int_equal(plan_record(m, rig_info(action), &plan, participants, NULL), 0);
}

TEST(parameters_and_threads_come_back) {
    record_combinations();
    assert_int_equal(m->parameter_count, 2);
    assert_string_equal(m->parameters[0].name, "stride");
    assert_true(m->parameters[0].values[0] == 1 && m->parameters[0].values[1] == 8);
    assert_string_equal(m->parameters[1].name, "threads");
    assert_true(m->parameters[1].values[1] == 3);
    assert_null(facts_find(&m->facts, "threads"));
    assert_int_equal(plan_recall(&again, rig_info(action), m, NULL), 0);
    for (size_t p = 0; p < POINTS; p++)
        assert_true(
            design_points_are_equal(&again.points[p].design_point, &points[p].design_point));
    assert_string_equal(again.points[1].where, "n = 10, stride 8, 3 threads");
}

TEST(what_is_the_same_everywhere_is_recorded_too) {
    action = &strided;
    points[0].design_point = (struct design_point){10, {2.5}, 2};
    points[1].design_point = (struct design_point){11, {2.5}, 2};
    assert_int_equal(plan_record(m, rig_info(action), &plan, participants, NULL), 0);
    assert_int_equal(m->parameter_count, 1);
    assert_true(m->parameters[0].values[0] == 2.5 && m->parameters[0].values[1] == 2.5);
    assert_int_equal(facts_find(&m->facts, "threads")->integer, 2);
    assert_int_equal(plan_recall(&again, rig_info(action), m, NULL), 0);
    assert_int_equal(again.points[1].design_point.threads, 2);
}

TEST(impossible_parameters_are_refused) {
    static const double threads[] = {0, 5000, NAN, -1, 0.5};
    record_combinations();
    for (size_t i = 0; i < sizeof threads / sizeof *threads; i++) {
        m->parameters[1].values[1] = threads[i];
        assert_refused();
    }
    m->parameters[1].values[1] = 1;
    m->parameters[0].values[1] = 1; /* the same point as the first */
    assert_refused();
    m->parameters[0].values[1] = NAN;
    assert_refused();
}

TEST(an_action_with_other_parameters_does_not_go_on) {
    static const struct bench_parameter more[] = {{"stride", "", 1}, {"number", "", 1}, {0}};
    const struct bench_action other = {.name = "axpy", .parameters = more};
    const struct bench_action *const changed[] = {&plain, &other};
    record_combinations();
    for (size_t i = 0; i < 2; i++) {
        struct err err = {""};
        assert_int_equal(plan_recall(&again, rig_info(changed[i]), m, &err), ERR_DAMAGED);
        assert_non_null(strstr(err.message, "axpy was measured with other parameters"));
        plan_release(&again);
    }
}

TEST(a_measurement_without_a_plan_is_refused) {
    facts_release(&m->facts);
    assert_refused();
}
