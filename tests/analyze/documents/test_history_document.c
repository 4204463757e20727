/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyze/documents/history_document.h"
#include "analyze/output/print.h"
#include "tests/analyze/noise.h"
#include "tests/analyze/sample_history.h"

/* Thirty runs on the host north: openblas at size 10 takes 1.2 times as long from the 19th on, of
 * another version and kernel; at size 20, and blis, stay as they are. netlib has two runs, gslcblas
 * one. */
static struct diary thirty_runs(void) {
    unsigned short seed[3] = {1, 2, 3};
    struct diary diary = diary_begin(2);
    facts_set_text(&diary.cells.run->facts, FACT_HOST, "north");
    for (int i = 0; i < 30; i++) {
        int is_new = i >= 18;
        facts_set_text(&diary.cells.run->facts, "kernel", is_new ? "Linux 6.5" : "Linux 6.1");
        facts_set_text(&diary.library, "version", is_new ? "0.3.21" : "0.3.20");
        diary_run(&diary);
        diary_add(&diary, "openblas", 0,
                  1e-6 * (is_new ? 1.2 : 1) * exp(0.01 * noise_normal(seed)));
        diary_add(&diary, "openblas", 1, 2e-6 * exp(0.01 * noise_normal(seed)));
        diary_add(&diary, "blis", 0, 1e-6 * exp(0.01 * noise_normal(seed)));
        if (i >= 28)
            diary_add(&diary, "netlib", 0, 1e-6);
        if (i == 29)
            diary_add(&diary, "gslcblas", 0, 1e-6);
    }
    return diary;
}

/* To be freed; NULL where REPORT cannot be printed. */
static char *print_report(struct diary *diary, const char *name, struct history_report report,
                          struct err *err) {
    struct history_cells cells;
    const struct print_format *format = print_format_find(name, err);
    struct document document = {0};
    char *text = NULL;
    size_t size = 0;
    FILE *file = open_memstream(&text, &size);
    report.history = diary->history;
    report.cells = &cells;
    report.asked = (struct history_asked){0.05, 0.95, report.asked.least, QUANTITY_SECONDS};
    assert_int_equal(history_conclude(diary->history, &report.asked, &cells, err), 0);
    int code = format->is_for_people ? history_sheet(&document, &report, err)
                                     : history_document_of_all(&document, &report, err);
    if (code == 0)
        format->print(file, &document, 0, &(struct print_options){.width = 120});
    fclose(file);
    document_release(&document);
    history_report_release(&report);
    history_cells_release(&cells);
    if (code == 0)
        return text;
    free(text);
    return NULL;
}

static char *print_all(const char *format, struct history_report report) {
    struct diary diary = thirty_runs();
    struct err err = {""};
    char *text = print_report(&diary, format, report, &err);
    if (!text)
        fail_msg("%s", err.message);
    diary_end(&diary);
    return text;
}

static void assert_has(const char *text, const char *part) {
    if (!strstr(text, part))
        fail_msg("no \"%s\" in\n%s", part, text);
}

TEST(the_title_says_which_runs) {
    char *text = print_all("text", (struct history_report){0});
    assert_has(text, "axpy (d): history of 30 runs · 2025-01-01 to 2025-02-02 · north\n");
    free(text);
}

TEST(a_changed_cell_has_a_row) {
    char *text = print_all("text", (struct history_report){0});
    assert_has(text, "1 of 5 cells changed\nlibrary   point    ratio");
    assert_has(text, "2025-01-19  run_000019  run_000018     run_000019  run_00002");
    free(text);
}

TEST(what_else_changed_is_told_below) {
    char *text = print_all("text", (struct history_report){0});
    assert_has(text, "\nwhat else changed:\nbetween run_000018 and run_000019 · "
                     "openblas: 0.3.20 -> 0.3.21 · kernel: Linux 6.1 -> Linux 6.5\n");
    free(text);
}

TEST(what_did_not_change_is_counted) {
    char *text = print_all("text", (struct history_report){0});
    assert_has(text, "2 cells are steady over 30 runs · 1 cell with too few runs to show a change "
                     "· 1 cell with one run: no history");
    assert_null(strstr(text, "gslcblas"));
    free(text);
}

TEST(what_did_not_change_is_listed_when_asked_for) {
    char *text = print_all("text", (struct history_report){.verbose = 1});
    assert_has(text, "blis      size 10  steady          30  ");
    assert_has(text, "netlib    size 10  too few runs     2  ");
    assert_has(text, "gslcblas  size 10  one run          1  ");
    free(text);
}

TEST(a_change_that_is_too_small_is_none) {
    char *text = print_all("text", (struct history_report){.asked = {.least = 0.5}});
    assert_has(text, "none of 5 cells is shown to have changed\n");
    assert_has(text, "by 50 % or more");
    free(text);
}

TEST(copies_are_told) {
    char *text = print_all("text", (struct history_report){.copies = 3});
    assert_has(text, "\n3 runs are in several files, counted once\n");
    free(text);
}

TEST(an_empty_history_says_so) {
    struct diary diary = diary_begin(1);
    struct err err = {""};
    char *text = print_report(&diary, "text", (struct history_report){0}, &err);
    assert_non_null(text);
    assert_has(text, "no cell was measured");
    free(text);
    diary_end(&diary);
}

static size_t count_lines(const char *text) {
    size_t count = 0;
    for (; *text; text++)
        count += *text == '\n';
    return count;
}

TEST(programs_get_a_row_for_each_level) {
    char *text = print_all("csv", (struct history_report){0});
    assert_int_equal(count_lines(text), 1 + 5 + 1);
    assert_has(text, ",north,axpy,d,openblas,size 10,changed,30,2,1,18,");
    assert_has(text, ",north,axpy,d,openblas,size 10,changed,30,2,2,12,");
    assert_has(text, ",north,axpy,d,openblas,size 20,steady,30,1,1,30,");
    assert_has(text, "kernel: Linux 6.1 -> Linux 6.5,run_000018,run_000019,run_00002");
    free(text);
}

TEST(columns_are_chosen_and_rows_sorted) {
    struct view view = {0};
    struct err err;
    assert_int_equal(view_set_columns(&view, "library,level,level_runs", &err), 0);
    assert_int_equal(view_set_sort(&view, "library,-level", &err), 0);
    char *text = print_all("csv", (struct history_report){.view = &view});
    assert_string_equal(text, "library,level,level_runs\nblis,1,30\ngslcblas,1,1\nnetlib,1,2\n"
                              "openblas,2,12\nopenblas,1,18\nopenblas,1,30\n");
    free(text);
    view_release(&view);
}

TEST(a_column_of_tables_is_refused) {
    struct diary diary = thirty_runs();
    struct view view = {0};
    struct err err = {""};
    assert_int_equal(view_set_columns(&view, "library,p99", &err), 0);
    assert_null(print_report(&diary, "csv", (struct history_report){.view = &view}, &err));
    assert_has(err.message, "'p99'");
    view_release(&view);
    diary_end(&diary);
}
