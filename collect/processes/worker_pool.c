/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/processes/worker_pool.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "collect/libraries/library_links.h"
#include "collect/harness/number.h"
#include "collect/design/design_points.h"

/* --- arenas --- */

static int arena_make(struct arena *arena, size_t bytes) {
    arena->file = memfd_create("arena", MFD_CLOEXEC | MFD_ALLOW_SEALING);
    size_t all = wire_sweep_offset(bytes) + WIRE_SWEEP_MOST;
    if (arena->file < 0 || ftruncate(arena->file, (off_t)all) != 0 ||
        fcntl(arena->file, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW) != 0)
        return -1;
    arena->memory = mmap(NULL, bytes, PROT_READ, MAP_SHARED, arena->file, 0);
    return arena->memory == MAP_FAILED ? -1 : 0;
}

static const struct arena *arena_of(const struct worker_pool *pool, size_t i) {
    return &pool->arenas[pool->layout ? 0 : i];
}

static int make_arenas(struct worker_pool *pool) {
    for (size_t i = 0; i < pool->arena_count; i++)
        pool->arenas[i] = (struct arena){-1, MAP_FAILED};
    for (size_t i = 0; i < pool->arena_count; i++)
        if (arena_make(&pool->arenas[i], pool->arena_bytes))
            return -1;
    return 0;
}

/* --- the pool --- */

/* Passes on what member I left running. */
static void tell_left(struct worker_pool *pool, size_t i, const struct design_point *design_point) {
    struct member *member = &pool->members[i];
    struct left_watch *watch = pool->conditions->left_watch;
    if (watch && member->process.left.count)
        watch->tell(watch, pool->action, member->library, i, design_point, &member->process.left);
    member->process.left = (struct wire_left){0};
}

static void end_process(struct worker_pool *pool, size_t i) {
    process_end(&pool->members[i].process);
    tell_left(pool, i, NULL);
}

int worker_pool_begin(struct worker_pool *pool, const struct process_conditions *conditions,
                      const struct action_info *action, uint64_t layout, size_t arena_bytes,
                      const struct library *const *libraries, size_t count, struct err *err) {
    size_t arena_count = layout ? 1 : count;
    *pool = (struct worker_pool){.conditions = conditions,
                                 .action = action,
                                 .layout = layout,
                                 .arenas = calloc(arena_count, sizeof *pool->arenas),
                                 .arena_count = arena_count,
                                 .arena_bytes = arena_bytes,
                                 .members = calloc(count, sizeof *pool->members),
                                 .count = count};
    for (size_t i = 0; pool->members && i < count; i++)
        pool->members[i] = (struct member){.library = libraries[i],
                                           .conditions = *conditions,
                                           .process = {.socket = -1, .orders = -1, .log = -1}};
    if (!pool->arenas || make_arenas(pool) || !pool->members) {
        int reason = errno;
        err_set(err, ERR_FAILED, "cannot make an arena of %zu bytes: %s%s", arena_bytes,
                strerror(reason), reason == EFBIG ? "; raise ulimit -f" : "");
        worker_pool_end(pool);
        return ERR_FAILED;
    }
    return 0;
}

void worker_pool_end(struct worker_pool *pool) {
    for (size_t i = 0; pool->members && i < pool->count; i++)
        end_process(pool, i);
    free(pool->members);
    for (size_t i = 0; pool->arenas && i < pool->arena_count; i++) {
        if (pool->arenas[i].memory != MAP_FAILED)
            munmap(pool->arenas[i].memory, pool->arena_bytes);
        if (pool->arenas[i].file >= 0)
            close(pool->arenas[i].file);
    }
    free(pool->arenas);
    *pool = (struct worker_pool){0};
}

double worker_pool_load_limit(const struct process_conditions *conditions) {
    const double usual = 60, with_compiling = 300; /* of a device's kernels, for a first call */
    double limit = conditions->compiles_kernels ? with_compiling : usual;
    return conditions->load_limit > 0 ? conditions->load_limit : limit;
}

/* Seconds: a worker itself ends a command that takes too long. */
#define ANY_TIME 1e9

double worker_pool_text_seconds(const struct member *member) {
    const double seconds_per_byte = 2e-6; /* some five times what R takes for inputs and outputs */
    const struct wire_ready *ready = &member->ready;
    double bytes = 0;
    for (size_t o = 0; o < ready->output_count && o < WORKSPACE_MAX_OUTPUTS; o++)
        bytes += (double)ready->outputs[o].count * (double)number_bytes(ready->outputs[o].type);
    int is_bounded = member->conditions.load_limit > 0;
    return member->library->command && !is_bounded ? bytes * seconds_per_byte : 0;
}

static int ask(struct worker_pool *pool, size_t i, const struct question *question,
               enum cell_status *fate, struct err *err) {
    struct member *member = &pool->members[i];
    struct question own = *question;
    own.limit = pool->action->commands ? ANY_TIME : own.limit + worker_pool_text_seconds(member);
    int status = process_ask(&member->process, &member->conditions, &own, fate, err);
    tell_left(pool, i, member->design_point.size ? &member->design_point : NULL);
    if (member->process.pid <= 0) {
        member->is_loaded = 0;
        member->design_point = (struct design_point){0};
    }
    return status;
}

