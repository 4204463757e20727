/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/worker/bind.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

/* --- mangle name --- */

enum branch { OUTSIDE, REAL, COMPLEX };

static const struct letters {
    char type;
    const char *one, *with_parts; /* what ? and % stand for */
    int is_complex, is_single;
} types[] = {
    {'s', "s", "s", 0, 1},
    {'d', "d", "d", 0, 0},
    {'c', "c", "sc", 1, 1},
    {'z', "z", "dz", 1, 0},
};

struct speller {
    char *name;
    size_t used, size;
    const struct letters *letters;
    enum branch branch;
    int in_braces;
};

static const struct letters *find(char type) {
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (types[i].type == type)
            return &types[i];
    return NULL;
}

static int is_left_out(const struct speller *s) {
    return (s->in_braces && !s->letters->is_single) ||
           s->branch == (s->letters->is_complex ? REAL : COMPLEX);
}

static int append(struct speller *s, const char *text, size_t length) {
    if (is_left_out(s))
        return 1;
    if (length >= s->size - s->used)
        return 0;
    memcpy(s->name + s->used, text, length);
    s->used += length;
    return 1;
}

static int change_branch(struct speller *s, enum branch from, enum branch to) {
    if (s->branch != from || s->in_braces)
        return 0;
    s->branch = to;
    return 1;
}

static int change_braces(struct speller *s, int to) {
    if (s->in_braces == to)
        return 0;
    s->in_braces = to;
    return 1;
}

static int is_of_a_name(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

static int take(struct speller *s, const char *c) {
    switch (*c) {
    case '?':
        return append(s, s->letters->one, strlen(s->letters->one));
    case '%':
        return append(s, s->letters->with_parts, strlen(s->letters->with_parts));
    case '<':
        return change_branch(s, OUTSIDE, REAL);
    case '|':
        return change_branch(s, REAL, COMPLEX);
    case '>':
        return change_branch(s, COMPLEX, OUTSIDE);
    case '{':
        return change_braces(s, 1);
    case '}':
        return change_braces(s, 0);
    default:
        return is_of_a_name(*c) && append(s, c, 1);
    }
}

static int spell_all(struct speller *s, const char *pattern) {
    for (const char *c = pattern; *c; c++)
        if (!take(s, c))
            return 0;
    return s->used > 0 && s->branch == OUTSIDE && !s->in_braces;
}

int mangle_name(const char *pattern, char type, char *name, size_t size) {
    struct speller s = {.name = name, .size = size, .letters = find(type)};
    int is_spelled = pattern && s.letters && spell_all(&s, pattern);
    name[is_spelled ? s.used : 0] = 0;
    return is_spelled;
}

/* --- bind --- */

static const struct link_map *newest_object(void) {
    struct link_map *map = NULL;
    void *self = dlopen(NULL, RTLD_LAZY);
    if (!self || dlinfo(self, RTLD_DI_LINKMAP, &map) != 0)
        return NULL;
    while (map->l_next)
        map = map->l_next;
    return map;
}

/* The loader keeps the paths of objects on the heap, where libraries and MPIs have memory of their
 * own: with paths of two lengths copies of one library differed by 3 %. So each is as long as
 * PADDED, by slashes before it. */
enum { PADDED = 1024 };

static void *load(const char *path) {
    char padded[PADDED + 1];
    size_t length = strlen(path);
    if (path[0] == '/' && length <= PADDED) {
        memset(padded, '/', PADDED - length);
        memcpy(padded + PADDED - length, path, length + 1);
        void *handle = dlopen(padded, RTLD_NOW | RTLD_LOCAL);
        if (handle)
            return handle;
    }
    return dlopen(path, RTLD_NOW | RTLD_LOCAL);
}

const char *bind_plain_path(const char *loaded) {
    while (loaded[0] == '/' && loaded[1] == '/')
        loaded++;
    return loaded;
}

int bind_load(struct binding *binding, const char *const *paths, size_t count, struct err *err) {
    *binding = (struct binding){.newest_before = newest_object()};
    for (size_t i = 0; i < count; i++) {
        binding->handles[i] = load(paths[i]);
        if (!binding->handles[i])
            return err_set(err, ERR_FAILED, "%s", dlerror());
        binding->paths[i] = paths[i];
        binding->count = i + 1;
    }
    return 0;
}

void *bind_symbol(const struct binding *binding, const char *name) {
    if (binding->find)
        return binding->find(name);
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

/* Whether all routines exist, by the binding's interface and spelling. MISSING gets the missing
 * names if it is empty. */
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
