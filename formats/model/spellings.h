/* SPDX-License-Identifier: GPL-3.0-or-later */
/* spellings.h: how a file writes numbers of its points, where that is not as digits: "1kB", "64Ki".
 * People are shown these words; everything is computed with the numbers.
 *
 * The fact FACT_SPELLINGS of a measurement has a line for each, with tabs between: the parameter,
 * or nothing for the size; the number; and the word:
 *
 *     	1000	1kB
 *     align	65536	64Ki */
#ifndef BENCHMAT_FORMATS_MODEL_SPELLINGS_H
#define BENCHMAT_FORMATS_MODEL_SPELLINGS_H

#include "formats/model/facts.h"

#define FACT_SPELLINGS "spellings" /* of a measurement */

enum { SPELLING_WORD = 24, SPELLINGS_MOST = 1000 }; /* bytes, with the NUL; of a measurement */

struct spelling {
    double value;
    char word[SPELLING_WORD];
};

/* Whether TEXT, of a number, is such a word: no longer than that, and with a letter at its end. */
int spelling_is_word(const char *text);

/* Takes the next of those of the parameter called NAME, "" for the size, from LIST, a text of
 * FACT_SPELLINGS or what is left of it. Returns 0 at the end. */
int spellings_take(const char **list, const char *name, struct spelling *spelling);

#endif
