/* SPDX-License-Identifier: GPL-3.0-or-later */
/* writers.h: who may write a file, by its owner and permissions. Private.
 *
 * Access control lists count as the permissions of the group, as stat(2) tells them; members of the
 * group are looked up in the system's databases of users. */
#ifndef BENCHMAT_STORE_FILE_WRITERS_H
#define BENCHMAT_STORE_FILE_WRITERS_H

#include <sys/stat.h>

/* Whether USER may write FILE, or could allow it to himself. */
int writers_include(const struct stat *file, uid_t user);

/* Whether the permissions of OTHER let anybody write it, besides its owner, who may not write
 * FILE. */
int writers_are_more(const struct stat *other, const struct stat *file);

#endif
