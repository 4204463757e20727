/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "collect/machine/environment_readers.h"

/* --- the system's memory --- */

/* Bytes of that KEY of /proc/meminfo; -1 when unknown. */
static int64_t meminfo(const char *root, const char *key) {
    char text[8192], value[64];
    environment_files_read(root, "/proc/meminfo", text, sizeof text);
    if (!environment_files_value(text, key, ':', value, sizeof value))
        return -1;
    long long kibibytes = strtoll(value, NULL, 10);
    return kibibytes >= 0 && kibibytes < INT64_MAX / 1024 ? kibibytes * 1024 : -1;
}

void environment_memory_amount(const struct environment_machine *machine, const char *source,
                               struct facts *facts, const char *name) {
    int64_t bytes = meminfo(machine->root, source);
    if (bytes >= 0)
        facts_set_integer(facts, name, bytes);
}

/* --- control groups (the kernel's admin-guide/cgroup-v1/memory.rst and cgroup-v2.rst) --- */

/* A version of control groups: how its line in /proc/self/cgroup names it, and its files. CACHE is
 * the key of memory.stat for file pages that the kernel drops before it runs out. */
static const struct version {
    const char *controller, *mount, *limit, *usage, *cache;
} versions[] = {
    {"", "/sys/fs/cgroup", "memory.max", "memory.current", "inactive_file"},
    {"memory", "/sys/fs/cgroup/memory", "memory.limit_in_bytes", "memory.usage_in_bytes",
     "total_inactive_file"},
};
enum { VERSIONS = sizeof versions / sizeof *versions, MAX_GROUP = 2048 };

/* What one group allows: bytes in all, and bytes left. INT64_MAX where there is no limit. */
struct allowance {
    int64_t limit, left;
};

static int64_t group_number(const char *root, const struct version *v, const char *group,
                            const char *file) {
    char path[MAX_GROUP + 128];
    snprintf(path, sizeof path, "%s%s/%s", v->mount, group, file);
    return environment_files_number(root, path);
}

static int64_t droppable(const char *root, const struct version *v, const char *group) {
    char path[MAX_GROUP + 128], text[8192], value[64];
    snprintf(path, sizeof path, "%s%s/memory.stat", v->mount, group);
    environment_files_read(root, path, text, sizeof text);
    environment_files_value(text, v->cache, ' ', value, sizeof value);
    long long bytes = strtoll(value, NULL, 10);
    return bytes > 0 ? bytes : 0;
}

static void narrow(struct allowance *allowance, const char *root, const struct version *v,
                   const char *group) {
    int64_t limit = group_number(root, v, group, v->limit);
    int64_t usage = group_number(root, v, group, v->usage);
    if (limit < 0)
        return;
    if (limit < allowance->limit)
        allowance->limit = limit;
    if (usage < 0)
        usage = 0;
    int64_t cache = droppable(root, v, group);
    int64_t used = usage > cache ? usage - cache : 0;
    int64_t left = limit > used ? limit - used : 0;
    if (left < allowance->left)
        allowance->left = left;
}

/* A group is bound by its own limit and by those of all that it lies in. Inside a container the
 * path may be that of the host; what cannot be read there is skipped. */
static void narrow_upwards(struct allowance *allowance, const char *root, const struct version *v,
                           char *group) {
    for (char *slash = strrchr(group, '/'); slash; slash = strrchr(group, '/')) {
        if (slash[1])
            narrow(allowance, root, v, group);
        *slash = '\0';
    }
    narrow(allowance, root, v, "");
}

/* Whether LIST, such as "cpu,memory", has NAME; the empty list has only the empty name. */
static int has_controller(const char *list, size_t length, const char *name) {
    const char *end = list + length;
    for (const char *at = list;; at++) {
        size_t word = strcspn(at, ",:");
        if (word == strlen(name) && strncmp(at, name, word) == 0)
            return 1;
        at += word;
        if (at >= end)
            return 0;
    }
}

/* A line of /proc/self/cgroup is "ID:CONTROLLERS:PATH". */
static void narrow_by_line(struct allowance *allowance, const char *root, const char *line) {
    const char *list = strchr(line, ':');
    const char *path = list ? strchr(list + 1, ':') : NULL;
    if (!path || strlen(path + 1) >= MAX_GROUP)
        return;
    for (size_t i = 0; i < VERSIONS; i++)
        if (has_controller(list + 1, (size_t)(path - list - 1), versions[i].controller)) {
            char group[MAX_GROUP];
            strcpy(group, path + 1);
            narrow_upwards(allowance, root, &versions[i], group);
        }
}

static struct allowance group_allowance(const char *root) {
    struct allowance allowance = {INT64_MAX, INT64_MAX};
    static char text[16384];
    char *rest;
    environment_files_read(root, "/proc/self/cgroup", text, sizeof text);
    for (char *line = strtok_r(text, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest))
        narrow_by_line(&allowance, root, line);
    return allowance;
}

/* Version 1 says "no limit" with the largest multiple of the page size. */
static int is_limit(int64_t bytes) {
    return bytes < INT64_MAX / 2;
}

void environment_memory_limit(const struct environment_machine *machine, const char *source,
                              struct facts *facts, const char *name) {
    (void)source;
    int64_t limit = group_allowance(machine->root).limit;
    if (is_limit(limit))
        facts_set_integer(facts, name, limit);
}

size_t environment_memory_available(const char *root) {
    int64_t available = meminfo(root, "MemAvailable");
    int64_t left = group_allowance(root).left;
    if (is_limit(left) && (available < 0 || left < available))
        available = left;
    if (available < 0)
        return 0;
    return available > 0 ? (size_t)available : 1; /* 0 would mean that it is not known */
}
