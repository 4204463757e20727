/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A figure as axes and data of pgfplots, to be read with \input. The layout is that of the other
 * formats; TeX sets the words in the document's fonts. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "formats/text/latex.h"
#include "plot/figure/look.h"
#include "plot/marks/curve.h"
#include "plot/marks/mark.h"
#include "plot/output/output.h"
#include "plot/output/tikz.h"

/* How far from its origin an axis may be, in lengths of its own. */
static const double most_distance = 15;
/* TeX takes some seconds for so many. */
enum { MOST_POINTS = 20000 };

/* --- words --- */

/* Writes what stands above the panel: title, subtitle and notes. */
static void write_words(const struct tikz *tikz) {
    const struct panel *panel = tikz->panel;
    const struct chart *chart = panel->chart;
    double x = panel->cell.x + (chart->row_count ? 0 : panel->margins.left);
    if (!*chart->title && !*panel->subtitle && !*panel->notes)
        return;
    fprintf(
        tikz->file,
        "\\node[anchor=north west, inner sep=0, align=left, text width=%.2fbp, text=benchsoft, ",
        panel->cell.x + panel->cell.width - x);
    tikz_write_font(tikz, panel->words);
    fprintf(tikz->file, "] at (%.2f,%.2f) {", x, tikz_up(tikz, panel->cell.y));
    if (*chart->title) {
        fprintf(tikz->file, "{\\fontsize{%g}{%g}\\selectfont\\bfseries\\color{benchink}",
                panel->title, 1.2 * panel->title);
        tikz_write_lines(tikz->file, chart->title);
        fputs("}", tikz->file);
    }
    const char *const texts[] = {panel->subtitle, panel->notes};
    int is_below = *chart->title != 0;
    for (size_t i = 0; i < 2; i++) {
        if (!*texts[i])
            continue;
        fputs(is_below ? "\\\\" : "", tikz->file);
        tikz_write_lines(tikz->file, texts[i]);
        is_below = 1;
    }
    fputs("};\n", tikz->file);
}

static void write_y_label(const struct tikz *tikz) {
    const struct panel *panel = tikz->panel;
    if (!panel->chart->y_label || !*panel->chart->y_label)
        return;
    int rows = marks_label_rows(panel->chart);
    double above = (rows ? 1.5 + (rows - 1) * MARKS_ROW_ABOVE : 0.7) * tikz->canvas->font_size;
    fprintf(tikz->file, "\\node[anchor=base west, inner sep=0, align=left] at (%.2f,%.2f) {",
            panel->cell.x, tikz_up(tikz, panel->plot.y - above));
    tikz_write_lines(tikz->file, panel->chart->y_label);
    fputs("};\n", tikz->file);
}

/* --- axes --- */

/* Writes the ticks that have a label, or with IS_MAIN 0 those with a line alone. pgfplots chooses
 * them itself unless it is told that there are none. */
static void write_ticks(const struct tikz *tikz, const struct axis *axis, char name,
                        const struct tikz_shift *shift, const int *shown, int is_main) {
    int count = 0;
    for (size_t i = 0; i < axis->ticks.count; i++) {
        const struct tick *tick = &axis->ticks.items[i];
        if ((tick->major || shown[i]) != is_main)
            continue;
        if (!count++)
            fprintf(tikz->file, "  %s%ctick={", is_main ? "" : "minor ", name);
        fprintf(tikz->file, "%s%.10g", count > 1 ? "," : "", tikz_shifted(shift, tick->value));
    }
    if (count)
        fputs("},\n", tikz->file);
    else if (is_main)
        fprintf(tikz->file, "  %ctick={\\empty},\n", name);
    else
        fprintf(tikz->file, "  %cminorticks=false, %cminorgrids=false,\n", name, name);
}

