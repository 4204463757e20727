/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bind.h: loads a library into this process and finds an action's routines in it. */
#ifndef BENCHMAT_COLLECT_WORKER_BIND_H
#define BENCHMAT_COLLECT_WORKER_BIND_H

#include <link.h>
#include <stddef.h>

#include "collect/action.h"
#include "collect/libraries/library.h"
#include "formats/text/err.h"

enum { BIND_MAX_ROUTINES = 16 };

/* How a library spells its names: plain, or with the suffix that builds with 64-bit integers append
 * so that both widths can be used in one program: daxpy_64_ and cblas_daxpy64_ (OpenBLAS with
 * SYMBOLSUFFIX, netlib), daxpy_64 and cblas_daxpy_64 (MKL, netlib's CBLAS). */
enum bind_spelling { SPELLING_PLAIN, SPELLING_64_UNDERSCORE, SPELLING_64, SPELLINGS };

/* A library's loaded shared objects. They are never unloaded: the process ends with them. */
struct binding {
    void *handles[LIBRARY_MAX_OBJECTS];
    const char *paths[LIBRARY_MAX_OBJECTS]; /* borrowed */
    size_t count;
    int is_chain;                    /* as in struct library; set it before looking anything up */
    void *(*find)(const char *name); /* finds symbols in their place; NULL: nothing does */
    const struct link_map *newest_before; /* the last of the objects that were loaded before */
    bench_function routines[BIND_MAX_ROUTINES];
    int c_interface; /* 1: the routines are the C ones */
    enum bind_spelling spelling;
};

/* Loads PATHS in order, each for itself (RTLD_LOCAL) and with all symbols bound at once, so that no
 * lazy binding happens while timing. The loader sees all absolute paths with one length, so that
 * the heap does not depend on it. On failure ERR has the loader's message. */
int bind_load(struct binding *binding, const char *const *paths, size_t count, struct err *err);

/* Returns the path of an object as the loader has it, without the slashes that bind_load put before
 * it. */
const char *bind_plain_path(const char *loaded);

/* Returns the symbol NAME of the first object that has it, in a chain of the last one; NULL: none.
 */
void *bind_symbol(const struct binding *binding, const char *name);

/* Finds the routines of ACTION for TYPE: all by their Fortran names or else all by their C names,
 * in the plain spelling or else in one of the others. On failure names the missing ones. */
int bind_action(struct binding *binding, const struct bench_action *action, char type,
                struct err *err);

/* Writes ROUTINE's name in the library for TYPE, by the interface and in the spelling that were
 * found. Returns 1, or 0 if it has no name there, as in the row that ends an action's routines. */
int bind_name(const struct binding *binding, const struct bench_routine *routine, char type,
              char *name, size_t size);

/* Returns the routine NAME of either interface in the spelling that was found; NULL: none. */
void *bind_routine(const struct binding *binding, const char *name, int c_interface);

/* --- mangle name --- */

/* Makes the name of a routine for a type of number, from an action's pattern (struct bench_routine
 * in action.h). */

/* Writes the name that PATTERN gives for TYPE, one of s, d, c, z, to NAME and returns 1. Returns 0,
 * and an empty NAME, if there is no name: PATTERN is NULL or does not parse, or the result is
 * empty, has more than SIZE - 1 characters, or others than letters, digits and underscores. <r|c>
 * may contain anything except another <r|c>, {t} neither <r|c> nor another {t}. */
int mangle_name(const char *pattern, char type, char *name, size_t size);

#endif
