/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/assemble.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* One action on its way to a measurement. */
struct plan {
    struct gathered_action *action;
    size_t *place_of_point; /* [points]: where each stands among the ordered */
    int64_t *rounds;        /* [round_count] as they are called, ascending */
    size_t round_count, most_seeds;
};

static int no_memory(struct err *err) {
    return err_set(err, ERR_FAILED, "no memory to make a run of so many samples");
}

/* --- shape --- */

static int compare_point_pointers(const void *a, const void *b) {
    return gather_compare_points(*(void *const *)a, *(void *const *)b);
}

static int compare_labels(const void *a, const void *b) {
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return (x > y) - (x < y);
}

#define ORDER(member)                                                                              \
    if (x->member != y->member)                                                                    \
    return x->member < y->member ? -1 : 1

static int compare_samples(const void *a, const void *b) {
    const struct gathered_sample *x = a, *y = b;
    ORDER(point);
    ORDER(seed);
    ORDER(round);
    ORDER(library);
    ORDER(place);
    return 0;
}

static int is_same_place(const struct gathered_sample *x, const struct gathered_sample *y) {
    return x->point == y->point && x->seed == y->seed && x->round == y->round &&
           x->library == y->library;
}

static int order_points(struct plan *plan) {
    struct gathered_action *action = plan->action;
    plan->place_of_point = malloc(action->point_count * sizeof *plan->place_of_point);
    if (!plan->place_of_point)
        return 0;
    qsort(action->points, action->point_count, sizeof *action->points, compare_point_pointers);
    for (size_t p = 0; p < action->point_count; p++)
        plan->place_of_point[action->points[p]->number] = p;
    return 1;
}

static int order_rounds(struct plan *plan) {
    const struct gathered_action *action = plan->action;
    plan->rounds = malloc(action->sample_count * sizeof *plan->rounds);
    if (!plan->rounds)
        return 0;
    for (size_t i = 0; i < action->sample_count; i++)
        plan->rounds[i] = action->samples[i].round;
    qsort(plan->rounds, action->sample_count, sizeof *plan->rounds, compare_labels);
    for (size_t i = 0; i < action->sample_count; i++)
        if (i == 0 || plan->rounds[i] != plan->rounds[plan->round_count - 1])
            plan->rounds[plan->round_count++] = plan->rounds[i];
    return 1;
}

static size_t round_number(const struct plan *plan, int64_t label) {
    const int64_t *at =
        bsearch(&label, plan->rounds, plan->round_count, sizeof label, compare_labels);
    return (size_t)(at - plan->rounds);
}

/* Puts the number of each seed at its point, counted from 0, in place of what it is called. */
static void number_seeds(struct plan *plan) {
    struct gathered_sample *samples = plan->action->samples;
    int64_t number = 0, label = 0;
    for (size_t i = 0; i < plan->action->sample_count; i++) {
        if (i == 0 || samples[i].point != samples[i - 1].point)
            number = 0;
        else
            number += samples[i].seed != label;
        label = samples[i].seed;
        samples[i].seed = number;
        if ((size_t)number >= plan->most_seeds)
            plan->most_seeds = (size_t)number + 1;
    }
}

static int refuse_twice(const struct gather *gather, const struct gathered_action *action,
                        const struct gathered_sample *first, const struct gathered_sample *second,
                        struct err *err) {
    return err_set(err, ERR_DAMAGED,
                   "%s: %ss %u and %u: two samples of %s and %s at the same point, round and seed",
                   gather->path, gather->place_name, first->place, second->place, action->name,
                   action->libraries[first->library]->name);
}

static int plan_action(struct plan *plan, struct gather *gather, struct gathered_action *action,
                       struct err *err) {
    plan->action = action;
    qsort(action->samples, action->sample_count, sizeof *action->samples, compare_samples);
    for (size_t i = 1; i < action->sample_count; i++)
        if (is_same_place(&action->samples[i - 1], &action->samples[i]))
            return refuse_twice(gather, action, &action->samples[i - 1], &action->samples[i], err);
    number_seeds(plan);
    return order_points(plan) && order_rounds(plan) ? 0 : no_memory(err);
}

