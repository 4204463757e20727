/* SPDX-License-Identifier: GPL-3.0-or-later */
/* needed.h: what a shared object asks its loader for, read from its file without loading it (System
 * V ABI, chapter 5, "Dynamic Section"; files of this machine's kind alone). */
#ifndef BENCHMAT_COLLECT_LIBRARIES_NEEDED_H
#define BENCHMAT_COLLECT_LIBRARIES_NEEDED_H

#include "formats/text/err.h"

enum { NEEDED_NAME_MOST = 255 }; /* a longer name is no file's */

/* Calls VISIT with each name that the shared object at PATH declares to need. What is no shared
 * object, or contradicts itself, is ERR_FAILED; names may have been visited before. */
int needed_each(const char *path, void (*visit)(void *context, const char *name), void *context,
                struct err *err);

#endif
