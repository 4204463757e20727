/* SPDX-License-Identifier: GPL-3.0-or-later */
/* library_word.h: which files a word of a command line means. */
#ifndef BENCHMAT_COLLECT_LIBRARIES_LIBRARY_WORD_H
#define BENCHMAT_COLLECT_LIBRARIES_LIBRARY_WORD_H

#include <stddef.h>

#include "collect/libraries/library_list.h"
#include "collect/libraries/library.h"
#include "formats/text/err.h"

/* Where to look words up; all borrowed. */
struct library_words {
    const struct library_paths *paths;
    const struct library_list *installed;
    const char *builtin_path;
};

/* The role of the file. */
enum library_role {
    ROLE_BLAS,   /* the library itself, or the lower part of a chain */
    ROLE_LAPACK, /* the upper part of a chain */
};

struct library_file {
    char *path;                   /* the real path of a readable file */
    char name[LIBRARY_NAME_SIZE]; /* the name that asked for it; "": a path or a file name did */
};

/* Zero-initialised: empty. */
struct library_files {
    struct library_file *items;
    size_t count;
};

/* Adds the files that WORD means in ROLE, by the rules of library_resolve for arguments without
 * "NAME=". "all" is such a word if IS_IN_CHAIN. ERR_USAGE: the word means nothing; the message
 * lists the installed names. */
int library_word_files(const struct library_words *words, const char *word, enum library_role role,
                       int is_in_chain, struct library_files *files, struct err *err);

/* Returns the '+' that separates a chain's LAPACK from its BLAS: the first one with a LAPACK before
 * it. NULL: WORD is not a chain, or is a file as a whole. */
const char *library_word_plus(const struct library_words *words, const char *word);

void library_files_release(struct library_files *files);

#endif
