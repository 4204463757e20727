/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/session/calibrate.h"

#include <math.h>
#include <stdlib.h>

#include "collect/design/actions.h"
#include "collect/machine/environment.h"
#include "collect/planning/memory_layout.h"
#include "collect/processes/worker_pool.h"
#include "collect/harness/wall_clock.h"

static int ask_batch(struct worker_pool *pool, const struct wire_batch *request,
                     struct wire_sample *sample, struct err *err) {
    enum cell_status fate;
    struct question question = {WIRE_BATCH, request, sizeof *request, sample, sizeof *sample, 60};
    return worker_pool_ask(pool, 0, &(struct design_point){.size = 1}, &question, &fate, err);
}

static int ascending(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* The empty action on the very path of every other: the median of an odd number of batches. */
static int measure_overhead(struct worker_pool *pool, double *overhead, struct err *err) {
    enum { BATCHES = 9, CALLS = 1 << 22 };
    double seconds[BATCHES];
    for (int b = 0; b < BATCHES; b++) {
        struct wire_batch request = {
            .calls = CALLS, .call_seconds = 1e-9, .shortest = 1e-4, .warm_up = 1e-3};
        struct wire_sample sample;
        int status = ask_batch(pool, &request, &sample, err);
        if (status)
            return status;
        seconds[b] = sample.seconds;
    }
    qsort(seconds, BATCHES, sizeof *seconds, ascending);
    *overhead = seconds[BATCHES / 2];
    return 0;
}

/* The second time, for the first one gets the memory to sweep through. */
static int measure_sweep(struct worker_pool *pool, size_t bytes, double *seconds, struct err *err) {
    enum { SWEEPS = 4 };
    struct wire_batch request = {
        .calls = 1, .call_seconds = 1e-9, .shortest = 0, .evict_bytes = bytes};
    struct wire_sample sample;
    int status = ask_batch(pool, &request, &sample, err);
    if (status)
        return status;
    request.calls = SWEEPS;
    double begin = wall_clock_now();
    status = ask_batch(pool, &request, &sample, err);
    *seconds = (wall_clock_now() - begin) / SWEEPS;
    return status;
}

static int begin_team(const struct session *session, struct worker_pool *pool,
                      const struct library *builtin, struct err *err) {
    const struct library *libraries[] = {builtin};
    static struct action_info empty;
    action_info_of_builtin(&empty, actions_find("empty"));
    return worker_pool_begin(pool, &session->conditions, &empty,
                             memory_layout_layout(session->settings, "empty", 0), 1 << 20,
                             libraries, 1, err);
}

static struct library builtin_of(const struct session *session, char *name) {
    char *path = (char *)(uintptr_t)session->builtin_path;
    return (struct library){.name = name, .paths = {path}, .path_count = 1};
}

static void describe(const struct wire_loaded *loaded, double overhead, struct facts *facts) {
    facts_set_text(facts, "clock", "CLOCK_MONOTONIC");
    facts_set_real(facts, "clock_resolution", loaded->clock_resolution);
    facts_set_real(facts, "clock_cost", loaded->clock_cost);
    facts_set_real(facts, "harness_overhead", overhead);
    facts_set_text(facts, "worker_address_randomisation", loaded->random_addresses ? "on" : "off");
}

int calibrate_harness(const struct session *session, struct run *run, struct err *err) {
    struct library builtin = builtin_of(session, (char[]){"builtin"});
    struct worker_pool pool;
    double overhead = NAN, begin = wall_clock_now();
    int status = begin_team(session, &pool, &builtin, err);
    if (status)
        return status;
    status = measure_overhead(&pool, &overhead, err);
    if (status == 0)
        describe(&pool.members[0].loaded, overhead, &run->facts);
    worker_pool_end(&pool);
    spending_since(session->spending, SPENDING_PLANNING, begin);
    return status;
}

int calibrate_eviction(const struct session *session, struct eviction *eviction, struct err *err) {
    struct library builtin = builtin_of(session, (char[]){"builtin"});
    struct worker_pool pool;
    double begin = wall_clock_now();
    size_t largest = environment_cache_bytes();
    eviction->bytes = 2 * (largest ? largest : CALIBRATE_LARGE_CACHE);
    int status = begin_team(session, &pool, &builtin, err);
    if (status)
        return status;
    status = measure_sweep(&pool, eviction->bytes, &eviction->seconds, err);
    worker_pool_end(&pool);
    spending_since(session->spending, SPENDING_PLANNING, begin);
    return status;
}
