/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/machine/environment.h"

#include <errno.h>
#include <gnu/libc-version.h>
#include <hwloc.h>
#include <sched.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "collect/machine/environment_readers.h"
#include "formats/text/unicode.h"

/* --- what benchmat itself was built with --- */

#ifdef __clang__
#    define COMPILER __VERSION__
#else
#    define COMPILER "GCC " __VERSION__
#endif
#ifndef BENCHMAT_CFLAGS
#    define BENCHMAT_CFLAGS ""
#endif

static void add_constant(const struct environment_machine *machine, const char *source,
                         struct facts *facts, const char *name) {
    (void)machine;
    environment_files_add(facts, name, source);
}

static void add_page_size(const struct environment_machine *machine, const char *source,
                          struct facts *facts, const char *name) {
    (void)machine;
    (void)source;
    facts_set_integer(facts, name, sysconf(_SC_PAGESIZE));
}

static void add_libc(const struct environment_machine *machine, const char *source,
                     struct facts *facts, const char *name) {
    char text[64];
    (void)machine;
    (void)source;
    snprintf(text, sizeof text, "glibc %s", gnu_get_libc_version());
    environment_files_add(facts, name, text);
}

/* The first variable that is set counts. */
static void add_variable(const struct environment_machine *machine, const char *source,
                         struct facts *facts, const char *name) {
    const char *value = getenv(source);
    (void)machine;
    if (value && *value && !facts_find(facts, name))
        environment_files_add(facts, name, value);
}

/* --- the facts --- */

static const struct {
    const char *name;
    environment_reader *read;
    const char *source;
} rows[] = {
    {FACT_HOST, environment_system_line, "/proc/sys/kernel/hostname"},
    {FACT_CPU, environment_cpu_model, NULL},
    {"cpu_flags", environment_cpu_flags, NULL},
    {"microcode", environment_cpu_microcode, NULL},
    {"cores", environment_cpu_count, "Core"},
    {"logical_cpus", environment_cpu_count, "PU"},
    {"smt", environment_system_line, "/sys/devices/system/cpu/smt/control"},
    {"caches", environment_cpu_caches, NULL},
    {FACT_L1D_CACHE, environment_cpu_cache, "L1d"},
    {FACT_L2_CACHE, environment_cpu_cache, "L2"},
    {FACT_L3_CACHE, environment_cpu_cache, "L3"},
    {"memory", environment_memory_amount, "MemTotal"},
    {"memory_limit", environment_memory_limit, NULL},
    {"swap", environment_memory_amount, "SwapTotal"},
    {"swap_free", environment_memory_amount, "SwapFree"},
    {"numa_nodes", environment_cpu_count, "NUMANode"},
    {FACT_TOPOLOGY, environment_cpu_topology_xml, NULL},
    {"governor", environment_system_line, "/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor"},
    {"turbo", environment_system_turbo, NULL},
    {"frequency_driver", environment_system_line,
     "/sys/devices/system/cpu/cpu0/cpufreq/scaling_driver"},
    {"frequency_limit", environment_cpu_frequency,
     "/sys/devices/system/cpu/cpu0/cpufreq/scaling_max_freq"},
    {"isolated_cpus", environment_system_line, "/sys/devices/system/cpu/isolated"},
    {"clocksource", environment_system_line,
     "/sys/devices/system/clocksource/clocksource0/current_clocksource"},
    {"kernel", environment_system_kernel, NULL},
    {"distribution", environment_system_distribution, NULL},
    {"virtualisation", environment_system_virtualisation, NULL},
    {"mitigations", environment_system_mitigations, NULL},
    {"libc", add_libc, NULL},
    {"benchmat_version", add_constant, BENCHMAT_VERSION},
    {"compiler", add_constant, COMPILER},
    {"compiler_flags", add_constant, BENCHMAT_CFLAGS},
    {"page_size", add_page_size, NULL},
    {"transparent_huge_pages", environment_system_choice,
     "/sys/kernel/mm/transparent_hugepage/enabled"},
    {"transparent_huge_pages_shared", environment_system_choice,
     "/sys/kernel/mm/transparent_hugepage/shmem_enabled"},
    {"numa_balancing", environment_system_number, "/proc/sys/kernel/numa_balancing"},
    {"swappiness", environment_system_number, "/proc/sys/vm/swappiness"},
    {"aslr", environment_system_number, "/proc/sys/kernel/randomize_va_space"},
    {"load", environment_system_load, "/proc/loadavg"},
    {FACT_SLURM_NODE, add_variable, "SLURMD_NODENAME"},
    {"slurm_job", add_variable, "SLURM_ARRAY_JOB_ID"},
    {"slurm_job", add_variable, "SLURM_JOB_ID"},
    {"slurm_array_task", add_variable, "SLURM_ARRAY_TASK_ID"},
    {"slurm_partition", add_variable, "SLURM_JOB_PARTITION"},
    {"", environment_system_variables, NULL},
};

void environment_describe_at(struct facts *facts, const char *root) {
    static struct environment_machine machine;
    machine = (struct environment_machine){.root = root};
    environment_files_read(root, "/proc/cpuinfo", machine.cpuinfo, sizeof machine.cpuinfo);
    machine.topology = *root ? NULL : environment_cpu_topology();
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        rows[i].read(&machine, rows[i].source, facts, rows[i].name);
    environment_cpu_topology_free(machine.topology);
}

void environment_describe(struct facts *facts) {
    environment_describe_at(facts, "");
}

/* --- processors --- */

enum { MAX_CPUS = 1 << 16 };

static size_t list_cpus(const cpu_set_t *set, size_t set_size, int *cpus, size_t max) {
    size_t count = 0;
    for (size_t cpu = 0; cpu < set_size * 8; cpu++)
        if (CPU_ISSET_S(cpu, set_size, set)) {
            if (count < max)
                cpus[count] = (int)cpu;
            count++;
        }
    return count;
}

