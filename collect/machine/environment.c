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
#include "formats/text/utf8.h"

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

/* The kernel refuses a set smaller than its own. */
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
