/* SPDX-License-Identifier: GPL-3.0-or-later */
/* function_calls.h: loops that call a function of any prototype (prototype.h) through its pointer.
 *
 * On x86-64 and AArch64 integers and pointers are passed apart from floating-point numbers, each
 * kind in the order of the arguments, and an argument more than the function has does no harm
 * (System V ABI for AMD64, section 3.2.3; Procedure Call Standard for the Arm 64-bit Architecture,
 * section 6.8). So a loop for some numbers of both serves all prototypes with as many or fewer: the
 * call is compiled, and costs what a call in C costs. libffi's takes some 40 ns more. */
#ifndef BENCHMAT_COLLECT_FUNCTIONS_FUNCTION_CALLS_H
#define BENCHMAT_COLLECT_FUNCTIONS_FUNCTION_CALLS_H

#include <stddef.h>
#include <stdint.h>

#include "collect/action.h"
#include "collect/functions/prototype.h"

struct function_calls {
    bench_function function;
    /* The words of the first call's arguments: the loop's integers, extended to 64 bits, or
     * addresses, and then its reals (function_calls_real). */
    const uint64_t *words;
    size_t step;          /* words from one call's to the next one's; 0: all calls have the same */
    union {               /* what the last call returned */
        uint64_t integer; /* only the bits that its type has are meant */
        double of_double;
        float of_float;
    } returned;
};

enum { FUNCTION_CALLS_WORDS = PROTOTYPE_INTEGERS + PROTOTYPE_REALS };

struct function_loop {
    size_t integers, reals; /* words of a call */
    void (*make)(struct function_calls *calls, int64_t count);
};

/* Returns the loop for at least so many INTEGERS and REALS, at most PROTOTYPE_INTEGERS and
 * PROTOTYPE_REALS, and for a function that returns TYPE. Its `make` is NULL if there is none for
 * this kind of machine. */
struct function_loop function_calls_loop(size_t integers, size_t reals,
                                         const struct prototype_type *returned);

/* VALUE as an argument of BYTES bytes: a float is the lower half of what is passed. */
uint64_t function_calls_real(double value, size_t bytes);

/* A function that does nothing, which tells what the loop takes. */
void function_calls_nothing(void);

#endif
