/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "plot/kinds/profile.h"

/* A table of ACTION, whose library b takes from 1 to 4 times as long as a. */
static void write_table(const char *path, const char *action, const char *host) {
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs("action,library,size,round,seed,seconds,host\n", file);
    for (int size = 1; size <= 4; size++)
        for (int round = 0; round < 3; round++)
            fprintf(file,
                    "%s,a,%d,%d,0,%.17g,%s\n"
                    "%s,b,%d,%d,0,%.17g,%s\n",
                    action, size, round, 1e-6 * size * (1 + 0.01 * round), host, action, size,
                    round, 1e-6 * size * size * (1 + 0.01 * round), host);
    assert_int_equal(fclose(file), 0);
}

struct drawn {
    struct chart_set set;
    int code;
    struct err err;
};

static struct drawn draw(const char **files, size_t count, const char *library) {
    struct options options = {.sources = files, .source_count = count, .terms.since = NAN};
    struct drawn drawn = {.err = {""}};
    options.output.source = files[0];
    if (library)
        assert_int_equal(filter_add_libraries(&options.filter, library, NULL), 0);
    drawn.code = profile_make(&drawn.set, NULL, &options, &drawn.err);
    filter_release(&options.filter);
    return drawn;
}

static char first[] = "/tmp/benchmat-profile-XXXXXX.csv",
            second[] = "/tmp/benchmat-profile-XXXXXX.csv";
static const char *files[] = {first, second};

static int write_tables(void **state) {
    (void)state;
    close(mkstemps(first, 4));
    close(mkstemps(second, 4));
    write_table(first, "axpy", "node1");
    write_table(second, "dot", "node2");
    return 0;
}

static int remove_tables(void **state) {
    (void)state;
    return unlink(first) | unlink(second);
}

static void libraries_are_steps_with_bands(void **state) {
    (void)state;
    struct drawn drawn = draw(files, 1, NULL);
    if (drawn.code)
        fail_msg("%s", drawn.err.message);
    assert_int_equal(drawn.set.count, 1);
    const struct chart *chart = &drawn.set.charts[0];
    assert_int_equal(chart->style, STYLE_STEPS);
    assert_int_equal(chart->series_count, 2);
    assert_string_equal(chart->series[0].name, "a");
    const struct series_data *b = &chart->series[1];
    assert_int_equal(b->count, 4);
    for (size_t i = 0; i < 4; i++) {
        assert_float_equal(b->x[i], (double)i + 1, 1e-9);
        assert_float_equal(b->y[i], 0.25 * (double)(i + 1), 1e-9);
        assert_true(b->low[i] < b->y[i] && b->y[i] <= b->high[i]);
    }
    assert_true(chart->x.low == 1 && chart->x.high > 4);
    assert_non_null(strstr(chart->title, "performance profile — 4 problems of axpy"));
    assert_non_null(strstr(chart->subtitle, "bands: pointwise 95 % intervals"));
    assert_non_null(strstr(chart->subtitle, "4 problems tell little of others"));
    assert_null(strstr(chart->subtitle, "warning"));
    assert_non_null(drawn.set.caption);
    chart_set_release(&drawn.set);
}

static void several_files_are_one_profile_that_names_their_machines(void **state) {
    (void)state;
    struct drawn drawn = draw(files, 2, NULL);
    assert_int_equal(drawn.code, 0);
    assert_non_null(strstr(drawn.set.charts[0].title, "8 problems of axpy and dot"));
    assert_non_null(strstr(drawn.set.charts[0].subtitle,
                           "warning: problems of 2 machines in one profile: node1 and node2"));
    chart_set_release(&drawn.set);
}

static void a_single_library_is_an_error(void **state) {
    (void)state;
    struct drawn drawn = draw(files, 1, "a");
    assert_int_equal(drawn.code, ERR_USAGE);
    assert_non_null(strstr(drawn.err.message, "there is only a"));
    chart_set_release(&drawn.set);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(libraries_are_steps_with_bands),
        cmocka_unit_test(several_files_are_one_profile_that_names_their_machines),
        cmocka_unit_test(a_single_library_is_an_error),
    };
    return cmocka_run_group_tests_name("plot/kinds/profile", tests, write_tables, remove_tables);
}
