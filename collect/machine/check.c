/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/machine/check.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "collect/machine/check_readers.h"
#include "collect/machine/environment_files.h"

static const struct {
    const char *name;
    check_reader *read;
    const char *source;
    const char *advice;
} rows[] = {
    {"governor", check_cpu_governor, NULL,
     "the clock follows the load: cpupower frequency-set -g performance"},
    {"turbo", check_system_number, "/sys/devices/system/cpu/intel_pstate/no_turbo 0",
     "the clock depends on heat and on other cores: "
     "echo 1 >/sys/devices/system/cpu/intel_pstate/no_turbo"},
    {"boost", check_system_number, "/sys/devices/system/cpu/cpufreq/boost 1",
     "the clock depends on heat and on other cores: "
     "echo 0 >/sys/devices/system/cpu/cpufreq/boost"},
    {"power supply", check_system_power, NULL,
     "on battery the clock is held down: plug the machine in"},
    {"load", check_system_load, NULL,
     "others wait for the same CPUs: end them, or wait until they are done (top)"},
    {"other processes", check_cpu_processes, NULL,
     "it takes turns with the library: end it, or move it with taskset -pc CPU PID"},
    {"other collectors", check_cpu_collectors, NULL,
     "the two disturb each other: wait until the other is done"},
    {"SMT sibling", check_cpu_sibling, NULL,
     "work there takes units of the same core: echo off >/sys/devices/system/cpu/smt/control"},
    {"isolated CPUs", check_cpu_isolation, NULL,
     "those are the quietest here: start with taskset -c, those CPUs and one for the collector"},
    {"steal", check_cpu_steal, NULL,
     "the host runs others on this CPU: ask for a dedicated one, or measure elsewhere"},
    {"CPU quota", check_system_quota, NULL,
     "when it is used up everything stands still for a while: raise the container's CPU limit"},
    {"clock", check_system_choice,
     "/sys/devices/system/clocksource/clocksource0/current_clocksource "
     "hpet acpi_pm jiffies refined-jiffies pit",
     "reading it is slow and coarse: echo tsc "
     ">/sys/devices/system/clocksource/clocksource0/current_clocksource, if it is available"},
    {"huge pages", check_system_choice, "/sys/kernel/mm/transparent_hugepage/enabled always",
     "it is luck which memory gets them: echo madvise "
     ">/sys/kernel/mm/transparent_hugepage/enabled"},
    {"shared huge pages", check_system_choice,
     "/sys/kernel/mm/transparent_hugepage/shmem_enabled always within_size force",
     "it is luck which arrays get them: "
     "echo never >/sys/kernel/mm/transparent_hugepage/shmem_enabled"},
    {"swap", check_system_swap, NULL,
     "pages may have to be read back within a batch: swapoff -a && swapon -a"},
    {"memory", check_system_memory, NULL,
     "the kernel has to make room within batches: end what uses it, or ask for smaller sizes"},
    {"addresses", check_system_addresses, NULL,
     "placement differs from library to library: allow personality(2) "
     "(docker run --security-opt seccomp=unconfined)"},
    {"page migration", check_system_balancing, NULL,
     "pages are unmapped to see who uses them: sysctl kernel.numa_balancing=0"},
};
enum { ROWS = sizeof rows / sizeof *rows };
_Static_assert((int)ROWS <= (int)CHECK_MAX, "CHECK_MAX is too small");

size_t check_run(const struct check_machine *machine, struct check_result results[CHECK_MAX]) {
    for (size_t i = 0; i < ROWS; i++) {
        results[i] = (struct check_result){.name = rows[i].name};
        results[i].state = rows[i].read(machine, rows[i].source, results[i].found);
        if (results[i].state == CHECK_FINDING)
            results[i].advice = rows[i].advice;
    }
    return ROWS;
}

void check_describe(const struct check_result *result, char *line, size_t size) {
    snprintf(line, size, "%s: %s; %s", result->name, result->found,
             result->advice ? result->advice : "");
}

void check_record(const struct check_result *results, size_t count, struct facts *facts) {
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    if (!out) {
        facts->incomplete = 1;
        return;
    }
    for (size_t i = 0; i < count; i++)
        if (results[i].state == CHECK_FINDING)
            fprintf(out, "%s%s: %s", ftell(out) ? "\n" : "", results[i].name, results[i].found);
    fclose(out);
    if (*text)
        facts_set_text(facts, "system_findings", text);
    free(text);
}
