/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plot/charts/layout.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "formats/text/xalloc.h"
#include "plot/marks/curve.h"
#include "plot/marks/mark.h"
#include "plot/charts/forest.h"
#include "plot/charts/legend.h"
#include "plot/charts/tiles.h"
#include "plot/figure/look.h"
#include "plot/figure/scene.h"

/* Lengths in multiples of the font size. */
static const double title_size = 8.5 / 7.5, smallest_title = 7.0 / 7.5;
static const double subtitle_sizes[] = {7.0 / 7.5, 6.5 / 7.5, 6.1 / 7.5};
static const double edge = 0.7, least_edge = 0.35, between_columns = 1.2, between_rows = 1.4;
static const double above_plot = 0.95, below_title = 0.1, ticks_below = 1.9, least_plot = 5;
/* The same for charts in a grid. */
static const double grid_title = 1, smallest_grid_title = 0.75, grid_right = 0.8;
static const double mark_words = 0.55; /* extra space above a plot for the labels of marks */
static const double grid_above_plot = 0.4, grid_least_plot = 4, below_legend = 0.9;
static const double smallest_grid_label = 0.75;
static const double y_label_line = 1.25;
static const double most_words = 1.0 / 3; /* of a chart's height, */
static const double most_gist = 1.0 / 2;  /* if they only say what is drawn */
static const double most_heading = 0.2;   /* of a page's height */
static const double least_panel = 0.55;   /* of the figure's, by all plots of a column */
static const double usual_names = 0.3;    /* of its width, at most, */
static const double wide_names = 0.45;    /* also where they are short already */

/* The width of tick labels depends on the plot's height, which depends on how the text above it
 * wraps, which depends on the plot's width. Margins only grow, so a few passes settle them. */
enum { PASSES = 3 };

/* --- text blocks --- */

/* Words above a plot begin where it does, but those of a forest plot where its names do. */
static double left_of_words(const struct panel *panel) {
    return panel->cell.x + (panel->chart->row_count ? 0 : panel->margins.left);
}

static double width_of_words(const struct panel *panel) {
    return panel->cell.x + panel->cell.width - left_of_words(panel);
}

static struct text_style title_style(const struct panel *panel) {
    return (struct text_style){.size = panel->title, .bold = 1, .wrap = width_of_words(panel)};
}

static struct text_style subtitle_style(const struct panel *panel) {
    return (struct text_style){.size = panel->words, .wrap = width_of_words(panel)};
}

/* The x label is centred under the plot and may extend into both margins. In a grid it shrinks if
 * that saves a second line. */
static struct text_style x_label_style(const struct canvas *canvas, const struct panel *panel) {
    double beside = fmin(panel->margins.left, panel->margins.right);
    struct text_style style = {.size = canvas->font_size};
    double space = panel->plot.width + 2 * beside;
    double width = text_measure(canvas->text, &style, panel->x_label).width + 1;
    if (panel->is_in_grid && width > space)
        style.size *= fmax(space / width, smallest_grid_label);
    style.wrap = space;
    return style;
}

/* The y label is one line, cut where the chart beside it begins. */
static struct text_style y_label_style(const struct canvas *canvas, const struct panel *panel) {
    return (struct text_style){.size = canvas->font_size, .fit = panel->cell.width};
}

static double height_of(const struct canvas *canvas, struct text_style style, const char *string) {
    return string && *string ? text_measure(canvas->text, &style, string).height : 0;
}

/* Draws a block of text whose top is at Y; returns its bottom. */
static double draw_block(const struct canvas *canvas, struct text_style style, const char *string,
                         double x, double y, enum text_side side, enum role role) {
    if (!string || !*string)
        return y;
    struct text_extent extent = text_measure(canvas->text, &style, string);
    scene_text(canvas->scene, &style, string, x, y + extent.ascent, side, role);
    return y + extent.height;
}

/* --- notes --- */

static const char between_notes[] = "; ";

