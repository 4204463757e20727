/* SPDX-License-Identifier: GPL-3.0-or-later */
/* suggest.h: the name that somebody has meant who typed another. */
#ifndef BENCHMAT_FORMATS_TEXT_SUGGEST_H
#define BENCHMAT_FORMATS_TEXT_SUGGEST_H

#include <stddef.h>

/* The nearest of some names. Zero-initialised but for WANTED, which is borrowed. */
struct suggestion {
    const char *wanted;
    char nearest[64]; /* cut if longer; "": no name has been considered */
    size_t distance, piece;
};

/* Considers NAME; of names as near, that is taken which has more of the wanted in one piece, then
 * the shorter, then the first in the alphabet. The wanted may have three letters or more: then the
 * distance is 0 if NAME begins with it, 1 if it is a part of it, and 1 more than that of its
 * beginning; else the least number of letters to be put in, left out or replaced, and of neighbours
 * to be exchanged: V. I. Levenshtein, Sov. Phys. Dokl. 10 (1966) 707-710; F. J. Damerau, Commun.
 * ACM 7 (1964) 171-176 (in its form of optimal string alignment).
 */
void suggest_consider(struct suggestion *suggestion, const char *name);

struct suggest_words {
    char text[112];
};

/* Returns "; did you mean \"axpy\"?", or "" if no name is as near as a third of what was typed,
 * or each letter differs. */
struct suggest_words suggest_words(const struct suggestion *suggestion);

/* The same, of the words in LIST, such as "auto, always or never". */
struct suggest_words suggest_among(const char *wanted, const char *list);

/* --- names that there are --- */

/* All names that could have been typed in place of one that is not there. Zero-initialised but for
 * the suggestion's WANTED. */
struct known_names {
    struct suggestion suggestion;
    char list[320]; /* the first of them: "atlas, blis" */
    size_t listed, count;
};

/* Adds NAME, which the caller must not have added before. */
void known_names_add(struct known_names *names, const char *name);

struct known_words {
    char text[512];
};

/* Returns "; did you mean \"openblas\"? It has atlas, blis, openblas and 12 more", where HAS is "it
 * has"; without a suggestion "; it has atlas, blis". Of no names it is "; it has none". */
struct known_words known_words(const struct known_names *names, const char *has);

#endif
