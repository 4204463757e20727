/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <signal.h>

#include "collect/session/job_plan.h"
#include "collect/job/job.h"
#include "collect/harness/clock.h"
#include "collect/session/session.h"
#include "tests/collect/clocks.h"
#include "tests/collect/fake.h"
#include "tests/collect/limits.h"
#include "tests/collect/rig.h"
#include "tests/collect/counted.h"
#include "tests/test.h"

static struct rig rig;
static struct job job;
static struct plan plan;
static struct settings chosen;

/* Each question takes a millisecond, and to start a worker twenty more. */
static int pass(const struct wire_load *load, int64_t size, uint32_t kind) {
    (void)load, (void)size;
    clocks_pass(kind == WIRE_LOAD ? 21e-3 : 1e-3);
    return 0;
}

/* On clocks that only these tests move. All libraries spin, the trusted one too. */
static int begin(void **state) {
    (void)state;
    rig_begin(&rig);
    counted_begin(&rig);
    snprintf(rig.builtin, sizeof rig.builtin, "%s",
             fake_build("trusted", "#define BEFORE_AXPY spin(2e-6)\n"));
    clocks_stop();
    limits_leave(pass);
    job = (struct job){0};
    plan = (struct plan){0};
    return 0;
}

static int end(void **state) {
    (void)state;
    clocks_go();
    limits_leave(NULL);
    plan_release(&plan);
    session_release(&job);
    rig_end(&rig);
    return rig_is_childless() ? 0 : -1;
}

/* A job of the rig's libraries, which must end in so many seconds. */
static struct session prepared(const char *action, const char *sizes, double seconds) {
    struct err err = {""};
    struct session session = rig_session(&rig);
    if (sizes)
        rig_sizes(&rig, sizes);
    rig.settings.time = seconds;
    if (session_prepare(&session, rig_action(action), NULL, &job, &err))
        fail_msg("%s", err.message);
    session.until = wall_clock_now() + seconds;
    chosen = rig.settings;
    return session;
}

static void make(const struct session *session) {
    struct err err = {""};
    if (job_plan_make(session, &job, &chosen, &plan, &err))
        fail_msg("%s", err.message);
}

static double rounds_seconds(void) {
    return (double)chosen.rounds * plan_round_seconds(&plan);
}

EACH_TEST(begin, end);
ALL_TESTS(fake_set_up, fake_tear_down);

TEST(the_plan_fills_the_time_and_says_how) {
    rig_add(&rig, "right", fake_build("right", "#define BEFORE_AXPY spin(1e-6)\n"));
    rig_add(&rig, "builtin", rig.builtin);
    struct session session = prepared("axpy", "10,100", 30);
    make(&session);
    assert_int_equal(plan.count, 2);
    assert_true(chosen.rounds >= 5);
    assert_true(plan.slowdown == 1);
    assert_true(rounds_seconds() > 27 && rounds_seconds() <= 30);
    assert_float_equal(plan.start_seconds, 3 * 21e-3, 1e-6);
    assert_non_null(strstr(rig.notes, "axpy: 2 sizes, "));
    assert_int_equal(rig.settings.rounds, 2); /* the session's own stay */
}

TEST(without_a_time_the_settings_decide) {
    rig_add(&rig, "right", fake_build("right", "#define BEFORE_AXPY spin(1e-6)\n"));
    struct session session = prepared("axpy", "10,100", 0);
    make(&session);
    assert_int_equal(chosen.rounds, rig.settings.rounds);
    assert_int_equal(chosen.max_seeds, rig.settings.max_seeds);
    assert_non_null(strstr(rig.notes, "axpy: 2 rounds take about "));
}

