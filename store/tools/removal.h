/* SPDX-License-Identifier: GPL-3.0-or-later */
/* removal.h: removes runs from an archive. */
#ifndef BENCHMAT_STORE_TOOLS_REMOVAL_H
#define BENCHMAT_STORE_TOOLS_REMOVAL_H

#include <stddef.h>

#include "formats/text/err.h"
#include "store/file/lock.h"

/* Removes the runs with these NAMES ("run_000002") from the archive PATH: all of them or, if
 * anything is wrong, none. The others keep their names. The file does not shrink, and the removed
 * data can still be found in its bytes, until it is repacked (repack.h). Refuses a run that is
 * still being measured. HOW may be NULL. */
int removal_remove(const char *path, const char *const *names, size_t count,
                   const struct access *how, struct err *err);

#endif
