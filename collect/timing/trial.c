/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/timing/trial.h"

#include <math.h>
#include <sched.h>
#include <stdio.h>

#include "collect/harness/clock.h"
#include "collect/timing/sample.h"
#include "collect/timing/team.h"

/* More threads than CPUs wait for one another, which is no disturbance from outside. */
static int is_crowded(const struct wire_trial *trial) {
    cpu_set_t cpus;
    int count = trial->cpu_count;
    if (count == 0 && sched_getaffinity(0, sizeof cpus, &cpus) == 0)
        count = CPU_COUNT(&cpus);
    return trial->threads > count;
}

static void fill(struct wire_sample *sample, const struct wire_trial *trial,
                 const struct team_result *result) {
    double operations = (double)result->operations;
    *sample = (struct wire_sample){
        .seconds = result->seconds / operations,
        .batch_mean = result->seconds / operations,
        .cpu_seconds = result->cpu_seconds / (double)result->all_operations,
        .run_delay = is_crowded(trial) ? NAN : result->watch.run_delay,
        .steal = result->watch.steal,
        .spin = result->watch.spin,
        .preemptions = result->watch.preemptions,
        .calls = result->operations,
        .interval_calls = result->operations,
        .warm_up_seconds = result->prefill_seconds,
        .is_steady = 1,
        .threads = trial->threads,
    };
    reported_clear(&sample->told);
    sample->told.start_skew = result->skew;
    if (result->has_level)
        sample->told.level = (double)result->level;
    for (size_t i = 0; i < PERF_EVENTS; i++)
        sample->told.all[REPORT_cycles + i] = result->events[i] / operations;
}

int trial_take(struct workspace *workspace, const struct wire_trial *trial, double seconds,
               uint64_t seed, struct wire_sample *sample, struct err *err) {
    struct team_result result;
    struct instant begin = clock_now();
    report_clear(&workspace->report);
    workspace_initialize(workspace, seed);
    double initialize_seconds = clock_seconds(begin, clock_now());
    int status = hooks_begin_batch(workspace, err);
    if (status)
        return status;
    status = team_operate(workspace, trial, seconds, seed, &result, err);
    hooks_end_batch(workspace);
    if (status == 0)
        status = report_status(&workspace->report, err);
    if (status)
        return status;
    if (result.operations == 0)
        return err_set(err, ERR_FAILED, "no operation ended within %g s; %s",
                       seconds + TEAM_PATIENCE,
                       seconds < WIRE_ANSWER_TRIAL ? "choose a longer --trial"
                                                   : "an operation may take 1 ms at most");
    fill(sample, trial, &result);
    sample->initialize_seconds = initialize_seconds;
    snprintf(sample->wrong, sizeof sample->wrong, "%s", workspace->report.wrong);
    return 0;
}
