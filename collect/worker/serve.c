/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/worker/serve.h"

#include <alloca.h>
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "collect/devices/device.h"
#include "collect/functions/function_action.h"
#include "collect/harness/clock.h"
#include "collect/harness/design_point.h"
#include "collect/harness/sizes.h"
#include "collect/harness/wire.h"
#include "collect/worker/command.h"
#include "collect/worker/device_calls.h"
#include "collect/worker/mount.h"
#include "collect/worker/plugin.h"
#include "collect/worker/ranks.h"
#include "collect/worker/runtime.h"
#include "collect/worker/runtime_process.h"
#include "collect/timing/sample.h"
#include "collect/timing/team.h"
#include "collect/timing/timing.h"
#include "collect/timing/trial.h"
#include "formats/processes/message.h"

/* --- describe --- */

/* Returns 0 if there is no room left. */
static int pack(struct wire_described *described, const char *text) {
    size_t bytes = text ? strlen(text) + 1 : 1;
    if (bytes > sizeof described->texts - described->texts_length)
        return 0;
    memcpy(described->texts + described->texts_length, text ? text : "", bytes);
    described->texts_length += (uint32_t)bytes;
    return 1;
}

/* ERR_FAILED as from workspace_measure. */
static int describe_design_point(const struct bench_action *action, char type,
                                 const struct design_point *design_point, struct wire_terms *terms,
                                 struct err *err) {
    struct workspace_needs needs;
    int status = workspace_measure(action, type, design_point, &needs, err);
    if (status)
        return status;
    struct terms said = terms_of(action, type, design_point);
    *terms = (struct wire_terms){.flops = said.flops,
                                 .bytes = said.bytes,
                                 .tolerance = said.tolerance,
                                 .arena_bytes = needs.arena_bytes,
                                 .output_bytes = needs.output_bytes};
    return 0;
}

/* --- serve --- */

struct server {
    int socket, arena_file;
    struct mount mount;
    struct design_point design_point;
    struct workspace workspace; /* of the current round */
    int is_set_up;
    struct design_point run_design_point;
    struct workspace run; /* without memory, while a run is in progress */
    int is_running;
};

/* --- one function per request: REQUEST in, REPLY out --- */

static int load(struct server *server, const void *request, void *reply, struct err *err) {
    (void)request; /* serve has already read it */
    return server->mount.action ? err_set(err, ERR_FAILED, "something is loaded already")
                                : mount_load(&server->mount, server->arena_file, reply, err);
}

static int describe(struct server *server, const void *request, void *reply, struct err *err) {
    (void)request;

    /* The texts always fit once plugin_check has accepted the action. */
    const struct bench_action *action = server->mount.action;
    struct wire_described *described = reply;
    *described = (struct wire_described){
        .largest = action->largest,
        .smallest_power = action->smallest_power,
        .has_residual = action->residual != NULL,
        .has_run = action->begin_run || action->end_run,
        .has_end = action->end_round != NULL,
        .makes_trials = action->operate != NULL,
        .is_preloaded = action->is_preloaded,
        .is_parallel = action->is_parallel,
        .implementation_count = (uint32_t)plugin_count_implementations(action),
        .parameter_count = (uint32_t)plugin_count_parameters(action),
        .counter_count = (uint32_t)plugin_count_counters(action),
    };
    for (size_t i = 0; i < described->parameter_count; i++)
        described->defaults[i] = action->parameters[i].value;

    const char *const texts[] = {
        action->name,          action->about,
        action->size_means,    action->types ? action->types : "sd",
        action->flops_formula, action->bytes_formula,
    };
    int fits = 1;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        fits &= pack(described, texts[i]);
    for (size_t i = 0; i < described->implementation_count; i++)
        fits &= pack(described, action->implementations[i].name);
    for (size_t i = 0; i < described->parameter_count; i++)
        fits &= pack(described, action->parameters[i].name) &&
                pack(described, action->parameters[i].about);
    for (size_t i = 0; i < described->counter_count; i++)
        fits &= pack(described, action->counters[i]);
    return fits ? 0 : err_set(err, ERR_FAILED, "%s has too much to say of itself", action->name);
}

static struct design_point design_point_of(const struct wire_setup *wanted) {
    struct design_point design_point = {.size = wanted->size, .threads = wanted->threads};
    memcpy(design_point.parameters, wanted->parameters, sizeof design_point.parameters);
    return design_point;
}

