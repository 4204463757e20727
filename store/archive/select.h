/* SPDX-License-Identifier: GPL-3.0-or-later */
/* select.h: which runs of an archive somebody means. */
#ifndef BENCHMAT_STORE_ARCHIVE_SELECT_H
#define BENCHMAT_STORE_ARCHIVE_SELECT_H

#include <stddef.h>

#include "store/archive/archive.h"

/* Whether WORD says runs, whatever an archive has: latest, all, a number (7), a name (run_000007),
 * a span (3..7), or a uuid or at least its first 8 digits. */
int select_is_word(const char *word);

/* Says that WORD does not; returns ERR_USAGE. */
int select_refuse(const char *word, struct err *err);

struct selection {
    unsigned char *is_selected; /* of each run of the archive, from 0 */
    size_t count;               /* how many are */
};

/* Selects all runs that any of the WORDS means. Eight decimal digits or more may be a run's number
 * and the beginning of a uuid: that of the two which is there is meant; where more than one run
 * can be, an ERR_USAGE lists them. A word that means a run that is not there is an ERR_ABSENT that
 * says what there is, any other word an ERR_USAGE. The caller gives SELECTION to
 * select_release. */
int select_runs(struct archive *archive, char *const *words, size_t word_count,
                struct selection *selection, struct err *err);
void select_release(struct selection *selection);

/* --- run range --- */

/* Runs as people count them: "7", "run_000007", "3..7". Private. */

/* The numbers of runs, both ends included. */
struct run_range {
    unsigned long first, last;
};

/* Reads a run's number or name, or two of them with ".." between. Returns 0, or -1 where TEXT is
 * none of these or the last comes before the first. */
int run_range_parse(const char *text, struct run_range *span);

static inline int run_range_has(const struct run_range *span, unsigned long number) {
    return number >= span->first && number <= span->last;
}

#endif
