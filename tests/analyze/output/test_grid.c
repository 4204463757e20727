/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/analyze/sample_table.h"
#include "analyze/output/grid.h"
#include "formats/text/unicode.h"
#include "tests/test.h"

/* A sweep with a wrong answer, and a long name, in lines of at most WIDTH columns. */
static char *print_in(size_t width, const char *list, int is_colored) {
    struct run *run = sample_sweep(3, 4);
    sample_series(run, "a-library-with-a-very-long-name", 3);
    struct series *blis = &run->measurements[0].series[1];
    blis->status[2] = CELL_WRONG;
    blis->max_error[2] = blis->mean_error[2] = blis->total_error[2] = 0.5;
    struct table table = table_of(run);
    struct view view = {0};
    struct records records;
    struct grid grid;
    struct err err = {""};
    char *text = NULL;
    size_t size = 0;
    FILE *memory = open_memstream(&text, &size);
    view.is_wide = 1;
    assert_true(!list || view_set_columns(&view, list, &err) == 0);
    records_of_section(&records, &table, &table.sections[0], &view, 0);
    grid_init(&grid, &records);
    grid_print(&grid, memory, width, is_colored);
    fclose(memory);
    grid_release(&grid);
    records_release(&records);
    view_release(&view);
    table_release(&table);
    return text;
}

/* Which headings there are within that width. */
static void assert_headings(size_t width, const char *list, const char *wanted) {
    char *text = print_in(width, list, 0), *rest = text, *word, headings[256] = "";
    char *line = strsep(&rest, "\n");
    while ((word = strsep(&line, " ")))
        if (*word)
            strcat(strcat(headings, *headings ? " " : ""), word);
    assert_string_equal(headings, wanted);
    free(text);
}

TEST(where_there_is_room_all_that_is_usual_is_shown) {
    assert_headings(
        200, NULL,
        "size stride library mean ± median sd n time ÷ openblas verdict max error mean error "
        "total error status");
}

TEST(sd_median_and_n_are_left_out_first) {
    assert_headings(
        143, NULL,
        "size stride library mean ± median n time ÷ openblas verdict max error mean error "
        "total error status");
    assert_headings(
        133, NULL,
        "size stride library mean ± n time ÷ openblas verdict max error mean error total error "
        "status");
    assert_headings(127, NULL,
                    "size stride library mean ± time ÷ openblas verdict max error mean error total "
                    "error status");
}

TEST(others_are_left_out_from_the_right) {
    assert_headings(99, NULL,
                    "size stride library mean ± time ÷ openblas verdict max error status");
    assert_headings(90, NULL, "size stride library mean ± time ÷ openblas verdict status");
}

TEST(errors_make_a_table_wider_than_the_usual_width) {
    char *text = print_in(100, NULL, 0);
    assert_non_null(strstr(text, "total error"));
    free(text);
}

TEST(the_verdict_goes_at_last) {
    assert_headings(76, NULL, "size stride library time ÷ openblas verdict status");
    assert_headings(40, NULL, "size stride library time ÷ openblas status");
}

TEST(what_is_left_out_of_the_result_is_told) {
    static const struct {
        size_t width;
        const char *line;
    } cases[] = {{76, "\nnot shown at --width 76: mean ±, max error, mean error, total error\n"},
                 {40, "\nnot shown at --width 40: 5 columns\n"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char *text = print_in(cases[i].width, NULL, 0);
        if (!strstr(text, cases[i].line))
            fail_msg("%s", text);
        free(text);
    }
    char *text = print_in(200, NULL, 0);
    assert_null(strstr(text, "not shown at"));
    free(text);
}

TEST(what_was_asked_for_is_never_left_out) {
    assert_headings(40, "size,sd,median,n,mean,library", "size sd median n mean ± library");
}

TEST(every_line_fits) {
    for (size_t width = 60; width < 100; width++) {
        char *text = print_in(width, NULL, 0), *rest = text, *line;
        while ((line = strsep(&rest, "\n")))
            if (utf8_width(line) > width)
                fail_msg("%zu columns, not %zu: %s", utf8_width(line), width, line);
        free(text);
    }
}

TEST(names_are_shortened_in_their_middle) {
    char *text = print_in(60, NULL, 0);
    assert_non_null(strstr(text, "a-"));
    assert_non_null(strstr(text, "…"));
    assert_null(strstr(text, "a-library-with-a-very-long-name"));
    free(text);
}

/* --- colours --- */

/* TEXT without the sequences. */
static void strip(char *text) {
    char *to = text;
    while (*text) {
        if (*text == '\033')
            text += strcspn(text, "m") + 1;
        else
            *to++ = *text++;
    }
    *to = '\0';
}

TEST(colors_change_nothing_but_colors) {
    char *plain = print_in(100, NULL, 0), *colored = print_in(100, NULL, 1);
    assert_null(strchr(plain, '\033'));
    assert_non_null(strchr(colored, '\033'));
    strip(colored);
    assert_string_equal(colored, plain);
    free(plain);
    free(colored);
}

TEST(headings_are_bold_and_what_went_wrong_is_yellow) {
    char *text = print_in(100, NULL, 1);
    assert_non_null(strstr(text, "\033[1mlibrary\033[0m"));
    assert_non_null(strstr(text, "\033[33mwrong\033[0m"));
    assert_non_null(strstr(text, "\033[31m"));
    assert_non_null(strstr(text, "\033[32m"));
    free(text);
}

/* --- cells --- */

TEST(a_cell_comes_apart_at_its_tabs) {
    const char *cell = "1\t.32×\t\t≈";
    char part[GRID_PART];
    assert_true(grid_next_part(&cell, part, sizeof part));
    assert_string_equal(part, "1");
    assert_true(grid_next_part(&cell, part, sizeof part));
    assert_string_equal(part, ".32×");
    assert_true(grid_next_part(&cell, part, sizeof part));
    assert_string_equal(part, "");
    assert_true(grid_next_part(&cell, part, sizeof part));
    assert_string_equal(part, "≈");
    assert_false(grid_next_part(&cell, part, sizeof part));
}

TEST(a_column_without_anything_is_left_out_unless_it_was_asked_for) {
    char *text = print_in(100, "library,rate", 0);
    assert_non_null(strstr(text, "rate"));
    assert_non_null(strstr(text, "  -"));
    free(text);
    text = print_in(200, NULL, 0);
    assert_null(strstr(text, "rate"));
    free(text);
}
