/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "collect/machine/environment_files.h"
#include "collect/machine/environment_readers.h"

/* --- files --- */

void environment_system_line(const struct environment_machine *machine, const char *source,
                             struct facts *facts, const char *name) {
    char text[256];
    environment_files_read(machine->root, source, text, sizeof text);
    text[strcspn(text, "\n")] = '\0';
    environment_files_add(facts, name, text);
}

void environment_system_number(const struct environment_machine *machine, const char *source,
                               struct facts *facts, const char *name) {
    int64_t number = environment_files_number(machine->root, source);
    if (number >= 0)
        facts_set_integer(facts, name, number);
}

void environment_system_choice(const struct environment_machine *machine, const char *source,
                               struct facts *facts, const char *name) {
    char text[256];
    environment_files_read(machine->root, source, text, sizeof text);
    char *chosen = strchr(text, '[');
    if (!chosen)
        return;
    chosen[strcspn(chosen, "]")] = '\0';
    environment_files_add(facts, name, chosen + 1);
}

void environment_system_turbo(const struct environment_machine *machine, const char *source,
                              struct facts *facts, const char *name) {
    (void)source;
    static const struct {
        const char *path;
        int64_t on;
    } switches[] = {
        {"/sys/devices/system/cpu/intel_pstate/no_turbo", 0},
        {"/sys/devices/system/cpu/cpufreq/boost", 1},
    };
    for (size_t i = 0; i < sizeof switches / sizeof *switches; i++) {
        int64_t value = environment_files_number(machine->root, switches[i].path);
        if (value >= 0) {
            facts_set_text(facts, name, value == switches[i].on ? "on" : "off");
            return;
        }
    }
}

/* --- kernel and distribution --- */

void environment_system_kernel(const struct environment_machine *machine, const char *source,
                               struct facts *facts, const char *name) {
    (void)machine, (void)source;
    struct utsname system;
    char text[4 * sizeof system.sysname];
    if (uname(&system) != 0)
        return;
    snprintf(text, sizeof text, "%s %s %s %s", system.sysname, system.release, system.version,
             system.machine);
    environment_files_add(facts, name, text);
}

static void strip_quotes(char *text) {
    size_t length = strlen(text);
    if (length >= 2 && strchr("\"'", *text) && text[length - 1] == *text) {
        text[length - 1] = '\0';
        memmove(text, text + 1, length - 1);
    }
}

void environment_system_distribution(const struct environment_machine *machine, const char *source,
                                     struct facts *facts, const char *name) {
    (void)source;
    char text[4096], value[256];
    if (!environment_files_read(machine->root, "/etc/os-release", text, sizeof text))
        environment_files_read(machine->root, "/usr/lib/os-release", text, sizeof text);
    environment_files_value(text, "PRETTY_NAME", '=', value, sizeof value);
    strip_quotes(value);
    environment_files_add(facts, name, value);
}

/* --- virtualisation --- */

/* Files that a hypervisor or a container leaves, the most telling first; with NAME NULL the file's
 * own line is the name. */
static const struct mark {
    const char *path, *name;
} machine_marks[] = {{"/sys/hypervisor/type", NULL},
                     {"/sys/class/dmi/id/product_name", NULL},
                     {"/sys/class/dmi/id/sys_vendor", NULL},
                     {NULL, "virtual machine"}},
  container_marks[] = {{"/run/systemd/container", NULL},
                       {"/run/.containerenv", "podman"},
                       {"/.dockerenv", "docker"},
                       {NULL, ""}};

static int exists(const char *root, const char *path) {
    char whole[4096];
    return snprintf(whole, sizeof whole, "%s%s", root, path) < (int)sizeof whole &&
           access(whole, F_OK) == 0;
}

static void name_by_mark(const char *root, const struct mark *mark, char *text, size_t size) {
    for (; mark->path; mark++)
        if (mark->name ? exists(root, mark->path)
                       : environment_files_read(root, mark->path, text, size))
            break;
    if (mark->name)
        snprintf(text, size, "%s", mark->name);
    text[strcspn(text, "\n")] = '\0';
}

