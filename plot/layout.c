/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plot/layout.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cairo.h>

#include "plot/names.h"
#include "plot/output.h"

/* All in font sizes. */
static const double title_size = 8.5 / 7.5, smallest_title = 7.0 / 7.5;
static const double subtitle_size = 7.0 / 7.5, heading_size = 10.0 / 7.5;
static const double edge = 0.7, between_columns = 1.2, between_rows = 1.4;
static const double above_plot = 0.95, below_title = 0.1, ticks_below = 1.9, least_plot = 5;

/* A plot needs the tick labels' width, which depend on the plot's height, which depends on how the
 * words above it wrap, which depends on the plot's width. Margins only grow, and settle at once. */
enum { PASSES = 3 };

/* --- words --- */

static double width_of_words(const struct panel *panel) {
    return panel->cell.width - panel->margins.left;
}

static struct text_style title_style(const struct panel *panel) {
    return (struct text_style){.size = panel->title, .bold = 1, .wrap = width_of_words(panel)};
}

static struct text_style subtitle_style(const struct canvas *canvas, const struct panel *panel) {
    return (struct text_style){.size = subtitle_size * canvas->font_size,
                               .wrap = width_of_words(panel)};
}

/* Centred under the plot, it may reach out into both margins. */
static struct text_style x_label_style(const struct canvas *canvas, const struct panel *panel) {
    double beside = fmin(panel->margins.left, panel->margins.right);
    return (struct text_style){.size = canvas->font_size, .wrap = panel->plot.width + 2 * beside};
}

static double height_of(const struct canvas *canvas, struct text_style style, const char *string) {
    return string && *string ? text_measure(canvas->text, &style, string).height : 0;
}

/* Draws a block of text whose top is at Y; returns its bottom. */
static double draw_block(const struct canvas *canvas, struct text_style style, const char *string,
                         double x, double y, enum text_side side) {
    if (!string || !*string)
        return y;
    struct text_extent extent = text_measure(canvas->text, &style, string);
    text_draw(canvas->text, canvas->cr, &style, string, x, y + extent.ascent, side);
    return y + extent.height;
}

/* --- notes --- */

static const char between_notes[] = "; ";

static size_t count_wrong(const struct panel *panel) {
    size_t count = 0;
    for (size_t s = 0; s < panel->chart->series_count; s++) {
        const struct series_data *series = &panel->chart->series[s];
        for (size_t i = 0; series->wrong && i < series->count; i++)
            count += series->wrong[i] != 0;
    }
    return count;
}

static void note_missing(FILE *notes, const struct panel *panel) {
    const char *separator = "no result: ";
    for (size_t s = 0; s < panel->chart->series_count; s++) {
        const struct series_data *series = &panel->chart->series[s];
        if (names_has(panel->chart, series, &panel->axes))
            continue;
        fprintf(notes, "%s%s", separator, series->name);
        separator = ", ";
    }
    if (separator[0] == ',')
        fputs(between_notes, notes);
}

static void note_unnamed(FILE *notes, const struct panel *panel, double font_size) {
    size_t named = 0;
    for (size_t s = 0; s < panel->chart->series_count; s++)
        named += (size_t)names_has(panel->chart, &panel->chart->series[s], &panel->axes);
    struct names_fit fit = names_fit(named, panel->plot.height, font_size);
    if (fit.fitting < named)
        fprintf(notes, "%zu of %zu curves are named%s", fit.fitting, named, between_notes);
}

static int write_notes(struct panel *panel, double font_size) {
    free(panel->notes);
    panel->notes = NULL;
    size_t size = 0;
    FILE *notes = open_memstream(&panel->notes, &size);
    if (!notes)
        return -1;
    if (count_wrong(panel))
        fprintf(notes, "× marks a wrong answer%s", between_notes);
    if (panel->skipped)
        fprintf(notes, "%zu point%s not above zero left out%s", panel->skipped,
                panel->skipped == 1 ? "" : "s", between_notes);
    note_missing(notes, panel);
    note_unnamed(notes, panel, font_size);
    if (fclose(notes) != 0)
        return -1;
    if (size > 0)
        panel->notes[size - strlen(between_notes)] = 0;
    return 0;
}

/* --- margins --- */

static void measure_sides(struct panel *panel, const struct canvas *canvas) {
    struct margins *margins = &panel->margins;
    double em = canvas->font_size, widest = 0.3 * panel->cell.width;
    double names = names_fit(panel->chart->series_count, panel->plot.height, em).size;
    double labels = axis_label_width(&panel->axes.y, canvas) + 0.6 * em;
    margins->left = fmax(margins->left, labels);
    margins->right = fmax(margins->right, names_width(canvas, panel->chart, names, widest));
}

