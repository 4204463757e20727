/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analyze/output/print.h"
#include "tests/analyze/printed.h"
#include "tests/test.h"

/* What LaTeX makes of a library called NAME, as it stands in a table. */
static void assert_spelled(const char *name, const char *wanted) {
    struct run *run = sample_run(1, 3, 4);
    sample_series(run, name, 1);
    struct table table = table_of(run);
    char *text = print_as("latex", &table, &(struct printing){.summary_only = 1});
    const char *from = strstr(text, "\\midrule\n") + 9, *to = strstr(from, " & ");
    char *cell = strndup(from, (size_t)(to - from));
    assert_string_equal(cell, wanted);
    free(cell);
    free(text);
    table_release(&table);
}

TEST(latex_has_tables_between_rules) {
    struct table table = troubled_table();
    char *text = print_as("latex", &table, &(struct printing){0});
    static const char *const words[] = {"\\begin{tabular}{", "\\toprule\n", "\\midrule\n",
                                        "\\bottomrule\n", "\\end{tabular}\n"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        assert_int_equal(count(text, words[i]), 2);
    assert_non_null(strstr(text, "% \\usepackage{booktabs}\n"));
    assert_null(strchr(text, '\t'));
    free(text);
    table_release(&table);
}

/* Whatever is outside a table is a comment or blank. */
TEST(latex_words_are_comments) {
    struct table table = troubled_table();
    char *text = print_as("latex", &table, &(struct printing){.verbose = 1});
    assert_non_null(strstr(text, "\n% axpy: y = a x + y "));
    assert_non_null(strstr(text, "\n% warning: "));
    int is_inside = 0;
    size_t outside = 0;
    for (char *line = strtok(text, "\n"); line; line = strtok(NULL, "\n")) {
        is_inside |= strncmp(line, "\\begin{tabular}", 15) == 0;
        if (!is_inside)
            assert_int_equal(line[0], '%');
        outside += !is_inside;
        is_inside &= strcmp(line, "\\end{tabular}") != 0;
    }
    assert_true(outside > 3);
    free(text);
    table_release(&table);
}

/* How many columns the next tabular declares, beside what stands between them. */
static size_t declared_columns(const char *tabular) {
    size_t columns = 0;
    for (const char *at = strstr(tabular, "r}{") + 3; *at != '\n'; at++)
        columns += *at == 'l' || *at == 'r';
    return columns;
}

static size_t cells_of(const char *line, const char *end) {
    size_t cells = 1;
    for (; line < end; line++)
        cells += *line == '&' && line[-1] != '\\';
    return cells;
}

TEST(latex_rows_have_as_many_cells_as_their_table) {
    struct table table = noisy_table();
    char *text = print_as("latex", &table, &(struct printing){0}), *tabular = text;
    size_t rows = 0;
    while ((tabular = strstr(tabular, "\\begin{tabular}"))) {
        size_t columns = declared_columns(tabular);
        char *line = strstr(tabular, "\\midrule\n") + 9, *end;
        for (; strncmp(line, "\\bottomrule", 11) != 0; line = end + 1, rows++) {
            end = strchr(line, '\n');
            assert_memory_equal(end - 3, " \\\\", 3);
            assert_int_equal(cells_of(line, end), columns);
        }
        tabular = line;
    }
    assert_int_equal(rows, 6 + 3);
    free(text);
    table_release(&table);
}

TEST(latex_headings_span_the_parts_of_their_column) {
    struct table table = troubled_table();
    char *text = print_as("latex", &table, &(struct printing){0});
    assert_non_null(strstr(text, "\\begin{tabular}{rlr@{}l@{}l"));
    assert_non_null(strstr(text, "\\multicolumn{1}{r}{size} & \\multicolumn{1}{l}{library} & "
                                 "\\multicolumn{3}{l}{mean $\\pm$} & "));
    free(text);
    table_release(&table);
}

TEST(latex_is_told_numbers_with_their_intervals) {
    struct run *run = sample_run(1, 3, 4);
    sample_series(run, "a", 1);
    sample_series(run, "b", 1200);
    struct table table = table_of(run);
    char *text = print_as("latex", &table, &(struct printing){0});
    assert_non_null(strstr(text, "&~$\\pm$ 0.25&~ns & "));
    assert_non_null(strstr(text, "&~\\textmu{}s & "));
    assert_non_null(strstr(text, "1200&$\\times$&~~{[}1200, 1200{]}"));
    free(text);
    table_release(&table);
}

TEST(latex_does_not_repeat_a_size) {
    struct table table = troubled_table();
    char *text = print_as("latex", &table, &(struct printing){0});
    assert_int_equal(count(text, "\n10 & "), 1);
    assert_int_equal(count(text, "\n & "), 4);
    free(text);
    table_release(&table);
}

TEST(names_mean_nothing_to_latex) {
    assert_spelled("a_b", "a\\_b");
    assert_spelled("{$&#%}", "\\{\\$\\&\\#\\%\\}");
    assert_spelled("\\^~", "\\textbackslash{}\\textasciicircum{}\\textasciitilde{}");
    assert_spelled("<|>", "\\textless{}\\textbar{}\\textgreater{}");
}

TEST(names_do_not_begin_options) {
    assert_spelled("[3pt]", "{[}3pt{]}");
    assert_spelled("*", "{*}");
}

TEST(names_are_not_joined_to_other_characters) {
    assert_spelled("a--b", "a-\\kern0pt-b");
    assert_spelled("a-b", "a-b");
    assert_spelled("a,,b", "a,\\kern0pt,b");
    assert_spelled("''?`", "\\textquotesingle{}\\textquotesingle{}?\\textasciigrave{}");
    assert_spelled("\"", "\\texttt{\\char34}");
}

TEST(names_in_other_letters_are_kept) {
    assert_spelled("bücher", "bücher");
}
