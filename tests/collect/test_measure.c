/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

#include <cmocka.h>

#include "collect/measure.h"
#include "tests/collect/fake.h"
#include "tests/collect/rig.h"

enum { ARENA_BYTES = 8 << 20, SEEDS = 6 };

static struct rig rig;
static struct run *run;
static struct measurement *m;
static struct plan plan;
static struct measure_setup setup;

static int begin(void **state) {
    (void)state;
    rig_begin(&rig);
    run = run_new();
    return 0;
}

static int end(void **state) {
    (void)state;
    run_free(run);
    rig_end(&rig);
    for (size_t p = 0; p < plan.count; p++)
        free(plan.points[p].cells);
    free(plan.points);
    return rig_is_childless() ? 0 : -1;
}

/* A plan made by hand: at sizes 10, 20, ... SEEDS seeds and 50 calls of a microsecond for all. */
static void plan_by_hand(const char *action, size_t points) {
    size_t count = rig.libraries.count;
    plan = (struct plan){.points = calloc(points, sizeof *plan.points),
                         .count = points,
                         .library_count = count,
                         .shortest = 20e-6};
    for (size_t p = 0; p < points; p++) {
        plan.points[p] = (struct point){.size = 10 * (int64_t)(p + 1),
                                        .seeds = SEEDS,
                                        .cells = calloc(count, sizeof(struct cell))};
        for (size_t i = 0; i < count; i++)
            plan.points[p].cells[i] = (struct cell){.calls = 50, .call_seconds = 1e-6};
    }
    rig.settings.max_seeds = SEEDS;
    setup = (struct measure_setup){.conditions = &rig.conditions,
                                   .action = actions_find(action),
                                   .settings = &rig.settings,
                                   .libraries = rig.pointers,
                                   .arena_bytes = ARENA_BYTES};
    m = run_add_measurement(run, action, points, rig.settings.rounds, SEEDS, NULL);
    for (size_t i = 0; i < count; i++)
        measurement_add_series(m, rig.items[i].name, NULL);
}

static int measured(void) {
    struct err err = {""};
    measure_record_plan(m, &plan);
    int status = measure_rounds(m, &plan, &setup, &rig.observer, &err);
    if (status && status != ERR_INTERRUPTED)
        fail_msg("%s", err.message);
    return status;
}

static size_t count_samples(const struct series *series, size_t point, size_t round) {
    size_t count = 0;
    for (size_t k = 0; k < SEEDS; k++)
        count += !isnan(series->seconds[measurement_index(m, point, round, k)]);
    return count;
}

static void everything_planned_is_measured(void **state) {
    (void)state;
    rig_add(&rig, "one", rig.builtin);
    rig_add(&rig, "two", fake_build("right", ""));
    plan_by_hand("axpy", 2);
    assert_int_equal(measured(), 0);
    assert_int_equal(m->sizes[1], 20);
    assert_int_equal(m->seeds[1], SEEDS);
    for (size_t i = 0; i < 2; i++) {
        const struct series *s = &m->series[i];
        for (size_t k = 0; k < measurement_elements(m, PER_SAMPLE); k++) {
            assert_true(s->seconds[k] > 0 && s->seconds[k] < 1e-3);
            assert_true(s->preemptions[k] >= 0);
            assert_true(s->run_delay[k] >= 0);
        }
        for (size_t p = 0; p < 2; p++) {
            assert_int_equal(s->status[p], CELL_OK);
            assert_true(s->calls[p] >= 50);
            assert_int_equal(s->copies[p], 0);
        }
    }
}

static void copies_are_recorded_where_input_is_renewed(void **state) {
    (void)state;
    rig_add(&rig, "one", rig.builtin);
    plan_by_hand("cholesky", 1);
    assert_int_equal(measured(), 0);
    assert_in_range(m->series[0].copies[0], 1, 50);
}