/* Writes the notes of PANEL, without what the legend of a grid already explains. */
static void write_notes(struct panel *panel, double font_size) {
    free(panel->notes);
    if (!panel->has_notes) {
        panel->notes = xstrdup("");
        return;
    }

    size_t size;
    FILE *notes = xopen_memstream(&panel->notes, &size);
    size_t count = 0;
    for (size_t s = 0; s < panel->chart->series_count; s++) {
        const struct series_data *series = &panel->chart->series[s];
        for (size_t i = 0; series->wrong && i < series->count; i++)
            count += series->wrong[i] != 0;
    }
    if (count && !panel->has_legend)
        fprintf(notes, "× marks %s%s", panel->chart->cross ? panel->chart->cross : "a wrong answer",
                between_notes);
    if (panel->skipped)
        fprintf(notes, "%zu point%s left out (zero, negative or infinite)%s", panel->skipped,
                panel->skipped == 1 ? "" : "s", between_notes);

    if (*panel->about_names)
        fprintf(notes, "%s%s", panel->about_names, between_notes);
    const char *separator = "no result: "; /* rows say so themselves */
    for (size_t s = 0; s < panel->chart->series_count && !panel->chart->row_count; s++) {
        const struct series_data *series = &panel->chart->series[s];
        if (curve_is_faint(series) || names_has(panel->chart, series, &panel->axes))
            continue;
        fprintf(notes, "%s%s", separator, series->name);
        separator = ", ";
    }
    if (separator[0] == ',')
        fputs(between_notes, notes);

    if (panel->has_names) {
        size_t named = 0;
        for (size_t s = 0; s < panel->chart->series_count; s++)
            named += (size_t)names_has(panel->chart, &panel->chart->series[s], &panel->axes);
        struct names_fit fit = names_fit(named, panel->plot.height, font_size);
        if (fit.fitting < named)
            fprintf(notes, "room to name %zu of %zu curves%s", fit.fitting, named, between_notes);
    }
    xclose_memstream(notes);
    if (size > 0)
        panel->notes[size - strlen(between_notes)] = 0;
}

/* --- margins --- */

static void align(struct layout *layout) {
    for (size_t i = 0; i < layout->count; i++)
        for (size_t k = 0; k < layout->count; k++) {
            struct margins *margins = &layout->panels[i].margins;
            const struct margins *other = &layout->panels[k].margins;
            int same_column = i % layout->columns == k % layout->columns;
            int same_row = i / layout->columns == k / layout->columns;
            if (same_column) {
                margins->left = fmax(margins->left, other->left);
                margins->right = fmax(margins->right, other->right);
            }
            if (same_row) {
                margins->top = fmax(margins->top, other->top);
                margins->bottom = fmax(margins->bottom, other->bottom);
            }
        }
}

static void fit_panel(struct panel *panel, const struct canvas *canvas) {
    const struct margins *margins = &panel->margins;
    panel->plot = (struct box){panel->cell.x + margins->left, panel->cell.y + margins->top,
                               panel->cell.width - margins->left - margins->right,
                               panel->cell.height - margins->top - margins->bottom};
    if (panel->chart->row_count)
        panel->plot.height = fmin(panel->plot.height, forest_most_height(canvas, panel->chart));
    struct space space = {fmax(panel->plot.width, 1), fmax(panel->plot.height, 1),
                          canvas->font_size};
    axes_choose(panel->chart, &space, &panel->axes);
    axes_place(&panel->axes, &panel->plot);
    panel->skipped = chart_count_skipped(panel->chart, &panel->axes);
    write_notes(panel, canvas->font_size);
}

/* --- the page --- */

static struct text_style heading_style(const struct canvas *canvas, double page_width) {
    return (struct text_style){.size = LOOK_HEADING_LETTERS * canvas->font_size,
                               .bold = 1,
                               .wrap = page_width - 2 * edge * canvas->font_size};
}

static struct text_style page_subtitle_style(const struct canvas *canvas, double page_width) {
    return (struct text_style){.size = subtitle_sizes[0] * canvas->font_size,
                               .wrap = page_width - 2 * edge * canvas->font_size};
}

/* With a height that may grow, plots have little of it only beside words in narrow columns. A grid
 * has its words above all columns. */
static int may_shorten(const struct layout *layout, const struct figure *figure) {
    double columns = figure->is_grid ? 1 : (double)layout->columns;
    return figure->may_rearrange &&
           (!figure->has_open_height || figure->width_mm < columns * FIGURE_SINGLE_MM);
}

/* Chooses what stands below the heading, and returns the height of both. */
static double measure_heading(struct layout *layout, const struct figure *figure,
                              const struct canvas *canvas) {
    struct text_style style = page_subtitle_style(canvas, layout->width);
    double heading = height_of(canvas, heading_style(canvas, layout->width), figure->heading);
    double words = heading + height_of(canvas, style, figure->subtitle);
    int is_brief =
        may_shorten(layout, figure) && figure->brief && words > most_heading * layout->height;
    layout->subtitle = is_brief ? figure->brief : figure->subtitle;
    layout->is_shortened |= is_brief && strcmp(figure->brief, figure->subtitle) != 0;
    return heading + height_of(canvas, style, layout->subtitle);
}

/* Measures what stands above and below all charts: heading, subtitle and legend. */
static void measure_page(struct layout *layout, const struct figure *figure,
                         const struct canvas *canvas) {
    double em = canvas->font_size, width = layout->width;
    layout->heading = measure_heading(layout, figure, canvas);
    layout->heading += layout->heading > 0 ? between_rows / 2 * em : 0;
    if (layout->place == LEGEND_ENDS || layout->place == LEGEND_NONE)
        return;
    double most = layout->place == LEGEND_INSIDE ? 0 : width - 2 * edge * em;
    legend_make(&layout->legend, figure, canvas, most);
    double height = layout->legend.height + below_legend * em;
    layout->heading += layout->place == LEGEND_ABOVE ? height : 0;
    layout->footing = layout->place == LEGEND_BELOW ? height : 0;
}

