/* SPDX-License-Identifier: GPL-3.0-or-later */
/* library_word.h: which files a word of a command line means. */
#ifndef BENCHMAT_COLLECT_LIBRARIES_LIBRARY_WORD_H
#define BENCHMAT_COLLECT_LIBRARIES_LIBRARY_WORD_H

#include <stddef.h>

#include "collect/libraries/library_list.h"
#include "collect/libraries/library.h"
#include "formats/text/err.h"

/* Where words are looked up; all borrowed. */
struct library_words {
    const struct library_paths *paths;
    const struct library_list *installed;
    const char *builtin_path;
};

/* What the file is to be. */
enum library_role {
    ROLE_BLAS,   /* the library itself, or what a LAPACK stands on */
    ROLE_LAPACK, /* the upper part of a chain */
};

struct library_file {
    char *path;                   /* a real path of a file that can be read */
    char name[LIBRARY_NAME_SIZE]; /* under which it was asked for; "" for a path or a file name */
};

/* Zero-initialised is empty. */
struct library_files {
    struct library_file *items;
    size_t count;
};

/* Adds what WORD means in ROLE, as library_resolve has it for what has no "NAME=". "all" is such a
 * word where IS_IN_CHAIN. That it means nothing is an ERR_USAGE that lists the installed names. */
int library_word_files(const struct library_words *words, const char *word, enum library_role role,
                       int is_in_chain, struct library_files *files, struct err *err);

/* Where the '+' stands that parts a chain's LAPACK from its BLAS: the first one with a LAPACK
 * before it. NULL: WORD is no chain, or is a file as a whole. */
const char *library_word_plus(const struct library_words *words, const char *word);

void library_files_release(struct library_files *files);

#endif
