/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdio.h>
#include <string.h>

#include "plot/analysis/highlight.h"
#include "tests/plot/kinds/samples_file.h"
#include "tests/test.h"

/* Of LIBRARIES, lib0 is the reference, and lib3 the fastest. */
static void write_libraries(const char *path, int libraries) {
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs("action,library,size,round,seconds\n", file);
    for (int size = 10; size <= 1000; size *= 100)
        for (int round = 0; round < 5; round++)
            for (int l = 0; l < libraries; l++)
                fprintf(file, "axpy,lib%d,%d,%d,%.17g\n", l, size, round,
                        1e-9 * size * (l == 3 ? 0.5 : 1 + l) * (1 + 0.01 * round));
    assert_int_equal(fclose(file), 0);
}

static void draw(struct chart_set *set, int libraries) {
    char path[] = "/tmp/benchmat-samples-XXXXXX.csv";
    const char *sources[] = {path};
    struct err err = {""};
    close(mkstemps(path, 4));
    write_libraries(path, libraries);
    int code = samples_file_draw(set, "ecdf", sources, 1, &err);
    unlink(path);
    if (code || highlight_apply(set, NULL, 0, &err) != 0)
        fail_msg("%s", err.message);
}

TEST(few_libraries_all_have_colours) {
    struct chart_set set;
    draw(&set, HIGHLIGHT_MANY - 1);
    for (size_t s = 0; s < set.charts[0].series_count; s++)
        assert_int_equal(set.charts[0].series[s].colour, s);
    assert_null(strstr(set.charts[0].subtitle, "grey"));
    chart_set_release(&set);
}

TEST(of_many_the_reference_and_the_fastest_stand_out) {
    struct chart_set set;
    draw(&set, HIGHLIGHT_MANY);
    const struct chart *chart = &set.charts[0];
    assert_int_equal(chart->series_count, HIGHLIGHT_MANY);
    for (size_t s = 0; s < chart->series_count; s++)
        assert_int_equal(chart->series[s].colour, s == 0 ? 0 : s == 3 ? 1 : COLOUR_FAINT);
    assert_non_null(strstr(chart->subtitle, "\n10 others in grey: lib1, lib2, lib4, "));
    chart_set_release(&set);
}