/* Returns the sum of the heights of all panels' subtitles at SIZE, in multiples of SIZE. Unless
 * IS_WRAPPED, lines break only at newlines. */
static double height_of_words(const struct layout *layout, const struct canvas *canvas, double size,
                              int is_wrapped) {
    double height = 0;
    for (size_t i = 0; i < layout->count; i++) {
        const struct panel *panel = &layout->panels[i];
        struct text_style style = {.size = size,
                                   .wrap = is_wrapped ? width_of_words(panel) : HUGE_VAL};
        height += height_of(canvas, style, panel->subtitle) / size;
    }
    return height;
}

/* --- axes that charts of a grid share --- */

static int are_same_words(const char *a, const char *b) {
    return strcmp(a ? a : "", b ? b : "") == 0;
}

static int are_same_labels(const struct axis *a, const struct axis *b) {
    size_t i = 0;
    for (; i < a->ticks.count && i < b->ticks.count; i++) {
        char label[LABEL_BYTES], other[LABEL_BYTES];
        if (a->ticks.items[i].value != b->ticks.items[i].value)
            return 0;
        axis_label(label, a, &a->ticks.items[i]);
        axis_label(other, b, &b->ticks.items[i]);
        if (strcmp(label, other) != 0)
            return 0;
    }
    return i == a->ticks.count && i == b->ticks.count;
}

static int is_same_axis(const struct axis *a, const struct axis *b) {
    return a->scale.kind == b->scale.kind && a->scale.low == b->scale.low &&
           a->scale.high == b->scale.high && are_same_labels(a, b);
}

static int has_labels(const struct axis *axis) {
    int has = 0;
    for (size_t i = 0; i < axis->ticks.count; i++)
        has |= axis->ticks.items[i].labelled;
    return has;
}

static void drop_labels(struct axis *axis) {
    for (size_t i = 0; i < axis->ticks.count; i++)
        axis->ticks.items[i].labelled = 0;
}

/* Leaves the labels of axes to the first chart of each row and the last of each column, where the
 * others have the same axes. */
static void share_labels(struct layout *layout) {
    for (size_t i = layout->count; i-- > 0;) {
        struct panel *panel = &layout->panels[i];
        const struct panel *left = i % layout->columns ? panel - 1 : NULL;
        const struct panel *below =
            i + layout->columns < layout->count ? panel + layout->columns : NULL;
        if (!panel->is_in_grid || panel->chart->row_count)
            continue;
        if (left && !left->chart->is_blank && !left->chart->row_count &&
            is_same_axis(&left->axes.y, &panel->axes.y) &&
            are_same_words(left->chart->y_label, panel->chart->y_label))
            drop_labels(&panel->axes.y);
        int is_shared = below && !below->chart->is_blank && !below->chart->row_count &&
                        is_same_axis(&below->axes.x, &panel->axes.x) &&
                        are_same_words(below->chart->x_label, panel->chart->x_label);
        if (is_shared)
            drop_labels(&panel->axes.x);
        panel->x_label = is_shared ? "" : panel->chart->x_label;
    }
}

static void fit_panels(struct layout *layout, const struct canvas *canvas) {
    for (size_t i = 0; i < layout->count; i++)
        fit_panel(&layout->panels[i], canvas);
    share_labels(layout);
}

static int has_y_label(const struct chart *chart) {
    return chart->y_label && *chart->y_label;
}

/* Returns what is left free above a plot, or taken by the labels of marks, in font sizes. */
static double height_above_plot(const struct panel *panel) {
    int rows = marks_label_rows(panel->chart);
    return (panel->is_in_grid ? grid_above_plot : above_plot) + (rows ? mark_words : 0) +
           (rows > 1 ? (rows - 1) * MARKS_ROW_ABOVE + 0.15 : 0);
}

/* Names of rows, PART of a chart's WIDTH at most, leave room for their numbers at the RIGHT and for
 * a plot. */
static double widest_name(double width, double right, double part, double em) {
    const double least = 5;
    double room = width - right - 1.7 * least_plot * em - em;
    return fmax(fmin(part * width, room), least * em);
}

/* Makes room for labels of the x axis that begin or end near where the page does, or, in a grid,
 * where the chart beside it does. */
static void measure_overhang(struct layout *layout, size_t i, const struct canvas *canvas) {
    struct panel *panel = &layout->panels[i];
    double left, right, beside = (edge - least_edge) * canvas->font_size;
    size_t column = i % layout->columns;
    int is_last = column + 1 == layout->columns;
    axis_overhang(&panel->axes.x, canvas, &left, &right);
    left -= panel->is_in_grid && column ? 0 : beside;
    right -= panel->is_in_grid && !is_last ? 0 : beside;
    panel->margins.left = fmax(panel->margins.left, left);
    panel->margins.right = fmax(panel->margins.right, right);
}

