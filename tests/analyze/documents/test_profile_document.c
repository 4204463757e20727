/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analyze/documents/profile_document.h"
#include "tests/analyze/folded.h"
#include "tests/analyze/sample_run.h"
#include "tests/analyze/sheet_text.h"
#include "tests/test.h"

/* Eight sizes on HOST; blis is slower by the size's number of tens, from 1 to 8. */
static void add_run(struct profile *profile, const char *host, size_t rounds, int has_gaps) {
    struct run *run = sample_run(8, rounds, 2);
    facts_set_text(&run->facts, FACT_HOST, host);
    sample_series(run, "openblas", 1);
    struct series *blis = sample_series(run, "blis", 1);
    for (size_t p = 0; p < 8; p++)
        for (size_t i = 0; i < rounds * 2; i++)
            blis->seconds[p * rounds * 2 + i] *= (double)(p + 1);
    if (has_gaps) {
        blis->status[3] = CELL_WRONG;
        run->measurements[0].series[0].status[5] = blis->status[5] = CELL_CRASHED;
    }
    struct table table = folded(run, &(struct table_options){.with_provenance = 1});
    profile_add(profile, &table, &table.sections[0]);
    table_release(&table);
}

static char *sheet_of(struct profile *profile, const struct view *view) {
    struct document document = {0};
    struct err err = {""};
    assert_int_equal(profile_conclude(profile, 0.95, 0, &err), 0);
    assert_int_equal(profile_sheet(&document, profile, view, &err), 0);
    char *text = sheet_text(&document);
    profile_release(profile);
    return text;
}

static void assert_says(const char *text, const char *words) {
    if (!strstr(text, words))
        fail_msg("no \"%s\" in\n%s", words, text);
}

TEST(a_row_per_library_with_headings) {
    struct profile profile = {0};
    add_run(&profile, "node1", 3, 0);
    add_run(&profile, "node2", 3, 0);
    char *text = sheet_of(&profile, NULL);
    assert_says(text, "performance profile: 16 problems of axpy\n");
    assert_says(text, "warning: problems of 2 machines in one profile: node1 and node2");
    assert_says(text, "library   area ");
    assert_says(text, "≤ 1.1×  ≤ 1.5×  ≤ 2×");
    assert_says(text, "\nopenblas  1.00 [");
    assert_says(text, "100 % [8");
    assert_says(text, "\nblis      0.42 [");
    assert_null(strstr(text, "wrong"));
    free(text);
}

TEST(limits_are_told) {
    struct profile profile = {0};
    add_run(&profile, "node1", 1, 1);
    char *text = sheet_of(&profile, NULL);
    assert_says(text,
                "without a right answer: openblas failed in 1; blis wrong in 1, failed in 1\n");
    assert_says(text, "7 problems of a single round: how sure their times are is unknown");
    assert_says(text, "8 problems tell little of others: intervals are wide");
    assert_says(text, "1 problem was solved by one library alone, which is the fastest there");
    assert_says(text, "1 problem was solved by no library, and counts against all");
    assert_null(strstr(text, "warning"));
    free(text);
}

TEST(reversals_are_told_briefly_in_a_line) {
    struct profile_reversal pairs[] = {{"blis", "atlas"}, {"blis", "mkl"}, {"mkl", "atlas"}};
    static const char *const told[] = {
        "", "blis is before atlas here, but behind it if only these two are compared\n",
        "blis is before atlas here, but behind it if only these two are compared; so with 1 pair "
        "more\n",
        "blis is before atlas here, but behind it if only these two are compared; so with 2 pairs "
        "more\n"};
    for (size_t count = 0; count <= 3; count++) {
        struct profile profile = {.reversals = pairs, .reversal_count = count};
        char text[512] = "";
        FILE *file = fmemopen(text, sizeof text, "w");
        assert_non_null(file);
        profile_write_reversals_briefly(&profile, file);
        assert_int_equal(fclose(file), 0);
        assert_string_equal(text, told[count]);
    }
}

TEST(a_view_chooses_columns) {
    struct profile profile = {0};
    struct view view = {0};
    struct document document = {0};
    struct err err = {""};
    assert_int_equal(view_set_columns(&view, "library,within_2,within_2_low", &err), 0);
    add_run(&profile, "node1", 3, 0);
    char *text = sheet_of(&profile, &view);
    assert_says(text, "within_2_low");
    assert_null(strstr(text, "area  "));
    free(text);
    view_release(&view);

    assert_int_equal(view_set_columns(&view, "mean", &err), 0);
    add_run(&profile, "node1", 3, 0);
    assert_int_equal(profile_conclude(&profile, 0.95, 0, &err), 0);
    assert_int_equal(profile_sheet(&document, &profile, &view, &err), ERR_USAGE);
    document_release(&document);
    profile_release(&profile);
    view_release(&view);
}
