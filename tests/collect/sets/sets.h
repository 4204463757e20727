/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sets.h: the sets that come with benchmat, loaded into the test's own process. For after cmocka.h.
 */
#ifndef BENCHMAT_TESTS_COLLECT_SETS_SETS_H
#define BENCHMAT_TESTS_COLLECT_SETS_SETS_H

#include <dirent.h>
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "collect/action.h"
#include "collect/set.h"
#include "tests/test.h"

/* The order of the routines of concurrent_set. */
enum { SETS_CREATE, SETS_INSERT, SETS_REMOVE, SETS_CONTAINS, SETS_SIZE, SETS_FREE, SETS_ROUTINES };

struct sets_routines {
    char path[768];
    bench_function all[SETS_ROUTINES];
    struct set *(*create)(int64_t keys);
    int (*insert)(struct set *set, int64_t key);
    int (*remove)(struct set *set, int64_t key);
    int (*contains)(struct set *set, int64_t key);
    int64_t (*size)(struct set *set);
    void (*free)(struct set *set);
};

static inline const char *sets_build(void) {
    const char *build = getenv("BENCHMAT_BUILD");
    return build ? build : "build";
}

/* The routines of the shared object at PATH. */
static inline struct sets_routines sets_of(const char *path) {
    static const char *const names[] = {"set_create",   "set_insert", "set_remove",
                                        "set_contains", "set_size",   "set_free"};
    struct sets_routines of;
    void *handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!handle)
        fail_msg("%s", dlerror());
    snprintf(of.path, sizeof of.path, "%s", path);
    for (size_t i = 0; i < SETS_ROUTINES; i++) {
        void *symbol = dlsym(handle, names[i]);
        assert_non_null(symbol);
        memcpy(&of.all[i], &symbol, sizeof symbol);
    }
    of.create = (struct set * (*)(int64_t)) of.all[SETS_CREATE];
    of.insert = (int (*)(struct set *, int64_t))of.all[SETS_INSERT];
    of.remove = (int (*)(struct set *, int64_t))of.all[SETS_REMOVE];
    of.contains = (int (*)(struct set *, int64_t))of.all[SETS_CONTAINS];
    of.size = (int64_t(*)(struct set *))of.all[SETS_SIZE];
    of.free = (void (*)(struct set *))of.all[SETS_FREE];
    return of;
}

/* The routines of the set NAME that comes with benchmat. */
static inline struct sets_routines sets_load(const char *name) {
    char path[512];
    snprintf(path, sizeof path, "%s/libexec/benchmat/sets/lib%s.so", sets_build(), name);
    return sets_of(path);
}

typedef void sets_visitor(const struct sets_routines *of);

/* Calls VISIT for every set that comes with benchmat. */
static inline void sets_visit(sets_visitor *visit) {
    char folder[400];
    snprintf(folder, sizeof folder, "%s/libexec/benchmat/sets", sets_build());
    DIR *stream = opendir(folder);
    size_t count = 0;
    assert_non_null(stream);
    for (struct dirent *entry; (entry = readdir(stream));)
        if (strncmp(entry->d_name, "lib", 3) == 0) {
            char path[700];
            snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
            struct sets_routines of = sets_of(path);
            visit(&of);
            count++;
        }
    closedir(stream);
    assert_int_equal(count, 6);
}

#endif
