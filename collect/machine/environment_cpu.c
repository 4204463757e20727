/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <hwloc.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "collect/machine/environment_files.h"
#include "collect/machine/environment_readers.h"

/* --- topology --- */

/* hwloc prints what it dislikes about a system unless told not to. */
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

/* Of the first core; 0 where it has none of that level. */
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

/* A cache's size if it holds data and no other core has a share in it; 0 otherwise. */
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

/* --- what processors say of themselves --- */

static void add_first_of(const struct environment_machine *machine, const char *const *keys,
                         struct facts *facts, const char *name) {
    char value[4096];
    for (; *keys; keys++)
        if (environment_files_value(machine->cpuinfo, *keys, ':', value, sizeof value)) {
            environment_files_add(facts, name, value);
            return;
        }
}

static const char *hwloc_model(struct hwloc_topology *topology) {
    hwloc_obj_t package = topology ? hwloc_get_obj_by_type(topology, HWLOC_OBJ_PACKAGE, 0) : NULL;
    return package ? hwloc_obj_get_info_by_name(package, "CPUModel") : NULL;
}

void environment_cpu_model(const struct environment_machine *machine, const char *source,
                           struct facts *facts, const char *name) {
    (void)source;
    /* x86, MIPS, POWER, RISC-V; ARM's has no name */
    static const char *const keys[] = {"model name", "cpu model", "cpu", "uarch", NULL};
    add_first_of(machine, keys, facts, name);
    if (!facts_find(facts, name))
        environment_files_add(facts, name, hwloc_model(machine->topology));
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
