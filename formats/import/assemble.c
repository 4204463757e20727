/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/import/assemble.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "formats/import/size_choice.h"
#include "formats/model/ascending.h"
#include "formats/text/decimal.h"

/* One action on its way to a measurement. */
struct plan {
    struct gathered_action *action;
    size_t *place_of_point; /* [points]: the position of each point after ordering */
    int64_t *rounds;        /* [round_count] the file's numbers, ascending */
    size_t round_count, most_seeds;
};

static int no_memory(struct err *err) {
    return err_set(err, ERR_FAILED, "no memory to make a run of so many samples");
}

/* --- shape --- */

static int compare_point_pointers(const void *a, const void *b) {
    return import_builder_compare_points(*(void *const *)a, *(void *const *)b);
}

#define ORDER(x, y)                                                                                \
    if ((x) != (y))                                                                                \
    return (x) < (y) ? -1 : 1

/* Compares two indices of samples by point, seed, cell and place. */
static int compare_samples(const void *a, const void *b, void *context) {
    const struct gathered_action *action = context;
    const struct gathered_sample *x = &action->samples[*(const uint32_t *)a];
    const struct gathered_sample *y = &action->samples[*(const uint32_t *)b];
    const struct gathered_cell *p = &action->cells[x->cell], *q = &action->cells[y->cell];
    ORDER(p->point, q->point);
    ORDER(x->seed, y->seed);
    ORDER(x->cell, y->cell);
    ORDER(x->place, y->place);
    return 0;
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

/* Guesses the place of LABEL in ROUNDS, as if its COUNT rounds were consecutive numbers, which they
 * mostly are. Returns whether the guess is right. */
static int is_at_place(const int64_t *rounds, size_t count, int64_t label, size_t *place) {
    *place = (size_t)((uint64_t)label - (count ? (uint64_t)rounds[0] : 0));
    return *place < count && rounds[*place] == label;
}

/* Finds the distinct rounds. Files mostly list them in order, so is_at_place drops most repeats
 * before the sort. */
static int order_rounds(struct plan *plan) {
    const struct gathered_action *action = plan->action;
    int64_t *rounds = malloc(action->cell_count * sizeof *rounds);
    size_t count = 0, distinct = 0, place;
    plan->rounds = rounds;
    if (!rounds)
        return 0;
    for (size_t i = 0; i < action->cell_count; i++)
        if (!is_at_place(rounds, count, action->cells[i].round, &place))
            rounds[count++] = action->cells[i].round;
    qsort(rounds, count, sizeof *rounds, ascending_integers);
    for (size_t i = 0; i < count; i++)
        if (!distinct || rounds[i] != rounds[distinct - 1])
            rounds[distinct++] = rounds[i];
    plan->round_count = distinct;
    return 1;
}

static size_t round_number(const struct plan *plan, int64_t label) {
    size_t place;
    if (is_at_place(plan->rounds, plan->round_count, label, &place))
        return place;
    const int64_t *at =
        bsearch(&label, plan->rounds, plan->round_count, sizeof label, ascending_integers);
    return (size_t)(at - plan->rounds);
}

/* Sets most_seeds if the seeds of each cell are 0, 1, 2, ... */
static void find_most_seeds(struct plan *plan) {
    const struct gathered_action *action = plan->action;
    for (size_t i = 0; i < action->cell_count; i++)
        if ((size_t)action->cells[i].count > plan->most_seeds)
            plan->most_seeds = (size_t)action->cells[i].count;
}

/* Replaces each seed by its number within its cell, from 0. ORDER holds the sorted indices of
 * samples. */
static void number_in_cells(struct plan *plan, const uint32_t *order) {
    struct gathered_action *action = plan->action;
    for (size_t c = 0; c < action->cell_count; c++)
        action->cells[c].count = 0;
    for (size_t i = 0; i < action->sample_count; i++) {
        struct gathered_sample *sample = &action->samples[order[i]];
        sample->seed = action->cells[sample->cell].count++;
    }
    find_most_seeds(plan);
}

/* Does the same within each point, so that samples with the same seed stay together. */
static void number_at_points(struct plan *plan, const uint32_t *order) {
    const struct gathered_action *action = plan->action;
    int64_t number = 0, label = 0;
    uint32_t point = 0;
    for (size_t i = 0; i < action->sample_count; i++) {
        struct gathered_sample *sample = &action->samples[order[i]];
        uint32_t here = action->cells[sample->cell].point;
        if (i == 0 || here != point)
            number = 0;
        else
            number += sample->seed != label;
        point = here;
        label = sample->seed;
        sample->seed = number;
        if ((size_t)number >= plan->most_seeds)
            plan->most_seeds = (size_t)number + 1;
    }
}

static int check_twice(const struct import_builder *builder, const struct gathered_action *action,
                       const uint32_t *order, struct err *err) {
    for (size_t i = 1; i < action->sample_count; i++) {
        const struct gathered_sample *x = &action->samples[order[i - 1]];
        const struct gathered_sample *y = &action->samples[order[i]];
        if (x->cell == y->cell && x->seed == y->seed)
            return import_builder_refuse_twice(builder, action, action->cells[x->cell].library,
                                               x->place, y->place, err);
    }
    return 0;
}

static int number_seeds(struct plan *plan, const struct import_builder *builder, struct err *err) {
    struct gathered_action *action = plan->action;
    if (!action->has_own_seeds) {
        find_most_seeds(plan);
        return 0;
    }
    uint32_t *order = malloc(action->sample_count * sizeof *order);
    if (!order)
        return no_memory(err);
    for (size_t i = 0; i < action->sample_count; i++)
        order[i] = (uint32_t)i;
    qsort_r(order, action->sample_count, sizeof *order, compare_samples, action);
    int rc = check_twice(builder, action, order, err);
    if (rc == 0)
        (action->has_unpaired ? number_in_cells : number_at_points)(plan, order);
    free(order);
    return rc;
}

/* --- places in arrays --- */

static double places(const struct plan *plan) {
    return (double)plan->action->point_count * (double)plan->action->library_count *
           (double)plan->round_count * (double)plan->most_seeds;
}

/* Places that all runs of a file may still take, and places that each run may take besides those
 * for its samples. */
struct budget {
    double left, free;
};

/* --- the measurement --- */

static const struct {
    char type;
    const char *name;
} types[] = {
    {0, ""}, {'s', "_float"}, {'d', "_double"}, {'c', "_complex"}, {'z', "_double_complex"},
};

enum { TYPES = sizeof types / sizeof *types };

static int has_other_type(struct import_builder *builder, const struct gathered_action *action) {
    size_t t = 0;
    while (t < TYPES && (types[t].type == action->type ||
                         !import_builder_find_action(builder, action->name, types[t].type)))
        t++;
    return t < TYPES;
}

static const char *type_name(char type) {
    for (size_t t = 0; t < TYPES; t++)
        if (types[t].type == type)
            return types[t].name;
    return "";
}

static int add_measurement(struct run *run, struct import_builder *builder, const struct plan *plan,
                           struct measurement **m, struct err *err) {
    const struct gathered_action *action = plan->action;
    char name[IMPORT_BUILDER_MOST_NAME + 32];
    snprintf(name, sizeof name, "%s%s", action->name,
             has_other_type(builder, action) ? type_name(action->type) : "");
    if (run_find(run, name))
        return err_set(err, ERR_DAMAGED, "%s: two actions would be called %s", builder->path, name);
    *m = run_add_measurement(run, name, action->point_count, plan->round_count, plan->most_seeds,
                             err);
    return *m ? 0 : ERR_FAILED;
}

static int is_constant(const struct gathered_action *action, size_t k, int64_t *whole) {
    double value = import_builder_value(action->points[0], k);
    for (size_t p = 1; p < action->point_count; p++)
        if (import_builder_value(action->points[p], k) != value)
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
            parameter->values[p] = import_builder_value(action->points[p], k);
    }
    return 0;
}

