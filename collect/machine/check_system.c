/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <dirent.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/personality.h>

#include "collect/machine/check_readers.h"
#include "collect/machine/environment_files.h"
#include "collect/machine/environment_readers.h"

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

/* The file holds one word, or several with the chosen one in brackets. */
enum check_state check_system_choice(const struct check_machine *machine, const char *source,
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

enum check_state check_system_number(const struct check_machine *machine, const char *source,
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

/* A run that has just ended, ours or not, is in the average of a minute for a while yet. */
enum check_state check_system_load(const struct check_machine *machine, const char *source,
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

/* Where the process's group of control groups is mounted, or, inside a container, the root. */
static int read_group(const char *root, const char *mount, const char *group, const char *file,
                      char *text, size_t size) {
    char path[4096];
    snprintf(path, sizeof path, "%s%s/%s", mount, group, file);
    return environment_files_read(root, path, text, size);
}

static int own_group(const char *root, char *group, size_t size) {
    static char text[16384];
    environment_files_read(root, "/proc/self/cgroup", text, sizeof text);
    return environment_files_value(text, "0:", ':', group, size);
}

/* CPUs' worth of time that the group may use, from cpu.max (version 2) or the two files of version
 * 1; below 0 where there is no limit, 0 when unknown. */
static double quota(const char *root) {
    char group[2048], text[64], *end;
    double microseconds, period;
    if ((own_group(root, group, sizeof group) &&
         read_group(root, "/sys/fs/cgroup", group, "cpu.max", text, sizeof text)) ||
        read_group(root, "/sys/fs/cgroup", "", "cpu.max", text, sizeof text)) {
        microseconds = strtod(text, &end);
        period = strtod(end, NULL);
        return end == text ? -1 : period > 0 ? microseconds / period : 0;
    }
    if (!read_group(root, "/sys/fs/cgroup/cpu", "", "cpu.cfs_quota_us", text, sizeof text))
        return 0;
    microseconds = strtod(text, NULL);
    period = (double)environment_files_number(root, "/sys/fs/cgroup/cpu/cpu.cfs_period_us");
    return microseconds < 0 ? -1 : period > 0 ? microseconds / period : 0;
}

/* The collector itself needs next to nothing while a worker is timed. */
enum check_state check_system_quota(const struct check_machine *machine, const char *source,
                                    char found[CHECK_FOUND_SIZE]) {
    (void)source;
    double cpus = quota(machine->root);
    if (cpus == 0)
        return CHECK_NOT_READABLE;
    if (cpus < 0)
        snprintf(found, CHECK_FOUND_SIZE, "none");
    else
        snprintf(found, CHECK_FOUND_SIZE, "time of %.3g CPUs, for %zu busy ones", cpus,
                 machine->cpus->count);
    return cpus > 0 && cpus < (double)machine->cpus->count + 0.5 ? CHECK_FINDING : CHECK_OK;
}

/* --- memory --- */

static const struct fact *amount(struct facts *facts, const struct check_machine *machine,
                                 const char *key) {
    static struct environment_machine files;
    files.root = machine->root;
    environment_memory_amount(&files, key, facts, key);
    return facts_find(facts, key);
}

/* Bytes of both KEYs of /proc/meminfo; whether both are known. */
static int two_amounts(const struct check_machine *machine, const char *const keys[2],
                       double values[2]) {
    int known = 1;
    for (int i = 0; i < 2; i++) {
        struct facts facts = {0};
        const struct fact *fact = amount(&facts, machine, keys[i]);
        known &= fact != NULL;
        values[i] = fact ? (double)fact->integer : 0;
        facts_release(&facts);
    }
    return known;
}

#define MEBIBYTES(bytes) ((bytes) / (1024 * 1024))

/* A little that nobody uses any more always lies in swap. */
enum check_state check_system_swap(const struct check_machine *machine, const char *source,
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

enum check_state check_system_memory(const struct check_machine *machine, const char *source,
                                     char found[CHECK_FOUND_SIZE]) {
    (void)source;
    double memory[2];
    if (!two_amounts(machine, (const char *const[]){"MemTotal", "MemAvailable"}, memory))
        return CHECK_NOT_READABLE;
    snprintf(found, CHECK_FOUND_SIZE, "%.0f of %.0f MiB are free", MEBIBYTES(memory[1]),
             MEBIBYTES(memory[0]));
    return memory[1] < 0.1 * memory[0] ? CHECK_FINDING : CHECK_OK;
}

enum check_state check_system_balancing(const struct check_machine *machine, const char *source,
                                        char found[CHECK_FOUND_SIZE]) {
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

/* It would take effect with the next exec; there is none. */
int check_addresses(void) {
    int before = personality(0xffffffff);
    if (before < 0 || personality((unsigned long)before | ADDR_NO_RANDOMIZE) < 0)
        return 0;
    personality((unsigned long)before);
    return 1;
}

enum check_state check_system_addresses(const struct check_machine *machine, const char *source,
                                        char found[CHECK_FOUND_SIZE]) {
    (void)source;
    int is_off =
        environment_files_number(machine->root, "/proc/sys/kernel/randomize_va_space") == 0;
    int can_be_fixed = is_off || machine->can_fix_addresses;
    snprintf(found, CHECK_FOUND_SIZE, "%s",
             can_be_fixed ? "the same for all libraries" : "drawn at random, and that must stay");
    return can_be_fixed ? CHECK_OK : CHECK_FINDING;
}

/* --- power: the kernel's ABI/testing/sysfs-class-power --- */

/* Adds the supply to the counts, if it feeds the machine. */
static void count_supply(const char *root, const char *name, int *supplies, int *online) {
    char path[512], type[32];
    snprintf(path, sizeof path, "/sys/class/power_supply/%s/type", name);
    environment_files_read(root, path, type, sizeof type);
    if (strcmp(type, "Mains") != 0 && strcmp(type, "USB") != 0)
        return;
    snprintf(path, sizeof path, "/sys/class/power_supply/%s/online", name);
    int64_t is_online = environment_files_number(root, path);
    *supplies += is_online >= 0;
    *online += is_online > 0;
}

enum check_state check_system_power(const struct check_machine *machine, const char *source,
                                    char found[CHECK_FOUND_SIZE]) {
    (void)source;
    char path[4096];
    int supplies = 0, online = 0;
    snprintf(path, sizeof path, "%s/sys/class/power_supply", machine->root);
    DIR *directory = opendir(path);
    for (struct dirent *entry; directory && (entry = readdir(directory));)
        if (entry->d_name[0] != '.')
            count_supply(machine->root, entry->d_name, &supplies, &online);
    if (directory)
        closedir(directory);
    if (!supplies)
        return CHECK_NOT_READABLE;
    snprintf(found, CHECK_FOUND_SIZE, "%s", online ? "mains" : "battery");
    return online ? CHECK_OK : CHECK_FINDING;
}
