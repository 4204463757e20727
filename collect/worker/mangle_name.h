/* SPDX-License-Identifier: GPL-3.0-or-later */
/* mangle_name.h: the name of a routine for a type of number, from the pattern that an action gives
 * (struct bench_routine in action.h). */
#ifndef BENCHMAT_COLLECT_WORKER_MANGLE_NAME_H
#define BENCHMAT_COLLECT_WORKER_MANGLE_NAME_H

#include <stddef.h>

/* Writes what PATTERN says for TYPE, one of s, d, c, z, to NAME and returns 1. Returns 0, and an
 * empty NAME, where that is no name: a pattern that is NULL or does not parse, a result that is
 * empty, has more than SIZE - 1 characters, or others than letters, digits and underscores. Inside
 * <r|c> may stand anything but another <r|c>, inside {t} neither. */
int mangle_name(const char *pattern, char type, char *name, size_t size);

#endif
