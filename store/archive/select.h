/* SPDX-License-Identifier: GPL-3.0-or-later */
/* select.h: which runs of an archive a user's words mean. */
#ifndef BENCHMAT_STORE_ARCHIVE_SELECT_H
#define BENCHMAT_STORE_ARCHIVE_SELECT_H

#include <stddef.h>

#include "store/archive/archive.h"

/* Whether WORD is a valid way to name runs, whatever the archive has: latest, all, a number (7), a
 * name (run_000007), a span (3..7), or a uuid or at least its first 8 digits. */
int select_is_word(const char *word);

/* Fills ERR for a WORD that is not; returns ERR_USAGE. */
int select_refuse(const char *word, struct err *err);

struct selection {
    unsigned char *is_selected; /* [runs] for each run of the archive, from 0 */
    size_t count;               /* how many are selected */
};

/* Selects all runs that any of the WORDS names. Eight decimal digits or more may be both a run's
 * number and the beginning of a uuid: the run that exists is meant; if several match, an ERR_USAGE
 * lists them. A word for a run that does not exist is an ERR_ABSENT whose message says which there
 * are; any other word is an ERR_USAGE. The caller gives SELECTION to select_release. */
int select_runs(struct archive *archive, char *const *words, size_t word_count,
                struct selection *selection, struct err *err);
void select_release(struct selection *selection);

/* --- ranges of runs --- */

/* Runs as users write them: "7", "run_000007", "3..7". Private. */

/* Run numbers, both ends included. */
struct run_range {
    unsigned long first, last;
};

/* Parses a run's number or name, or two of them with ".." between. Returns 0, or -1 if TEXT is none
 * of these or the last number is less than the first. */
int run_range_parse(const char *text, struct run_range *span);

static inline int run_range_has(const struct run_range *span, unsigned long number) {
    return number >= span->first && number <= span->last;
}

#endif
