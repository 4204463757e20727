/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>
#include <string.h>

#include <cairo-ps.h>
#include <fontconfig/fontconfig.h>

#include "plot/figure/scene.h"
#include "plot/output/output.h"
#include "tests/plot/folder.h"
#include "tests/plot/made_clock.h"
#include "tests/plot/sample.h"
#include "plot/output/drawing.h"
#include "tests/test.h"

TEST(the_extension_chooses_the_format) {
    static const struct {
        const char *path;
        const struct output_format *format;
    } cases[] = {{"a.png", &output_png},   {"dir.pdf/b.SVG", &output_svg},
                 {".pdf", &output_pdf},    {"a.png.pdf", &output_pdf},
                 {"a.ps", &output_ps},     {"ps.EPS", &output_eps},
                 {"a.tikz", &output_tikz}, {"a.tex", &output_tikz}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const struct output_format *format;
        assert_int_equal(output_find(cases[i].path, &format, NULL), 0);
        assert_ptr_equal(format, cases[i].format);
    }
}

TEST(any_other_extension_is_refused_with_those_known) {
    static const char *const paths[] = {"a.jpg", "png", "a.png/b", "", "a."};
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
        struct err err;
        const struct output_format *format;
        assert_int_equal(output_find(paths[i], &format, &err), ERR_USAGE);
        assert_non_null(strstr(err.message, ".png, .pdf, .svg, .ps, .eps or .tikz"));
    }
}

TEST(names_are_those_of_the_extensions) {
    static const char *const names[] = {"png", "pdf", "svg", "ps", "eps", "tikz"};
    char list[64];
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        assert_string_equal(output_find_name(names[i])->extension + 1, names[i]);
    assert_null(output_find_name("jpg"));
    assert_null(output_find_name(".png"));
    output_list_names(list, sizeof list, " ");
    assert_string_equal(list, " png pdf svg ps eps tikz");
}

/* --- what is in the files --- */

static struct bytes encoded(const struct output_format *format) {
    struct files files = {0};
    struct err err = {""};
    struct sample *sample = sample_new(5, 30, 0);
    struct figure figure = sample_figure(sample);
    figure.title = "größer — axpy\nsecond line";
    figure.author = "bench-plot";
    if (figure_encode(&figure, format, &files, NULL, &err))
        fail_msg("%s", err.message);
    free(sample);
    assert_int_equal(files.count, 1);
    struct bytes bytes = files.items[0];
    free(files.items);
    return bytes;
}

static int has(const struct bytes *bytes, const char *what) {
    return memmem(bytes->data, bytes->size, what, strlen(what)) != NULL;
}

/* --- some formats know the second --- */

time_t made_clock = 1000000000;

time_t time(time_t *now) {
    if (now)
        *now = made_clock;
    return made_clock;
}

static cairo_status_t keep(void *text, const unsigned char *data, unsigned size) {
    return fwrite(data, 1, size, text) == size ? CAIRO_STATUS_SUCCESS : CAIRO_STATUS_WRITE_ERROR;
}

/* An empty page as cairo writes it by itself; the caller frees it. */
static char *empty_page(cairo_surface_t *(*create)(cairo_write_func_t, void *, double, double)) {
    char *text = NULL;
    size_t size = 0;
    FILE *file = open_memstream(&text, &size);
    cairo_surface_t *surface = create(keep, file, 10, 10);
    cairo_surface_finish(surface);
    cairo_surface_destroy(surface);
    fclose(file);
    return text;
}

TEST(cairo_by_itself_writes_the_second) {
    char *first = empty_page(cairo_ps_surface_create_for_stream);
    made_clock++;
    char *second = empty_page(cairo_ps_surface_create_for_stream);
    assert_string_not_equal(first, second);
    free(first);
    free(second);
}

