/* SPDX-License-Identifier: GPL-3.0-or-later */
/* compatibility.h: whether what was measured earlier and what is measured now can stand side by
 * side.
 *
 * Held against each other are the facts that environment.c and the workers record; which of them
 * matter stands in tables in compatibility.c. A fact that the earlier record lacks cannot differ; a
 * variable that it lacks was not set. */
#ifndef BENCHMAT_COLLECT_LIBRARIES_COMPATIBILITY_H
#define BENCHMAT_COLLECT_LIBRARIES_COMPATIBILITY_H

#include <stddef.h>

#include "formats/model/run.h"

/* A fact that differs. The texts are as people read them, "not set" and "unknown" included. */
struct deviation {
    const char *name; /* of the fact; static */
    char *then, *now;
};

/* Zero-initialised is empty. */
struct deviations {
    struct deviation *items;
    size_t count;
    int incomplete; /* memory ran out: what is here is not everything */
};

/* Adds how the machine of a run differs: THEN are a run's facts, NOW those of
 * environment_describe and what the session has added. */
void compatibility_of_machines(const struct facts *then, const struct facts *now,
                               struct deviations *deviations);

/* Adds how an action that is a plug-in differs: both are a measurement's facts. */
void compatibility_of_actions(const struct facts *then, const struct facts *now,
                              struct deviations *deviations);

/* Adds how a library differs: THEN are a series' facts, NOW those of a candidate. The file's
 * size and age count only where there is no build-id. */
void compatibility_of_libraries(const struct facts *then, const struct facts *now,
                                struct deviations *deviations);

/* "kernel was haswell and is skx". */
void compatibility_describe(const struct deviation *deviation, char *line, size_t size);

void deviations_release(struct deviations *deviations);

#endif
