/* SPDX-License-Identifier: GPL-3.0-or-later */
/* filesystem.h: where a file may not be changed, because locks cannot be trusted there. Private. */
#ifndef BENCHMAT_STORE_FILE_FILESYSTEM_H
#define BENCHMAT_STORE_FILE_FILESYSTEM_H

#include <stdint.h>

/* The name of a file system on which two machines may hold the same lock, or a lock means nothing,
 * by its number (statfs's f_type, linux/magic.h); NULL for any other. FUSE is among them, since
 * what is behind it cannot be told. Static. */
const char *filesystem_without_locks(uint64_t type);

#endif
