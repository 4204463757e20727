/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <signal.h>
#include <time.h>

#include "collect/job/disturbance.h"
#include "collect/harness/clock.h"
#include "tests/collect/fake.h"
#include "tests/collect/limits.h"
#include "tests/collect/measuring.h"
#include "tests/collect/counted.h"
#include "tests/collected_series.h"
#include "tests/test.h"

EACH_TEST(measuring_begin, measuring_end);
ALL_TESTS(fake_set_up, fake_tear_down);

TEST(everything_planned_is_measured) {
    counted_begin(&rig);
    rig_add(&rig, "one", fake_build("one", "#define BEFORE_AXPY spin(1e-6)\n"));
    rig_add(&rig, "two", fake_build("two", "#define BEFORE_AXPY spin(3e-6)\n"));
    plan_by_hand("axpy", 2);
    assert_int_equal(measured(), 0);
    assert_int_equal(m->sizes[1], 20);
    assert_int_equal(m->seeds[1], SEEDS);
    for (size_t i = 0; i < 2; i++) {
        const struct series *s = &m->series[i];
        for (size_t k = 0; k < measurement_elements(m, PER_SAMPLE); k++) {
            assert_true(counted_takes(s->seconds[k], i ? 3e-6 : 1e-6, 2));
            assert_true(s->preemptions[k] >= 0);
            assert_true(s->run_delay[k] >= 0);
            assert_uint_in_range(s->attempts[k], 1, DISTURBANCE_ATTEMPTS);
            assert_uint_in_range(s->disturbed[k], 0, 1);
        }
        for (size_t p = 0; p < 2; p++) {
            assert_int_equal(s->status[p], CELL_OK);
            assert_int_equal(s->calls[p], 50);
            assert_int_equal(s->copies[p], 0);
            assert_true(s->unsteady[p] >= 0 && s->unsteady[p] <= (int64_t)(m->rounds * SEEDS));
        }
    }
}

TEST(copies_are_recorded_where_input_is_renewed) {
    rig_add(&rig, "one", rig.builtin);
    plan_by_hand("cholesky", 1);
    assert_int_equal(measured(), 0);
    assert_uint_in_range(m->series[0].copies[0], 1, m->series[0].calls[0]);
}

TEST(everybody_has_every_turn_and_places_are_balanced) {
    for (int i = 0; i < 3; i++)
        rig_add(&rig, (char[]){(char)('a' + i), '\0'}, rig.builtin);
    plan_by_hand("axpy", 2);
    assert_int_equal(measured(), 0);
    for (size_t p = 0; p < 2; p++)
        for (size_t r = 0; r < m->rounds; r++) {
            int places[3][3] = {{0}};
            for (size_t k = 0; k < SEEDS; k++) {
                int seen = 0;
                for (int i = 0; i < 3; i++) {
                    int64_t turn = m->series[i].order[measurement_index(m, p, r, k)];
                    assert_uint_in_range(turn, 0, 2);
                    seen |= 1 << turn;
                    places[i][turn]++;
                }
                assert_int_equal(seen, 7);
            }
            for (int i = 0; i < 3; i++)
                for (int t = 0; t < 3; t++)
                    assert_int_equal(places[i][t], SEEDS / 3);
        }
}

TEST(fewer_seeds_leave_the_rest_undefined) {
    rig_add(&rig, "one", rig.builtin);
    plan_by_hand("axpy", 1);
    plan.points[0].seeds = 2;
    assert_int_equal(measured(), 0);
    assert_int_equal(m->seeds[0], 2);
    assert_int_equal(count_samples(&m->series[0], 0, 0), 2);
    size_t third = measurement_index(m, 0, 0, 2);
    assert_true(isnan(m->series[0].seconds[third]));
    assert_int_equal(m->series[0].order[third], -1);
}

TEST(each_round_has_workers_of_its_own) {
    char lines[512], text[16] = "";
    snprintf(lines, sizeof lines,
             "__attribute__((constructor)) static void count(void);\n"
             "#include <stdio.h>\n"
             "static void count(void) { FILE *f = fopen(\"%s/starts\", \"a\"); fputc('x', f); "
             "fclose(f); }\n",
             fake_folder);
    rig.settings.rounds = 3;
    rig_add(&rig, "counting", fake_build("counting", lines));
    plan_by_hand("axpy", 2);
    assert_int_equal(measured(), 0);
    snprintf(lines, sizeof lines, "%s/starts", fake_folder);
    FILE *file = fopen(lines, "r");
    assert_non_null(fgets(text, sizeof text, file));
    fclose(file);
    assert_string_equal(text, "xxx");
}

