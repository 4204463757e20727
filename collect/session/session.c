/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/session/session.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "collect/design/actions.h"
#include "collect/harness/clock.h"
#include "collect/job/job.h"
#include "collect/machine/environment.h"
#include "collect/measuring/measure.h"
#include "collect/measuring/team_record.h"
#include "collect/planning/plan_record.h"
#include "collect/planning/round_order.h"
#include "collect/processes/action_process.h"
#include "collect/processes/worker_pool.h"
#include "collect/session/job_plan.h"
#include "collect/session/job_prepare.h"
#include "formats/model/ascending.h"
#include "formats/text/seconds.h"
#include "formats/text/shell_words.h"

/* --- cpu use --- */

/* Of the calls that sample K stands for: where each call is a sample, the first stands for those
 * after it too, whose processor time it has. */
static double whole_call(const struct measurement *m, const struct series *series, size_t k) {
    int has_batch = strcmp(facts_text(&m->facts, FACT_PAIRED_BY, ""), PAIRED_BY_NOTHING) == 0;
    size_t end = has_batch ? k + m->max_seeds - k % m->max_seeds : k + 1, count = 0;
    double sum = 0;
    for (size_t i = k; series->whole_seconds && i < end; i++)
        if (!isnan(series->whole_seconds[i])) {
            sum += series->whole_seconds[i];
            count++;
        }
    return count ? sum / (double)count : series->batch_mean[k];
}

/* Whether the sample waited for a CPU, which is not the library's choice. */
static int has_waited(const struct measurement *m, const struct series *series, size_t k) {
    const double negligible = 0.05;
    double calls = (double)series->calls[k / (m->rounds * m->max_seeds)];
    return series->run_delay[k] + series->steal[k] > negligible * calls * whole_call(m, series, k);
}

void cpu_use_record(struct measurement *m) {
    if (m->team) /* threads of a team may well wait for one another */
        return;
    for (size_t i = 0; i < m->series_count; i++) {
        struct series *series = &m->series[i];
        const struct fact *threads = facts_find(&series->facts, "threads");
        size_t samples = measurement_elements(m, PER_SAMPLE);
        double *cpus =
            threads && threads->kind == FACT_INTEGER ? calloc(samples, sizeof *cpus) : NULL;
        if (cpus) {
            /* The CPUs in use, sample by sample; COUNT of them are known. */
            size_t count = 0;
            for (size_t k = 0; k < measurement_elements(m, PER_SAMPLE); k++) {
                if (isnan(series->cpu_seconds[k]))
                    continue;
                double used = series->cpu_seconds[k] / whole_call(m, series, k);
                if (isfinite(used) && !has_waited(m, series, k))
                    cpus[count++] = used;
            }

            double used;
            if (!count)
                used = NAN;
            else {
                qsort(cpus, count, sizeof *cpus, ascending_reals);
                used = count % 2 ? cpus[count / 2] : (cpus[count / 2 - 1] + cpus[count / 2]) / 2;
            }

            free(cpus);
            if (fabs(used - (double)threads->integer) > CPU_USE_SLACK * (double)threads->integer)
                facts_set_real(&series->facts, "threads_obeyed", round(100 * used) / 100);
        }
    }
}

/* --- calibrate --- */

static int ask_batch_at(struct worker_pool *pool, const struct design_point *point,
                        const struct wire_batch *request, struct wire_sample *sample,
                        struct err *err) {
    enum cell_status fate;
    struct question question = {WIRE_BATCH, request, sizeof *request, sample, sizeof *sample, 60};
    return worker_pool_ask(pool, 0, point, &question, &fate, err);
}

static int ask_batch(struct worker_pool *pool, const struct wire_batch *request,
                     struct wire_sample *sample, struct err *err) {
    return ask_batch_at(pool, &(struct design_point){.size = 1}, request, sample, err);
}

/* Times the empty action along the same path as every other: the median of an odd number of
 * batches. */
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
    qsort(seconds, BATCHES, sizeof *seconds, ascending_reals);
    *overhead = seconds[BATCHES / 2];
    return 0;
}

