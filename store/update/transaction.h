/* SPDX-License-Identifier: GPL-3.0-or-later */
/* transaction.h: changes a file all at once or not at all. Private.
 *
 *     transaction_begin   others may read, but not write
 *       transaction_take  takes what HDF5 (in another process) writes
 *     transaction_commit  briefly, nobody may read; afterwards the change is in the file, on disk
 *     transaction_end     undoes what was not committed
 *
 * Writes below the old end of the file stay in memory, in blocks of 4 KiB; writes beyond it go
 * straight to the file, where nobody looks yet. The commit writes the old content of the changed
 * blocks to a journal (journal.h), syncs it, overwrites the blocks, syncs the file, clears the
 * journal and syncs it: three syncs, and a fourth if the journal is new. So the cost depends on the
 * size of the change, not of the file. If the process or the machine dies on the way, the next
 * process to open the file restores the old content.
 *
 * A file of length 0 has nothing to lose, but before the commit its content must not be taken for
 * an archive: its journal, which says "length 0", is sealed at the beginning, and nobody may read.
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

/* Opens PATH, or creates it, and locks it; recovers it if necessary. HOW may be NULL and is
 * borrowed. */
int transaction_begin(struct transaction **transaction, const char *path, const struct access *how,
                      struct err *err);

/* PATH without symbolic links. */
const char *transaction_path(const struct transaction *transaction);
/* A descriptor of the file for its locks and first bytes; the file is still unchanged. */
int transaction_descriptor(const struct transaction *transaction);
/* The length of the file before the change; 0: it is being created. */
uint64_t transaction_old_length(const struct transaction *transaction);

/* The file as it will be after the change: for a forked child, which has its own copy. */
struct dirty_pages *transaction_draft(struct transaction *transaction);
/* Opens another descriptor of the file, read-only and without its locks; the caller gives it to
 * transaction_close_reading. On failure returns a negative code with ERR filled. */
int transaction_open_reading(const struct transaction *transaction, struct err *err);
void transaction_close_reading(const struct transaction *transaction, int fd);

/* Takes what write_buffer_put (write_buffer.h) put into MESSAGE. ERR_DAMAGED, with ERR empty:
 * MESSAGE cannot be its output. ERR_FAILED: the disk refuses a write. */
int transaction_take(struct transaction *transaction, struct message *message, struct err *err);

/* Writes bytes that do not come from HDF5: the user block. */
void transaction_write(struct transaction *transaction, uint64_t offset, const void *bytes,
                       size_t size);

/* Makes the change permanent. Refuses a file shorter than a user block. After ERR_FAILED the file
 * is as it was, or will be when it is next opened; after ERR_UNSURE the disk failed at the very
 * last step, and the change may or may not be there. */
int transaction_commit(struct transaction *transaction, struct err *err);

/* --- going back ----------------------------------------------------------------------------- */

/* The state of a file before a series of changes, kept in memory so that the last change can
 * replace them all. Zero-initialised: the series has not begun. */
struct transaction_origin {
    uint64_t length;                  /* of the file at the origin; 0: there is no way back */
    struct blocks blocks;             /* the old content of what was overwritten since */
    unsigned char salt[JOURNAL_SALT]; /* the file's salt, */
    uint64_t last_length;             /* length and modification time after the last change */
    struct timespec last_modified;
};

/* Makes ORIGIN, once TRANSACTION is committed, describe the way back: to the current state of the
 * file if ORIGIN is zero-initialised, otherwise still to its old origin. If anybody else has
 * changed the file since, there is no way back any more. Call this right after
 * transaction_begin. */
void transaction_follow(struct transaction *transaction, struct transaction_origin *origin);

/* Restores the file to its state at ORIGIN (to be committed). Returns 1, or 0 if there is no way
 * back. Call this right after transaction_begin. */
int transaction_go_back(struct transaction *transaction, const struct transaction_origin *origin);

void transaction_forget(struct transaction_origin *origin);

/* --- ending --------------------------------------------------------------------------------- */

/* Undoes what was not committed, releases the locks, frees TRANSACTION. Removes a file that was
 * created but not committed. NULL is fine. */
void transaction_end(struct transaction *transaction);

#endif