TEST(what_failed_in_planning_is_not_measured) {
    rig_add(&rig, "one", rig.builtin);
    rig_add(&rig, "two", rig.builtin);
    plan_by_hand("axpy", 2);
    plan.points[0].cells[0].status = CELL_CRASHED;
    plan.points[1].cells[1].status = CELL_WRONG;
    snprintf(plan.points[0].cells[0].fault, sizeof plan.points[0].cells[0].fault, "a reason");
    plan.points[1].cells[1].residual = 77;
    assert_int_equal(measured(), 0);
    assert_int_equal(count_samples(&m->series[0], 0, 0), 0);
    assert_int_equal(m->series[0].status[0], CELL_CRASHED);
    assert_int_equal(m->series[0].status[1], CELL_OK);
    assert_int_equal(m->series[1].status[1], CELL_WRONG);
    assert_int_equal(count_samples(&m->series[1], 1, 1), SEEDS);
    assert_string_equal(facts_text(&m->series[0].facts, "faults", ""), "a reason");
    assert_true(m->series[1].residual[1] == 77);
}

TEST(a_death_in_a_batch_costs_the_rest_of_that_cell_only) {
    rig_add(&rig, "right", fake_build("right", ""));
    rig_add(&rig, "crashing",
            fake_build("crashing_later", "static int called;\n#define BEFORE_AXPY if "
                                         "(n == 10 && called++ == 200) "
                                         "raise(SIGSEGV)\n"));
    plan_by_hand("axpy", 2);
    assert_int_equal(measured(), 0);
    assert_int_equal(m->series[1].status[0], CELL_CRASHED);
    assert_int_equal(m->series[1].status[1], CELL_OK);
    assert_uint_in_range(count_samples(&m->series[1], 0, 0), 0, SEEDS - 1);
    assert_int_equal(count_samples(&m->series[1], 0, 1), 0);
    for (size_t r = 0; r < m->rounds; r++) {
        assert_int_equal(count_samples(&m->series[1], 1, r), SEEDS);
        assert_int_equal(count_samples(&m->series[0], 0, r), SEEDS);
        assert_int_equal(count_samples(&m->series[0], 1, r), SEEDS);
    }
    assert_int_equal(rig.faults, 1);
    assert_non_null(strstr(facts_text(&m->series[1].facts, "faults", ""), "round 1"));
}

static size_t hanging_starts;

/* Its second process and later ones do. */
static int is_hanging(const struct wire_load *load, int64_t size, uint32_t kind) {
    (void)size;
    int is_it = strstr(load->paths[0], "hanging") != NULL;
    hanging_starts += is_it && kind == WIRE_LOAD;
    return is_it && kind == WIRE_BATCH && hanging_starts > 1;
}

TEST(one_that_hangs_twice_in_a_later_round_is_given_up) {
    char lines[512];
    snprintf(lines, sizeof lines,
             "static int starts;\n"
             "#define BEFORE_AXPY if (starts > 1) for (;;) pause()\n"
             "#include <stdio.h>\n"
             "__attribute__((constructor)) static void count(void) { FILE *f = "
             "fopen(\"%s/hangs\", \"a\"); fputc('x', f); starts = (int)ftell(f); fclose(f); }\n",
             fake_folder);
    rig.settings.timeout = 0.2;
    rig.settings.rounds = 3;
    rig_add(&rig, "one", rig.builtin);
    rig_add(&rig, "hanging", fake_build("hanging_later", lines));
    plan_by_hand("axpy", 4);
    hanging_starts = 0;
    limits_leave(is_hanging);
    int status = measured();
    limits_leave(NULL);
    assert_int_equal(status, 0);
    const struct series *hanging = &m->series[1];
    for (size_t p = 0; p < 4; p++) {
        assert_int_equal(hanging->status[p], CELL_HUNG);
        assert_int_equal(count_samples(hanging, p, 0), SEEDS);
        assert_int_equal(count_samples(hanging, p, 1), 0);
        assert_int_equal(count_samples(&m->series[0], p, 2), SEEDS);
    }
    assert_int_equal(rig.faults, 3); /* two hangs, and that it is given up */
    assert_non_null(strstr(facts_text(&hanging->facts, "faults", ""), "given up, as it hung"));
}

