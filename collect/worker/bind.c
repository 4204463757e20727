/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/worker/bind.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int bind_load(struct binding *binding, const char *const *paths, size_t count, struct err *err) {
    *binding = (struct binding){0};
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
        void *symbol = dlsym(binding->handles[i], name);
        if (symbol)
            return symbol;
    }
    return NULL;
}

/* "?axpy_" -> "daxpy_" */
static void spell(char *name, size_t size, const char *pattern, char type) {
    snprintf(name, size, "%s", pattern);
    char *letter = strchr(name, '?');
    if (letter)
        *letter = type;
}

static const char *pattern(const struct bench_routine *routine, int c_interface) {
    return c_interface ? routine->c : routine->fortran;
}

/* Whether all routines are there by one of the two interfaces; MISSING gets the names that are not.
 */
static int bind_interface(struct binding *binding, const struct bench_routine *routines,
                          int c_interface, char type, char *missing, size_t size) {
    size_t used = 0;
    int complete = 1;
    missing[0] = '\0';
    for (size_t i = 0; routines[i].fortran || routines[i].c; i++) {
        char name[128];
        if (!pattern(&routines[i], c_interface) || i == BIND_MAX_ROUTINES)
            return 0;
        spell(name, sizeof name, pattern(&routines[i], c_interface), type);
        void *symbol = bind_symbol(binding, name);
        if (symbol) {
            memcpy(&binding->routines[i], &symbol, sizeof symbol);
            continue;
        }
        complete = 0;
        if (used < size)
            used += (size_t)snprintf(missing + used, size - used, "%s%s", used ? ", " : "", name);
    }
    binding->c_interface = c_interface;
    return complete;
}

int bind_action(struct binding *binding, const struct bench_action *action, char type,
                struct err *err) {
    char fortran[256], c[256];
    if (bind_interface(binding, action->routines, 0, type, fortran, sizeof fortran) ||
        bind_interface(binding, action->routines, 1, type, c, sizeof c))
        return 0;
    return c[0] ? err_set(err, ERR_FAILED, "lacks %s (Fortran) and %s (C)", fortran, c)
                : err_set(err, ERR_FAILED, "lacks %s", fortran);
}

void bind_describe(const struct binding *binding, const struct bench_action *action, char type,
                   struct facts *facts) {
    char text[2048] = "";
    size_t used = 0;
    for (size_t i = 0; action->routines[i].fortran && i < BIND_MAX_ROUTINES; i++) {
        char name[128];
        void *symbol;
        Dl_info info;
        spell(name, sizeof name, pattern(&action->routines[i], binding->c_interface), type);
        memcpy(&symbol, &binding->routines[i], sizeof symbol);
        if (!dladdr(symbol, &info) || !info.dli_fname)
            continue;
        char *real = realpath(info.dli_fname, NULL);
        if (used < sizeof text)
            used += (size_t)snprintf(text + used, sizeof text - used, "%s%s in %s",
                                     used ? "; " : "", name, real ? real : info.dli_fname);
        free(real);
    }
    facts_set_text(facts, "bindings", text);
}
