/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/worker/ranks.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "collect/harness/number.h"
#include "collect/harness/wire_check.h"
#include "collect/mpi/launcher.h"
#include "collect/timing/watch.h"
#include "collect/worker/rank_processes.h"

static struct {
    const struct bench_action *action; /* the C one */
    struct bench_action own;
    struct wire_load load;
    struct launcher launcher;
    struct rank_calculated *calculated; /* of each rank */
    struct watch_figures figures;       /* of all ranks since they were first started */
} ranks;

int ranks_are_there(void) {
    return ranks.action != NULL;
}

/* --- asking --- */

/* Asks all ranks. A failure goes to the report of WORKSPACE, too, with its fate. */
static int ask(struct workspace *workspace, enum rank_kind kind, const void *request,
               size_t request_bytes, void *replies, size_t reply_bytes, struct err *err) {
    enum cell_status fate = CELL_FAILED;
    int status = rank_processes_are_there()
                     ? rank_processes_ask(kind, ranks.load.ranks, request, request_bytes, replies,
                                          reply_bytes, &fate, err)
                     : err_set(err, ERR_FAILED, "its ranks have ended");
    if (status)
        report_fail(&workspace->report, fate, err->message);
    return status;
}

/* --- the action --- */

static void initialize(struct bench *bench, uint64_t seed) {
    struct workspace *workspace = (struct workspace *)bench;
    struct rank_initialize request = {seed};
    struct err err;
    ask(workspace, RANK_INITIALIZE, &request, sizeof request, NULL, 0, &err);
}

/* The sample is what MPI's ranks agree on; processor time and waiting add up. */
static void take_times(struct workspace *workspace) {
    const struct rank_calculated *first = &ranks.calculated[0];
    struct report *report = &workspace->report;
    for (int i = 0; i < ranks.load.ranks; i++) {
        ranks.figures.cpu_seconds += ranks.calculated[i].times.cpu_seconds;
        ranks.figures.run_delay += ranks.calculated[i].run_delay;
        ranks.figures.preemptions += ranks.calculated[i].preemptions;
    }
    report_add_ranks(report, &(struct report_ranks){.slowest = first->times.slowest,
                                                    .fastest = first->times.fastest,
                                                    .skew = first->times.skew,
                                                    .whole = first->times.whole,
                                                    .clock_error = first->times.clock_error,
                                                    .late_calls = first->times.late_calls});
    for (int what = 0; what < BENCH_COUNTS; what++)
        if (first->has_counted[what])
            report_count(report, (enum bench_count)what, first->counted[what]);
}

static void calculate(struct bench *bench, int64_t calls) {
    struct workspace *workspace = (struct workspace *)bench;
    struct rank_calculate request = {calls};
    struct err err;
    if (workspace->report.failure[0])
        return;
    if (ask(workspace, RANK_CALCULATE, &request, sizeof request, ranks.calculated,
            sizeof *ranks.calculated, &err) == 0)
        take_times(workspace);
}

/* The worst that any rank says; what is not a number is worse than any. */
static double residual(const struct bench *bench) {
    struct workspace *workspace = (struct workspace *)(uintptr_t)bench;
    size_t count = (size_t)ranks.load.ranks;
    struct rank_residual *residuals = calloc(count, sizeof *residuals);
    double worst = NAN;
    struct err err;
    if (residuals &&
        ask(workspace, RANK_RESIDUAL, NULL, 0, residuals, sizeof *residuals, &err) == 0) {
        worst = residuals[0].residual;
        for (size_t i = 1; i < count && !isnan(worst); i++)
            worst = residuals[i].residual <= worst ? worst : residuals[i].residual;
    }
    free(residuals);
    return worst;
}

/* --- starting --- */

static int launch(struct rank_loaded *first, struct err *err) {
    return rank_processes_start(&ranks.launcher, ranks.load.ranks, &ranks.load, first, err);
}

