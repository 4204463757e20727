/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Going on after an interruption. */
#include <signal.h>
#include <time.h>

#include "tests/collect/measuring.h"
#include "tests/collected_series.h"
#include "tests/test.h"

static size_t turns_seen, turns_allowed;

static void stop_after_some_turns(struct rig *r, const struct progress *progress) {
    (void)progress;
    r->stop = ++turns_seen > turns_allowed;
}

static struct measurement *measured_at_once(void) {
    struct measurement *whole;
    rig.watch = NULL;
    rig.stop = 0;
    size_t other = (size_t)(m - run->measurements);
    m = run_add_measurement(run, "whole", plan.count, rig.settings.rounds, SEEDS, NULL);
    for (size_t i = 0; i < setup.participant_count; i++)
        collected_series(m, run->measurements[other].series[i].name);
    assert_int_equal(measured(), 0);
    whole = m;
    m = &run->measurements[other];
    return whole;
}

/* Interrupted again and again after EACH turns, it ends as one that never was: every sample is
 * there, with the place in the order that it would have had. Those that were there stay as they
 * are, but at the one seed that was cut short. */
static void assert_goes_on(size_t each) {
    size_t size, changed, times = 0;
    turns_allowed = each;
    rig.watch = stop_after_some_turns;
    turns_seen = 0;
    int status = measured();
    while (status == ERR_INTERRUPTED) {
        size = measurement_elements(m, PER_SAMPLE);
        double *before = malloc(size * sizeof *before);
        memcpy(before, m->series[0].seconds, size * sizeof *before);
        turns_seen = 0;
        status = measured_on();
        changed = 0;
        for (size_t k = 0; k < size; k++)
            changed += !isnan(before[k]) && before[k] != m->series[0].seconds[k];
        assert_true(changed <= (rig.settings.schedule == SCHEDULE_INTERLEAVED));
        free(before);
        times++;
    }
    assert_true(times > 1);
    const struct measurement *whole = measured_at_once();
    for (size_t i = 0; i < setup.participant_count; i++)
        for (size_t k = 0; k < measurement_elements(m, PER_SAMPLE); k++) {
            assert_false(isnan(m->series[i].seconds[k]));
            assert_int_equal(m->series[i].order[k], whole->series[i].order[k]);
        }
}

EACH_TEST(measuring_begin, measuring_end);

TEST(an_interrupted_measurement_goes_on_where_it_was) {
    rig_add(&rig, "one", rig.builtin);
    rig_add(&rig, "two", rig.builtin);
    plan_by_hand("axpy", 3);
    add_control();
    assert_goes_on(13);
    assert_uint_in_range(m->series[0].unsteady[0], 0, (int64_t)(m->rounds * SEEDS));
}

TEST(a_blocked_one_goes_on_too) {
    rig_add(&rig, "one", rig.builtin);
    rig_add(&rig, "two", rig.builtin);
    rig.settings.schedule = SCHEDULE_BLOCKED;
    plan_by_hand("axpy", 2);
    assert_goes_on(13);
}

TEST(several_numbers_of_threads_go_on_too) {
    rig_add(&rig, "one", rig.builtin);
    rig_add(&rig, "two", rig.builtin);
    plan_with_threads(1);
    assert_goes_on(13);
}

TEST(blocked_ones_too) {
    rig_add(&rig, "one", rig.builtin);
    rig_add(&rig, "two", rig.builtin);
    rig.settings.schedule = SCHEDULE_BLOCKED;
    plan_with_threads(1);
    assert_goes_on(13);
}

static size_t begun;

static void note_rounds(struct rig *r, const struct progress *progress) {
    (void)r;
    begun |= strstr(progress->stage, "round 1") ? 1 : 2;
}

TEST(rounds_that_are_there_are_not_begun) {
    struct keeper keeper = {.put = count_put};
    rig_add(&rig, "one", rig.builtin);
    plan_by_hand("axpy", 3);
    rig.watch = stop_in_the_second_round;
    assert_int_equal(measured(), ERR_INTERRUPTED);
    setup.keeper = &keeper;
    memset(given, 0, sizeof given);
    begun = 0;
    rig.watch = note_rounds;
    assert_int_equal(measured_on(), 0);
    assert_int_equal(begun, 2);
    for (size_t p = 0; p < 3; p++) {
        assert_int_equal(given[p][0], 0);
        assert_int_equal(given[p][1], p > 0);
    }
    begun = 0;
    assert_int_equal(measured_on(), 0);
    assert_int_equal(begun, 0);
}

TEST(a_library_that_died_is_not_tried_again) {
    rig_add(&rig, "one", rig.builtin);
    rig_add(&rig, "two", rig.builtin);
    plan_by_hand("axpy", 2);
    rig.watch = stop_in_the_second_round;
    assert_int_equal(measured(), ERR_INTERRUPTED);
    m->series[1].status[1] = CELL_CRASHED;
    rig.watch = NULL;
    assert_int_equal(measured_on(), 0);
    assert_int_equal(count_samples(&m->series[0], 1, 1), SEEDS);
    assert_int_equal(count_samples(&m->series[1], 1, 1), 0);
    assert_int_equal(m->series[1].status[1], CELL_CRASHED);
}

/* As after a kill: of its fate the archive has no more than the cells that were kept. */
TEST(one_that_was_given_up_is_not_tried_again) {
    rig_add(&rig, "one", rig.builtin);
    rig_add(&rig, "two", rig.builtin);
    plan_by_hand("axpy", 4);
    rig.watch = stop_in_the_second_round;
    assert_int_equal(measured(), ERR_INTERRUPTED);
    m->series[1].status[0] = m->series[1].status[1] = CELL_HUNG;
    rig.watch = NULL;
    assert_int_equal(measured_on(), 0);
    assert_int_equal(count_samples(&m->series[0], 3, 1), SEEDS);
    assert_int_equal(count_samples(&m->series[1], 3, 1), 0);
    assert_int_equal(m->series[1].status[3], CELL_HUNG);
    assert_int_equal(rig.faults, 1);
    assert_non_null(strstr(facts_text(&m->series[1].facts, "faults", ""), "given up"));
}