/* A library with a team has a single thread of its own, in each thread of the team. */
static void fill_trial(const struct worker_pool *pool, const struct member *member,
                       struct wire_trial *trial) {
    const struct process_conditions *conditions = &member->conditions;
    trial->seconds = pool->trial_seconds;
    trial->threads = conditions->threads;
    for (size_t i = 0; !conditions->leaves_threads && i < conditions->cpu_count &&
                       i < WIRE_MOST_CPUS && i < (size_t)conditions->threads;
         i++)
        trial->cpus[trial->cpu_count++] = conditions->cpus[i];
}

static int fill_load(const struct worker_pool *pool, const struct member *member,
                     struct wire_load *load, struct err *err) {
    const struct library *library = member->library;
    *load = (struct wire_load){.type = pool->action->type,
                               .layout = pool->layout,
                               .arena_bytes = pool->arena_bytes,
                               .alignment = pool->conditions->alignment,
                               .implementation = library->path_count ? -1 : library->implementation,
                               .path_count = (uint32_t)library->path_count,
                               .is_chain = (uint32_t)library->is_chain,
                               .is_first = pool->is_first,
                               .is_idle = pool->is_idle,
                               .counts_events = pool->conditions->counts_events};
    snprintf(load->action, sizeof load->action, "%s", pool->action->name);
    if (pool->action->plugin)
        snprintf(load->plugin, sizeof load->plugin, "%s", pool->action->plugin);
    for (size_t p = 0; p < library->path_count; p++)
        snprintf(load->paths[p], sizeof load->paths[p], "%s", library->paths[p]);
    if (library->command && strlen(library->command) >= sizeof load->program)
        return err_set(err, ERR_FAILED, "its command has more than %zu bytes",
                       sizeof load->program - 1);
    if (library->command)
        strcpy(load->program, library->command);
    if (pool->action->makes_trials)
        fill_trial(pool, member, &load->trial);
    if (pool->action->is_parallel)
        load->ranks = member->conditions.threads;
    if (pool->conditions->launcher &&
        (size_t)snprintf(load->launcher, sizeof load->launcher, "%s", pool->conditions->launcher) >=
            sizeof load->launcher)
        return err_set(err, ERR_FAILED, "its launcher has more than %zu bytes",
                       sizeof load->launcher - 1);
    load->includes_transfers = pool->conditions->includes_transfers;
    if (pool->conditions->device &&
        (size_t)snprintf(load->device, sizeof load->device, "%s", pool->conditions->device) >=
            sizeof load->device)
        return err_set(err, ERR_FAILED, "its device's name has more than %zu bytes",
                       sizeof load->device - 1);
    if (pool->conditions->preload &&
        (size_t)snprintf(load->preload, sizeof load->preload, "%s", pool->conditions->preload) >=
            sizeof load->preload)
        return err_set(err, ERR_FAILED, "--preload has more than %zu bytes",
                       sizeof load->preload - 1);
    if (pool->action->functions)
        functions_pack(pool->action->functions,
                       library->implementation < 0 ? FUNCTIONS_MAX
                                                   : (size_t)library->implementation,
                       &load->function);
    if (!pool->action->commands)
        return 0;
    int status =
        commands_pack(pool->action->commands, (size_t)library->implementation, &load->command, err);
    load->command.threads = member->conditions.threads;
    load->command.round = (int64_t)pool->round;
    load->command.is_free = pool->conditions->free_cpu_count > 0;
    for (size_t i = 0; i < pool->conditions->free_cpu_count; i++)
        if (pool->conditions->free_cpus[i] < CPU_SETSIZE)
            CPU_SET(pool->conditions->free_cpus[i], &load->command.cpus);
    return status;
}

/* Starts member I, whose loader searches DIRECTORY first, and loads its library. */
static int start(struct worker_pool *pool, size_t i, const char *directory, enum cell_status *fate,
                 struct err *err) {
    static struct wire_load load;
    struct member *member = &pool->members[i];
    int status = fill_load(pool, member, &load, err);
    if (status == 0)
        status = process_start(&member->process, &member->conditions,
                               pool->layout ? ADDRESSES_FIXED : ADDRESSES_RANDOM, directory,
                               arena_of(pool, i)->file, err);
    if (status)
        return status;
    struct question question = {WIRE_LOAD,
                                &load,
                                sizeof load,
                                &member->loaded,
                                sizeof member->loaded,
                                worker_pool_load_limit(pool->conditions)};
    return ask(pool, i, &question, fate, err);
}

/* If any member is a chain all get a directory, because its name is in their environment. */
static int needs_links(const struct worker_pool *pool) {
    if (pool->action->is_preloaded)
        return 1;
    for (size_t i = 0; i < pool->count; i++)
        if (pool->members[i].library->is_chain)
            return 1;
    return 0;
}

