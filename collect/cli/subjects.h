/* SPDX-License-Identifier: GPL-3.0-or-later */
/* subjects.h: what the ACTION and LIBRARY words of a command line mean. */
#ifndef BENCHMAT_COLLECT_CLI_SUBJECTS_H
#define BENCHMAT_COLLECT_CLI_SUBJECTS_H

#include "collect/cli/options.h"
#include "collect/libraries/library.h"
#include "collect/job/observer.h"
#include "collect/processes/process.h"
#include "collect/design/action_info.h"

struct subjects {
    struct action_info items[OPTIONS_MAX_ACTIONS];
    const char *words[OPTIONS_MAX_ACTIONS]; /* by which they were asked for */
    size_t count;
    size_t lost; /* plug-ins that could not be had, and actions that no library can do */
};

/* The actions that OPTIONS name, in the type they want. One that has not this type, and a plug-in
 * that cannot be loaded or describe itself, is noted and left out where others remain, else an
 * error; a file that is not there is an ERR_USAGE, as are two actions of one name. THEN: the facts
 * of a run that is gone on with, whose plug-ins are where they were, wherever we are now; NULL:
 * there is none. CONDITIONS are borrowed until subjects_end_enquiries. SUBJECTS must stay where it
 * is; the caller gives it to subjects_release in any case. */
int subjects_find(struct subjects *subjects, const struct options *options,
                  const struct facts *then, const struct process_conditions *conditions,
                  struct observer *observer, struct err *err);
void subjects_release(struct subjects *subjects);

/* Ends the workers that were kept to be asked about sizes. */
void subjects_end_enquiries(struct subjects *subjects);

/* Sets the fact "plugins" of a run: for each plug-in the word that named it and its path, joined as
 * by shell_words_join. */
void subjects_record(const struct subjects *subjects, struct facts *facts);

/* Whether any of them is measured over libraries. */
int subjects_want_libraries(const struct subjects *subjects);

/* The libraries that the COUNT words mean, as library_resolve, but for words that name an
 * implementation of an action. Where all actions have implementations there are no libraries, and a
 * word that names no implementation is an ERR_USAGE that lists them. */
int subjects_find_libraries(const struct subjects *subjects, char *const *words, size_t count,
                            const char *builtin_path, struct libraries *libraries, struct err *err);

#endif
