/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <signal.h>
#include <time.h>

#include "collect/planning/forecast.h"
#include "collect/planning/plan.h"
#include "tests/collect/clocks.h"
#include "tests/collect/fake.h"
#include "tests/collect/limits.h"
#include "tests/collect/rig.h"
#include "tests/collect/counted.h"
#include "tests/test.h"

enum { ARENA_BYTES = 8 << 20 };

static struct rig rig;
static struct worker_pool pool;
static struct plan plan;
static struct design_points design_points;
static const char *trusted;

static int is_hanging(const struct wire_load *load, int64_t size, uint32_t kind) {
    (void)size;
    return kind != WIRE_LOAD && kind != WIRE_SETUP && strstr(load->paths[0], "hanging");
}

/* Each question takes a millisecond. */
static void pass_a_millisecond(struct rig *r, const struct progress *progress) {
    (void)r, (void)progress;
    clocks_pass(1e-3);
}

/* On clocks that only these tests move. What a call takes is known only of libraries that spin, in
 * tests that count_time. */
static int begin(void **state) {
    (void)state;
    rig_begin(&rig);
    clocks_stop();
    limits_leave(is_hanging);
    rig.watch = pass_a_millisecond;
    trusted = rig.builtin;
    return 0;
}

static int end(void **state) {
    (void)state;
    clocks_go();
    limits_leave(NULL);
    plan_release(&plan);
    design_points_release(&design_points);
    worker_pool_end(&pool);
    rig_end(&rig);
    return rig_is_childless() ? 0 : -1;
}

static size_t count_tried(void) {
    size_t count = 0;
    for (size_t p = 0; p < plan.count; p++)
        count += (size_t)plan.points[p].is_tried;
    return count;
}

static void choose_design_points(const char *action, const char *sizes) {
    rig_sizes(&rig, sizes);
    design_points_release(&design_points);
    design_points = rig_design_points(&rig, action);
}

/* All libraries spin, the trusted one for 10 us. */
static void count_time(void) {
    counted_begin(&rig);
    trusted = fake_build("trusted", "#define BEFORE_AXPY spin(10e-6)\n");
}

/* Plans for the rig's libraries, with the built-in one beside them as the trusted library. */
static int planned_for(const char *action, char type, const char *sizes, double budget) {
    struct err err = {""};
    size_t count = rig.libraries.count;
    rig_add(&rig, "builtin", trusted);
    choose_design_points(action, sizes);
    rig.settings.type = type;
    rig_pool(&rig, &pool, action, type, 1, ARENA_BYTES);
    for (size_t i = 0; i <= count; i++)
        worker_pool_load(&pool, i, 1, &(enum cell_status){CELL_OK}, NULL);
    int status = plan_make(&plan, &pool, count, count, PLAN_NOBODY, &rig.settings, &design_points,
                           budget, &rig.observer, &err);
    if (status && status != ERR_INTERRUPTED)
        fail_msg("%s", err.message);
    return status;
}

static void assert_planned(const char *action, const char *sizes) {
    assert_int_equal(planned_for(action, 'd', sizes, 0), 0);
}

static const struct cell *cell(size_t point, size_t library) {
    return &plan.points[point].cells[library];
}

#define FAST "#define BEFORE_AXPY spin(20e-6)\n"
#define SLOW "#define BEFORE_AXPY spin(200e-6)\n"

static void plan_fast_and_slow(void) {
    count_time();
    rig_add(&rig, "fast", fake_build("fast", FAST));
    rig_add(&rig, "slow", fake_build("slow", SLOW));
    assert_planned("axpy", "4");
    assert_true(counted_takes(cell(0, 0)->call_seconds, 20e-6, 10));
    assert_true(counted_takes(cell(0, 1)->call_seconds, 200e-6, 10));
}

EACH_TEST(begin, end);
ALL_TESTS(fake_set_up, fake_tear_down);

