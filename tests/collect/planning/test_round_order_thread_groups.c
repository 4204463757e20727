/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdio.h>
#include <string.h>

#include "collect/planning/round_order.h"
#include "tests/test.h"

enum { POINTS = 5 };

static struct point points[POINTS];
static struct plan plan;
static struct thread_groups groups;

static void find(const int *threads) {
    plan = (struct plan){.points = points, .count = POINTS};
    for (size_t p = 0; p < POINTS; p++)
        points[p] = (struct point){.design_point = {.size = 1, .threads = threads[p]}};
    assert_int_equal(thread_groups_find(&groups, &plan, NULL), 0);
}

static int end(void **state) {
    (void)state;
    thread_groups_release(&groups);
    return 0;
}

EACH_TEST(NULL, end);

TEST(points_of_as_many_threads_are_a_group) {
    find((const int[]){1, 1, 2, 2, 4});
    assert_int_equal(groups.count, 3);
    assert_int_equal(groups.items[1].threads, 2);
    assert_int_equal(groups.items[1].begin, 2);
    assert_int_equal(groups.items[1].end, 4);
    assert_int_equal(groups.items[2].end, POINTS);
}

TEST(each_round_has_an_order_of_its_own_that_can_be_drawn_again) {
    enum { ROUNDS = 24, ORDERS = 6 };
    size_t seen[3][3] = {{0}}, kept[3];
    find((const int[]){1, 1, 2, 2, 4});
    for (size_t round = 0; round < ROUNDS; round++) {
        thread_groups_draw(&groups, 7, "axpy", round);
        for (size_t t = 0; t < 3; t++) {
            kept[t] = groups.turns[t];
            seen[t][groups.turns[t]]++;
        }
        assert_int_equal(1u << kept[0] | 1u << kept[1] | 1u << kept[2], 7);
        thread_groups_draw(&groups, 7, "axpy", round + 1);
        thread_groups_draw(&groups, 7, "axpy", round);
        assert_memory_equal(groups.turns, kept, sizeof kept);
    }
    for (size_t t = 0; t < 3; t++)
        for (size_t g = 0; g < 3; g++)
            assert_uint_in_range(seen[t][g], 1, ROUNDS - 2);
}

TEST(the_orders_are_recorded) {
    struct facts facts = {0};
    char expected[64];
    find((const int[]){3, 3, 3, 8, 8});
    thread_groups_describe(&groups, 7, "axpy", 2, &facts);
    int first[2];
    for (size_t round = 0; round < 2; round++) {
        thread_groups_draw(&groups, 7, "axpy", round);
        first[round] = groups.items[groups.turns[0]].threads;
    }
    snprintf(expected, sizeof expected, "%d,%d %d,%d", first[0], 11 - first[0], first[1],
             11 - first[1]);
    assert_string_equal(facts_text(&facts, "thread_orders", ""), expected);
    facts_release(&facts);
}

TEST(of_one_number_there_is_nothing_to_record) {
    struct facts facts = {0};
    find((const int[]){2, 2, 2, 2, 2});
    assert_int_equal(groups.count, 1);
    thread_groups_draw(&groups, 7, "axpy", 0);
    assert_int_equal(groups.turns[0], 0);
    thread_groups_describe(&groups, 7, "axpy", 3, &facts);
    assert_int_equal(facts.count, 0);
}