/* Returns the index of the first sample of CELL in the array of a series. */
static size_t place_of(const struct measurement *m, const struct plan *plan,
                       const struct gathered_cell *cell) {
    return measurement_index(m, plan->place_of_point[cell->point], round_number(plan, cell->round),
                             0);
}

/* Whether NAME is a library of ACTION that is no control itself. */
static int is_reference(struct gathered_action *action, const char *name) {
    const struct gathered_library *library = import_builder_find_library(action, name);
    return library && !library->control_of;
}

static int add_series(struct measurement *m, struct gathered_action *action, struct err *err) {
    for (size_t l = 0; l < action->library_count; l++)
        if (!measurement_add_series(m, action->libraries[l]->name, err))
            return ERR_FAILED;
    for (size_t l = 0; l < action->library_count; l++) {
        const char *reference = action->libraries[l]->control_of;
        if (!reference || !is_reference(action, reference))
            continue;
        facts_set_text(&m->series[l].facts, FACT_CONTROL_OF, reference);
        facts_set_text(&m->facts, FACT_REFERENCE, reference);
        m->facts.incomplete |= m->series[l].facts.incomplete;
    }
    return 0;
}

static int set_terms(struct measurement *m, const struct plan *plan, struct err *err) {
    const struct gathered_action *action = plan->action;
    for (size_t i = 0; i < action->term_points && i < m->points; i++)
        for (size_t t = 0; t < MEASUREMENT_TERMS; t++) {
            double value = action->terms[i * MEASUREMENT_TERMS + t];
            if (isnan(value))
                continue;
            double *values = measurement_add_term(m, measurement_terms[t].name, err);
            if (!values)
                return ERR_FAILED;
            values[plan->place_of_point[i]] = value;
        }
    return 0;
}

