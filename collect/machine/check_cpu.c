/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "collect/machine/check_readers.h"
#include "collect/machine/environment_files.h"
#include "formats/text/utf8.h"

enum { LIST_SIZE = 1024 };

static int is_workers(const struct check_machine *machine, int cpu) {
    for (size_t i = 0; i < machine->cpus->count; i++)
        if (machine->cpus->workers[i] == cpu)
            return 1;
    return 0;
}

enum check_state check_cpu_governor(const struct check_machine *machine, const char *source,
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

/* Only a list of one number is a core with a single CPU. */
enum check_state check_cpu_sibling(const struct check_machine *machine, const char *source,
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

/* Without isolated CPUs there is nothing to miss. */
enum check_state check_cpu_isolation(const struct check_machine *machine, const char *source,
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

enum check_state check_cpu_collectors(const struct check_machine *machine, const char *source,
                                      char found[CHECK_FOUND_SIZE]) {
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

/* The part of the CPU's time since boot that the host gave to others; below 0 when unknown. */
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

enum check_state check_cpu_steal(const struct check_machine *machine, const char *source,
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
            snprintf(found, CHECK_FOUND_SIZE, "%.2g %% of the time of CPU %d since boot",
                     100 * part, machine->cpus->workers[i]);
        }
    }
    free(stat);
    if (most < 0)
        return CHECK_NOT_READABLE;
    return most > 0.01 ? CHECK_FINDING : CHECK_OK;
}

/* --- who runs there now: proc(5), /proc/PID/stat --- */

enum { PROCESSOR = 39, STATE = 3 };

/* Whether TEXT, "PID (NAME) STATE ...", is a process that is running or about to. Then its CPU. */
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

enum check_state check_cpu_processes(const struct check_machine *machine, const char *source,
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
