/* SPDX-License-Identifier: GPL-3.0-or-later */
/* measuring.h: what tests of rounds of measurement share: plans made by hand, and what came of
 * them. For after cmocka.h. */
#ifndef BENCHMAT_TESTS_COLLECT_MEASURING_H
#define BENCHMAT_TESTS_COLLECT_MEASURING_H

#include "collect/measuring/measure.h"
#include "collect/planning/plan_record.h"
#include "tests/collect/rig.h"
#include "tests/collected_series.h"
#include "tests/test.h"

enum { ARENA_BYTES = 8 << 20, SEEDS = 6 };

static struct rig rig;
static struct run *run;
static struct measurement *m;
static struct plan plan;
static struct measure_setup setup;
static struct participant participants[RIG_MAX_LIBRARIES];

static inline int measuring_begin(void **state) {
    (void)state;
    rig_begin(&rig);
    run = run_new();
    return 0;
}

static inline int measuring_end(void **state) {
    (void)state;
    run_free(run);
    rig_end(&rig);
    plan_release(&plan);
    return rig_is_childless() ? 0 : -1;
}

/* A plan made by hand: at sizes 10, 20, ... SEEDS seeds and 50 calls of a microsecond for all. */
static inline void plan_by_hand(const char *action, size_t points) {
    size_t count = rig.libraries.count;
    plan = (struct plan){.points = calloc(points, sizeof *plan.points),
                         .count = points,
                         .library_count = count,
                         .shortest = 20e-6};
    for (size_t p = 0; p < points; p++) {
        plan.points[p] =
            (struct point){.design_point = {.size = 10 * (int64_t)(p + 1), .threads = 1},
                           .seeds = SEEDS,
                           .cells = calloc(count, sizeof(struct cell))};
        for (size_t i = 0; i < count; i++)
            plan.points[p].cells[i] =
                (struct cell){.calls = 50, .call_seconds = 1e-6, .call_whole = 1e-6};
    }
    rig.settings.max_seeds = SEEDS;
    setup = (struct measure_setup){.conditions = &rig.conditions,
                                   .action = rig_action(action),
                                   .settings = &rig.settings,
                                   .participants = participants,
                                   .participant_count = count,
                                   .arena_bytes = ARENA_BYTES};
    m = run_add_measurement(run, action, points, stopping_most_rounds(&rig.settings), SEEDS, NULL);
    for (size_t i = 0; i < count; i++) {
        participants[i] = (struct participant){.library = &rig.items[i], .planned = i};
        collected_series(m, rig.items[i].name);
    }
}

/* POINTS sizes for each of two numbers of threads. */
static inline void plan_with_threads(size_t points) {
    plan_by_hand("axpy", 2 * points);
    rig.conditions.threads = 2;
    for (size_t p = 0; p < 2 * points; p++) {
        plan.points[p].design_point.size = 10 * (int64_t)(p % points + 1);
        plan.points[p].design_point.threads = p < points ? 1 : 2;
    }
}

/* The first library once more. */
static inline void add_control(void) {
    participants[setup.participant_count++] = participants[0];
    collected_series(m, "control");
}

/* A new invocation goes on with the measurement. */
static inline int measured_on(void) {
    struct err err = {""};
    rig.stop = 0;
    int status = measure_rounds(m, &plan, &setup, &rig.observer, &err);
    if (status && status != ERR_INTERRUPTED)
        fail_msg("%s", err.message);
    return status;
}

/* Measures what is planned: 0, or ERR_INTERRUPTED. */
static inline int measured(void) {
    struct err err = {""};
    if (plan_record(m, setup.action, &plan, participants, &err))
        fail_msg("%s", err.message);
    return measured_on();
}

static inline size_t count_samples(const struct series *series, size_t point, size_t round) {
    size_t count = 0;
    for (size_t k = 0; k < SEEDS; k++)
        count += !isnan(series->seconds[measurement_index(m, point, round, k)]);
    return count;
}

/* The turn of library I at (point, round, seed). */
static inline int64_t turn_of(size_t i, size_t point, size_t round, size_t seed) {
    return m->series[i].order[measurement_index(m, point, round, seed)];
}

static inline void stop_in_the_second_round(struct rig *r, const struct progress *progress) {
    if (strncmp(progress->stage, "round 2", 7) == 0 && progress->design_point->size == 20)
        r->stop = 1;
}

/* How often the keeper was given each (point, round). */
static size_t given[8][4];

static inline void count_put(struct keeper *keeper, size_t point, size_t round) {
    (void)keeper;
    for (size_t i = 0; i < setup.participant_count; i++)
        assert_int_equal(count_samples(&m->series[i], point, round), plan.points[point].seeds);
    given[point][round]++;
}

#endif