/* The slowest takes 200 us a call: five seeds fill a millisecond, and the other one makes ten calls
 * in the time of one of its. */
TEST(seeds_fill_the_stage_and_calls_even_the_time) {
    rig.settings.stage_time = 0.99e-3;
    rig.settings.max_seeds = 20;
    plan_fast_and_slow();
    assert_int_equal(plan.points[0].seeds, 5);
    assert_int_equal(cell(0, 1)->calls, 1);
    assert_int_equal(cell(0, 0)->calls, 10);
}

TEST(seeds_are_at_most_those_allowed_and_a_batch_has_its_share_of_the_stage) {
    rig.settings.stage_time = 8e-3;
    rig.settings.max_seeds = 4;
    plan_fast_and_slow();
    assert_int_equal(plan.points[0].seeds, 4);
    assert_int_equal(cell(0, 1)->calls, 10); /* 2 ms a batch */
    assert_int_equal(cell(0, 0)->calls, 100);
}

TEST(a_batch_is_long_enough_for_the_clock) {
    count_time();
    rig_add(&rig, "quick", fake_build("quick", "#define BEFORE_AXPY spin(1e-6)\n"));
    rig.settings.stage_time = 1e-9;
    assert_planned("axpy", "1");
    double batch = (double)cell(0, 0)->calls * cell(0, 0)->call_seconds;
    assert_float_equal(plan.shortest, 1000 * COUNTED_STEP, 1e-12);
    assert_true(batch >= 1.4 * plan.shortest);
}

/* Thread pools are started, buffers allocated, pages faulted in: once, which says nothing of the
 * calls to come. */
TEST(a_slow_first_call_does_not_pass_for_the_usual) {
    count_time();
    rig_add(&rig, "lazy",
            fake_build("lazy", "static int called;\n#define BEFORE_AXPY "
                               "spin(called++ ? 20e-6 : 50e-3)\n"));
    rig_add(&rig, "fast", fake_build("fast", FAST));
    rig.settings.stage_time = 4e-3;
    rig.settings.max_seeds = 4;
    assert_planned("axpy", "4");
    assert_true(counted_takes(cell(0, 0)->first_call, 50e-3, 10));
    assert_true(counted_takes(cell(0, 0)->call_seconds, 20e-6, 10));
    assert_int_equal(plan.points[0].seeds, 4);
    assert_int_equal(cell(0, 0)->calls, 50);
    assert_int_equal(cell(0, 1)->calls, 50);
}

TEST(right_answers_are_ok_whatever_the_order_of_sums) {
    rig_add(&rig, "right", fake_build("right", ""));
    assert_planned("axpy", "1,2,3,17,100,257");
    for (size_t p = 0; p < plan.count; p++) {
        assert_int_equal(cell(p, 0)->status, CELL_OK);
        assert_true(cell(p, 0)->differences.max <= cell(p, 0)->tolerance);
        assert_true(cell(p, 0)->first_call > 0);
    }
    assert_int_equal(rig.faults, 0);
}

TEST(an_answer_wrong_in_its_last_element_is_wrong_at_that_size_only) {
    rig_add(&rig, "wrong",
            fake_build("wrong", "#define AFTER_AXPY if (n == 17) y[16] *= 1 + 1e-12\n"));
    assert_planned("axpy", "16,17,18");
    assert_int_equal(cell(0, 0)->status, CELL_OK);
    assert_int_equal(cell(1, 0)->status, CELL_WRONG);
    assert_int_equal(cell(2, 0)->status, CELL_OK);
    assert_non_null(strstr(cell(1, 0)->fault, "n = 17"));
    assert_non_null(strstr(cell(1, 0)->fault, "wrong answer"));
    assert_true(cell(1, 0)->calls > 0); /* it is measured all the same */
    assert_int_equal(rig.faults, 1);
}