/* --- how much it takes --- */

static double places(const struct plan *plan) {
    return (double)plan->action->point_count * (double)plan->action->library_count *
           (double)plan->round_count * (double)plan->most_seeds;
}

/* How many places all runs of a file may still take, and how many each may without a sample. */
struct budget {
    double left, free;
};

static int check_places(const struct gather *gather, const struct plan *plans,
                        struct budget *budget, struct err *err) {
    double all = 0;
    for (size_t a = 0; a < gather->action_count; a++)
        all += places(&plans[a]);
    double sound = budget->free + ASSEMBLE_PLACES_PER_SAMPLE * (double)gather->sample_count;
    budget->left -= all;
    if (all <= sound && budget->left >= 0)
        return 0;
    return err_set(err, ERR_DAMAGED,
                   "%s: %zu samples would need room for %.0f: too many combinations of libraries, "
                   "points, rounds and seeds",
                   gather->path, gather->sample_count, all);
}

/* --- the measurement --- */

static int has_other_type(const struct gather *gather, const struct gathered_action *action) {
    for (size_t a = 0; a < gather->action_count; a++)
        if (gather->actions[a] != action && strcmp(gather->actions[a]->name, action->name) == 0)
            return 1;
    return 0;
}

static const char *type_name(char type) {
    static const struct {
        char type;
        const char *name;
    } names[] = {{'s', "_float"}, {'d', "_double"}, {'c', "_complex"}, {'z', "_double_complex"}};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (names[i].type == type)
            return names[i].name;
    return "";
}

static int add_measurement(struct run *run, const struct gather *gather, const struct plan *plan,
                           struct measurement **m, struct err *err) {
    const struct gathered_action *action = plan->action;
    char name[GATHER_MOST_NAME + 32];
    snprintf(name, sizeof name, "%s%s", action->name,
             has_other_type(gather, action) ? type_name(action->type) : "");
    if (run_find(run, name))
        return err_set(err, ERR_DAMAGED, "%s: two actions would be called %s", gather->path, name);
    *m = run_add_measurement(run, name, action->point_count, plan->round_count, plan->most_seeds,
                             err);
    return *m ? 0 : ERR_FAILED;
}

static int is_constant(const struct gathered_action *action, size_t k, int64_t *whole) {
    double value = gather_value(action->points[0], k);
    for (size_t p = 1; p < action->point_count; p++)
        if (gather_value(action->points[p], k) != value)
            return 0;
    *whole = value >= 1 && value <= INT32_MAX ? (int64_t)value : 0;
    return (double)*whole == value;
}

static int set_parameters(struct measurement *m, const struct gathered_action *action,
                          struct err *err) {
    for (size_t k = 0; k < action->parameter_count; k++) {
        int64_t threads;
        if (strcmp(action->parameters[k], FACT_THREADS) == 0 && is_constant(action, k, &threads)) {
            facts_set_integer(&m->facts, FACT_THREADS, threads);
            continue;
        }
        struct parameter *parameter = measurement_add_parameter(m, action->parameters[k], err);
        if (!parameter)
            return ERR_FAILED;
        for (size_t p = 0; p < action->point_count; p++)
            parameter->values[p] = gather_value(action->points[p], k);
    }
    return 0;
}

static void set_facts(struct measurement *m, const struct gathered_action *action) {
    if (action->type)
        facts_set_text(&m->facts, FACT_TYPE, (char[]){action->type, '\0'});
    facts_set_text(&m->facts, FACT_SAMPLES_ARE, action->samples_are);
    if (!action->has_size && m->parameter_count)
        facts_set_text(&m->facts, FACT_AXIS, m->parameters[0].name);
}