/* What is at the right is measured first: names of rows have the room that it leaves. */
static void measure_sides(struct layout *layout, const struct canvas *canvas) {
    double em = canvas->font_size;
    for (size_t i = 0; i < layout->count; i++) {
        struct panel *panel = &layout->panels[i];
        double height = panel->plot.height, widest = panel->names * panel->cell.width;
        double names = names_fit(names_count(panel->chart), height, em).size;
        double right = panel->chart->row_count ? forest_texts_width(canvas, panel->chart, height)
                       : panel->has_names      ? names_width(canvas, panel->chart, names, widest)
                                               : grid_right * em;
        panel->margins.right = fmax(panel->margins.right, right);
        measure_overhang(layout, i, canvas);
    }
    align(layout);
    for (size_t i = 0; i < layout->count; i++) {
        struct panel *panel = &layout->panels[i];
        double labels = axis_label_width(&panel->axes.y, canvas);
        double left = panel->chart->row_count
                          ? forest_names_width(canvas, panel->chart, panel->plot.height,
                                               widest_name(panel->cell.width, panel->margins.right,
                                                           panel->names, em))
                          : labels + (labels > 0 || !panel->is_in_grid ? 0.6 : 0) * em;
        panel->margins.left = fmax(panel->margins.left, left);
    }
    align(layout);
}

static void measure_panels(struct layout *layout, const struct canvas *canvas) {
    measure_sides(layout, canvas);

    /* All titles share one size. It shrinks, within limits, if that saves the longest title a
     * second line. */
    int is_grid = layout->panels[0].is_in_grid;
    double usual = (is_grid ? grid_title : title_size) * canvas->font_size, size = usual;
    double smallest = (is_grid ? smallest_grid_title : smallest_title) * canvas->font_size;
    for (size_t i = 0; i < layout->count; i++) {
        const struct panel *panel = &layout->panels[i];
        struct text_style style = {.size = usual, .bold = 1};
        double width = text_measure(canvas->text, &style, panel->chart->title).width;
        double fitting = usual * width_of_words(panel) / (width + 1);
        if (fitting >= smallest || is_grid)
            size = fmin(size, fmax(fitting, smallest));
    }
    for (size_t i = 0; i < layout->count; i++)
        layout->panels[i].title = size;

    /* All subtitles share one size, too. It shrinks if that saves a line, which in a narrow figure
     * may hold a single word. */
    static const double tenth = 0.1;
    double words_size = subtitle_sizes[0] * canvas->font_size;
    double unbroken = height_of_words(layout, canvas, words_size, 0);
    double fewest = height_of_words(layout, canvas, words_size, 1);
    for (size_t k = 1; k < sizeof subtitle_sizes / sizeof *subtitle_sizes; k++) {
        double smaller = subtitle_sizes[k] * canvas->font_size;
        double lines =
            fewest > unbroken + tenth ? height_of_words(layout, canvas, smaller, 1) : fewest;
        words_size = lines < fewest - tenth ? smaller : words_size;
        fewest = fmin(fewest, lines);
    }
    for (size_t i = 0; i < layout->count; i++)
        layout->panels[i].words = words_size;

    for (size_t i = 0; i < layout->count; i++) {
        struct panel *panel = &layout->panels[i];
        const struct chart *chart = panel->chart;
        struct margins *margins = &panel->margins;
        double em = canvas->font_size;
        double title = height_of(canvas, title_style(panel), chart->title);
        double subtitle = height_of(canvas, subtitle_style(panel), panel->subtitle);
        double notes = height_of(canvas, subtitle_style(panel), panel->notes);
        double x_label = height_of(canvas, x_label_style(canvas, panel), panel->x_label);
        double above = height_above_plot(panel) + (has_y_label(chart) ? y_label_line : 0);
        margins->top = fmax(margins->top, title + subtitle + notes + (below_title + above) * em);
        double ticks = has_labels(&panel->axes.x) || !panel->is_in_grid ? ticks_below : 0;
        margins->bottom = fmax(margins->bottom, ticks * em + x_label);
    }
    align(layout);
}

/* Moves the charts of a grid so that all plots are of one size: those without labels need no room
 * for them. */