TEST(an_untouched_output_is_wrong) {
    rig_add(&rig, "idle", fake_compile("idle", "void dgemm_(void);\nvoid dgemm_(void) {}\n"));
    assert_planned("matrix_matrix_product", "1,10");
    assert_int_equal(cell(0, 0)->status, CELL_WRONG);
    assert_int_equal(cell(1, 0)->status, CELL_WRONG);
    assert_true(isinf(cell(0, 0)->differences.max));
    assert_true(isnan(cell(0, 0)->residual));
}

TEST(an_input_in_place_of_an_answer_is_wrong) {
    rig_add(&rig, "idle", fake_compile("idle_axpy", "void daxpy_(void);\nvoid daxpy_(void) {}\n"));
    assert_planned("axpy", "1,10");
    assert_int_equal(cell(0, 0)->status, CELL_WRONG);
    assert_int_equal(cell(1, 0)->status, CELL_WRONG);
}

TEST(nan_is_wrong) {
    rig_add(&rig, "nan", fake_build("no_number", "#define AFTER_DOT sum = NAN\n"));
    assert_planned("dot", "10");
    assert_int_equal(cell(0, 0)->status, CELL_WRONG);
}

TEST(a_tolerance_given_decides) {
    rig_add(&rig, "off", fake_build("off", "#define AFTER_AXPY y[0] += 0.5\n"));
    rig.settings.tolerance = 0.6;
    assert_planned("axpy", "10");
    assert_int_equal(cell(0, 0)->status, CELL_OK);
    assert_true(cell(0, 0)->tolerance == 0.6);
    assert_true(fabs(cell(0, 0)->differences.max - 0.5) < 1e-9);
}

TEST(one_that_hangs_twice_is_given_up) {
    rig_add(&rig, "hanging", fake_build("hanging", "#define BEFORE_AXPY for (;;) pause()\n"));
    rig_add(&rig, "right", fake_build("right", ""));
    rig.settings.timeout = 0.2;
    assert_planned("axpy", "1,2,3,4,5");
    assert_int_equal(cell(0, 0)->status, CELL_HUNG);
    assert_int_equal(cell(1, 0)->status, CELL_HUNG);
    for (size_t p = 2; p < 5; p++)
        assert_int_equal(cell(p, 0)->status, CELL_NOT_MEASURED);
    for (size_t p = 0; p < 5; p++)
        assert_int_equal(cell(p, 1)->status, CELL_OK);
    assert_int_equal(rig.faults, 3); /* two hangs, and that it is given up */
}

TEST(one_that_hangs_at_its_second_call_is_given_up_too) {
    rig_add(&rig, "second",
            fake_build("second_hanging", "static int called;\n#define BEFORE_AXPY "
                                         "while (called) pause(); called = 1\n"));
    rig.settings.timeout = 0.2;
    assert_planned("axpy", "1,2,3,4,5");
    assert_int_equal(cell(0, 0)->status, CELL_HUNG);
    assert_int_equal(cell(1, 0)->status, CELL_HUNG);
    for (size_t p = 2; p < 5; p++)
        assert_int_equal(cell(p, 0)->status, CELL_NOT_MEASURED);
}

TEST(one_that_crashes_at_a_size_goes_on_at_the_next) {
    rig_add(&rig, "crashing",
            fake_build("crashing_at_10", "#define BEFORE_AXPY if (n == 10) raise(SIGSEGV)\n"));
    rig_add(&rig, "exiting",
            fake_build("exiting_at_11", "#define BEFORE_AXPY if (n == 11) exit(0)\n"));
    assert_planned("axpy", "9,10,11,12");
    static const enum cell_status wanted[2][4] = {{CELL_OK, CELL_CRASHED, CELL_OK, CELL_OK},
                                                  {CELL_OK, CELL_OK, CELL_EXITED, CELL_OK}};
    for (size_t i = 0; i < 2; i++)
        for (size_t p = 0; p < 4; p++)
            assert_int_equal(cell(p, i)->status, wanted[i][p]);
    assert_int_equal(cell(1, 0)->calls, 0);
    assert_true(isnan(cell(1, 0)->first_call));
}

