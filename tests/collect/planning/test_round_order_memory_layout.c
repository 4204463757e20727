/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "collect/planning/round_order.h"
#include "tests/test.h"

enum { ROUNDS = 50 };

static struct settings settings_of(enum placement placement) {
    struct settings settings = SETTINGS_DEFAULT;
    settings.placement = placement;
    settings.seed = 5;
    return settings;
}

TEST(common_draws_another_layout_for_every_round) {
    struct settings settings = settings_of(PLACEMENT_COMMON);
    for (size_t a = 0; a < ROUNDS; a++) {
        uint64_t layout = memory_layout_layout(&settings, "axpy", a);
        assert_true(layout != 0);
        assert_true(layout != memory_layout_layout(&settings, "axpy", MEMORY_LAYOUT_PLANNING));
        for (size_t b = 0; b < a; b++)
            assert_true(layout != memory_layout_layout(&settings, "axpy", b));
    }
}

TEST(fixed_is_one_for_all_rounds_and_the_planning) {
    struct settings settings = settings_of(PLACEMENT_FIXED);
    uint64_t layout = memory_layout_layout(&settings, "axpy", MEMORY_LAYOUT_PLANNING);
    assert_true(layout != 0);
    for (size_t round = 0; round < ROUNDS; round++)
        assert_true(memory_layout_layout(&settings, "axpy", round) == layout);
}

TEST(free_leaves_it_to_the_system) {
    struct settings settings = settings_of(PLACEMENT_FREE);
    for (size_t round = 0; round < ROUNDS; round++)
        assert_true(memory_layout_layout(&settings, "axpy", round) == 0);
}

TEST(it_follows_from_seed_and_action) {
    struct settings settings = settings_of(PLACEMENT_COMMON), same = settings, other = settings;
    other.seed++;
    uint64_t layout = memory_layout_layout(&settings, "axpy", 3);
    assert_true(memory_layout_layout(&same, "axpy", 3) == layout);
    assert_true(memory_layout_layout(&other, "axpy", 3) != layout);
    assert_true(memory_layout_layout(&settings, "dot", 3) != layout);
}

TEST(what_was_drawn_is_recorded) {
    static const struct {
        enum placement placement;
        const char *name;
        size_t length; /* of three rounds' numbers */
    } cases[] = {
        {PLACEMENT_COMMON, "common", 3 * 16 + 2},
        {PLACEMENT_FIXED, "fixed", 16},
        {PLACEMENT_FREE, "free", 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct settings settings = settings_of(cases[i].placement);
        struct facts facts = {0};
        memory_layout_describe(&settings, "axpy", 3, &facts);
        assert_string_equal(facts_text(&facts, "layout", ""), cases[i].name);
        const char *drawn = facts_text(&facts, "layouts", "");
        assert_int_equal(strlen(drawn), cases[i].length);
        if (cases[i].length)
            assert_true(strtoull(drawn, NULL, 16) == memory_layout_layout(&settings, "axpy", 0));
        facts_release(&facts);
    }
}
