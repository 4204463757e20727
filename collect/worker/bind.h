/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bind.h: a library in this process, and an action's routines in it. */
#ifndef BENCHMAT_COLLECT_WORKER_BIND_H
#define BENCHMAT_COLLECT_WORKER_BIND_H

#include <link.h>
#include <stddef.h>

#include "collect/action.h"
#include "collect/libraries/library.h"
#include "formats/text/err.h"

enum { BIND_MAX_ROUTINES = 16 };

/* How a library spells its names. Plain, or with what builds with 64-bit integers append so that
 * both widths may live in one program: daxpy_64_ and cblas_daxpy64_ (OpenBLAS with SYMBOLSUFFIX,
 * netlib), daxpy_64 and cblas_daxpy_64 (MKL, netlib's CBLAS). */
enum bind_spelling { SPELLING_PLAIN, SPELLING_64_UNDERSCORE, SPELLING_64, SPELLINGS };

/* A library's shared objects, loaded. Never unloaded: the process ends with them. */
struct binding {
    void *handles[LIBRARY_MAX_OBJECTS];
    const char *paths[LIBRARY_MAX_OBJECTS]; /* borrowed */
    size_t count;
    int is_chain; /* as in struct library; to be set before anything is looked up */
    const struct link_map *newest_before; /* of the objects that were there before, the last */
    bench_function routines[BIND_MAX_ROUTINES];
    int c_interface; /* 1: the routines are the C ones */
    enum bind_spelling spelling;
};

/* Loads PATHS in order, each for itself (RTLD_LOCAL) and with all symbols bound at once, so that no
 * lazy binding falls into a timing. On failure what the loader says. */
int bind_load(struct binding *binding, const char *const *paths, size_t count, struct err *err);

/* The first of the objects' symbols of that name, of a chain's the last; NULL for none. */
void *bind_symbol(const struct binding *binding, const char *name);

/* Finds the routines of ACTION for TYPE: all by their Fortran names or else all by their C names,
 * in the plain spelling or else in one of the others. On failure names those that are missing. */
int bind_action(struct binding *binding, const struct bench_action *action, char type,
                struct err *err);

/* What ROUTINE is called in the library for TYPE, by the interface and in the spelling that were
 * found. Returns 0 where it has no name there, as in the row that ends an action's
 * routines, otherwise 1. */
int bind_name(const struct binding *binding, const struct bench_routine *routine, char type,
              char *name, size_t size);

/* The routine of either interface in the spelling that was found, as bind_name has it; NULL for
 * none. */
void *bind_routine(const struct binding *binding, const char *name, int c_interface);

/* --- mangle name --- */

/* The name of a routine for a type of number, from the pattern that an action gives
 * (struct bench_routine in action.h). */

/* Writes what PATTERN says for TYPE, one of s, d, c, z, to NAME and returns 1. Returns 0, and an
 * empty NAME, where that is no name: a pattern that is NULL or does not parse, a result that is
 * empty, has more than SIZE - 1 characters, or others than letters, digits and underscores. Inside
 * <r|c> may stand anything but another <r|c>, inside {t} neither. */
int mangle_name(const char *pattern, char type, char *name, size_t size);

#endif