/* Three libraries, the first of them the reference, with the built-in one beside them. */
static void plan_with_reference(const char *reference) {
    struct err err = {""};
    rig_add(&rig, "reference", reference);
    rig_add(&rig, "right", fake_build("right", ""));
    rig_add(&rig, "nan", fake_build("axpy_nan", "#define AFTER_AXPY y[0] = (REAL)NAN\n"));
    rig_add(&rig, "builtin", rig.builtin);
    choose_design_points("axpy", "10");
    rig_pool(&rig, &pool, "axpy", 'd', 1, ARENA_BYTES);
    assert_int_equal(
        plan_make(&plan, &pool, 3, 3, 0, &rig.settings, &design_points, 0, &rig.observer, &err), 0);
}

/* A reference in need of a trusted library itself certifies nobody. */
TEST(a_wrong_reference_is_not_believed) {
    plan_with_reference(fake_build("off", "#define AFTER_AXPY y[0] += 0.5\n"));
    assert_int_equal(cell(0, 0)->status, CELL_WRONG);
    assert_int_equal(cell(0, 1)->status, CELL_OK);
    assert_int_equal(cell(0, 2)->status, CELL_WRONG);
}

TEST(a_reference_that_crashes_or_gives_nan_certifies_nobody) {
    plan_with_reference(fake_build("crashing", "#define BEFORE_AXPY raise(SIGSEGV)\n"));
    assert_int_equal(cell(0, 0)->status, CELL_CRASHED);
    assert_int_equal(cell(0, 1)->status, CELL_OK);
    assert_int_equal(cell(0, 2)->status, CELL_WRONG);
}

TEST(a_right_reference_is_what_others_are_held_against) {
    plan_with_reference(fake_build("right", ""));
    assert_int_equal(cell(0, 0)->status, CELL_OK);
    assert_true(cell(0, 1)->differences.max == 0);
    assert_int_equal(cell(0, 2)->status, CELL_WRONG);
}

/* Without a trusted library the residual alone decides. */
TEST(the_residual_alone_decides_without_a_trusted_library) {
    struct err err = {""};
    rig_add(&rig, "right", fake_build("right", ""));
    rig_add(&rig, "wrong", fake_build("wrong_potrf", "#define AFTER_POTRF a[n * n - 1] += 1\n"));
    choose_design_points("cholesky", "1,2,17,100");
    rig_pool(&rig, &pool, "cholesky", 'd', 1, ARENA_BYTES);
    assert_int_equal(plan_make(&plan, &pool, 2, PLAN_NOBODY, PLAN_NOBODY, &rig.settings,
                               &design_points, 0, &rig.observer, &err),
                     0);
    for (size_t p = 0; p < 4; p++) {
        assert_int_equal(cell(p, 0)->status, CELL_OK);
        assert_int_equal(cell(p, 1)->status, CELL_WRONG);
        assert_true(isnan(cell(p, 0)->differences.max));
        assert_true(isnan(cell(p, 0)->tolerance));
    }
}

TEST(the_budget_leaves_sizes_out_and_names_the_first) {
    count_time();
    rig_add(&rig, "slow", fake_build("slow", SLOW));
    rig.settings.stage_time = 0.05;
    rig.settings.rounds = 5;
    assert_int_equal(planned_for("axpy", 'd', "1,2,3,4,5,6,7,8,9,10", 1.0), 0);
    assert_int_equal(plan.count, 2);
    assert_int_equal(plan.left_out, design_points.items[plan.count].size);
}

/* A library that is slow with two threads, and says how many it was told to have. */
#define SLOW_IN_PAIRS                                                                              \
    "#include <stdlib.h>\n"                                                                        \
    "#define BEFORE_AXPY spin(atoi(getenv(\"OMP_NUM_THREADS\")) > 1 ? 20e-3 : 20e-6)\n"

