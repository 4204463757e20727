/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plot/output/drawing.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "plot/marks/curve.h"
#include "plot/charts/forest.h"
#include "plot/charts/layout.h"
#include "plot/figure/figure.h"
#include "plot/output/output.h"

static const double usual_dpi = 300, usual_font_size = 7.5;
static const double forest_words_mm = 28, forest_axis_mm = 13, forest_row_mm = 3.8;
static const double stacked_row_mm = 55;
static const double least_grid_row_mm = 36, grid_row_part = 0.92, grid_words_mm = 15;

/* A forest plot has a line for each of its rows. */
static double height_of_chart(const struct chart *chart) {
    double beside = *chart->title || *chart->subtitle ? forest_words_mm : forest_axis_mm;
    return chart->row_count ? beside + forest_row_mm * forest_extent(chart->rows, chart->row_count)
                            : FIGURE_ROW_MM;
}

/* Rows of a grid are slightly lower than its charts are wide; its heading and legend are extra. */
static double height_of_rows(const struct figure *figure, size_t rows) {
    double row = 0;
    for (size_t i = 0; i < figure->chart_count; i++)
        if (!figure->charts[i].is_blank)
            row = fmax(row, height_of_chart(&figure->charts[i]));
    if (figure->is_grid)
        row = fmax(least_grid_row_mm,
                   fmin(row, grid_row_part * figure->width_mm / (double)figure->columns));
    return row * (double)rows + (figure->is_grid ? grid_words_mm : 0);
}

static struct figure with_defaults(const struct figure *figure) {
    struct figure full = *figure;
    if (full.columns == 0 || full.columns > full.chart_count)
        full.columns = full.chart_count;
    size_t rows = full.columns ? (full.chart_count + full.columns - 1) / full.columns : 1;
    if (full.width_mm == 0)
        full.width_mm = full.columns > 1 ? FIGURE_DOUBLE_MM : FIGURE_SINGLE_MM;
    if (full.height_mm == 0)
        full.height_mm =
            fmin(fmax(height_of_rows(&full, rows), limit_height.low), limit_height.high);
    if (full.dpi == 0)
        full.dpi = usual_dpi;
    if (full.font_size == 0)
        full.font_size = usual_font_size;
    return full;
}

static int check_limits(const struct figure *figure, struct err *err) {
    const struct {
        const struct limit *limit;
        double value;
    } checks[] = {
        {&limit_width, figure->width_mm},
        {&limit_height, figure->height_mm},
        {&limit_dpi, figure->dpi},
        {&limit_font_size, figure->font_size},
    };
    if (figure->chart_count == 0)
        return err_set(err, ERR_USAGE, "there is nothing to draw");
    if (figure->chart_count > LIMIT_CHARTS)
        return err_set(err, ERR_USAGE, "%zu charts are too many for one figure (%d at most)",
                       figure->chart_count, LIMIT_CHARTS);
    for (size_t i = 0; i < sizeof checks / sizeof *checks; i++) {
        int code = limit_check(checks[i].limit, checks[i].value, err);
        if (code)
            return code;
    }
    return 0;
}

static size_t count_libraries(const struct figure *figure) {
    size_t highest = 0;
    for (size_t c = 0; c < figure->chart_count; c++)
        for (size_t s = 0; s < figure->charts[c].series_count; s++)
            if (figure->charts[c].series[s].colour > highest)
                highest = figure->charts[c].series[s].colour;
    return highest + 1;
}

struct painting {
    const struct figure *asked; /* the caller's figure: sizes it leaves open may grow in FIGURE */
    struct figure *figure;
    const struct layout *layout;
    struct canvas canvas;
    int failed;
};

static void paint(cairo_t *cr, void *context) {
    struct painting *painting = context;
    painting->canvas.cr = cr;
    painting->failed = layout_draw(painting->layout, painting->figure, &painting->canvas);
}

/* Receives the layout of a picture once it is drawn. */
typedef void layout_visit(void *context, const struct layout *layout);

/* Sizes that the caller leaves open grow to make room for long names, but only to this many times
 * the usual size: nobody would expect a larger figure. */
static const double most_growth = 3;

/* Extra growth beyond the minimum, which would make the plot as small as is allowed. */
static const double comfort_mm = 20;
enum { MOST_GROWTHS = 4 };

/* Returns whether the side has grown. */
static int grow_side(double *side, double asked, double unmatched, double usual,
                     const struct limit *limit) {
    double before = *side, most = fmin(most_growth * usual, limit->high);
    if (asked > 0 || unmatched <= 0)
        return 0;
    *side = fmin(ceil(before + unmatched + comfort_mm), most);
    return *side > before;
}

/* Returns whether any side has grown. */
static int grow(const struct painting *painting, const struct layout *layout) {
    const struct figure *asked = painting->asked, usual = with_defaults(asked);
    struct figure *figure = painting->figure;
    int is_wider = grow_side(&figure->width_mm, asked->width_mm, layout->lacking_width,
                             usual.width_mm, &limit_width);
    int is_taller = grow_side(&figure->height_mm, asked->height_mm, layout->lacking_height,
                              usual.height_mm, &limit_height);
    return is_wider || is_taller;
}

/* Lays the figure out, growing sides that the caller leaves open where they are too small. If no
 * size works, the message is about the first attempt. */
