/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/functions/function_calls.h"

#include <string.h>

uint64_t function_calls_real(double value, size_t bytes) {
    float single = (float)value;
    uint64_t word = 0;
    memcpy(&word, bytes == sizeof value ? (void *)&value : (void *)&single, bytes);
    return word;
}

__attribute__((noinline)) void function_calls_nothing(void) {
    bench_clobber();
}

#if defined __x86_64__ || defined __aarch64__

static inline double real(uint64_t word) {
    double number;
    memcpy(&number, &word, sizeof number);
    return number;
}

#    define INTEGERS_2  words[0], words[1]
#    define INTEGERS_4  INTEGERS_2, words[2], words[3]
#    define INTEGERS_6  INTEGERS_4, words[4], words[5]
#    define INTEGERS_10 INTEGERS_6, words[6], words[7], words[8], words[9]
#    define REALS_0(i)
#    define REALS_2(i) , real(words[i]), real(words[i + 1])
#    define REALS_8(i) REALS_2(i) REALS_2(i + 2) REALS_2(i + 4) REALS_2(i + 6)

#    define TYPES_2  uint64_t, uint64_t
#    define TYPES_4  TYPES_2, TYPES_2
#    define TYPES_6  TYPES_4, TYPES_2
#    define TYPES_10 TYPES_6, TYPES_4
#    define TYPES_OF_REALS_0
#    define TYPES_OF_REALS_2 , double, double
#    define TYPES_OF_REALS_8 TYPES_OF_REALS_2 TYPES_OF_REALS_2 TYPES_OF_REALS_2 TYPES_OF_REALS_2

/* The loop for I integers and R reals of a function that returns TYPE. */
#    define LOOP(i, r, type, member)                                                               \
        static void loop_##i##_##r##_##member(struct function_calls *calls, int64_t count) {       \
            type (*function)(TYPES_##i TYPES_OF_REALS_##r) =                                       \
                (type(*)(TYPES_##i TYPES_OF_REALS_##r))calls->function;                            \
            const uint64_t *words = calls->words;                                                  \
            const size_t step = calls->step;                                                       \
            type returned = 0;                                                                     \
            for (int64_t c = 0; c < count; c++, words += step)                                     \
                returned = function(INTEGERS_##i REALS_##r(i));                                    \
            calls->returned.member = returned;                                                     \
        }
#    define LOOPS_RETURNING(i, r)                                                                  \
        LOOP(i, r, uint64_t, integer) LOOP(i, r, double, of_double) LOOP(i, r, float, of_float)
#    define LOOPS(i) LOOPS_RETURNING(i, 0) LOOPS_RETURNING(i, 2) LOOPS_RETURNING(i, 8)

LOOPS(2)
LOOPS(4)
LOOPS(6)
LOOPS(10)

#    define ROW(i, r)                                                                              \
        {                                                                                          \
            i, r, {                                                                                \
                loop_##i##_##r##_integer, loop_##i##_##r##_of_double, loop_##i##_##r##_of_float    \
            }                                                                                      \
        }

enum { INTEGER, DOUBLE, FLOAT, RETURNS };

/* From the fewest arguments to the most. */
static const struct {
    size_t integers, reals;
    void (*loops[RETURNS])(struct function_calls *calls, int64_t count);
} rows[] = {
    ROW(2, 0), ROW(4, 0),  ROW(6, 0), ROW(10, 0), ROW(2, 2), ROW(4, 2),
    ROW(6, 2), ROW(10, 2), ROW(2, 8), ROW(4, 8),  ROW(6, 8), ROW(10, 8),
};

struct function_loop function_calls_loop(size_t integers, size_t reals,
                                         const struct prototype_type *returned) {
    int returns = returned->kind != 'f' ? INTEGER : returned->bytes == 8 ? DOUBLE : FLOAT;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (integers <= rows[i].integers && reals <= rows[i].reals)
            return (struct function_loop){rows[i].integers, rows[i].reals, rows[i].loops[returns]};
    return (struct function_loop){0};
}

#else

struct function_loop function_calls_loop(size_t integers, size_t reals,
                                         const struct prototype_type *returned) {
    (void)integers, (void)reals, (void)returned;
    return (struct function_loop){0};
}

#endif
