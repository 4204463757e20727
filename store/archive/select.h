/* SPDX-License-Identifier: GPL-3.0-or-later */
/* select.h: which runs of an archive a user's words mean. run_words.h says what words there are. */
#ifndef BENCHMAT_STORE_ARCHIVE_SELECT_H
#define BENCHMAT_STORE_ARCHIVE_SELECT_H

#include "store/archive/archive.h"
#include "store/archive/run_words.h"

/* Selects all runs that any of the WORDS means, each of them a list with commas; errors are those
 * of run_words_take. The caller gives SELECTION to select_release. */
int select_runs(struct archive *archive, char *const *words, size_t word_count,
                struct selection *selection, struct err *err);
void select_release(struct selection *selection);

#endif
