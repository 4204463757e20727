/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/worker/serve.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/personality.h>

#include "collect/actions.h"
#include "collect/wire.h"
#include "collect/worker/sample.h"
#include "collect/worker/bind.h"
#include "collect/worker/clock.h"
#include "collect/worker/identify.h"
#include "collect/worker/proof.h"
#include "collect/worker/timing.h"

struct server {
    int socket, arena_file;
    struct wire_load load;
    const struct bench_action *action;
    struct binding binding;
    char *arena;
    struct workspace workspace;
    struct sweep eviction;
    int is_set_up;
};

/* --- one function a request: REQUEST in, REPLY out --- */

static void pack_facts(const struct facts *facts, struct wire_loaded *loaded) {
    size_t used = 0;
    for (size_t i = 0; i < facts->count; i++) {
        const struct fact *fact = &facts->items[i];
        size_t name = strlen(fact->name) + 1, text = strlen(fact->text) + 1;
        if (used + name + text > sizeof loaded->facts)
            break;
        memcpy(loaded->facts + used, fact->name, name);
        memcpy(loaded->facts + used + name, fact->text, text);
        used += name + text;
    }
    loaded->facts_length = (uint32_t)used;
}

static int map_arena(struct server *server, struct err *err) {
    void *wanted = server->load.layout ? WIRE_ARENA_ADDRESS : NULL;
    int fixed = wanted ? MAP_FIXED_NOREPLACE : 0;
    server->arena = mmap(wanted, server->load.arena_bytes, PROT_READ | PROT_WRITE,
                         MAP_SHARED | MAP_NORESERVE | fixed, server->arena_file, 0);
    if (server->arena == MAP_FAILED || (wanted && server->arena != wanted))
        return err_set(err, ERR_FAILED, "cannot map %llu bytes of arena: %s",
                       (unsigned long long)server->load.arena_bytes, strerror(errno));
    server->eviction = (struct sweep){.file = server->arena_file,
                                      .offset = wire_sweep_offset(server->load.arena_bytes)};
    return 0;
}

static int load(struct server *server, const void *request, void *reply, struct err *err) {
    (void)request; /* receive_load has taken it already */
    struct wire_loaded *loaded = reply;
    const struct wire_load *wanted = &server->load;
    const char *paths[LIBRARY_MAX_OBJECTS];
    for (uint32_t i = 0; i < wanted->path_count; i++)
        paths[i] = wanted->paths[i];
    struct clock clock;
    server->action = actions_find(wanted->action);
    if (!server->action)
        return err_set(err, ERR_FAILED, "no action \"%s\"", wanted->action);
    int status = clock_examine(&clock, err);
    if (status == 0)
        status = map_arena(server, err);
    if (status == 0)
        status = bind_load(&server->binding, paths, wanted->path_count, err);
    server->binding.is_chain = wanted->is_chain != 0;
    if (status == 0)
        status = bind_action(&server->binding, server->action, wanted->type, err);
    struct facts facts = {0};
    if (status == 0)
        status = proof_bindings(&server->binding, server->action, wanted->type, &facts, err);
    if (status)
        return status;
    identify_library(&server->binding, &facts);
    *loaded = (struct wire_loaded){
        .c_interface = server->binding.c_interface,
        .integer_bits = identify_integer_bits(&server->binding),
        .random_addresses = !(personality(0xffffffff) & ADDR_NO_RANDOMIZE),
        .clock_resolution = clock.resolution,
        .clock_cost = clock.cost,
    };
    pack_facts(&facts, loaded);
    facts_release(&facts);
    return 0;
}

static int set_up(struct server *server, const void *request, void *reply, struct err *err) {
    const struct wire_setup *wanted = request;
    struct wire_ready *ready = reply;
    workspace_release(&server->workspace);
    server->is_set_up = 0;
    int status =
        workspace_setup(&server->workspace, server->action, server->load.type, wanted->size,
                        server->binding.routines, server->binding.c_interface, server->arena,
                        server->load.arena_bytes, server->load.layout, err);
    if (status)
        return status;
    server->is_set_up = 1;
    ready->output_count = (uint32_t)server->workspace.output_count;
    memcpy(ready->outputs, server->workspace.outputs, sizeof ready->outputs);
    return 0;
}