/* A call of 50 ms at every size, at least three rounds of it: in half a second not even a few. */
TEST(default_sizes_are_as_many_as_fit) {
    rig_add(&rig, "slow", fake_build("sluggish", "#define BEFORE_AXPY spin(50e-3)\n"));
    rig.settings.sizes_wanted = SIZES_THINNED;
    struct session session = prepared("axpy", NULL, 0.5);
    make(&session);
    assert_int_equal(plan.count, 1);
    assert_int_equal(plan.left_out, job.design_points.items[plan.count].size);
    assert_non_null(strstr(rig.notes, "left out"));
}

TEST(what_cannot_end_in_time_is_told_and_planned_all_the_same) {
    rig_add(&rig, "slow", fake_build("sluggish", "#define BEFORE_AXPY spin(50e-3)\n"));
    struct session session = prepared("axpy", "1,2,3", 0.1);
    make(&session);
    assert_int_equal(plan.count, 3);
    assert_true(chosen.rounds >= 3); /* more if turns were slow when tried: it may become quiet */
    const char *told = "axpy: --time 0.1 is not enough for 3 rounds of 3 sizes × 1 library: about ";
    const char *first = strstr(rig.notes, told);
    assert_non_null(first);
    assert_null(strstr(first + 1, told)); /* once */
}

static size_t count_tried(void) {
    size_t count = 0;
    for (size_t p = 0; p < plan.count; p++)
        count += (size_t)plan.points[p].is_tried;
    return count;
}

TEST(a_forecast_needs_no_answers) {
    struct err err = {""};
    struct job_plan_outlook outlook;
    rig_add(
        &rig, "wrong",
        fake_build("wrong_axpy", "#define BEFORE_AXPY spin(1e-6)\n#define AFTER_AXPY y[0] += 1\n"));
    rig_add(&rig, "right", fake_build("right", "#define BEFORE_AXPY spin(1e-6)\n"));
    struct session session = prepared("axpy", "10,100", 20);
    assert_int_equal(job_plan_forecast(&session, &job, 5, 20, &chosen, &plan, &outlook, &err), 0);
    assert_int_equal(count_tried(), 2);
    assert_true(outlook.planning > 0 && outlook.rounds > 18);
    assert_true(outlook.planning + outlook.rounds <= 20.02);
    assert_int_equal(rig.faults, 0);
}

TEST(the_reference_is_measured_twice_beside_another_library) {
    rig_add(&rig, "right", fake_build("right", "#define BEFORE_AXPY spin(1e-6)\n"));
    rig_add(&rig, "builtin", rig.builtin);
    struct session session = prepared("axpy", "10", 0);
    assert_true(participants_want_control(session.settings, &job));
    rig.settings.without_control = 1;
    assert_false(participants_want_control(session.settings, &job));
    rig.settings.without_control = 0;
    job.candidate_count = 1;
    assert_false(participants_want_control(session.settings, &job));
    job.candidate_count = 2;
}

static char told[600];

static void keep_line(struct observer *observer, enum note_kind kind, const char *line) {
    (void)observer, (void)kind;
    snprintf(told, sizeof told, "%s", line);
}

TEST(doubtful_settings_are_told_with_a_better_one) {
    struct observer observer = {keep_line, NULL};
    rig_add(&rig, "right", fake_build("right", "#define BEFORE_AXPY spin(1e-6)\n"));
    struct session session = prepared("axpy", "1,100000", 0);
    make(&session);
    const double call = 1e-8;
    plan.points[0].cells[0].call_seconds = call;
    plan.points[1].cells[0].call_seconds = 1e-4;
    session.observer = &observer;
    told[0] = '\0';
    job_notes_doubts(&session, &job, &plan, NAN);
    job_notes_doubts(&session, &job, &plan, call / 1000);
    assert_string_equal(told, "");
    job_notes_doubts(&session, &job, &plan, call / 10);
    assert_non_null(strstr(told, "more than 1 % of some calls"));
    assert_non_null(strstr(told, "larger --sizes"));
    plan.eviction.bytes = 1 << 20;
    plan.shortest = 2 * call;
    job_notes_doubts(&session, &job, &plan, NAN);
    assert_non_null(strstr(told, "up to n = 1 some are shorter"));
}