static void share_out(struct layout *layout, const struct canvas *canvas) {
    double em = canvas->font_size, columns = (double)layout->columns, rows = (double)layout->rows;
    const struct panel *first = layout->panels, *last = first + layout->count - 1;
    double right = first[layout->columns - 1].cell.x + first[layout->columns - 1].cell.width;
    double width = right - first->cell.x - (columns - 1) * between_columns * em;
    double height =
        last->cell.y + last->cell.height - first->cell.y - (rows - 1) * between_rows * em;
    for (size_t i = 0; i < layout->columns; i++)
        width -= first[i].margins.left + first[i].margins.right;
    for (size_t i = 0; i < layout->count; i += layout->columns)
        height -= first[i].margins.top + first[i].margins.bottom;
    for (size_t i = 0; i < layout->count; i++) {
        struct panel *panel = &layout->panels[i];
        const struct panel *left = i % layout->columns ? panel - 1 : NULL;
        const struct panel *above = i >= layout->columns ? panel - layout->columns : NULL;
        const struct margins *margins = &panel->margins;
        panel->cell.width = width / columns + margins->left + margins->right;
        panel->cell.height = height / rows + margins->top + margins->bottom;
        if (left)
            panel->cell.x = left->cell.x + left->cell.width + between_columns * em;
        if (above)
            panel->cell.y = above->cell.y + above->cell.height + between_rows * em;
    }
}

static void settle(struct layout *layout, const struct canvas *canvas) {
    for (int pass = 0; pass < PASSES; pass++) {
        fit_panels(layout, canvas);
        measure_panels(layout, canvas);
        if (layout->panels[0].is_in_grid && !layout->panels[0].chart->row_count)
            share_out(layout, canvas);
    }
    fit_panels(layout, canvas);
}

/* --- fewer words --- */

static const char *words_at(const struct chart *chart, enum panel_words level) {
    const char *brief = chart->brief ? chart->brief : chart->subtitle;
    const char *words[] = {[WORDS_ALL] = chart->subtitle,
                           [WORDS_WITHOUT_SETTING] =
                               chart->without_setting ? chart->without_setting : brief,
                           [WORDS_BRIEF] = brief,
                           [WORDS_GIST] = chart->gist ? chart->gist : brief,
                           [WORDS_NONE] = ""};
    return words[level];
}

/* Rows need no more height than their letters. */
static double least_height(const struct panel *panel, const struct canvas *canvas) {
    double least = panel->is_in_grid ? grid_least_plot : least_plot;
    return fmax(least * canvas->font_size, forest_least_height(canvas, panel->chart));
}

/* What is drawn is said even where that takes more of the height than other words may. */
static int has_too_many_words(const struct panel *panel, const struct canvas *canvas) {
    double most = panel->level < WORDS_GIST ? most_words : most_gist;
    return panel->plot.height < least_height(panel, canvas) ||
           (!panel->chart->row_count && panel->margins.top > most * panel->cell.height);
}

/* Returns whether PANEL has words that the level BRIEF has not, though they make its plot small. */
static int is_crowded(const struct layout *layout, const struct panel *panel,
                      const struct canvas *canvas) {
    int is_small = panel->plot.height * (double)layout->rows < least_panel * layout->height;
    return panel->level < WORDS_BRIEF &&
           strcmp(panel->subtitle, words_at(panel->chart, WORDS_BRIEF)) != 0 &&
           (is_small || has_too_many_words(panel, canvas));
}

/* Shortens the words of all charts, down to the brief ones, where one is crowded; then of each that
 * still has too many. Returns whether there were any. */
static int shorten(struct layout *layout, const struct canvas *canvas) {
    int are_crowded = 0, is_any = 0;
    for (size_t i = 0; i < layout->count; i++)
        are_crowded |= is_crowded(layout, &layout->panels[i], canvas);
    for (size_t i = 0; i < layout->count; i++) {
        struct panel *panel = &layout->panels[i];
        enum panel_words most = are_crowded ? WORDS_BRIEF : WORDS_NONE;
        if (panel->level >= most || (!are_crowded && !has_too_many_words(panel, canvas)))
            continue;
        panel->level++;
        const char *left = words_at(panel->chart, panel->level);
        layout->is_shortened |= strcmp(left, panel->subtitle) != 0;
        panel->subtitle = left;
        is_any = 1;
    }
    for (size_t i = 0; is_any && i < layout->count; i++)
        layout->panels[i].margins = (struct margins){0};
    return is_any;
}

/* --- panels --- */

static void begin_panel(struct panel *panel, const struct layout *layout,
                        const struct figure *figure, size_t number) {
    const struct chart *chart = &figure->charts[number];
    const struct short_names *names = &layout->names;
    size_t below = number + layout->columns;
    int is_repeated = figure->may_rearrange && layout->columns == 1 && below < layout->count &&
                      strcmp(figure->charts[below].x_label, chart->x_label) == 0;
    *panel =
        (struct panel){.chart = chart,
                       .is_in_grid = figure->is_grid,
                       .has_names = layout->place == LEGEND_ENDS && !chart->row_count,
                       .has_notes = !figure->has_no_heading,
                       .has_legend = layout->place != LEGEND_ENDS && layout->place != LEGEND_NONE,
                       .subtitle = chart->subtitle,
                       .about_names = names->note && number == 0 ? names->note : "",
                       .names = names->is_wide ? wide_names : usual_names,
                       .x_label = is_repeated ? "" : chart->x_label};
}

