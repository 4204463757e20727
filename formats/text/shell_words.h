/* SPDX-License-Identifier: GPL-3.0-or-later */
/* shell_words.h: lists of words as one text, quoted as a POSIX shell quotes them. */
#ifndef BENCHMAT_FORMATS_TEXT_SHELL_WORDS_H
#define BENCHMAT_FORMATS_TEXT_SHELL_WORDS_H

#include <stddef.h>

#include "formats/text/err.h"

/* Zero-initialised: empty. */
struct shell_words {
    char **items; /* COUNT of them, then a NULL */
    size_t count;
};

/* Returns the WORDS, which end with NULL, as one text, which the caller must free; NULL if memory
 * runs out. Words with special characters are put between single quotes, so that shell_words_split
 * restores every list exactly. */
char *shell_words_join(char *const *words);

/* Splits TEXT into words as a POSIX shell does (XCU 2.2 and 2.3): blanks and newlines separate
 * words; quotes and backslashes quote; a backslash at the end of a line makes one line of it and
 * the next. Nothing is expanded: "$HOME" and "*" stay as they are. ERR_DAMAGED: a quote is not
 * closed. On success the caller gives WORDS to shell_words_release. */
int shell_words_split(struct shell_words *words, const char *text, struct err *err);
void shell_words_release(struct shell_words *words);

/* Returns the first character of TEXT that only a shell can act on, such as an unquoted '|', '>' or
 * '*', or a '~' or '#' that begins a word; NULL: there is none. */
const char *shell_words_find_operator(const char *text);

#endif