TEST(an_interruption_keeps_what_was_measured) {
    rig_add(&rig, "one", rig.builtin);
    plan_by_hand("axpy", 3);
    rig.watch = stop_in_the_second_round;
    assert_int_equal(measured(), ERR_INTERRUPTED);
    for (size_t p = 0; p < 3; p++) {
        assert_int_equal(count_samples(&m->series[0], p, 0), SEEDS);
        assert_int_equal(m->series[0].status[p], CELL_OK);
    }
    assert_int_equal(count_samples(&m->series[0], 0, 1), SEEDS);
    assert_int_equal(count_samples(&m->series[0], 1, 1), 0);
    assert_int_equal(count_samples(&m->series[0], 2, 1), 0);
}

static double last_done, last_total;
static int went_back;

static void follow(struct rig *r, const struct progress *progress) {
    (void)r;
    went_back |= progress->done < last_done;
    last_done = progress->done;
    last_total = progress->total;
}

TEST(progress_goes_forward_to_the_end) {
    rig_add(&rig, "one", rig.builtin);
    plan_by_hand("axpy", 3);
    rig.watch = follow;
    last_done = 0;
    assert_int_equal(measured(), 0);
    assert_false(went_back);
    assert_true(last_done > 0.9 * last_total && last_done <= last_total);
}

TEST(a_library_of_known_speed_is_measured_as_such) {
    counted_begin(&rig);
    rig_add(&rig, "known", fake_build("known", "#define BEFORE_AXPY spin(100e-6)\n"));
    plan_by_hand("axpy", 1);
    plan.points[0].cells[0].calls = 5;
    plan.points[0].cells[0].call_seconds = 100e-6;
    assert_int_equal(measured(), 0);
    for (size_t k = 0; k < measurement_elements(m, PER_SAMPLE); k++)
        assert_true(counted_takes(m->series[0].seconds[k], 100e-6, 2));
}

/* The one that remembers where it wrote last spoils what lies there before the others start. */
TEST(inputs_are_made_anew_for_everybody) {
    rig_add(&rig, "spoiling",
            fake_build("spoiling", "#define AFTER_AXPY for (int k = 0; k < n; k++) x[k] = NAN\n"));
    rig_add(&rig, "watching",
            fake_build("watching", "#define BEFORE_AXPY for (int k = 0; k < n; k++) "
                                   "if (!(x[k] >= -1 && x[k] < 1)) abort()\n"));
    plan_by_hand("axpy", 2);
    assert_int_equal(measured(), 0);
    assert_int_equal(m->series[1].status[0], CELL_OK);
    assert_int_equal(m->series[1].status[1], CELL_OK);
}

/* --- order --- */

TEST(the_order_does_not_depend_on_what_was_measured_before) {
    int64_t whole[4], alone[4];
    for (int i = 0; i < 4; i++)
        rig_add(&rig, (char[]){(char)('a' + i), '\0'}, rig.builtin);
    plan_by_hand("axpy", 3);
    assert_int_equal(measured(), 0);
    for (size_t i = 0; i < 4; i++)
        whole[i] = turn_of(i, 2, 1, 0);
    for (size_t i = 0; i < 4; i++)
        plan.points[0].cells[i].status = plan.points[1].cells[i].status = CELL_CRASHED;
    m = run_add_measurement(run, "axpy", 3, rig.settings.rounds, SEEDS, NULL);
    for (size_t i = 0; i < 4; i++)
        collected_series(m, rig.items[i].name);
    assert_int_equal(measured(), 0);
    for (size_t i = 0; i < 4; i++)
        alone[i] = turn_of(i, 2, 1, 0);
    assert_memory_equal(whole, alone, sizeof whole);
}

static char visits[512];

static void note_visit(struct rig *r, const struct progress *progress) {
    size_t used = strlen(visits);
    (void)r;
    snprintf(visits + used, sizeof visits - used, "%.1s%d ", progress->library,
             (int)progress->design_point->size / 10);
}

TEST(blocked_means_library_after_library) {
    rig.settings.schedule = SCHEDULE_BLOCKED;
    rig.settings.rounds = 1;
    for (int i = 0; i < 2; i++)
        rig_add(&rig, (char[]){(char)('a' + i), '\0'}, rig.builtin);
    plan_by_hand("axpy", 2);
    plan.points[0].seeds = plan.points[1].seeds = 2;
    rig.watch = note_visit;
    visits[0] = '\0';
    assert_int_equal(measured(), 0);
    int64_t place = turn_of(0, 0, 0, 0);
    assert_string_equal(visits, place ? "b1 b1 b2 b2 a1 a1 a2 a2 " : "a1 a1 a2 a2 b1 b1 b2 b2 ");
    for (size_t p = 0; p < 2; p++)
        for (size_t k = 0; k < 2; k++) {
            assert_int_equal(turn_of(0, p, 0, k), place);
            assert_int_equal(turn_of(1, p, 0, k), 1 - place);
        }
}