/* The second curve is a thousand times as slow: it is cut, and the first one is whole. */
TEST(an_expensive_curve_costs_the_others_nothing) {
    count_time();
    rig_add(&rig, "pairs", fake_build("pairs", SLOW_IN_PAIRS));
    rig.settings.stage_time = 1e-3;
    rig.settings.rounds = 5;
    rig_threads(&rig, "1,2");
    assert_int_equal(planned_for("axpy", 'd', "1,2,3,4,5,6,7,8,9,10", 1.2), 0);
    assert_int_equal(plan.points[9].design_point.threads, 1);
    assert_int_equal(plan.points[9].design_point.size, 10);
    assert_int_equal(plan.count, 16);
    assert_int_equal(plan.points[10].design_point.threads, 2);
    assert_int_equal(plan.points[10].design_point.size, 1);
    assert_int_equal(plan.cut_curves, 1);
    assert_int_equal(plan.left_out, plan.points[plan.count - 1].design_point.size + 1);
    assert_true(counted_takes(cell(9, 0)->call_seconds, 20e-6, 10) &&
                counted_takes(cell(10, 0)->call_seconds, 20e-3, 10));
}

/* Both are as expensive: the first one leaves the second one its half. */
TEST(every_curve_has_its_share_of_the_time) {
    count_time();
    rig_add(&rig, "slow", fake_build("slow", SLOW));
    rig.settings.stage_time = 0.05;
    rig.settings.rounds = 5;
    rig_threads(&rig, "1,2");
    size_t first = 0;
    assert_int_equal(planned_for("axpy", 'd', "1,2,3,4,5,6,7,8,9,10", 2.4), 0);
    while (first < plan.count && plan.points[first].design_point.threads == 1)
        first++;
    assert_int_equal(first, 3);
    assert_int_equal(plan.count, 6);
    assert_int_equal(plan.cut_curves, 2);
}

static int forecast_for(const char *action, const char *sizes, double seconds) {
    struct err err = {""};
    size_t count = rig.libraries.count;
    rig_add(&rig, "builtin", trusted);
    choose_design_points(action, sizes);
    rig_pool(&rig, &pool, action, 'd', 1, ARENA_BYTES);
    for (size_t i = 0; i <= count; i++)
        worker_pool_load(&pool, i, 1, &(enum cell_status){CELL_OK}, NULL);
    return plan_forecast(&plan, &pool, count, count, &rig.settings, &design_points, seconds,
                         &rig.observer, &err);
}

TEST(a_forecast_tries_what_it_has_time_for) {
    count_time();
    rig_add(&rig, "fast", fake_build("fast", FAST));
    rig_add(&rig, "slow", fake_build("slow", SLOW));
    assert_int_equal(forecast_for("axpy", "10,20,30", 30), 0);
    assert_int_equal(plan.count, 3);
    assert_int_equal(count_tried(), 3);
    for (size_t p = 0; p < 3; p++) {
        assert_true(counted_takes(cell(p, 1)->call_seconds, 200e-6, 10));
        assert_true(cell(p, 1)->call_wall >= 200e-6);
        assert_true(cell(p, 0)->turn_seconds >= 0);
        assert_true(counted_takes(plan.points[p].verify_seconds, 10e-6, 10));
    }
    assert_true(plan_forecast_planning(&plan, &rig.settings) > 6 * 200e-6);
    assert_int_equal(rig.faults, 0);
}

/* Without time not even the first size is tried, but a small one: 8 times the operations at twice
 * the size. */
TEST(beyond_that_it_follows_the_operations) {
    rig_add(&rig, "right", fake_build("right", ""));
    assert_int_equal(forecast_for("matrix_matrix_product", "200,400", 1e-9), 0);
    assert_int_equal(plan.count, 2);
    assert_int_equal(count_tried(), 0);
    double growth = cell(1, 0)->call_seconds / cell(0, 0)->call_seconds;
    assert_true(growth > 7.9 && growth < 8.1);
    assert_true(plan_forecast_planning(&plan, &rig.settings) > 2 * cell(1, 0)->call_seconds);
}