static void end_round(struct server *server) {
    if (server->is_set_up && ranks_are_there())
        ranks_leave();
    else if (server->is_set_up)
        hooks_end_round(&server->workspace);
    workspace_release(&server->workspace);
    server->is_set_up = 0;
}

static int leave(struct server *server, const void *request, void *reply, struct err *err) {
    (void)request, (void)reply, (void)err;
    end_round(server);
    return 0;
}

static int tell_terms(struct server *server, const void *request, void *reply, struct err *err) {
    struct design_point design_point = design_point_of(request);
    end_round(server); /* an action may remember its arrays' addresses, which become invalid now */
    int status = mount_can_do(&server->mount, err);
    return status ? status
                  : describe_design_point(server->mount.action, server->mount.load.type,
                                          &design_point, reply, err);
}

static void end_run(struct server *server) {
    if (server->is_running)
        hooks_end_run(&server->run);
    workspace_release(&server->run);
    server->is_running = 0;
}

static int run(struct server *server, const void *request, void *reply, struct err *err) {
    const struct wire_run *wanted = request;
    (void)reply;
    if (server->mount.load.command.is_there) {
        struct design_point point = design_point_of(&wanted->point);
        return command_run_hook(wanted->is_end ? COMMANDS_CLEANUP : COMMANDS_SETUP, &point, err);
    }
    end_run(server);
    if (wanted->is_end)
        return 0;
    server->run_design_point = (struct design_point){.size = 1, .threads = 1};
    for (size_t i = 0; i < plugin_count_parameters(server->mount.action); i++)
        server->run_design_point.parameters[i] = server->mount.action->parameters[i].value;
    int status = workspace_begin(&server->run, server->mount.action, server->mount.load.type,
                                 &server->run_design_point, err);
    if (status == 0)
        status = hooks_begin_run(&server->run, err);
    server->is_running = status == 0;
    return status;
}

/* A program has none of a library's integers, and nobody knows those of what a plug-in calls. Where
 * the library may not be asked, a worker that may has been here before. */
static int check_integers(const struct server *server, struct err *err) {
    const struct mount *mount = &server->mount;
    int is_narrow = mount->integer_bits == 32 || (!mount->integer_bits && !mount->load.plugin[0]);
    int calls_library =
        mount->action->is_parallel || (mount->action->routines && mount->binding.count);
    if (server->design_point.size <= SIZES_LARGEST_INT || !calls_library || !is_narrow ||
        mount->load.is_first)
        return 0;
    return err_set(err, ERR_FAILED, "its integers have 32 bits, and n = %lld takes 64",
                   (long long)server->design_point.size);
}

static int set_up(struct server *server, const void *request, void *reply, struct err *err) {
    const struct wire_setup *wanted = request;
    struct wire_ready *ready = reply;
    struct workspace *workspace = &server->workspace;
    end_round(server);
    server->design_point = design_point_of(wanted);
    int status = check_integers(server, err);
    if (status)
        return status;
    workspace_be_fresh(wanted->is_fresh);
    status = workspace_setup(workspace, server->mount.action, server->mount.load.type,
                             &server->design_point, server->mount.binding.routines,
                             server->mount.binding.c_interface, server->mount.arena,
                             server->mount.load.arena_bytes, server->mount.load.layout, err);
    workspace->clock_cost = server->mount.clock_cost;
    if (status == 0)
        status = workspace_guard(workspace, err);
    if (status == 0)
        status =
            ranks_are_there() ? ranks_set_up(workspace, err) : hooks_begin_round(workspace, err);
    if (status)
        return status;
    server->is_set_up = 1;
    ready->output_count = (uint32_t)workspace->output_count;
    ready->may_be_fresh = workspace_may_be_fresh(workspace);
    ready->may_compile = server->mount.load.plugin[0] && device_has_driver();
    memcpy(ready->outputs, workspace->outputs, sizeof ready->outputs);
    return 0;
}

