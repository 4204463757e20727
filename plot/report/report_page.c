/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plot/report/report_page.h"

#include <glib.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "formats/files/destination.h"
#include "formats/text/xalloc.h"
#include "plot/output/drawing.h"
#include "plot/output/output.h"
#include "plot/report/report_colours.h"

/* --- charts --- */

/* The size of a picture, two of which side by side are as wide as the page; and the radius of the
 * circle that stands for a point, in points. */
static const double width_mm = 104, height_mm = 72, reach = 5.5;

/* --- switches --- */

static const char *word_of(const struct report_charts *charts, size_t view, size_t offset) {
    return *(const char *const *)(const void *)((const char *)&charts->views[view] + offset);
}

static int is_first_of(const struct report_charts *charts, size_t view, size_t offset) {
    for (size_t i = 0; i < view; i++)
        if (strcmp(word_of(charts, i, offset), word_of(charts, view, offset)) == 0)
            return 0;
    return 1;
}

static void write_button(const struct page_state *page, const char *group, const char *value,
                         const char *words, int is_chosen) {
    fprintf(
        page->file,
        "<label><input type=\"radio\" name=\"%s%zu\" class=\"%s-%s\" value=\"%s\"%s/> %s</label>",
        group, page->figures, group, value, value, is_chosen ? " checked=\"checked\"" : "", words);
}

/* --- points --- */

struct points {
    const struct page_state *page;
    const struct report_view *view;
    FILE *file;    /* points are written after the picture, but known before it */
    size_t series; /* of the last point, counted from 1; 0 for none */
    double x;      /* of the last point */
};

/* From so many points on, only those of a line are kept that a reader can tell apart. */
enum { MANY_POINTS = 100 };

static int is_in_the_way(const struct points *points, const struct figure_point *point) {
    return points->view->chart.series[point->series].count > MANY_POINTS &&
           points->series == point->series + 1 && point->x - points->x < 2 * reach;
}

static void write_point(void *context, const struct figure_point *point) {
    struct points *points = context;
    size_t before = 0;
    for (size_t s = 0; s < point->series; s++)
        before += points->view->chart.series[s].count;
    const char *tip = points->view->tips ? points->view->tips[before + point->index] : NULL;
    if (!tip || is_in_the_way(points, point))
        return;
    points->x = point->x;
    if (points->series != point->series + 1) {
        fprintf(points->file, "%s<g class=\"line\" role=\"group\" aria-label=\"",
                points->series ? "</g>\n" : "");
        markup_write(points->file, points->view->chart.series[point->series].name);
        fputs("\">", points->file);
    }
    fprintf(points->file, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"%g\"%s role=\"img\"><title>",
            point->x, point->y, reach,
            points->series == point->series + 1 ? "" : " tabindex=\"0\"");
    markup_write(points->file, tip);
    fputs("</title></circle>", points->file);
    points->series = point->series + 1;
}

/* --- views --- */

static void write_picture(const struct page_state *page, const struct report_view *view,
                          const char *svg, const struct figure_extent *extent, const char *points) {
    fprintf(page->file,
            "<svg class=\"plot\" viewBox=\"0 0 %.2f %.2f\" role=\"group\" aria-label=\"",
            extent->width, extent->height);
    markup_write(page->file, view->chart.title);
    fprintf(page->file, "%s%s\"><g aria-hidden=\"true\">%s</g>\n<g class=\"points\">%s</g></svg>\n",
            *view->scale ? ", " : "", view->scale, svg, points);
}

static int draw_view(struct page_state *page, const struct report_view *view, struct err *err) {
    struct chart chart = view->chart;
    chart.title = chart.subtitle = "";
    struct figure figure = {.charts = &chart,
                            .chart_count = 1,
                            .width_mm = width_mm,
                            .height_mm = view->chart.row_count ? 0 : height_mm,
                            .libraries = page->libraries};
    struct figure_extent extent;
    char *svg, *text;
    size_t svg_size, size;
    FILE *file = xopen_memstream(&svg, &svg_size);
    struct points points = {.page = page, .view = view, .file = xopen_memstream(&text, &size)};
    int code =
        figure_write_picture(&figure, file, page->pictures++, &extent, write_point, &points, err);
    if (points.series)
        fputs("</g>", points.file);
    xclose_memstream(points.file);
    xclose_memstream(file);
    if (!code)
        write_picture(page, view, svg, &extent, text);
    free(svg);
    free(text);
    return code;
}

