/* SPDX-License-Identifier: GPL-3.0-or-later */
/* arguments.h: what the ACTION and LIBRARY words of a command line mean. */
#ifndef BENCHMAT_COLLECT_CLI_ARGUMENTS_H
#define BENCHMAT_COLLECT_CLI_ARGUMENTS_H

#include "collect/cli/options.h"
#include "collect/libraries/library.h"
#include "collect/job/job.h"
#include "collect/processes/process.h"
#include "collect/design/action_info.h"

struct arguments {
    struct action_info items[OPTIONS_MAX_ACTIONS];
    const char *words[OPTIONS_MAX_ACTIONS]; /* the words that named them */
    size_t count;
    struct facts left_out; /* what was named and is not measured: FACT_LEFT_OUT, or nothing */
};

/* Finds the actions that OPTIONS name, in the type that they want. An action that lacks this type,
 * and a plug-in that cannot be loaded or cannot describe itself, is noted and left out if other
 * actions remain, else an error. ERR_USAGE: a file is missing, or two actions have the same name.
 *
 * THEN: the facts of the run to resume, whose plug-ins are looked for at the paths where they were;
 * NULL: a new run. CONDITIONS are borrowed until arguments_end_queries. ARGUMENTS must not move;
 * the caller gives it to arguments_release in any case. */
int arguments_find(struct arguments *arguments, const struct options *options,
                   const struct facts *then, const struct process_conditions *conditions,
                   struct observer *observer, struct err *err);
void arguments_release(struct arguments *arguments);

/* Ends the workers that answer questions about sizes. */
void arguments_end_queries(struct arguments *arguments);

/* Sets the fact "plugins" of a run: for each plug-in the word that named it and its path, joined by
 * shell_words_join; and FACT_LEFT_OUT. */
void arguments_record(const struct arguments *arguments, struct facts *facts);

/* Whether any action is measured over libraries. */
int arguments_want_libraries(const struct arguments *arguments);

/* The kinds of libraries that these actions are measured over. */
enum library_kind arguments_kinds(const struct arguments *arguments);

/* Finds the libraries that the COUNT words mean, as library_resolve does, but skips words that name
 * an implementation of an action. If all actions have implementations there are no libraries but
 * those on a device that take part by kernels, and any other word that names no implementation is
 * an ERR_USAGE that lists them. */
int arguments_find_libraries(const struct arguments *arguments, char *const *words, size_t count,
                             const char *builtin_path, struct libraries *libraries,
                             struct err *err);

/* Adds the libraries of --relink to LIBRARIES, each linked for the first time in DIRECTORY.
 * ERR_USAGE: a name is taken, or a command makes the same bytes each time; ERR_FAILED: it fails;
 * ERR_INTERRUPTED: STOP became nonzero. */
int arguments_relink(const struct options *options, const char *directory, const char *builtin_path,
                     const volatile sig_atomic_t *stop, struct libraries *libraries,
                     struct err *err);

#endif