TEST(every_finished_point_is_given_to_the_keeper_once) {
    struct keeper keeper = {.put = count_put};
    rig_add(&rig, "one", rig.builtin);
    rig_add(&rig, "two", rig.builtin);
    for (rig.settings.schedule = 0; rig.settings.schedule < 2; rig.settings.schedule++) {
        plan_release(&plan);
        plan_by_hand("axpy", 3);
        setup.keeper = &keeper;
        memset(given, 0, sizeof given);
        assert_int_equal(measured(), 0);
        for (size_t p = 0; p < 3; p++)
            for (size_t r = 0; r < m->rounds; r++)
                assert_int_equal(given[p][r], 1);
    }
}

/* --- the control --- */

TEST(the_control_has_the_plan_of_its_library_and_turns_of_its_own) {
    rig_add(&rig, "one", rig.builtin);
    rig_add(&rig, "two", rig.builtin);
    plan_by_hand("axpy", 2);
    plan.points[0].cells[0].calls = 33;
    plan.points[1].cells[0].status = CELL_HUNG;
    plan.points[0].cells[0].differences.max = 0.125;
    plan.shortest = 0;
    add_control();
    assert_int_equal(measured(), 0);
    const struct series *control = &m->series[2];
    assert_int_equal(control->calls[0], 33);
    assert_int_equal(control->status[0], CELL_OK);
    assert_int_equal(control->status[1], CELL_HUNG);
    assert_true(control->max_error[0] == 0.125);
    assert_int_equal(count_samples(control, 0, 1), SEEDS);
    for (size_t k = 0; k < SEEDS; k++)
        assert_int_equal(turn_of(0, 0, 0, k) + turn_of(1, 0, 0, k) + turn_of(2, 0, 0, k), 3);
}

/* --- cold caches --- */

TEST(cold_calls_are_as_many_as_planned_after_an_untimed_one) {
    rig_add(&rig, "one", rig.builtin);
    plan_by_hand("axpy", 2);
    plan.shortest = 0;
    plan.points[0].cells[0].calls = 1;
    plan.points[1].cells[0].calls = 3;
    plan.eviction = (struct eviction){.bytes = 4096, .seconds = 1e-3};
    assert_int_equal(measured(), 0);
    assert_int_equal(m->series[0].calls[0], 1);
    assert_int_equal(m->series[0].calls[1], 3);
    assert_int_equal(m->series[0].warm_up_calls[0], 1);
    assert_int_equal(m->series[0].unsteady[0], -1);
}

/* --- spending --- */

TEST(what_the_time_was_spent_on_is_counted) {
    struct spending spending;
    double sum = 0;
    spending_begin(&spending);
    rig_add(&rig, "one", rig.builtin);
    plan_by_hand("axpy", 1);
    setup.spending = &spending;
    assert_int_equal(measured(), 0);
    double total = wall_clock_now() - spending.begin;
    for (int kind = 0; kind < SPENDING_KINDS; kind++)
        sum += spending.seconds[kind];
    assert_true(sum <= total);
    assert_true(spending.seconds[SPENDING_TIMED] > 0);
    assert_true(spending.seconds[SPENDING_STARTING] > 0);
    assert_true(spending.seconds[SPENDING_INPUTS] > 0);
}

TEST(what_is_timed_is_that_of_all_attempts) {
    struct spending spending;
    double timed = 0;
    spending_begin(&spending);
    counted_begin(&rig);
    rig_add(&rig, "known", fake_build("known", "#define BEFORE_AXPY spin(100e-6)\n"));
    plan_by_hand("axpy", 1);
    setup.spending = &spending;
    assert_int_equal(measured(), 0);
    for (size_t k = 0; k < measurement_elements(m, PER_SAMPLE); k++)
        timed += (double)m->series[0].attempts[k] * 100e-6 * 50;
    assert_int_equal(m->series[0].calls[0], 50);
    assert_true(spending.seconds[SPENDING_TIMED] >= timed);
    assert_true(spending.seconds[SPENDING_TIMED] <= 1.01 * timed);
}
