/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/planning/plan_record.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- output errors --- */

void output_errors_record(struct series *series, const struct plan *plan, size_t i) {
    char *text = NULL;
    size_t length, told = 0;
    FILE *out = open_memstream(&text, &length);
    if (!out) {
        series->facts.incomplete = 1;
        return;
    }
    fputs("point,output,max,mean,total\n", out);
    for (size_t p = 0; p < plan->count; p++) {
        const struct cell *cell = &plan->points[p].cells[i];
        int is_unnamed = cell->output_count == 1 && strcmp(cell->outputs[0].name, "output 1") == 0;
        if (cell->output_count == 0 || is_unnamed)
            continue;
        for (size_t o = 0; o < cell->output_count; o++) {
            const struct output_error *error = &cell->outputs[o];
            fprintf(out, "%zu,", p);
            for (const char *name = error->name; *name; name++) /* must not look like two fields */
                fputc(strchr(",\"\n", *name) ? '_' : *name, out);
            fprintf(out, ",%.17g,%.17g,%.17g\n", error->max, error->mean, error->total);
        }
        told++;
    }
    fclose(out);
    if (told)
        facts_set_text(&series->facts, FACT_OUTPUT_ERRORS, text);
    free(text);
}

/* --- terms --- */

/* The place of each term in struct terms and in struct measurement. */
static const struct row {
    const char *name;
    size_t said, recorded;
} rows[] = {
    {"flops", offsetof(struct terms, flops), offsetof(struct measurement, flops)},
    {"bytes", offsetof(struct terms, bytes), offsetof(struct measurement, bytes)},
};
enum { ROWS = sizeof rows / sizeof *rows };

/* NaN if the action does not say. */
static double said_of(const struct terms *terms, const struct row *row) {
    double number = *(const double *)((const char *)terms + row->said);
    return number > 0 && number < INFINITY ? number : NAN;
}

static struct terms ask(const struct action_info *action, const struct design_point *design_point) {
    return action_info_knows(action, design_point) ? action_info_terms(action, design_point)
                                                   : (struct terms){0};
}

int terms_record(struct measurement *m, size_t point, const struct action_info *action,
                 const struct design_point *design_point, struct err *err) {
    struct terms terms = ask(action, design_point);
    for (size_t i = 0; i < ROWS; i++) {
        double said = said_of(&terms, &rows[i]);
        if (isnan(said))
            continue;
        double *values = measurement_add_term(m, rows[i].name, err);
        if (!values)
            return ERR_FAILED;
        values[point] = said;
    }
    return 0;
}

void terms_compare(const struct measurement *m, size_t point, const struct action_info *action,
                   const struct design_point *design_point, char *line, size_t size) {
    struct terms terms = ask(action, design_point);
    *line = '\0';
    for (size_t i = 0; i < ROWS && !*line; i++) {
        const double *values = *(double *const *)((const char *)m + rows[i].recorded);
        double now = said_of(&terms, &rows[i]), then = values ? values[point] : NAN;
        if (!isnan(now) && !isnan(then) && now != then)
            snprintf(line, size, "%s of a call were %.15g and are %.15g", rows[i].name, then, now);
    }
}

/* --- recording --- */

static void add_line(struct facts *facts, const char *name, const char *line) {
    const char *before = facts_text(facts, name, "");
    char all[4096];
    snprintf(all, sizeof all, "%.3500s%s%s", before, before[0] ? "\n" : "", line);
    facts_set_text(facts, name, all);
}

void plan_record_fault(struct series *series, const char *line) {
    add_line(&series->facts, "faults", line);
}

static void record_unproven(struct measurement *m, const struct point *point) {
    char line[256];
    if (!*point->unproven)
        return;
    snprintf(line, sizeof line, "%.100s%s%s", point->where, *point->where ? ": " : "",
             point->unproven);
    add_line(&m->facts, "unproven_answers", line);
}

/* Records what planning found out of CELL at point P, and adds the details that it will have. */
static void record_cell(const struct measurement *m, struct series *series, size_t p,
                        const struct cell *cell) {
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

    for (size_t d = 0; d < DETAILS; d++)
        if (detail_set_has(&cell->details, d) &&
            measurement_add_detail(m, series, series_details[d].name, NULL))
            series->facts.incomplete = 1;
}

/* A program may give all calls the same numbers where libraries get others. */
static void record_inputs(struct series *series, const struct plan *plan, size_t planned) {
    int lacks = plan->draws_inputs && plan->count > 0;
    for (size_t p = 0; p < plan->count; p++)
        lacks &= plan->points[p].cells[planned].lacks_inputs;
    if (lacks)
        facts_set_text(&series->facts, FACT_INPUTS, INPUTS_ARE_SAME);
}

/* Records at which points the action is measured, and what it says about a call there. The threads
 * are a parameter if there are several numbers of them, else a fact; ranks always a parameter. */
