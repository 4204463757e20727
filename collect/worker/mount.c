/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/worker/mount.h"

#include <dlfcn.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/personality.h>

#include "collect/design/actions.h"
#include "collect/functions/function_action.h"
#include "collect/functions/function_calls.h"
#include "collect/devices/device_kernel.h"
#include "collect/harness/number.h"
#include "collect/harness/clock.h"
#include "collect/worker/command.h"
#include "collect/worker/device_calls.h"
#include "collect/worker/identify.h"
#include "collect/timing/perf_events.h"
#include "collect/worker/plugin.h"
#include "collect/worker/proof.h"
#include "collect/worker/ranks.h"
#include "collect/worker/runtime.h"

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

int mount_can_do(const struct mount *mount, struct err *err) {
    return plugin_can_do(mount->action, mount->load.type)
               ? 0
               : err_set(err, ERR_FAILED, "%s cannot be done in %s precision", mount->action->name,
                         number_name(mount->load.type) ? number_name(mount->load.type) : "unknown");
}

/* Binds what is to be measured: an implementation of the action's own, or a library's routines. */
static int bind_wanted(struct mount *mount, struct wire_loaded *loaded, struct err *err) {
    const struct wire_load *wanted = &mount->load;
    int is_own = wanted->implementation >= 0;
    struct facts facts = {0};
    int status = mount_can_do(mount, err);
    if (status == 0 && is_own)
        status = plugin_bind(&mount->binding, wanted->plugin, mount->action,
                             (size_t)wanted->implementation, &facts, err);
    else if (status == 0) {
        const char *paths[LIBRARY_MAX_OBJECTS];
        for (uint32_t i = 0; i < wanted->path_count; i++)
            paths[i] = wanted->paths[i];
        int has_kernel = !wanted->plugin[0] && device_kernel_is_of(mount->action->name);
        if (!mount->action->routines && !has_kernel)
            status =
                err_set(err, ERR_FAILED, "%s calls no library's routines", mount->action->name);
        else {
            int code = bind_load(&mount->binding, paths, wanted->path_count, err);
            mount->binding.is_chain = wanted->is_chain != 0;
            if (code && wanted->is_chain && wanted->path_count > 1) {
                /* The collector puts the paths of LAPACK and BLAS in front, so the loader need not
                 * repeat one. */
                const char *path = paths[1];
                size_t length = strlen(path);
                if (strncmp(err->message, path, length) == 0 &&
                    strncmp(err->message + length, ": ", 2) == 0)
                    memmove(err->message, err->message + length + 2,
                            strlen(err->message + length + 2) + 1);
            }
            int is_on_device = code == 0 && device_calls_can_do(&mount->binding);
            if (is_on_device)
                code = device_calls_start(wanted, &mount->binding, &mount->action, &facts, err);
            if (code == 0 && !mount->action->routines && !is_on_device)
                code =
                    err_set(err, ERR_FAILED, "%s calls no library's routines", mount->action->name);
            if (code == 0 && mount->action->routines)
                code = bind_action(&mount->binding, mount->action, wanted->type, err);
            status =
                code || is_on_device ? code
                : mount->action->is_preloaded
                    ? proof_preloaded(&mount->binding, mount->action, wanted->type, &facts, err)
                    : proof_bindings(&mount->binding, mount->action, wanted->type, &facts, err);
        }
    }
    if (status == 0 && !wanted->is_first) {
        identify_library(&mount->binding, &facts);
        mount->integer_bits = is_own ? 0 : identify_integer_bits(&mount->binding);
        status = mount->binding.is_chain ? proof_integers(&mount->binding, err) : 0;
    }
    if (status == 0) {
        loaded->c_interface = mount->binding.c_interface;
        loaded->integer_bits = mount->integer_bits;
        pack_facts(&facts, loaded);
        mount->is_bound = 1;
    }
    facts_release(&facts);
    return status;
}

static int bind_idle(struct mount *mount, struct wire_loaded *loaded, struct err *err) {
    int status = mount_can_do(mount, err);
    mount->is_bound = status == 0 && actions_idle(mount->action->name, mount->binding.routines);
    mount->binding.c_interface = loaded->c_interface = 1;
    return status || mount->is_bound
               ? status
               : err_set(err, ERR_FAILED, "%s has no routines that do nothing",
                         mount->action->name);
}

/* Binds the plain function that is to be measured, or one that does nothing. */
static int bind_plain_function(struct mount *mount, struct wire_loaded *loaded, struct err *err) {
    const struct wire_load *wanted = &mount->load;
    const char *paths[LIBRARY_MAX_OBJECTS];
    struct facts facts = {0};
    int status = mount_can_do(mount, err);
    for (uint32_t i = 0; i < wanted->path_count; i++)
        paths[i] = wanted->paths[i];
    if (status == 0 && wanted->function.symbol[0])
        status = plugin_bind_function(&mount->binding, paths, wanted->path_count,
                                      wanted->is_chain != 0, wanted->function.symbol, &facts, err);
    else if (status == 0)
        mount->binding.routines[0] = function_calls_nothing;
    if (status == 0 && wanted->function.symbol[0] && !wanted->is_first)
        identify_library(&mount->binding, &facts);
    loaded->c_interface = 1;
    pack_facts(&facts, loaded);
    mount->is_bound = status == 0;
    facts_release(&facts);
    return status;
}

