/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/machine/pinning.h"

#include <hwloc.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "collect/machine/cpus.h"
#include "collect/machine/environment_readers.h"

/* --- order --- */

static int is_among(const int *cpus, size_t count, unsigned cpu) {
    for (size_t i = 0; i < count; i++)
        if (cpus[i] >= 0 && (unsigned)cpus[i] == cpu)
            return 1;
    return 0;
}

/* hwloc numbers CPUs such that neighbours share as much as possible. */
static size_t list_compact(hwloc_topology_t topology, const int *cpus, size_t count, int *order) {
    size_t listed = 0;
    hwloc_obj_t pu = NULL;
    while (listed < count && (pu = hwloc_get_next_obj_by_type(topology, HWLOC_OBJ_PU, pu)))
        if (is_among(cpus, count, pu->os_index))
            order[listed++] = (int)pu->os_index;
    return listed;
}

static size_t count_in(hwloc_obj_t object, hwloc_const_bitmap_t set) {
    hwloc_bitmap_t both = hwloc_bitmap_alloc();
    hwloc_bitmap_and(both, object->cpuset, set);
    int count = hwloc_bitmap_weight(both);
    hwloc_bitmap_free(both);
    return count > 0 ? (size_t)count : 0;
}

/* The child from which the fewest CPUs were taken, if it has any left. */
static hwloc_obj_t least_taken(hwloc_obj_t object, hwloc_const_bitmap_t all,
                               hwloc_const_bitmap_t left) {
    hwloc_obj_t best = NULL;
    size_t least = SIZE_MAX;
    for (unsigned i = 0; i < object->arity; i++) {
        hwloc_obj_t child = object->children[i];
        size_t rest = count_in(child, left), taken = count_in(child, all) - rest;
        if (rest && taken < least) {
            best = child;
            least = taken;
        }
    }
    return best;
}

static size_t list_scattered(hwloc_topology_t topology, const int *cpus, size_t count, int *order) {
    hwloc_bitmap_t all = hwloc_bitmap_alloc(), left = hwloc_bitmap_alloc();
    size_t listed = 0;
    for (size_t i = 0; i < count; i++)
        hwloc_bitmap_set(all, (unsigned)cpus[i]);
    hwloc_bitmap_and(left, all, hwloc_get_root_obj(topology)->cpuset);
    while (listed < count && !hwloc_bitmap_iszero(left)) {
        hwloc_obj_t object = hwloc_get_root_obj(topology);
        while (object && object->type != HWLOC_OBJ_PU)
            object = least_taken(object, all, left);
        if (!object)
            break;
        hwloc_bitmap_clr(left, object->os_index);
        order[listed++] = (int)object->os_index;
    }
    hwloc_bitmap_free(all);
    hwloc_bitmap_free(left);
    return listed;
}

int pinning_sort(enum pinning pinning, struct hwloc_topology *topology, int *cpus, size_t count,
                 struct err *err) {
    static int order[CPUS_MAX];
    if (pinning != PINNING_COMPACT && pinning != PINNING_SCATTER)
        return 0;
    if (!topology || count > CPUS_MAX)
        return err_set(err, ERR_FAILED,
                       "--pin: the topology of this machine is unknown; choose cores or none");
    size_t listed = pinning == PINNING_COMPACT ? list_compact(topology, cpus, count, order)
                                               : list_scattered(topology, cpus, count, order);
    if (listed != count)
        return err_set(err, ERR_FAILED,
                       "--pin: the topology of this machine has %zu of %zu CPUs; choose cores or "
                       "none",
                       listed, count);
    memcpy(cpus, order, count * sizeof *cpus);
    return 0;
}

/* --- limits --- */

/* The processes that the control group whose directory is PATH allows beyond what it has; -1: no
 * limit is known. */
static int64_t left_in_group(const char *root, const char *path) {
    char file[700];
    snprintf(file, sizeof file, "%s/pids.max", path);
    int64_t most = environment_files_number(root, file);
    snprintf(file, sizeof file, "%s/pids.current", path);
    int64_t used = environment_files_number(root, file);
    if (most < 0 || used < 0)
        return most;
    return most > used ? most - used : 0;
}

/* The least that this process's control group and those above it allow: cgroups(7), version 2. */
static int64_t left_in_groups(const char *root) {
    char text[512] = "", path[600];
    environment_files_read(root, "/proc/self/cgroup", text, sizeof text);
    char *group = strstr(text, "0::/"), *slash;
    if (!group)
        return -1;
    group += strlen("0::");
    group[strcspn(group, "\n")] = '\0';
    if (strcmp(group, "/") == 0)
        *group = '\0';
    int64_t least = -1;
    do {
        snprintf(path, sizeof path, "/sys/fs/cgroup%s", group);
        int64_t left = left_in_group(root, path);
        if (left >= 0 && (least < 0 || left < least))
            least = left;
        slash = strrchr(group, '/');
        if (slash)
            *slash = '\0';
    } while (slash);
    return least;
}

int pinning_check_limits(const char *root, size_t threads, struct err *err) {
    struct rlimit processes = {RLIM_INFINITY, RLIM_INFINITY};
    getrlimit(RLIMIT_NPROC, &processes);
    const struct {
        int64_t most; /* -1: none */
        const char *what;
    } limits[] = {
        {environment_files_number(root, "/proc/sys/kernel/threads-max"),
         "kernel (/proc/sys/kernel/threads-max)"},
        {left_in_groups(root), "control group (pids.max)"},
        {geteuid() == 0 || processes.rlim_cur == RLIM_INFINITY ? -1 : (int64_t)processes.rlim_cur,
         "user (ulimit -u)"},
    };
    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++)
        if (limits[i].most >= 0 && (int64_t)threads > limits[i].most)
            return err_set(err, ERR_USAGE, "--threads %zu: the limit of this %s allows %lld",
                           threads, limits[i].what, (long long)limits[i].most);
    return 0;
}
