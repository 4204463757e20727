/* SPDX-License-Identifier: GPL-3.0-or-later */
/* write_buffer.h: a file that HDF5 changes, and that does not change. Private.
 *
 * To be used inside a sandbox, on a descriptor that is only to be read. What HDF5 writes stays in
 * memory until it is put into a message; whoever started the sandbox takes it out there, and does
 * with it what has to be done. */
#ifndef BENCHMAT_STORE_SANDBOX_WRITE_BUFFER_H
#define BENCHMAT_STORE_SANDBOX_WRITE_BUFFER_H

#include "formats/text/err.h"
#include "store/file/dirty_pages.h"
#include "store/hdf5/driver.h"
#include "formats/processes/message.h"

/* --- where HDF5 is -------------------------------------------------------------------------- */

struct write_buffer {
    struct driver_file file;   /* as HDF5 sees it; must be first */
    struct dirty_pages *draft; /* what lies beneath */
    struct blocks written;     /* since it was put into a message last */
    int failure;               /* of what could not be read, or kept; negative */
};

/* Over DRAFT, this process's own copy of what the other one has: both change in the same way. NAME
 * is the one that HDF5 can open. Returns 0, or -1; then nothing is to be released. */
int write_buffer_init(struct write_buffer *scratch, struct dirty_pages *draft, const char *name);
/* To be called once HDF5 has it open no more. */
void write_buffer_release(struct write_buffer *scratch);

/* Puts what was written since: the file's length, the number of stretches, and of each the number
 * of its first block, that of its blocks, and these. What lies beyond the draft's old blocks is
 * then taken to be in the file. Returns 0; ERR_FAILED with ERR filled when there is nothing to rely
 * on, as something could not be read or kept. */
int write_buffer_put(struct write_buffer *scratch, struct message *message, struct err *err);

/* --- where the file is ---------------------------------------------------------------------- */

/* Takes what write_buffer_put put out of MESSAGE and writes it into DRAFT. Returns 0; ERR_DAMAGED
 * when it cannot be that, as it says more of the file than it brings; ERR_FAILED when DRAFT has a
 * failure. */
int write_buffer_take(struct dirty_pages *draft, struct message *message);

#endif
