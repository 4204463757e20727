/* SPDX-License-Identifier: GPL-3.0-or-later */
/* null_output.h: whether commands would take another time if they printed to /dev/null.
 *
 * Some programs look for it and do less: grep stops at the first match, GNU tar reads no file.
 * Others save the copy into the pipe. What is measured stays the same; the user, who may know the
 * other time, is told. */
#ifndef BENCHMAT_COLLECT_PLANNING_NULL_OUTPUT_H
#define BENCHMAT_COLLECT_PLANNING_NULL_OUTPUT_H

#include "collect/planning/planner.h"

/* How many times as long a command takes into a pipe as to /dev/null, by the shortest of COUNT runs
 * of each. It counts if there are two or more and the longest run to /dev/null took less than four
 * fifths of the shortest into the pipe; else 1. */
double null_output_factor(const double *to_null, const double *to_pipe, size_t count);

/* Tries the commands that print at POINT, unless --stdout says where to, or they take long. Tells
 * the observer, once in a plan, of the one to which it matters most. The only error is
 * ERR_INTERRUPTED: what fails is left to the rounds. */
int null_output_try(struct planner *planner, const struct point *point, struct err *err);

#endif