static void set_status(struct series *series, size_t p, const struct gathered_sample *sample) {
    if (sample->status != CELL_OK)
        series->status[p] = (int64_t)sample->status;
    else if (!isnan(sample->seconds) && series->status[p] == CELL_NOT_MEASURED)
        series->status[p] = CELL_OK;
}

static void set_samples(struct measurement *m, const struct plan *plan) {
    const struct gathered_action *action = plan->action;
    for (size_t i = 0; i < action->sample_count; i++) {
        const struct gathered_sample *sample = &action->samples[i];
        struct series *series = &m->series[sample->library];
        size_t p = plan->place_of_point[sample->point], seed = (size_t)sample->seed;
        size_t at = measurement_index(m, p, round_number(plan, sample->round), seed);
        series->seconds[at] = sample->seconds;
        series->cpu_seconds[at] = sample->cpu_seconds;
        set_status(series, p, sample);
        if (sample->calls >= 0)
            series->calls[p] = sample->calls;
        if (m->seeds[p] <= sample->seed)
            m->seeds[p] = sample->seed + 1;
    }
}

static int make_measurement(struct run *run, const struct gather *gather, const struct plan *plan,
                            struct err *err) {
    const struct gathered_action *action = plan->action;
    struct measurement *m = NULL;
    int rc = add_measurement(run, gather, plan, &m, err);
    if (rc == 0)
        rc = set_parameters(m, action, err);
    for (size_t l = 0; rc == 0 && l < action->library_count; l++)
        rc = measurement_add_series(m, action->libraries[l]->name, err) ? 0 : ERR_FAILED;
    if (rc)
        return rc;
    for (size_t p = 0; p < m->points; p++)
        m->sizes[p] = action->points[p]->size;
    set_facts(m, action);
    set_samples(m, plan);
    return m->facts.incomplete ? no_memory(err) : 0;
}

/* --- the run --- */

static int make_measurements(struct gather *gather, struct plan *plans, struct run *run,
                             struct budget *budget, struct err *err) {
    int rc = 0;
    for (size_t a = 0; rc == 0 && a < gather->action_count; a++)
        rc = plan_action(&plans[a], gather, gather->actions[a], err);
    if (rc == 0)
        rc = check_places(gather, plans, budget, err);
    for (size_t a = 0; rc == 0 && a < gather->action_count; a++)
        rc = make_measurement(run, gather, &plans[a], err);
    if (rc == 0 && facts_copy(&run->facts, &gather->facts))
        rc = no_memory(err);
    return rc;
}

static int make_run(struct gather *gather, struct run *run, struct budget *budget,
                    struct err *err) {
    if (!gather->sample_count)
        return err_set(err, ERR_DAMAGED, "%s: there is no sample in it", gather->path);
    struct plan *plans = calloc(gather->action_count, sizeof *plans);
    int rc = plans ? make_measurements(gather, plans, run, budget, err) : no_memory(err);
    for (size_t a = 0; plans && a < gather->action_count; a++) {
        free(plans[a].place_of_point);
        free(plans[a].rounds);
    }
    free(plans);
    if (rc == 0 && gather->run && !(run->name = strdup(gather->run)))
        rc = no_memory(err);
    return rc;
}

int assemble_runs(struct gather *gather, struct runs *runs, struct err *err) {
    size_t count = 0;
    int rc = 0;
    for (struct gather *one = gather; one; one = one->next)
        count++;
    struct budget budget = {ASSEMBLE_MOST_PLACES, (double)ASSEMBLE_FREE_PLACES / (double)count};
    *runs = (struct runs){0};
    for (struct gather *one = gather; rc == 0 && one; one = one->next) {
        struct run *run = run_new();
        rc = run && runs_add(runs, run) == 0 ? make_run(one, run, &budget, err) : no_memory(err);
    }
    if (rc)
        runs_release(runs);
    return rc;
}
