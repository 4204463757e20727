/* SPDX-License-Identifier: GPL-3.0-or-later */
/* unmet.h: which of the libraries that somebody names is in none of the measurements read. */
#ifndef BENCHMAT_ANALYZE_COMPARISON_UNMET_H
#define BENCHMAT_ANALYZE_COMPARISON_UNMET_H

#include "analyze/aggregate/pick.h"
#include "formats/model/run.h"

/* Zero-initialised names none. */
struct unmet {
    const struct pick *pick; /* borrowed; NULL for everything */
    unsigned char *met;      /* of each of its libraries */
};

/* -1 without memory. The caller gives UNMET to unmet_close. */
int unmet_open(struct unmet *unmet, const struct pick *pick);
void unmet_close(struct unmet *unmet);

void unmet_note(struct unmet *unmet, const struct measurement *m);

/* Writes the names that were not met, "a, b", to LIST, which ends in "..." where they have no room;
 * returns how many they are. */
size_t unmet_list(const struct unmet *unmet, char *list, size_t size);

#endif