static void write_caption(struct page_state *page, const struct chart *chart) {
    fputs("<figcaption><strong>", page->file);
    markup_write_named(page->file, &page->names, chart->title);
    fputs("</strong>", page->file);
    const char *line = chart->subtitle ? chart->subtitle : "";
    while (*line) {
        size_t length = strcspn(line, "\n");
        char *part = xasprintf("%.*s", (int)length, line);
        fputs("<span>", page->file);
        markup_write_named(page->file, &page->names, part);
        fputs("</span>", page->file);
        free(part);
        line += length + (line[length] == '\n');
    }
    fputs("</figcaption>\n", page->file);
}

static int write_view(struct page_state *page, const struct report_view *view, struct err *err) {
    fprintf(page->file, "<figure class=\"view %s%s%s\">\n", view->shows, *view->scale ? " " : "",
            view->scale);
    write_caption(page, &view->chart);
    int code = draw_view(page, view, err);
    fputs("</figure>\n", page->file);
    return code;
}

static int is_of_first_scale(const struct report_charts *charts, size_t view) {
    return strcmp(charts->views[view].scale, charts->views[0].scale) == 0;
}

static int has_other_scale(const struct report_charts *charts) {
    for (size_t i = 0; i < charts->count; i++)
        if (!is_of_first_scale(charts, i))
            return 1;
    return 0;
}

static int write_views(struct page_state *page, const struct report_charts *charts,
                       int are_of_first_scale, struct err *err) {
    int code = 0;
    fputs("<div class=\"views\">\n", page->file);
    for (size_t i = 0; i < charts->count && !code; i++)
        if (is_of_first_scale(charts, i) == are_of_first_scale)
            code = write_view(page, &charts->views[i], err);
    fputs("</div>\n", page->file);
    return code;
}

/* Writes all views with their points; style rules show those that the reader chooses. Where the
 * script runs, views of another scale are text within <noscript> until that is chosen: this takes a
 * browser no time. */
static int write_figure(struct page_state *page, const struct report_charts *charts,
                        const char *label, struct err *err) {
    int code = 0;
    fputs("<div class=\"charts\" role=\"group\" aria-label=\"", page->file);
    markup_write(page->file, label);
    fputs("\">\n", page->file);

    static const struct {
        const char *name;
        size_t offset;
        const char *all; /* a choice that shows everything, selected at first; NULL for none */
    } switches[] = {{"show", offsetof(struct report_view, shows), "both"},
                    {"scale", offsetof(struct report_view, scale), NULL}};
    int has_switches = 0;
    for (size_t s = 0; s < sizeof switches / sizeof *switches; s++) {
        size_t choices = 0;
        for (size_t i = 0; i < charts->count; i++)
            choices += (size_t)is_first_of(charts, i, switches[s].offset);
        if (choices > 1) {
            const char *name = switches[s].name;
            size_t offset = switches[s].offset;
            const char *all = switches[s].all;
            fprintf(page->file, "%s<fieldset><legend>%s</legend>",
                    has_switches++ ? "" : "<div class=\"switches\">", name);
            if (all)
                write_button(page, name, all, all, 1);
            for (size_t i = 0; i < charts->count; i++)
                if (is_first_of(charts, i, offset))
                    write_button(page, name, word_of(charts, i, offset),
                                 all && charts->views[i].name ? charts->views[i].name
                                                              : word_of(charts, i, offset),
                                 i == 0 && !all);
            fputs("</fieldset>", page->file);
        }
    }
    fputs(has_switches ? "</div>\n" : "", page->file);

    code = write_views(page, charts, 1, err);
    if (!code && has_other_scale(charts)) {
        fputs("<noscript>", page->file);
        code = write_views(page, charts, 0, err);
        fputs("</noscript>\n", page->file);
    }
    fputs("</div>\n", page->file);
    page->figures++;
    return code;
}

