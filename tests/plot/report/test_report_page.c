/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <string.h>

#include <glib.h>

#include "plot/report/report_page.h"
#include "tests/plot/folder.h"
#include "tests/plot/sample.h"
#include "tests/test.h"

static const char hostile[] = "<script>alert(1)</script>";

/* A number in a table, with its text. */
struct line {
    const char *library, *text;
    double mean;
    enum terminal_tone tone;
};

static void show_text(const void *line, char *text, size_t size) {
    snprintf(text, size, "%s", ((const struct line *)line)->text);
}

static enum terminal_tone tone_of(const void *line) {
    return ((const struct line *)line)->tone;
}

/* Adds a table of COUNT LINES, which a reader can sort; of their numbers alone, or with the
 * libraries before them. */
static void add_table(struct report *report, const char *caption, const char *align,
                      const struct line *lines, size_t count, int has_libraries) {
    const struct column columns[] = {
        {.name = "library", .type = COLUMN_TEXT, .offset = offsetof(struct line, library)},
        {.name = "mean",
         .type = COLUMN_REAL,
         .offset = offsetof(struct line, mean),
         .unit = "",
         .about = "<about>",
         .align = align,
         .show = show_text,
         .tone = tone_of}};
    const struct column_set set = {&columns[!has_libraries], 1 + (size_t)has_libraries,
                                   sizeof *lines};
    struct records records;
    assert_int_equal(records_of_array(&records, &set, lines, count, NULL, 0, NULL), 0);
    struct document_block *block = document_add_grid(&report->document, &records);
    block->text = strdup(caption);
    block->sortable_from = 1;
}

static char *tip(size_t i) {
    return i % 2 ? NULL : g_strdup_printf("%s\nsize %zu\n1 < 2", hostile, i);
}

static void add_charts(struct report *report, const struct sample *sample) {
    struct report_view *views = report_add_charts(report, 2, hostile);
    for (size_t v = 0; v < 2; v++) {
        struct report_view *view = &views[v];
        view->shows = "time";
        view->scale = v ? "linear" : "log";
        view->chart = sample->charts[0];
        view->tips =
            document_keep(&report->document,
                          calloc(sample->libraries * sample->points, sizeof *view->tips), free);
        for (size_t i = 0; i < sample->libraries * sample->points; i++)
            view->tips[i] = document_keep(&report->document, tip(i), free);
    }
}

static struct report sample_report(struct sample *sample) {
    static const struct line lines[] = {{"<b>", "2.5\t ns", 2.5, TERMINAL_GOOD},
                                        {"<b>", "2.5\t ns", NAN, TERMINAL_GOOD},
                                        {"<b>", "2.5\t ns", -1e-9, TERMINAL_FAINT}};
    struct report report = {.libraries = sample->libraries};
    struct document *document = &report.document;
    strcpy(sample->names[1], "<b>");
    report_add_name(&report, "<b>");
    report_add_name(&report, "<b>");
    document_add(document, DOCUMENT_HEADING, "%s", hostile);
    document_add(document, DOCUMENT_ANSWER, "<b> is the fastest");
    document_add(document, DOCUMENT_SECTION, "Verdicts & more");
    document_add_pair(document, DOCUMENT_WARNING, "so", "do this");
    document_add(document, DOCUMENT_BAD, "so too");
    document_add(document, DOCUMENT_FOLD, "more");
    document_add_pair(document, DOCUMENT_FACT, "name", "x\ny");
    document_add(document, DOCUMENT_UNFOLD, "%s", "");
    add_table(&report, "a \"table\"", "rl", lines, 3, 1);
    document_add(document, DOCUMENT_SECTION, "Charts");
    add_charts(&report, sample);
    document_add(document, DOCUMENT_COMMAND, "rm -rf '<x>'");
    assert_int_equal(report.name_count, 1);
    return report;
}

/* To be freed. */
static char *page_of(struct folder *folder, const struct report *report) {
    const char *path = folder_file(folder, "a.html");
    assert_int_equal(report_page_write(report, path, NULL), 0);
    return folder_read(path).data;
}

static char *sample_page(struct folder *folder) {
    struct sample *sample = sample_new(3, 10, 0);
    struct report report = sample_report(sample);
    char *page = page_of(folder, &report);
    report_release(&report);
    free(sample);
    return page;
}