/* Times runs of COMMAND, by SHELL or directly, along the same path as every other: their median. */
static int measure_launch(const struct session *session, const char *command, const char *shell,
                          double *seconds, struct err *err) {
    enum { RUNS = 31 };
    static struct commands commands;
    struct action_info info;
    struct worker_pool pool;
    double all[RUNS];
    const struct library launch = {.name = (char[]){"launch"}};
    commands = (struct commands){
        .count = 1, .shell = shell, .items = {{.name = (char[]){"launch"}, .text = command}}};
    action_info_of_commands(&info, &commands);
    int status = worker_pool_begin(&pool, &session->conditions, &info, 0, 1 << 20,
                                   (const struct library *[]){&launch}, 1, err);
    for (int i = 0; status == 0 && i < RUNS; i++) {
        struct wire_batch request = {.calls = 1, .call_seconds = 1};
        struct wire_sample sample;
        status = ask_batch(&pool, &request, &sample, err);
        all[i] = sample.seconds;
    }
    worker_pool_end(&pool);
    if (status)
        return status;
    qsort(all, RUNS, sizeof *all, ascending_reals);
    *seconds = all[RUNS / 2];
    return 0;
}

/* What launching takes of every run of a command. */
static int calibrate_launch(const struct session *session, const char *shell, struct facts *facts,
                            struct err *err) {
    double seconds;
    char *path = shell_words_join((char *[]){(char *)(uintptr_t)session->empty_path, NULL});
    int status = path ? measure_launch(session, path, NULL, &seconds, err)
                      : err_set(err, ERR_FAILED, "no memory for a command");
    free(path);
    if (status)
        return status;
    facts_set_real(facts, "harness_overhead", seconds);
    if (!shell)
        return 0;
    status = measure_launch(session, ":", shell, &seconds, err);
    if (status)
        return status;
    char line[300], text[32];
    facts_set_real(facts, "shell_overhead", seconds);
    snprintf(line, sizeof line,
             "starting %.100s takes %s of every run; it is part of the times, as it is not known "
             "how much of it each command pays",
             shell, seconds_format(text, sizeof text, seconds, 2));
    session->observer->note(session->observer, NOTE_PLAN, line);
    return 0;
}

