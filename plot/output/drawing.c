/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plot/output/drawing.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "formats/text/xalloc.h"
#include "plot/marks/curve.h"
#include "plot/charts/forest.h"
#include "plot/charts/layout.h"
#include "plot/figure/figure.h"
#include "plot/figure/scene.h"
#include "plot/output/output.h"
#include "plot/output/output_svg.h"

static const double usual_dpi = 300, usual_font_size = 7.5;
static const double forest_words_mm = 28, forest_axis_mm = 13, forest_row_mm = 3.8,
                    least_forest_row_mm = 2.4, least_forest_mm = 54;
static const double stacked_row_mm = 55;
static const double least_grid_row_mm = 36, grid_row_part = 0.92, grid_words_mm = 15;

/* A figure of which some sizes may be open, and how it is laid out. */
struct plan {
    struct figure figure; /* its columns are known */
    double row_mm;        /* usual height of a chart of lines */
};

/* A forest plot has a line for each of its rows; they are closer if they would need more than a
 * page.
 */
static double height_of_chart(const struct plan *plan, const struct chart *chart) {
    double beside = *chart->title || *chart->subtitle ? forest_words_mm : forest_axis_mm;
    if (!chart->row_count)
        return plan->row_mm;
    double extent = forest_extent(chart->rows, chart->row_count);
    double fitting = fmin(forest_row_mm * extent, FIGURE_PAGE_HEIGHT_MM - beside);
    return fmax(beside + fmax(fitting, least_forest_row_mm * extent), least_forest_mm);
}

/* Rows of a grid are slightly lower than its charts are wide; its heading and legend are extra. */
static double height_of_rows(const struct plan *plan, double width_mm) {
    const struct figure *figure = &plan->figure;
    size_t rows = (figure->chart_count + figure->columns - 1) / figure->columns;
    double row = 0;
    for (size_t i = 0; i < figure->chart_count; i++)
        if (!figure->charts[i].is_blank)
            row = fmax(row, height_of_chart(plan, &figure->charts[i]));
    if (figure->is_grid)
        row =
            fmax(least_grid_row_mm, fmin(row, grid_row_part * width_mm / (double)figure->columns));
    return row * (double)rows + (figure->is_grid ? grid_words_mm : 0);
}

static size_t columns_of(const struct figure *figure) {
    int is_open = figure->columns == 0 || figure->columns > figure->chart_count;
    return is_open ? figure->chart_count : figure->columns;
}

