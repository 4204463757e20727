/* SPDX-License-Identifier: GPL-3.0-or-later */
/* transaction.h: a file changed all at once or not at all. Private.
 *
 *     transaction_begin   others may read, none may write
 *       transaction_take  what HDF5, elsewhere, wants to have written
 *     transaction_commit  for a moment none may read; the change is there, and on disk
 *     transaction_end     what was not committed is undone
 *
 * What is written below the length that the file had stays in memory, by blocks of 4 KiB; what is
 * written beyond goes straight to the file, where nobody looks yet. The commit writes the old
 * content of the changed blocks to a journal (journal.h), syncs it, overwrites the blocks, syncs
 * the file, and clears the journal, synced: three syncs, and a fourth where the journal is new. So
 * its cost is that of the change, whatever the size of the file. If the process or the machine dies
 * on the way, the next to open the file puts the old content back.
 *
 * A file of length 0 has nothing to lose, but what is in it before the commit must not be taken for
 * an archive: its journal, which says "length 0", is sealed at the beginning, and none may read.
 *
 * HDF5 takes no part in this: it works in a sandbox (update.h). */
#ifndef BENCHMAT_STORE_UPDATE_TRANSACTION_H
#define BENCHMAT_STORE_UPDATE_TRANSACTION_H

#include <stdint.h>

#include <time.h>

#include "formats/text/err.h"
#include "store/file/lock.h"
#include "store/file/dirty_pages.h"
#include "store/file/journal.h"
#include "formats/processes/message.h"

struct transaction;

/* Opens PATH, or creates it, and locks it; recovers it where that is needed. HOW may be NULL and is
 * borrowed. */
int transaction_begin(struct transaction **transaction, const char *path, const struct access *how,
                      struct err *err);

/* PATH without symbolic links. */
const char *transaction_path(const struct transaction *transaction);
/* The file, for what concerns its locks and its first bytes; still as it was. */
int transaction_descriptor(const struct transaction *transaction);
/* How long the file was; 0: it is to be created. */
uint64_t transaction_old_length(const struct transaction *transaction);

/* The file as it is to become: for a forked child, which has a copy of its own. */
struct dirty_pages *transaction_draft(struct transaction *transaction);
/* Another descriptor of the file, by which it can only be read, and that holds none of its locks;
 * to be given to transaction_close_reading. Negative, a code with ERR filled, on failure. */
int transaction_open_reading(const struct transaction *transaction, struct err *err);
void transaction_close_reading(const struct transaction *transaction, int fd);

/* Writes what write_buffer_put (write_buffer.h) put into MESSAGE. ERR_DAMAGED, without a word in
 * ERR, when it cannot be that; ERR_FAILED when the disk does not take it. */
int transaction_take(struct transaction *transaction, struct message *message, struct err *err);

/* Writes bytes that are not HDF5's: for the user block. */
void transaction_write(struct transaction *transaction, uint64_t offset, const void *bytes,
                       size_t size);

/* Makes the change lasting. A file shorter than a user block is refused. After ERR_FAILED the file
 * is as it was, or will be when it is next opened; after ERR_UNSURE the disk failed at the very
 * last step, and the change may be there or not. */
int transaction_commit(struct transaction *transaction, struct err *err);

/* --- going back ----------------------------------------------------------------------------- */

/* How a file was before a row of changes, kept in memory, so that the last of these can take the
 * place of them all. Zero-initialised is none. */
struct transaction_origin {
    uint64_t length;                  /* of the file then; 0: there is no way back */
    struct blocks blocks;             /* what it had then, of what was overwritten since */
    unsigned char salt[JOURNAL_SALT]; /* of the last change, and */
    uint64_t last_length;             /* what the file looked like after it */
    struct timespec last_modified;
};

/* Has ORIGIN, when TRANSACTION is committed, know the way back: to how the file is now if it is
 * zero-initialised, otherwise to where it led already. If anybody else has changed the file since,
 * there is no way back any more. To be called right after transaction_begin. */
void transaction_follow(struct transaction *transaction, struct transaction_origin *origin);

/* Makes the file what it was at ORIGIN; 1, or 0 when there is no way back. To be called
 * right after transaction_begin. */
int transaction_go_back(struct transaction *transaction, const struct transaction_origin *origin);

void transaction_forget(struct transaction_origin *origin);

/* --- ending --------------------------------------------------------------------------------- */

/* Undoes what was not committed, lets others in, frees. A file that was created and not committed
 * is removed. NULL is fine. */
void transaction_end(struct transaction *transaction);

#endif
