/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "plot/analysis/highlight.h"
#include "plot/kinds/profile.h"
#include "tests/test.h"

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

ALL_TESTS(write_tables, remove_tables);

TEST(libraries_are_steps_with_bands) {
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

TEST(several_files_are_one_profile_that_names_their_machines) {
    struct drawn drawn = draw(files, 2, NULL);
    assert_int_equal(drawn.code, 0);
    assert_non_null(strstr(drawn.set.charts[0].title, "8 problems of axpy and dot"));
    assert_non_null(strstr(drawn.set.charts[0].subtitle,
                           "warning: problems of 2 machines in one profile: node1 and node2"));
    chart_set_release(&drawn.set);
}

TEST(a_single_library_is_an_error) {
    struct drawn drawn = draw(files, 1, "a");
    assert_int_equal(drawn.code, ERR_USAGE);
    assert_non_null(strstr(drawn.err.message, "there is only a"));
    chart_set_release(&drawn.set);
}

/* --- many libraries --- */

enum { MANY = 12 };

/* Of LIBRARIES, from a on. As in Gould and Scott: among all, a is before b; of the two alone, b is
 * before a. Those after c are slower than they are. */
static void write_many(const char *path, size_t libraries) {
    static const double factors[3][3] = {{16, 8, 1}, {1, 16, 16}, {16, 2, 1}};
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs("action,library,size,round,seed,seconds\n", file);
    for (int size = 0; size < 3; size++)
        for (int round = 0; round < 3; round++)
            for (size_t l = 0; l < libraries; l++)
                fprintf(file, "axpy,%c,%d,%d,0,%.17g\n", (char)('a' + l), size + 1, round,
                        1e-6 * (l < 3 ? factors[size][l] : 40 + (double)l) *
                            (1 + 0.01 * (double)round));
    assert_int_equal(fclose(file), 0);
}

static struct drawn draw_many(size_t libraries, const char *highlight) {
    char many[] = "/tmp/benchmat-profile-XXXXXX.csv";
    close(mkstemps(many, 4));
    write_many(many, libraries);
    const char *sources[] = {many};
    struct options options = {.sources = sources, .source_count = 1, .terms.since = NAN};
    options.output.source = many;
    options.wording.highlights = &highlight;
    options.wording.highlight_count = highlight != NULL;
    struct drawn drawn = {.err = {""}};
    drawn.code = profile_make(&drawn.set, NULL, &options, &drawn.err);
    unlink(many);
    if (drawn.code)
        fail_msg("%s", drawn.err.message);
    assert_int_equal(
        highlight_apply(&drawn.set, &highlight, options.wording.highlight_count, &drawn.err), 0);
    return drawn;
}

TEST(few_libraries_all_stand_out_with_their_pairs) {
    struct drawn drawn = draw_many(MANY - 1, NULL);
    assert_non_null(strstr(drawn.set.charts[0].subtitle,
                           "\na is before b here, but behind it if only these two are compared "
                           "(--library a,b): the order depends on"));
    assert_null(strstr(drawn.set.charts[0].subtitle, "grey"));
    chart_set_release(&drawn.set);
}

TEST(of_many_those_that_win_stand_out) {
    struct drawn drawn = draw_many(MANY, NULL);
    const struct chart *chart = &drawn.set.charts[0];
    for (size_t s = 0; s < chart->series_count; s++) {
        int stands_out = strchr("ac", *chart->series[s].name) != NULL;
        assert_int_equal(chart->series[s].colour != COLOUR_FAINT, stands_out);
    }
    assert_non_null(strstr(chart->subtitle, "\n10 others in grey: b, d, e, "));
    assert_null(strstr(chart->subtitle, "is before"));
    chart_set_release(&drawn.set);
}

TEST(a_pair_that_stands_out_is_told_in_a_line) {
    struct drawn drawn = draw_many(MANY, "a,b");
    assert_non_null(strstr(drawn.set.charts[0].subtitle,
                           "\na is before b here, but behind it if only these two are compared\n"
                           "10 others in grey: c, d, "));
    chart_set_release(&drawn.set);
}
