/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/cli/earlier_run.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "collect/libraries/compatibility.h"
#include "collect/machine/environment.h"
#include "collect/planning/plan.h"
#include "collect/planning/plan_record.h"
#include "collect/processes/variables.h"

/* Why a run cannot be planned by; the first reason stays. */
struct doubts {
    char *why;
    size_t size;
};

__attribute__((format(printf, 2, 3))) static void doubt(struct doubts *doubts, const char *format,
                                                        ...) {
    va_list arguments;
    if (doubts->why[0])
        return;
    va_start(arguments, format);
    vsnprintf(doubts->why, doubts->size, format, arguments);
    va_end(arguments);
}

static void doubt_deviations(struct doubts *doubts, const char *whose,
                             struct deviations *deviations) {
    char line[240];
    if (deviations->count) {
        compatibility_describe(&deviations->items[0], line, sizeof line);
        doubt(doubts, "%.40s%s%s", whose, *whose ? ": " : "", line);
    }
    deviations_release(deviations);
}

static void compare_machines(struct doubts *doubts, const struct run *then,
                             const struct process_conditions *conditions) {
    struct deviations deviations = {0};
    struct facts now = {0};
    environment_describe(&now);
    variables_record(conditions, &now);
    const char *here = run_machine(&now), *there = run_machine(&then->facts);
    if (strcmp(here, there) != 0)
        doubt(doubts, "it is of another machine, %.100s", *there ? there : "unknown");
    /* What workers find out is not known yet. */
    struct facts known = {0};
    for (size_t i = 0; i < then->facts.count; i++) {
        const struct fact *fact = &then->facts.items[i];
        int is_ours =
            strcmp(fact->name, "passed_variables") == 0 || strcmp(fact->name, "preload") == 0;
        if ((is_ours || facts_find(&now, fact->name)) && fact->kind == FACT_TEXT)
            facts_set_text(&known, fact->name, fact->text);
    }
    compatibility_of_machines(&known, &now, &deviations);
    doubt_deviations(doubts, "", &deviations);
    facts_release(&known);
    facts_release(&now);
}

static void compare_libraries(struct doubts *doubts, const struct measurement *then,
                              const struct job *job) {
    size_t count = 0;
    for (size_t s = 0; s < then->series_count; s++)
        count += !facts_find(&then->series[s].facts, FACT_CONTROL_OF);
    for (size_t i = 0; i < job->candidate_count; i++) {
        struct deviations deviations = {0};
        const char *name = job->candidates[i].library->name;
        const struct series *series = measurement_find(then, name);
        if (!series) {
            doubt(doubts, "it has no %.60s", name);
            continue;
        }
        compatibility_of_libraries(&series->facts, &job->candidates[i].facts, &deviations);
        doubt_deviations(doubts, name, &deviations);
    }
    if (count > job->candidate_count)
        doubt(doubts, "it has other libraries besides");
}

static int is_point_of(const struct design_point *point, const struct design_points *all) {
    for (size_t i = 0; i < all->count; i++)
        if (design_points_are_equal(point, &all->items[i]))
            return 1;
    return 0;
}

static void compare_points(struct doubts *doubts, const struct measurement *then,
                           const struct job *job, const struct settings *settings) {
    struct plan plan;
    struct err err;
    size_t missing = 0;
    if (plan_recall(&plan, job->action, then, &err)) {
        doubt(doubts, "it has no plan that fits this action");
    } else {
        for (size_t p = 0; p < plan.count; p++)
            missing += !is_point_of(&plan.points[p].design_point, &job->design_points);
        int is_given = settings->sizes_wanted != SIZES_THINNED;
        if (missing || (is_given && plan.count != job->design_points.count))
            doubt(doubts, "it was measured at other points");
    }
    plan_release(&plan);
}

/* How samples are taken. */
static void compare_ways(struct doubts *doubts, const struct measurement *then,
                         const struct job *job, const struct settings *settings) {
    struct facts now = {0};
    struct deviations deviations = {0};
    action_info_record(job->action, &now);
    compatibility_of_actions(&then->facts, &now, &deviations);
    doubt_deviations(doubts, "", &deviations);
    const struct {
        const char *fact, *now;
    } ways[] = {
        {FACT_TYPE, facts_text(&now, FACT_TYPE, "")},
        {FACT_MODE, mode_name(job->action->makes_trials ? MODE_THROUGHPUT : settings->mode)},
        {FACT_SCHEDULE, settings->schedule == SCHEDULE_BLOCKED ? "blocked" : "interleaved"},
        {FACT_ALIGNMENT, alignment_name(settings->alignment)},
        {FACT_CACHE_STATE, settings->cache == CACHE_COLD ? "cold" : "warm"},
        {FACT_TRANSFERS, settings->transfers == TRANSFERS_INCLUDED ? "included" : "excluded"},
    };
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        const char *before = facts_text(&then->facts, ways[i].fact, ways[i].now);
        if (strcmp(before, ways[i].now) != 0)
            doubt(doubts, "its %s is %.60s", ways[i].fact, before);
    }
    facts_release(&now);
    int was_fresh =
        strcmp(facts_text(&then->facts, FACT_INPUTS, INPUTS_ARE_SAME), INPUTS_ARE_FRESH) == 0;
    if (settings->inputs != INPUTS_AUTO && was_fresh != (settings->inputs == INPUTS_FRESH))
        doubt(doubts, "its inputs are %s", was_fresh ? INPUTS_ARE_FRESH : INPUTS_ARE_SAME);
    const struct fact *stage = facts_find(&then->facts, "stage_time");
    if ((settings->fixed & SETTINGS_FIX_MAX_SEEDS) && then->max_seeds != settings->max_seeds)
        doubt(doubts, "it has up to %zu seeds", then->max_seeds);
    if ((settings->fixed & SETTINGS_FIX_STAGE_TIME) && stage && stage->kind == FACT_REAL &&
        stage->real != settings->stage_time)
        doubt(doubts, "its stage time is %g", stage->real);
}

void earlier_run_compare(const struct run *then, const struct job *job,
                         const struct settings *settings,
                         const struct process_conditions *conditions, char *why, size_t size) {
    struct doubts doubts = {why, size};
    const struct measurement *m = run_find(then, job->action->name);
    *why = '\0';
    compare_machines(&doubts, then, conditions);
    compare_libraries(&doubts, m, job);
    compare_ways(&doubts, m, job, settings);
    compare_points(&doubts, m, job, settings);
}
