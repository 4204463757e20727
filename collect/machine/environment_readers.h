/* SPDX-License-Identifier: GPL-3.0-or-later */
/* environment_readers.h: reads each fact about a machine.
 *
 * A reader adds the fact NAME, or several whose names begin with NAME, or nothing if the value is
 * unknown. SOURCE says where to read; each reader interprets it in its own way. */
#ifndef BENCHMAT_COLLECT_MACHINE_ENVIRONMENT_READERS_H
#define BENCHMAT_COLLECT_MACHINE_ENVIRONMENT_READERS_H

#include <stddef.h>
#include <stdint.h>

#include "formats/model/run.h"

enum { ENVIRONMENT_CPUINFO_SIZE = 16384 };

/* What several readers need, read once. */
struct environment_machine {
    const char *root;                       /* prefix of every path, see below */
    char cpuinfo[ENVIRONMENT_CPUINFO_SIZE]; /* the first processors of /proc/cpuinfo */
    struct hwloc_topology *topology;        /* NULL if hwloc knows nothing */
};

typedef void environment_reader(const struct environment_machine *machine, const char *source,
                                struct facts *facts, const char *name);

/* Does what environment_describe does, for the system whose files are under ROOT; such a copy of
 * another system has no topology. */
void environment_describe_at(struct facts *facts, const char *root);

/* Processors, caches and nodes */
struct hwloc_topology *environment_cpu_topology(void); /* NULL on failure */
void environment_cpu_topology_free(struct hwloc_topology *topology);
environment_reader environment_cpu_model;
environment_reader environment_cpu_flags;
environment_reader environment_cpu_microcode;
environment_reader environment_cpu_count;     /* SOURCE: "Core", "PU", "NUMANode", ... */
environment_reader environment_cpu_frequency; /* SOURCE: a file with a number of kHz */
environment_reader environment_cpu_caches;
environment_reader environment_cpu_cache; /* SOURCE: "L1d", "L2", ...: that level, in bytes */
environment_reader environment_cpu_topology_xml;
size_t environment_cpu_private_cache(const char *root); /* as environment_core_cache */

/* Kernel, distribution and their settings */
environment_reader environment_system_line;   /* SOURCE: a file with one line */
environment_reader environment_system_number; /* SOURCE: a file with one number */
environment_reader environment_system_choice; /* SOURCE: a file such as "always [madvise] never" */
environment_reader environment_system_turbo;
environment_reader environment_system_kernel;
environment_reader environment_system_distribution;
environment_reader environment_system_virtualisation;
environment_reader environment_system_mitigations;
environment_reader environment_system_load;
environment_reader environment_system_variables;

/* /proc/meminfo and control groups */
environment_reader environment_memory_amount; /* SOURCE: a key of /proc/meminfo */
environment_reader environment_memory_limit;
size_t environment_memory_available(const char *root); /* as environment_available_memory */

/* --- environment files --- */

/* Reads the small text files of the kernel and the distribution.
 *
 * ROOT is a prefix of every path: "" for this system, another directory for a copy of one. Reads
 * are bounded, whatever size a file claims to have. */

/* Reads the file's first SIZE - 1 bytes as text, without white space at its end. Returns whether
 * there is any text; TEXT is "" otherwise. */
int environment_files_read(const char *root, const char *path, char *text, size_t size);

/* Returns the number at the beginning of the file, or -1 if there is none, it is negative or it
 * does not fit. */
int64_t environment_files_number(const char *root, const char *path);

/* Finds the value of KEY in TEXT, whose lines read "KEY<white space>SEPARATOR VALUE"; a SEPARATOR
 * of ' ' is white space alone. Returns whether there is a value that is not empty; VALUE is ""
 * otherwise. */
int environment_files_value(const char *text, const char *key, char separator, char *value,
                            size_t size);

/* Adds TEXT as a fact, cleaned (formats/text/unicode.h), unless it is NULL or empty. */
void environment_files_add(struct facts *facts, const char *name, const char *text);

#endif