static void write_axis(const struct tikz *tikz, const struct axis *axis, char name,
                       const struct tikz_shift *shift, const int *shown) {
    fprintf(tikz->file, "  %cmode=%s, %cmin=%.10g, %cmax=%.10g,\n", name,
            axis->scale.kind == SCALE_LOG ? "log" : "linear", name,
            tikz_shifted(shift, axis->scale.low), name, tikz_shifted(shift, axis->scale.high));
    write_ticks(tikz, axis, name, shift, shown, 1);
    write_ticks(tikz, axis, name, shift, shown, 0);
    fprintf(tikz->file, "  %cticklabels={", name);
    int count = 0;
    for (size_t i = 0; i < axis->ticks.count; i++) {
        char label[LABEL_BYTES] = "";
        if (!axis->ticks.items[i].major && !shown[i])
            continue;
        if (shown[i])
            axis_label(label, axis, &axis->ticks.items[i]);
        fputs(count++ ? ",{" : "{", tikz->file);
        latex_write(tikz->file, label);
        fputs("}", tikz->file);
    }
    fputs("},\n", tikz->file);
}

static void begin_axis(const struct tikz *tikz) {
    const struct panel *panel = tikz->panel;
    const struct axes *axes = &panel->axes;
    int shown[TICKS_MAX];
    fprintf(tikz->file,
            "\\begin{axis}[\n  at={(%.2fbp,%.2fbp)}, anchor=south west, scale only axis, "
            "width=%.2fbp, height=%.2fbp, grid=both,\n",
            panel->plot.x, tikz_up(tikz, panel->plot.y + panel->plot.height), panel->plot.width,
            panel->plot.height);
    axis_choose_labels(&axes->x, tikz->canvas, shown);
    write_axis(tikz, &axes->x, 'x', &tikz->across, shown);
    for (size_t i = 0; i < axes->y.ticks.count; i++)
        shown[i] = axes->y.ticks.items[i].labelled;
    write_axis(tikz, &axes->y, 'y', &tikz->up, shown);
    fputs("  xlabel={", tikz->file);
    tikz_write_lines(tikz->file, panel->x_label);
    fprintf(tikz->file,
            "},\n"
            "  major grid style={benchgrid, line width=%gbp}, "
            "minor grid style={benchfinegrid, line width=%gbp},\n"
            "  tick style={draw=none}, separate axis lines, axis line style={draw=none}, "
            "axis x line*=bottom,\n"
            "  x axis line style={draw=benchink, line width=%gbp}, scaled ticks=false,\n"
            "  tick label style={text=benchink}, label style={text=benchink, align=center}, "
            "unbounded coords=jump, clip mode=individual,\n"
            "  filter discard warning=false, enlargelimits=false]\n",
            LOOK_GRID, LOOK_FINE_GRID, LOOK_BASE);
}

/* --- the figure --- */

/* Chooses how the numbers of an axis are written, and says so. */
static struct tikz_shift choose_shift(const struct tikz *tikz, const struct scale *scale,
                                      const char *name) {
    struct tikz_shift shift = {0, 1};
    double middle = (scale->low + scale->high) / 2;
    if (scale->kind == SCALE_LINEAR && fabs(middle) > most_distance * (scale->high - scale->low)) {
        shift.offset = scale->low;
        fprintf(tikz->file, "%% %s is counted from %.17g\n", name, shift.offset);
    }
    if (scale->kind == SCALE_LOG &&
        fabs(log(middle)) > most_distance * log(scale->high / scale->low)) {
        shift.unit = scale->low;
        fprintf(tikz->file, "%% %s is a multiple of %.17g\n", name, shift.unit);
    }
    return shift;
}

