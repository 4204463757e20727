/* SPDX-License-Identifier: GPL-3.0-or-later */
/* missing_libraries.h: which of the libraries that somebody names is in none of the measurements
 * read. */
#ifndef BENCHMAT_ANALYZE_COMPARISON_MISSING_LIBRARIES_H
#define BENCHMAT_ANALYZE_COMPARISON_MISSING_LIBRARIES_H

#include "analyze/aggregate/filter.h"
#include "formats/model/run.h"

/* Zero-initialised names none. */
struct missing_libraries {
    const struct filter *filter; /* borrowed; NULL for everything */
    unsigned char *met;          /* of each of its libraries */
};

/* -1 without memory. The caller gives UNMET to missing_libraries_close. */
int missing_libraries_open(struct missing_libraries *missing, const struct filter *filter);
void missing_libraries_close(struct missing_libraries *missing);

void missing_libraries_note(struct missing_libraries *missing, const struct measurement *m);

/* Writes the names that were not met, "a, b", to LIST, which ends in "..." where they have no room;
 * returns how many they are. */
size_t missing_libraries_list(const struct missing_libraries *missing, char *list, size_t size);

#endif
