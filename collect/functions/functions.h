/* SPDX-License-Identifier: GPL-3.0-or-later */
/* functions.h: plain functions that are measured without an action, and what belongs to them.
 *
 * Functions of one prototype, in one shared object or several, are the implementations of an action
 * that is made from the prototype (function_action.h). Each has a worker of its own. */
#ifndef BENCHMAT_COLLECT_FUNCTIONS_FUNCTIONS_H
#define BENCHMAT_COLLECT_FUNCTIONS_FUNCTIONS_H

#include <stddef.h>

#include "collect/action.h"
#include "collect/functions/prototype.h"
#include "collect/harness/wire.h"
#include "collect/libraries/library.h"
#include "formats/text/err.h"

enum { FUNCTIONS_MAX = 64 };

struct function {
    char name[LIBRARY_NAME_SIZE]; /* of the participant */
    const char *symbol;
    const struct library *library;
};

/* Zero-initialised: no functions. All texts are borrowed. */
struct functions {
    const char *text; /* the first prototype; NULL: no functions */
    struct prototype prototype;
    const char *parameters[BENCH_MAX_PARAMETERS]; /* arguments to which the user gives values */
    size_t parameter_count;
    struct function items[FUNCTIONS_MAX]; /* see functions_combine */
    size_t count;
};

/* Adds the functions of the prototype TEXT. ERR_USAGE: as prototype_parse, or the prototype is not
 * that of those before. */
int functions_add(struct functions *functions, const char *text, struct err *err);

/* Gives COUNT VALUES to the argument NAME. ERR_USAGE: its type does not have one of them, or it is
 * the size, or an array. A name that is no argument is left alone. */
int functions_give(struct functions *functions, const char *name, const double *values,
                   size_t count, struct err *err);

/* Checks that nothing more has to be given. ERR_USAGE names an integer besides the size of which
 * nobody knows the value. */
int functions_check(const struct functions *functions, struct err *err);

/* Makes a participant of every function in every one of LIBRARIES, which are borrowed. It is called
 * as the function is if there is one library, as the library if there is one function, or
 * "LIBRARY:FUNCTION". ERR_USAGE: a library is a program, or lacks a function; the message names
 * those it has. */
int functions_combine(struct functions *functions, const struct libraries *libraries,
                      struct err *err);

/* The numbers in the largest array where the size is SIZE and the PARAMETERS have these values; 0:
 * there are no arrays. */
double functions_most_numbers(const struct functions *functions, int64_t size,
                              const double *parameters);

/* Whether any number that they get or give is a floating-point one. */
int functions_have_reals(const struct functions *functions);

/* Writes to LINE, for the user, which arrays are renewed and how not to; 0: none is. */
int functions_tell_renewed(const struct functions *functions, char *line, size_t size);

/* Writes to LOAD what a worker must know to call function number I, or, if that is FUNCTIONS_MAX,
 * one that does nothing. */
void functions_pack(const struct functions *functions, size_t i, struct wire_function *load);

#endif
