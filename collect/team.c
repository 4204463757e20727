/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/team.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

int team_begin(struct team *team, const struct process_conditions *conditions,
               const struct bench_action *action, char type, uint64_t layout, size_t arena_bytes,
               const struct library *const *libraries, size_t count, struct err *err) {
    *team = (struct team){.conditions = conditions,
                          .action = action,
                          .type = type,
                          .layout = layout,
                          .arena = memfd_create("arena", MFD_CLOEXEC | MFD_ALLOW_SEALING),
                          .memory = MAP_FAILED,
                          .arena_bytes = arena_bytes,
                          .members = calloc(count, sizeof *team->members),
                          .count = count};
    for (size_t i = 0; team->members && i < count; i++)
        team->members[i] =
            (struct member){.library = libraries[i], .process = {.socket = -1, .log = -1}};
    if (team->arena >= 0 && ftruncate(team->arena, (off_t)arena_bytes) == 0 &&
        fcntl(team->arena, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW) == 0)
        team->memory = mmap(NULL, arena_bytes, PROT_READ, MAP_SHARED, team->arena, 0);
    if (team->memory == MAP_FAILED || !team->members) {
        err_set(err, ERR_FAILED, "cannot make an arena of %zu bytes: %s", arena_bytes,
                strerror(errno));
        team_end(team);
        return ERR_FAILED;
    }
    return 0;
}

void team_end(struct team *team) {
    for (size_t i = 0; team->members && i < team->count; i++)
        process_end(&team->members[i].process);
    free(team->members);
    if (team->memory != MAP_FAILED)
        munmap(team->memory, team->arena_bytes);
    if (team->arena >= 0)
        close(team->arena);
    *team = (struct team){.arena = -1, .memory = MAP_FAILED};
}

static double load_limit(const struct team *team) {
    return team->conditions->load_limit > 0 ? team->conditions->load_limit : 60;
}

static int ask(struct team *team, size_t i, const struct question *question, enum cell_status *fate,
               struct err *err) {
    struct member *member = &team->members[i];
    int status = process_ask(&member->process, team->conditions, question, fate, err);
    if (member->process.pid <= 0) {
        member->is_loaded = 0;
        member->size = 0;
    }
    return status;
}

static void fill_load(const struct team *team, const struct library *library,
                      struct wire_load *load) {
    *load = (struct wire_load){.type = team->type,
                               .layout = team->layout,
                               .arena_bytes = team->arena_bytes,
                               .path_count = (uint32_t)library->path_count};
    snprintf(load->action, sizeof load->action, "%s", team->action->name);
    for (size_t p = 0; p < library->path_count; p++)
        snprintf(load->paths[p], sizeof load->paths[p], "%s", library->paths[p]);
}

int team_load(struct team *team, size_t i, enum cell_status *fate, struct err *err) {
    static struct wire_load load;
    struct member *member = &team->members[i];
    if (member->is_loaded)
        return 0;
    *fate = CELL_FAILED;
    process_end(&member->process);
    int status = process_start(&member->process, team->conditions, team->arena, err);
    if (status)
        return status;
    fill_load(team, member->library, &load);
    struct question question = {
        WIRE_LOAD, &load, sizeof load, &member->loaded, sizeof member->loaded, load_limit(team)};
    status = ask(team, i, &question, fate, err);
    member->is_loaded = status == 0;
    member->size = 0;
    return status;
}

static int set_up(struct team *team, size_t i, int64_t size, enum cell_status *fate,
                  struct err *err) {
    struct member *member = &team->members[i];
    int status = team_load(team, i, fate, err);
    if (status || member->size == size)
        return status;
    struct wire_setup request = {size};
    struct question question = {WIRE_SETUP,           &request,
                                sizeof request,       &member->ready,
                                sizeof member->ready, load_limit(team)};
    status = ask(team, i, &question, fate, err);
    member->size = status == 0 ? size : 0;
    return status;
}

int team_ask(struct team *team, size_t i, int64_t size, const struct question *question,
             enum cell_status *fate, struct err *err) {
    int status = set_up(team, i, size, fate, err);
    return status ? status : ask(team, i, question, fate, err);
}

const void *team_output(const struct team *team, size_t i, size_t output, size_t *count) {
    const struct wire_ready *ready = &team->members[i].ready;
    size_t element = team->type == 's' ? sizeof(float) : sizeof(double);
    *count = 0;
    if (output >= ready->output_count || output >= WORKSPACE_MAX_OUTPUTS)
        return NULL;
    const struct workspace_output *span = &ready->outputs[output];
    if (span->offset > team->arena_bytes || span->offset % element ||
        span->count > (team->arena_bytes - span->offset) / element)
        return NULL;
    *count = span->count;
    return team->memory + span->offset;
}
