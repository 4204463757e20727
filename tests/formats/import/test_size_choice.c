/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/formats/foreign.h"

#include "formats/foreign/foreign.h"

/* The only action of lines of Go, "NAME NANOSECONDS". */
static struct run *of_names(const char *const *lines) {
    char text[2000] = "";
    for (size_t used = 0; *lines; lines++)
        used += (size_t)snprintf(text + used, sizeof text - used, "Benchmark%.*s-8 1 %s ns/op\n",
                                 (int)strcspn(*lines, " "), *lines, strchr(*lines, ' ') + 1);
    return foreign_run(&go_benchmark_format, "x.txt", text, NULL);
}

TEST(sizes_are_all_numbers_of_one_name) {
    static const char *const lines[] = {"C/size=15/align=0 46",    "C/size=1kB/align=0 452",
                                        "C/size=4kB/align=0 1701", "C/size=15/align=1 46",
                                        "C/size=1kB/align=1 452",  NULL};
    struct run *run = of_names(lines);
    struct measurement *m = run_find(run, "C");
    assert_int_equal(run->measurement_count, 1);
    assert_int_equal(m->points, 5);
    assert_int_equal(m->sizes[1], 1000);
    assert_true(measurement_find_parameter(m, "align")->values[4] == 1);
    run_free(run);
}

TEST(a_size_is_called_as_in_the_file) {
    static const char *const lines[] = {"F/N=64/k=0 1", "F/N=128/k=0 2", "F/N=64/k=1 3", NULL};
    struct run *run = of_names(lines);
    struct measurement *m = run_find(run, "F");
    assert_int_equal(m->sizes[1], 128);
    assert_string_equal(facts_text(&m->facts, FACT_SIZE_NAME, ""), "N");
    assert_int_equal(m->parameter_count, 1);
    run_free(run);
}

/* Of 0 elements there is nothing to be done; k has as many values, but is no cause. */
TEST(the_size_is_with_what_times_grow) {
    static const struct {
        const char *lines[5];
        const char *parameter; /* that remains */
    } cases[] = {
        {{"F/64/0 1", "F/128/0 2", "F/64/1 1.5", "F/128/1 2.5"}, "arg1"},
        {{"F/bits=8/k=2 1", "F/bits=16/k=1 2", "F/bits=8/k=1 1.1", "F/bits=16/k=2 1.9"}, "k"},
        {{"F/a=1/b=2 1", "F/a=1/b=4 2", "F/a=1/b=8 4", "F/a=3/b=2 1.5"}, "a"},
        {{"F/stride=2/8 1", "F/stride=4/8 2"}, "stride"},
        {{"F/3/8 1"}, "arg0"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct run *run = of_names(cases[i].lines);
        struct measurement *m = run_find(run, "F");
        assert_int_equal(m->parameter_count, 1);
        assert_string_equal(m->parameters[0].name, cases[i].parameter);
        assert_null(facts_find(&m->facts, FACT_AXIS));
        run_free(run);
    }
}

TEST(what_cannot_be_a_size_is_an_axis) {
    static const char *const cases[][4] = {{"F/x=0 1", "F/x=10 2"},
                                           {"F/x=0.5 1", "F/x=100 2"},
                                           {"F/x=-5 1", "F/x=5 2"},
                                           {"F/stride=2 1", "F/stride=4 2"},
                                           {"F 1", "F/x=8 2"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct run *run = of_names(cases[i]);
        struct measurement *m = run_find(run, "F");
        assert_int_equal(m->points, 2);
        assert_int_equal(m->sizes[1], 1);
        assert_string_equal(facts_text(&m->facts, FACT_AXIS, ""), m->parameters[0].name);
        run_free(run);
    }
}
