/* SPDX-License-Identifier: GPL-3.0-or-later */
/* compatibility.h: whether earlier and current measurements can be compared.
 *
 * It compares the facts that environment.c and the workers record; tables in compatibility.c say
 * which of them matter. A fact that is missing in the earlier record cannot differ; a missing
 * environment variable was not set. */
#ifndef BENCHMAT_COLLECT_LIBRARIES_COMPATIBILITY_H
#define BENCHMAT_COLLECT_LIBRARIES_COMPATIBILITY_H

#include <stddef.h>

#include "formats/model/run.h"

/* A fact that differs. The texts are for people, including "not set" and "unknown". */
struct deviation {
    const char *name; /* the fact's; static */
    char *then, *now;
};

/* Zero-initialised: empty. */
struct deviations {
    struct deviation *items;
    size_t count;
    int incomplete; /* memory ran out: some are missing */
};

/* Adds how the machine differs. THEN are a run's facts, NOW those of environment_describe and those
 * that the session has added. */
void compatibility_of_machines(const struct facts *then, const struct facts *now,
                               struct deviations *deviations);

/* Adds how an action that is a plug-in differs. Both are a measurement's facts. */
void compatibility_of_actions(const struct facts *then, const struct facts *now,
                              struct deviations *deviations);

/* Adds how a library differs. THEN are a series' facts, NOW those of a candidate. The file's size
 * and age count only if there is no build-id. */
void compatibility_of_libraries(const struct facts *then, const struct facts *now,
                                struct deviations *deviations);

/* Writes "kernel was haswell and is skx". */
void compatibility_describe(const struct deviation *deviation, char *line, size_t size);

void deviations_release(struct deviations *deviations);

#endif
