/* SPDX-License-Identifier: GPL-3.0-or-later */
/* blas_links.h: the private directory by which a LAPACK gets the BLAS it is measured over.
 *
 * A LAPACK asks its loader for a BLAS by a name of its own, such as libblas.so.3. In a directory
 * that the loader searches before any other (LD_LIBRARY_PATH) a link of that name leads to the BLAS
 * that is meant. It takes a fresh process; whether it worked is for proof.h to say. */
#ifndef BENCHMAT_COLLECT_LIBRARIES_BLAS_LINKS_H
#define BENCHMAT_COLLECT_LIBRARIES_BLAS_LINKS_H

#include <limits.h>

#include "collect/libraries/library.h"
#include "formats/text/err.h"

struct blas_links {
    char directory[PATH_MAX]; /* "": there is none */
};

/* Makes a directory in TMPDIR, or in /tmp, whose name has the same length every time. Where LIBRARY
 * is a chain it has a link for each BLAS that the LAPACK says it needs; otherwise it is empty. A
 * LAPACK that asks for no BLAS is ERR_FAILED, as is a TMPDIR that no list of directories can have.
 * On failure there is nothing to remove, and removing it does no harm. */
int blas_links_make(struct blas_links *links, const struct library *library, struct err *err);

/* Removes it. The loader needs it no more once the library is loaded. */
void blas_links_remove(struct blas_links *links);

/* --- needed --- */

/* What a shared object asks its loader for, read from its file without loading it (System
 * V ABI, chapter 5, "Dynamic Section"; files of this machine's kind alone). */

enum { NEEDED_NAME_MOST = 255 }; /* a longer name is no file's */

/* Calls VISIT with each name that the shared object at PATH declares to need. What is no shared
 * object, or contradicts itself, is ERR_FAILED; names may have been visited before. */
int needed_each(const char *path, void (*visit)(void *context, const char *name), void *context,
                struct err *err);

#endif