static int lay_out(struct painting *painting, struct layout *layout, struct err *err) {
    struct err later = {""};
    int code = layout_make(layout, painting->figure, &painting->canvas, err);
    for (int i = 0; i < MOST_GROWTHS && code == ERR_USAGE && grow(painting, layout); i++) {
        layout_release(layout);
        code = layout_make(layout, painting->figure, &painting->canvas, &later);
    }
    return code;
}

/* Does the same with all charts below each other. Only if that succeeds, or lacks nothing but
 * height, does it change ERR. */
static int lay_out_stacked(struct painting *painting, struct layout *layout, struct err *err) {
    struct figure stacked = *painting->asked;
    struct err later = {""};
    stacked.columns = 1;
    if (stacked.height_mm == 0 && !stacked.charts[0].row_count)
        stacked.height_mm = fmin(stacked_row_mm * (double)stacked.chart_count, limit_height.high);
    *painting->figure = with_defaults(&stacked);
    layout_release(layout);
    int code = lay_out(painting, layout, &later);
    if (code && layout->lacking_width <= 0)
        *err = later;
    return code;
}

/* --- drawing --- */

static int encode(struct painting *painting, const struct layout *layout,
                  const struct output_format *format, struct bytes *bytes, struct err *err) {
    const struct figure *figure = painting->figure;
    struct page page = {.width_mm = figure->width_mm,
                        .height_mm = figure->height_mm,
                        .dpi = figure->dpi,
                        .title = figure->title,
                        .author = figure->author,
                        .subject = figure->subject,
                        .paint = paint,
                        .context = painting,
                        .layout = layout,
                        .canvas = &painting->canvas,
                        .figure = figure};
    painting->layout = layout;
    FILE *file = open_memstream(&bytes->data, &bytes->size);
    int code = file ? format->encode(&page, file, err) : 0;
    if ((!file || fclose(file) != 0 || painting->failed) && code == 0)
        code = err_set(err, ERR_FAILED, "no memory to draw %zu charts", figure->chart_count);
    return code;
}

static int draw(const struct figure *figure, const struct output_format *format,
                struct bytes *bytes, layout_visit *visit, void *context, struct err *err) {
    struct figure full = with_defaults(figure);
    int code = check_limits(&full, err);
    struct painting painting = {
        .asked = figure,
        .figure = &full,
        .canvas = {.theme = full.theme,
                   .font_size = full.font_size,
                   .libraries = full.libraries ? full.libraries : count_libraries(&full)}};
    code = code ? code : text_open(&painting.canvas.text, full.font, err);
    if (code == 0) {
        struct layout layout = {0};
        int may_stack = full.may_rearrange && full.columns > 1 && !full.is_grid;
        code = lay_out(&painting, &layout, err);
        if (code == ERR_USAGE && may_stack)
            code = lay_out_stacked(&painting, &layout, err);
        code = code ? code : encode(&painting, &layout, format, bytes, err);
        if (code == 0)
            visit(context, &layout);
        layout_release(&layout);
    }
    text_close(painting.canvas.text);
    return code;
}

static void note_drawn(void *context, const struct layout *layout) {
    struct drawn *drawn = context;
    if (!drawn)
        return;
    *drawn = (struct drawn){.is_shortened = layout->is_shortened};
    for (size_t i = 0; i < layout->count; i++)
        drawn->skipped += layout->panels[i].skipped;
}

int figure_encode(const struct figure *figure, const struct output_format *format,
                  struct bytes *bytes, struct drawn *drawn, struct err *err) {
    if (drawn)
        *drawn = (struct drawn){0};
    return draw(figure, format, bytes, note_drawn, drawn, err);
}

int figure_write(const struct figure *figure, const char *path, struct drawn *drawn,
                 struct err *err) {
    const struct output_format *format;
    struct bytes bytes = {0};
    int code = output_find(path, &format, err);
    code = code ? code : figure_encode(figure, format, &bytes, drawn, err);
    code = code ? code : target_write(path, &bytes, err);
    free(bytes.data);
    return code;
}

/* --- drawing with points --- */

struct visitor {
    figure_visit *visit;
    void *context;
    struct figure_extent *extent;
};

static void visit_points(void *context, const struct layout *layout) {
    const struct visitor *visitor = context;
    *visitor->extent = (struct figure_extent){layout->width, layout->height};
    for (size_t i = 0; i < layout->count; i++)
        for (size_t s = 0; s < layout->panels[i].chart->series_count; s++) {
            const struct panel *panel = &layout->panels[i];
            const struct series_data *series = &panel->chart->series[s];
            for (size_t j = 0; j < series->count; j++) {
                struct figure_point point = {panel->chart, s, j,
                                             scale_map(&panel->axes.x.scale, series->x[j]),
                                             scale_map(&panel->axes.y.scale, series->y[j])};
                if (curve_shows(series, &panel->axes, j) && isfinite(point.x) && isfinite(point.y))
                    visitor->visit(visitor->context, &point);
            }
        }
}

int figure_svg(const struct figure *figure, struct bytes *svg, struct figure_extent *extent,
               figure_visit *visit, void *context, struct err *err) {
    return draw(figure, &output_svg, svg, visit_points, &(struct visitor){visit, context, extent},
                err);
}