static int load_with_links(struct worker_pool *pool, size_t i, enum cell_status *fate,
                           struct err *err) {
    struct library_links links;
    int status =
        library_links_make(&links, pool->members[i].library, pool->action->is_preloaded, err);
    if (status == 0)
        status = start(pool, i, links.directory, fate, err);
    library_links_remove(&links);
    return status;
}

int worker_pool_load(struct worker_pool *pool, size_t i, int threads, enum cell_status *fate,
                     struct err *err) {
    struct member *member = &pool->members[i];
    struct process_conditions conditions = *pool->conditions;
    conditions.is_team = pool->action->makes_trials || pool->action->is_parallel;
    conditions.launches_ranks = pool->action->is_parallel;
    conditions.preloads = pool->action->is_preloaded;
    if (threads > 0)
        conditions.threads = threads;
    if (threads > 0 && (size_t)threads < conditions.cpu_count && !conditions.leaves_threads)
        conditions.cpu_count = (size_t)threads;

    if (member->is_loaded && member->conditions.threads == conditions.threads)
        return 0;
    *fate = CELL_FAILED;
    end_process(pool, i);
    member->conditions = conditions;
    member->is_loaded = 0;
    int status =
        needs_links(pool) ? load_with_links(pool, i, fate, err) : start(pool, i, NULL, fate, err);
    member->is_loaded = status == 0;
    member->is_spent = 0;
    member->design_point = (struct design_point){0};
    if (!member->library->is_chain || status == 0 || status == ERR_INTERRUPTED)
        return status;
    return err_prefix(err, status, "%s over %s", member->library->paths[1],
                      member->library->paths[0]);
}

void worker_pool_restart(struct worker_pool *pool, size_t i) {
    struct member *member = &pool->members[i];
    end_process(pool, i);
    member->is_loaded = 0;
    member->design_point = (struct design_point){0};
}

static int set_up(struct worker_pool *pool, size_t i, const struct design_point *design_point,
                  enum cell_status *fate, struct err *err) {
    struct member *member = &pool->members[i];
    int status = worker_pool_load(pool, i, design_point->threads, fate, err);
    if (status || (design_points_are_equal(&member->design_point, design_point) &&
                   member->is_fresh == pool->is_fresh))
        return status;
    struct wire_setup request = {
        .size = design_point->size, .threads = design_point->threads, .is_fresh = pool->is_fresh};
    memcpy(request.parameters, design_point->parameters, sizeof request.parameters);
    struct question question = {WIRE_SETUP,           &request,
                                sizeof request,       &member->ready,
                                sizeof member->ready, worker_pool_load_limit(pool->conditions)};
    status = ask(pool, i, &question, fate, err);
    member->design_point = status == 0 ? *design_point : (struct design_point){0};
    member->is_fresh = pool->is_fresh;
    member->is_new = 1;
    return status;
}

int worker_pool_ask_loaded(struct worker_pool *pool, size_t i, const struct question *question,
                           enum cell_status *fate, struct err *err) {
    int status = worker_pool_load(pool, i, 0, fate, err);
    return status ? status : ask(pool, i, question, fate, err);
}

int worker_pool_ask(struct worker_pool *pool, size_t i, const struct design_point *design_point,
                    const struct question *question, enum cell_status *fate, struct err *err) {
    struct member *member = &pool->members[i];
    int is_trial = pool->action->makes_trials &&
                   (question->kind == WIRE_ANSWER || question->kind == WIRE_BATCH);
    if (is_trial && member->is_spent)
        worker_pool_restart(pool, i);
    struct question own = *question;
    int status = set_up(pool, i, design_point, fate, err);
    if (status == 0 && member->is_new && member->ready.may_compile)
        own.limit = fmax(own.limit, worker_pool_load_limit(pool->conditions));
    if (status == 0)
        status = ask(pool, i, &own, fate, err);
    member->is_new = 0;
    member->is_spent |= is_trial;
    return status;
}

int worker_pool_leave(struct worker_pool *pool, size_t i, enum cell_status *fate, struct err *err) {
    struct member *member = &pool->members[i];
    struct question question = {.kind = WIRE_LEAVE,
                                .limit = worker_pool_load_limit(pool->conditions)};
    if (!pool->action->has_end || !member->is_loaded || member->design_point.size == 0)
        return 0;
    member->design_point = (struct design_point){0};
    int status = ask(pool, i, &question, fate, err);
    return status ? err_prefix(err, status, "ending its round") : 0;
}

const void *worker_pool_output(const struct worker_pool *pool, size_t i, size_t output,
                               size_t *count, char *type) {
    const struct wire_ready *ready = &pool->members[i].ready;
    *count = 0;
    if (output >= ready->output_count || output >= WORKSPACE_MAX_OUTPUTS)
        return NULL;
    const struct workspace_output *span = &ready->outputs[output];
    size_t bytes = number_bytes(span->type);
    if (bytes == 0 || span->offset > pool->arena_bytes || span->offset % bytes ||
        span->count > (pool->arena_bytes - span->offset) / bytes)
        return NULL;
    *count = span->count;
    *type = span->type;
    return arena_of(pool, i)->memory + span->offset;
}
