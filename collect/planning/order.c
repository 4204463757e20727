/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/planning/order.h"

/* Durstenfeld's shuffle, Communications of the ACM 7 (1964), algorithm 235. */
static void shuffle(struct random *random, size_t *items, size_t count) {
    for (size_t i = count; i > 1; i--) {
        size_t j = random_below(random, (uint32_t)i), kept = items[i - 1];
        items[i - 1] = items[j];
        items[j] = kept;
    }
}

struct random order_stream(uint64_t seed, const char *action, size_t round, size_t point) {
    uint64_t of_action = random_derive_word(random_derive_word(seed, "order"), action);
    return (struct random){random_derive(random_derive(of_action, round), point)};
}

void order_turns(struct random *random, size_t seed, size_t count, size_t *square, size_t *turns) {
    size_t row = seed % count;
    if (row == 0) {
        for (size_t i = 0; i < count; i++)
            square[i] = i;
        shuffle(random, square, count);
    }
    for (size_t i = 0; i < count; i++)
        turns[i] = square[(i + row) % count];
}
