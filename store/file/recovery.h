/* SPDX-License-Identifier: GPL-3.0-or-later */
/* recovery.h: a file that was left half changed is made what it was. Private. */
#ifndef BENCHMAT_STORE_FILE_RECOVERY_H
#define BENCHMAT_STORE_FILE_RECOVERY_H

#include "formats/text/err.h"
#include "store/file/journal.h"
#include "store/file/lock.h"

/* What the journal of LOCK's file says (journal_examine). LOCK is reading or preparing. */
int recovery_examine(const struct lock *lock, enum journal_state *state, struct err *err);

/* Puts right what an interrupted change left, if any did, and tells LOCK's access so. LOCK is
 * preparing, before and after; its path has no symbolic links. A journal of another file is
 * refused, as it would be overwritten. */
int recovery_run(struct lock *lock, struct err *err);

/* Puts PATH (without symbolic links) right, for who wants but to read it. */
int recovery_run_at(const char *path, const struct access *how, struct err *err);

/* Tells HOW (may be NULL) that PATH is what LINE says: "PATH LINE". */
void recovery_tell(const struct access *how, const char *path, const char *line);

#endif