/* A throughput action answers by a short trial. */
static int answer_trial(struct server *server, uint64_t seed, struct wire_answered *answered,
                        struct err *err) {
    static struct wire_sample sample;
    double seconds = fmin(server->mount.load.trial.seconds, WIRE_ANSWER_TRIAL);
    workspace_poison(&server->workspace);
    int status =
        trial_take(&server->workspace, &server->mount.load.trial, seconds, seed, &sample, err);
    answered->residual = NAN;
    answered->first_call = sample.seconds;
    if (!isnan(sample.told.level))
        detail_set_add(&answered->details, DETAIL_level);
    memcpy(answered->wrong, sample.wrong, sizeof answered->wrong);
    return status ? status : workspace_check_gaps(&server->workspace, err);
}

/* What remembers the answers to questions, or how to look for them, is told of one. */
static void keep_answer(int is_on) {
    command_keep_answer(is_on);
    device_calls_keep_answer(is_on);
    function_action_watch(is_on);
}

/* One call on the numbers of SEED, and no others: all libraries and programs must have the same.
 * Its answer stays in the arena. */
static int call_once(struct workspace *workspace, uint64_t seed, double *seconds, struct err *err) {
    int is_fresh = workspace->is_fresh;
    workspace->is_fresh = 0;
    report_clear(&workspace->report);
    workspace_poison(workspace);
    workspace_initialize(workspace, seed);
    int status = hooks_begin_batch(workspace, err);
    if (status == 0) {
        workspace_fence(workspace, 1);
        keep_answer(1);
        *seconds = timing_calls(workspace, 1, 1, NULL).whole_seconds;
        keep_answer(0);
        workspace_fence(workspace, 0);
        hooks_end_batch(workspace);
        status = report_status(&workspace->report, err);
    }
    workspace->is_fresh = is_fresh;
    return status;
}

/* What samples will have besides their seconds. */
static struct detail_set reports_of(const struct server *server) {
    const struct report *report = &server->workspace.report;
    const int tells[FROM_TRIAL + 1] = {
        [FROM_COMMAND] = report->has_used,
        [FROM_RANKS] = report->has_ranks,
        [FROM_WINDOWS] = report->has_ranks && server->mount.action->is_collective,
        [FROM_DEVICE] = device_calls_have_temperature(),
    };
    struct detail_set details = {0};
    for (size_t d = 0; d < DETAILS; d++)
        if (tells[series_details[d].source])
            detail_set_add(&details, d);
    if (report->is_manual && !report->has_used)
        detail_set_add(&details, DETAIL_whole_seconds);
    for (size_t what = 0; what < BENCH_COUNTS; what++)
        if (report->has_counted[what])
            detail_set_add(&details, DETAIL_operations + what);
    return details;
}

static int answer(struct server *server, const void *request, void *reply, struct err *err) {
    const struct wire_answer *wanted = request;
    struct wire_answered *answered = reply;
    struct workspace *workspace = &server->workspace;
    int status = 0;
    if (workspace->action->operate)
        return answer_trial(server, wanted->seed, answered, err);
    for (uint64_t call = 0; status == 0 && call <= (uint64_t)wanted->earlier; call++)
        status = call_once(workspace, wanted->seed + call, &answered->first_call, err);
    memcpy(answered->wrong, workspace->report.wrong, sizeof answered->wrong);
    if (status == 0 && runtime_is_there())
        status = runtime_take_outputs(workspace, err);
    if (status == 0 && device_calls_are_there())
        status = device_calls_take_outputs(workspace, &answered->first_call, err);
    if (status == 0)
        status = workspace_check_gaps(workspace, err);
    if (status)
        return status;
    answered->residual =
        server->mount.action->residual ? server->mount.action->residual(&workspace->bench) : NAN;
    if (ranks_are_there())
        status = ranks_take_outputs(workspace, err);
    if (status)
        return status;
    answered->output_bytes = workspace->report.has_used ? workspace->report.used.output_bytes : NAN;
    answered->details = reports_of(server);
    return 0;
}

/* The seconds that an interval must last if WANTED are asked for. */
static double shortest_interval(double wanted) {
    double least = runtime_is_there() ? RUNTIME_SHORTEST : ranks_are_there() ? RANKS_SHORTEST : 0;
    return fmax(wanted, least);
}

/* Runtimes compile what has run for a while, and again what is then set up anew. */
static int warm_program(struct workspace *workspace, uint64_t seed, struct err *err) {
    struct instant begin = clock_now();
    int status = 0, is_cold = runtime_process_was_started();
    while (is_cold && status == 0 && clock_seconds(begin, clock_now()) < RUNTIME_WARM_UP) {
        report_clear(&workspace->report);
        workspace_initialize(workspace, seed);
        status = hooks_begin_batch(workspace, err);
        if (status)
            break;
        timing_estimate(workspace, RUNTIME_SHORTEST);
        hooks_end_batch(workspace);
        status = report_status(&workspace->report, err);
    }
    return status;
}