/* The kernel rejects a set smaller than its own. */
size_t environment_allowed_cpus(int *cpus, size_t max) {
    for (size_t n = CPU_SETSIZE; n <= MAX_CPUS; n *= 2) {
        cpu_set_t *set = CPU_ALLOC(n);
        size_t size = CPU_ALLOC_SIZE(n);
        int code = set ? sched_getaffinity(0, size, set) : -1;
        size_t count = code == 0 ? list_cpus(set, size, cpus, max) : 0;
        int too_small = set && code != 0 && errno == EINVAL;
        CPU_FREE(set);
        if (!too_small)
            return count;
    }
    return 0;
}

/* --- memory --- */

size_t environment_available_memory(void) {
    return environment_memory_available("");
}

size_t environment_core_cache(void) {
    return environment_cpu_private_cache("");
}

/* --- time --- */

void environment_timestamp(char *text, size_t size) {
    time_t now = time(NULL);
    struct tm local;
    char moment[64] = "", zone[16] = "";
    if (localtime_r(&now, &local)) {
        strftime(moment, sizeof moment, "%Y-%m-%dT%H:%M:%S", &local);
        strftime(zone, sizeof zone, "%z", &local);
    }
    snprintf(text, size, "%s%.3s%s%s", moment, zone, *zone ? ":" : "", *zone ? zone + 3 : "");
}

/* --- environment cache --- */

static const hwloc_obj_type_t levels[] = {
    HWLOC_OBJ_L1CACHE, HWLOC_OBJ_L2CACHE, HWLOC_OBJ_L3CACHE, HWLOC_OBJ_L4CACHE, HWLOC_OBJ_L5CACHE,
};

static size_t largest_of(hwloc_topology_t topology, hwloc_obj_type_t level) {
    size_t largest = 0;
    hwloc_obj_t cache = NULL;
    while ((cache = hwloc_get_next_obj_by_type(topology, level, cache)))
        if (cache->attr->cache.size > largest)
            largest = cache->attr->cache.size;
    return largest;
}

size_t environment_cache_bytes(void) {
    hwloc_topology_t topology = environment_cpu_topology();
    size_t largest = 0;
    for (size_t i = 0; topology && i < sizeof levels / sizeof *levels; i++) {
        size_t size = largest_of(topology, levels[i]);
        if (size > largest)
            largest = size;
    }
    environment_cpu_topology_free(topology);
    return largest;
}

/* --- the system's memory --- */

/* Bytes of KEY in /proc/meminfo; -1 if unknown. */
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

/* A version of control groups: its name in a line of /proc/self/cgroup, and its files. CACHE is the
 * key in memory.stat for file pages that the kernel drops before it runs out of memory. */
static const struct version {
    const char *controller, *mount, *limit, *usage, *cache;
} versions[] = {
    {"", "/sys/fs/cgroup", "memory.max", "memory.current", "inactive_file"},
    {"memory", "/sys/fs/cgroup/memory", "memory.limit_in_bytes", "memory.usage_in_bytes",
     "total_inactive_file"},
};
enum { VERSIONS = sizeof versions / sizeof *versions, MAX_GROUP = 2048 };

/* What a group allows: bytes in total, and bytes left. INT64_MAX: no limit. */
struct allowance {
    int64_t limit, left;
};

static int64_t group_number(const char *root, const struct version *v, const char *group,
                            const char *file) {
    char path[MAX_GROUP + 128];
    snprintf(path, sizeof path, "%s%s/%s", v->mount, group, file);
    return environment_files_number(root, path);
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

    char path[MAX_GROUP + 128], text[8192], value[64];
    snprintf(path, sizeof path, "%s%s/memory.stat", v->mount, group);
    environment_files_read(root, path, text, sizeof text);
    environment_files_value(text, v->cache, ' ', value, sizeof value);
    long long bytes = strtoll(value, NULL, 10);
    int64_t cache = bytes > 0 ? bytes : 0;
    int64_t used = usage > cache ? usage - cache : 0;
    int64_t left = limit > used ? limit - used : 0;
    if (left < allowance->left)
        allowance->left = left;
}

/* Whether LIST, such as "cpu,memory", contains NAME; the empty list contains only the empty name.
 */
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

static struct allowance group_allowance(const char *root) {
    struct allowance allowance = {INT64_MAX, INT64_MAX};
    static char text[16384];
    char *rest;
    environment_files_read(root, "/proc/self/cgroup", text, sizeof text);
    for (char *line = strtok_r(text, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest)) {
        /* A line of /proc/self/cgroup is "ID:CONTROLLERS:PATH". */
        const char *list = strchr(line, ':');
        const char *path = list ? strchr(list + 1, ':') : NULL;
        if (path && !(strlen(path + 1) >= MAX_GROUP))
            for (size_t i = 0; i < VERSIONS; i++)
                if (has_controller(list + 1, (size_t)(path - list - 1), versions[i].controller)) {
                    char group[MAX_GROUP];
                    strcpy(group, path + 1);

                    /* A group is bound by its own limit and by those of all its ancestors. Inside a
                     * container the path may be the host's; what cannot be read there is skipped.
                     */
                    const struct version *v = &versions[i];
                    for (char *slash = strrchr(group, '/'); slash; slash = strrchr(group, '/')) {
                        if (slash[1])
                            narrow(&allowance, root, v, group);
                        *slash = '\0';
                    }
                    narrow(&allowance, root, v, "");
                }
    }
    return allowance;
}

/* Version 1 writes "no limit" as the largest multiple of the page size. */
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
    return available > 0 ? (size_t)available : 1; /* 0 would mean unknown */
}