static int record_design(struct measurement *m, const struct action_info *action,
                         const struct plan *plan, struct err *err) {
    for (size_t i = 0; i < design_points_count_parameters(action); i++) {
        struct parameter *parameter = measurement_add_parameter(m, action->parameters[i].name, err);
        if (!parameter)
            return ERR_FAILED;
        for (size_t p = 0; p < plan->count; p++)
            parameter->values[p] = plan->points[p].design_point.parameters[i];
    }
    for (size_t p = 0; p < plan->count; p++) {
        int status = terms_record(m, p, action, &plan->points[p].design_point, err);
        if (status)
            return status;
    }
    int is_varied = plan_count_thread_groups(plan) > 1;
    int threads_of_all = plan->points[0].design_point.threads;
    if (!is_varied && action->commands && threads_of_all == 1)
        return 0; /* commands use as many CPUs as they like */
    if (!is_varied && !action->is_parallel) {
        facts_set_integer(&m->facts, DESIGN_POINTS_THREADS, threads_of_all);
        return 0;
    }
    struct parameter *threads = measurement_add_parameter(m, design_points_threads(action), err);
    for (size_t p = 0; threads && p < plan->count; p++)
        threads->values[p] = plan->points[p].design_point.threads;
    return threads ? 0 : ERR_FAILED;
}

int plan_record(struct measurement *m, const struct action_info *action, const struct plan *plan,
                const struct participant *participants, struct err *err) {
    facts_set_real(&m->facts, "shortest_interval", plan->shortest);
    if (action->functions || plan->draws_inputs)
        facts_set_text(&m->facts, FACT_INPUTS,
                       plan->draws_inputs ? INPUTS_ARE_FRESH : INPUTS_ARE_SAME);
    if (plan->eviction.bytes) {
        facts_set_integer(&m->facts, "evicted_bytes", (int64_t)plan->eviction.bytes);
        facts_set_real(&m->facts, "evict_seconds", plan->eviction.seconds);
        facts_set_real(&m->facts, "harness_overhead", plan->eviction.empty);
    }
    if (plan->interruptions.rate > 0) {
        facts_set_real(&m->facts, "interruption_rate", plan->interruptions.rate);
        facts_set_real(&m->facts, "interruption_share", plan->interruptions.share);
        if (plan->interruptions.period > 0)
            facts_set_real(&m->facts, "interruption_period", plan->interruptions.period);
    }
    for (size_t p = 0; p < plan->count; p++) {
        const struct point *point = &plan->points[p];
        m->sizes[p] = point->design_point.size;
        m->seeds[p] = (int64_t)point->seeds;
        record_unproven(m, point);
        for (size_t i = 0; i < m->series_count; i++)
            record_cell(m, &m->series[i], p, &point->cells[participants[i].planned]);
    }
    for (size_t i = 0; i < m->series_count; i++) {
        output_errors_record(&m->series[i], plan, participants[i].planned);
        record_inputs(&m->series[i], plan, participants[i].planned);
    }
    return record_design(m, action, plan, err);
}

/* --- recalling --- */

static double real_fact(const struct measurement *m, const char *name, double otherwise) {
    const struct fact *fact = facts_find(&m->facts, name);
    return fact && fact->kind == FACT_REAL ? fact->real : otherwise;
}

/* About what a call takes by the clock: as the first one did, where the action times a part. */
static double recall_whole(const struct series *series, size_t p) {
    int is_part = series->whole_seconds && series->first_call[p] > series->planned_call[p];
    return is_part ? series->first_call[p] : series->planned_call[p];
}

/* Returns whether the cell can be sound; one that is alive must have calls to make. */
static int recall_cell(const struct series *series, size_t p, struct cell *cell) {
    int64_t status = series->planned_status[p];
    if (status < 0 || status >= CELL_STATUSES)
        return 0;
    *cell = (struct cell){.status = (enum cell_status)status,
                          .calls = series->planned_calls[p],
                          .call_seconds = series->planned_call[p],
                          .call_whole = recall_whole(series, p),
                          .first_call = series->first_call[p],
                          .differences = {.max = NAN, .mean = NAN, .total = NAN, .relative = NAN},
                          .residual = series->residual[p],
                          .tolerance = series->tolerance[p]};
    return !plan_is_alive(cell) ||
           (cell->calls > 0 && cell->call_seconds > 0 && isfinite(cell->call_seconds));
}

static const struct parameter *find_parameter(const struct measurement *m, const char *name) {
    for (size_t i = 0; i < m->parameter_count; i++)
        if (strcmp(m->parameters[i].name, name) == 0)
            return &m->parameters[i];
    return NULL;
}

