/* SPDX-License-Identifier: GPL-3.0-or-later */
/* write_buffer.h: lets HDF5 change a file only in memory. Private.
 *
 * Use it inside a sandbox, on a read-only descriptor. What HDF5 writes stays in memory until it is
 * put into a message; the process that started the sandbox takes it from the message and writes
 * it. */
#ifndef BENCHMAT_STORE_SANDBOX_WRITE_BUFFER_H
#define BENCHMAT_STORE_SANDBOX_WRITE_BUFFER_H

#include "formats/text/err.h"
#include "store/file/dirty_pages.h"
#include "store/hdf5/driver.h"
#include "formats/processes/message.h"

/* --- in the child, with HDF5 ------------------------------------------------------------------ */

struct write_buffer {
    struct driver_file file;   /* as HDF5 sees it; must be first */
    struct dirty_pages *draft; /* the file below these writes */
    const char *path;          /* of the file, for messages; borrowed */
    struct blocks written;     /* blocks written since the last write_buffer_put */
    int failure;               /* negative errno of the first read or write that failed */
};

/* DRAFT is this process's own copy of the parent's draft: both change in the same way. PATH is
 * for messages. Returns 0, or -1; then nothing must be released. */
int write_buffer_init(struct write_buffer *scratch, struct dirty_pages *draft, const char *path);
/* Call this after HDF5 has closed the file. */
void write_buffer_release(struct write_buffer *scratch);

/* Puts what was written since the last call: the file's length, the number of stretches of
 * consecutive blocks, and for each the number of its first block, its number of blocks, and their
 * bytes. Blocks beyond the draft's old blocks are afterwards assumed to be in the file. Returns 0;
 * ERR_FAILED with ERR filled if something could not be read or kept, so that nothing can be relied
 * on. */
int write_buffer_put(struct write_buffer *scratch, struct message *message, struct err *err);

/* --- in the parent, with the file ------------------------------------------------------------- */

/* Takes what write_buffer_put put into MESSAGE and writes it into DRAFT. Returns 0; ERR_DAMAGED if
 * the message cannot be that, as it claims more of the file than it brings, or a block twice;
 * ERR_FAILED if DRAFT has a failure. */
int write_buffer_take(struct dirty_pages *draft, struct message *message);

#endif
