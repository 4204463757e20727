/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/plan_record.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* --- recording --- */

void plan_record_fault(struct series *series, const char *line) {
    const char *before = facts_text(&series->facts, "faults", "");
    char all[4096];
    snprintf(all, sizeof all, "%.3500s%s%s", before, before[0] ? "\n" : "", line);
    facts_set_text(&series->facts, "faults", all);
}

static void record_cell(struct series *series, size_t p, const struct cell *cell) {
    int is_alive = plan_is_alive(cell);
    series->status[p] = is_alive ? CELL_NOT_MEASURED : cell->status;
    series->planned_status[p] = cell->status;
    series->planned_calls[p] = is_alive ? cell->calls : -1;
    series->planned_call[p] = is_alive ? cell->call_seconds : NAN;
    series->first_call[p] = cell->first_call;
    series->max_error[p] = cell->differences.max;
    series->mean_error[p] = cell->differences.mean;
    series->total_error[p] = cell->differences.total;
    series->relative_error[p] = cell->differences.relative;
    series->residual[p] = cell->residual;
    series->tolerance[p] = cell->tolerance;
    if (cell->fault[0])
        plan_record_fault(series, cell->fault);
}

static void record_eviction(struct measurement *m, const struct eviction *eviction) {
    if (!eviction->bytes)
        return;
    facts_set_integer(&m->facts, "evicted_bytes", (int64_t)eviction->bytes);
    facts_set_real(&m->facts, "evict_seconds", eviction->seconds);
}

void plan_record(struct measurement *m, const struct plan *plan, const struct entrant *entrants) {
    facts_set_real(&m->facts, "shortest_interval", plan->shortest);
    record_eviction(m, &plan->eviction);
    for (size_t p = 0; p < plan->count; p++) {
        m->sizes[p] = plan->points[p].size;
        m->seeds[p] = (int64_t)plan->points[p].seeds;
        for (size_t i = 0; i < m->series_count; i++)
            record_cell(&m->series[i], p, &plan->points[p].cells[entrants[i].planned]);
    }
}

/* --- recalling --- */

static double real_fact(const struct measurement *m, const char *name, double otherwise) {
    const struct fact *fact = facts_find(&m->facts, name);
    return fact && fact->kind == FACT_REAL ? fact->real : otherwise;
}

static struct eviction recall_eviction(const struct measurement *m) {
    const struct fact *bytes = facts_find(&m->facts, "evicted_bytes");
    if (!bytes || bytes->kind != FACT_INTEGER || bytes->integer <= 0)
        return (struct eviction){0};
    return (struct eviction){(size_t)bytes->integer, real_fact(m, "evict_seconds", 0)};
}

/* Whether it can be; one that is alive has calls to make. */
static int recall_cell(const struct series *series, size_t p, struct cell *cell) {
    int64_t status = series->planned_status[p];
    if (status < 0 || status >= CELL_STATUSES)
        return 0;
    *cell = (struct cell){.status = (enum cell_status)status,
                          .calls = series->planned_calls[p],
                          .call_seconds = series->planned_call[p],
                          .first_call = series->first_call[p],
                          .differences = {.max = NAN, .mean = NAN, .total = NAN, .relative = NAN},
                          .residual = series->residual[p],
                          .tolerance = series->tolerance[p]};
    return !plan_is_alive(cell) ||
           (cell->calls > 0 && cell->call_seconds > 0 && isfinite(cell->call_seconds));
}

static int recall_point(struct plan *plan, const struct measurement *m, size_t p) {
    struct point *point = &plan->points[p];
    int64_t before = p ? m->sizes[p - 1] : 0;
    int is_sound = m->sizes[p] > before && m->seeds[p] >= 0 && m->seeds[p] <= (int64_t)m->max_seeds;
    size_t library = 0;
    *point = (struct point){m->sizes[p], (size_t)m->seeds[p], 0,
                            calloc(plan->library_count + 1, sizeof *point->cells)};
    plan->count++;
    for (size_t i = 0; is_sound && point->cells && i < m->series_count; i++)
        if (!facts_find(&m->series[i].facts, FACT_CONTROL_OF))
            is_sound = recall_cell(&m->series[i], p, &point->cells[library++]);
    return is_sound && point->cells;
}

int plan_recall(struct plan *plan, const struct measurement *m, struct err *err) {
    *plan = (struct plan){.points = calloc(m->points, sizeof *plan->points),
                          .shortest = real_fact(m, "shortest_interval", NAN),
                          .eviction = recall_eviction(m)};
    for (size_t i = 0; i < m->series_count; i++)
        plan->library_count += !facts_find(&m->series[i].facts, FACT_CONTROL_OF);
    int is_sound = plan->points && plan->library_count && plan->shortest >= 0;
    for (size_t p = 0; is_sound && p < m->points; p++)
        is_sound = recall_point(plan, m, p);
    return is_sound ? 0
                    : err_set(err, ERR_DAMAGED,
                              "%s has no plan to go on with; measure a new run instead", m->name);
}
