/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/machine/check.h"

#include <dirent.h>
#include <inttypes.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/personality.h>
#include <unistd.h>

#include "collect/machine/environment_readers.h"
#include "collect/machine/quota.h"
#include "formats/text/percent.h"
#include "formats/text/unicode.h"

/* How each check reads its data.
 *
 * A reader writes the present state to FOUND and returns whether that is a finding. SOURCE says
 * where to read; each reader interprets it in its own way. */
typedef enum check_state check_reader(const struct check_machine *machine, const char *source,
                                      char found[CHECK_FOUND_SIZE]);

/* --- CPUs --- */

enum { LIST_SIZE = 1024 };

static int is_workers(const struct check_machine *machine, int cpu) {
    for (size_t i = 0; i < machine->cpus->count; i++)
        if (machine->cpus->workers[i] == cpu)
            return 1;
    return 0;
}

static enum check_state check_cpu_governor(const struct check_machine *machine, const char *source,
                                           char found[CHECK_FOUND_SIZE]) {
    (void)source;
    enum check_state state = CHECK_NOT_READABLE;
    for (size_t i = 0; i < machine->cpus->count; i++) {
        int cpu = machine->cpus->workers[i];
        char path[128], governor[64];
        snprintf(path, sizeof path, "/sys/devices/system/cpu/cpu%d/cpufreq/scaling_governor", cpu);
        if (!environment_files_read(machine->root, path, governor, sizeof governor))
            continue;
        snprintf(found, CHECK_FOUND_SIZE, "%s on CPU %d", governor, cpu);
        if (strcmp(governor, "performance") != 0)
            return CHECK_FINDING;
        state = CHECK_OK;
    }
    return state;
}

/* A list of a single number means a core with a single CPU. */
static enum check_state check_cpu_sibling(const struct check_machine *machine, const char *source,
                                          char found[CHECK_FOUND_SIZE]) {
    (void)source;
    enum check_state state = CHECK_NOT_READABLE;
    for (size_t i = 0; i < machine->cpus->count; i++) {
        char list[LIST_SIZE];
        cpus_siblings(machine->root, machine->cpus->workers[i], list, sizeof list);
        if (!*list)
            continue;
        if (strpbrk(list, ",-")) {
            snprintf(found, CHECK_FOUND_SIZE, "CPU %d shares its core (CPUs %.64s)",
                     machine->cpus->workers[i], list);
            return CHECK_FINDING;
        }
        state = CHECK_OK;
        snprintf(found, CHECK_FOUND_SIZE, "none");
    }
    return state;
}

/* Without isolated CPUs nothing can be wrong. */
static enum check_state check_cpu_isolation(const struct check_machine *machine, const char *source,
                                            char found[CHECK_FOUND_SIZE]) {
    (void)source;
    char list[LIST_SIZE];
    if (!environment_files_read(machine->root, "/sys/devices/system/cpu/isolated", list,
                                sizeof list)) {
        snprintf(found, CHECK_FOUND_SIZE, "none");
        return CHECK_OK;
    }
    snprintf(found, CHECK_FOUND_SIZE, "%.64s", list);
    for (size_t i = 0; i < machine->cpus->count; i++)
        if (!cpus_list_has(list, machine->cpus->workers[i])) {
            snprintf(found, CHECK_FOUND_SIZE, "%.64s, but CPU %d is used", list,
                     machine->cpus->workers[i]);
            return CHECK_FINDING;
        }
    return CHECK_OK;
}

static enum check_state check_cpu_collectors(const struct check_machine *machine,
                                             const char *source, char found[CHECK_FOUND_SIZE]) {
    (void)source;
    if (machine->cpus->shared == 0) {
        snprintf(found, CHECK_FOUND_SIZE, "none on these CPUs");
        return CHECK_OK;
    }
    snprintf(found, CHECK_FOUND_SIZE,
             "another bench-collect measures on %zu of the %zu CPUs, and no other is free",
             machine->cpus->shared, machine->cpus->count);
    return CHECK_FINDING;
}

/* --- steal: proc(5), /proc/stat --- */

enum { STAT_SIZE = 1 << 19, STEAL = 7, TIMES = 8 /* guest time is within user time */ };