/* Starts the program that does the action in the place of a library's routines. */
static int start_program(struct mount *mount, struct wire_loaded *loaded, struct err *err) {
    struct facts facts = {0};
    int status = mount_can_do(mount, err);
    if (status == 0 && (mount->action->operate || mount->action->is_parallel))
        status = err_set(err, ERR_FAILED,
                         "a program is a process of its own, which no %s can call; name shared "
                         "objects for %s",
                         mount->action->operate ? "team of threads" : "ranks", mount->action->name);
    if (status == 0)
        status = runtime_start(mount->load.program, mount->load.paths[0], mount->action,
                               mount->load.type, &mount->action, &facts, err);
    if (status == 0)
        pack_facts(&facts, loaded);
    mount->is_bound = status == 0;
    facts_release(&facts);
    return status;
}

/* Launches the ranks that call the library's routines in the place of this process. */
static int start_ranks(struct mount *mount, struct wire_loaded *loaded, struct err *err) {
    struct facts facts = {0};
    int status = mount_can_do(mount, err);
    if (status == 0)
        status = ranks_start(&mount->load, mount->action, &mount->action, &facts, loaded, err);
    if (status == 0)
        pack_facts(&facts, loaded);
    mount->is_bound = status == 0;
    facts_release(&facts);
    return status;
}

/* The loader goes on without what it cannot preload. */
static int check_preload(const char *paths, struct err *err) {
    char path[PATH_MAX];
    for (size_t length; *paths; paths += length + (paths[length] == ':')) {
        length = strcspn(paths, ":");
        snprintf(path, sizeof path, "%.*s", (int)length, paths);
        if (!dlopen(path, RTLD_LAZY | RTLD_NOLOAD))
            return err_set(err, ERR_FAILED,
                           "--preload %s: the loader refused it; is it a shared object for this "
                           "machine, and is all that it needs there?",
                           path);
    }
    return 0;
}

int mount_load(struct mount *mount, int arena_file, struct wire_loaded *loaded, struct err *err) {
    const struct wire_load *wanted = &mount->load;
    struct clock clock;
    int status = check_preload(wanted->preload, err);
    if (status == 0) {
        if (wanted->command.is_there)
            status = command_action(&mount->action, &wanted->command, err);
        else if (wanted->function.is_there)
            status = function_action_load(&mount->action, &wanted->function, err);
        else if (wanted->plugin[0])
            status = plugin_load(wanted->plugin, &mount->action, err);
        else {
            mount->action = actions_find(wanted->action);
            status =
                mount->action ? 0 : err_set(err, ERR_FAILED, "no action \"%s\"", wanted->action);
        }
    }
    workspace_align(wanted->alignment ? wanted->alignment : WORKSPACE_LINE);
    loaded->has_events = wanted->counts_events;
    if (wanted->counts_events)
        perf_events_open(loaded->event_errors);
    if (status == 0 && wanted->arena_bytes) {
        size_t bytes = mount->load.arena_bytes;
        void *arena_wanted = mount->load.layout ? WIRE_ARENA_ADDRESS : NULL;
        int fixed = arena_wanted ? MAP_FIXED_NOREPLACE : 0;
        void *arena = mmap(arena_wanted, bytes, PROT_READ | PROT_WRITE,
                           MAP_SHARED | MAP_NORESERVE | fixed, arena_file, 0);
        if (arena == MAP_FAILED || (arena_wanted && arena != arena_wanted))
            status = err_set(err, ERR_FAILED, "cannot map %zu bytes of arena: %s", bytes,
                             strerror(errno));
        else {
            mount->arena = arena;
            mount->eviction =
                (struct sweep){.file = arena_file, .offset = wire_sweep_offset(bytes)};
            status = 0;
        }
    }
    if (status == 0 && wanted->command.is_there)
        mount->is_bound = wanted->implementation >= 0;
    else if (status == 0 && wanted->is_idle)
        status = bind_idle(mount, loaded, err);
    else if (status == 0 && wanted->function.is_there)
        status = bind_plain_function(mount, loaded, err);
    else if (status == 0 && wanted->program[0])
        status = start_program(mount, loaded, err);
    else if (status == 0 && wanted->ranks && wanted->path_count)
        status = start_ranks(mount, loaded, err);
    else if (status == 0 && (wanted->implementation >= 0 || wanted->path_count))
        status = bind_wanted(mount, loaded, err);
    if (status == 0)
        status = clock_examine(&clock, err);
    if (status)
        return status;
    loaded->random_addresses = !(personality(0xffffffff) & ADDR_NO_RANDOMIZE);
    loaded->clock_resolution = clock.resolution;
    loaded->clock_cost = mount->clock_cost = clock.cost;
    return 0;
}