/* A million times the operations: the calls grow so, the emptying before each does not. */
TEST(emptying_the_caches_takes_the_same_at_every_size) {
    rig_add(&rig, "right", fake_build("right", ""));
    plan.eviction = (struct eviction){.bytes = 1 << 12, .seconds = 1e-6};
    assert_int_equal(forecast_for("axpy", "10,20,10000000", 1e-9), 0);
    assert_int_equal(count_tried(), 0);
    double calls = cell(2, 0)->call_seconds - cell(0, 0)->call_seconds;
    double walls = cell(2, 0)->call_wall - cell(0, 0)->call_wall;
    assert_true(calls > 0 && fabs(walls - calls) <= 1e-6 * calls);
}

TEST(a_forecast_survives_those_who_do_not) {
    rig_add(&rig, "crashing", fake_build("crashing", "#define BEFORE_AXPY raise(SIGSEGV)\n"));
    rig_add(&rig, "right", fake_build("right", ""));
    assert_int_equal(forecast_for("axpy", "10,20", 30), 0);
    for (size_t p = 0; p < 2; p++) {
        assert_int_equal(cell(p, 0)->status, CELL_CRASHED);
        assert_int_equal(cell(p, 1)->status, CELL_OK);
        assert_true(plan_point_seconds(&plan, &plan.points[p]) > 0);
    }
}

/* With a time to keep it is known what a turn takes beside its calls. */
TEST(a_plan_in_time_knows_the_cost_of_turns) {
    count_time();
    rig_add(&rig, "slow", fake_build("slow", SLOW));
    rig.settings.time = 5;
    assert_planned("axpy", "4,5");
    for (size_t p = 0; p < 2; p++) {
        assert_true(cell(p, 0)->call_wall >= 200e-6);
        assert_true(plan_turn_seconds(&plan, cell(p, 0)) >=
                    (double)cell(p, 0)->calls * cell(p, 0)->call_wall);
    }
}

TEST(every_curve_is_foretold) {
    count_time();
    rig_add(&rig, "pairs", fake_build("pairs", SLOW_IN_PAIRS));
    rig_threads(&rig, "1,2");
    assert_int_equal(forecast_for("axpy", "10,20", 30), 0);
    assert_int_equal(count_tried(), 4);
    assert_true(counted_takes(cell(1, 0)->call_seconds, 20e-6, 10) &&
                counted_takes(cell(2, 0)->call_seconds, 20e-3, 10));
    assert_string_equal(plan.points[3].where, "n = 20, 2 threads");
}

/* The second curve is cut as plan_make would cut it, to its first point. */
TEST(what_a_budget_leaves_out_is_foretold) {
    count_time();
    rig_add(&rig, "pairs", fake_build("pairs", SLOW_IN_PAIRS));
    rig.settings.stage_time = 1e-3;
    rig_threads(&rig, "1,2");
    assert_int_equal(forecast_for("axpy", "10,20,30", 30), 0);
    plan_forecast_cut(&plan, &rig.settings, 1000);
    assert_int_equal(plan.count, 6);
    for (size_t p = 3; p < 6; p++)
        plan.points[p].cells[0].call_seconds = plan.points[p].cells[0].call_wall = 1000;
    plan_forecast_cut(&plan, &rig.settings, 1000);
    assert_int_equal(plan.count, 4);
    assert_int_equal(plan.points[3].design_point.threads, 2);
    assert_int_equal(plan.left_out, 20);
    assert_int_equal(plan.cut_curves, 1);
}

static void stop_when_told(struct rig *r, const struct progress *progress) {
    if (progress->design_point->size == 3)
        r->stop = 1;
}

