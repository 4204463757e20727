/* SPDX-License-Identifier: GPL-3.0-or-later */
/* library_record.h: records the libraries of a run so that the same files can be found again,
 * whatever is installed by then and whatever the working directory is. */
#ifndef BENCHMAT_COLLECT_LIBRARIES_LIBRARY_RECORD_H
#define BENCHMAT_COLLECT_LIBRARIES_LIBRARY_RECORD_H

#include <stddef.h>

#include "collect/libraries/library.h"
#include "formats/model/run.h"
#include "formats/text/err.h"

/* Sets the fact "libraries" of a run: NAME=PATH, joined by shell_words_join. A library of several
 * shared objects has one such word for each, in their order; for a chain they are NAME=+PATH. */
void library_record(const struct libraries *libraries, struct facts *facts);

/* Finds the libraries of that fact. ERR_DAMAGED: the fact is missing or invalid; ERR_FAILED: a file
 * is missing. On success the caller gives LIBRARIES to libraries_release. */
int library_recall(const struct facts *facts, struct libraries *libraries, struct err *err);

/* --- shell words --- */

/* Lists of words as one text, quoted for a shell.
 *
 * A word with special characters is put between single quotes; a single quote itself becomes '\''.
 * Words are separated by a space. So every list of words can be restored exactly. */

/* Zero-initialised: empty. */
struct shell_words {
    char **items; /* COUNT of them, then a NULL */
    size_t count;
};

/* Returns the WORDS, which end with NULL, as one text, which the caller must free; NULL if memory
 * runs out. */
char *shell_words_join(char *const *words);

/* Splits what shell_words_join made; skips blanks and newlines between words. ERR_DAMAGED: a quote
 * is not closed. On success the caller gives WORDS to shell_words_release. */
int shell_words_split(struct shell_words *words, const char *text, struct err *err);
void shell_words_release(struct shell_words *words);

#endif
