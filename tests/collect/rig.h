/* SPDX-License-Identifier: GPL-3.0-or-later */
/* rig.h: what a test needs to start workers and to run sessions. */
#ifndef BENCHMAT_TESTS_COLLECT_RIG_H
#define BENCHMAT_TESTS_COLLECT_RIG_H

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "collect/design/actions.h"
#include "collect/machine/environment.h"
#include "collect/job/job.h"
#include "collect/design/design_points.h"
#include "collect/processes/worker_pool.h"
#include "tests/test.h"

enum { RIG_MAX_LIBRARIES = 24 };

struct rig {
    struct observer observer; /* first */
    char worker[PATH_MAX], builtin[PATH_MAX];
    int cpus[1024];
    volatile sig_atomic_t stop;
    struct settings settings;
    struct process_conditions conditions;
    struct library items[RIG_MAX_LIBRARIES];
    struct libraries libraries;
    enum library_kind kinds; /* of its session's actions */
    const struct library *pointers[RIG_MAX_LIBRARIES];
    char notes[16384]; /* a line each */
    size_t faults;
    void (*watch)(struct rig *rig, const struct progress *progress); /* NULL: nobody does */
};

static inline void rig_note(struct observer *observer, enum note_kind kind, const char *line) {
    struct rig *rig = (struct rig *)observer;
    size_t used = strlen(rig->notes);
    rig->faults += kind == NOTE_FAULT;
    if (kind != NOTE_DETAIL)
        snprintf(rig->notes + used, sizeof rig->notes - used, "%s\n", line);
}

static inline void rig_progress(struct observer *observer, const struct progress *progress) {
    struct rig *rig = (struct rig *)observer;
    if (rig->watch)
        rig->watch(rig, progress);
}

static inline void rig_find(char path[PATH_MAX], const char *name) {
    const char *build = getenv("BENCHMAT_BUILD");
    char relative[PATH_MAX];
    snprintf(relative, sizeof relative, "%s/libexec/benchmat/%s", build ? build : "build", name);
    if (!realpath(relative, path))
        fail_msg("%s is not there; make it first, and set BENCHMAT_BUILD", relative);
}

/* Quick settings, the last CPU, no libraries yet. */
static inline void rig_begin(struct rig *rig) {
    *rig = (struct rig){.observer = {rig_note, rig_progress}, .settings = SETTINGS_DEFAULT};
    /* In a build with sanitizers a library's crash shall still be a crash. */
    setenv("ASAN_OPTIONS", "handle_segv=0:handle_abort=0", 0);
    rig_find(rig->worker, "bench-worker");
    rig_find(rig->builtin, "builtin.so");
    size_t count = environment_allowed_cpus(rig->cpus, 1024);
    rig->conditions = (struct process_conditions){.worker_path = rig->worker,
                                                  .cpus = rig->cpus + count - 1,
                                                  .cpu_count = 1,
                                                  .threads = 1,
                                                  .stop = &rig->stop};
    rig->settings.rounds = 2;
    rig->settings.max_seeds = 3;
    rig->settings.stage_time = 0.002;
    rig->settings.timeout = 60;
    rig->libraries.items = rig->items;
}

/* Adds a library; its index is returned. */
static inline size_t rig_add(struct rig *rig, const char *name, const char *path) {
    size_t i = rig->libraries.count++;
    rig->items[i] =
        (struct library){.name = strdup(name), .paths = {strdup(path)}, .path_count = 1};
    rig->pointers[i] = &rig->items[i];
    return i;
}

static inline void rig_end(struct rig *rig) {
    for (size_t i = 0; i < rig->libraries.count; i++) {
        free(rig->items[i].name);
        for (size_t p = 0; p < rig->items[i].path_count; p++)
            free(rig->items[i].paths[p]);
    }
    settings_release(&rig->settings);
}

static inline void rig_sizes(struct rig *rig, const char *text) {
    sizes_release(&rig->settings.sizes);
    rig->settings.sizes_wanted = SIZES_GIVEN;
    assert_int_equal(sizes_parse(&rig->settings.sizes, text, NULL), 0);
}

/* ACTION in TYPE (0: its default), valid until sixteen more are asked for. */
static inline const struct action_info *rig_info_of(const struct bench_action *action, char type) {
    static struct action_info infos[16];
    static unsigned next;
    struct action_info *info = &infos[next++ % 16];
    assert_non_null(action);
    action_info_of_builtin(info, action);
    assert_int_equal(action_info_choose_type(info, type, NULL), 0);
    return info;
}

static inline const struct action_info *rig_info(const struct bench_action *action) {
    return rig_info_of(action, 0);
}

/* The same of a built-in action. */
static inline const struct action_info *rig_action_of(const char *name, char type) {
    return rig_info_of(actions_find(name), type);
}

static inline const struct action_info *rig_action(const char *name) {
    return rig_action_of(name, 0);
}

static inline void rig_threads(struct rig *rig, const char *text) {
    factor_release(&rig->settings.threads);
    assert_int_equal(factor_parse_values(&rig->settings.threads, text, NULL), 0);
    rig->conditions.threads = settings_most_threads(&rig->settings);
}

static inline void rig_parameter(struct rig *rig, const char *text) {
    struct factor *added = &rig->settings.parameters[rig->settings.parameter_count++];
    assert_int_equal(factor_parse(added, text, NULL), 0);
}

/* Where ACTION is measured at the rig's sizes, which were given; to be given to
 * design_points_release. */
static inline struct design_points rig_design_points(const struct rig *rig, const char *action) {
    struct err err = {""};
    struct design_points design_points;
    if (design_points_combine(&design_points, rig_action(action), &rig->settings,
                              &rig->settings.sizes, &err))
        fail_msg("%s", err.message);
    return design_points;
}

/* A pool of all libraries with a megabyte of arena and more. */
static inline void rig_pool(struct rig *rig, struct worker_pool *pool, const char *action,
                            char type, uint64_t layout, size_t arena_bytes) {
    struct err err = {""};
    if (worker_pool_begin(pool, &rig->conditions, rig_action_of(action, type), layout, arena_bytes,
                          rig->pointers, rig->libraries.count, &err))
        fail_msg("%s", err.message);
}

/* A session of the rig's libraries by its settings. */
static inline struct session rig_session(struct rig *rig) {
    return (struct session){.settings = &rig->settings,
                            .conditions = rig->conditions,
                            .libraries = &rig->libraries,
                            .kinds = rig->kinds,
                            .builtin_path = rig->builtin,
                            .observer = &rig->observer};
}

/* Whether no child is left, dead or alive. */
static inline int rig_is_childless(void) {
    return waitpid(-1, NULL, WNOHANG) < 0 && errno == ECHILD;
}

static inline size_t rig_count_descriptors(void) {
    DIR *directory = opendir("/proc/self/fd");
    size_t count = 0;
    while (readdir(directory))
        count++;
    closedir(directory);
    return count;
}

#endif
