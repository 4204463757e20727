/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/functions/function_calls.h"

#include <string.h>

double function_calls_real(double value, size_t bytes) {
    float single = (float)value;
    double passed = 0;
    if (bytes == sizeof value)
        return value;
    memcpy(&passed, &single, sizeof single);
    return passed;
}

__attribute__((noinline)) void function_calls_nothing(void) {
    bench_clobber();
}

#if defined __x86_64__ || defined __aarch64__

#    define STAYING(k) calls->integers[k]
#    define MOVING(k)  calls->integers[k] + (offset & calls->moves[k])

#    define INTEGERS_2(one)  one(0), one(1)
#    define INTEGERS_4(one)  INTEGERS_2(one), one(2), one(3)
#    define INTEGERS_6(one)  INTEGERS_4(one), one(4), one(5)
#    define INTEGERS_10(one) INTEGERS_6(one), one(6), one(7), one(8), one(9)
#    define REALS_0
#    define REALS_2 , calls->reals[0], calls->reals[1]
#    define REALS_8                                                                                \
        REALS_2, calls->reals[2], calls->reals[3], calls->reals[4], calls->reals[5],               \
            calls->reals[6], calls->reals[7]

#    define TYPES_2  uint64_t, uint64_t
#    define TYPES_4  TYPES_2, TYPES_2
#    define TYPES_6  TYPES_4, TYPES_2
#    define TYPES_10 TYPES_6, TYPES_4
#    define TYPES_OF_REALS_0
#    define TYPES_OF_REALS_2 , double, double
#    define TYPES_OF_REALS_8 TYPES_OF_REALS_2 TYPES_OF_REALS_2 TYPES_OF_REALS_2 TYPES_OF_REALS_2

/* The loop for I integers and R reals of a function that returns TYPE. */
#    define LOOP(i, r, type, member, one)                                                          \
        static void loop_##i##_##r##_##member##_##one(struct function_calls *calls,                \
                                                      int64_t count) {                             \
            type (*function)(TYPES_##i TYPES_OF_REALS_##r) =                                       \
                (type(*)(TYPES_##i TYPES_OF_REALS_##r))calls->function;                            \
            uint64_t offset = 0;                                                                   \
            type returned = 0;                                                                     \
            for (int64_t c = 0; c < count; c++, offset += calls->stride)                           \
                returned = function(INTEGERS_##i(one) REALS_##r);                                  \
            (void)offset;                                                                          \
            calls->returned.member = returned;                                                     \
        }
#    define LOOPS_MOVING(i, r, type, member)                                                       \
        LOOP(i, r, type, member, STAYING) LOOP(i, r, type, member, MOVING)
#    define LOOPS_RETURNING(i, r)                                                                  \
        LOOPS_MOVING(i, r, uint64_t, integer)                                                      \
        LOOPS_MOVING(i, r, double, of_double)                                                      \
        LOOPS_MOVING(i, r, float, of_float)
#    define LOOPS(i) LOOPS_RETURNING(i, 0) LOOPS_RETURNING(i, 2) LOOPS_RETURNING(i, 8)

LOOPS(2)
LOOPS(4)
LOOPS(6)
LOOPS(10)

#    define ROW(i, r, member)                                                                      \
        { loop_##i##_##r##_##member##_STAYING, loop_##i##_##r##_##member##_MOVING }
#    define ROWS(i, r)                                                                             \
        {                                                                                          \
            i, r, {                                                                                \
                ROW(i, r, integer), ROW(i, r, of_double), ROW(i, r, of_float)                      \
            }                                                                                      \
        }

enum { INTEGER, DOUBLE, FLOAT, RETURNS };

/* From the fewest arguments to the most. */
static const struct {
    size_t integers, reals;
    function_loop *loops[RETURNS][2];
} rows[] = {
    ROWS(2, 0), ROWS(4, 0),  ROWS(6, 0), ROWS(10, 0), ROWS(2, 2), ROWS(4, 2),
    ROWS(6, 2), ROWS(10, 2), ROWS(2, 8), ROWS(4, 8),  ROWS(6, 8), ROWS(10, 8),
};

function_loop *function_calls_loop(size_t integers, size_t reals,
                                   const struct prototype_type *returned, int moves) {
    int returns = returned->kind != 'f' ? INTEGER : returned->bytes == 8 ? DOUBLE : FLOAT;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (integers <= rows[i].integers && reals <= rows[i].reals)
            return rows[i].loops[returns][moves != 0];
    return NULL;
}

#else

function_loop *function_calls_loop(size_t integers, size_t reals,
                                   const struct prototype_type *returned, int moves) {
    (void)integers, (void)reals, (void)returned, (void)moves;
    return NULL;
}

#endif
