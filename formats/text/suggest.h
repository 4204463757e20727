/* SPDX-License-Identifier: GPL-3.0-or-later */
/* suggest.h: the name that somebody has meant who typed another. */
#ifndef BENCHMAT_FORMATS_TEXT_SUGGEST_H
#define BENCHMAT_FORMATS_TEXT_SUGGEST_H

#include <stddef.h>

/* The nearest of some names. Zero-initialised but for WANTED. Both texts are borrowed. */
struct suggestion {
    const char *wanted, *nearest;
    size_t distance;
};

/* Considers NAME; of names as near, the shorter is taken. Its distance is 1 if the wanted, of three
 * letters or more, is a part of it; else the least number of letters to be put in, left out or
 * replaced, and of neighbours to be exchanged: V. I. Levenshtein, Sov. Phys. Dokl. 10 (1966)
 * 707-710; F. J. Damerau, Commun. ACM 7 (1964) 171-176 (in its form of optimal string alignment).
 */
void suggest_consider(struct suggestion *suggestion, const char *name);

struct suggest_words {
    char text[96];
};

/* Returns "; did you mean axpy?", or "" if no name is as near as a third of what was typed. */
struct suggest_words suggest_words(const struct suggestion *suggestion);

#endif
