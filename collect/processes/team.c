/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/processes/team.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "collect/libraries/links.h"
#include "collect/harness/number.h"
#include "collect/design/spots.h"

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

static void arena_release(struct arena *arena, size_t bytes) {
    if (arena->memory != MAP_FAILED)
        munmap(arena->memory, bytes);
    if (arena->file >= 0)
        close(arena->file);
}

static const struct arena *arena_of(const struct team *team, size_t i) {
    return &team->arenas[team->layout ? 0 : i];
}

static int make_arenas(struct team *team) {
    for (size_t i = 0; i < team->arena_count; i++)
        team->arenas[i] = (struct arena){-1, MAP_FAILED};
    for (size_t i = 0; i < team->arena_count; i++)
        if (arena_make(&team->arenas[i], team->arena_bytes))
            return -1;
    return 0;
}

/* --- the team --- */

int team_begin(struct team *team, const struct process_conditions *conditions,
               const struct subject *action, uint64_t layout, size_t arena_bytes,
               const struct library *const *libraries, size_t count, struct err *err) {
    size_t arena_count = layout ? 1 : count;
    *team = (struct team){.conditions = conditions,
                          .action = action,
                          .layout = layout,
                          .arenas = calloc(arena_count, sizeof *team->arenas),
                          .arena_count = arena_count,
                          .arena_bytes = arena_bytes,
                          .members = calloc(count, sizeof *team->members),
                          .count = count};
    for (size_t i = 0; team->members && i < count; i++)
        team->members[i] = (struct member){.library = libraries[i],
                                           .conditions = *conditions,
                                           .process = {.socket = -1, .log = -1}};
    if (!team->arenas || make_arenas(team) || !team->members) {
        int reason = errno;
        err_set(err, ERR_FAILED, "cannot make an arena of %zu bytes: %s%s", arena_bytes,
                strerror(reason), reason == EFBIG ? "; raise ulimit -f" : "");
        team_end(team);
        return ERR_FAILED;
    }
    return 0;
}

void team_end(struct team *team) {
    for (size_t i = 0; team->members && i < team->count; i++)
        process_end(&team->members[i].process);
    free(team->members);
    for (size_t i = 0; team->arenas && i < team->arena_count; i++)
        arena_release(&team->arenas[i], team->arena_bytes);
    free(team->arenas);
    *team = (struct team){0};
}

double team_load_limit(const struct process_conditions *conditions) {
    return conditions->load_limit > 0 ? conditions->load_limit : 60;
}

static int ask(struct team *team, size_t i, const struct question *question, enum cell_status *fate,
               struct err *err) {
    struct member *member = &team->members[i];
    int status = process_ask(&member->process, &member->conditions, question, fate, err);
    if (member->process.pid <= 0) {
        member->is_loaded = 0;
        member->spot = (struct spot){0};
    }
    return status;
}

static void fill_load(const struct team *team, const struct library *library,
                      struct wire_load *load) {
    *load = (struct wire_load){.type = team->action->type,
                               .layout = team->layout,
                               .arena_bytes = team->arena_bytes,
                               .implementation = library->path_count ? -1 : library->implementation,
                               .path_count = (uint32_t)library->path_count,
                               .is_chain = (uint32_t)library->is_chain};
    snprintf(load->action, sizeof load->action, "%s", team->action->name);
    if (team->action->plugin)
        snprintf(load->plugin, sizeof load->plugin, "%s", team->action->plugin);
    for (size_t p = 0; p < library->path_count; p++)
        snprintf(load->paths[p], sizeof load->paths[p], "%s", library->paths[p]);
}

static struct process_conditions with_threads(const struct team *team, int threads) {
    struct process_conditions conditions = *team->conditions;
    if (threads > 0)
        conditions.threads = threads;
    if (threads > 0 && (size_t)threads < conditions.cpu_count)
        conditions.cpu_count = (size_t)threads;
    return conditions;
}