/* --- a legend inside --- */

enum { SIDES = 3, SAMPLES = 8 };

/* Returns how much of the lines of PANEL is within BOX: the points that divide each of their parts
 * evenly, and vertical marks. */
static size_t count_within(const struct panel *panel, const struct box *box) {
    const struct axes *axes = &panel->axes;
    size_t count = 0;
    for (size_t s = 0; s < panel->chart->series_count; s++) {
        const struct series_data *series = &panel->chart->series[s];
        for (size_t i = 0; i < series->count; i++)
            for (int k = 0; k < (i + 1 < series->count ? SAMPLES : 1); k++) {
                double part = (double)k / SAMPLES;
                size_t next = k ? i + 1 : i;
                double x = (1 - part) * scale_map(&axes->x.scale, series->x[i]) +
                           part * scale_map(&axes->x.scale, series->x[next]);
                double y = (1 - part) * scale_map(&axes->y.scale, series->y[i]) +
                           part * scale_map(&axes->y.scale, series->y[next]);
                count += x >= box->x && x <= box->x + box->width && y >= box->y &&
                         y <= box->y + box->height;
            }
    }
    for (size_t m = 0; m < panel->chart->mark_count; m++) {
        const struct mark *mark = &panel->chart->marks[m];
        double x = scale_map(&axes->x.scale, mark->at);
        count += mark->is_vertical && x >= box->x && x <= box->x + box->width;
    }
    return count;
}

/* Returns whether words in the plot of PANEL are within BOX. */
static int has_words_within(const struct panel *panel, const struct canvas *canvas,
                            const struct box *box) {
    return marks_have_words_within(canvas, panel->chart, &panel->axes, &panel->plot, box) ||
           tiles_have_words_within(canvas, panel->chart, &panel->axes, panel->tiles, box);
}

/* Finds the place in a corner of a plot, or between two, with the least of the lines and without
 * words. Returns whether there is one. */
static int place_inside(struct layout *layout, const struct canvas *canvas) {
    double em = canvas->font_size;
    double width = layout->legend.extent + em, height = layout->legend.height + em / 2;
    size_t least = SIZE_MAX;
    static const int order[SIDES * SIDES] = {0, 2, 6, 8, 1, 7, 3, 5, 4}; /* corners first */
    for (size_t i = 0; i < layout->count; i++) {
        const struct box *plot = &layout->panels[i].plot;
        double across = plot->width - width - em, down = plot->height - height - em;
        for (int k = 0; k < SIDES * SIDES && across >= 0 && down >= 0; k++) {
            struct box box = {plot->x + em / 2 + across * (order[k] % SIDES) / (SIDES - 1),
                              plot->y + em / 2 + down * (order[k] / SIDES) / (SIDES - 1), width,
                              height};
            size_t count = count_within(&layout->panels[i], &box);
            if (count < least && !has_words_within(&layout->panels[i], canvas, &box)) {
                least = count;
                layout->inside = box;
            }
        }
    }
    return least < SIZE_MAX;
}

/* --- names --- */

/* The room of each chart, before its axes are known. */
struct name_room {
    const struct canvas *canvas;
    double width; /* of each chart */
    double page;  /* of a legend; 0 if lines are named at their ends */
};

static int name_fits(void *context, const struct chart *chart, const char *name, int is_wide) {
    const struct name_room *room = context;
    const struct canvas *canvas = room->canvas;
    double em = canvas->font_size, part = is_wide ? wide_names : usual_names;
    struct text_style style = {.size = em};
    double width = ceil(text_measure(canvas->text, &style, name).width) + 1;
    if (chart->row_count)
        return width <=
               widest_name(room->width, forest_texts_width(canvas, chart, HUGE_VAL), part, em);
    if (room->page > 0)
        return width <= room->page - LEGEND_LINE - em;
    return NAMES_SMALLEST * width <= part * room->width;
}

/* --- the whole page --- */

/* Rows have their names beside them. */
static enum legend_place place_of(const struct figure *figure) {
    int has_lines = 0;
    for (size_t i = 0; i < figure->chart_count; i++)
        has_lines |= !figure->charts[i].row_count;
    if (figure->legend != LEGEND_USUAL)
        return figure->legend;
    if (figure->has_own_names)
        return LEGEND_NONE;
    return figure->is_grid && has_lines ? LEGEND_ABOVE : LEGEND_ENDS;
}

/* --- the page --- */

/* All maps of the page have the words that there is room for in each, and no more than AT_MOST. */
static void choose_tile_words(struct layout *layout, const struct canvas *canvas,
                              enum tile_words at_most) {
    layout->tiles = at_most;
    for (size_t i = 0; i < layout->count; i++) {
        const struct panel *panel = &layout->panels[i];
        enum tile_words fitting = tiles_fitting(canvas, panel->chart, &panel->axes);
        layout->tiles = fitting > layout->tiles ? fitting : layout->tiles;
    }
    for (size_t i = 0; i < layout->count; i++)
        layout->panels[i].tiles = layout->tiles;
}

