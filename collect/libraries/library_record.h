/* SPDX-License-Identifier: GPL-3.0-or-later */
/* library_record.h: the libraries of a run, written down such that the same files can be had again,
 * whatever is installed by then and from wherever that is asked. */
#ifndef BENCHMAT_COLLECT_LIBRARIES_LIBRARY_RECORD_H
#define BENCHMAT_COLLECT_LIBRARIES_LIBRARY_RECORD_H

#include <stddef.h>

#include "collect/libraries/library.h"
#include "formats/model/run.h"
#include "formats/text/err.h"

/* Sets the fact "libraries" of a run: NAME=PATH, joined as by shell_words_join; a library of
 * several shared objects has one of these for each, in their order; a chain's are NAME=+PATH. */
void library_record(const struct libraries *libraries, struct facts *facts);

/* The libraries of that fact. That there is none, or that it cannot be, is ERR_DAMAGED; that a file
 * is gone, ERR_FAILED. On success the caller gives LIBRARIES to libraries_release. */
int library_recall(const struct facts *facts, struct libraries *libraries, struct err *err);

/* --- shell words --- */

/* Words in one text, quoted as a shell would have them, and taken apart again.
 *
 * What is not plain stands between single quotes; a single quote itself as '\''. Between two words
 * stands a space. So every list of words comes back as it was. */

/* Zero-initialised is empty. */
struct shell_words {
    char **items; /* COUNT, and a NULL behind them */
    size_t count;
};

/* The WORDS, which end with NULL, as one text, to be freed; NULL when there is no memory. */
char *shell_words_join(char *const *words);

/* Takes apart what shell_words_join made; blanks and newlines between words are passed over. A
 * quote that is not closed is ERR_DAMAGED. On success the caller gives WORDS to
 * shell_words_release. */
int shell_words_split(struct shell_words *words, const char *text, struct err *err);
void shell_words_release(struct shell_words *words);

#endif