/* The part of the CPU's time since boot that the host gave to others; below 0 if unknown. */
static double stolen_part(const char *stat, int cpu) {
    char key[32], line[256], *at = line;
    snprintf(key, sizeof key, "cpu%d", cpu);
    if (!environment_files_value(stat, key, ' ', line, sizeof line))
        return -1;
    double sum = 0, steal = 0;
    for (int i = 0; i < TIMES; i++) {
        char *end;
        double ticks = (double)strtoull(at, &end, 10);
        if (end == at)
            return -1;
        at = end;
        sum += ticks;
        steal = i == STEAL ? ticks : 0;
    }
    return sum > 0 ? steal / sum : -1;
}

static enum check_state check_cpu_steal(const struct check_machine *machine, const char *source,
                                        char found[CHECK_FOUND_SIZE]) {
    (void)source;
    double most = -1;
    char *stat = malloc(STAT_SIZE);
    if (!stat)
        return CHECK_NOT_READABLE;
    environment_files_read(machine->root, "/proc/stat", stat, STAT_SIZE);
    for (size_t i = 0; i < machine->cpus->count; i++) {
        double part = stolen_part(stat, machine->cpus->workers[i]);
        if (part > most) {
            most = part;
            snprintf(found, CHECK_FOUND_SIZE, "%s of the time of CPU %d since boot",
                     percent_of(part).text, machine->cpus->workers[i]);
        }
    }
    free(stat);
    if (most < 0)
        return CHECK_NOT_READABLE;
    return most > 0.01 ? CHECK_FINDING : CHECK_OK;
}

/* --- processes that run there now: proc(5), /proc/PID/stat --- */

enum { PROCESSOR = 39, STATE = 3 };

/* Whether TEXT, "PID (NAME) STATE ...", is a process that is running or about to run. If so, sets
 * CPU to its CPU. */
static int running_cpu(char *text, int *cpu) {
    char *field = strrchr(text, ')'), *rest;
    if (!field || field[1] != ' ' || field[2] != 'R')
        return 0;
    field = strtok_r(field + 2, " ", &rest);
    for (int i = STATE; field && i < PROCESSOR; i++)
        field = strtok_r(NULL, " ", &rest);
    if (!field)
        return 0;
    *cpu = (int)strtol(field, NULL, 10);
    return 1;
}

static int is_intruder(const struct check_machine *machine, const char *pid, char *found) {
    char path[300], text[2048], name[64];
    int cpu;
    snprintf(path, sizeof path, "/proc/%s/stat", pid);
    if (!environment_files_read(machine->root, path, text, sizeof text))
        return 0;
    char *open = strchr(text, '(');
    snprintf(name, sizeof name, "%s", open ? open + 1 : "");
    if (!running_cpu(text, &cpu) || !is_workers(machine, cpu))
        return 0;
    char *close = strrchr(name, ')');
    if (close)
        *close = '\0';
    utf8_clean(name, '?');
    snprintf(found, CHECK_FOUND_SIZE, "%s (process %.16s) runs on CPU %d", name, pid, cpu);
    return 1;
}

static enum check_state check_cpu_processes(const struct check_machine *machine, const char *source,
                                            char found[CHECK_FOUND_SIZE]) {
    (void)source;
    char path[4096], self[32];
    snprintf(path, sizeof path, "%s/proc", machine->root);
    snprintf(self, sizeof self, "%d", (int)getpid());
    DIR *directory = opendir(path);
    if (!directory)
        return CHECK_NOT_READABLE;
    int is_found = 0;
    for (struct dirent *entry; !is_found && (entry = readdir(directory));)
        if (entry->d_name[strspn(entry->d_name, "0123456789")] == '\0' &&
            strcmp(entry->d_name, self) != 0)
            is_found = is_intruder(machine, entry->d_name, found);
    closedir(directory);
    if (!is_found)
        snprintf(found, CHECK_FOUND_SIZE, "none runs there now");
    return is_found ? CHECK_FINDING : CHECK_OK;
}

/* --- files that hold a choice or a number --- */

static const char *split_source(const char *source, char *path, size_t size) {
    size_t length = strcspn(source, " ");
    snprintf(path, size, "%.*s", (int)length, source);
    return source + length;
}

static int has_word(const char *words, const char *word) {
    size_t length = strlen(word);
    for (const char *at = words; (at += strspn(at, " "), *at); at += strcspn(at, " "))
        if (strcspn(at, " ") == length && strncmp(at, word, length) == 0)
            return 1;
    return 0;
}

