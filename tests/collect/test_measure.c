/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

#include <cmocka.h>

#include "collect/disturbance.h"
#include "collect/measure.h"
#include "collect/plan_record.h"
#include "collect/stopping.h"
#include "collect/wall.h"
#include "tests/collect/fake.h"
#include "tests/collect/rig.h"

enum { ARENA_BYTES = 8 << 20, SEEDS = 6 };

static struct rig rig;
static struct run *run;
static struct measurement *m;
static struct plan plan;
static struct measure_setup setup;
static struct entrant entrants[RIG_MAX_LIBRARIES];

static size_t asked; /* how often the precision was asked for */

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
    asked = 0;
    plan_release(&plan);
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
        plan.points[p] = (struct point){.spot = {.size = 10 * (int64_t)(p + 1), .threads = 1},
                                        .seeds = SEEDS,
                                        .cells = calloc(count, sizeof(struct cell))};
        for (size_t i = 0; i < count; i++)
            plan.points[p].cells[i] = (struct cell){.calls = 50, .call_seconds = 1e-6};
    }
    rig.settings.max_seeds = SEEDS;
    setup = (struct measure_setup){.conditions = &rig.conditions,
                                   .action = rig_action(action),
                                   .settings = &rig.settings,
                                   .entrants = entrants,
                                   .entrant_count = count,
                                   .arena_bytes = ARENA_BYTES};
    m = run_add_measurement(run, action, points, stopping_most_rounds(&rig.settings), SEEDS, NULL);
    for (size_t i = 0; i < count; i++) {
        entrants[i] = (struct entrant){&rig.items[i], i};
        measurement_add_series(m, rig.items[i].name, NULL);
    }
}

/* The first library once more. */
static void add_control(void) {
    entrants[setup.entrant_count++] = entrants[0];
    measurement_add_series(m, "control", NULL);
}

static int measured(void) {
    struct err err = {""};
    if (plan_record(m, setup.action, &plan, entrants, &err))
        fail_msg("%s", err.message);
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
            assert_in_range(s->attempts[k], 1, DISTURBANCE_ATTEMPTS);
            assert_in_range(s->disturbed[k], 0, 1);
        }
        for (size_t p = 0; p < 2; p++) {
            assert_int_equal(s->status[p], CELL_OK);
            assert_true(s->calls[p] >= 50);
            assert_int_equal(s->copies[p], 0);
            assert_true(s->unsteady[p] >= 0 && s->unsteady[p] <= (int64_t)(m->rounds * SEEDS));
        }
    }
}

static void copies_are_recorded_where_input_is_renewed(void **state) {
    (void)state;
    rig_add(&rig, "one", rig.builtin);
    plan_by_hand("cholesky", 1);
    assert_int_equal(measured(), 0);
    assert_in_range(m->series[0].copies[0], 1, m->series[0].calls[0]);
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
    if (strncmp(progress->stage, "round 2", 7) == 0 && progress->spot->size == 20)
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

/* --- order --- */

/* Which library had turn T at (point, round, seed). */
static int64_t turn_of(size_t i, size_t point, size_t round, size_t seed) {
    return m->series[i].order[measurement_index(m, point, round, seed)];
}

static void the_order_does_not_depend_on_what_was_measured_before(void **state) {
    (void)state;
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
        measurement_add_series(m, rig.items[i].name, NULL);
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
             (int)progress->spot->size / 10);
}

