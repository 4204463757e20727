/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <signal.h>
#include <stdlib.h>

#include "collect/harness/clock.h"
#include "collect/session/session.h"
#include "collect/job/job.h"
#include "collect/session/resumption.h"
#include "tests/collect/fake.h"
#include "tests/collect/rig.h"
#include "tests/test.h"

static struct rig rig;
static struct session session;
static struct run *run;
static struct job job;
static struct err err;

static int begin(void **state) {
    (void)state;
    rig_begin(&rig);
    rig_sizes(&rig, "5,50");
    session = rig_session(&rig);
    run = run_new();
    run->name = strdup("run_000007");
    job = (struct job){0};
    err = (struct err){""};
    return 0;
}

static int end(void **state) {
    (void)state;
    run_free(run);
    session_release(&job);
    rig_end(&rig);
    return rig_is_childless() ? 0 : -1;
}

static void prepare(const struct measurement *begun) {
    session_release(&job);
    if (session_prepare(&session, rig_action("axpy"), begun, &job, &err))
        fail_msg("%s", err.message);
}

static void stop_in_the_second_round(struct rig *r, const struct progress *progress) {
    if (strstr(progress->stage, "round 2") && progress->design_point->size == 50)
        r->stop = 1;
}

/* A run of two libraries and the control, interrupted. */
static struct measurement *interrupted(void) {
    rig_add(&rig, "builtin", rig.builtin);
    rig_add(&rig, "other", fake_build("other", ""));
    environment_describe(&run->facts);
    assert_int_equal(calibrate_harness(&session, run, &err), 0);
    prepare(NULL);
    rig.watch = stop_in_the_second_round;
    assert_int_equal(session_measure(&session, &job, run, &err), ERR_INTERRUPTED);
    rig.stop = 0;
    rig.watch = NULL;
    return &run->measurements[0];
}

static int check(void) {
    rig.notes[0] = '\0';
    prepare(run_find(run, "axpy"));
    return resumption_check(&session, &job, 1, run, &err);
}

EACH_TEST(begin, end);
ALL_TESTS(fake_set_up, fake_tear_down);

TEST(where_nothing_changed_a_run_goes_on) {
    interrupted();
    if (check())
        fail_msg("%s", err.message);
    assert_string_equal(rig.notes, "");
}

TEST(another_machine_is_refused) {
    interrupted();
    facts_set_text(&run->facts, FACT_CPU, "Abacus");
    facts_set_text(&run->facts, "kernel", "Linux 0.01");
    assert_int_equal(check(), ERR_FAILED);
    assert_non_null(strstr(err.message, "run_000007 cannot go on here"));
    assert_non_null(strstr(err.message, "cpu_model was Abacus and is "));
    assert_non_null(strstr(err.message, ", and 1 more; "));
    assert_non_null(strstr(rig.notes, "kernel was Linux 0.01 and is "));
}

TEST(another_library_of_that_name_is_refused) {
    struct measurement *m = interrupted();
    facts_set_text(&m->series[1].facts, "build_id", "0123");
    assert_int_equal(check(), ERR_FAILED);
    assert_non_null(strstr(err.message, "other: build_id was 0123 and is "));
}

TEST(a_library_more_or_less_is_refused) {
    interrupted();
    rig_add(&rig, "third", rig.builtin);
    assert_int_equal(check(), ERR_FAILED);
    assert_non_null(strstr(err.message, "axpy: libraries were builtin, other, builtin.control and "
                                        "are builtin, other, third, builtin.control"));
}

TEST(what_was_not_begun_is_not_compared) {
    interrupted();
    session_release(&job);
    assert_int_equal(session_prepare(&session, rig_action("dot"), NULL, &job, &err), 0);
    assert_int_equal(resumption_check(&session, &job, 1, run, &err), 0);
}

TEST(an_action_that_counts_otherwise_is_refused) {
    struct measurement *m = interrupted();
    assert_true(m->flops[1] == 100);
    m->flops[1] = 50;
    assert_int_equal(check(), ERR_FAILED);
    assert_non_null(
        strstr(err.message, "axpy: flops of a call were 50 and are 100, at n = 50; undo that"));
}

TEST(what_an_earlier_version_did_not_record_is_added) {
    struct measurement *m = interrupted();
    free(m->flops);
    m->flops = NULL;
    m->bytes[0] = NAN;
    assert_int_equal(check(), 0);
    assert_null(m->flops);
    assert_int_equal(resumption_add_terms(&job, 1, run, &err), 0);
    assert_true(m->flops[0] == 10 && m->flops[1] == 100);
    assert_true(m->bytes[0] == 120 && m->bytes[1] == 1200);
}

