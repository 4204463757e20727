/* SPDX-License-Identifier: GPL-3.0-or-later */
/* prototype.h: reads the C prototype of a function that is to be called without an action.
 *
 * From "double {sum,sum4}(size_t n, const double *x)" follows how to call sum and sum4: n is the
 * size, x an input of n numbers, and what they return is the answer. A prototype of which that
 * cannot be told is refused. */
#ifndef BENCHMAT_COLLECT_FUNCTIONS_PROTOTYPE_H
#define BENCHMAT_COLLECT_FUNCTIONS_PROTOTYPE_H

#include <stddef.h>
#include <stdint.h>

#include "formats/text/err.h"

enum {
    PROTOTYPE_TEXT = 1024, /* bytes of a prototype, with its NUL */
    PROTOTYPE_NAME = 64,   /* bytes of a name, with its NUL */
    PROTOTYPE_NAMES = 32,  /* functions */
    PROTOTYPE_ARGUMENTS = 18,
    PROTOTYPE_INTEGERS = 10, /* arguments that are integers or pointers */
    PROTOTYPE_REALS = 8,     /* arguments that are floating-point numbers */
    PROTOTYPE_OUTPUTS = 8    /* arrays that are written, and what is returned */
};

/* Integers are exact as doubles up to here, both ways. */
#define PROTOTYPE_EXACT 0x1p53

/* A type of numbers. */
struct prototype_type {
    const char *name;
    char kind; /* 'f': floating point, 'i': signed, 'u': unsigned, 'b': _Bool, 'v': void */
    size_t bytes;
    double most; /* the largest integer; 0 unless it is one */
};

struct prototype_argument {
    char name[PROTOTYPE_NAME];         /* "argument2" if it has none */
    const struct prototype_type *type; /* of the number, or of each in the array */
    int is_array;
    int is_input;                /* of an array: it is const */
    int is_out;                  /* of an array: marked "out", so that its contents do not matter */
    char length[PROTOTYPE_NAME]; /* of an array: numbers in it, as "n" or "n*n + 1" */
    int is_sorted;               /* of an array: ascending */
    int has_range;               /* its numbers are from LOW to HIGH; reals below HIGH */
    char low[PROTOTYPE_NAME], high[PROTOTYPE_NAME];
};

/* Between which its numbers are, HIGH included if they are integers. */
struct prototype_bounds {
    double low, high;
};

/* Zero-initialised before prototype_parse. */
struct prototype {
    char names[PROTOTYPE_NAMES][PROTOTYPE_NAME];
    size_t name_count;
    const struct prototype_type *returned;
    struct prototype_argument arguments[PROTOTYPE_ARGUMENTS];
    size_t argument_count;
    size_t size;                   /* the argument that is the size; SIZE_MAX: none */
    size_t names_begin, names_end; /* where the text has the names */
};

/* Reads TEXT: a return type; a function's name, or several as {sum,sum4}; and the arguments, which
 * are numbers, or pointers to numbers. Types are float, double, _Bool and all integers of C and
 * stdint.h. The size is the integer called n, or else the first integer. A pointer without a length
 * of its own, as in x[2*n + 1] or A[n][n], points to as many numbers as the size. "out" before a
 * pointer's type says that what it points to is only written. "in" after a name says which numbers
 * it gets: "double x in [0.1, 10)" or "const int *k in 1..n". "sorted" there says that they ascend.
 *
 * ERR_USAGE names what cannot be told: structures, callbacks, pointers to pointers, pointers where
 * no integer is their length, no answer to compare, ranges without a number or with some that the
 * argument's type lacks, or more than the limits above. */
int prototype_parse(struct prototype *prototype, const char *text, struct err *err);

/* Whether both have the same types, names and lengths of arguments, and return the same. */
int prototype_is_same(const struct prototype *a, const struct prototype *b);

/* The number of the argument NAME; SIZE_MAX: none. */
size_t prototype_find(const struct prototype *prototype, const char *name);

/* Whether TYPE has VALUE: any if it is real; else an integer up to 2^53. */
int prototype_type_has(const struct prototype_type *type, double value);

/* Whether ARGUMENT is a number, not an array, and whether it is an integer. */
int prototype_is_number(const struct prototype_argument *argument);
int prototype_is_integer(const struct prototype_argument *argument);

/* Whether every call needs a fresh copy of ARGUMENT, because it may read what the call before has
 * written. */
int prototype_is_renewed(const struct prototype_argument *argument);

/* Whether ARGUMENT is a number that is drawn, unless the user gives its value: a real one, a truth
 * value, or an integer with a range. */
int prototype_is_drawn(const struct prototype_argument *argument);

/* Checks from which numbers ARGUMENT's are drawn, if they are integers, where VALUES has the
 * integers among the arguments; NULL: only bounds that are the same whatever these are, as
 * prototype_parse does. ERR_USAGE: there are none, or a bound is none of its type or beyond 2^53.
 */
int prototype_check_range(const struct prototype *prototype,
                          const struct prototype_argument *argument, const int64_t *values,
                          struct err *err);

/* The bounds of ARGUMENT's numbers, where VALUES has the integers among the arguments: its range;
 * or else -1 and 1, 0 and 1 of truth values, and 0 and the size less 1 of integers. */
struct prototype_bounds prototype_bounds_of(const struct prototype *prototype,
                                            const struct prototype_argument *argument,
                                            const int64_t *values);

/* The length of ARGUMENT, an array, where VALUES has the integers among the arguments; -1: it is
 * negative, or beyond 2^47. */
int64_t prototype_length(const struct prototype *prototype,
                         const struct prototype_argument *argument, const int64_t *values);

/* Whether the length of ARGUMENT, an array, is that of argument number INTEGER, alone. */
int prototype_has_length(const struct prototype *prototype,
                         const struct prototype_argument *argument, size_t integer);

#endif