static void set_spellings(struct measurement *m, const struct gathered_action *action) {
    char *text = NULL;
    size_t size;
    FILE *file = open_memstream(&text, &size);
    for (size_t i = 0; file && i < action->spelling_count; i++)
        fprintf(file, "%s\t%s\t%s\n", action->spellings[i].parameter,
                digits_shortest(action->spellings[i].spelling.value).text,
                action->spellings[i].spelling.word);
    if (!file || fclose(file) != 0)
        m->facts.incomplete = 1;
    else
        facts_set_text(&m->facts, FACT_SPELLINGS, text);
    free(text);
}

static int is_right_somewhere(const struct measurement *m, const struct series *series) {
    size_t p = 0;
    while (p < m->points && series->status[p] != CELL_OK)
        p++;
    return p < m->points;
}

/* Takes the reference from a library that was right nowhere. */
static void choose_reference(struct measurement *m) {
    size_t first = 0;
    if (facts_find(&m->facts, FACT_REFERENCE)) /* there are controls */
        return;
    while (first < m->series_count && !is_right_somewhere(m, &m->series[first]))
        first++;
    if (first > 0 && first < m->series_count)
        facts_set_text(&m->facts, FACT_REFERENCE, m->series[first].name);
}

static void set_rates(struct measurement *m, const struct file_rates *rates) {
    static const enum detail arrays[FILE_RATES] = {
        [FILE_RATE] = DETAIL_rate, [FILE_BYTE_RATE] = DETAIL_byte_rate};
    struct file_measure told[FILE_RATES];
    size_t count = 0;
    for (size_t r = 0; r < FILE_RATES; r++) {
        size_t s = 0;
        while (s < m->series_count && !m->series[s].details[arrays[r]])
            s++;
        if (s < m->series_count && *rates->of[r].name)
            told[count++] = rates->of[r];
    }
    if (count)
        measures_set(&m->facts, FACT_RATES, told, count);
}

static int make_measurement(struct run *run, struct import_builder *builder,
                            const struct plan *plan, struct err *err) {
    struct gathered_action *action = plan->action;
    struct measurement *m = NULL;
    int rc = add_measurement(run, builder, plan, &m, err);
    if (rc == 0)
        rc = set_parameters(m, action, err);
    if (rc == 0)
        rc = add_series(m, action, err);
    if (rc == 0)
        rc = set_terms(m, plan, err);
    if (rc)
        return rc;
    for (size_t p = 0; p < m->points; p++)
        m->sizes[p] = action->points[p]->size;

    if (action->type)
        facts_set_text(&m->facts, FACT_TYPE, (char[]){action->type, '\0'});
    facts_set_text(&m->facts, FACT_SAMPLES_ARE, action->samples_are);
    if (action->has_size && action->size_name && strcasecmp(action->size_name, "size") != 0)
        facts_set_text(&m->facts, FACT_SIZE_NAME, action->size_name);
    if (action->spelling_count)
        set_spellings(m, action);
    if (action->measure_count)
        measures_set(&m->facts, FACT_MEASURES, action->measures, action->measure_count);
    if (!action->has_unpaired)
        facts_set_text(&m->facts, FACT_PAIRED_BY, "round and seed");
    if (!action->has_size && m->parameter_count)
        facts_set_text(&m->facts, FACT_AXIS, m->parameters[0].name);

    /* Looks the cell up only when it changes: samples of a cell mostly stand together. */
    size_t first = 0, p = 0;
    int has_seconds = 0;
    for (size_t i = 0; i < action->sample_count; i++) {
        const struct gathered_sample *sample = &action->samples[i];
        const struct gathered_cell *cell = &action->cells[sample->cell];
        struct series *series = &m->series[cell->library];
        if (i == 0 || sample->cell != sample[-1].cell) {
            first = place_of(m, plan, cell);
            p = plan->place_of_point[cell->point];
        }
        series->seconds[first + (size_t)sample->seed] = sample->seconds;
        if (!isnan(sample->seconds)) {
            series->status[p] = CELL_OK;
            has_seconds = 1;
        }
        if (m->seeds[p] <= sample->seed)
            m->seeds[p] = sample->seed + 1;
    }

    /* After all samples: one sample that went wrong decides the status of its cell, but one that
     * was not measured does not. */
    for (size_t i = 0; i < action->extra_count; i++) {
        const struct gathered_extra *extra = &action->extras[i];
        const struct gathered_sample *sample = &action->samples[extra->sample];
        const struct gathered_cell *cell = &action->cells[sample->cell];
        struct series *series = &m->series[cell->library];
        size_t q = plan->place_of_point[cell->point];
        if (!isnan(extra->cpu_seconds)) {
            if (measurement_add_detail(m, series, "cpu_seconds", err))
                return ERR_FAILED;
            series->cpu_seconds[place_of(m, plan, cell) + (size_t)sample->seed] =
                extra->cpu_seconds;
        }
        if (extra->status != CELL_OK && extra->status != CELL_NOT_MEASURED)
            series->status[q] = (int64_t)extra->status;
        if (extra->calls >= 0)
            series->calls[q] = extra->calls;
    }

    for (size_t i = 0; i < action->detail_count; i++) {
        const struct gathered_detail *one = &action->details[i];
        const struct gathered_sample *sample = &action->samples[one->sample];
        const struct gathered_cell *cell = &action->cells[sample->cell];
        struct series *series = &m->series[cell->library];
        if (!series_detail_values(series, one->detail) &&
            measurement_add_detail(m, series, one->detail->name, err))
            return ERR_FAILED;
        double *values = series_detail_values(series, one->detail);
        values[place_of(m, plan, cell) + (size_t)sample->seed] = one->value;
        /* A file may have rates, or what was counted, and no times. */
        int64_t *status = &series->status[plan->place_of_point[cell->point]];
        if (*status == CELL_NOT_MEASURED)
            *status = CELL_OK;
    }

    if (!has_seconds && action->detail_count)
        facts_set_text(&m->facts, FACT_MEASURED, action->details[0].detail->name);
    set_rates(m, &builder->rates);
    choose_reference(m);
    return m->facts.incomplete ? no_memory(err) : 0;
}

