/* SPDX-License-Identifier: GPL-3.0-or-later */
/* check.h: what makes measurements on this system noisy, and what to do about it.
 *
 * The checks are the rows of the table in check.c. Something that cannot be read, as in many
 * containers, is not a finding. The checks change nothing, and each only reads a few small files.
 */
#ifndef BENCHMAT_COLLECT_MACHINE_CHECK_H
#define BENCHMAT_COLLECT_MACHINE_CHECK_H

#include <stddef.h>

#include "collect/machine/cpus.h"
#include "formats/model/run.h"

struct check_machine {
    const char *root;        /* prefix of every path, as in environment_readers.h */
    const struct cpus *cpus; /* the CPUs on which workers will run */
    int can_fix_addresses;   /* whether address randomisation can be turned off: check_addresses */
};

enum check_state { CHECK_OK, CHECK_FINDING, CHECK_NOT_READABLE, CHECK_STATES };

enum { CHECK_FOUND_SIZE = 160, CHECK_MAX = 32 };

struct check_result {
    const char *name; /* the check's: "governor" */
    enum check_state state;
    char found[CHECK_FOUND_SIZE]; /* the present state: "powersave on CPU 3"; "" if unknown */
    const char *advice; /* why it matters, and the command that fixes it; only for a finding */
};

/* Runs every check. Returns the number of checks, at most CHECK_MAX. */
size_t check_run(const struct check_machine *machine, struct check_result results[CHECK_MAX]);

/* Writes a finding in one short line: "governor: powersave on CPU 3". */
void check_describe(const struct check_result *result, char *line, size_t size);

/* Sets the fact system_findings: the findings, a line each. Sets nothing if there are none. */
void check_record(const struct check_result *results, size_t count, struct facts *facts);

/* Whether this process may turn address randomisation off for the processes that it starts. */
int check_addresses(void);

#endif