static void write_panel(struct tikz *tikz) {
    const struct chart *chart = tikz->panel->chart;
    if (chart->is_blank)
        return;
    tikz->across = choose_shift(tikz, &tikz->panel->axes.x.scale, "x");
    tikz->up = choose_shift(tikz, &tikz->panel->axes.y.scale, "y");
    write_words(tikz);
    write_y_label(tikz);
    begin_axis(tikz);
    if (chart->noise)
        tikz_write_noise(tikz);
    for (size_t m = 0; m < chart->mark_count; m++)
        tikz_write_mark(tikz, &chart->marks[m]);
    tikz_write_labels_above(tikz);
    if (chart->guide) {
        tikz_begin_line(tikz, "benchsoft", 1, LOOK_LINE, &look_guide_dash);
        tikz_write_data(tikz, chart->guide, 0);
    }
    tikz_write_level(tikz);
    tikz_write_tiles(tikz);
    if (chart->row_count)
        tikz_write_rows(tikz);
    else if (!chart->tile_count)
        tikz_write_all_series(tikz);
    fputs("\\end{axis}\n", tikz->file);
    tikz_write_labels_across(tikz);
    if (chart->row_count)
        tikz_write_words_of_rows(tikz);
    if (tikz->panel->has_names)
        tikz_write_names(tikz);
}

static void write_beginning(const struct tikz *tikz, const struct page *page) {
    static const struct {
        const char *name;
        enum role role;
    } named[] = {{"benchground", ROLE_GROUND},
                 {"benchink", ROLE_INK},
                 {"benchsoft", ROLE_SOFT_INK},
                 {"benchgrid", ROLE_GRID},
                 {"benchfinegrid", ROLE_FINE_GRID}};
    const struct figure *figure = page->figure;
    const struct layout *layout = tikz->layout;
    fputs("% " OUTPUT_CREATOR "\n% needs \\usepackage{pgfplots} \\pgfplotsset{compat=1.16}\n",
          tikz->file);
    if (figure->charts[0].tile_count)
        fputs("% and \\usetikzlibrary{patterns}\n", tikz->file);
    if (page->subject)
        latex_write_comment(tikz->file, page->subject);
    fputs("\\begin{tikzpicture}[x=1bp, y=1bp, text=benchink, ", tikz->file);
    tikz_write_font(tikz, tikz->canvas->font_size);
    fputs("]\n", tikz->file);
    for (size_t i = 0; i < sizeof named / sizeof *named; i++)
        tikz_define_colour(tikz, named[i].name, named[i].role);
    fprintf(tikz->file, "\\fill[benchground] (0,0) rectangle (%.2f,%.2f);\n", layout->width,
            layout->height);
    fprintf(tikz->file, "\\useasboundingbox (0,0) rectangle (%.2f,%.2f);\n", layout->width,
            layout->height);
    if (!figure->heading && !layout->subtitle)
        return;
    double at = layout->panels[0].cell.x;
    fprintf(tikz->file,
            "\\node[anchor=north west, inner sep=0, align=left, text width=%.2fbp, text=benchsoft] "
            "at (%.2f,%.2f) {",
            layout->width - 2 * at, at, layout->height - at);
    if (figure->heading) {
        fprintf(tikz->file, "{\\fontsize{%g}{%g}\\selectfont\\bfseries\\color{benchink}",
                LOOK_HEADING_LETTERS * tikz->canvas->font_size,
                1.2 * LOOK_HEADING_LETTERS * tikz->canvas->font_size);
        tikz_write_lines(tikz->file, figure->heading);
        fputs(layout->subtitle ? "}\\\\" : "}", tikz->file);
    }
    if (layout->subtitle)
        tikz_write_lines(tikz->file, layout->subtitle);
    fputs("};\n", tikz->file);
}

static int encode(const struct page *page, size_t count, FILE *file, struct err *err) {
    (void)count;
    struct tikz tikz = {.file = file, .layout = page->layout, .canvas = page->canvas};
    write_beginning(&tikz, page);
    for (size_t i = 0; i < page->layout->count; i++) {
        tikz.panel = &page->layout->panels[i];
        write_panel(&tikz);
    }
    tikz_write_legend(&tikz);
    fputs("\\end{tikzpicture}%\n", file);
    if (tikz.points > MOST_POINTS)
        return err_set(err, ERR_USAGE,
                       "%zu points are too many for TeX (%d at most); draw a .pdf, or fewer with "
                       "--at",
                       tikz.points, MOST_POINTS);
    return 0;
}

const struct output_format output_tikz = {"tikz", ".tikz", 0, 0, encode};