static int begin_pool(const struct session *session, struct worker_pool *pool,
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

/* What cannot be counted is told once, and is absent from the archive. */
static void note_lost_events(const struct session *session, const struct wire_loaded *loaded) {
    char list[200] = "", line[500];
    int reason = 0;
    for (size_t i = 0; loaded->has_events && i < PERF_EVENTS; i++)
        if (loaded->event_errors[i]) {
            snprintf(list + strlen(list), sizeof list - strlen(list), "%s%s", reason ? ", " : "",
                     series_details[DETAIL_cycles + i].name);
            reason = loaded->event_errors[i];
        }
    if (!reason)
        return;
    for (char *blank = list; (blank = strchr(blank, '_'));)
        *blank = ' ';
    snprintf(line, sizeof line, "--counters: not counted here: %s (%s%s)", list, strerror(reason),
             reason == EACCES || reason == EPERM
                 ? "; set /proc/sys/kernel/perf_event_paranoid to 1, or less"
                 : "; virtual machines often have no counters");
    session->observer->note(session->observer, NOTE_PLAN, line);
}

/* Times calls of a function that does nothing and has the prototype of the FUNCTIONS. */
static int calibrate_function(const struct session *session, struct facts *facts, struct err *err) {
    static struct action_info info;
    const struct library nothing = {.name = (char[]){"nothing"}, .implementation = -1};
    struct workspace_needs needs = {0};
    struct worker_pool pool;
    double overhead;
    int status = action_info_of_functions(&info, session->functions, err);
    if (status == 0)
        status = workspace_measure(info.builtin, info.type, &(struct design_point){.size = 1},
                                   &needs, err);
    if (status)
        return status;
    status = worker_pool_begin(
        &pool, &session->conditions, &info, memory_layout_layout(session->settings, "empty", 0),
        needs.arena_bytes + (1 << 20), (const struct library *[]){&nothing}, 1, err);
    pool.is_fresh = session->settings->inputs != INPUTS_SAME;
    if (status == 0)
        status = measure_overhead(&pool, &overhead, err);
    worker_pool_end(&pool);
    if (status == 0)
        facts_set_real(facts, "harness_overhead", overhead);
    return status;
}

/* Sets harness_overhead of a measurement of the throughput ACTION: the seconds of one of its
 * operations with routines that do nothing, by one thread and with the parameters' defaults. If it
 * is a plug-in, which has none, those of an action that does nothing. The least of some trials, as
 * a disturbance only ever adds. */
static int calibrate_team(const struct session *session, const struct action_info *action,
                          struct facts *facts, struct err *err) {
    enum { TRIALS = 3 };
    static struct action_info info;
    struct process_conditions conditions = session->conditions;
    const struct library nothing = {.name = (char[]){"nothing"}};
    struct design_point point = {.size = 1, .threads = 1};
    bench_function idle[IDLE_ROUTINES];
    struct worker_pool pool;
    double least = INFINITY, begin = wall_clock_now();
    int is_idle = !action->plugin && actions_idle(action->name, idle);
    conditions.threads = 1;
    action_info_of_builtin(&info, is_idle ? action->builtin : actions_find("empty_operation"));
    info.is_preloaded = 0; /* there is no library */
    for (size_t i = 0; i < info.parameter_count; i++)
        point.parameters[i] = info.parameters[i].value;
    int status = worker_pool_begin(&pool, &conditions, &info,
                                   memory_layout_layout(session->settings, info.name, 0), 1 << 20,
                                   (const struct library *[]){&nothing}, 1, err);
    pool.trial_seconds = 0.02;
    pool.is_idle = is_idle;
    for (int i = 0; status == 0 && i < TRIALS; i++) {
        struct wire_batch request = {.seed = (uint64_t)i};
        struct wire_sample sample;
        status = ask_batch_at(&pool, &point, &request, &sample, err);
        if (status == 0)
            least = fmin(least, sample.seconds);
    }
    worker_pool_end(&pool);
    spending_since(session->spending, SPENDING_PLANNING, begin);
    if (status == 0)
        facts_set_real(facts, "harness_overhead", least);
    return status;
}

int calibrate_harness(const struct session *session, struct run *run, struct err *err) {
    struct library builtin = builtin_of(session, (char[]){"builtin"});
    struct worker_pool pool;
    double overhead = NAN, begin = wall_clock_now();
    int status = begin_pool(session, &pool, &builtin, err);
    if (status)
        return status;
    status = measure_overhead(&pool, &overhead, err);
    if (status == 0) {
        const struct wire_loaded *loaded = &pool.members[0].loaded;
        facts_set_text(&run->facts, "clock", "CLOCK_MONOTONIC");
        facts_set_real(&run->facts, "clock_resolution", loaded->clock_resolution);
        facts_set_real(&run->facts, "clock_cost", loaded->clock_cost);
        facts_set_real(&run->facts, "harness_overhead", overhead);
        facts_set_text(&run->facts, "worker_address_randomisation",
                       loaded->random_addresses ? "on" : "off");
        note_lost_events(session, loaded);
    }
    worker_pool_end(&pool);
    if (status == 0 && session->commands)
        status = calibrate_launch(session, session->commands->shell, &run->facts, err);
    if (status == 0 && session->functions)
        status = calibrate_function(session, &run->facts, err);
    spending_since(session->spending, SPENDING_PLANNING, begin);
    return status;
}

int eviction_grow(eviction_trial *trial, void *context, size_t most, size_t *bytes,
                  struct err *err) {
    double before, seconds;
    int status = trial(context, *bytes, &before, err);
    while (status == 0 && *bytes <= most / 2) {
        status = trial(context, 2 * *bytes, &seconds, err);
        if (status || seconds <= (1 + EVICTION_GROWTH) * before)
            break;
        *bytes *= 2;
        before = seconds;
    }
    return status;
}

/* A call of the built-in axpy, on a megabyte: the shortest of some, as a disturbance only adds. */
static int time_cold_call(void *context, size_t bytes, double *seconds, struct err *err) {
    enum { CALLS = 5 };
    const struct design_point point = {.size = 1 << 16};
    struct wire_batch request = {.calls = 1, .call_seconds = 1e-4, .evict_bytes = bytes};
    struct wire_sample sample;
    int status = 0;
    *seconds = INFINITY;
    for (int i = 0; status == 0 && i < CALLS; i++) {
        status = ask_batch_at(context, &point, &request, &sample, err);
        *seconds = status ? *seconds : fmin(*seconds, sample.seconds);
    }
    return status;
}

static int grow_by_trial(const struct session *session, const struct library *builtin,
                         size_t *bytes, struct err *err) {
    static struct action_info axpy;
    struct worker_pool pool;
    size_t available = environment_available_memory();
    size_t most = available / 4 < EVICTION_MOST ? available / 4 : EVICTION_MOST;
    action_info_of_builtin(&axpy, actions_find("axpy"));
    int status = worker_pool_begin(&pool, &session->conditions, &axpy,
                                   memory_layout_layout(session->settings, axpy.name, 0), 1 << 22,
                                   &builtin, 1, err);
    if (status == 0)
        status = eviction_grow(time_cold_call, &pool, most, bytes, err);
    worker_pool_end(&pool);
    return status;
}

int calibrate_eviction(const struct session *session, struct eviction *eviction, struct err *err) {
    struct library builtin = builtin_of(session, (char[]){"builtin"});
    struct worker_pool pool;
    double begin = wall_clock_now();
    size_t largest = environment_cache_bytes();
    eviction->bytes = 2 * (largest ? largest : CALIBRATE_LARGE_CACHE);
    int status = grow_by_trial(session, &builtin, &eviction->bytes, err);
    if (status == 0)
        status = begin_pool(session, &pool, &builtin, err);
    if (status)
        return status;

    /* Times the second batch, because the first one gets the memory to sweep through. */
    size_t bytes = eviction->bytes;
    enum { SWEEPS = 5 };
    struct wire_batch request = {
        .calls = 1, .call_seconds = 1e-9, .shortest = 0, .evict_bytes = bytes};
    struct wire_sample sample;
    int code = ask_batch(&pool, &request, &sample, err);
    if (code)
        status = code;
    else {
        request.calls = SWEEPS;
        double sweep_begin = wall_clock_now();
        code = ask_batch(&pool, &request, &sample, err);
        eviction->seconds = (wall_clock_now() - sweep_begin) / SWEEPS;
        eviction->empty = code ? 0 : sample.seconds;
        status = code;
    }

    worker_pool_end(&pool);
    spending_since(session->spending, SPENDING_PLANNING, begin);
    return status;
}

/* --- preparing --- */

/* There are not enough CPUs for more threads than the command line asks for. */
static int check_threads(const struct session *session, const struct plan *plan, const char *name,
                         struct err *err) {
    for (size_t p = 0; p < plan->count; p++)
        if (plan->points[p].design_point.threads > session->conditions.threads)
            return err_set(err, ERR_DAMAGED,
                           "%s has points of %d threads, where %d were asked for; measure a new "
                           "run instead",
                           name, plan->points[p].design_point.threads, session->conditions.threads);
    return 0;
}

/* Kinds of actions: what they measure, and what their kind is called. */
enum { CALLS = 1, TRIALS = 2, RANKS = 4 };

static const struct {
    unsigned kind;
    const char *name, *does;
} kinds[] = {
    {CALLS, "calls", "measures calls"},
    {TRIALS, "throughput actions", "makes trials"},
    {RANKS, "parallel actions", "is parallel"},
};
enum { KINDS = sizeof kinds / sizeof *kinds };

static int refuse_option(const char *option, unsigned allowed, unsigned kind, const char *name,
                         struct err *err) {
    const char *of = "", *does = "";
    for (size_t i = KINDS; i-- > 0;) {
        of = kinds[i].kind & allowed ? kinds[i].name : of;
        does = kinds[i].kind == kind ? kinds[i].does : does;
    }
    return err_set(err, ERR_USAGE, "%s is for %s, and %s %s; leave it out", option, of, name, does);
}

/* Options that mean something only for some kinds of actions. */
static int check_settings(const struct settings *settings, const struct action_info *action,
                          struct err *err) {
    const struct {
        const char *option;
        int is_given;
        unsigned kinds;
    } options[] = {
        {"--trial", (settings->fixed & SETTINGS_FIX_TRIAL) != 0, TRIALS},
        {"--pin", settings->pinning != PINNING_CORES, TRIALS},
        {"--mode first", settings->mode == MODE_FIRST, CALLS | RANKS},
        {"--mode sample", settings->mode == MODE_SAMPLE, CALLS | RANKS},
        {"--cache cold", settings->cache == CACHE_COLD, CALLS},
        {"--counters", settings->counters, CALLS | TRIALS},
        {"--max-seeds", (settings->fixed & SETTINGS_FIX_MAX_SEEDS) != 0, CALLS | RANKS},
        {"--stage-time", (settings->fixed & SETTINGS_FIX_STAGE_TIME) != 0, CALLS | RANKS},
        {"--threads", settings->threads.count > 0, CALLS | TRIALS},
        {"--ranks", settings->ranks.count > 0, RANKS},
        {"--oversubscribe", settings->oversubscribes, RANKS},
        {"--launcher", settings->launcher != NULL, RANKS},
        {"--device", settings->device != NULL, CALLS},
        {"--transfers", settings->transfers != TRANSFERS_EXCLUDED, CALLS},
        {"--inputs", settings->inputs != INPUTS_AUTO, CALLS},
        {"--align", settings->alignment != ALIGNMENT_LINE, CALLS | RANKS},
    };
    unsigned kind = action->makes_trials ? TRIALS : action->is_parallel ? RANKS : CALLS;
    for (size_t i = 0; i < sizeof options / sizeof *options; i++)
        if (options[i].is_given && !(options[i].kinds & kind))
            return refuse_option(options[i].option, options[i].kinds, kind, action->name, err);
    const unsigned all = SETTINGS_FIX_ROUNDS | SETTINGS_FIX_TRIAL;
    if (action->makes_trials && settings->time > 0 && (settings->fixed & all) == all)
        return err_set(err, ERR_USAGE,
                       "--rounds and --trial leave nothing for --time to choose; leave one of them "
                       "out");
    return 0;
}

/* Whatever a library is called, one that was loaded on a device says so. */
static int check_devices(const struct session *session, const struct job *job, struct err *err) {
    const struct settings *settings = session->settings;
    int has_device = libraries_have_device(session->libraries);
    for (size_t i = 0; i < job->candidate_count; i++)
        has_device |= facts_find(&job->candidates[i].facts, FACT_DEVICE) != NULL;
    if (has_device && settings->mode == MODE_FIRST)
        return err_set(
            err, ERR_USAGE,
            "--mode first: a library on a device has made a call before any is timed, to "
            "compile its kernels; bench-store show has the seconds of that as \"first "
            "call\" in any other mode");
    if (settings->inputs == INPUTS_FRESH && has_device)
        return err_set(err, ERR_USAGE,
                       "--inputs fresh is for libraries on the CPU: all calls of a batch get the "
                       "same numbers on a device; leave it out");
    if (settings->alignment != ALIGNMENT_LINE && (has_device || session->conditions.has_programs))
        return err_set(err, ERR_USAGE,
                       "--align is for libraries on the CPU, and arrays %s are its own; leave it "
                       "out",
                       has_device ? "on a device" : "of a program");
    if (has_device || (!settings->device && settings->transfers == TRANSFERS_EXCLUDED))
        return 0;
    return err_set(err, ERR_USAGE,
                   "--%s is for libraries that calculate on a device, and none is named; leave it "
                   "out",
                   settings->device ? "device" : "transfers");
}

int session_prepare(const struct session *session, const struct action_info *action,
                    const struct measurement *begun, struct job *job, struct err *err) {
    *job = (struct job){.action = action};
    int status = check_settings(session->settings, action, err);
    if (status == 0)
        status = job_libraries_choose(session, job, err);
    if (status == 0) {
        if (!begun)
            status = job_sizes_choose(session, job, err);
        else {
            /* Points and arena are those of BEGUN. */
            struct plan plan;
            const struct fact *arena = facts_find(&begun->facts, "arena_bytes");
            status = plan_recall(&plan, job->action, begun, err);
            job->eviction = plan.eviction;
            if (status == 0)
                status = check_threads(session, &plan, begun->name, err);
            if (status == 0)
                status = job_sizes_keep(session, &plan, job, err);
            plan_release(&plan);
            if (status == 0 && arena && arena->kind == FACT_INTEGER && arena->integer > 0)
                job->arena_bytes = (size_t)arena->integer;
        }
    }
    if (status == 0) {
        status = job_libraries_load(session, job, err);
        if (begun && status == ERR_UNMEASURED) /* what has been measured is there */
            status = ERR_FAILED;
    }
    if (status == 0)
        status = check_devices(session, job, err);
    if (status == 0 && settings_half_width(session->settings) > 0 && job->candidate_count < 2)
        status = err_set(err, job->left_count ? ERR_UNMEASURED : ERR_USAGE,
                         "--%s is of ratios, and %s alone is left for %s: name another "
                         "library, or give --rounds",
                         session->settings->plan_for > 0 ? "plan-for" : "precision",
                         job->candidates[0].library->name, action->name);
    if (status == 0 && session->settings->cache == CACHE_COLD && !begun)
        status = calibrate_eviction(session, &job->eviction, err);
    return status;
}

void session_release(struct job *job) {
    for (size_t i = 0; i < job->candidate_count; i++)
        facts_release(&job->candidates[i].facts);
    free(job->candidates);
    for (size_t i = 0; i < job->left_count; i++)
        free(job->left[i].why);
    free(job->left);
    libraries_release(&job->implementations);
    design_points_release(&job->design_points);
    *job = (struct job){0};
}

/* --- measuring --- */

static const char *const schedule_names[] = {
    [SCHEDULE_INTERLEAVED] = "interleaved",
    [SCHEDULE_BLOCKED] = "blocked",
};

static int describe_thread_orders(const struct settings *settings, const struct plan *plan,
                                  struct measurement *m, struct err *err) {
    struct thread_groups groups;
    int status = thread_groups_find(&groups, plan, err);
    if (status == 0)
        thread_groups_describe(&groups, settings->seed, m->name, m->rounds, &m->facts);
    thread_groups_release(&groups);
    return status;
}

/* What libraries calculate on besides the CPU, and what calls bring there. */
static void describe_devices(const struct job *job, const struct settings *settings,
                             struct facts *facts) {
    char all[512] = "";
    size_t used = 0;
    for (size_t i = 0; i < job->candidate_count && used < sizeof all; i++) {
        const char *device = facts_text(&job->candidates[i].facts, FACT_DEVICE, "");
        int is_known = !*device;
        for (size_t k = 0; k < i && !is_known; k++)
            is_known = strcmp(facts_text(&job->candidates[k].facts, FACT_DEVICE, ""), device) == 0;
        if (!is_known)
            used += (size_t)snprintf(all + used, sizeof all - used, "%s%.200s", used ? ", " : "",
                                     device);
    }
    if (!used)
        return;
    facts_set_text(facts, FACT_DEVICES, all);
    facts_set_text(facts, FACT_TRANSFERS,
                   settings->transfers == TRANSFERS_INCLUDED ? "included" : "excluded");
}

static int add_measurement(const struct session *session, const struct job *job,
                           const struct plan *plan, const struct measure_setup *setup,
                           struct run *run, struct measurement **result, struct err *err) {
    size_t most = 1;
    for (size_t p = 0; p < plan->count; p++)
        most = plan->points[p].seeds > most ? plan->points[p].seeds : most;
    struct measurement *m = run_add_measurement(
        run, job->action->name, plan->count,
        stopping_room(session->settings, session->until, plan_round_seconds(plan)),
        plan->keeps_calls || plan->trial > 0 ? most : session->settings->max_seeds, err);
    *result = m;
    if (!m)
        return ERR_FAILED;

    const struct settings *settings = session->settings;
    struct facts *facts = &m->facts;
    action_info_record(job->action, facts);
    facts_set_text(facts, FACT_AXIS, design_points_axis(job->action, settings));
    facts_set_text(facts, FACT_REFERENCE, job->candidates[job->reference].library->name);

    const char *reference = job->candidates[job->reference].library->name;
    const char *otherwise = job->trusted.name ? job->trusted.name : "the residual alone";
    int is_own = job->action->implementation_count > 0;
    char text[200];
    snprintf(text, sizeof text, "%s", otherwise);
    if (job->action->makes_trials)
        snprintf(text, sizeof text, "the action's own check");
    else if (!job->trusted.name && !job->action->has_residual)
        snprintf(text, sizeof text, "%.80s", reference);
    else if (settings->reference && !is_own)
        snprintf(text, sizeof text, "%.80s where it is right, else %.80s", reference, otherwise);
    else if (job->action->functions && job->candidate_count > 1)
        snprintf(text, sizeof text, "%.80s, or the next where it gives none", otherwise);
    facts_set_text(facts, "answers_held_against", text);

    if (!(plan->trial > 0))
        facts_set_text(facts, FACT_CACHE_STATE, settings->cache == CACHE_COLD ? "cold" : "warm");
    if (!(plan->trial > 0) && !job->action->commands)
        facts_set_text(facts, FACT_ALIGNMENT, alignment_name(settings->alignment));
    describe_devices(job, settings, facts);
    facts_set_text(facts, FACT_SCHEDULE, schedule_names[settings->schedule]);
    facts_set_text(facts, FACT_MODE, mode_name(plan->trial > 0 ? MODE_THROUGHPUT : settings->mode));
    if (plan->keeps_calls)
        facts_set_text(facts, FACT_PAIRED_BY, PAIRED_BY_NOTHING);
    if (job->action->commands)
        facts_set_text(facts, FACT_SAMPLES_ARE, SAMPLES_ARE_RUNS);
    else
        memory_layout_describe(settings, job->action->name, m->rounds, facts);
    if (!(plan->trial > 0))
        facts_set_real(facts, "stage_time", settings->stage_time);
    if (settings->cache == CACHE_WARM && !plan->is_fresh && !(plan->trial > 0))
        facts_set_real(facts, "warm_up_bound", settings->stage_time);
    facts_set_integer(facts, "seed", (int64_t)settings->seed);
    if (settings->detectable > 0)
        facts_set_real(facts, FACT_DETECTABLE_TARGET, settings->detectable);

    facts_set_integer(&m->facts, "arena_bytes", (int64_t)job->arena_bytes);
    if (participants_add_series(m, job, setup->participants, setup->participant_count, err))
        return ERR_FAILED;
    builds_describe(settings, setup->participants, m->rounds, m);
    if (plan->trial > 0 &&
        team_record_begin(m, job->action, plan, settings, setup->conditions, err))
        return ERR_FAILED;
    int status = describe_thread_orders(session->settings, plan, m, err);
    if (status == 0)
        status = plan_record(m, job->action, plan, setup->participants, err);
    if (job->action->commands && settings->threads.count == 1) /* one CPU is not all CPUs */
        facts_set_integer(&m->facts, DESIGN_POINTS_THREADS, (int64_t)settings->threads.values[0]);
    return status;
}

static void begin_keeping(const struct session *session, struct run *run,
                          const struct measurement *m) {
    double begin = wall_clock_now();
    if (session->keeper)
        session->keeper->begin(session->keeper, run, (size_t)(m - run->measurements));
    spending_since(session->spending, SPENDING_ARCHIVE, begin);
}

/* Lets an earlier run decide rounds, seeds and stage time, if the archive has one to plan by. */
static int recall_rounds(const struct session *session, const struct job *job,
                         struct settings *settings, struct rounds_plan *plan, struct err *err) {
    char line[sizeof plan->words + 100];
    if (!(settings->plan_for > 0))
        return 0;
    int status = session->planner->recall(session->planner, job, settings, plan, err);
    if (status || !plan->words[0])
        return status;
    rounds_plan_tell(plan, job->action->name, line, sizeof line);
    session->observer->note(session->observer, NOTE_PLAN, line);
    if (!plan->rounds)
        return 0;
    settings->rounds = settings->planned = plan->rounds;
    settings->max_seeds = plan->max_seeds ? plan->max_seeds : settings->max_seeds;
    settings->stage_time = plan->stage_time > 0 ? plan->stage_time : settings->stage_time;
    return 0;
}

/* SETTINGS are a copy of the session's; --time and earlier runs change them. */
static int measure_job(const struct session *session, const struct job *job,
                       struct settings *settings, struct participant *participants, struct run *run,
                       struct err *err) {
    struct plan plan;
    struct measure_setup setup = {.conditions = &session->conditions,
                                  .action = job->action,
                                  .settings = settings,
                                  .participants = participants,
                                  .participant_count =
                                      participants_choose(settings, job, participants),
                                  .arena_bytes = job->arena_bytes,
                                  .until = session->until,
                                  .keeper = session->keeper,
                                  .precision = session->precision,
                                  .planner = session->planner,
                                  .spending = session->spending};
    struct measurement *begun = run_find(run, job->action->name);
    if (begun) {
        struct plan begun_plan;
        /* Restores the settings that the measurement began with, including what --time chose. */
        const struct fact *stage = facts_find(&begun->facts, "stage_time");
        const struct fact *planned = facts_find(&begun->facts, "planned_rounds");
        if (!facts_find(&begun->facts, FACT_DETECTABLE_TARGET))
            settings->detectable = 0;
        if (!(settings_half_width(settings) > 0) && !(settings->detectable > 0))
            settings->rounds = begun->rounds;
        if (planned && planned->kind == FACT_INTEGER && planned->integer > 0)
            settings->planned = (uint64_t)planned->integer;
        if (stage && stage->kind == FACT_REAL && stage->real > 0)
            settings->stage_time = stage->real;
        settings->max_seeds = begun->max_seeds;
        settings->time = 0;
        int begun_status = plan_recall(&begun_plan, setup.action, begun, err);
        if (begun_status == 0)
            begin_keeping(session, run, begun);
        if (begun_status == 0) {
            begun_status = measure_rounds(begun, &begun_plan, &setup, session->observer, err);
            cpu_use_record(begun);
        }
        plan_release(&begun_plan);
        return begun_status;
    }
    struct rounds_plan rounds = {0};
    int status = recall_rounds(session, job, settings, &rounds, err);
    plan = (struct plan){0};
    if (status == 0)
        status = job_plan_make(session, job, settings, &plan, err);
    if (status == 0) {
        struct measurement *measurement;
        const struct fact *harness = facts_find(&run->facts, "harness_overhead");
        job_notes_doubts(session, job, &plan,
                         plan.eviction.bytes ? plan.eviction.empty
                         : harness           ? harness->real
                                             : NAN);
        int code = add_measurement(session, job, &plan, &setup, run, &measurement, err);
        if (code)
            status = code;
        else {
            if (rounds.rounds)
                rounds_plan_record(&rounds, &measurement->facts);
            if (job->action->makes_trials)
                code = calibrate_team(session, job->action, &measurement->facts, err);
            begin_keeping(session, run, measurement);
            if (code == 0)
                code = measure_rounds(measurement, &plan, &setup, session->observer, err);
            cpu_use_record(measurement);
            status = code;
        }
    }
    plan_release(&plan);
    return status;
}

static int measure_with_hooks(const struct session *session, const struct job *job,
                              struct settings *settings, struct participant *participants,
                              struct run *run, struct err *err) {
    struct run_hooks hooks;
    struct err late;
    struct action_info info = *job->action;
    struct job own = *job;
    own.action = &info;
    int is_begun = run_find(run, info.name) != NULL;
    int status = run_hooks_begin(&hooks, &session->conditions, &info, &job->design_points, err);
    if (status == 0 && info.commands)
        status = commands_check_input(info.commands, err);
    if (status == 0 && is_begun && info.fate != CELL_OK)
        status = err_set(err, ERR_FAILED, "%s: %s", info.name, info.why);
    if (status == 0)
        status = measure_job(session, &own, settings, participants, run, err);
    if (run_hooks_end(&hooks, &late)) {
        char line[400];
        snprintf(line, sizeof line, "%.64s: %.300s", info.name, late.message);
        session->observer->note(session->observer, NOTE_FAULT, line);
    }
    return status;
}

int session_measure(const struct session *session, const struct job *job, struct run *run,
                    struct err *err) {
    struct settings settings = *session->settings;
    struct session own = *session;
    const struct measurement *begun = run_find(run, job->action->name);
    if (begun && stopping_has_ended(begun))
        return 0;
    struct participant *participants = calloc(job->candidate_count + 1, sizeof *participants);
    own.settings = &settings;
    if (job->candidate_count < 2) /* there is no difference to show */
        settings.detectable = 0;
    int status = participants ? measure_with_hooks(&own, job, &settings, participants, run, err)
                              : err_set(err, ERR_FAILED, "no memory for the libraries");
    free(participants);
    return status;
}
