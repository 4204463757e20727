/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/cli/round_plan.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "analyze/aggregate/aggregate.h"
#include "analyze/documents/plan_document.h"
#include "collect/cli/earlier_run.h"
#include "store/archive/archive.h"

/* --- what samples tell --- */

static void write_words(struct rounds_plan *plan, const struct table *table,
                        const struct replication *found, const struct replication_terms *terms) {
    FILE *file = fmemopen(plan->words, sizeof plan->words, "w");
    if (!file)
        return;
    plan_document_write_plan(table, &table->sections[0], found, terms, file);
    fclose(file);
    plan->words[sizeof plan->words - 1] = '\0';
}

/* Plans by all rounds of M that have samples. */
static int plan_by(const struct run *run, const struct measurement *m, const char *reference,
                   const struct replication_terms *terms, struct rounds_plan *plan,
                   struct err *err) {
    const struct table_options options = {
        .reference = reference, .spared = NEED_ALL & ~(unsigned)NEED_RATIO, .with_bases = 1};
    struct table table = {0};
    int status = aggregate_whole(&table, run, m, &options, err);
    if (status)
        return status;
    const struct section *section = &table.sections[0];
    struct replication found = replication_of(&table, section, 0, section->row_count, terms);
    const struct fact *stage = facts_find(&m->facts, "stage_time");
    write_words(plan, &table, &found, terms);
    plan->rounds = found.rounds;
    if (found.rounds && section->most_seeds) {
        double part = (double)found.seeds / (double)section->most_seeds;
        plan->max_seeds = (size_t)fmax(round(part * (double)m->max_seeds), 1);
        plan->stage_time = stage && stage->kind == FACT_REAL ? part * stage->real : 0;
    }
    table_release(&table);
    return 0;
}

/* --- by the first rounds --- */

static int plan_rounds(struct round_planner *planner, const struct measurement *m,
                       const struct settings *settings, size_t rounds, struct rounds_plan *plan,
                       struct err *err) {
    const struct replication_terms terms = {.half_width = settings->plan_for,
                                            .confidence = 0.95,
                                            .pilot = rounds,
                                            .most = m->rounds,
                                            .most_seconds = settings_max_time(settings),
                                            .keeps_seeds = 1};
    struct run *run = run_new();
    (void)planner;
    int status =
        run ? plan_by(run, m, facts_text(&m->facts, FACT_REFERENCE, NULL), &terms, plan, err)
            : err_set(err, ERR_FAILED, "no memory to plan rounds");
    run_free(run);
    snprintf(plan->from, sizeof plan->from, "%zu rounds", rounds);
    if (status == 0 && !plan->rounds) /* there is no ratio to make more precise */
        plan->rounds = rounds;
    return status;
}

/* --- by an earlier run --- */

static int plan_by_run(const struct round_plan *own, const struct run *then, const struct job *job,
                       const struct settings *settings, struct rounds_plan *plan, struct err *err) {
    const struct measurement *m = run_find(then, job->action->name);
    int is_fixed = (settings->fixed & (SETTINGS_FIX_MAX_SEEDS | SETTINGS_FIX_STAGE_TIME)) != 0;
    const struct replication_terms terms = {
        .half_width = settings->plan_for,
        .confidence = 0.95,
        .least = settings->fixed & SETTINGS_FIX_ROUNDS ? (size_t)settings->rounds : 0,
        .most = (size_t)fmax(RECALLED_MOST_ROUNDS, (double)settings->rounds),
        .most_seconds = settings_max_time(settings),
        .keeps_seeds = is_fixed};
    snprintf(plan->from, sizeof plan->from, "%.30s", then->name);
    earlier_run_compare(then, job, settings, own->conditions, plan->words, sizeof plan->words);
    if (plan->words[0])
        return 0;
    return plan_by(then, m, job->candidates[job->reference].library->name, &terms, plan, err);
}

/* Reads the latest run of ACTION; RUN is NULL if there is none. */
static int read_latest(struct archive *archive, const char *action, struct run **run,
                       struct err *err) {
    *run = NULL;
    for (size_t i = archive_run_count(archive); i-- > 0;) {
        const char *const *actions;
        size_t count;
        int status = archive_run_actions(archive, i, &actions, &count, err);
        for (size_t a = 0; status == 0 && a < count; a++)
            if (strcmp(actions[a], action) == 0)
                return archive_read_run(archive, i, action, run, err);
        if (status)
            return status;
    }
    return 0;
}

static int recall(struct round_planner *planner, const struct job *job,
                  const struct settings *settings, struct rounds_plan *plan, struct err *err) {
    const struct round_plan *own = (const struct round_plan *)planner;
    struct archive *archive;
    struct run *then;
    *plan = (struct rounds_plan){0};
    if (access(own->archive, F_OK) != 0)
        return 0;
    int status = archive_open_with(&archive, own->archive, own->access, err);
    if (status)
        return status;
    status = read_latest(archive, job->action->name, &then, err);
    if (status == 0 && then)
        status = plan_by_run(own, then, job, settings, plan, err);
    if (status == 0)
        run_free(then);
    archive_close(archive);
    return status;
}

void round_plan_begin(struct round_plan *plan, const char *archive, const struct access *access,
                      const struct process_conditions *conditions) {
    *plan = (struct round_plan){{recall, plan_rounds}, archive, access, conditions};
}
