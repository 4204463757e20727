/* SPDX-License-Identifier: GPL-3.0-or-later */
/* inspect.h: whether an archive is in order, to its last byte. Private.
 *
 * To be called inside a sandbox. The functions return 0, or ERR_DAMAGED with ERR naming what is not
 * as docs/archive-format.md has it. */
#ifndef BENCHMAT_STORE_SCHEMA_INSPECT_H
#define BENCHMAT_STORE_SCHEMA_INSPECT_H

#include "formats/model/run.h"
#include "store/hdf5/h5.h"

/* Everything in a run's group: every group lists its members for MATLAB; every array has the type
 * that it says, storage and filters of ours, is tied to its dimensions, and can be read, all of it,
 * past its checksums. Arrays are read piece by piece; members that are none of the format's are
 * read as well, but may be of any shape and type. */
int inspect_run(hid_t run, struct err *err);

/* The first bytes of the file FD: what makes it a MAT-file. */
int inspect_user_block(int fd, struct err *err);

#endif