/* x86 processors have a flag for it; elsewhere only Xen's own file tells. */
static int is_virtual(const struct environment_machine *machine) {
    char flags[4096];
    return exists(machine->root, "/sys/hypervisor/type") ||
           (environment_files_value(machine->cpuinfo, "flags", ':', flags, sizeof flags) &&
            strstr(flags, " hypervisor"));
}

void environment_system_virtualisation(const struct environment_machine *machine,
                                       const char *source, struct facts *facts, const char *name) {
    (void)source;
    char hypervisor[128] = "", container[128], text[300];
    if (is_virtual(machine))
        name_by_mark(machine->root, machine_marks, hypervisor, sizeof hypervisor);
    name_by_mark(machine->root, container_marks, container, sizeof container);
    snprintf(text, sizeof text, "%s%s%s", hypervisor, *hypervisor && *container ? ", " : "",
             container);
    environment_files_add(facts, name, *text ? text : "none");
}

/* --- mitigations --- */

static const char vulnerabilities[] = "/sys/devices/system/cpu/vulnerabilities";

/* Appends "; NAME: STATE" unless the processor is not affected. */
static size_t append_vulnerability(const char *root, const char *name, char *text, size_t used,
                                   size_t size) {
    char path[512], state[256];
    snprintf(path, sizeof path, "%s/%s", vulnerabilities, name);
    if (*name == '.' || !environment_files_read(root, path, state, sizeof state) ||
        strcmp(state, "Not affected") == 0)
        return used;
    int length = snprintf(text + used, size - used, "%s%s: %s", used ? "; " : "", name, state);
    return (size_t)length < size - used ? used + (size_t)length : used;
}

void environment_system_mitigations(const struct environment_machine *machine, const char *source,
                                    struct facts *facts, const char *name) {
    (void)source;
    char path[4096], text[8192] = "";
    size_t used = 0;
    struct dirent **entries;
    if (snprintf(path, sizeof path, "%s%s", machine->root, vulnerabilities) >= (int)sizeof path)
        return;
    int count = scandir(path, &entries, NULL, alphasort);
    for (int i = 0; i < count; i++) {
        used = append_vulnerability(machine->root, entries[i]->d_name, text, used, sizeof text);
        free(entries[i]);
    }
    if (count >= 0)
        free(entries);
    text[used] = '\0';
    environment_files_add(facts, name, text);
}

/* --- this process's surroundings --- */

void environment_system_load(const struct environment_machine *machine, const char *source,
                             struct facts *facts, const char *name) {
    char text[64], *end;
    environment_files_read(machine->root, source, text, sizeof text);
    double load = strtod(text, &end);
    if (end > text)
        facts_set_real(facts, name, load);
}

void environment_system_variables(const struct environment_machine *machine, const char *source,
                                  struct facts *facts, const char *name) {
    (void)machine;
    (void)source;
    static const char *const variables[] = {
        "BLIS_ARCH_TYPE",
        "BLIS_NUM_THREADS",
        "FLEXIBLAS",
        "GLIBC_TUNABLES",
        "GOMP_CPU_AFFINITY",
        "GOTO_NUM_THREADS",
        "KMP_AFFINITY",
        "LD_LIBRARY_PATH",
        "LD_PRELOAD",
        "MKL_DYNAMIC",
        "MKL_ENABLE_INSTRUCTIONS",
        "MKL_NUM_THREADS",
        "MKL_THREADING_LAYER",
        "OMP_DYNAMIC",
        "OMP_NUM_THREADS",
        "OMP_PLACES",
        "OMP_PROC_BIND",
        "OMP_THREAD_LIMIT",
        "OPENBLAS_CORETYPE",
        "OPENBLAS_MAIN_FREE",
        "OPENBLAS_NUM_THREADS",
        "ARMPL_NUM_THREADS",
    };
    for (size_t i = 0; i < sizeof variables / sizeof *variables; i++) {
        char fact[64];
        snprintf(fact, sizeof fact, "%s%s", name, variables[i]);
        environment_files_add(facts, fact, getenv(variables[i]));
    }
}
