/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/measuring/team_record.h"

#include <stdio.h>
#include <string.h>

static const char *const pinnings[] = {
    [PINNING_CORES] = "cores",
    [PINNING_COMPACT] = "compact",
    [PINNING_SCATTER] = "scatter",
    [PINNING_NONE] = "none",
};

/* --- beginning --- */

/* The CPUs that the largest team has. */
static size_t count_cpus(const struct process_conditions *conditions, size_t team) {
    return conditions->leaves_threads || conditions->cpu_count < team ? conditions->cpu_count
                                                                      : team;
}

static int add_details(const struct measurement *m, const struct action_info *action,
                       struct series *series, struct err *err) {
    int status = 0;
    for (size_t d = 0; status == 0 && d < DETAIL_thread_counter_1 + action->counter_count; d++)
        if (series_details[d].shape == PER_THREAD)
            status = measurement_add_detail(m, series, series_details[d].name, err);
    return status;
}

static void name_counters(const struct action_info *action, struct facts *facts) {
    char text[BENCH_MAX_COUNTERS * 72] = "";
    for (size_t c = 0; c < action->counter_count; c++)
        snprintf(text + strlen(text), sizeof text - strlen(text), "%s%.64s", c ? "\n" : "",
                 action->counters[c]);
    if (text[0])
        facts_set_text(facts, FACT_COUNTERS, text);
}

int team_record_begin(struct measurement *m, const struct action_info *action,
                      const struct plan *plan, const struct settings *settings,
                      const struct process_conditions *conditions, struct err *err) {
    size_t team = 1;
    for (size_t p = 0; p < plan->count; p++)
        if ((size_t)plan->points[p].design_point.threads > team)
            team = (size_t)plan->points[p].design_point.threads;
    facts_set_real(&m->facts, FACT_TRIAL_SECONDS, plan->trial);
    facts_set_integer(&m->facts, FACT_TEAM_CPUS, (int64_t)count_cpus(conditions, team));
    facts_set_text(&m->facts, "pinning", pinnings[settings->pinning]);
    name_counters(action, &m->facts);
    int status = measurement_set_team(m, team, err);
    for (size_t i = 0; status == 0 && i < m->series_count; i++)
        status = add_details(m, action, &m->series[i], err);
    return status;
}

/* --- one trial --- */

static void keep_member(const struct measurement *m, struct series *series, size_t at,
                        size_t thread, const struct team_member *member) {
    const struct {
        double *all, own;
    } details[] = {
        {series->thread_begin, member->begin},
        {series->thread_end, member->end},
        {series->thread_operations, member->operations},
        {series->thread_cpu_seconds, member->cpu_seconds},
    };
    size_t i = at * m->team + thread;
    /* The archive of a run that goes on may lack some. */
    for (size_t d = 0; d < sizeof details / sizeof *details; d++)
        if (details[d].all)
            details[d].all[i] = details[d].own;
    for (size_t c = 0; c < BENCH_MAX_COUNTERS; c++)
        if (series->thread_counters[c])
            series->thread_counters[c][i] = (double)member->counters[c];
}

int team_record_fetch(struct worker_pool *pool, const struct batch_order *order,
                      const struct measurement *m, struct series *series, size_t at,
                      enum cell_status *fate, struct err *err) {
    static struct wire_team team;
    size_t got = 0;
    do {
        struct wire_from from = {(uint32_t)got};
        struct question question = {WIRE_TEAM, &from,       sizeof from,
                                    &team,     sizeof team, order->limit};
        int status =
            worker_pool_ask(pool, order->member, order->design_point, &question, fate, err);
        if (status)
            return status;
        for (size_t i = 0; i < team.count && i < WIRE_MOST_MEMBERS && got < m->team; i++)
            keep_member(m, series, at, got++, &team.members[i]);
    } while (team.count && got < m->team);
    return 0;
}