/* The file contains one word, or several with the chosen one in brackets. */
/* SOURCE: "PATH WORD...", the words that are findings. */
static enum check_state check_system_choice(const struct check_machine *machine, const char *source,
                                            char found[CHECK_FOUND_SIZE]) {
    char path[128], text[128];
    const char *bad = split_source(source, path, sizeof path);
    if (!environment_files_read(machine->root, path, text, sizeof text))
        return CHECK_NOT_READABLE;
    char *chosen = strchr(text, '[');
    chosen = chosen ? chosen + 1 : text;
    chosen[strcspn(chosen, "]\n")] = '\0';
    snprintf(found, CHECK_FOUND_SIZE, "%s", chosen);
    return has_word(bad, chosen) ? CHECK_FINDING : CHECK_OK;
}

/* SOURCE: "PATH NUMBER", the number that is a finding. */
static enum check_state check_system_number(const struct check_machine *machine, const char *source,
                                            char found[CHECK_FOUND_SIZE]) {
    char path[128];
    const char *bad = split_source(source, path, sizeof path);
    int64_t number = environment_files_number(machine->root, path);
    if (number < 0)
        return CHECK_NOT_READABLE;
    int is_bad = number == strtoll(bad, NULL, 10);
    snprintf(found, CHECK_FOUND_SIZE, "%s", is_bad ? "on" : "off");
    return is_bad ? CHECK_FINDING : CHECK_OK;
}

/* --- load and limits --- */

/* The average over a minute still includes a run that has just ended, ours or not. */
static enum check_state check_system_load(const struct check_machine *machine, const char *source,
                                          char found[CHECK_FOUND_SIZE]) {
    (void)source;
    char text[64], *end;
    environment_files_read(machine->root, "/proc/loadavg", text, sizeof text);
    double load = strtod(text, &end);
    if (end == text)
        return CHECK_NOT_READABLE;
    snprintf(found, CHECK_FOUND_SIZE,
             "%.1f in the last minute, and %zu CPU%s besides the measuring ones", load,
             machine->cpus->own_count, machine->cpus->own_count == 1 ? "" : "s");
    return load > (double)machine->cpus->own_count + 0.5 ? CHECK_FINDING : CHECK_OK;
}

/* The collector itself needs next to nothing while a worker is timed. */
static enum check_state check_system_quota(const struct check_machine *machine, const char *source,
                                           char found[CHECK_FOUND_SIZE]) {
    (void)source;
    struct quota quota = quota_read(machine->root);
    if (quota.cpus == 0)
        return CHECK_NOT_READABLE;
    if (isinf(quota.cpus)) {
        snprintf(found, CHECK_FOUND_SIZE, "none");
        return CHECK_OK;
    }
    int used = snprintf(found, CHECK_FOUND_SIZE, "time of %.3g CPUs, for %zu busy ones", quota.cpus,
                        machine->cpus->count);
    if (quota.throttled > 0)
        snprintf(found + used, CHECK_FOUND_SIZE - (size_t)used,
                 "; used up in %" PRId64 " of %" PRId64 " periods so far", quota.throttled,
                 quota.periods);
    return quota.cpus < (double)machine->cpus->count + 0.5 ? CHECK_FINDING : CHECK_OK;
}

/* --- memory --- */

/* Sets VALUES to the bytes of both KEYS of /proc/meminfo. Returns whether both are known. */
static int two_amounts(const struct check_machine *machine, const char *const keys[2],
                       double values[2]) {
    int known = 1;
    for (int i = 0; i < 2; i++) {
        struct facts facts = {0};
        const char *key = keys[i];
        static struct environment_machine files;
        files.root = machine->root;
        environment_memory_amount(&files, key, &facts, key);
        const struct fact *fact = facts_find(&facts, key);
        known &= fact != NULL;
        values[i] = fact ? (double)fact->integer : 0;
        facts_release(&facts);
    }
    return known;
}

#define MEBIBYTES(bytes) ((bytes) / (1024 * 1024))