/* The design point of point P; it has no threads if it is not sound. */
static struct design_point recall_design_point(const struct measurement *m,
                                               const struct action_info *action, size_t p) {
    const struct parameter *parameter = find_parameter(m, design_points_threads(action));
    const struct fact *fact = facts_find(&m->facts, DESIGN_POINTS_THREADS);
    double threads = parameter ? parameter->values[p] : 1;
    if (fact && fact->kind == FACT_INTEGER)
        threads = (double)fact->integer;
    int is_sound = m->sizes[p] >= 0 && m->sizes[p] <= SIZES_LARGEST && threads >= 1 &&
                   threads <= DESIGN_POINTS_MOST_THREADS;
    struct design_point design_point = {.size = m->sizes[p],
                                        .threads = is_sound ? (int)threads : 0};
    for (size_t i = 0; i < design_points_count_parameters(action); i++) {
        design_point.parameters[i] = find_parameter(m, action->parameters[i].name)->values[p];
        is_sound = is_sound && isfinite(design_point.parameters[i]);
    }
    return is_sound ? design_point : (struct design_point){0};
}

/* Returns whether the point is sound: along a curve sizes must ascend. */
static int recall_point(struct plan *plan, const struct action_info *action,
                        const struct measurement *m, size_t p) {
    struct point *point = &plan->points[p];
    size_t library = 0;
    *point = (struct point){.design_point = recall_design_point(m, action, p),
                            .seeds = (size_t)m->seeds[p],
                            .cells = calloc(plan->library_count + 1, sizeof *point->cells)};
    plan->count++;
    const struct design_point *here = &point->design_point,
                              *before = p ? &plan->points[p - 1].design_point : NULL;
    int is_sound = here->threads > 0 && m->seeds[p] >= 0 && m->seeds[p] <= (int64_t)m->max_seeds;
    if (before && design_points_share_curve(before, here))
        is_sound = is_sound && before->size < here->size;
    for (size_t i = 0; is_sound && point->cells && i < m->series_count; i++)
        if (!facts_find(&m->series[i].facts, FACT_CONTROL_OF))
            is_sound = recall_cell(&m->series[i], p, &point->cells[library++]);
    return is_sound && point->cells;
}

/* Whether M has the action's parameters, and no others but the threads. */
static int has_parameters(const struct measurement *m, const struct action_info *action) {
    size_t count = design_points_count_parameters(action), found = 0;
    for (size_t i = 0; i < m->parameter_count; i++) {
        const char *name = m->parameters[i].name;
        int is_known = design_points_find_parameter(action, name) < count;
        found += (size_t)is_known;
        if (!is_known && strcmp(name, design_points_threads(action)) != 0)
            return 0;
    }
    return found == count;
}

/* The seconds of a trial; 0: samples are of calls, NaN: nobody can tell. */
static double recall_trial(const struct measurement *m, const struct action_info *action) {
    if (!m->team && !action->makes_trials)
        return 0;
    double trial = real_fact(m, FACT_TRIAL_SECONDS, NAN);
    int is_sound = m->team && action->makes_trials && trial > 0 && trial <= SETTINGS_MOST_SECONDS;
    return is_sound ? trial : NAN;
}

int plan_recall(struct plan *plan, const struct action_info *action, const struct measurement *m,
                struct err *err) {
    const struct fact *evicted = facts_find(&m->facts, "evicted_bytes");
    *plan = (struct plan){
        .points = calloc(m->points, sizeof *plan->points),
        .shortest = real_fact(m, "shortest_interval", NAN),
        .interruptions = {.rate = real_fact(m, "interruption_rate", 0)},
        .draws_inputs = strcmp(facts_text(&m->facts, FACT_INPUTS, ""), INPUTS_ARE_FRESH) == 0};
    enum mode mode = mode_find(facts_text(&m->facts, FACT_MODE, mode_name(MODE_AVERAGE)));
    plan_set_mode(plan, mode, action, recall_trial(m, action));
    if (evicted && evicted->kind == FACT_INTEGER && evicted->integer > 0)
        plan->eviction = (struct eviction){.bytes = (size_t)evicted->integer,
                                           .seconds = real_fact(m, "evict_seconds", 0),
                                           .empty = real_fact(m, "harness_overhead", 0)};
    if (!has_parameters(m, action))
        return err_set(err, ERR_DAMAGED,
                       "%s was measured with other parameters than it has now; measure a new run "
                       "instead",
                       m->name);
    for (size_t i = 0; i < m->series_count; i++)
        plan->library_count += !facts_find(&m->series[i].facts, FACT_CONTROL_OF);
    int is_sound = plan->points && plan->library_count && plan->shortest >= 0 &&
                   !isnan(recall_trial(m, action));
    for (size_t p = 0; is_sound && p < m->points; p++)
        is_sound = recall_point(plan, action, m, p);
    if (!is_sound)
        return err_set(err, ERR_DAMAGED, "%s has no plan to go on with; measure a new run instead",
                       m->name);
    /* The rest of a point is not recorded, because it follows from the design point. */
    for (size_t p = 0; p < plan->count; p++) {
        struct point *point = &plan->points[p];
        point->terms = action_info_terms(action, &point->design_point);
        design_points_describe(action, &point->design_point, point->where);
    }
    return 0;
}