static size_t count(const char *page, const char *what) {
    size_t found = 0;
    for (const char *at = page; (at = strstr(at, what)); at++)
        found++;
    return found;
}

/* 'sha256-...' of what is between BEGIN and END. */
static void expect_hash(const char *page, const char *policy, const char *begin, const char *end) {
    const char *from = strstr(page, begin) + strlen(begin), *to = strstr(from, end);
    guint8 digest[32];
    gsize size = sizeof digest;
    GChecksum *sum = g_checksum_new(G_CHECKSUM_SHA256);
    g_checksum_update(sum, (const guchar *)from, to - from);
    g_checksum_get_digest(sum, digest, &size);
    g_checksum_free(sum);
    gchar *encoded = g_base64_encode(digest, size);
    gchar *source = g_strdup_printf("%s 'sha256-%s';", policy, encoded);
    assert_true(to - from > 1000);
    assert_non_null(strstr(page, source));
    g_free(encoded);
    g_free(source);
}

EACH_TEST(folder_set_up, folder_tear_down);

TEST(only_the_styles_and_the_script_of_the_page_are_allowed) {
    char *page = sample_page(*state);
    assert_non_null(strstr(page, "content=\"default-src 'none';"));
    expect_hash(page, "style-src", "<style>", "</style>");
    expect_hash(page, "script-src", "<script>", "</script>");
    assert_int_equal(count(page, "<script"), 1);
    assert_int_equal(count(page, "<style"), 1);
    assert_null(strstr(page, " style="));
    assert_null(strstr(page, " onclick="));
    assert_null(strstr(page, "src="));
    assert_int_equal(count(page, "://"), 1); /* the name of XHTML's elements */
    free(page);
}

TEST(every_text_is_only_text) {
    char *page = sample_page(*state);
    assert_null(strstr(page, "alert(1)</script>"));
    assert_null(strstr(page, "<b>"));
    assert_non_null(strstr(page, "<h1>&lt;script&gt;alert(1)&lt;/script&gt;</h1>"));
    assert_non_null(strstr(page, "<bdi class=\"name\">&lt;b&gt;</bdi> is the fastest"));
    assert_non_null(strstr(page, "title=\"&lt;about&gt;\""));
    assert_non_null(strstr(page, "<code>rm -rf &apos;&lt;x&gt;&apos;</code>"));
    free(page);
}

TEST(blocks_stand_in_the_elements_that_mean_them) {
    char *page = sample_page(*state);
    assert_non_null(strstr(page, "<a href=\"#b2\">Verdicts &amp; more</a>"));
    assert_non_null(strstr(page, "<section id=\"b2\""));
    assert_int_equal(count(page, "<section"), 2);
    assert_int_equal(count(page, "</section>"), 2);
    assert_int_equal(count(page, "<ul "), 1);
    assert_int_equal(count(page, "<li>"), 2);
    assert_non_null(strstr(page, "<details><summary>more</summary>\n<dl>\n<div><dt>name</dt>"
                                 "<dd>x\ny</dd></div>\n</dl>\n</details>"));
    assert_non_null(strstr(page, "<th scope=\"col\" colspan=\"2\""));
    assert_non_null(strstr(page, "<td class=\"r good\" data-v=\"2.5\">2.5</td>"
                                 "<td class=\"q good\">ns</td>"));
    assert_non_null(strstr(page, "<td class=\"r good\">2.5</td>")); /* NaN sorts by its text */
    assert_non_null(strstr(page, "<td class=\"r open\" data-v=\"-1e-09\">"));
    free(page);
}

