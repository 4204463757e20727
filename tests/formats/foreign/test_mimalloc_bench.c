/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/formats/foreign.h"

#include "formats/foreign/foreign.h"

#define FORMAT &mimalloc_bench_format
#define HEADER "# benchmark allocator elapsed rss user sys page-faults page-reclaims\n"

TEST(benchmarks_are_actions_and_allocators_libraries) {
    struct run *run = foreign_run(NULL, "benchres.csv",
                                  HEADER "cfrac    fx    03.11   4528  3.10 0.02 1 452\n"
                                         "cfrac    hive  03.29   4716  3.27 0.01 0 470\n"
                                         "cfrac    fx    03.12   4528  3.10 0.02 1 452\n"
                                         "glassN   fx    00.41  28800  2.30 0.18 0 6911\n"
                                         "glassN   sys 1:05.33  61004 61.70 3.41 0 15320\n",
                                  NULL);
    assert_string_equal(facts_text(&run->facts, "source_format", ""), "mimalloc-bench");
    assert_int_equal(run->measurement_count, 2);
    const struct measurement *m = run_find(run, "cfrac");
    assert_int_equal(m->series_count, 2);
    assert_true(foreign_seconds(m, "fx", 0, 0, 0) == 3.11);
    assert_true(foreign_seconds(m, "fx", 0, 0, 1) == 3.12);
    assert_true(foreign_seconds(m, "hive", 0, 0, 0) == 3.29);
    const struct series *fx = measurement_find(m, "fx");
    assert_true(fx->max_memory[0] == 4528 * 1024);
    assert_true(fx->user_seconds[0] == 3.1);
    assert_true(fx->system_seconds[0] == 0.02);
    assert_true(fx->major_faults[0] == 1);
    assert_true(fx->minor_faults[0] == 452);
    assert_true(foreign_seconds(run_find(run, "glassN"), "sys", 0, 0, 0) == 65.33);
    run_free(run);
}

TEST(what_is_not_as_it_should_be_is_refused) {
    foreign_assert_refused(FORMAT, "x.csv", "a b c\n", NULL,
                           "x.csv: no line begins with # benchmark allocator elapsed rss");
    foreign_assert_refused(FORMAT, "x.csv", HEADER "a fx 1 2 3 4 5 6\na sys late 2 3 4 5 6\n", NULL,
                           "x.csv: line 3: \"late\" is no time; delete the line");
    foreign_assert_refused(FORMAT, "x.csv", HEADER "a fx 1 2 3 4 5 6\na sys 2 2 3\n", NULL,
                           "x.csv: no lines of as many words as the header");
    foreign_assert_refused(FORMAT, "x.csv", HEADER, NULL,
                           "x.csv: no lines of as many words as the header");
    char long_one[2048] = "\n" HEADER;
    for (int i = 0; i < 10; i++)
        strcat(long_one, "a fx 1 2 3 4 5 6\n");
    strcat(long_one, "a sys 2 2 3\n");
    foreign_assert_refused(FORMAT, "x.csv", long_one, NULL,
                           "x.csv: line 13: 5 words, where the header has 8");
}