TEST(sizes_and_arena_are_those_of_before) {
    struct measurement *m = interrupted();
    size_t arena = job.arena_bytes;
    assert_int_equal(facts_find(&m->facts, "arena_bytes")->integer, arena);
    rig_sizes(&rig, "7");
    facts_set_integer(&m->facts, "arena_bytes", (int64_t)arena + 4096);
    prepare(m);
    assert_int_equal(job.design_points.count, 2);
    assert_int_equal(job.design_points.items[1].size, 50);
    assert_int_equal(job.arena_bytes, arena + 4096);
}

/* Two numbers of threads and two values of a parameter, begun, interrupted, and gone on with. */
TEST(combinations_are_those_of_before_in_their_order) {
    static const struct bench_parameter strides[] = {{"stride", "", 1}, {0}};
    struct bench_action strided = *actions_find("axpy");
    strided.parameters = strides;
    rig_add(&rig, "builtin", rig.builtin);
    rig_threads(&rig, "1,2");
    rig_parameter(&rig, "stride=1,8");
    rig.settings.rounds = 3;
    session.conditions = rig.conditions;
    assert_int_equal(session_prepare(&session, rig_info(&strided), NULL, &job, &err), 0);
    rig.watch = stop_in_the_second_round;
    assert_int_equal(session_measure(&session, &job, run, &err), ERR_INTERRUPTED);
    rig.stop = 0;
    rig.watch = NULL;
    struct measurement *m = &run->measurements[0];
    char *orders = strdup(facts_text(&m->facts, "thread_orders", ""));
    assert_int_equal(m->points, 8);
    settings_release(&rig.settings); /* what was measured counts, not what would be now */
    rig_threads(&rig, "1,2");
    session_release(&job);
    assert_int_equal(session_prepare(&session, rig_info(&strided), m, &job, &err), 0);
    assert_int_equal(job.design_points.count, 8);
    for (size_t p = 0; p < 8; p++) {
        const struct design_point expected = {p % 2 ? 50 : 5, {p / 2 % 2 ? 8 : 1}, p < 4 ? 1 : 2};
        assert_true(design_points_are_equal(&job.design_points.items[p], &expected));
    }
    assert_int_equal(session_measure(&session, &job, run, &err), 0);
    assert_string_equal(facts_text(&m->facts, "thread_orders", ""), orders);
    for (size_t p = 0; p < 8; p++)
        for (size_t r = 0; r < m->rounds; r++)
            assert_false(isnan(m->series[0].seconds[measurement_index(m, p, r, 0)]));
    free(orders);
}

TEST(more_threads_than_were_asked_for_are_refused) {
    rig_threads(&rig, "1,2");
    session.conditions = rig.conditions;
    struct measurement *m = interrupted();
    session_release(&job);
    for (size_t p = 0; p < m->points; p++)
        m->parameters[0].values[p] += 1;
    assert_int_equal(session_prepare(&session, rig_action("axpy"), m, &job, &err), ERR_DAMAGED);
    assert_string_equal(err.message, "axpy has points of 3 threads, where 2 were asked for; "
                                     "measure a new run instead");
}

TEST(a_precision_has_room_again_unless_it_was_reached) {
    struct measurement *m = interrupted();
    size_t rounds = m->rounds;
    assert_int_equal(resumption_make_room(&session, run, &err), 0);
    assert_int_equal(m->rounds, rounds);
    rig.settings.precision = 0.01;
    facts_set_text(&m->facts, "rounds_ended_by", "precision");
    assert_int_equal(resumption_make_room(&session, run, &err), 0);
    assert_int_equal(m->rounds, rounds);
    m->facts.count--;
    assert_int_equal(resumption_make_room(&session, run, &err), 0);
    assert_int_equal(m->rounds, PRECISION_MOST_ROUNDS);
    m->facts.count++;
}

/* An older version made a number of rounds that was fixed. */
TEST(rounds_that_are_added_by_default_have_room_if_the_run_was_begun_so) {
    struct measurement *m = interrupted();
    size_t rounds = m->rounds;
    session.begin = wall_clock_now();
    rig.settings.detectable = SETTINGS_DETECTABLE;
    facts_set_real(&m->facts, FACT_ROUND_SECONDS, 0.01);
    assert_int_equal(resumption_make_room(&session, run, &err), 0);
    assert_int_equal(m->rounds, rounds);
    facts_set_real(&m->facts, FACT_DETECTABLE_TARGET, SETTINGS_DETECTABLE);
    assert_int_equal(resumption_make_room(&session, run, &err), 0);
    assert_int_equal(m->rounds, PRECISION_MOST_ROUNDS);
}