/* A little unused memory is always swapped out. */
static enum check_state check_system_swap(const struct check_machine *machine, const char *source,
                                          char found[CHECK_FOUND_SIZE]) {
    (void)source;
    double swap[2], memory[2];
    if (!two_amounts(machine, (const char *const[]){"SwapTotal", "SwapFree"}, swap) ||
        !two_amounts(machine, (const char *const[]){"MemTotal", "MemTotal"}, memory))
        return CHECK_NOT_READABLE;
    double used = swap[0] - swap[1];
    snprintf(found, CHECK_FOUND_SIZE, "%.0f MiB in use", MEBIBYTES(used));
    return used > 0.01 * memory[0] ? CHECK_FINDING : CHECK_OK;
}

static enum check_state check_system_memory(const struct check_machine *machine, const char *source,
                                            char found[CHECK_FOUND_SIZE]) {
    (void)source;
    double memory[2];
    if (!two_amounts(machine, (const char *const[]){"MemTotal", "MemAvailable"}, memory))
        return CHECK_NOT_READABLE;
    snprintf(found, CHECK_FOUND_SIZE, "%.0f of %.0f MiB are free", MEBIBYTES(memory[1]),
             MEBIBYTES(memory[0]));
    return memory[1] < 0.1 * memory[0] ? CHECK_FINDING : CHECK_OK;
}

static enum check_state check_system_balancing(const struct check_machine *machine,
                                               const char *source, char found[CHECK_FOUND_SIZE]) {
    (void)source;
    char nodes[128];
    int64_t mode = environment_files_number(machine->root, "/proc/sys/kernel/numa_balancing");
    if (mode < 0 || !environment_files_read(machine->root, "/sys/devices/system/node/online", nodes,
                                            sizeof nodes))
        return CHECK_NOT_READABLE;
    int has_several = strpbrk(nodes, ",-") != NULL;
    snprintf(found, CHECK_FOUND_SIZE, "%s, memory nodes %.64s", mode ? "on" : "off", nodes);
    return mode && has_several ? CHECK_FINDING : CHECK_OK;
}

/* --- addresses --- */

/* The personality would take effect with the next exec, and there is none. */
int check_addresses(void) {
    int before = personality(0xffffffff);
    if (before < 0 || personality((unsigned long)before | ADDR_NO_RANDOMIZE) < 0)
        return 0;
    personality((unsigned long)before);
    return 1;
}

static enum check_state check_system_addresses(const struct check_machine *machine,
                                               const char *source, char found[CHECK_FOUND_SIZE]) {
    (void)source;
    int is_off =
        environment_files_number(machine->root, "/proc/sys/kernel/randomize_va_space") == 0;
    int can_be_fixed = is_off || machine->can_fix_addresses;
    snprintf(found, CHECK_FOUND_SIZE, "%s",
             can_be_fixed ? "the same for all libraries" : "drawn at random, and that must stay");
    return can_be_fixed ? CHECK_OK : CHECK_FINDING;
}

/* --- power: the kernel's ABI/testing/sysfs-class-power --- */

static enum check_state check_system_power(const struct check_machine *machine, const char *source,
                                           char found[CHECK_FOUND_SIZE]) {
    (void)source;
    char path[4096];
    int supplies = 0, online = 0;
    snprintf(path, sizeof path, "%s/sys/class/power_supply", machine->root);
    DIR *directory = opendir(path);
    for (struct dirent *entry; directory && (entry = readdir(directory));)
        if (entry->d_name[0] != '.') {
            /* Counts the supply if it feeds the machine. */
            const char *root = machine->root;
            const char *name = entry->d_name;
            char supply_path[512], type[32];
            snprintf(supply_path, sizeof supply_path, "/sys/class/power_supply/%s/type", name);
            environment_files_read(root, supply_path, type, sizeof type);
            if (strcmp(type, "Mains") == 0 || strcmp(type, "USB") == 0) {
                snprintf(supply_path, sizeof supply_path, "/sys/class/power_supply/%s/online",
                         name);
                int64_t is_online = environment_files_number(root, supply_path);
                supplies += is_online >= 0;
                online += is_online > 0;
            }
        }
    if (directory)
        closedir(directory);
    if (!supplies)
        return CHECK_NOT_READABLE;
    snprintf(found, CHECK_FOUND_SIZE, "%s", online ? "mains" : "battery");
    return online ? CHECK_OK : CHECK_FINDING;
}

/* --- the table of checks --- */

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
    snprintf(line, size, "%s: %s", result->name, result->found);
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