static int estimate(struct server *server, const void *request, void *reply, struct err *err) {
    const struct wire_estimate *wanted = request;
    struct wire_seconds *seconds = reply;
    struct workspace *workspace = &server->workspace;
    int status = warm_program(workspace, wanted->seed, err);
    if (status)
        return status;
    report_clear(&workspace->report);
    workspace_initialize(workspace, wanted->seed);
    status = hooks_begin_batch(workspace, err);
    if (status)
        return status;
    command_print_to_null(wanted->to_null);
    *seconds = timing_estimate(workspace, shortest_interval(wanted->shortest));
    command_print_to_null(0);
    hooks_end_batch(workspace);
    return report_status(&workspace->report, err);
}

/* What the calls of a program waited for a CPU. They did not wait while a thread of it ran, though
 * other threads may have, such as a compiler's. And program and worker have the same CPU, so that
 * one waits while the other asks or answers, which is outside of what the program times. */
static double program_waited(const struct wire_sample *sample) {
    double calls = (double)sample->calls;
    double turns = (sample->told.whole_seconds - sample->batch_mean) * calls;
    double idle = (sample->batch_mean - sample->cpu_seconds) * calls;
    return fmax(0, fmin(sample->run_delay - turns, idle));
}

static int batch(struct server *server, const void *request, void *reply, struct err *err) {
    struct wire_batch wanted = *(const struct wire_batch *)request;
    struct wire_sample *sample = reply;
    int status = 0;
    if (server->workspace.action->operate)
        return trial_take(&server->workspace, &server->mount.load.trial,
                          server->mount.load.trial.seconds, wanted.seed, sample, err);
    if (!wanted.is_first) {
        wanted.shortest = shortest_interval(wanted.shortest);
        status = warm_program(&server->workspace, wanted.seed, err);
    }
    if (status == 0)
        status = sample_take(&server->workspace, &server->mount.eviction, &wanted, sample, err);
    if (status == 0 && runtime_is_there())
        sample->run_delay = program_waited(sample);
    if (status == 0 && server->mount.load.command.is_there && command_read_delay() > 0)
        sample->run_delay = fmax(sample->run_delay - command_read_delay(), 0);
    if (status == 0 && device_calls_are_there())
        device_calls_tell(sample);
    sample->left = command_take_left();
    return status;
}

static int times(struct server *server, const void *request, void *reply, struct err *err) {
    const struct wire_from *from = request;
    (void)server, (void)err;
    sample_calls(from->number, reply);
    return 0;
}

static int team(struct server *server, const void *request, void *reply, struct err *err) {
    const struct wire_from *from = request;
    (void)server, (void)err;
    team_members(from->number, reply);
    return 0;
}

enum needs { NEEDS_NOTHING, NEEDS_ACTION, NEEDS_MEMORY, NEEDS_SET_UP };

static const struct {
    size_t request_bytes, reply_bytes;
    int (*serve)(struct server *server, const void *request, void *reply, struct err *err);
    enum needs needs;
} requests[WIRE_KINDS] = {
    [WIRE_LOAD] = {sizeof(struct wire_load), sizeof(struct wire_loaded), load, NEEDS_NOTHING},
    [WIRE_DESCRIBE] = {0, sizeof(struct wire_described), describe, NEEDS_ACTION},
    [WIRE_TERMS] = {sizeof(struct wire_setup), sizeof(struct wire_terms), tell_terms, NEEDS_ACTION},
    [WIRE_RUN] = {sizeof(struct wire_run), 0, run, NEEDS_ACTION},
    [WIRE_LEAVE] = {0, 0, leave, NEEDS_ACTION},
    [WIRE_SETUP] = {sizeof(struct wire_setup), sizeof(struct wire_ready), set_up, NEEDS_MEMORY},
    [WIRE_ANSWER] = {sizeof(struct wire_answer), sizeof(struct wire_answered), answer,
                     NEEDS_SET_UP},
    [WIRE_ESTIMATE] = {sizeof(struct wire_estimate), sizeof(struct wire_seconds), estimate,
                       NEEDS_SET_UP},
    [WIRE_BATCH] = {sizeof(struct wire_batch), sizeof(struct wire_sample), batch, NEEDS_SET_UP},
    [WIRE_TIMES] = {sizeof(struct wire_from), sizeof(struct wire_times), times, NEEDS_SET_UP},
    [WIRE_TEAM] = {sizeof(struct wire_from), sizeof(struct wire_team), team, NEEDS_SET_UP},
};

