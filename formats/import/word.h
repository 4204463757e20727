/* SPDX-License-Identifier: GPL-3.0-or-later */
/* word.h: words in headers and units, which blanks, dashes and underscores separate. */
#ifndef BENCHMAT_FORMATS_IMPORT_WORD_H
#define BENCHMAT_FORMATS_IMPORT_WORD_H

#include <stddef.h>

/* The characters of a text from FIRST to before END. */
struct part {
    const char *text;
    size_t first, end;
};

int word_separates(char c);

/* Whether a word may begin at I: behind a separator, or at a capital behind a small letter or a
 * quantile: "p99Ns". */
int word_may_begin(const char *text, size_t i);

/* Whether the "Per" of "opsPerSec" stands at I of the N bytes at TEXT. */
int word_is_capital_per(const char *text, size_t n, size_t i);

/* Takes separators from both ends of PART. */
void word_trim(struct part *part);

/* Writes PART to WORD in small letters, with underscores for separators other than dots; "" if it
 * is longer than any word that is known. */
enum { WORD_SIZE = 64 }; /* bytes, with the NUL */
void word_spell(char word[WORD_SIZE], struct part part);

/* Whether WORD is in LIST, whose words have blanks around them; "threadcount", of "threadCount", is
 * "thread_count". Sets PLACE, unless it is NULL, to the number of words before it, or of all words.
 */
int word_is_among(const char *list, const char *word, size_t *place);

#endif