static void measure_words(struct panel *panel, const struct canvas *canvas) {
    const struct chart *chart = panel->chart;
    struct margins *margins = &panel->margins;
    double em = canvas->font_size;
    double title = height_of(canvas, title_style(panel), chart->title);
    double subtitle = height_of(canvas, subtitle_style(canvas, panel), chart->subtitle);
    double notes = height_of(canvas, subtitle_style(canvas, panel), panel->notes);
    double x_label = height_of(canvas, x_label_style(canvas, panel), chart->x_label);
    margins->top = fmax(margins->top, title + subtitle + notes + (below_title + above_plot) * em);
    margins->bottom = fmax(margins->bottom, ticks_below * em + x_label);
}

static void widen(struct margins *margins, const struct margins *other, int same_column,
                  int same_row) {
    if (same_column) {
        margins->left = fmax(margins->left, other->left);
        margins->right = fmax(margins->right, other->right);
    }
    if (same_row) {
        margins->top = fmax(margins->top, other->top);
        margins->bottom = fmax(margins->bottom, other->bottom);
    }
}

static void align(struct layout *layout) {
    for (size_t i = 0; i < layout->count; i++)
        for (size_t k = 0; k < layout->count; k++)
            widen(&layout->panels[i].margins, &layout->panels[k].margins,
                  i % layout->columns == k % layout->columns,
                  i / layout->columns == k / layout->columns);
}

static void cut_plot(struct panel *panel) {
    const struct margins *margins = &panel->margins;
    panel->plot = (struct box){panel->cell.x + margins->left, panel->cell.y + margins->top,
                               panel->cell.width - margins->left - margins->right,
                               panel->cell.height - margins->top - margins->bottom};
}

static int fit_panel(struct panel *panel, const struct canvas *canvas) {
    cut_plot(panel);
    struct room room = {fmax(panel->plot.width, 1), fmax(panel->plot.height, 1), canvas->font_size};
    axes_choose(panel->chart, &room, &panel->axes);
    axes_place(&panel->axes, &panel->plot);
    panel->skipped = chart_count_skipped(panel->chart, &panel->axes);
    return write_notes(panel, canvas->font_size);
}

/* --- the page --- */

static void place_cells(struct layout *layout, const struct figure *figure, double em) {
    double top = edge * em + layout->heading, columns = (double)layout->columns;
    double across = layout->width - 2 * edge * em - (columns - 1) * between_columns * em;
    double down = layout->height - top - edge * em - (double)(layout->rows - 1) * between_rows * em;
    for (size_t i = 0; i < layout->count; i++) {
        struct panel *panel = &layout->panels[i];
        double width = across / columns, height = down / (double)layout->rows;
        panel->chart = &figure->charts[i];
        panel->cell = (struct box){
            edge * em + (double)(i % layout->columns) * (width + between_columns * em),
            top + (double)(i / layout->columns) * (height + between_rows * em), width, height};
    }
}

/* How many points the narrowest and the lowest plot lack. */
static void measure_lack(const struct layout *layout, double em, double *width, double *height) {
    *width = *height = 0;
    for (size_t i = 0; i < layout->count; i++) {
        *width = fmax(*width, 1.6 * least_plot * em - layout->panels[i].plot.width);
        *height = fmax(*height, least_plot * em - layout->panels[i].plot.height);
    }
}

static int check_room(const struct layout *layout, const struct figure *figure, double em,
                      struct err *err) {
    double width, height;
    measure_lack(layout, em, &width, &height);
    if (width <= 0 && height <= 0)
        return 0;
    width *= (double)layout->columns / OUTPUT_POINTS_PER_MM;
    height *= (double)layout->rows / OUTPUT_POINTS_PER_MM;
    /* Words that wrap in too narrow a chart say nothing about the height a wider one needs. */
    if (width > 0)
        height = fmin(height, fmax(0, FIGURE_ROW_MM * (double)layout->rows - figure->height_mm));
    return err_set(err, ERR_USAGE,
                   "%g x %g mm is too small for %zu chart%s with these words; choose %.0fx%.0fmm "
                   "or more, or a smaller font",
                   figure->width_mm, figure->height_mm, layout->count,
                   layout->count == 1 ? "" : "s", ceil(figure->width_mm + width),
                   ceil(figure->height_mm + height));
}

static struct text_style heading_style(const struct canvas *canvas, double page_width) {
    return (struct text_style){.size = heading_size * canvas->font_size,
                               .bold = 1,
                               .wrap = page_width - 2 * edge * canvas->font_size};
}