/* Starts member I, whose loader looks into DIRECTORY first, and loads its library. */
static int start(struct team *team, size_t i, const char *directory, enum cell_status *fate,
                 struct err *err) {
    static struct wire_load load;
    struct member *member = &team->members[i];
    int status = process_start(&member->process, &member->conditions,
                               team->layout ? ADDRESSES_FIXED : ADDRESSES_RANDOM, directory,
                               arena_of(team, i)->file, err);
    if (status)
        return status;
    fill_load(team, member->library, &load);
    struct question question = {WIRE_LOAD,
                                &load,
                                sizeof load,
                                &member->loaded,
                                sizeof member->loaded,
                                team_load_limit(team->conditions)};
    return ask(team, i, &question, fate, err);
}

/* With a chain among them all get a directory, for its name is in their environment. */
static int needs_links(const struct team *team) {
    for (size_t i = 0; i < team->count; i++)
        if (team->members[i].library->is_chain)
            return 1;
    return 0;
}

static int load_with_links(struct team *team, size_t i, enum cell_status *fate, struct err *err) {
    struct links links;
    int status = links_make(&links, team->members[i].library, err);
    if (status == 0)
        status = start(team, i, links.directory, fate, err);
    links_remove(&links);
    return status;
}

static int explain(const struct library *library, int status, struct err *err) {
    if (!library->is_chain || status == 0 || status == ERR_INTERRUPTED)
        return status;
    return err_prefix(err, status, "%s over %s", library->paths[1], library->paths[0]);
}

int team_load(struct team *team, size_t i, int threads, enum cell_status *fate, struct err *err) {
    struct member *member = &team->members[i];
    struct process_conditions conditions = with_threads(team, threads);
    if (member->is_loaded && member->conditions.threads == conditions.threads)
        return 0;
    *fate = CELL_FAILED;
    process_end(&member->process);
    member->conditions = conditions;
    member->is_loaded = 0;
    int status =
        needs_links(team) ? load_with_links(team, i, fate, err) : start(team, i, NULL, fate, err);
    member->is_loaded = status == 0;
    member->spot = (struct spot){0};
    return explain(member->library, status, err);
}

static int set_up(struct team *team, size_t i, const struct spot *spot, enum cell_status *fate,
                  struct err *err) {
    struct member *member = &team->members[i];
    int status = team_load(team, i, spot->threads, fate, err);
    if (status || spots_are_equal(&member->spot, spot))
        return status;
    struct wire_setup request = {.size = spot->size};
    memcpy(request.parameters, spot->parameters, sizeof request.parameters);
    struct question question = {WIRE_SETUP,           &request,
                                sizeof request,       &member->ready,
                                sizeof member->ready, team_load_limit(team->conditions)};
    status = ask(team, i, &question, fate, err);
    member->spot = status == 0 ? *spot : (struct spot){0};
    return status;
}

int team_ask_loaded(struct team *team, size_t i, const struct question *question,
                    enum cell_status *fate, struct err *err) {
    int status = team_load(team, i, 0, fate, err);
    return status ? status : ask(team, i, question, fate, err);
}

int team_ask(struct team *team, size_t i, const struct spot *spot, const struct question *question,
             enum cell_status *fate, struct err *err) {
    int status = set_up(team, i, spot, fate, err);
    return status ? status : ask(team, i, question, fate, err);
}

int team_leave(struct team *team, size_t i, enum cell_status *fate, struct err *err) {
    struct member *member = &team->members[i];
    struct question question = {.kind = WIRE_LEAVE, .limit = team_load_limit(team->conditions)};
    if (!team->action->has_end || !member->is_loaded || member->spot.size == 0)
        return 0;
    member->spot = (struct spot){0};
    int status = ask(team, i, &question, fate, err);
    return status ? err_prefix(err, status, "ending its round") : 0;
}

const void *team_output(const struct team *team, size_t i, size_t output, size_t *count,
                        char *type) {
    const struct wire_ready *ready = &team->members[i].ready;
    *count = 0;
    if (output >= ready->output_count || output >= WORKSPACE_MAX_OUTPUTS)
        return NULL;
    const struct workspace_output *span = &ready->outputs[output];
    size_t bytes = number_bytes(span->type);
    if (bytes == 0 || span->offset > team->arena_bytes || span->offset % bytes ||
        span->count > (team->arena_bytes - span->offset) / bytes)
        return NULL;
    *count = span->count;
    *type = span->type;
    return arena_of(team, i)->memory + span->offset;
}