TEST(an_interruption_leaves_the_points_before_it) {
    rig_add(&rig, "right", fake_build("right", ""));
    rig.watch = stop_when_told;
    assert_int_equal(planned_for("axpy", 'd', "1,2,3,4", 0), ERR_INTERRUPTED);
    assert_int_equal(plan.count, 2);
    assert_int_equal(plan.points[1].design_point.size, 2);
}

TEST(nobody_left_is_no_trouble) {
    rig_add(&rig, "exiting", fake_build("exiting", "#define BEFORE_AXPY exit(0)\n"));
    assert_planned("axpy", "1,2,3");
    for (size_t p = 0; p < 3; p++)
        assert_int_equal(cell(p, 0)->status, CELL_EXITED);
    assert_true(plan_point_seconds(&plan, &plan.points[0]) == 0);
}

TEST(a_trial_is_given_its_time_whatever_the_timeout) {
    struct settings settings = SETTINGS_DEFAULT;
    struct cell cell = {.calls = 1, .call_seconds = 1e-9, .call_whole = 1e-9, .turn_seconds = 0.25};
    struct point point = {.seeds = 1, .cells = &cell};
    struct plan trials = {.points = &point, .count = 1, .library_count = 1, .trial = 10};
    assert_true(plan_turn_limit(&trials, &settings, &point, &cell) == 10 + 5 + 20 * 0.25);
    settings.timeout = 1;
    assert_true(plan_turn_limit(&trials, &settings, &point, &cell) == 10 + 1 + 2 * 0.25);
    trials.trial = 0; /* of calls: twice what a turn takes, and half as much for warming up */
    double turn = plan_turn_seconds(&trials, &cell);
    assert_true(plan_turn_limit(&trials, &settings, &point, &cell) == 1 + 2 * 2 * turn);
}

/* They last so long with the interruptions, and shorter ones are left as they are. */
TEST(batches_last_whole_periods_of_interruptions) {
    struct cell cell = {.call_seconds = 1e-6};
    struct point point = {.seeds = 1, .cells = &cell};
    struct plan interrupted = {.points = &point,
                               .count = 1,
                               .library_count = 1,
                               .interruptions = {.share = 0.05, .rate = 1000, .period = 1e-3}};
    static const struct {
        double wanted;
        int64_t calls;
    } batches[] = {{3.75e-3, 3800}, {0.9e-3, 950}, {1.4e-3, 950}, {0.4e-3, 400}};
    for (size_t i = 0; i < sizeof batches / sizeof *batches; i++) {
        plan_set_batch(&interrupted, &point, batches[i].wanted);
        assert_int_equal(cell.calls, batches[i].calls);
    }
}

/* Where an action times a part of its calls, batches are sized by that, and last as long as all. */
TEST(time_is_that_of_whole_calls_and_batches_are_of_what_is_timed) {
    struct settings settings = SETTINGS_DEFAULT;
    struct cell cell = {.call_seconds = 1e-6, .call_whole = 8e-6, .turn_seconds = 0.25};
    struct point point = {.seeds = 1, .cells = &cell};
    struct plan parts = {.points = &point, .count = 1, .library_count = 1};
    plan_set_batch(&parts, &point, 1e-3);
    assert_int_equal(cell.calls, 1000);
    assert_float_equal(plan_turn_seconds(&parts, &cell), 0.25 + 1000 * 1.5 * 8e-6, 1e-12);
    parts.eviction = (struct eviction){.bytes = 1 << 20, .seconds = 2e-6};
    assert_float_equal(plan_turn_seconds(&parts, &cell), 0.25 + 1000 * (8e-6 + 2e-6), 1e-12);
    plan_set_batch(&parts, &point, 1e-3);
    assert_int_equal(cell.calls, 100);
    cell.call_wall = 20e-6;
    assert_float_equal(plan_turn_seconds(&parts, &cell), 0.25 + 100 * 20e-6, 1e-12);
    assert_true(plan_turn_limit(&parts, &settings, &point, &cell) > 0.25);
}
