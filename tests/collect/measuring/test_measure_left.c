/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which cells are marked, and what is told, where a library leaves processes running. */
#include <signal.h>

#include "tests/collect/fake.h"
#include "tests/collect/measuring.h"
#include "tests/test.h"

/* A library that leaves a process of KIND in its first call of each worker at size 20. */
static void add_leaving(const char *kind) {
    char lines[400];
    snprintf(lines, sizeof lines,
             "#include \"tests/collect/escapes.h\"\n"
             "#define BEFORE_AXPY static int calls; "
             "if (n == 20 && calls++ == 0) escapes_make(\"%s\")\n",
             kind);
    rig_add(&rig, kind, fake_build(kind, lines));
}

EACH_TEST(measuring_begin, measuring_end);
ALL_TESTS(fake_set_up, fake_tear_down);

TEST(a_daemon_marks_the_cell_that_left_it) {
    rig_add(&rig, "one", rig.builtin);
    add_leaving("setsid");
    plan_by_hand("axpy", 3);
    assert_int_equal(measured(), 0);
    assert_string_equal(facts_text(&m->facts, "left_running", ""), "2 1 setsid");
    assert_non_null(strstr(rig.notes, "axpy: setsid left 1 process running (bench-worker), which "
                                      "was ended; its cells are marked\n"));
    assert_int_equal(rig.faults, 1);
    for (size_t p = 0; p < 3; p++)
        assert_int_equal(m->series[1].status[p], CELL_OK);
}

/* It ran beside all calls of its worker, for all that is known. */
TEST(what_outlives_its_worker_marks_all_of_its_cells) {
    add_leaving("fork");
    plan_by_hand("axpy", 3);
    assert_int_equal(measured(), 0);
    assert_string_equal(facts_text(&m->facts, "left_running", ""), "2 0-2 fork");
    assert_int_equal(rig.faults, 1);
}

TEST(without_any_nothing_is_recorded) {
    rig_add(&rig, "one", rig.builtin);
    plan_by_hand("axpy", 2);
    assert_int_equal(measured(), 0);
    assert_null(facts_find(&m->facts, "left_running"));
}
