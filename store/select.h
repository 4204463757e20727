/* SPDX-License-Identifier: GPL-3.0-or-later */
/* select.h: which runs of an archive somebody means. */
#ifndef BENCHMAT_STORE_SELECT_H
#define BENCHMAT_STORE_SELECT_H

#include <stddef.h>

#include "store/archive.h"

/* Whether WORD says runs, whatever an archive has: latest, all, a number (7), a name (run_000007),
 * a span (3..7), or a uuid or at least its first 8 digits. */
int select_is_word(const char *word);

struct selection {
    unsigned char *is_selected; /* of each run of the archive, from 0 */
    size_t count;               /* how many are */
};

/* Selects all runs that any of the WORDS means. A word that means none is an ERR_USAGE that says
 * what there is; so is a beginning of more than one uuid. The caller gives SELECTION to
 * select_release. */
int select_runs(struct archive *archive, char *const *words, size_t word_count,
                struct selection *selection, struct err *err);
void select_release(struct selection *selection);

#endif