static void everybody_has_every_turn_and_places_are_balanced(void **state) {
    (void)state;
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
                    assert_in_range(turn, 0, 2);
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

static void fewer_seeds_leave_the_rest_undefined(void **state) {
    (void)state;
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

static void each_round_has_workers_of_its_own(void **state) {
    (void)state;
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

static void what_failed_in_planning_is_not_measured(void **state) {
    (void)state;
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

static void a_death_in_a_batch_costs_the_rest_of_that_cell_only(void **state) {
    (void)state;
    rig_add(&rig, "right", fake_build("right", ""));
    rig_add(&rig, "crashing",
            fake_build("crashing_later", "static int called;\n#define BEFORE_AXPY if "
                                         "(n == 10 && called++ == 200) "
                                         "raise(SIGSEGV)\n"));
    plan_by_hand("axpy", 2);
    assert_int_equal(measured(), 0);
    assert_int_equal(m->series[1].status[0], CELL_CRASHED);
    assert_int_equal(m->series[1].status[1], CELL_OK);
    assert_in_range(count_samples(&m->series[1], 0, 0), 0, SEEDS - 1);
    assert_int_equal(count_samples(&m->series[1], 0, 1), 0);
    for (size_t r = 0; r < m->rounds; r++) {
        assert_int_equal(count_samples(&m->series[1], 1, r), SEEDS);
        assert_int_equal(count_samples(&m->series[0], 0, r), SEEDS);
        assert_int_equal(count_samples(&m->series[0], 1, r), SEEDS);
    }
    assert_int_equal(rig.faults, 1);
    assert_non_null(strstr(facts_text(&m->series[1].facts, "faults", ""), "round 1"));
}

static void stop_in_the_second_round(struct rig *r, const struct progress *progress) {
    if (strncmp(progress->stage, "round 2", 7) == 0 && progress->size == 20)
        r->stop = 1;
}

static void an_interruption_keeps_what_was_measured(void **state) {
    (void)state;
    rig_add(&rig, "one", rig.builtin);
    plan_by_hand("axpy", 3);
    rig.watch = stop_in_the_second_round;
    assert_int_equal(measured(), ERR_INTERRUPTED);
    for (size_t p = 0; p < 3; p++) {
        assert_int_equal(count_samples(&m->series[0], p, 0), SEEDS);
        assert_int_equal(count_samples(&m->series[0], p, 1), p == 0 ? SEEDS : 0);
        assert_int_equal(m->series[0].status[p], CELL_OK);
    }
}

static double last_done, last_total;
static int went_back;

static void follow(struct rig *r, const struct progress *progress) {
    (void)r;
    went_back |= progress->done < last_done;
    last_done = progress->done;
    last_total = progress->total;
}

static void progress_goes_forward_to_the_end(void **state) {
    (void)state;
    rig_add(&rig, "one", rig.builtin);
    plan_by_hand("axpy", 3);
    rig.watch = follow;
    last_done = 0;
    assert_int_equal(measured(), 0);
    assert_false(went_back);
    assert_true(last_done > 0.9 * last_total && last_done <= last_total);
}

/* A call takes 100 us by its own clock; whatever the harness adds must be small. */
static void a_library_of_known_speed_is_measured_to_two_percent(void **state) {
    (void)state;
    rig_add(&rig, "known", fake_build("known", "#define BEFORE_AXPY spin(100e-6)\n"));
    plan_by_hand("axpy", 1);
    plan.points[0].cells[0].calls = 5;
    plan.points[0].cells[0].call_seconds = 100e-6;
    assert_int_equal(measured(), 0);
    double best = INFINITY;
    for (size_t k = 0; k < measurement_elements(m, PER_SAMPLE); k++)
        best = fmin(best, m->series[0].seconds[k]);
    if (!(best >= 100e-6 && best <= 102e-6))
        fail_msg("100 us were measured as %g us", 1e6 * best);
}

/* The one that remembers where it wrote last spoils what lies there before the others start. */
static void inputs_are_made_anew_for_everybody(void **state) {
    (void)state;
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

int main(void) {
#define TEST(function) cmocka_unit_test_setup_teardown(function, begin, end)
    const struct CMUnitTest tests[] = {
        TEST(everything_planned_is_measured),
        TEST(copies_are_recorded_where_input_is_renewed),
        TEST(everybody_has_every_turn_and_places_are_balanced),
        TEST(fewer_seeds_leave_the_rest_undefined),
        TEST(each_round_has_workers_of_its_own),
        TEST(what_failed_in_planning_is_not_measured),
        TEST(a_death_in_a_batch_costs_the_rest_of_that_cell_only),
        TEST(an_interruption_keeps_what_was_measured),
        TEST(progress_goes_forward_to_the_end),
        TEST(a_library_of_known_speed_is_measured_to_two_percent),
        TEST(inputs_are_made_anew_for_everybody),
    };
    return cmocka_run_group_tests_name("collect/measure", tests, fake_set_up, fake_tear_down);
}