/* --- the run --- */

static int make_measurements(struct import_builder *builder, struct plan *plans, struct run *run,
                             struct budget *budget, struct err *err) {
    int rc = 0;
    for (size_t a = 0; rc == 0 && a < builder->action_count; a++) {
        struct plan *plan = &plans[a];
        struct gathered_action *action = builder->actions[a];
        plan->action = action;
        int action_rc =
            size_choice_make(action) ? number_seeds(plan, builder, err) : no_memory(err);
        rc = action_rc || (order_points(plan) && order_rounds(plan)) ? action_rc : no_memory(err);
    }
    if (rc == 0) {
        double all = 0;
        for (size_t a = 0; a < builder->action_count; a++)
            all += places(&plans[a]);
        double sound = budget->free + ASSEMBLE_PLACES_PER_SAMPLE * (double)builder->sample_count;
        budget->left -= all;
        if (all <= sound && budget->left >= 0)
            rc = 0;
        else
            rc = err_set(err, ERR_DAMAGED,
                         "%s: %zu samples would need room for %.0f: too many combinations of "
                         "libraries, points, rounds and seeds",
                         builder->path, builder->sample_count, all);
    }
    for (size_t a = 0; rc == 0 && a < builder->action_count; a++)
        rc = make_measurement(run, builder, &plans[a], err);
    if (rc == 0 && facts_copy(&run->facts, &builder->facts))
        rc = no_memory(err);
    return rc;
}

static int make_run(struct import_builder *builder, struct run *run, struct budget *budget,
                    struct err *err) {
    if (!builder->sample_count)
        return err_set(err, ERR_DAMAGED, "%s: there is no sample in it", builder->path);
    struct plan *plans = calloc(builder->action_count, sizeof *plans);
    int rc = plans ? make_measurements(builder, plans, run, budget, err) : no_memory(err);
    for (size_t a = 0; plans && a < builder->action_count; a++) {
        free(plans[a].place_of_point);
        free(plans[a].rounds);
    }
    free(plans);
    if (rc == 0 && builder->run && !(run->name = strdup(builder->run)))
        rc = no_memory(err);
    return rc;
}

int assemble_runs(struct import_builder *builder, struct runs *runs, struct err *err) {
    size_t count = 0;
    int rc = 0;
    for (struct import_builder *one = builder; one; one = one->next)
        count++;
    struct budget budget = {ASSEMBLE_MOST_PLACES, (double)ASSEMBLE_FREE_PLACES / (double)count};
    *runs = (struct runs){0};
    for (struct import_builder *one = builder; rc == 0 && one; one = one->next) {
        struct run *run = run_new();
        one->rates = builder->rates;
        rc = run && runs_add(runs, run) == 0 ? make_run(one, run, &budget, err) : no_memory(err);
    }
    if (rc)
        runs_release(runs);
    return rc;
}
