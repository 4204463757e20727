/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/harness/random.h"

#include <string.h>

#define MULTIPLIER UINT64_C(6364136223846793005)
#define INCREMENT  UINT64_C(1442695040888963407)

uint64_t random_next(struct random *random) {
    return random->state = random->state * MULTIPLIER + INCREMENT;
}

void random_skip(struct random *random, uint64_t count) {
    uint64_t multiplier = MULTIPLIER, increment = INCREMENT; /* of a jump of 1, 2, 4, ... */
    for (; count; count >>= 1) {
        if (count & 1)
            random->state = random->state * multiplier + increment;
        increment *= multiplier + 1;
        multiplier *= multiplier;
    }
}

uint32_t random_below(struct random *random, uint32_t bound) {
    /* Lemire, Fast random integer generation in an interval, 2019: rejects numbers that would make
     * some results more likely. */
    uint32_t uneven = bound ? -bound % bound : 0;
    for (;;) {
        uint64_t product = (random_next(random) >> 32) * bound;
        if ((uint32_t)product >= uneven)
            return (uint32_t)(product >> 32);
    }
}

uint64_t random_derive(uint64_t seed, uint64_t key) {
    uint64_t z = seed + (key + 1) * UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

uint64_t random_derive_word(uint64_t seed, const char *word) {
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    for (; *word; word++)
        hash = (hash ^ (unsigned char)*word) * UINT64_C(0x100000001b3);
    return random_derive(seed, hash);
}

/* With the upper bits as the fraction and the exponent of 1 this is a number in [1, 2). */
static double to_double(uint64_t bits) {
    bits = bits >> 12 | UINT64_C(0x3ff0000000000000);
    double number;
    memcpy(&number, &bits, sizeof number);
    return (number - 1.5) * 2;
}

static float to_float(uint64_t bits) {
    uint32_t half = (uint32_t)(bits >> 41) | UINT32_C(0x3f800000);
    float number;
    memcpy(&number, &half, sizeof number);
    return (number - 1.5f) * 2;
}

enum { LANES = 8 };

/* LANES steps of the generator in one: x := jump.multiplier x + jump.increment. */
struct jump {
    uint64_t multiplier, increment;
};

static struct jump jump_lanes(void) {
    struct jump jump = {1, 0};
    for (int i = 0; i < LANES; i++) {
        jump.multiplier *= MULTIPLIER;
        jump.increment = jump.increment * MULTIPLIER + INCREMENT;
    }
    return jump;
}

#define DEFINE_FILL(function, type, convert)                                                       \
    void function(struct random *random, type *numbers, size_t count) {                            \
        size_t whole = count - count % LANES;                                                      \
        if (whole) {                                                                               \
            const struct jump jump = jump_lanes();                                                 \
            uint64_t lane[LANES];                                                                  \
            for (int l = 0; l < LANES; l++)                                                        \
                lane[l] = random_next(random);                                                     \
            for (size_t i = 0;;) {                                                                 \
                for (int l = 0; l < LANES; l++)                                                    \
                    numbers[i + (size_t)l] = convert(lane[l]);                                     \
                if ((i += LANES) == whole)                                                         \
                    break;                                                                         \
                for (int l = 0; l < LANES; l++)                                                    \
                    lane[l] = lane[l] * jump.multiplier + jump.increment;                          \
            }                                                                                      \
            random->state = lane[LANES - 1];                                                       \
        }                                                                                          \
        for (size_t i = whole; i < count; i++)                                                     \
            numbers[i] = convert(random_next(random));                                             \
    }

DEFINE_FILL(random_fill_double, double, to_double)
DEFINE_FILL(random_fill_float, float, to_float)
