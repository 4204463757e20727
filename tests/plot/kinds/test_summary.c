/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "plot/kinds/summary.h"
#include "tests/test.h"

static char path[] = "/tmp/benchmat-summary-XXXXXX.csv";

static void write_sample(FILE *file, const char *action, const char *library, int size, int round,
                         double seconds) {
    fprintf(file, "%s,%s,%d,%d,0,%.17g\n", action, library, size, round,
            seconds * (1 + 0.01 * round));
}

/* In axpy b takes 1 to 4 times as long as a, and c half as long, but is there at two sizes only, so
 * that its mean comes last. In dot there is a alone. In scal b takes twice as long. */
static int write_table(void **state) {
    (void)state;
    close(mkstemps(path, 4));
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs("action,library,size,round,seed,seconds\n", file);
    for (int size = 1; size <= 4; size++)
        for (int round = 0; round < 3; round++) {
            write_sample(file, "axpy", "a", size, round, 1e-6 * size);
            write_sample(file, "axpy", "b", size, round, 1e-6 * size * size);
            if (size <= 2)
                write_sample(file, "axpy", "c", size, round, 0.5e-6 * size);
            write_sample(file, "dot", "a", size, round, 1e-6);
            write_sample(file, "scal", "a", size, round, 1e-6);
            write_sample(file, "scal", "b", size, round, 2e-6);
        }
    return fclose(file);
}

static int remove_table(void **state) {
    (void)state;
    return unlink(path);
}

static int draw(struct chart_set *set, const char *library, struct err *err) {
    const char *file = path;
    struct options options = {.sources = &file, .source_count = 1, .terms.since = NAN};
    *set = (struct chart_set){.charts = NULL};
    if (library)
        assert_int_equal(filter_add_libraries(&options.filter, library, NULL), 0);
    int code = summary_make(set, NULL, &options, err);
    filter_release(&options.filter);
    return code;
}

ALL_TESTS(write_table, remove_table);

TEST(each_action_has_its_geometric_means) {
    static const struct {
        const char *name;
        double at; /* NaN for a heading */
    } wanted[] = {{"axpy, 4 points", NAN},
                  {"a", 1},
                  {"b", 2.2133638394006434},
                  {"c", 0.5},
                  {"scal, 4 points", NAN},
                  {"a", 1},
                  {"b", 2}};
    enum { ROWS = sizeof wanted / sizeof *wanted };
    struct chart_set set;
    struct err err = {""};
    if (draw(&set, NULL, &err) != 0)
        fail_msg("%s", err.message);
    const struct chart *chart = &set.charts[0];
    assert_int_equal(set.count, 1);
    assert_int_equal(chart->row_count, ROWS); /* dot has nothing to compare */
    for (size_t i = 0; i < ROWS; i++) {
        assert_string_equal(chart->series[i].name, wanted[i].name);
        assert_int_equal(chart->rows[i].kind, isnan(wanted[i].at) ? FOREST_HEADING : FOREST_DOT);
        if (!isnan(wanted[i].at))
            assert_float_equal(chart->rows[i].at, wanted[i].at, 1e-9);
    }
    assert_non_null(strstr(chart->rows[3].text, ", of 2 points"));
    assert_string_equal(chart->rows[1].text, "1×");
    assert_null(strstr(chart->rows[2].text, "of"));
    assert_int_equal(chart->series[2].colour, chart->series[6].colour);
    assert_non_null(strstr(chart->title, "geometric means of the time relative to a"));
    assert_non_null(set.caption);
    chart_set_release(&set);
}

TEST(a_single_library_is_an_error) {
    struct chart_set set;
    struct err err = {""};
    assert_int_equal(draw(&set, "a", &err), ERR_USAGE);
    assert_non_null(strstr(err.message, "no library has a ratio to the reference"));
    chart_set_release(&set);
}