static struct figure with_defaults(const struct plan *plan) {
    struct figure full = plan->figure;
    if (full.width_mm == 0)
        full.width_mm = full.columns > 1 ? FIGURE_DOUBLE_MM : FIGURE_SINGLE_MM;
    if (full.height_mm == 0 && full.columns)
        full.height_mm =
            fmin(fmax(height_of_rows(plan, full.width_mm), limit_height.low), limit_height.high);
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

/* A page: the whole figure, or some rows of its charts. */
struct sheet {
    struct plan asked;
    struct figure figure; /* the same, where open sizes may have grown */
    struct layout layout;
    struct scene scene;
    struct canvas *canvas;
    char *heading; /* with the number of the page; NULL for none */
};

struct drawing {
    struct canvas canvas;
    struct sheet *sheets;
    size_t count;
};

static void release_sheets(struct drawing *drawing) {
    for (size_t i = 0; i < drawing->count; i++) {
        layout_release(&drawing->sheets[i].layout);
        scene_release(&drawing->sheets[i].scene);
        free(drawing->sheets[i].heading);
    }
    free(drawing->sheets);
    drawing->sheets = NULL;
    drawing->count = 0;
}

/* Sizes that the caller leaves open grow to make room for long names, but only to this many times
 * the usual size: nobody would expect a larger figure. */
static const double most_growth = 3;

/* Extra growth beyond the minimum, which would make the plot as small as is allowed. */
static const double comfort_mm = 20;

/* For margins that change with the width. */
static const double rounding_mm = 0.5;
enum { MOST_GROWTHS = 4 };

/* Returns whether the side has grown. */
static int grow_side(double *side, double asked, double unmatched, double most) {
    double before = *side;
    if (asked > 0 || unmatched <= 0)
        return 0;
    *side = fmax(before, fmin(ceil(before + unmatched + comfort_mm), most));
    return *side > before;
}

/* Returns whether any side has grown. */
static int grow(struct sheet *sheet, double highest_mm) {
    const struct figure usual = with_defaults(&sheet->asked), *asked = &sheet->asked.figure;
    double widest = fmin(most_growth * usual.width_mm, limit_width.high);
    double highest = fmin(fmin(most_growth * usual.height_mm, limit_height.high), highest_mm);
    int is_wider =
        grow_side(&sheet->figure.width_mm, asked->width_mm, sheet->layout.lacking_width, widest);
    int is_taller = grow_side(&sheet->figure.height_mm, asked->height_mm,
                              sheet->layout.lacking_height, highest);
    return is_wider || is_taller;
}

/* Returns the least width from which on tiles have the most words that any width up to WIDEST
 * makes room for. */
static double width_for_tiles(const struct sheet *sheet, double widest) {
    double width = sheet->figure.width_mm;
    for (enum tile_words words = TILES_WHOLE; words < sheet->layout.tiles; words++) {
        double lacking = layout_lacks_for_tiles(&sheet->layout, sheet->canvas, words);
        double wanted = width + ceil(fmax(lacking, 0) + rounding_mm);
        if (wanted <= widest)
            return wanted;
    }
    return width;
}

/* Widens a page of maps for the words in their tiles, if the caller leaves its width open. */
static int widen_for_tiles(struct sheet *sheet, struct err *err) {
    double width = width_for_tiles(sheet, FIGURE_DOUBLE_MM);
    if (sheet->asked.figure.width_mm > 0 || width <= sheet->figure.width_mm)
        return 0;
    sheet->figure.width_mm = width;
    layout_release(&sheet->layout);
    return layout_make(&sheet->layout, &sheet->figure, sheet->canvas, err);
}

/* Returns what is left free below the last charts of a page, in mm: rows need no more height than
 * can be read together. */
static double free_below(const struct sheet *sheet) {
    const struct layout *layout = &sheet->layout;
    double least = HUGE_VAL;
    for (size_t i = (layout->rows - 1) * layout->columns; i < layout->count; i++) {
        const struct panel *panel = &layout->panels[i];
        double used = panel->margins.top + panel->plot.height + panel->margins.bottom;
        least = fmin(least, panel->cell.height - used);
    }
    return least / CANVAS_POINTS_PER_MM;
}

/* Cuts a page whose height the caller leaves open. */
static int cut_below(struct sheet *sheet, struct err *err) {
    double height = ceil(sheet->figure.height_mm - free_below(sheet));
    height = fmax(height, limit_height.low);
    if (sheet->asked.figure.height_mm > 0 || sheet->layout.rows > 1 ||
        height >= sheet->figure.height_mm)
        return 0;
    sheet->figure.height_mm = height;
    layout_release(&sheet->layout);
    return layout_make(&sheet->layout, &sheet->figure, sheet->canvas, err);
}

/* Lays the page out, growing sides that the caller leaves open where they are too small. If no size
 * works, the message is about the first attempt. */
static int lay_out_sheet(struct sheet *sheet, double highest_mm, struct err *err) {
    struct err later = {""};
    sheet->figure = with_defaults(&sheet->asked);
    int code = layout_make(&sheet->layout, &sheet->figure, sheet->canvas, err);
    for (int i = 0; i < MOST_GROWTHS && code == ERR_USAGE && grow(sheet, highest_mm); i++) {
        layout_release(&sheet->layout);
        code = layout_make(&sheet->layout, &sheet->figure, sheet->canvas, &later);
    }
    code = code ? code : widen_for_tiles(sheet, err);
    return code ? code : cut_below(sheet, err);
}

/* --- pages --- */

/* Charts that stay together on a page: a row of them, or what was one. */
static size_t units_of(const struct plan *plan, size_t unit) {
    return (plan->figure.chart_count + unit - 1) / unit;
}

/* Returns page I of PAGES, on which the units are shared out evenly. */
static struct plan page_of(const struct plan *plan, size_t unit, size_t pages, size_t i) {
    struct plan page = *plan;
    size_t each = units_of(plan, unit) / pages, longer = units_of(plan, unit) % pages;
    size_t first = (i * each + (i < longer ? i : longer)) * unit;
    size_t rest = plan->figure.chart_count - first, most = (each + (i < longer)) * unit;
    page.figure.charts += first;
    page.figure.chart_count = most < rest ? most : rest;
    return page;
}

/* Each page can be read alone: it has the heading of all. */
static void number_heading(struct sheet *sheet, size_t number, size_t pages) {
    struct figure *figure = &sheet->asked.figure;
    if (pages == 1 || !figure->heading)
        return;
    sheet->heading = xasprintf("%s (%zu\u00a0of\u00a0%zu)", figure->heading, number, pages);
    figure->heading = sheet->heading;
}

static int lay_out_pages(struct drawing *drawing, const struct plan *plan, size_t unit,
                         size_t pages, struct err *err) {
    double highest = units_of(plan, unit) > pages ? FIGURE_PAGE_HEIGHT_MM : HUGE_VAL;
    int code = 0;
    release_sheets(drawing);
    drawing->sheets = xcalloc(pages, sizeof *drawing->sheets);
    for (size_t i = 0; code == 0 && i < pages; i++) {
        struct sheet *sheet = &drawing->sheets[drawing->count++];
        *sheet = (struct sheet){.asked = page_of(plan, unit, pages, i), .canvas = &drawing->canvas};
        number_heading(sheet, i + 1, pages);
        code = lay_out_sheet(sheet, highest, err);
    }
    return code;
}

/* Lays PLAN out on as few pages as it takes, with UNIT charts together. A height that was asked for
 * is that of one page. If none works, the message is about the first attempt. */
static int lay_out(struct drawing *drawing, const struct plan *plan, size_t unit, struct err *err) {
    size_t most = plan->figure.height_mm > 0 ? 1 : units_of(plan, unit), tried = 0;
    struct err later = {""};
    int code = ERR_USAGE;
    for (size_t pages = 1; code == ERR_USAGE && pages <= most; pages++) {
        struct plan first = page_of(plan, unit, pages, 0);
        int is_too_high = with_defaults(&first).height_mm > FIGURE_PAGE_HEIGHT_MM;
        if ((is_too_high && pages < most) || first.figure.chart_count == tried)
            continue;
        code = lay_out_pages(drawing, plan, unit, pages, tried ? &later : err);
        tried = first.figure.chart_count;
        /* other pages are no wider */
        if (code && drawing->count &&
            drawing->sheets[drawing->count - 1].layout.lacking_height <= 0)
            break;
    }
    return code;
}

/* Does the same with all charts below each other. Only if that succeeds, or lacks nothing but
 * height, does it change ERR. */
static int lay_out_stacked(struct drawing *drawing, const struct plan *plan, struct err *err) {
    struct plan stacked = *plan;
    struct err later = {""};
    stacked.figure.columns = 1;
    stacked.row_mm = stacked_row_mm;
    int code = lay_out(drawing, &stacked, plan->figure.columns, &later);
    if (code && drawing->count && drawing->sheets[drawing->count - 1].layout.lacking_width <= 0)
        *err = later;
    return code;
}

/* --- drawing --- */

static void draw_sheet(struct sheet *sheet) {
    struct canvas canvas = *sheet->canvas;
    sheet->scene = (struct scene){.theme = canvas.theme,
                                  .libraries = canvas.libraries,
                                  .width = sheet->layout.width,
                                  .height = sheet->layout.height};
    canvas.scene = &sheet->scene;
    layout_draw(&sheet->layout, &sheet->figure, &canvas);
}

/* What is done with the pages of a picture once they are drawn. */
typedef int drawing_use(void *context, const struct drawing *drawing, struct err *err);

static int draw(const struct figure *figure, drawing_use *use, void *context, struct err *err) {
    struct plan plan = {*figure, FIGURE_ROW_MM};
    plan.figure.columns = columns_of(figure);
    const struct figure full = with_defaults(&plan);
    int code = check_limits(&full, err);
    struct drawing drawing = {
        .canvas = {.theme = full.theme,
                   .font_size = full.font_size,
                   .libraries = full.libraries ? full.libraries : count_libraries(&full)}};
    code = code ? code : text_open(&drawing.canvas.text, full.font, err);
    if (code == 0) {
        int may_stack = full.may_rearrange && full.columns > 1 && !full.is_grid;
        code = lay_out(&drawing, &plan, plan.figure.columns, err);
        if (code == ERR_USAGE && may_stack)
            code = lay_out_stacked(&drawing, &plan, err);
        for (size_t i = 0; code == 0 && i < drawing.count; i++)
            draw_sheet(&drawing.sheets[i]);
        code = code ? code : use(context, &drawing, err);
        release_sheets(&drawing);
    }
    text_close(drawing.canvas.text);
    return code;
}

/* --- files --- */

/* Returns whether a page is larger than A4, upright or lying, without having been asked to be. */
static int is_oversized(const struct sheet *sheet) {
    const struct figure *figure = &sheet->figure, *asked = &sheet->asked.figure;
    int may_lie = figure->height_mm <= FIGURE_PAGE_WIDTH_MM;
    int is_too_high = figure->height_mm > FIGURE_PAGE_HEIGHT_MM;
    int is_too_wide = figure->width_mm > (may_lie ? FIGURE_PAGE_HEIGHT_MM : FIGURE_PAGE_WIDTH_MM);
    return (is_too_high && asked->height_mm == 0) || (is_too_wide && asked->width_mm == 0);
}

static void note_drawn(struct drawn *drawn, const struct drawing *drawing) {
    for (size_t k = 0; k < drawing->count; k++) {
        const struct sheet *sheet = &drawing->sheets[k];
        drawn->is_shortened |= sheet->layout.is_shortened;
        if (is_oversized(sheet)) {
            drawn->oversized_width_mm = sheet->figure.width_mm;
            drawn->oversized_height_mm = sheet->figure.height_mm;
        }
        for (size_t i = 0; i < sheet->layout.count; i++)
            drawn->skipped += sheet->layout.panels[i].skipped;
    }
}

static int encode_file(const struct output_format *format, const struct page *pages, size_t count,
                       struct bytes *bytes, struct err *err) {
    FILE *file = xopen_memstream(&bytes->data, &bytes->size);
    int code = format->encode(pages, count, file, err);
    xclose_memstream(file);
    return code;
}

struct encoding {
    const struct output_format *format;
    struct files *files;
    struct drawn *drawn;
};

/* Makes one file of all pages, or one of each. */
static int encode(void *context, const struct drawing *drawing, struct err *err) {
    const struct encoding *encoding = context;
    const struct output_format *format = encoding->format;
    struct files *files = encoding->files;
    struct page *pages = xcalloc(drawing->count, sizeof *pages);
    files->count = format->has_pages ? 1 : drawing->count;
    files->items = xcalloc(files->count, sizeof *files->items);
    int code = 0;
    for (size_t i = 0; i < drawing->count; i++) {
        const struct sheet *sheet = &drawing->sheets[i];
        const struct figure *figure = &sheet->figure;
        pages[i] = (struct page){.width_mm = figure->width_mm,
                                 .height_mm = figure->height_mm,
                                 .dpi = figure->dpi,
                                 .title = figure->title,
                                 .author = figure->author,
                                 .subject = figure->subject,
                                 .scene = &sheet->scene,
                                 .layout = &sheet->layout,
                                 .figure = figure,
                                 .canvas = &drawing->canvas};
    }
    size_t each = format->has_pages ? drawing->count : 1;
    for (size_t i = 0; code == 0 && i < files->count; i++)
        code = encode_file(format, &pages[i * each], each, &files->items[i], err);
    free(pages);
    if (code == 0)
        note_drawn(encoding->drawn, drawing);
    return code;
}

int figure_encode(const struct figure *figure, const struct output_format *format,
                  struct files *files, struct drawn *drawn, struct err *err) {
    struct drawn unheeded;
    struct encoding encoding = {format, files, drawn ? drawn : &unheeded};
    *encoding.drawn = (struct drawn){0};
    return draw(figure, encode, &encoding, err);
}

int figure_write(const struct figure *figure, const char *path, struct drawn *drawn,
                 struct err *err) {
    const struct output_format *format;
    struct files files = {0};
    int code = output_find(path, &format, err);
    code = code ? code : figure_encode(figure, format, &files, drawn, err);
    for (size_t i = 0; code == 0 && i < files.count; i++) {
        char *name = target_number(path, i, files.count);
        code = target_write(name, &files.items[i], err);
        free(name);
    }
    files_release(&files);
    return code;
}

/* --- pictures in a page --- */

struct showing {
    FILE *file;
    size_t number;
    struct figure_extent *extent;
    figure_visit *visit;
    void *context;
};

static void visit_points(const struct showing *showing, const struct sheet *sheet, size_t i) {
    const struct panel *panel = &sheet->layout.panels[i];
    for (size_t s = 0; s < panel->chart->series_count; s++) {
        const struct series_data *series = &panel->chart->series[s];
        for (size_t j = 0; j < series->count; j++) {
            struct figure_point point = {&sheet->figure.charts[i], s, j,
                                         scale_map(&panel->axes.x.scale, series->x[j]),
                                         scale_map(&panel->axes.y.scale, series->y[j])};
            if (curve_shows(series, &panel->axes, j) && isfinite(point.x) && isfinite(point.y))
                showing->visit(showing->context, &point);
        }
    }
}

static int show(void *context, const struct drawing *drawing, struct err *err) {
    (void)err;
    const struct showing *showing = context;
    const struct sheet *sheet = &drawing->sheets[0];
    *showing->extent = (struct figure_extent){sheet->layout.width, sheet->layout.height};
    svg_write_picture(showing->file, &sheet->scene, drawing->canvas.text, showing->number);
    for (size_t i = 0; i < sheet->layout.count; i++)
        visit_points(showing, sheet, i);
    return 0;
}

int figure_write_picture(const struct figure *figure, FILE *file, size_t number,
                         struct figure_extent *extent, figure_visit *visit, void *context,
                         struct err *err) {
    return draw(figure, show, &(struct showing){file, number, extent, visit, context}, err);
}
