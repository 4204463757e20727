/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/worker/bind.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

#include "collect/worker/mangle_name.h"

static const struct link_map *newest_object(void) {
    struct link_map *map = NULL;
    void *self = dlopen(NULL, RTLD_LAZY);
    if (!self || dlinfo(self, RTLD_DI_LINKMAP, &map) != 0)
        return NULL;
    while (map->l_next)
        map = map->l_next;
    return map;
}

int bind_load(struct binding *binding, const char *const *paths, size_t count, struct err *err) {
    *binding = (struct binding){.newest_before = newest_object()};
    for (size_t i = 0; i < count; i++) {
        binding->handles[i] = dlopen(paths[i], RTLD_NOW | RTLD_LOCAL);
        if (!binding->handles[i])
            return err_set(err, ERR_FAILED, "%s", dlerror());
        binding->paths[i] = paths[i];
        binding->count = i + 1;
    }
    return 0;
}

void *bind_symbol(const struct binding *binding, const char *name) {
    for (size_t i = 0; i < binding->count; i++) {
        size_t object = binding->is_chain ? binding->count - 1 - i : i;
        void *symbol = dlsym(binding->handles[object], name);
        if (symbol)
            return symbol;
    }
    return NULL;
}

static const char *const suffixes[SPELLINGS][2] = {
    /* Fortran, C */
    [SPELLING_PLAIN] = {"", ""},
    [SPELLING_64_UNDERSCORE] = {"64_", "64_"},
    [SPELLING_64] = {"64", "_64"},
};

int bind_name(const struct binding *binding, const struct bench_routine *routine, char type,
              char *name, size_t size) {
    const char *pattern = binding->c_interface ? routine->c : routine->fortran;
    const char *suffix = suffixes[binding->spelling][binding->c_interface];
    if (!mangle_name(pattern, type, name, size))
        return 0;
    size_t used = strlen(name);
    if (strlen(suffix) >= size - used)
        return 0;
    strcpy(name + used, suffix);
    return 1;
}

void *bind_routine(const struct binding *binding, const char *name, int c_interface) {
    char spelled[128];
    snprintf(spelled, sizeof spelled, "%s%s", name, suffixes[binding->spelling][c_interface]);
    return bind_symbol(binding, spelled);
}

/* Whether all routines are there by the binding's interface and spelling; MISSING gets the names
 * that are not, if it is empty. */
static int bind_all(struct binding *binding, const struct bench_routine *routines, char type,
                    char *missing, size_t size) {
    size_t used = 0, room = missing[0] ? 0 : size;
    int complete = 1;
    for (size_t i = 0; routines[i].fortran || routines[i].c; i++) {
        char name[128];
        if (i == BIND_MAX_ROUTINES || !bind_name(binding, &routines[i], type, name, sizeof name))
            return 0;
        void *symbol = bind_symbol(binding, name);
        if (symbol) {
            memcpy(&binding->routines[i], &symbol, sizeof symbol);
            continue;
        }
        complete = 0;
        if (used < room)
            used += (size_t)snprintf(missing + used, room - used, "%s%s", used ? ", " : "", name);
    }
    return complete;
}

int bind_action(struct binding *binding, const struct bench_action *action, char type,
                struct err *err) {
    char missing[2][256] = {"", ""}; /* in the plain spelling, which is tried first */
    for (binding->spelling = 0; binding->spelling < SPELLINGS; binding->spelling++)
        for (binding->c_interface = 0; binding->c_interface < 2; binding->c_interface++)
            if (bind_all(binding, action->routines, type, missing[binding->c_interface],
                         sizeof *missing))
                return 0;
    binding->spelling = SPELLING_PLAIN;
    binding->c_interface = 0;
    if (!missing[0][0] && !missing[1][0])
        return err_set(err, ERR_FAILED, "cannot have routines for type %c: %s names none", type,
                       action->name);
    if (missing[0][0] && missing[1][0])
        return err_set(err, ERR_FAILED, "lacks %s (Fortran) and %s (C)", missing[0], missing[1]);
    return err_set(err, ERR_FAILED, "lacks %s", missing[missing[0][0] == 0]);
}