/* --- styles and script --- */

/* Returns LINES as one text, after the rules for the colours of REPORT, which may be NULL. The
 * caller must free it. */
static char *compose(const char *const *lines, const struct report *report) {
    char *text;
    size_t size;
    FILE *file = xopen_memstream(&text, &size);
    putc('\n', file);
    if (report)
        report_colours_write(file, report->libraries, report->has_faint);
    for (size_t i = 0; lines[i]; i++)
        fputs(lines[i], file);
    xclose_memstream(file);
    return text;
}

/* Writes the hash of TEXT as 'sha256-...' (Content Security Policy Level 3, 2.3.1). */
static void write_source(FILE *file, const char *text) {
    GChecksum *sum = g_checksum_new(G_CHECKSUM_SHA256);
    guint8 digest[32];
    gsize size = sizeof digest;
    g_checksum_update(sum, (const guchar *)text, (gssize)strlen(text));
    g_checksum_get_digest(sum, digest, &size);
    g_checksum_free(sum);
    gchar *encoded = g_base64_encode(digest, size);
    fprintf(file, "'sha256-%s'", encoded);
    g_free(encoded);
}

/* --- head --- */

static const char *find_text(const struct document *document, enum document_kind kind) {
    for (size_t i = 0; i < document->count; i++)
        if (document->blocks[i].kind == kind)
            return document->blocks[i].text;
    return "";
}

static void write_menu(const struct page_state *page, const struct document *document) {
    fputs("<nav aria-label=\"Contents\">", page->file);
    for (size_t i = 0; i < document->count; i++)
        if (document->blocks[i].kind == DOCUMENT_SECTION) {
            fprintf(page->file, "<a href=\"#b%zu\">", i);
            markup_write_named(page->file, &page->names, document->blocks[i].text);
            fputs("</a>", page->file);
        }
    fputs("</nav>\n", page->file);
}

/* --- blocks --- */

/* Consecutive blocks of a group stand within one element. */
enum group { ALONE, WARNINGS, FACTS };

static const struct {
    const char *begin, *end;
} groups[] = {[ALONE] = {"", ""},
              [WARNINGS] = {"<ul class=\"warnings\">\n", "</ul>\n"},
              [FACTS] = {"<dl>\n", "</dl>\n"}};

#define SMALL_PRINT                                                                                \
    { ALONE, "<p class=\"line\">", "", "</p>\n" }
#define WARNING                                                                                    \
    { WARNINGS, "<li><strong>", "</strong> <span>", "</span></li>\n" }

static const struct {
    enum group group;
    const char *begin, *between, *end; /* around a block's two texts */
} elements[DOCUMENT_KINDS] = {
    [DOCUMENT_ORIGIN] = SMALL_PRINT,
    [DOCUMENT_TITLE] = {ALONE, "<p>", "", "</p>\n"},
    [DOCUMENT_LINE] = SMALL_PRINT,
    [DOCUMENT_SENTENCE] = {ALONE, "<p>", "", "</p>\n"},
    [DOCUMENT_WARNING] = WARNING,
    [DOCUMENT_CAPTION] = SMALL_PRINT,
    [DOCUMENT_FOOT] = SMALL_PRINT,
    [DOCUMENT_WARNING_FOOT] = WARNING,
    [DOCUMENT_NOTE] = SMALL_PRINT,
    [DOCUMENT_BAD] = WARNING,
    [DOCUMENT_HEADING] = {ALONE, "<h1>", "", "</h1>\n"},
    [DOCUMENT_ANSWER] = {ALONE, "<p class=\"answer\">", "", "</p>\n"},
    [DOCUMENT_PART] = {ALONE, "<h3>", "", "</h3>\n"},
    [DOCUMENT_FACT] = {FACTS, "<div><dt>", "</dt><dd>", "</dd></div>\n"},
    [DOCUMENT_COMMAND] = {ALONE, "<pre tabindex=\"0\"><code>", "", "</code></pre>\n"},
    [DOCUMENT_FOLD] = {ALONE, "<details><summary>", "", "</summary>\n"},
    [DOCUMENT_UNFOLD] = {ALONE, "</details>\n", "", ""},
};

