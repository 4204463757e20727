/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/machine/quota.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "collect/machine/environment_readers.h"
#include "formats/model/run.h"

enum { GROUP_SIZE = 2048, GROUPS_SIZE = 16384 };

static void add_limit(struct quota *quota, double amount, double period) {
    double cpus = amount >= 0 && period > 0 ? amount / period : INFINITY;
    quota->cpus = quota->cpus > 0 ? fmin(quota->cpus, cpus) : cpus;
}

/* The number of KEY in TEXT; 0 if there is none. */
static double number_of(const char *text, const char *key) {
    char value[64];
    return environment_files_value(text, key, ' ', value, sizeof value) ? strtod(value, NULL) : 0;
}

/* Adds the group in DIRECTORY; groups without a limit have no periods. Returns whether it is there.
 */
static int add_group(struct quota *quota, const char *root, const char *directory, int version) {
    char path[GROUP_SIZE + 64], text[1024], *end;
    snprintf(path, sizeof path, "%s/%s", directory, version == 2 ? "cpu.max" : "cpu.cfs_quota_us");
    if (!environment_files_read(root, path, text, sizeof text))
        return 0;
    double amount = strtod(text, &end), period;
    if (end == text) /* "max" */
        amount = -1;
    if (version == 2)
        period = strtod(end, NULL);
    else {
        snprintf(path, sizeof path, "%s/cpu.cfs_period_us", directory);
        period = (double)environment_files_number(root, path);
    }
    add_limit(quota, amount, period);
    snprintf(path, sizeof path, "%s/cpu.stat", directory);
    environment_files_read(root, path, text, sizeof text);
    quota->periods += (int64_t)number_of(text, "nr_periods");
    quota->throttled += (int64_t)number_of(text, "nr_throttled");
    quota->throttled_seconds += 1e-6 * number_of(text, "throttled_usec");
    quota->throttled_seconds += 1e-9 * number_of(text, "throttled_time");
    return 1;
}

/* Adds GROUP under MOUNT and all above it. Where a container sees its own group as the root of the
 * mount, the names that it has outside are not there. Returns whether any is. */
static int add_groups(struct quota *quota, const char *root, const char *mount, char *group,
                      int version) {
    char directory[GROUP_SIZE + 40];
    int is_there = 0;
    if (strstr(group, "/.."))
        *group = '\0';
    for (char *slash; (slash = strrchr(group, '/')); *slash = '\0')
        if (slash[1]) {
            snprintf(directory, sizeof directory, "%s%s", mount, group);
            is_there |= add_group(quota, root, directory, version);
        }
    return is_there | add_group(quota, root, mount, version);
}

/* Copies the group of the controller cpu in the text of /proc/self/cgroup, whose lines are
 * "NUMBER:CONTROLLER,...:GROUP", to GROUP; "" if there is none. */
static void find_cpu_group(const char *groups, char group[GROUP_SIZE]) {
    *group = '\0';
    for (const char *line = groups; *line; line += strcspn(line, "\n"), line += *line == '\n') {
        const char *controllers = strchr(line, ':');
        const char *name = controllers ? strchr(controllers + 1, ':') : NULL;
        if (!name)
            return;
        for (const char *word = controllers; word < name; word += 1 + strcspn(word + 1, ",:"))
            if (strncmp(word + 1, "cpu", 3) == 0 && strcspn(word + 1, ",:") == 3) {
                snprintf(group, GROUP_SIZE, "%.*s", (int)strcspn(name + 1, "\n"), name + 1);
                return;
            }
    }
}

struct quota quota_read(const char *root) {
    static const struct {
        const char *mount;
        int version;
    } hierarchies[] = {{"/sys/fs/cgroup", 2},
                       {"/sys/fs/cgroup/unified", 2},
                       {"/sys/fs/cgroup/cpu,cpuacct", 1},
                       {"/sys/fs/cgroup/cpu", 1}}; /* often a link to the one before */
    static char groups[GROUPS_SIZE];
    char group[GROUP_SIZE];
    struct quota quota = {0};
    environment_files_read(root, "/proc/self/cgroup", groups, sizeof groups);
    for (size_t i = 0; i < sizeof hierarchies / sizeof *hierarchies; i++) {
        if (hierarchies[i].version == 2)
            environment_files_value(groups, "0:", ':', group, sizeof group);
        else
            find_cpu_group(groups, group);
        if (add_groups(&quota, root, hierarchies[i].mount, group, hierarchies[i].version))
            break;
    }
    return quota;
}

struct quota quota_since(const struct quota *begin, const struct quota *end) {
    return (struct quota){end->cpus, end->periods - begin->periods,
                          end->throttled - begin->throttled,
                          end->throttled_seconds - begin->throttled_seconds};
}

void quota_record(const struct quota *spent, struct facts *facts) {
    const struct fact *periods = facts_find(facts, FACT_QUOTA_PERIODS);
    const struct fact *throttled = facts_find(facts, FACT_THROTTLED_PERIODS);
    const struct fact *seconds = facts_find(facts, FACT_THROTTLED_SECONDS);
    if (spent->periods <= 0 && !periods)
        return;
    facts_set_integer(facts, FACT_QUOTA_PERIODS, spent->periods + (periods ? periods->integer : 0));
    facts_set_integer(facts, FACT_THROTTLED_PERIODS,
                      spent->throttled + (throttled ? throttled->integer : 0));
    facts_set_real(facts, FACT_THROTTLED_SECONDS,
                   spent->throttled_seconds + (seconds ? seconds->real : 0));
}