static enum needs served(const struct server *server) {
    if (server->is_set_up)
        return NEEDS_SET_UP;
    if (server->mount.is_bound && server->mount.arena)
        return NEEDS_MEMORY;
    return server->mount.action ? NEEDS_ACTION : NEEDS_NOTHING;
}

/* --- the conversation --- */

static const struct message_wait for_ever = {.most = WIRE_MOST};

static int serve_requests(struct server *server, struct message *message) {
    int failure;
    do {
        /* The same message is read, and then filled with the answer. */
        static union wire_payload request, reply;
        struct wire_failed failed = {.fate = CELL_FAILED};
        struct err err;
        int status;
        uint64_t kind = message_take_number(message);
        size_t length = message_left(message);
        memset(&reply, 0, sizeof reply);
        if (kind >= WIRE_KINDS || !requests[kind].serve || length != requests[kind].request_bytes ||
            requests[kind].needs > served(server)) {
            status = err_set(&err, ERR_FAILED,
                             "a request of kind %" PRIu64 " and %zu bytes makes no sense here",
                             kind, length);
        } else {
            message_take(message, &request, length);
            status = requests[kind].serve(server, &request, &reply, &err);
        }
        message_clear(message);
        message_put_number(message, status ? WIRE_FAILED : kind);
        if (status) {
            if (server->workspace.report.fate != CELL_OK)
                failed.fate = (int32_t)server->workspace.report.fate;
            failed.lacks = status == ERR_ABSENT;
            snprintf(failed.message, sizeof failed.message, "%.500s", err.message);
            message_put(message, &failed, sizeof failed);
        } else {
            message_put(message, &reply, requests[kind].reply_bytes);
        }
        if (message_send(server->socket, message, &for_ever))
            return 1;
        failure = message_receive(server->socket, message, &for_ever);
    } while (!failure);
    end_round(server);
    end_run(server);
    runtime_process_end();
    ranks_end();
    return failure != EPIPE;
}

/* Does not use the heap, which is for the library alone: its arrays may be there. */
int serve(int socket, int arena) {
    static unsigned char room[WIRE_MOST];
    static struct server server;
    struct message message = {.bytes = room, .room = sizeof room, .is_lent = 1};
    struct wire_load *load = &server.mount.load;
    server = (struct server){.socket = socket, .arena_file = arena};
    int failure = message_receive(socket, &message, &for_ever);
    if (failure)
        return failure != EPIPE;
    uint64_t kind = message_take_number(&message);
    message_take(&message, load, sizeof *load);
    if (kind != WIRE_LOAD || !message_is_done(&message) || load->path_count > LIBRARY_MAX_OBJECTS ||
        memchr(load->action, 0, sizeof load->action) == NULL ||
        memchr(load->plugin, 0, sizeof load->plugin) == NULL ||
        memchr(load->program, 0, sizeof load->program) == NULL || load->trial.cpu_count < 0 ||
        memchr(load->preload, 0, sizeof load->preload) == NULL ||
        memchr(load->function.prototype, 0, sizeof load->function.prototype) == NULL ||
        memchr(load->function.symbol, 0, sizeof load->function.symbol) == NULL ||
        load->function.parameter_count > BENCH_MAX_PARAMETERS ||
        load->trial.cpu_count > WIRE_MOST_CPUS || (load->program[0] && !load->path_count))
        return 1;
    message.taken = 0; /* it is answered like all others */
    if (!load->layout)
        return serve_requests(&server, &message);

    /* Everything below this frame is lower on the stack by an offset drawn from the layout. */
    struct random random = {random_derive(server.mount.load.layout, 1)};
    size_t offset = 16 * (1 + random_below(&random, 256));
    volatile char *shift = alloca(offset);
    shift[0] = 0;
    int status = serve_requests(&server, &message);
    return status + shift[0];
}
