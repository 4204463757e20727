/* SPDX-License-Identifier: GPL-3.0-or-later */
/* function_action.h: the action whose calculation is a call of a function of some prototype.
 *
 * Arrays of floating-point numbers are filled as bench_fill does, those of integers with whole
 * numbers from 0 to the size - 1, or to the largest that their type has, so that they may be
 * indices; or within the range that the prototype gives them. Floating-point arguments, and
 * integers with a range, are drawn likewise; a _Bool is true. Arrays that are not const are
 * outputs, and renewed for every call unless they are marked "out". What the function returns is an
 * output, too.
 *
 * If inputs are fresh (workspace_be_fresh), every call gets other numbers, in constant arrays too.
 */
#ifndef BENCHMAT_COLLECT_FUNCTIONS_FUNCTION_ACTION_H
#define BENCHMAT_COLLECT_FUNCTIONS_FUNCTION_ACTION_H

#include "collect/action.h"
#include "collect/functions/functions.h"
#include "collect/functions/prototype.h"
#include "collect/harness/wire.h"
#include "formats/text/err.h"

/* Returns the action for FUNCTIONS, which are borrowed, with the names of its implementations but
 * without their code. There is one such action per process. ERR_FAILED: on this kind of machine no
 * function can be called so. */
int function_action_of(const struct bench_action **action, const struct functions *functions,
                       struct err *err);

/* The same in a worker, from what functions_pack has written. */
int function_action_load(const struct bench_action **action, const struct wire_function *load,
                         struct err *err);

/* Whether the calls from now on look for changes in constant arrays, which makes the answer wrong;
 * it takes time. */
void function_action_watch(int is_on);

#endif
