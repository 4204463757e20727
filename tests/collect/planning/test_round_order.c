/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "collect/planning/round_order.h"
#include "tests/test.h"

enum { MOST = 7 };

static void assert_permutation(const size_t *turns, size_t count) {
    size_t seen[MOST] = {0};
    for (size_t i = 0; i < count; i++) {
        assert_true(turns[i] < count);
        seen[turns[i]]++;
    }
    for (size_t i = 0; i < count; i++)
        assert_int_equal(seen[i], 1);
}

TEST(everybody_has_a_turn_at_every_seed) {
    struct random random = {5};
    for (size_t count = 1; count <= MOST; count++) {
        size_t square[MOST], turns[MOST];
        for (size_t seed = 0; seed < 20; seed++) {
            order_turns(&random, seed, count, square, turns);
            assert_permutation(turns, count);
        }
    }
}

TEST(everybody_has_every_place_once_in_as_many_seeds_as_there_are_libraries) {
    struct random random = {5};
    for (size_t count = 1; count <= MOST; count++) {
        size_t square[MOST], turns[MOST], places[MOST][MOST] = {{0}};
        for (size_t seed = 0; seed < 3 * count; seed++) {
            order_turns(&random, seed, count, square, turns);
            for (size_t t = 0; t < count; t++)
                places[turns[t]][t]++;
        }
        for (size_t i = 0; i < count; i++)
            for (size_t t = 0; t < count; t++)
                assert_int_equal(places[i][t], 3);
    }
}

TEST(first_places_are_even_where_there_is_one_seed_only) {
    enum { COUNT = 5, TIMES = 20000 };
    struct random random = {8};
    size_t first[COUNT] = {0}, square[COUNT], turns[COUNT];
    for (int i = 0; i < TIMES; i++) {
        order_turns(&random, 0, COUNT, square, turns);
        first[turns[0]]++;
    }
    for (size_t i = 0; i < COUNT; i++)
        assert_uint_in_range(first[i], TIMES / COUNT * 94 / 100, TIMES / COUNT * 106 / 100);
}

TEST(the_same_seed_gives_the_same_order_and_another_one_another) {
    struct random one = {1}, same = {1}, other = {random_derive(1, 1)};
    size_t square[MOST], a[MOST], b[MOST], differing = 0;
    for (int i = 0; i < 20; i++) {
        order_turns(&one, 0, MOST, square, a);
        order_turns(&same, 0, MOST, square, b);
        assert_memory_equal(a, b, sizeof a);
        order_turns(&other, 0, MOST, square, b);
        differing += memcmp(a, b, sizeof a) != 0;
    }
    assert_true(differing > 15);
}

TEST(a_place_in_a_run_has_a_stream_of_its_own) {
    static const struct {
        uint64_t seed;
        const char *action;
        size_t round, point;
    } places[] = {
        {1, "axpy", 0, 0}, {2, "axpy", 0, 0}, {1, "dot", 0, 0},
        {1, "axpy", 1, 0}, {1, "axpy", 0, 1}, {1, "axpy", 0, ORDER_ALL_POINTS},
    };
    enum { PLACES = sizeof places / sizeof *places };
    uint64_t first[PLACES];
    for (size_t i = 0; i < PLACES; i++) {
        struct random random =
            order_stream(places[i].seed, places[i].action, places[i].round, places[i].point);
        struct random again =
            order_stream(places[i].seed, places[i].action, places[i].round, places[i].point);
        first[i] = random_next(&random);
        assert_true(first[i] == random_next(&again));
        for (size_t k = 0; k < i; k++)
            assert_true(first[i] != first[k]);
    }
}