/* Other ways of writing a number part by part would be read out, and copied, in pieces. */
TEST(a_number_is_one_text) {
    static const char *const cells[] = {"1", "0\t.328×\t [0.3, 0.4]", "12\t.5×\t [11, 14]\t ≈"};
    static const char *const written[] = {
        "<td class=\"r k9\" data-v=\"1\">1</td><td class=\"q\"></td><td class=\"q\"></td>",
        "<td class=\"r\" data-v=\"1\">0.328×</td><td class=\"q\">[0.3, 0.4]</td><td "
        "class=\"q\"></td>",
        "<td class=\"r k4\" data-v=\"1\">12.5×</td><td class=\"q\">[11, 14]</td>"
        "<td class=\"q\">≈</td>"};
    struct report report = {0};
    struct line lines[3];
    for (size_t i = 0; i < 3; i++)
        lines[i] = (struct line){"", cells[i], 1, TERMINAL_PLAIN};
    document_add(&report.document, DOCUMENT_SECTION, "all");
    add_table(&report, "ratios", "rlll", lines, 3, 0);
    char *page = page_of(*state, &report);
    for (size_t i = 0; i < 3; i++)
        if (!strstr(page, written[i]))
            fail_msg("no %s in\n%s", written[i], strstr(page, "<tbody>"));
    assert_non_null(strstr(page, "<th scope=\"col\" colspan=\"3\""));
    free(page);
    report_release(&report);
}

/* The rows are text once, and not drawn: the page has no other row. */
TEST(many_rows_are_folded) {
    struct report report = {0};
    struct line lines[201];
    for (size_t i = 0; i < 201; i++)
        lines[i] = (struct line){hostile, "2.5\t ns", 2.5, i % 2 ? TERMINAL_BAD : TERMINAL_PLAIN};
    add_table(&report, "a <caption>", "rl", lines, 201, 1);
    char *page = page_of(*state, &report);
    assert_non_null(strstr(page, "<summary>a &lt;caption&gt;: 201 rows</summary>\n<template>"));
    assert_non_null(strstr(page, "data-pieces=\"l r lq\" data-tones=\" -b-b"));
    assert_non_null(strstr(page, "\">library\tmean\t\n&lt;script&gt;"));
    assert_int_equal(count(page, "&lt;/script&gt;\t2.5\tns"), 201);
    assert_int_equal(count(page, "<td"), 0);
    free(page);
    report_release(&report);
}

TEST(a_chart_has_its_points_and_all_of_its_views) {
    char *page = sample_page(*state);
    assert_int_equal(count(page, "<figure class=\"view time "), 2);
    assert_int_equal(count(page, "<circle "), 2 * 3 * 5); /* of two views, every other point */
    assert_int_equal(count(page, "<g class=\"line\""), 2 * 3);
    assert_non_null(strstr(page, "<title>&lt;script&gt;alert(1)&lt;/script&gt;\nsize 0\n1 &lt; 2"));
    assert_null(strstr(page, "name=\"show0\"")); /* there is nothing to choose from */
    assert_int_equal(count(page, "name=\"scale0\""), 2);
    assert_int_equal(count(page, "checked="), 1);
    free(page);
}

/* Browsers that run the script do not read them before they are chosen. */
TEST(views_of_another_scale_are_within_noscript) {
    char *page = sample_page(*state);
    const char *begin = strstr(page, "<noscript>"), *end = strstr(page, "</noscript>");
    assert_true(begin && end);
    const char *first = strstr(page, "<figure class=\"view time log\">");
    const char *other = strstr(page, "<figure class=\"view time linear\">");
    assert_true(first < begin && begin < other && other < end);
    assert_int_equal(count(page, "noscript>"), 2);
    free(page);
}

TEST(the_same_report_gives_the_same_bytes) {
    char *first = sample_page(*state), *second = sample_page(*state);
    assert_string_equal(first, second);
    free(first);
    free(second);
}

TEST(a_page_of_nothing_is_a_page) {
    struct report report = {0};
    char *page = page_of(*state, &report);
    assert_non_null(strstr(page, "<header>\n</header>\n"));
    assert_non_null(strstr(page, "</html>"));
    free(page);
}

TEST(what_cannot_be_written_leaves_what_was_there) {
    struct folder *folder = *state;
    struct sample *sample = sample_new(3, 10, 0);
    char lines[100] = ""; /* they leave a plot no height */
    memset(lines, '\n', sizeof lines - 1);
    sample->charts[0].x_label = lines;
    struct report report = sample_report(sample);
    const char *path = folder_file(folder, "a.html");
    struct err err;
    folder_write(path, "before");
    assert_int_equal(report_page_write(&report, path, &err), ERR_USAGE);
    struct bytes bytes = folder_read(path);
    assert_int_equal(bytes.size, 6);
    assert_int_equal(folder_count(folder, 0), 1);
    free(bytes.data);
    report_release(&report);
    free(sample);
}
