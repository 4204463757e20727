/* SPDX-License-Identifier: GPL-3.0-or-later */
/* variables.h: the environment that a worker gets. Commands get all of ours; libraries and programs
 * get few variables, which tables in variables.c name, so that what a user happens to have set
 * decides nothing. */
#ifndef BENCHMAT_COLLECT_PROCESSES_VARIABLES_H
#define BENCHMAT_COLLECT_PROCESSES_VARIABLES_H

#include <stddef.h>

#include "collect/processes/process.h"
#include "formats/model/facts.h"

/* Zero-initialised: none. */
struct variables {
    char **items; /* "NAME=VALUE", COUNT of them, then a NULL */
    size_t count;
};

/* Adds what a worker gets; DIRECTORY as in process_start. Returns nonzero if memory runs out. The
 * caller gives VARIABLES to variables_release in any case. */
int variables_make(struct variables *variables, const struct process_conditions *conditions,
                   const char *directory);
void variables_release(struct variables *variables);

/* Whether NAME is a variable that says how many threads a library has, which THREADS decides. */
int variables_are_of_threads(const char *name);

/* Writes the names of those of our own variables that decide what a library, or a program, does,
 * and that workers do not get, to TEXT, separated by ", "; and to THREADS those that workers get
 * with another number. Whole names, as far as they fit; "" if there are none. */
void variables_tell_ignored(const struct process_conditions *conditions, char *text, size_t size,
                            char *threads, size_t threads_size);

/* Sets the facts passed_variables, "NAME=VALUE" a line each, and preload, if there are any. */
void variables_record(const struct process_conditions *conditions, struct facts *facts);

#endif
