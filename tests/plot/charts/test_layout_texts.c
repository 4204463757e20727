/* SPDX-License-Identifier: GPL-3.0-or-later */
/* No two texts of a figure overlap and none leaves the page, whatever is drawn. `make soak` draws
 * more of these figures (tests/soak/layouts.c). */

#include "tests/plot/drawn_texts.h"
#include "tests/test.h"

enum { FIGURES = 60 };

/* A page of 100 x 50 points with these texts. */
static size_t faults_of(const char *texts) {
    struct text_boxes boxes;
    char svg[2048], *told = NULL;
    size_t size;
    snprintf(svg, sizeof svg,
             "<svg width=\"100pt\" height=\"50pt\" font-family=\"'DejaVu Sans', sans-serif\">%s"
             "</svg>",
             texts);
    FILE *file = open_memstream(&told, &size);
    text_boxes_open(&boxes);
    text_boxes_read(&boxes, svg);
    size_t faults = text_boxes_faults(&boxes, file);
    text_boxes_close(&boxes);
    fclose(file);
    free(told);
    return faults;
}

TEST(texts_apart_are_no_fault) {
    assert_int_equal(0, faults_of("<text x=\"10\" y=\"20\" font-size=\"10\" textLength=\"20\">ace"
                                  "</text><text x=\"31\" y=\"20\" text-anchor=\"start\" "
                                  "font-size=\"10\" textLength=\"20\">ace</text>"));
    /* lines that only touch: nothing of the first is below its baseline */
    assert_int_equal(0, faults_of("<text x=\"10\" y=\"20\" font-size=\"10\" textLength=\"20\">ace"
                                  "</text><text x=\"10\" y=\"26\" font-size=\"10\" "
                                  "textLength=\"20\">ace</text>"));
    /* runs of one line */
    assert_int_equal(0, faults_of("<text><tspan x=\"10\" y=\"20\" font-size=\"10\" "
                                  "textLength=\"20\">ace</tspan><tspan x=\"28\" y=\"20\" "
                                  "font-size=\"10\" textLength=\"20\">ace</tspan></text>"));
}

TEST(overlaps_are_found) {
    assert_int_equal(1, faults_of("<text x=\"10\" y=\"20\" font-size=\"10\" textLength=\"20\">ace"
                                  "</text><text x=\"60\" y=\"20\" text-anchor=\"end\" "
                                  "font-size=\"10\" textLength=\"40\">ace</text>"));
    /* a letter below the baseline, and one that is high */
    assert_int_equal(1, faults_of("<text x=\"10\" y=\"20\" font-size=\"10\" textLength=\"20\">agp"
                                  "</text><text x=\"10\" y=\"28\" font-size=\"10\" "
                                  "textLength=\"20\">adl</text>"));
    assert_int_equal(1, faults_of("<text x=\"50\" y=\"20\" text-anchor=\"middle\" "
                                  "font-size=\"10\" textLength=\"60\">&lt;ace&gt;</text>"
                                  "<text><tspan x=\"70\" y=\"20\" font-size=\"10\" "
                                  "textLength=\"20\">ace</tspan></text>"));
}

TEST(what_leaves_the_page_is_found) {
    assert_int_equal(
        1, faults_of("<text x=\"90\" y=\"20\" font-size=\"10\" textLength=\"20\">ace</text>"));
    assert_int_equal(1, faults_of("<text x=\"9\" y=\"20\" text-anchor=\"middle\" font-size=\"10\" "
                                  "textLength=\"20\">ace</text>"));
    assert_int_equal(
        1, faults_of("<text x=\"10\" y=\"49\" font-size=\"10\" textLength=\"20\">agp</text>"));
    assert_int_equal(
        1, faults_of("<text x=\"10\" y=\"5\" font-size=\"10\" textLength=\"20\">Add</text>"));
    /* read from the right, it ends where it begins */
    assert_int_equal(1, faults_of("<text x=\"95\" y=\"20\" text-anchor=\"end\" direction=\"rtl\" "
                                  "font-size=\"10\" textLength=\"20\">مكتبة</text>"));
}

SOAK_TEST(texts_of_figures_are_apart_and_on_the_page) {
    struct drawn_texts drawn;
    char *told = NULL;
    size_t size;
    assert_int_equal(0, drawn_texts_open(&drawn));
    FILE *file = open_memstream(&told, &size);
    for (size_t number = 0; number < FIGURES; number++)
        drawn_texts_draw(&drawn, number, file);
    fclose(file);
    drawn_texts_close(&drawn);
    if (drawn.faults)
        fail_msg("%zu texts:\n%s", drawn.faults, told);
    free(told);
    assert_true(drawn.drawn >= FIGURES * 5 / 8);
    assert_true(drawn.unfit <= FIGURES / 10);
    assert_true(drawn.texts > 20 * drawn.pages);
}
