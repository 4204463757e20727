/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plot/report/report_parts.h"

#include <stdlib.h>
#include <string.h>

#include "plot/output/drawing.h"
#include "plot/output/output.h"

/* Two of them beside each other are as wide as the page. */
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
                         int is_chosen) {
    fprintf(
        page->file,
        "<label><input type=\"radio\" name=\"%s%zu\" class=\"%s-%s\" value=\"%s\"%s/> %s</label>",
        group, page->charts, group, value, value, is_chosen ? " checked=\"checked\"" : "", value);
}

static void write_switch(const struct page_state *page, const struct report_charts *charts,
                         const char *name, size_t offset, const char *all) {
    fprintf(page->file, "<fieldset><legend>%s</legend>", name);
    if (all)
        write_button(page, name, all, 1);
    for (size_t i = 0; i < charts->count; i++)
        if (is_first_of(charts, i, offset))
            write_button(page, name, word_of(charts, i, offset), i == 0 && !all);
    fputs("</fieldset>", page->file);
}

static void write_switches(const struct page_state *page, const struct report_charts *charts) {
    static const struct {
        const char *name;
        size_t offset;
        const char *all; /* a choice of everything, which is the usual one; NULL for none */
    } switches[] = {{"show", offsetof(struct report_view, shows), "both"},
                    {"scale", offsetof(struct report_view, scale), NULL}};
    fputs("<div class=\"switches\">", page->file);
    for (size_t s = 0; s < sizeof switches / sizeof *switches; s++) {
        size_t choices = 0;
        for (size_t i = 0; i < charts->count; i++)
            choices += (size_t)is_first_of(charts, i, switches[s].offset);
        if (choices > 1)
            write_switch(page, charts, switches[s].name, switches[s].offset, switches[s].all);
    }
    fputs("</div>\n", page->file);
}

/* --- points --- */

struct points {
    const struct page_state *page;
    const struct report_view *view;
    FILE *file;    /* they are written behind the picture, but known before it */
    size_t series; /* of the last one, from 1; 0 for none */
};

static const char *tip_of(const struct report_view *view, size_t series, size_t index) {
    size_t before = 0;
    for (size_t s = 0; s < series; s++)
        before += view->chart.series[s].count;
    return view->tips ? view->tips[before + index] : NULL;
}

static void write_point(void *context, const struct figure_point *point) {
    struct points *points = context;
    const char *tip = tip_of(points->view, point->series, point->index);
    if (!tip)
        return;
    if (points->series != point->series + 1) {
        fprintf(points->file, "%s<g class=\"line\" role=\"group\" aria-label=\"",
                points->series ? "</g>\n" : "");
        markup_write(points->file, points->view->chart.series[point->series].name);
        fputs("\">", points->file);
    }
    fprintf(points->file,
            "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"%g\" tabindex=\"%d\" role=\"img\"><title>",
            point->x, point->y, reach, points->series == point->series + 1 ? -1 : 0);
    markup_write(points->file, tip);
    fputs("</title></circle>", points->file);
    points->series = point->series + 1;
}

/* --- a view --- */

static void write_caption(const struct page_state *page, const struct chart *chart) {
    fputs("<figcaption><strong>", page->file);
    markup_write_named(page->file, &page->names, chart->title);
    fputs("</strong>", page->file);
    const char *line = chart->subtitle ? chart->subtitle : "";
    while (*line) {
        size_t length = strcspn(line, "\n");
        char *part = strndup(line, length);
        fputs("<span>", page->file);
        markup_write_named(page->file, &page->names, part);
        fputs("</span>", page->file);
        free(part);
        line += length + (line[length] == '\n');
    }
    fputs("</figcaption>\n", page->file);
}

static int write_picture(struct page_state *page, const struct report_view *view, char *svg,
                         const struct figure_extent *extent, const char *points, struct err *err) {
    fprintf(page->file,
            "<svg class=\"plot\" viewBox=\"0 0 %.2f %.2f\" stroke-miterlimit=\"10\" "
            "role=\"group\" aria-label=\"",
            extent->width, extent->height);
    markup_write(page->file, view->chart.title);
    fprintf(page->file, ", %s\"><g aria-hidden=\"true\">", view->scale);
    int code =
        report_svg_write(page->file, &page->letters, &page->colours, page->pictures++, svg, err);
    fprintf(page->file, "</g>\n<g class=\"points\">%s</g></svg>\n", points);
    return code;
}

static int draw_view(struct page_state *page, const struct report_view *view, struct err *err) {
    struct chart chart = view->chart;
    chart.title = chart.subtitle = "";
    struct figure figure = {.charts = &chart,
                            .chart_count = 1,
                            .width_mm = width_mm,
                            .height_mm = height_mm,
                            .libraries = page->libraries};
    struct bytes svg = {0};
    struct figure_extent extent;
    char *text = NULL;
    size_t size = 0;
    struct points points = {.page = page, .view = view, .file = open_memstream(&text, &size)};
    if (!points.file)
        return err_set(err, ERR_FAILED, "no memory for the points of a chart");
    int code = figure_svg(&figure, &svg, &extent, write_point, &points, err);
    if (points.series)
        fputs("</g>", points.file);
    if (fclose(points.file) != 0 && !code)
        code = err_set(err, ERR_FAILED, "no memory for the points of a chart");
    if (!code)
        code = write_picture(page, view, svg.data, &extent, text, err);
    free(svg.data);
    free(text);
    return code;
}

int report_charts_write(struct page_state *page, const struct report_charts *charts,
                        struct err *err) {
    int code = 0;
    fputs("<div class=\"charts\" role=\"group\" aria-label=\"", page->file);
    markup_write(page->file, charts->label);
    fputs("\">\n", page->file);
    write_switches(page, charts);
    fputs("<div class=\"views\">\n", page->file);
    for (size_t i = 0; i < charts->count && !code; i++) {
        const struct report_view *view = &charts->views[i];
        fprintf(page->file, "<figure class=\"view %s %s\">\n", view->shows, view->scale);
        write_caption(page, &view->chart);
        code = draw_view(page, view, err);
        fputs("</figure>\n", page->file);
    }
    fputs("</div></div>\n", page->file);
    page->charts++;
    return code;
}
