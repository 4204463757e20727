/* SPDX-License-Identifier: GPL-3.0-or-later */
/* run_words.h: which of some runs a user's words mean, wherever the runs come from.
 *
 * Commas separate words. A word is
 *
 *     latest or last, first, all
 *     7, run_000007            a number or a name
 *     -1                       the latest; -2: the one before it
 *     3..7, 3.., -3..          a span with both ends; without one: from the first, to the latest
 *     2026-11-25, yesterday    a period in which runs started (date.h); ".." may join two
 *     0b8f6b9e                 a uuid, or at least its first 8 digits
 */
#ifndef BENCHMAT_STORE_ARCHIVE_RUN_WORDS_H
#define BENCHMAT_STORE_ARCHIVE_RUN_WORDS_H

#include <stddef.h>

#include "formats/text/err.h"

/* What words tell a run by. */
struct known_run {
    const char *name;     /* NULL: it has none */
    unsigned long number; /* ascending from run to run, from 1 on */
    char uuid[40];        /* "": unknown */
    double started;       /* seconds since 1970; NaN: unknown */
};

struct known_runs {
    const char *path; /* of their file, for messages */
    struct known_run *items;
    size_t count;
    int are_named; /* their names are not made of their numbers: a file of another program */
};

struct selection {
    unsigned char *is_selected; /* [runs] for each run, from 0 */
    size_t count;               /* how many are selected */
};

/* Whether all of WORDS can mean runs, whatever runs there are. */
int run_words_are_valid(const char *words);

/* Whether uuids or starts must be known to tell what WORDS mean. */
int run_words_need_details(const char *words);

/* Fills ERR for WORD, which is invalid; returns ERR_USAGE. RUNS may be NULL. */
int run_words_refuse(const char *word, const struct known_runs *runs, struct err *err);

/* Adds the runs that WORDS mean to SELECTION. A run's name goes before any other meaning of a word.
 * Eight decimal digits or more may be both a run's number and the beginning of a uuid: the run that
 * exists is meant; if several match, an ERR_USAGE lists them. If no run matches, an ERR_ABSENT says
 * which runs there are. An invalid word is an ERR_USAGE; among runs that are named, an ERR_ABSENT,
 * too. */
int run_words_take(const struct known_runs *runs, const char *words, struct selection *selection,
                   struct err *err);

#endif
