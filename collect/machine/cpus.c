/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/machine/cpus.h"

#include <errno.h>
#include <sched.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "collect/machine/environment_readers.h"

/* --- the kernel's lists --- */

enum { LIST_SIZE = 1024 };

int cpus_list_has(const char *list, int cpu) {
    while (*list) {
        char *end;
        long first = strtol(list, &end, 10), last = first;
        if (end == list)
            return 0;
        if (*end == '-')
            last = strtol(end + 1, &end, 10);
        if (first <= cpu && cpu <= last)
            return 1;
        list = end + (*end == ',');
        if (list == end)
            return 0;
    }
    return 0;
}

void cpus_siblings(const char *root, int cpu, char *list, size_t size) {
    char path[128];
    snprintf(path, sizeof path, "/sys/devices/system/cpu/cpu%d/topology/thread_siblings_list", cpu);
    environment_files_read(root, path, list, size);
}

static int are_siblings(const char *root, int a, int b) {
    char list[LIST_SIZE];
    cpus_siblings(root, a, list, sizeof list);
    return a == b || cpus_list_has(list, b);
}

/* --- claims --- */

/* A core's first CPU identifies the core. */
static int core_of(const char *root, int cpu) {
    char list[LIST_SIZE];
    cpus_siblings(root, cpu, list, sizeof list);
    return cpus_list_has(list, cpu) ? (int)strtol(list, NULL, 10) : cpu;
}

/* A collector alone on a core holds place 0; one that finds it taken holds one of the others. */
enum { PLACES = 64 };

/* Returns a socket for which CALL, bind or connect, has succeeded with the name of that place; else
 * -1, with the reason in errno. */
static int claim_socket(int call(int, const struct sockaddr *, socklen_t), const char *claims,
                        int core, int place) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    char *name = address.sun_path + 1;
    size_t room = sizeof address.sun_path - 1;
    int length = place ? snprintf(name, room, "%s-%d-%d", claims, core, place)
                       : snprintf(name, room, "%s-%d", claims, core);
    int fd = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    if (fd < 0)
        return -1;
    socklen_t size = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + 1 + (size_t)length);
    if (call(fd, (struct sockaddr *)&address, size) == 0)
        return fd;
    int why = errno;
    close(fd);
    errno = why;
    return -1;
}

/* Whether others measure on that core; the first of them may have ended. If not, *FD holds our
 * claim, or is -1 if claims are impossible. */
static int is_others(const char *claims, int core, int *fd) {
    *fd = claim_socket(bind, claims, core, 0);
    int is_taken = *fd < 0 && errno == EADDRINUSE;
    for (int place = 1; *fd >= 0 && !is_taken && place < PLACES; place++) {
        int held_fd = claim_socket(connect, claims, core, place);
        if (held_fd >= 0)
            close(held_fd);
        is_taken = held_fd >= 0;
    }
    if (is_taken && *fd >= 0)
        close(*fd);
    return is_taken;
}

/* --- choosing --- */

/* An allowed CPU during the choice. */
struct candidate {
    int cpu, core;
    int64_t speed; /* in the kernel's units; -1 if unknown */
    int is_isolated, is_slow, is_near_collector;
    int is_near_chosen, is_chosen, is_taken;
};

static int weight(const struct candidate *c) {
    return !c->is_taken * 16 + c->is_isolated * 8 + !c->is_slow * 4 + !c->is_near_chosen * 2 +
           !c->is_near_collector;
}

static int64_t speed_of(const char *root, int cpu) {
    static const char *const files[] = {"cpu_capacity", "cpufreq/cpuinfo_max_freq"};
    int64_t speed = -1;
    for (size_t i = 0; speed < 0 && i < sizeof files / sizeof *files; i++) {
        char path[128];
        snprintf(path, sizeof path, "/sys/devices/system/cpu/cpu%d/%s", cpu, files[i]);
        speed = environment_files_number(root, path);
    }
    return speed;
}

/* Takes the candidate. Returns whether it is ours now; if not, marks its core as another
 * collector's. */