/* Returns the width of each chart. */
static double width_of_charts(const struct layout *layout, double em) {
    double columns = (double)layout->columns;
    return (layout->width - 2 * edge * em - (columns - 1) * between_columns * em) / columns;
}

static void shorten_names(struct layout *layout, const struct figure *figure,
                          const struct canvas *canvas) {
    double em = canvas->font_size;
    struct name_room room = {canvas, width_of_charts(layout, em),
                             layout->place == LEGEND_ENDS   ? 0
                             : layout->place == LEGEND_NONE ? HUGE_VAL
                                                            : layout->width - 2 * edge * em};
    short_names_make(&layout->names, figure->charts, figure->chart_count, name_fits, &room);
}

static int make(struct layout *layout, const struct figure *asked, const struct canvas *canvas,
                enum tile_words words, struct err *err) {
    double em = canvas->font_size;
    struct figure named = *asked, *figure = &named;
    *layout = (struct layout){.count = figure->chart_count,
                              .columns = figure->columns,
                              .rows = (figure->chart_count + figure->columns - 1) / figure->columns,
                              .place = place_of(figure),
                              .width = figure->width_mm * CANVAS_POINTS_PER_MM,
                              .height = figure->height_mm * CANVAS_POINTS_PER_MM};
    layout->panels = xcalloc(layout->count, sizeof *layout->panels);
    shorten_names(layout, figure, canvas);
    if (layout->names.charts)
        figure->charts = layout->names.charts;
    measure_page(layout, figure, canvas);

    double top = edge * em + layout->heading, width = width_of_charts(layout, em);
    double down = layout->height - top - layout->footing - edge * em -
                  (double)(layout->rows - 1) * between_rows * em;
    for (size_t i = 0; i < layout->count; i++) {
        struct panel *panel = &layout->panels[i];
        begin_panel(panel, layout, figure, i);
        double height = down / (double)layout->rows;
        panel->cell = (struct box){
            edge * em + (double)(i % layout->columns) * (width + between_columns * em),
            top + (double)(i / layout->columns) * (height + between_rows * em), width, height};
    }

    settle(layout, canvas);
    while (may_shorten(layout, figure) && shorten(layout, canvas))
        settle(layout, canvas);
    choose_tile_words(layout, canvas, words);

    double height;

    /* How many points the narrowest and the lowest plot are short of the minimum. */
    width = height = 0;
    for (size_t i = 0; i < layout->count; i++) {
        const struct panel *panel = &layout->panels[i];
        double least = (panel->is_in_grid ? grid_least_plot : least_plot) * em;
        width = fmax(width, 1.6 * least - panel->plot.width);
        height = fmax(height, least_height(panel, canvas) - panel->plot.height);
    }

    if (width <= 0 && height <= 0) {
        if (layout->place != LEGEND_INSIDE || place_inside(layout, canvas))
            return 0;
        return err_set(
            err, ERR_USAGE,
            "--legend inside: no plot of %g x %g mm has room for %zu names; choose below "
            "or a larger size",
            figure->width_mm, figure->height_mm, layout->legend.count);
    }
    width *= (double)layout->columns / CANVAS_POINTS_PER_MM;
    height *= (double)layout->rows / CANVAS_POINTS_PER_MM;
    /* Text that wraps in a chart that is too narrow says nothing about the height that a wider one
     * needs. */
    if (width > 0)
        height = fmin(height, fmax(0, FIGURE_ROW_MM * (double)layout->rows - figure->height_mm));
    layout->lacking_width = fmax(width, 0);
    layout->lacking_height = fmax(height, 0);
    return err_set(err, ERR_USAGE,
                   "%g x %g mm is too small for %zu chart%s with these words; choose %.0fx%.0fmm "
                   "or more, or a smaller font",
                   figure->width_mm, figure->height_mm, layout->count,
                   layout->count == 1 ? "" : "s", ceil(figure->width_mm + width),
                   ceil(figure->height_mm + height));
}

/* --- tiles --- */

double layout_lacks_for_tiles(const struct layout *layout, const struct canvas *canvas,
                              enum tile_words words) {
    double most = -HUGE_VAL;
    for (size_t i = 0; i < layout->count; i++) {
        const struct panel *panel = &layout->panels[i];
        double stretch = tiles_stretch(canvas, panel->chart, &panel->axes, words);
        most = fmax(most, (stretch - 1) * panel->plot.width);
    }
    return most * (double)layout->columns / CANVAS_POINTS_PER_MM;
}