TEST(the_same_figure_is_the_same_bytes) {
    static const struct output_format *const formats[] = {&output_png, &output_pdf, &output_svg,
                                                          &output_ps, &output_eps};
    struct bytes first[5];
    for (int i = 0; i < 5; i++)
        first[i] = encoded(formats[i]);
    made_clock++;
    for (int i = 0; i < 5; i++) {
        struct bytes second = encoded(formats[i]);
        assert_int_equal(second.size, first[i].size);
        assert_memory_equal(second.data, first[i].data, second.size);
        free(first[i].data);
        free(second.data);
    }
}

TEST(a_png_for_which_there_is_no_room_is_an_error) {
    const struct scene scene = {.libraries = 1};
    const struct canvas canvas = {.libraries = 1};
    struct page page = {
        .width_mm = 20, .height_mm = 10, .dpi = 100, .scene = &scene, .canvas = &canvas};
    struct err err = {""};
    FILE *file = fopen("/dev/full", "w");
    assert_non_null(file);
    setvbuf(file, NULL, _IONBF, 0);
    assert_int_equal(output_png.encode(&page, 1, file, &err), ERR_FAILED);
    assert_non_null(strstr(err.message, "a PNG cannot be made: "));
    fclose(file);
}

/* Which font the machine has for that, where it may have one alone. */
static void name_font(char *name, size_t size, const char *wanted) {
    FcPattern *pattern = FcNameParse((const FcChar8 *)wanted);
    FcChar8 *found = NULL;
    FcResult result;
    FcConfigSubstitute(NULL, pattern, FcMatchPattern);
    FcDefaultSubstitute(pattern);
    FcPattern *font = FcFontMatch(NULL, pattern, &result);
    assert_int_equal(FcPatternGetString(font, FC_POSTSCRIPT_NAME, 0, &found), FcResultMatch);
    snprintf(name, size, "%s", (const char *)found);
    FcPatternDestroy(font);
    FcPatternDestroy(pattern);
}

/* Of 182 mm x 70 mm, in points, in whole ones that hold all of it. */
TEST(postscript_says_how_large_it_is_and_not_when_it_was) {
    static const struct output_format *const formats[] = {&output_ps, &output_eps};
    static const char *const wanted[] = {"DejaVu Sans", "DejaVu Sans:bold"};
    for (int i = 0; i < 2; i++) {
        struct bytes bytes = encoded(formats[i]);
        assert_memory_equal(bytes.data, i ? "%!PS-Adobe-3.0 EPSF-3.0\n" : "%!PS-Adobe-3.0\n",
                            i ? 24 : 15);
        assert_true(has(&bytes, "\n%%BoundingBox: 0 0 516 199\n"));
        assert_false(has(&bytes, "%%CreationDate"));
        assert_true(has(&bytes, "\n%%For: bench-plot\n"));
        assert_true(has(&bytes, "axpy second line\n"));
        for (int k = 0; k < 2; k++) {
            char name[128], defined[160];
            name_font(name, sizeof name, wanted[k]);
            snprintf(defined, sizeof defined, "/FontName /%s def", name);
            assert_true(has(&bytes, defined));
        }
        for (size_t k = 0; k < bytes.size; k++)
            assert_true((unsigned char)bytes.data[k] < 0x80);
        free(bytes.data);
    }
}

TEST_WITH(a_pdf_has_its_fonts_in_it, folder_set_up, folder_tear_down) {
    struct folder *folder = *state;
    char command[600], line[256];
    int fonts = 0;
    struct sample *sample = sample_new(5, 30, 0);
    struct figure figure = sample_figure(sample);
    assert_int_equal(figure_write(&figure, folder_file(folder, "a.pdf"), NULL, NULL), 0);
    free(sample);
    snprintf(command, sizeof command, "pdffonts '%s'", folder->file);
    FILE *listed = popen(command, "r");
    assert_non_null(listed);
    for (int i = 0; fgets(line, sizeof line, listed); i++)
        if (i > 1) { /* after two of headings: name, type, encoding, embedded, subset, unicode */
            assert_non_null(strstr(line, " yes yes yes "));
            fonts++;
        }
    assert_int_equal(pclose(listed), 0);
    assert_true(fonts >= 1);
}
