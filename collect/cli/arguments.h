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
    const char *words[OPTIONS_MAX_ACTIONS]; /* by which they were asked for */
    size_t count;
    size_t lost; /* plug-ins that could not be had, and actions that no library can do */
};

/* The actions that OPTIONS name, in the type they want. One that has not this type, and a plug-in
 * that cannot be loaded or describe itself, is noted and left out where others remain, else an
 * error; a file that is not there is an ERR_USAGE, as are two actions of one name. THEN: the facts
 * of a run that is gone on with, whose plug-ins are where they were, wherever we are now; NULL:
 * there is none. CONDITIONS are borrowed until arguments_end_queries. ARGUMENTS must stay where it
 * is; the caller gives it to arguments_release in any case. */
int arguments_find(struct arguments *arguments, const struct options *options,
                   const struct facts *then, const struct process_conditions *conditions,
                   struct observer *observer, struct err *err);
void arguments_release(struct arguments *arguments);

/* Ends the workers that were kept to be asked about sizes. */
void arguments_end_queries(struct arguments *arguments);

/* Sets the fact "plugins" of a run: for each plug-in the word that named it and its path, joined as
 * by shell_words_join. */
void arguments_record(const struct arguments *arguments, struct facts *facts);

/* Whether any of them is measured over libraries. */
int arguments_want_libraries(const struct arguments *arguments);

/* The libraries that the COUNT words mean, as library_resolve, but for words that name an
 * implementation of an action. Where all actions have implementations there are no libraries, and a
 * word that names no implementation is an ERR_USAGE that lists them. */
int arguments_find_libraries(const struct arguments *arguments, char *const *words, size_t count,
                             const char *builtin_path, struct libraries *libraries,
                             struct err *err);

#endif
