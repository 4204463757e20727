/* SPDX-License-Identifier: GPL-3.0-or-later */
/* split.h: makes the benchmarks of one file libraries that can be compared.
 *
 * A harness that knows no libraries has them in the names of its benchmarks: BM_loop/100 and
 * BM_simd/100 are two actions of one library each. A split takes the name of an action apart into
 * that of an action and that of a library. */
#ifndef BENCHMAT_FORMATS_IMPORT_SPLIT_H
#define BENCHMAT_FORMATS_IMPORT_SPLIT_H

#include "formats/import/import_builder.h"

/* Makes a split for the actions of BUILDER and all runs chained to it. The caller must free it with
 * split_free.
 *
 * PATTERN has the words ACTION and LIBRARY, each once, or LIBRARY alone, such as "ACTION_LIBRARY",
 * "LIBRARY/ACTION" or "ACTION<LIBRARY>". What stands between the words separates them: where it
 * occurs several times in a name, the action is the longer part. A name that does not fit stays an
 * action. If PATTERN is empty, the names decide, in this order:
 *
 *  1. a separator, of "<", "/", "::", ".", "_", "-" and " ", at whose last occurrence all names
 * fall into several actions that all have the same libraries, or else each at least two
 *  2. the words that all names begin with are the action, and the rest the library
 *  3. the words that all names end with are the action
 *  4. all are libraries of one action, WHOLE
 *
 * Then an action stays that has several libraries already, unless these differ only in what stands
 * behind " (", as in "java (impl=a)".
 *
 * If the file has several libraries, the name of the old one follows the new one: "loop (impl=a)".
 * ERR_USAGE: PATTERN is none, no name fits it, or there is only one name. */
int split_new(struct split **split, const struct import_builder *builder, const char *pattern,
              const char *whole, struct err *err);
void split_free(struct split *split);

/* Returns ERR_USAGE unless PATTERN is empty or one. */
int split_check(const char *pattern, struct err *err);

/* Names are those of the builder's, which are printable. */
struct split_names {
    char action[IMPORT_BUILDER_MOST_NAME + 1];
    char library[2 * IMPORT_BUILDER_MOST_NAME + 8];
};

/* Sets NAMES to what the action and the library of a sample become. Returns 0 if they stay. */
int split_apply(const struct split *split, const char *action, const char *library,
                struct split_names *names);

/* Writes why the measurements of RUN should be split, such as "loop and simd have sizes in common",
 * to TEXT. Returns 0 if there is no reason: some have several libraries, or none have sizes in
 * common. */
int split_suggest(const struct run *run, char *text, size_t size);

#endif
