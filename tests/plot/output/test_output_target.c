/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "plot/figure/scene.h"
#include "plot/output/output.h"
#include "tests/plot/folder.h"
#include "tests/plot/sample.h"
#include "plot/output/drawing.h"
#include "tests/test.h"

EACH_TEST(folder_set_up, folder_tear_down);

TEST_WITH(the_name_is_the_archives_with_another_ending, NULL, NULL) {
    static const char *const cases[][2] = {
        {"no-such-dir/results.h5", "no-such-dir/results.png"},
        {"no-such-dir.h5/results", "no-such-dir.h5/results.png"},
        {"no-such-dir/.h5", "no-such-dir/.h5.png"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char *output;
        assert_int_equal(target_derive(cases[i][0], ".png", &output, NULL), 0);
        assert_string_equal(output, cases[i][1]);
        free(output);
    }
}

TEST(a_strangers_picture_is_not_overwritten) {
    struct folder *folder = *state;
    struct err err;
    char *output;
    folder_write(folder_file(folder, "results.png"), "\x89PNG from a holiday");
    assert_int_equal(target_derive(folder_file(folder, "results.h5"), ".png", &output, &err),
                     ERR_FAILED);
    assert_null(output);
    assert_non_null(strstr(err.message, "-o"));
}

TEST(ones_own_picture_is) {
    struct folder *folder = *state;
    char *output;
    struct sample *sample = sample_new(2, 5, 0);
    struct figure figure = sample_figure(sample);
    assert_int_equal(figure_write(&figure, folder_file(folder, "results.png"), NULL, NULL), 0);
    assert_int_equal(target_derive(folder_file(folder, "results.h5"), ".png", &output, NULL), 0);
    free(output);
    free(sample);
}

TEST(the_archive_itself_is_no_target_under_any_name) {
    struct folder *folder = *state;
    char archive[512];
    struct err err;
    strcpy(archive, folder_file(folder, "results.h5"));
    folder_write(archive, "precious");
    const char *alias = folder_file(folder, "alias.png");
    assert_int_equal(target_check(alias, archive, &err), 0);
    assert_int_equal(link(archive, alias), 0);
    assert_int_equal(target_check(alias, archive, &err), ERR_USAGE);
}

TEST_WITH(pages_are_numbered_before_the_ending, NULL, NULL) {
    static const struct {
        const char *output;
        size_t number, count;
        const char *name;
    } cases[] = {{"a.png", 0, 1, "a.png"},      {"a.png", 0, 3, "a-1.png"},
                 {"a.png", 2, 3, "a-3.png"},    {"b.c/a.png", 0, 12, "b.c/a-01.png"},
                 {"b.c/a", 11, 12, "b.c/a-12"}, {"a.b.svg", 8, 100, "a.b-009.svg"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char *name = target_number(cases[i].output, cases[i].number, cases[i].count);
        assert_string_equal(name, cases[i].name);
        free(name);
    }
}

TEST(a_directory_is_no_target) {
    struct folder *folder = *state;
    struct err err;
    assert_int_equal(target_check(folder->path, "no-such.h5", &err), ERR_USAGE);
    assert_non_null(strstr(err.message, "is a directory; name a file in it"));
}

TEST(every_format_is_known_again) {
    struct folder *folder = *state;
    static const char *const extensions[] = {".png", ".pdf", ".svg", ".ps", ".eps"};
    struct sample *sample = sample_new(2, 5, 0);
    struct figure figure = sample_figure(sample);
    /* Long enough, in the UTF-16 of a PDF, to keep all that comes before it from the file's end. */
    char subject[4096] = "";
    for (int i = 0; i < 600; i++)
        strcat(subject, "± 1 ");
    figure.author = "bench-plot";
    figure.subject = subject;
    for (int i = 0; i < 5; i++) {
        char name[32], *output;
        struct err err;
        snprintf(name, sizeof name, "results%s", extensions[i]);
        assert_int_equal(figure_write(&figure, folder_file(folder, name), NULL, &err), 0);
        if (target_derive(folder_file(folder, "results.h5"), extensions[i], &output, &err))
            fail_msg("%s", err.message);
        free(output);
    }
    free(sample);
}

/* The table at its end has a line for each object, so the creator is far from there. */
TEST(so_is_a_pdf_of_many_pages) {
    struct folder *folder = *state;
    struct page pages[100];
    char *output, name[512];
    struct err err;
    struct scene scene = {.libraries = 1};
    struct canvas canvas = {.libraries = 1};
    assert_int_equal(text_open(&canvas.text, NULL, &err), 0);
    scene_text(&scene, &(struct text_style){.size = 10}, "page", 50, 50, TEXT_STARTS, ROLE_INK);
    for (int i = 0; i < 100; i++)
        pages[i] = (struct page){
            .width_mm = 100, .height_mm = 100, .title = "many", .scene = &scene, .canvas = &canvas};
    strcpy(name, folder_file(folder, "results.pdf"));
    FILE *file = fopen(name, "wb");
    assert_int_equal(output_pdf.encode(pages, 100, file, &err), 0);
    assert_int_equal(fclose(file), 0);
    scene_release(&scene);
    text_close(canvas.text);
    if (target_derive(folder_file(folder, "results.h5"), ".pdf", &output, &err))
        fail_msg("%s", err.message);
    free(output);
}
