/* SPDX-License-Identifier: GPL-3.0-or-later */
/* shell_words.h: words in one text, quoted as a shell would have them, and taken apart again.
 *
 * What is not plain stands between single quotes; a single quote itself as '\''. Between two words
 * stands a space. So every list of words comes back as it was. */
#ifndef BENCHMAT_COLLECT_LIBRARIES_SHELL_WORDS_H
#define BENCHMAT_COLLECT_LIBRARIES_SHELL_WORDS_H

#include <stddef.h>

#include "formats/text/err.h"

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