static int answer(struct server *server, const void *request, void *reply, struct err *err) {
    const struct wire_answer *wanted = request;
    struct wire_answered *answered = reply;
    struct workspace *workspace = &server->workspace;
    (void)err;
    workspace_poison(workspace);
    workspace_initialize(workspace, wanted->seed);
    answered->first_call = timing_calls(workspace, 1, 1, NULL);
    answered->residual =
        server->action->residual ? server->action->residual(&workspace->bench) : NAN;
    return 0;
}

static int estimate(struct server *server, const void *request, void *reply, struct err *err) {
    const struct wire_estimate *wanted = request;
    struct wire_seconds *seconds = reply;
    (void)err;
    workspace_initialize(&server->workspace, wanted->seed);
    seconds->seconds = timing_estimate(&server->workspace, wanted->shortest);
    return 0;
}

static int batch(struct server *server, const void *request, void *reply, struct err *err) {
    const struct wire_batch *wanted = request;
    struct wire_sample *sample = reply;
    return sample_take(&server->workspace, &server->eviction, wanted, sample, err);
}

static const struct {
    size_t request_bytes, reply_bytes;
    int (*serve)(struct server *server, const void *request, void *reply, struct err *err);
    int needs_set_up;
} requests[WIRE_KINDS] = {
    [WIRE_LOAD] = {sizeof(struct wire_load), sizeof(struct wire_loaded), load, 0},
    [WIRE_SETUP] = {sizeof(struct wire_setup), sizeof(struct wire_ready), set_up, 0},
    [WIRE_ANSWER] = {sizeof(struct wire_answer), sizeof(struct wire_answered), answer, 1},
    [WIRE_ESTIMATE] = {sizeof(struct wire_estimate), sizeof(struct wire_seconds), estimate, 1},
    [WIRE_BATCH] = {sizeof(struct wire_batch), sizeof(struct wire_sample), batch, 1},
};

/* --- the conversation --- */

union payload {
    struct wire_load load;
    struct wire_loaded loaded;
    struct wire_setup setup;
    struct wire_ready ready;
    struct wire_answer answer;
    struct wire_answered answered;
    struct wire_estimate estimate;
    struct wire_seconds seconds;
    struct wire_batch batch;
    struct wire_sample sample;
};

static int reply_failed(const struct server *server, const struct err *err) {
    struct wire_failed failed = {{0}};
    snprintf(failed.message, sizeof failed.message, "%.500s", err->message);
    return wire_send(server->socket, WIRE_FAILED, &failed, sizeof failed);
}

static int serve_request(struct server *server, uint32_t kind, const union payload *request,
                         size_t length) {
    static union payload reply;
    struct err err;
    if (kind >= WIRE_KINDS || !requests[kind].serve || length != requests[kind].request_bytes ||
        (kind != WIRE_LOAD && !server->action) ||
        (requests[kind].needs_set_up && !server->is_set_up)) {
        err_set(&err, ERR_FAILED, "a request of kind %u and %zu bytes makes no sense here", kind,
                length);
        return reply_failed(server, &err);
    }
    memset(&reply, 0, sizeof reply);
    if (requests[kind].serve(server, request, &reply, &err))
        return reply_failed(server, &err);
    return wire_send(server->socket, kind, &reply, requests[kind].reply_bytes);
}

static int serve_requests(struct server *server, uint32_t kind, union payload *request,
                          size_t length) {
    int status;
    do {
        if (serve_request(server, kind, request, length))
            return 1;
        status = wire_receive(server->socket, &kind, request, sizeof *request, &length);
    } while (status == 0);
    return status < 0;
}

/* Everything below this frame stands lower on the stack by an offset drawn from the layout. */
static int serve_shifted(struct server *server, uint32_t kind, union payload *request,
                         size_t length) {
    struct random random = {random_derive(server->load.layout, 1)};
    size_t offset = 16 * (1 + random_below(&random, 256));
    volatile char shift[offset];
    shift[0] = 0;
    int status = serve_requests(server, kind, request, length);
    return status + shift[0];
}

int serve(int socket, int arena) {
    static union payload request;
    static struct server server;
    uint32_t kind;
    size_t length;
    server = (struct server){.socket = socket, .arena_file = arena};
    int status = wire_receive(socket, &kind, &request, sizeof request, &length);
    if (status)
        return status < 0;
    if (kind != WIRE_LOAD || length != sizeof request.load ||
        request.load.path_count > LIBRARY_MAX_OBJECTS ||
        memchr(request.load.action, 0, sizeof request.load.action) == NULL)
        return 1;
    server.load = request.load;
    return request.load.layout ? serve_shifted(&server, kind, &request, length)
                               : serve_requests(&server, kind, &request, length);
}
