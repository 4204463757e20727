/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/machine/environment_readers.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <hwloc.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "formats/text/unicode.h"

/* --- environment files --- */

static size_t read_bytes(int fd, char *text, size_t size) {
    size_t used = 0;
    while (used < size) {
        ssize_t got = read(fd, text + used, size - used);
        if (got > 0)
            used += (size_t)got;
        else if (got == 0 || errno != EINTR)
            break;
    }
    return used;
}

int environment_files_read(const char *root, const char *path, char *text, size_t size) {
    char whole[4096];
    *text = '\0';
    if (snprintf(whole, sizeof whole, "%s%s", root, path) >= (int)sizeof whole)
        return 0;
    int fd = open(whole, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    if (fd < 0)
        return 0;
    size_t used = read_bytes(fd, text, size - 1);
    close(fd);
    while (used > 0 && isspace((unsigned char)text[used - 1]))
        used--;
    text[used] = '\0';
    return *text != '\0';
}

int64_t environment_files_number(const char *root, const char *path) {
    char text[64], *end;
    environment_files_read(root, path, text, sizeof text);
    errno = 0;
    long long number = strtoll(text, &end, 10);
    return end == text || errno || number < 0 ? -1 : number;
}

/* Returns where the value begins if LINE is about KEY, else NULL. */
static const char *value_in_line(const char *line, const char *key, char separator) {
    size_t length = strlen(key);
    if (strncmp(line, key, length) != 0)
        return NULL;
    const char *at = line + length;
    at += strspn(at, " \t");
    if (separator == ' ')
        return at > line + length ? at : NULL;
    if (*at != separator)
        return NULL;
    at++;
    return at + strspn(at, " \t");
}

int environment_files_value(const char *text, const char *key, char separator, char *value,
                            size_t size) {
    *value = '\0';
    for (const char *line = text; *line; line += *line == '\n') {
        const char *found = value_in_line(line, key, separator);
        size_t length = strcspn(line, "\n");
        if (found) {
            snprintf(value, size, "%.*s", (int)strcspn(found, "\n"), found);
            return *value != '\0';
        }
        line += length;
    }
    return 0;
}

void environment_files_add(struct facts *facts, const char *name, const char *text) {
    if (!text || !*text)
        return;
    char *copy = strdup(text);
    if (copy) {
        utf8_clean(copy, '?');
        facts_set_text(facts, name, copy);
    } else {
        facts->incomplete = 1;
    }
    free(copy);
}

/* --- topology --- */

/* hwloc prints complaints about a system unless told not to. */
static struct hwloc_topology *load(void) {
    struct hwloc_topology *topology = NULL;
    if (hwloc_topology_init(&topology) != 0)
        return NULL;
    if (hwloc_topology_load(topology) == 0)
        return topology;
    hwloc_topology_destroy(topology);
    return NULL;
}

struct hwloc_topology *environment_cpu_topology(void) {
    static const char quiet[] = "HWLOC_HIDE_ERRORS";
    int is_set = getenv(quiet) != NULL;
    if (!is_set)
        setenv(quiet, "2", 1);
    struct hwloc_topology *topology = load();
    if (!is_set)
        unsetenv(quiet);
    return topology;
}

void environment_cpu_topology_free(struct hwloc_topology *topology) {
    if (topology)
        hwloc_topology_destroy(topology);
}

void environment_cpu_topology_xml(const struct environment_machine *machine, const char *source,
                                  struct facts *facts, const char *name) {
    (void)source;
    char *xml;
    int length;
    if (!machine->topology ||
        hwloc_topology_export_xmlbuffer(machine->topology, &xml, &length, 0) != 0)
        return;
    facts_set_text(facts, name, xml);
    hwloc_free_xmlbuffer(machine->topology, xml);
}

void environment_cpu_count(const struct environment_machine *machine, const char *source,
                           struct facts *facts, const char *name) {
    hwloc_obj_type_t type;
    if (!machine->topology || hwloc_type_sscanf(source, &type, NULL, 0) != 0)
        return;
    int count = hwloc_get_nbobjs_by_type(machine->topology, type);
    if (count > 0)
        facts_set_integer(facts, name, count);
}

/* --- caches --- */

static const struct {
    const char *name;
    hwloc_obj_type_t type;
} cache_levels[] = {
    {"L1d", HWLOC_OBJ_L1CACHE}, {"L2", HWLOC_OBJ_L2CACHE}, {"L3", HWLOC_OBJ_L3CACHE},
    {"L4", HWLOC_OBJ_L4CACHE},  {"L5", HWLOC_OBJ_L5CACHE},
};

/* The first core's cache of that type; 0 if it has none. */
static uint64_t cache_bytes(const struct environment_machine *machine, hwloc_obj_type_t type) {
    hwloc_obj_t cache =
        machine->topology ? hwloc_get_obj_by_type(machine->topology, type, 0) : NULL;
    return cache ? cache->attr->cache.size : 0;
}

void environment_cpu_cache(const struct environment_machine *machine, const char *source,
                           struct facts *facts, const char *name) {
    for (size_t i = 0; i < sizeof cache_levels / sizeof *cache_levels; i++) {
        uint64_t bytes = strcmp(source, cache_levels[i].name) == 0
                             ? cache_bytes(machine, cache_levels[i].type)
                             : 0;
        if (bytes)
            facts_set_integer(facts, name, (int64_t)bytes);
    }
}

static int print_size(char *text, size_t size, uint64_t bytes) {
    static const uint64_t mebibyte = 1024 * 1024;
    return bytes % mebibyte == 0
               ? snprintf(text, size, "%llu MiB", (unsigned long long)(bytes / mebibyte))
               : snprintf(text, size, "%llu KiB", (unsigned long long)(bytes / 1024));
}

void environment_cpu_caches(const struct environment_machine *machine, const char *source,
                            struct facts *facts, const char *name) {
    (void)source;
    char text[256] = "";
    size_t used = 0;
    for (size_t i = 0; i < sizeof cache_levels / sizeof *cache_levels; i++) {
        uint64_t bytes = cache_bytes(machine, cache_levels[i].type);
        if (!bytes)
            continue;
        used += (size_t)snprintf(text + used, sizeof text - used, "%s%s ", used ? ", " : "",
                                 cache_levels[i].name);
        used += (size_t)print_size(text + used, sizeof text - used, bytes);
    }
    environment_files_add(facts, name, text);
}

static int read_attribute(const char *root, const char *attribute, char *text, size_t size) {
    char path[128];
    snprintf(path, sizeof path, "/sys/devices/system/cpu/cpu0/%s", attribute);
    return environment_files_read(root, path, text, size);
}

static int read_cache_attribute(const char *root, int index, const char *attribute, char *text,
                                size_t size) {
    char path[64];
    snprintf(path, sizeof path, "cache/index%d/%s", index, attribute);
    return read_attribute(root, path, text, size);
}

/* A cache's size if it holds data and no other core shares it; else 0. */
static size_t private_size(const char *root, int index, const char *siblings) {
    char type[32], sharers[256], size[32];
    if (!read_cache_attribute(root, index, "type", type, sizeof type) ||
        !read_cache_attribute(root, index, "shared_cpu_list", sharers, sizeof sharers) ||
        !read_cache_attribute(root, index, "size", size, sizeof size) ||
        strcmp(type, "Instruction") == 0 || strcmp(sharers, siblings) != 0)
        return 0;
    long kibibytes = strtol(size, NULL, 10); /* "2048K" */
    return kibibytes > 0 && kibibytes < INT_MAX ? (size_t)kibibytes * 1024 : 0;
}

enum { MAX_CACHES = 16 };

size_t environment_cpu_private_cache(const char *root) {
    char siblings[256];
    if (!read_attribute(root, "topology/thread_siblings_list", siblings, sizeof siblings))
        return 0;
    size_t largest = 0;
    for (int i = 0; i < MAX_CACHES; i++) {
        size_t size = private_size(root, i, siblings);
        if (size > largest)
            largest = size;
    }
    return largest;
}

/* --- /proc/cpuinfo --- */

static void add_first_of(const struct environment_machine *machine, const char *const *keys,
                         struct facts *facts, const char *name) {
    char value[4096];
    for (; *keys; keys++)
        if (environment_files_value(machine->cpuinfo, *keys, ':', value, sizeof value)) {
            environment_files_add(facts, name, value);
            return;
        }
}

void environment_cpu_model(const struct environment_machine *machine, const char *source,
                           struct facts *facts, const char *name) {
    (void)source;
    /* x86, MIPS, POWER, RISC-V */
    static const char *const keys[] = {"model name", "cpu model", "cpu", "uarch", NULL};
    char implementer[32], part[32], text[100];
    add_first_of(machine, keys, facts, name);
    if (!facts_find(facts, name)) {
        struct hwloc_topology *topology = machine->topology;
        hwloc_obj_t package =
            topology ? hwloc_get_obj_by_type(topology, HWLOC_OBJ_PACKAGE, 0) : NULL;
        environment_files_add(facts, name,
                              (package ? hwloc_obj_get_info_by_name(package, "CPUModel") : NULL));
    }
    /* ARM's has numbers for a name. */
    if (!facts_find(facts, name) &&
        environment_files_value(machine->cpuinfo, "CPU implementer", ':', implementer,
                                sizeof implementer) &&
        environment_files_value(machine->cpuinfo, "CPU part", ':', part, sizeof part)) {
        snprintf(text, sizeof text, "ARM, implementer %s, part %s", implementer, part);
        environment_files_add(facts, name, text);
    }
}

void environment_cpu_flags(const struct environment_machine *machine, const char *source,
                           struct facts *facts, const char *name) {
    (void)source;
    static const char *const keys[] = {"flags", "Features", "isa", NULL}; /* x86, ARM, RISC-V */
    add_first_of(machine, keys, facts, name);
}

void environment_cpu_microcode(const struct environment_machine *machine, const char *source,
                               struct facts *facts, const char *name) {
    (void)source;
    static const char *const keys[] = {"microcode", NULL};
    add_first_of(machine, keys, facts, name);
}

void environment_cpu_frequency(const struct environment_machine *machine, const char *source,
                               struct facts *facts, const char *name) {
    int64_t kilohertz = environment_files_number(machine->root, source);
    if (kilohertz > 0 && kilohertz < INT64_MAX / 1000)
        facts_set_integer(facts, name, kilohertz * 1000);
}

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

void environment_system_distribution(const struct environment_machine *machine, const char *source,
                                     struct facts *facts, const char *name) {
    (void)source;
    char text[4096], value[256];
    if (!environment_files_read(machine->root, "/etc/os-release", text, sizeof text))
        environment_files_read(machine->root, "/usr/lib/os-release", text, sizeof text);
    environment_files_value(text, "PRETTY_NAME", '=', value, sizeof value);

    size_t length = strlen(value);
    if (length >= 2 && strchr("\"'", *value) && value[length - 1] == *value) {
        value[length - 1] = '\0';
        memmove(value, value + 1, length - 1);
    }

    environment_files_add(facts, name, value);
}

/* --- virtualisation --- */

/* Files that a hypervisor or a container leaves, the most specific first; if NAME is NULL the
 * file's own line is the name. */
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

void environment_system_virtualisation(const struct environment_machine *machine,
                                       const char *source, struct facts *facts, const char *name) {
    (void)source;
    char hypervisor[128] = "", container[128], text[300];

    /* x86 processors have a flag for it; on others only Xen's own file tells. */
    char flags[4096];
    if (exists(machine->root, "/sys/hypervisor/type") ||
        (environment_files_value(machine->cpuinfo, "flags", ':', flags, sizeof flags) &&
         strstr(flags, " hypervisor")))
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
