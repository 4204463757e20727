/* SPDX-License-Identifier: GPL-3.0-or-later */
/* check.h: what about this system makes measurements noisy, and what to do about it.
 *
 * The checks are the rows of the table in check.c. What cannot be read, as in many containers, is
 * no finding. Nothing is changed, and nothing takes longer than reading a few small files. */
#ifndef BENCHMAT_COLLECT_MACHINE_CHECK_H
#define BENCHMAT_COLLECT_MACHINE_CHECK_H

#include <stddef.h>

#include "collect/machine/cpus.h"
#include "formats/model/run.h"

struct check_machine {
    const char *root;        /* before every path, as in environment_readers.h */
    const struct cpus *cpus; /* where workers will run */
    int can_fix_addresses;   /* whether address randomisation can be turned off: check_addresses */
};

enum check_state { CHECK_OK, CHECK_FINDING, CHECK_NOT_READABLE, CHECK_STATES };

enum { CHECK_FOUND_SIZE = 160, CHECK_MAX = 32 };

struct check_result {
    const char *name; /* of the check: "governor" */
    enum check_state state;
    char found[CHECK_FOUND_SIZE]; /* what is the case: "powersave on CPU 3"; "" where unknown */
    const char *advice; /* why it matters, and the command that mends it; of a finding only */
};

/* Runs every check. Returns how many there are, at most CHECK_MAX. */
size_t check_run(const struct check_machine *machine, struct check_result results[CHECK_MAX]);

/* A finding in one line: "governor: powersave on CPU 3; the clock follows the load: ...". */
void check_describe(const struct check_result *result, char *line, size_t size);

/* Adds the findings as the fact system_findings, a line each; nothing where there are none. */
void check_record(const struct check_result *results, size_t count, struct facts *facts);

/* Whether this process may turn address randomisation off for those that it starts. */
int check_addresses(void);

#endif