/* Lays FIGURE out with captions about tiles that have WORDS. */
static int make_with(struct layout *layout, const struct figure *figure,
                     const struct canvas *canvas, enum tile_words words, struct err *err) {
    struct figure said = *figure;
    const char **texts[] = {&said.subtitle, &said.brief};
    char *captions[2] = {NULL, NULL};
    for (size_t i = 0; i < 2; i++)
        if (words != TILES_WHOLE && *texts[i])
            *texts[i] = captions[i] = tiles_caption(*texts[i], words);
    int code = make(layout, &said, canvas, words, err);
    memcpy(layout->captions, captions, sizeof captions);
    return code;
}

int layout_make(struct layout *layout, const struct figure *figure, const struct canvas *canvas,
                struct err *err) {
    enum tile_words words = TILES_WHOLE;
    int code = make_with(layout, figure, canvas, words, err);
    while (code == 0 && layout->tiles != words) {
        words = layout->tiles;
        layout_release(layout);
        code = make_with(layout, figure, canvas, words, err);
    }
    return code;
}

void layout_release(struct layout *layout) {
    for (size_t i = 0; i < layout->count; i++)
        free(layout->panels[i].notes);
    free(layout->panels);
    legend_release(&layout->legend);
    short_names_release(&layout->names);
    free(layout->captions[0]);
    free(layout->captions[1]);
    *layout = (struct layout){0};
}

/* --- drawing --- */

static void draw_panel(const struct panel *panel, const struct canvas *canvas) {
    const struct chart *chart = panel->chart;
    if (chart->is_blank)
        return;
    double x = left_of_words(panel), y = panel->cell.y;
    y = draw_block(canvas, title_style(panel), chart->title, x, y, TEXT_STARTS, ROLE_INK);
    y += below_title * canvas->font_size;
    y = draw_block(canvas, subtitle_style(panel), panel->subtitle, x, y, TEXT_STARTS,
                   ROLE_SOFT_INK);
    draw_block(canvas, subtitle_style(panel), panel->notes, x, y, TEXT_STARTS, ROLE_SOFT_INK);
    draw_block(canvas, x_label_style(canvas, panel), panel->x_label,
               panel->plot.x + panel->plot.width / 2,
               panel->plot.y + panel->plot.height + ticks_below * canvas->font_size,
               TEXT_IS_CENTRED, ROLE_INK);
    if (has_y_label(chart))
        draw_block(canvas, y_label_style(canvas, panel), chart->y_label, panel->cell.x,
                   panel->plot.y - (height_above_plot(panel) + y_label_line) * canvas->font_size,
                   TEXT_STARTS, ROLE_INK);

    axes_draw(&panel->axes, canvas, &panel->plot);
    struct canvas with_tiles = *canvas;
    with_tiles.tiles = panel->tiles;
    chart_draw(&with_tiles, panel->chart, &panel->axes, &panel->plot);
    marks_draw_labels(canvas, panel->chart, &panel->axes, &panel->plot);
    if (chart->row_count)
        forest_draw_words(canvas, chart, &panel->axes, &panel->plot, &panel->cell);
    if (panel->has_names)
        names_draw(canvas, panel->chart, &panel->axes, &panel->plot, panel->margins.right);
}

void layout_place_legend(const struct layout *layout, double em, double *x, double *y) {
    int is_inside = layout->place == LEGEND_INSIDE;
    *x = is_inside ? layout->inside.x + em / 2 : edge * em;
    *y = is_inside ? layout->inside.y + em / 4
         : layout->place == LEGEND_BELOW
             ? layout->height - edge * em - layout->legend.height
             : (edge - below_legend) * em + layout->heading - layout->legend.height;
}

/* Draws the legend on a ground of its own, since curves may run there. */
static void draw_inside(const struct layout *layout, const struct canvas *canvas) {
    scene_rectangle(canvas->scene, &layout->inside);
    scene_fill(canvas->scene, ROLE_GROUND, LOOK_LEGEND_PATCH);
    double x, y;
    layout_place_legend(layout, canvas->font_size, &x, &y);
    legend_draw(&layout->legend, canvas, x, y);
}

void layout_draw(const struct layout *layout, const struct figure *figure,
                 const struct canvas *canvas) {
    double at = edge * canvas->font_size, y = at;
    y = draw_block(canvas, heading_style(canvas, layout->width), figure->heading, at, y,
                   TEXT_STARTS, ROLE_INK);
    y = draw_block(canvas, page_subtitle_style(canvas, layout->width), layout->subtitle, at, y,
                   TEXT_STARTS, ROLE_SOFT_INK);
    y += y > at ? between_rows / 2 * canvas->font_size : 0;
    if (layout->place == LEGEND_BELOW)
        layout_place_legend(layout, canvas->font_size, &at, &y);
    if (layout->place != LEGEND_INSIDE)
        legend_draw(&layout->legend, canvas, at, y);

    for (size_t i = 0; i < layout->count; i++)
        draw_panel(&layout->panels[i], canvas);
    if (layout->place == LEGEND_INSIDE)
        draw_inside(layout, canvas);
}
