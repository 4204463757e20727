/* SPDX-License-Identifier: GPL-3.0-or-later */
/* inspect.h: checks whether an archive is intact, to its last byte. Private.
 *
 * Call these only inside a sandbox. The functions return 0, or ERR_DAMAGED with ERR naming what
 * violates docs/archive-format.md. */
#ifndef BENCHMAT_STORE_SCHEMA_INSPECT_H
#define BENCHMAT_STORE_SCHEMA_INSPECT_H

#include "formats/model/run.h"
#include "store/hdf5/h5.h"

/* Checks everything in a run's group: every group lists its members for MATLAB; every array has the
 * type that it claims and the format's storage and filters, is tied to its dimensions (unless
 * another program has written the file anew), and can be read completely, with correct checksums.
 * Arrays are read piece by piece. Members that the format does not define are read too, but may
 * have any shape and type. */
int inspect_run(hid_t run, struct err *err);

/* Checks the first bytes of the file FD, which make it a MAT-file. */
int inspect_user_block(int fd, struct err *err);

#endif