static void write_words(const struct page_state *page, const struct document_block *block) {
    fputs(elements[block->kind].begin, page->file);
    if (block->kind == DOCUMENT_COMMAND)
        markup_write(page->file, block->text);
    else
        markup_write_named(page->file, &page->names, block->text);
    fputs(elements[block->kind].between, page->file);
    markup_write_named(page->file, &page->names, block->more);
    fputs(elements[block->kind].end, page->file);
}

static int write_blocks(struct page_state *page, const struct report *report, struct err *err) {
    const struct document *document = &report->document;
    int in_section = 0, code = 0;
    enum group group = ALONE;
    fputs("<header>\n", page->file);
    for (size_t i = 0; i < document->count && !code; i++) {
        const struct document_block *block = &document->blocks[i];
        if (block->kind == DOCUMENT_GRID && !block->records.count)
            continue;
        if (group != elements[block->kind].group) {
            fputs(groups[group].end, page->file);
            group = elements[block->kind].group;
            fputs(groups[group].begin, page->file);
        }
        if (block->kind == DOCUMENT_SECTION) {
            if (!in_section) {
                write_menu(page, document);
                fputs("</header>\n<main>\n", page->file);
            } else
                fputs("</section>\n", page->file);
            fprintf(page->file, "<section id=\"b%zu\" aria-labelledby=\"h%zu\">\n<h2 id=\"h%zu\">",
                    i, i, i);
            markup_write_named(page->file, &page->names, block->text);
            fputs("</h2>\n", page->file);
            in_section = 1;
        } else if (block->kind == DOCUMENT_FIGURE)
            code = write_figure(page, &report->charts[page->figures], block->text, err);
        else if (block->kind == DOCUMENT_GRID)
            report_table_write(page, block);
        else
            write_words(page, block);
    }
    fputs(groups[group].end, page->file);
    fputs(in_section ? "</section>\n</main>\n" : "</header>\n", page->file);
    return code;
}

/* --- the page --- */

static int write_page(const struct report *report, FILE *file, struct err *err) {
    struct page_state page = {.file = file, .libraries = report->libraries};
    char *css = compose(report_css, report), *js = compose(report_js, NULL);
    markup_names_init(&page.names, report->names, report->name_count);
    fputs("<!DOCTYPE html>\n<html xmlns=\"http://www.w3.org/1999/xhtml\" lang=\"en\" "
          "dir=\"ltr\">\n"
          "<head>\n<meta charset=\"utf-8\"/>\n"
          "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src ",
          file);
    write_source(file, css);
    fputs("; script-src ", file);
    write_source(file, js);
    fputs("; img-src data:; base-uri 'none'; form-action 'none'\"/>\n"
          "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n"
          "<meta name=\"color-scheme\" content=\"light dark\"/>\n"
          "<meta name=\"referrer\" content=\"no-referrer\"/>\n"
          "<meta name=\"generator\" content=\"" OUTPUT_CREATOR "\"/>\n<title>",
          file);
    markup_write(file, find_text(&report->document, DOCUMENT_HEADING));
    fputs("</title>\n<meta name=\"description\" content=\"", file);
    markup_write(file, find_text(&report->document, DOCUMENT_ANSWER));
    fprintf(file,
            "\"/>\n<link rel=\"icon\" href=\"data:,\"/>\n<style>%s</style>\n</head>\n<body>\n",
            css);

    int code = write_blocks(&page, report, err);
    fprintf(file,
            "<div id=\"tip\" hidden=\"hidden\"></div>\n<script>%s</script>\n</body>\n</html>\n",
            js);
    markup_names_release(&page.names);
    free(css);
    free(js);
    return code;
}

int report_page_write(const struct report *report, const char *path, struct err *err) {
    struct destination destination;
    int code = destination_open(&destination, path, err);
    if (code)
        return code;
    code = write_page(report, destination.file, err);
    if (code) {
        destination_abandon(&destination);
        return code;
    }
    return destination_commit(&destination, err);
}