static void blocked_means_library_after_library(void **state) {
    (void)state;
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

static size_t given[8][4];

static void count_put(struct keeper *keeper, size_t point, size_t round) {
    (void)keeper;
    for (size_t i = 0; i < setup.entrant_count; i++)
        assert_int_equal(count_samples(&m->series[i], point, round), plan.points[point].seeds);
    given[point][round]++;
}

static void every_finished_point_is_given_to_the_keeper_once(void **state) {
    (void)state;
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

static void the_control_has_the_plan_of_its_library_and_turns_of_its_own(void **state) {
    (void)state;
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

static void cold_calls_are_as_many_as_planned_after_an_untimed_one(void **state) {
    (void)state;
    rig_add(&rig, "one", rig.builtin);
    plan_by_hand("axpy", 2);
    plan.shortest = 0;
    plan.points[0].cells[0].calls = 1;
    plan.points[1].cells[0].calls = 3;
    plan.eviction = (struct eviction){4096, 1e-3};
    assert_int_equal(measured(), 0);
    assert_int_equal(m->series[0].calls[0], 1);
    assert_int_equal(m->series[0].calls[1], 3);
    assert_int_equal(m->series[0].warm_up_calls[0], 1);
    assert_int_equal(m->series[0].unsteady[0], -1);
}

/* --- a precision to reach --- */

/* Claims +-8 %, 4 %, 2 %, ... after the first, second, third round. */
static struct precision_widest claim_halves(struct precision *precision,
                                            const struct measurement *measurement, size_t rounds) {
    (void)precision;
    asked++;
    return (struct precision_widest){0.16 / (double)(1 << rounds), measurement->sizes[0], "two"};
}

static void measure_until(double precision, double max_time) {
    static struct precision claims = {claim_halves};
    rig.settings.precision = precision;
    rig.settings.max_time = max_time;
    rig_add(&rig, "one", rig.builtin);
    plan_by_hand("axpy", 2);
    plan.points[0].seeds = plan.points[1].seeds = 1;
    setup.precision = &claims;
    assert_int_equal(m->rounds, PRECISION_MOST_ROUNDS);
    assert_int_equal(measured(), 0);
}

static void rounds_are_added_until_all_ratios_are_precise(void **state) {
    (void)state;
    measure_until(0.005, 600);
    assert_int_equal(m->rounds, 5);
    assert_int_equal(asked, 5);
    for (size_t p = 0; p < 2; p++)
        for (size_t r = 0; r < 5; r++)
            assert_int_equal(count_samples(&m->series[0], p, r), 1);
    assert_true(facts_find(&m->facts, "precision_target")->real == 0.005);
    assert_true(facts_find(&m->facts, "precision_reached")->real == 0.005);
    assert_string_equal(facts_text(&m->facts, "rounds_ended_by", ""), "precision");
}

static void the_rounds_asked_for_are_measured_even_if_fewer_would_do(void **state) {
    (void)state;
    measure_until(0.5, 600);
    assert_int_equal(m->rounds, rig.settings.rounds);
}

static void no_round_is_begun_after_the_maximal_time_but_the_first(void **state) {
    (void)state;
    measure_until(0.0001, 1e-9);
    assert_int_equal(m->rounds, 1);
    assert_string_equal(facts_text(&m->facts, "rounds_ended_by", ""), "max-time");
}

static void interrupted_it_has_room_for_the_rounds_asked_for(void **state) {
    (void)state;
    static struct precision claims = {claim_halves};
    rig.settings.precision = 0.001;
    rig.settings.rounds = 4;
    rig_add(&rig, "one", rig.builtin);
    plan_by_hand("axpy", 3);
    setup.precision = &claims;
    rig.watch = stop_in_the_second_round;
    assert_int_equal(measured(), ERR_INTERRUPTED);
    assert_int_equal(m->rounds, 4);
    assert_int_equal(count_samples(&m->series[0], 2, 0), SEEDS);
    assert_int_equal(count_samples(&m->series[0], 0, 1), SEEDS);
    assert_int_equal(count_samples(&m->series[0], 2, 3), 0);
}

/* --- spending --- */

static void what_the_time_was_spent_on_is_counted(void **state) {
    (void)state;
    struct spending spending;
    double sum = 0, in_samples = 0;
    spending_begin(&spending);
    rig_add(&rig, "known", fake_build("known", "#define BEFORE_AXPY spin(100e-6)\n"));
    plan_by_hand("axpy", 1);
    setup.spending = &spending;
    assert_int_equal(measured(), 0);
    double total = wall_now() - spending.begin;
    for (int kind = 0; kind < SPENDING_KINDS; kind++)
        sum += spending.seconds[kind];
    for (size_t k = 0; k < measurement_elements(m, PER_SAMPLE); k++)
        in_samples += m->series[0].seconds[k] * (double)m->series[0].calls[0];
    assert_true(sum <= total);
    assert_true(spending.seconds[SPENDING_TIMED] >= 0.999 * in_samples);
    assert_true(spending.seconds[SPENDING_STARTING] > 0);
    assert_true(spending.seconds[SPENDING_INPUTS] > 0);
}

/* --- going on after an interruption --- */

static size_t turns_seen, turns_allowed;

static void stop_after_some_turns(struct rig *r, const struct progress *progress) {
    (void)progress;
    r->stop = ++turns_seen > turns_allowed;
}

/* A new invocation goes on with the measurement. */
static int measured_on(void) {
    struct err err = {""};
    turns_seen = 0;
    rig.stop = 0;
    int status = measure_rounds(m, &plan, &setup, &rig.observer, &err);
    if (status && status != ERR_INTERRUPTED)
        fail_msg("%s", err.message);
    return status;
}

static struct measurement *measured_at_once(void) {
    struct measurement *whole;
    rig.watch = NULL;
    rig.stop = 0;
    size_t other = (size_t)(m - run->measurements);
    m = run_add_measurement(run, "whole", plan.count, rig.settings.rounds, SEEDS, NULL);
    for (size_t i = 0; i < setup.entrant_count; i++)
        measurement_add_series(m, run->measurements[other].series[i].name, NULL);
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
    for (size_t i = 0; i < setup.entrant_count; i++)
        for (size_t k = 0; k < measurement_elements(m, PER_SAMPLE); k++) {
            assert_false(isnan(m->series[i].seconds[k]));
            assert_int_equal(m->series[i].order[k], whole->series[i].order[k]);
        }
}

static void an_interrupted_measurement_goes_on_where_it_was(void **state) {
    (void)state;
    rig_add(&rig, "one", rig.builtin);
    rig_add(&rig, "two", rig.builtin);
    plan_by_hand("axpy", 3);
    add_control();
    assert_goes_on(13);
    assert_in_range(m->series[0].unsteady[0], 0, (int64_t)(m->rounds * SEEDS));
}

static void a_blocked_one_goes_on_too(void **state) {
    (void)state;
    rig_add(&rig, "one", rig.builtin);
    rig_add(&rig, "two", rig.builtin);
    rig.settings.schedule = SCHEDULE_BLOCKED;
    plan_by_hand("axpy", 2);
    assert_goes_on(13);
}

static size_t begun;

static void note_rounds(struct rig *r, const struct progress *progress) {
    (void)r;
    begun |= strstr(progress->stage, "round 1") ? 1 : 2;
}

static void rounds_that_are_there_are_not_begun(void **state) {
    (void)state;
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

static void a_library_that_died_is_not_tried_again(void **state) {
    (void)state;
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

/* --- several numbers of threads --- */

/* POINTS sizes for each of two numbers of threads. */
static void plan_with_threads(size_t points) {
    plan_by_hand("axpy", 2 * points);
    rig.conditions.threads = 2;
    for (size_t p = 0; p < 2 * points; p++) {
        plan.points[p].spot.size = 10 * (int64_t)(p % points + 1);
        plan.points[p].spot.threads = p < points ? 1 : 2;
    }
}

static void note_threads(struct rig *r, const struct progress *progress) {
    static int last;
    size_t used = strlen(visits);
    (void)r;
    if (used == 0 || last != progress->spot->threads)
        snprintf(visits + used, sizeof visits - used, "%s%d", used ? "," : "",
                 progress->spot->threads);
    last = progress->spot->threads;
}

/* "1,2 2,1" as one list, in which a number that is the same as that before it is left out. */
static void unite(const char *orders, char *text) {
    char last = '\0', *end = text;
    for (; *orders; orders++)
        if (*orders >= '0' && *orders <= '9' && *orders != last) {
            end += sprintf(end, "%s%c", end > text ? "," : "", *orders);
            last = *orders;
        }
}

static void assert_all_measured(void) {
    for (size_t i = 0; i < setup.entrant_count; i++)
        for (size_t k = 0; k < measurement_elements(m, PER_SAMPLE); k++)
            assert_false(isnan(m->series[i].seconds[k]));
}

static void one_number_of_threads_comes_after_the_other_in_a_recorded_order(void **state) {
    (void)state;
    char expected[64];
    rig_add(&rig, "one", rig.builtin);
    rig_add(&rig, "two", rig.builtin);
    rig.settings.rounds = 6;
    plan_with_threads(2);
    rig.watch = note_threads;
    visits[0] = '\0';
    assert_int_equal(measured(), 0);
    assert_all_measured();
    const char *orders = facts_text(&m->facts, "thread_orders", "");
    assert_int_equal(strlen(orders), 6 * 4 - 1);
    assert_true(strstr(orders, "1,2") && strstr(orders, "2,1"));
    unite(orders, expected);
    assert_string_equal(visits, expected);
}

/* Each round has a worker for one thread and one for two, of every library. */
static void workers_are_started_anew_for_every_number_of_threads(void **state) {
    (void)state;
    char lines[512], text[32] = "", name[300];
    snprintf(name, sizeof name, "%s/threads", fake_folder);
    snprintf(lines, sizeof lines,
             "__attribute__((constructor)) static void count(void);\n"
             "#include <stdio.h>\n#include <stdlib.h>\n"
             "static void count(void) { FILE *f = fopen(\"%s\", \"a\"); "
             "fputs(getenv(\"OPENBLAS_NUM_THREADS\"), f); fclose(f); }\n",
             name);
    rig.settings.rounds = 3;
    rig_add(&rig, "telling", fake_build("telling", lines));
    plan_with_threads(2);
    assert_int_equal(measured(), 0);
    FILE *file = fopen(name, "r");
    assert_non_null(fgets(text, sizeof text, file));
    fclose(file);
    const char *orders = facts_text(&m->facts, "thread_orders", "");
    for (size_t round = 0; round < 3; round++) {
        assert_int_equal(text[2 * round], orders[4 * round]);
        assert_int_equal(text[2 * round + 1], orders[4 * round + 2]);
    }
    assert_int_equal(strlen(text), 6);
}

static void a_fault_names_the_threads(void **state) {
    (void)state;
    rig_add(&rig, "one", rig.builtin);
    rig_add(&rig, "lonely",
            fake_build("lonely", "#include <stdlib.h>\n#define BEFORE_AXPY "
                                 "if (atoi(getenv(\"OMP_NUM_THREADS\")) > 1) abort()\n"));
    plan_with_threads(1);
    snprintf(plan.points[1].where, SPOTS_TEXT, "n = 10, 2 threads");
    assert_int_equal(measured(), 0);
    assert_int_equal(m->series[1].status[0], CELL_OK);
    assert_int_equal(m->series[1].status[1], CELL_CRASHED);
    assert_int_equal(count_samples(&m->series[0], 1, 1), SEEDS);
    assert_non_null(strstr(facts_text(&m->series[1].facts, "faults", ""),
                           "n = 10, 2 threads, round 1: crashed"));
}

static void several_numbers_of_threads_go_on_too(void **state) {
    (void)state;
    rig_add(&rig, "one", rig.builtin);
    rig_add(&rig, "two", rig.builtin);
    plan_with_threads(1);
    assert_goes_on(13);
}

static void blocked_ones_too(void **state) {
    (void)state;
    rig_add(&rig, "one", rig.builtin);
    rig_add(&rig, "two", rig.builtin);
    rig.settings.schedule = SCHEDULE_BLOCKED;
    plan_with_threads(1);
    assert_goes_on(13);
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
        TEST(the_order_does_not_depend_on_what_was_measured_before),
        TEST(blocked_means_library_after_library),
        TEST(every_finished_point_is_given_to_the_keeper_once),
        TEST(the_control_has_the_plan_of_its_library_and_turns_of_its_own),
        TEST(cold_calls_are_as_many_as_planned_after_an_untimed_one),
        TEST(rounds_are_added_until_all_ratios_are_precise),
        TEST(the_rounds_asked_for_are_measured_even_if_fewer_would_do),
        TEST(no_round_is_begun_after_the_maximal_time_but_the_first),
        TEST(interrupted_it_has_room_for_the_rounds_asked_for),
        TEST(what_the_time_was_spent_on_is_counted),
        TEST(an_interrupted_measurement_goes_on_where_it_was),
        TEST(a_blocked_one_goes_on_too),
        TEST(rounds_that_are_there_are_not_begun),
        TEST(one_number_of_threads_comes_after_the_other_in_a_recorded_order),
        TEST(workers_are_started_anew_for_every_number_of_threads),
        TEST(a_fault_names_the_threads),
        TEST(several_numbers_of_threads_go_on_too),
        TEST(blocked_ones_too),
        TEST(a_library_that_died_is_not_tried_again),
    };
    return cmocka_run_group_tests_name("collect/measure", tests, fake_set_up, fake_tear_down);
}