static int choose_launcher(struct err *err) {
    const char *paths[LIBRARY_MAX_OBJECTS];
    for (uint32_t i = 0; i < ranks.load.path_count; i++)
        paths[i] = ranks.load.paths[i];
    return launcher_choose(&ranks.launcher, paths, ranks.load.path_count, ranks.load.launcher,
                           ranks.load.ranks, err);
}

int ranks_start(const struct wire_load *load, const struct bench_action *action,
                const struct bench_action **remote, struct facts *facts, struct wire_loaded *loaded,
                struct err *err) {
    static struct rank_loaded first;
    ranks.load = *load;
    ranks.calculated = calloc((size_t)load->ranks, sizeof *ranks.calculated);
    if (!ranks.calculated)
        return err_set(err, ERR_FAILED, "no memory for %d ranks", (int)load->ranks);
    int status = choose_launcher(err);
    if (status == 0)
        status = launch(&first, err);
    if (status)
        return status;
    wire_take_facts(&first.loaded, facts);
    facts_set_text(facts, "mpi", first.mpi);
    facts_set_text(facts, "launcher", ranks.launcher.text);
    loaded->c_interface = first.loaded.c_interface;
    loaded->integer_bits = first.loaded.integer_bits;
    watch_figures(&ranks.figures);
    ranks.action = action;
    ranks.own = *action;
    ranks.own.begin_round = NULL; /* the ranks call them */
    ranks.own.end_round = NULL;
    ranks.own.initialize = initialize;
    ranks.own.calculate = calculate;
    ranks.own.residual = action->residual ? residual : NULL;
    *remote = &ranks.own;
    return 0;
}

/* --- rounds --- */

int ranks_set_up(struct workspace *workspace, struct err *err) {
    static struct rank_loaded first;
    struct rank_setup request = {
        .point = {.size = workspace->bench.size, .threads = ranks.load.ranks},
        .layout = ranks.load.layout};
    size_t count = (size_t)ranks.load.ranks;
    memcpy(request.point.parameters, workspace->bench.parameters, sizeof request.point.parameters);
    struct rank_ready *ready = calloc(count, sizeof *ready);
    int status = ready ? 0 : err_set(err, ERR_FAILED, "no memory for %zu ranks", count);
    if (status == 0 && !rank_processes_are_there())
        status = launch(&first, err);
    if (status == 0)
        status = ask(workspace, RANK_SETUP, &request, sizeof request, ready, sizeof *ready, err);
    workspace->is_remote = 1;
    workspace->most_copies = INT64_MAX;
    for (size_t i = 0; status == 0 && i < count; i++)
        if (ready[i].most_calls < workspace->most_copies)
            workspace->most_copies = ready[i].most_calls;
    free(ready);
    return status;
}

void ranks_leave(void) {
    enum cell_status fate;
    struct err err;
    if (rank_processes_are_there())
        rank_processes_ask(RANK_LEAVE, ranks.load.ranks, NULL, 0, NULL, 0, &fate, &err);
}

void ranks_end(void) {
    rank_processes_end();
}

/* --- outputs --- */

static int take_output(struct workspace *workspace, uint32_t number, struct err *err) {
    const struct workspace_output *output = &workspace->outputs[number];
    uint64_t bytes = output->count * number_bytes(output->type);
    enum cell_status fate;
    int status = 0;
    for (uint64_t from = 0; status == 0 && from < bytes; from += RANK_CHUNK) {
        uint64_t left = bytes - from;
        struct rank_output request = {number, from,
                                      (uint32_t)(left < RANK_CHUNK ? left : RANK_CHUNK)};
        status =
            rank_processes_ask(RANK_OUTPUT, 1, &request, sizeof request,
                               workspace->arena + output->offset + from, request.bytes, &fate, err);
        if (status)
            report_fail(&workspace->report, fate, err->message);
    }
    return status;
}

int ranks_take_outputs(struct workspace *workspace, struct err *err) {
    int status = report_status(&workspace->report, err);
    for (size_t i = 0; status == 0 && i < workspace->output_count; i++)
        status = take_output(workspace, (uint32_t)i, err);
    return status;
}
