/* SPDX-License-Identifier: GPL-3.0-or-later */
/* builds.h: several builds of one source as one library.
 *
 * Where code lies in memory can change its speed by some per cent, and stays as the linker chose
 * it. So that a change is not mistaken for that, each round may load another build: then the place
 * of code is part of the rounds' scatter, as the place of data is. */
#ifndef BENCHMAT_COLLECT_LIBRARIES_BUILDS_H
#define BENCHMAT_COLLECT_LIBRARIES_BUILDS_H

#include <stddef.h>

#include "formats/files/sha256.h"
#include "formats/text/err.h"

enum { BUILDS_MOST = 1000 };

struct build {
    char *path; /* a real path */
    char digest[SHA256_TEXT];
};

/* Zero-initialised: none. The caller gives it to builds_release. */
struct builds {
    struct build *items;
    size_t count;
};

/* Adds the file at PATH, a real path. ERR_USAGE: one of BUILDS has the same bytes, or they are too
 * many; ERR_FAILED: it cannot be read. */
int builds_add(struct builds *builds, const char *path, struct err *err);

/* Whether WORD is a pattern, as for glob(3), of files that are there, and no file itself. */
int builds_are_meant(const char *word);

/* Adds the shared objects that PATTERN means, in the order of their names. ERR_USAGE: there is
 * none, or one that builds_add refuses. */
int builds_find(struct builds *builds, const char *pattern, struct err *err);

/* ERR_FAILED: memory runs out. */
int builds_copy(struct builds *to, const struct builds *from, struct err *err);

int builds_are_same(const struct builds *a, const struct builds *b);

void builds_release(struct builds *builds);

#endif