static int take(struct cpus *cpus, struct candidate *candidates, size_t count,
                struct candidate *candidate, const char *claims) {
    int fd = -1;
    if (candidate->is_taken && !candidate->is_near_chosen) {
        /* Shares the core: claims the first free place, if there is one. */
        int core = candidate->core;
        fd = -1;
        for (int place = 0; fd < 0 && place < PLACES; place++)
            fd = claim_socket(bind, claims, core, place);
    } else if (!candidate->is_near_chosen && is_others(claims, candidate->core, &fd)) {
        for (size_t i = 0; i < count; i++)
            candidates[i].is_taken |= candidates[i].core == candidate->core;
        return 0;
    }
    if (fd >= 0)
        cpus->claims[cpus->claim_count++] = fd;
    cpus->shared += (size_t)candidate->is_taken;
    candidate->is_chosen = 1;
    for (size_t i = 0; i < count; i++)
        candidates[i].is_near_chosen |= candidates[i].core == candidate->core;
    return 1;
}

int cpus_choose(struct cpus *cpus, const char *root, const char *claims, const int *allowed,
                size_t allowed_count, size_t count, struct err *err) {
    cpus->count = cpus->own_count = cpus->shared = cpus->claim_count = 0;
    if (allowed_count == 0 || allowed_count > CPUS_MAX)
        return err_set(err, ERR_FAILED, "cannot find out which CPUs may be used");
    if (count > allowed_count)
        return err_set(err, ERR_USAGE, "--threads %zu: this process may use %zu CPUs", count,
                       allowed_count);
    struct candidate *candidates = calloc(allowed_count, sizeof *candidates);
    if (!candidates)
        return err_set(err, ERR_FAILED, "no memory for a list of CPUs");

    char isolated[LIST_SIZE];
    size_t collector = 0;
    environment_files_read(root, "/sys/devices/system/cpu/isolated", isolated, sizeof isolated);
    while (collector + 1 < allowed_count && cpus_list_has(isolated, allowed[collector]))
        collector++;
    for (size_t i = 0; i < allowed_count; i++)
        candidates[i] = (struct candidate){.cpu = allowed[i],
                                           .core = core_of(root, allowed[i]),
                                           .speed = speed_of(root, allowed[i]),
                                           .is_isolated = cpus_list_has(isolated, allowed[i]),
                                           .is_near_collector =
                                               are_siblings(root, allowed[collector], allowed[i])};
    /* Cores of one kind may differ by a few percent in their highest clock rate. */
    int64_t fastest = 0;
    for (size_t i = 0; i < allowed_count; i++)
        if (candidates[i].speed > fastest)
            fastest = candidates[i].speed;
    for (size_t i = 0; i < allowed_count; i++)
        candidates[i].is_slow =
            candidates[i].speed >= 0 && (double)candidates[i].speed < 0.8 * (double)fastest;

    while (cpus->count < count) {
        struct candidate *candidate = NULL;
        for (size_t i = allowed_count; i-- > 0;)
            if (!candidates[i].is_chosen &&
                (!candidate || weight(&candidates[i]) > weight(candidate)))
                candidate = &candidates[i];
        if (take(cpus, candidates, allowed_count, candidate, claims))
            cpus->workers[cpus->count++] = candidate->cpu;
    }
    int has_free_core = 0;
    for (size_t i = 0; i < allowed_count; i++)
        has_free_core |= !candidates[i].is_near_chosen;
    for (size_t i = 0; i < allowed_count; i++)
        if (!candidates[i].is_chosen && (!has_free_core || !candidates[i].is_near_chosen))
            cpus->own[cpus->own_count++] = candidates[i].cpu;
    free(candidates);
    return 0;
}

void cpus_release(struct cpus *cpus) {
    while (cpus->claim_count)
        close(cpus->claims[--cpus->claim_count]);
}

void cpus_stay_away(const struct cpus *cpus) {
    cpu_set_t set;
    CPU_ZERO(&set);
    for (size_t i = 0; i < cpus->own_count; i++)
        if (cpus->own[i] < CPU_SETSIZE)
            CPU_SET(cpus->own[i], &set);
    if (CPU_COUNT(&set))
        sched_setaffinity(0, sizeof set, &set);
}
