/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/import/axes.h"
#include "tests/test.h"

#include <stdio.h>

static int weight(const char *head, const char *const *names) {
    struct axis axis = {.head = head};
    for (; *names; names++)
        axis_note(&axis, *names);
    int is = axis_weight(&axis);
    axis_release(&axis);
    return is;
}

TEST(names_tell_what_they_are) {
    static const struct {
        int weight;
        const char *names[4];
    } known[] = {
        {0, {NULL}},
        {0, {"alpha", "beta"}},
        {-3, {"Compress", "decompress"}},
        {-3, {"`read`", "write (4 KiB)"}},
        {-2, {"cold start of x", "warm start", "load x"}},
        {-2, {"Q1", "q22", "query 3"}},
        {-2, {"small.json", "large.xml", "other"}},
        {0, {"small.json", "other", "more"}},
        {-1, {"linux-gnu", "macOS"}},
        {1, {"Rust 1.70", "Go", "C"}},
        {1, {"c++", "c"}},
        {0, {"c", "d"}},
        {1, {"lib 1.2", "lib 2.0.1", "lib v3.1"}},
        {1, {"a.js", "b.js"}},
        {1, {"std::sort", "pdq::sort"}},
        {0, {"quick sort", "merge sort"}},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        assert_int_equal(weight(NULL, known[i].names), known[i].weight);
}

TEST(a_word_above_names_tells_more) {
    static const char *const names[] = {"alpha", "beta", NULL}, *const files[] = {"a.png", NULL};
    assert_true(weight("Frameworks", names) > weight("algorithm", names));
    assert_true(weight("algorithm", names) > weight(NULL, names));
    assert_true(weight("queries", names) < weight("test", names));
    assert_true(weight("test", names) < 0);
    assert_true(weight("Library", files) > 0);
    assert_int_equal(axis_head_weight("library"), axis_head_weight("Libraries"));
    assert_int_equal(axis_head_weight("gizmo"), 0);
}

TEST(names_without_end_are_not_all_looked_at) {
    struct axis axis = {0};
    char name[32];
    for (int i = 0; i < 100000; i++) {
        snprintf(name, sizeof name, "sort %d x", i);
        axis_note(&axis, name);
    }
    assert_true(axis.names.count < 1000);
    assert_int_equal(axis_weight(&axis), 0);
    axis_release(&axis);
}
