/* SPDX-License-Identifier: GPL-3.0-or-later */
/* library_links.h: the private directory that gives a LAPACK the BLAS that it is measured over, and
 * a process the library that it preloads.
 *
 * A LAPACK asks its loader for a BLAS by a name of its own choice, such as libblas.so.3. In a
 * directory that the loader searches before any other (LD_LIBRARY_PATH), a link with that name
 * leads to the wanted BLAS. This needs a fresh process; proof.h checks whether it worked. */
#ifndef BENCHMAT_COLLECT_LIBRARIES_LIBRARY_LINKS_H
#define BENCHMAT_COLLECT_LIBRARIES_LIBRARY_LINKS_H

#include <limits.h>

#include "collect/libraries/library.h"
#include "formats/text/err.h"

struct library_links {
    char directory[PATH_MAX]; /* "": no directory */
};

/* The link to a library that is preloaded: an allocator must be there before anything is allocated.
 */
#define LIBRARY_LINKS_PRELOAD "preload.so"

/* Makes a directory in TMPDIR, or in /tmp, whose name always has the same length. If LIBRARY is a
 * chain, the directory gets a link for each BLAS that the LAPACK declares to need; otherwise it
 * stays empty, but for the link to LIBRARY if it PRELOADS. ERR_FAILED: the LAPACK asks for no BLAS,
 * or the path of TMPDIR cannot be part of LD_LIBRARY_PATH. After a failure there is nothing to
 * remove, but library_links_remove does no harm.
 */
int library_links_make(struct library_links *links, const struct library *library, int preloads,
                       struct err *err);

/* Removes the directory. The loader no longer needs it once the library is loaded. */
void library_links_remove(struct library_links *links);

/* --- needed --- */

/* What a shared object asks its loader for, read from its file without loading it (System V ABI,
 * chapter 5, "Dynamic Section"; only files for this machine's word size). */

enum { NEEDED_NAME_MOST = 255 }; /* no file has a longer name */

/* Calls VISIT with each name that the shared object at PATH declares to need. ERR_FAILED: the file
 * is not a shared object or contradicts itself; some names may have been visited before that. */
int needed_each(const char *path, void (*visit)(void *context, const char *name), void *context,
                struct err *err);

#endif