/* One size for all titles: smaller, within reason, where that saves the longest a second line. */
static void size_titles(struct layout *layout, const struct canvas *canvas) {
    double usual = title_size * canvas->font_size, size = usual;
    for (size_t i = 0; i < layout->count; i++) {
        const struct panel *panel = &layout->panels[i];
        struct text_style style = {.size = usual, .bold = 1};
        double width = text_measure(canvas->text, &style, panel->chart->title).width;
        double fitting = usual * width_of_words(panel) / (width + 1);
        if (fitting >= smallest_title * canvas->font_size)
            size = fmin(size, fitting);
    }
    for (size_t i = 0; i < layout->count; i++)
        layout->panels[i].title = size;
}

static int fit_panels(struct layout *layout, const struct canvas *canvas) {
    for (size_t i = 0; i < layout->count; i++)
        if (fit_panel(&layout->panels[i], canvas) != 0)
            return -1;
    return 0;
}

static void measure_panels(struct layout *layout, const struct canvas *canvas) {
    for (size_t i = 0; i < layout->count; i++)
        measure_sides(&layout->panels[i], canvas);
    align(layout);
    size_titles(layout, canvas);
    for (size_t i = 0; i < layout->count; i++)
        measure_words(&layout->panels[i], canvas);
    align(layout);
}

static int settle(struct layout *layout, const struct canvas *canvas) {
    for (int pass = 0; pass < PASSES; pass++) {
        if (fit_panels(layout, canvas) != 0)
            return -1;
        measure_panels(layout, canvas);
    }
    return fit_panels(layout, canvas);
}

int layout_make(struct layout *layout, const struct figure *figure, const struct canvas *canvas,
                struct err *err) {
    double em = canvas->font_size;
    *layout = (struct layout){.count = figure->chart_count,
                              .columns = figure->columns,
                              .rows = (figure->chart_count + figure->columns - 1) / figure->columns,
                              .width = figure->width_mm * OUTPUT_POINTS_PER_MM,
                              .height = figure->height_mm * OUTPUT_POINTS_PER_MM};
    layout->panels = calloc(layout->count, sizeof *layout->panels);
    if (!layout->panels)
        return err_set(err, ERR_FAILED, "no memory for %zu charts", layout->count);
    struct text_style heading = heading_style(canvas, layout->width);
    layout->heading = height_of(canvas, heading, figure->heading);
    layout->heading += layout->heading > 0 ? between_rows / 2 * em : 0;
    place_cells(layout, figure, em);
    if (settle(layout, canvas) != 0)
        return err_set(err, ERR_FAILED, "no memory for the words of %zu charts", layout->count);
    return check_room(layout, figure, em, err);
}

void layout_release(struct layout *layout) {
    for (size_t i = 0; layout->panels && i < layout->count; i++)
        free(layout->panels[i].notes);
    free(layout->panels);
    *layout = (struct layout){0};
}

/* --- drawing --- */

static void draw_words(const struct panel *panel, const struct canvas *canvas) {
    const struct theme *theme = theme_find(canvas->theme);
    const struct chart *chart = panel->chart;
    double x = panel->plot.x, y = panel->cell.y;
    canvas_set_colour(canvas, theme->ink, 1);
    y = draw_block(canvas, title_style(panel), chart->title, x, y, TEXT_STARTS);
    y += below_title * canvas->font_size;
    canvas_set_colour(canvas, theme->soft_ink, 1);
    y = draw_block(canvas, subtitle_style(canvas, panel), chart->subtitle, x, y, TEXT_STARTS);
    draw_block(canvas, subtitle_style(canvas, panel), panel->notes, x, y, TEXT_STARTS);
    canvas_set_colour(canvas, theme->ink, 1);
    draw_block(canvas, x_label_style(canvas, panel), chart->x_label, x + panel->plot.width / 2,
               panel->plot.y + panel->plot.height + ticks_below * canvas->font_size,
               TEXT_IS_CENTRED);
}

static int draw_panel(const struct panel *panel, const struct canvas *canvas) {
    draw_words(panel, canvas);
    axes_draw(&panel->axes, canvas, &panel->plot);
    chart_draw(canvas, panel->chart, &panel->axes, &panel->plot);
    return names_draw(canvas, panel->chart, &panel->axes, &panel->plot, panel->margins.right);
}

int layout_draw(const struct layout *layout, const struct figure *figure,
                const struct canvas *canvas) {
    const struct theme *theme = theme_find(canvas->theme);
    double em = canvas->font_size;
    int code = 0;
    canvas_set_colour(canvas, theme->ground, 1);
    cairo_paint(canvas->cr);
    canvas_set_colour(canvas, theme->ink, 1);
    draw_block(canvas, heading_style(canvas, layout->width), figure->heading, edge * em, edge * em,
               TEXT_STARTS);
    for (size_t i = 0; code == 0 && i < layout->count; i++)
        code = draw_panel(&layout->panels[i], canvas);
    return code;
}
