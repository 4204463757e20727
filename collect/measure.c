/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/measure.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "collect/order.h"

struct measurer {
    struct measurement *measurement;
    const struct plan *plan;
    const struct measure_setup *setup;
    struct observer *observer;
    struct team team;
    struct random random;
    size_t *square, *turns;
    size_t round;
    struct progress progress;
    char stage[64];
};

/* A fault once noted stays readable: the facts of a series keep a line for each. */
static void add_fault(struct series *series, const char *line) {
    const char *before = facts_text(&series->facts, "faults", "");
    char all[4096];
    snprintf(all, sizeof all, "%.3500s%s%s", before, before[0] ? "\n" : "", line);
    facts_set_text(&series->facts, "faults", all);
}

void measure_record_plan(struct measurement *m, const struct plan *plan) {
    for (size_t p = 0; p < plan->count; p++) {
        const struct point *point = &plan->points[p];
        m->sizes[p] = point->size;
        m->seeds[p] = (int64_t)point->seeds;
        for (size_t i = 0; i < plan->library_count; i++) {
            const struct cell *cell = &point->cells[i];
            struct series *series = &m->series[i];
            int to_measure = cell->status == CELL_OK || cell->status == CELL_WRONG;
            series->status[p] = to_measure ? CELL_NOT_MEASURED : cell->status;
            series->first_call[p] = cell->first_call;
            series->max_error[p] = cell->differences.max;
            series->mean_error[p] = cell->differences.mean;
            series->total_error[p] = cell->differences.total;
            series->relative_error[p] = cell->differences.relative;
            series->residual[p] = cell->residual;
            series->tolerance[p] = cell->tolerance;
            if (cell->fault[0])
                add_fault(series, cell->fault);
        }
    }
}

static void note_fault(struct measurer *m, size_t p, size_t i, enum cell_status fate,
                       const char *message) {
    struct series *series = &m->measurement->series[i];
    char line[400], note[512];
    series->status[p] = fate;
    snprintf(line, sizeof line, "n = %lld, round %zu: %.300s", (long long)m->measurement->sizes[p],
             m->round + 1, message);
    add_fault(series, line);
    snprintf(note, sizeof note, "%.60s: %.60s at %.380s", series->name, m->measurement->name, line);
    m->observer->note(m->observer, NOTE_FAULT, note);
}

static void keep_sample(struct measurer *m, size_t p, size_t seed, size_t i, size_t turn,
                        const struct wire_sample *sample) {
    struct series *series = &m->measurement->series[i];
    size_t at = measurement_index(m->measurement, p, m->round, seed);
    series->seconds[at] = sample->seconds;
    series->run_delay[at] = sample->run_delay;
    series->preemptions[at] = sample->preemptions;
    series->order[at] = (int64_t)turn;
    series->calls[p] = sample->calls;
    series->copies[p] = sample->copies;
    if (sample->warm_up_calls > series->warm_up_calls[p])
        series->warm_up_calls[p] = sample->warm_up_calls;
    series->status[p] = m->plan->points[p].cells[i].status;
}

static void tell(struct measurer *m, size_t p, size_t i) {
    m->progress.size = m->plan->points[p].size;
    m->progress.library = m->setup->libraries[i]->name;
    m->observer->progress(m->observer, &m->progress);
}

static int measure_batch(struct measurer *m, size_t p, size_t seed, size_t i, size_t turn,
                         struct err *err) {
    const struct cell *cell = &m->plan->points[p].cells[i];
    const struct settings *settings = m->setup->settings;
    int64_t size = m->plan->points[p].size;
    double expected = (double)cell->calls * cell->call_seconds;
    struct wire_batch request = {
        .seed = seed,
        .calls = cell->calls,
        .call_seconds = cell->call_seconds,
        .shortest = m->plan->shortest,
        .warm_up = fmin(expected, settings->stage_time),
    };
    struct wire_sample sample;
    struct question question = {
        WIRE_BATCH, &request,      sizeof request,
        &sample,    sizeof sample, settings_limit(settings, m->setup->action, size, 2 * expected)};
    enum cell_status fate;
    tell(m, p, i);
    int status = team_ask(&m->team, i, size, &question, &fate, err);
    if (status == ERR_INTERRUPTED)
        return status;
    if (status)
        note_fault(m, p, i, fate, err->message);
    else
        keep_sample(m, p, seed, i, turn, &sample);
    m->progress.done += 1.5 * expected;
    return 0;
}

/* Whether the cell is to be measured and has had no fault in an earlier batch. */
static int is_measurable(const struct measurer *m, size_t p, size_t i) {
    int64_t status = m->measurement->series[i].status[p];
    enum cell_status planned = m->plan->points[p].cells[i].status;
    return (planned == CELL_OK || planned == CELL_WRONG) &&
           (status == CELL_NOT_MEASURED || status == CELL_OK || status == CELL_WRONG);
}

static int measure_point(struct measurer *m, size_t p, struct err *err) {
    size_t count = m->plan->library_count;
    for (size_t seed = 0; seed < m->plan->points[p].seeds; seed++) {
        order_turns(&m->random, seed, count, m->square, m->turns);
        for (size_t t = 0; t < count; t++) {
            size_t i = m->turns[t];
            int status = is_measurable(m, p, i) ? measure_batch(m, p, seed, i, t, err) : 0;
            if (status)
                return status;
        }
    }
    return 0;
}

static int measure_round(struct measurer *m, struct err *err) {
    const struct measure_setup *setup = m->setup;
    uint64_t layout = random_derive(setup->settings->seed, 1 + m->round);
    int status =
        team_begin(&m->team, setup->conditions, setup->action, setup->settings->type, layout,
                   setup->arena_bytes, setup->libraries, m->plan->library_count, err);
    for (size_t p = 0; status == 0 && p < m->plan->count; p++)
        status = measure_point(m, p, err);
    team_end(&m->team);
    return status;
}

static double all_rounds_seconds(const struct plan *plan, size_t rounds) {
    double seconds = 0;
    for (size_t p = 0; p < plan->count; p++)
        seconds += plan_point_seconds(plan, &plan->points[p]);
    return seconds * (double)rounds;
}

int measure_rounds(struct measurement *measurement, const struct plan *plan,
                   const struct measure_setup *setup, struct observer *observer, struct err *err) {
    struct measurer m = {
        .measurement = measurement,
        .plan = plan,
        .setup = setup,
        .observer = observer,
        .square = calloc(plan->library_count, sizeof *m.square),
        .turns = calloc(plan->library_count, sizeof *m.turns),
        .random = {random_derive(setup->settings->seed, 0x6f72646572)},
        .progress = {.action = setup->action->name,
                     .stage = m.stage,
                     .total = all_rounds_seconds(plan, measurement->rounds)},
    };
    int status = 0;
    if (!m.square || !m.turns)
        status = err_set(err, ERR_FAILED, "no memory for the order of %zu libraries",
                         plan->library_count);
    for (m.round = 0; status == 0 && m.round < measurement->rounds; m.round++) {
        snprintf(m.stage, sizeof m.stage, "round %zu of %zu", m.round + 1, measurement->rounds);
        status = measure_round(&m, err);
    }
    free(m.square);
    free(m.turns);
    return status;
}
