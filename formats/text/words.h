/* SPDX-License-Identifier: GPL-3.0-or-later */
/* words.h: lists of words separated by blanks. */
#ifndef BENCHMAT_FORMATS_TEXT_WORDS_H
#define BENCHMAT_FORMATS_TEXT_WORDS_H

/* Whether WORD is one of those in LIST, in capitals or not. */
int words_have(const char *list, const char *word);

#endif
