/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plot/output/tikz.h"

#include <math.h>
#include <stdlib.h>

#include "formats/text/xalloc.h"
#include "plot/charts/legend.h"
#include "plot/charts/tiles.h"
#include "plot/figure/look.h"
#include "plot/marks/curve.h"
#include "plot/marks/mark.h"

/* Where the lead passes: a line, and a bar between the ends of its interval with a diamond. */
static void write_passing(struct tikz *tikz, const struct mark *mark) {
    const struct scale *x = &tikz->panel->axes.x.scale, *y = &tikz->panel->axes.y.scale;
    struct pen pen = theme_pen(tikz->canvas->theme, mark->colour, tikz->canvas->libraries);
    fputs("\\addplot[color=", tikz->file);
    tikz_write_colour(tikz, pen.role);
    fprintf(tikz->file, ", opacity=%g, line width=%gbp, mark=none, forget plot]",
            LOOK_PASSING_OPACITY, LOOK_PASSING);
    tikz_write_line(tikz, mark->at, y->low, mark->at, y->high);
    fputs("\\draw[color=", tikz->file);
    tikz_write_colour(tikz, pen.role);
    fprintf(tikz->file,
            ", line width=%gbp, |-|] ([yshift=-%gbp]axis cs:%.10g,%.10g) -- "
            "([yshift=-%gbp]axis cs:%.10g,%.10g);\n",
            LOOK_SPAN, MARKS_PASSING_BELOW, tikz_x(tikz, fmax(mark->low, x->low)),
            tikz_y(tikz, y->high), MARKS_PASSING_BELOW, tikz_x(tikz, fmin(mark->high, x->high)),
            tikz_y(tikz, y->high));
    fputs("\\node[rotate=45, inner sep=1.5bp, fill=", tikz->file);
    tikz_write_colour(tikz, pen.role);
    fprintf(tikz->file, "] at ([yshift=-%gbp]axis cs:%.10g,%.10g) {};\n", MARKS_PASSING_BELOW,
            tikz_x(tikz, mark->at), tikz_y(tikz, y->high));
}

void tikz_write_labels_above(struct tikz *tikz) {
    const struct panel *panel = tikz->panel;
    const struct scale *x = &panel->axes.x.scale, *y = &panel->axes.y.scale;
    struct placed_label *placed = xcalloc(panel->chart->mark_count, sizeof *placed);
    size_t count =
        marks_place_labels(placed, tikz->canvas, panel->chart, &panel->axes, &panel->plot);
    for (size_t i = 0; i < count; i++) {
        fputs("\\node[inner sep=0, anchor=base west, text=", tikz->file);
        tikz_write_text_colour(tikz, marks_label_role(tikz->canvas, placed[i].mark));
        fputs(", ", tikz->file);
        tikz_write_font(tikz, LOOK_MARK_LETTERS * tikz->canvas->font_size);
        fprintf(tikz->file, "] at ([xshift=%.2fbp, yshift=%.2fbp]axis cs:%.10g,%.10g) {",
                placed[i].left - panel->plot.x, panel->plot.y - placed[i].baseline,
                tikz_x(tikz, x->low), tikz_y(tikz, y->high));
        tikz_write_lines(tikz->file, placed[i].mark->label);
        fputs("};\n", tikz->file);
    }
    free(placed);
}

void tikz_write_mark(struct tikz *tikz, const struct mark *mark) {
    const struct scale *x = &tikz->panel->axes.x.scale, *y = &tikz->panel->axes.y.scale;
    if (!scale_holds(mark->is_vertical ? x : y, mark->at))
        return;
    if (mark->is_passing) {
        write_passing(tikz, mark);
        return;
    }
    if (mark->is_zone) {
        fprintf(
            tikz->file,
            "\\addplot[draw=none, fill=benchsoft, fill opacity=%.3g, forget plot] coordinates {",
            LOOK_ZONE);
        tikz_write_at(tikz, mark->at, y->low);
        tikz_write_at(tikz, x->high, y->low);
        tikz_write_at(tikz, x->high, y->high);
        tikz_write_at(tikz, mark->at, y->high);
        fputs("} -- cycle;\n", tikz->file);
    }
    tikz_begin_line(tikz, "benchsoft", LOOK_MARK_OPACITY, LOOK_MARK, &look_mark_dash);
    if (mark->is_vertical)
        tikz_write_line(tikz, mark->at, y->low, mark->at, y->high);
    else
        tikz_write_line(tikz, x->low, mark->at, x->high, mark->at);
}

void tikz_write_labels_across(const struct tikz *tikz) {
    const struct panel *panel = tikz->panel;
    for (size_t i = 0; i < panel->chart->mark_count; i++) {
        const struct mark *mark = &panel->chart->marks[i];
        if (mark->is_vertical || !*mark->label || !scale_holds(&panel->axes.y.scale, mark->at))
            continue;
        struct placed_label placed =
            marks_place_across(mark, tikz->canvas, panel->chart, &panel->axes, &panel->plot);
        double right = panel->plot.x + panel->plot.width - MARKS_GAP;
        fprintf(tikz->file,
                "\\node[text=benchsoft, fill=benchground, fill opacity=%g, text opacity=1, "
                "inner sep=%gbp, outer sep=0, anchor=base %s, ",
                LOOK_MARK_PATCH, MARKS_GAP / 2, mark->is_at_left ? "west" : "east");
        tikz_write_font(tikz, LOOK_MARK_LETTERS * tikz->canvas->font_size);
        fprintf(tikz->file, "] at (%.2f,%.2f) {",
                mark->is_at_left ? placed.left - MARKS_GAP / 2 : right + MARKS_GAP / 2,
                tikz_up(tikz, placed.baseline));
        tikz_write_lines(tikz->file, mark->label);
        fputs("};\n", tikz->file);
    }
}

void tikz_write_level(struct tikz *tikz) {
    const struct chart *chart = tikz->panel->chart;
    const struct axes *axes = &tikz->panel->axes;
    if (!chart->has_level || !scale_holds(&axes->y.scale, chart->level))
        return;
    struct pen pen = theme_pen(tikz->canvas->theme, 0, tikz->canvas->libraries);
    for (size_t s = 0; s < chart->series_count; s++)
        if (curve_is_level(chart, &chart->series[s]))
            pen = curve_pen(tikz->canvas, &chart->series[s]);
    fputs("\\addplot[color=", tikz->file);
    tikz_write_colour(tikz, pen.role);
    fprintf(tikz->file, ", line width=%gbp, mark=none, forget plot]", LOOK_LINE);
    tikz_write_line(tikz, axes->x.scale.low, chart->level, axes->x.scale.high, chart->level);
}

/* --- names --- */

/* Draws a sample of a line, from X, Y to the right. */
static void write_sample(const struct tikz *tikz, const struct legend_entry *entry, double x,
                         double y) {
    if (!entry->series) {
        fputs("\\draw[benchink] plot[only marks, ", tikz->file);
        tikz_write_cross(tikz->file);
        fprintf(tikz->file, "] coordinates {(%.2f,%.2f)};\n", x + MARKER_RADIUS, y);
        return;
    }
    struct pen pen = curve_pen(tikz->canvas, entry->series);
    if (entry->is_patch) {
        fputs("\\fill[color=", tikz->file);
        tikz_write_colour(tikz, pen.role);
        fprintf(tikz->file, ", fill opacity=%g] (%.2f,%.2f) rectangle (%.2f,%.2f);\n",
                tiles_opacity(1), x, y - LEGEND_PATCH / 2, x + LEGEND_LINE, y + LEGEND_PATCH / 2);
        return;
    }
    fputs("\\draw[color=", tikz->file);
    tikz_write_colour(tikz, entry->is_guide ? ROLE_SOFT_INK : pen.role);
    fprintf(tikz->file, ", line width=%gbp, ",
            entry->is_guide ? LOOK_LINE : curve_width(entry->series));
    tikz_write_dash(tikz->file, entry->is_guide ? &look_guide_dash : pen.dash);
    fprintf(tikz->file, "] (%.2f,%.2f) -- (%.2f,%.2f)", x, y, x + LEGEND_LINE, y);
    if (!entry->is_guide && pen.marker != MARKER_NONE) {
        fputs(" plot[", tikz->file);
        tikz_write_marker(tikz->file, &pen);
        fprintf(tikz->file, "] coordinates {(%.2f,%.2f)}", x + LEGEND_LINE / 2, y);
    }
    fputs(";\n", tikz->file);
}

void tikz_write_legend(const struct tikz *tikz) {
    const struct layout *layout = tikz->layout;
    double x, y, em = tikz->canvas->font_size;
    layout_place_legend(layout, em, &x, &y);
    if (layout->place == LEGEND_INSIDE)
        fprintf(tikz->file,
                "\\fill[benchground, fill opacity=%g] (%.2f,%.2f) rectangle (%.2f,%.2f);\n",
                LOOK_LEGEND_PATCH, layout->inside.x, tikz_up(tikz, layout->inside.y),
                layout->inside.x + layout->inside.width,
                tikz_up(tikz, layout->inside.y + layout->inside.height));
    for (size_t i = 0; i < layout->legend.count; i++) {
        const struct legend_entry *entry = &layout->legend.entries[i];
        double width = entry->series ? LEGEND_LINE : 2 * MARKER_RADIUS;
        write_sample(tikz, entry, x + entry->x, tikz_up(tikz, y + entry->y));
        fprintf(tikz->file, "\\node[anchor=west, inner sep=0] at (%.2f,%.2f) {",
                x + entry->x + width + LEGEND_BEFORE_NAME * em, tikz_up(tikz, y + entry->y));
        tikz_write_lines(tikz->file, entry->name);
        fputs("};\n", tikz->file);
    }
}

/* Writes what is between the plot, whose right end is EDGE, and a name: a sample of its line, or a
 * leader from the end of the line. Its last point is where a node for the name may follow. */
static void write_leader(const struct tikz *tikz, const struct placed_name *name,
                         const struct pen *pen, double edge) {
    const struct chart *chart = tikz->panel->chart;
    double from = edge + NAMES_BEFORE_SAMPLE, y = tikz_up(tikz, name->y);
    double end = tikz_up(tikz, name->end_y);
    if (names_end_together(chart)) {
        fprintf(tikz->file, "\\draw[benchline, line width=%gbp, ", LOOK_LINE);
        tikz_write_dash(tikz->file, chart->style == STYLE_BARS ? NULL : pen->dash);
        fprintf(tikz->file, "] (%.2f,%.2f) -- (%.2f,%.2f) ", from, y, from + LEGEND_LINE, y);
        return;
    }
    if (name->is_of_point) {
        fputs("\\draw[benchline] plot[", tikz->file);
        tikz_write_marker(tikz->file, pen);
        fprintf(tikz->file, "] coordinates {(%.2f,%.2f)} (%.2f,%.2f) ",
                edge + names_leader(chart) / 2, y, edge + names_leader(chart) - 2, y);
        return;
    }
    if (name->end_x < edge - NAMES_LED) {
        fprintf(tikz->file, "\\draw[benchline, opacity=%g, line width=%gbp, ", LOOK_LEADER_OPACITY,
                LOOK_LEADER);
        tikz_write_dash(tikz->file, &look_leader_dash);
        fprintf(tikz->file, "] (%.2f,%.2f) -- (%.2f,%.2f);\n", name->end_x + 3, end, edge, end);
    }
    fprintf(tikz->file,
            "\\draw[benchline, draw opacity=%g, line width=%gbp] (%.2f,%.2f) -- (%.2f,%.2f) ",
            LOOK_LEADER_OPACITY, LOOK_LEADER, from, end, edge + names_leader(chart) - 2, y);
}

void tikz_write_names(const struct tikz *tikz) {
    const struct panel *panel = tikz->panel;
    double edge = panel->plot.x + panel->plot.width;
    struct placed_names names =
        names_place(tikz->canvas, panel->chart, &panel->axes, &panel->plot, panel->margins.right);
    for (size_t i = 0; i < names.count; i++) {
        const struct placed_name *name = &names.items[i];
        struct pen pen = curve_pen(tikz->canvas, name->series);
        if (name->is_guide)
            pen.role = ROLE_SOFT_INK;
        tikz_define_colour(tikz, "benchline", pen.role);
        tikz_define_text_colour(tikz, "benchname", pen.role);
        write_leader(tikz, name, &pen, edge);
        fputs("node[text=benchname, anchor=west, inner sep=0, xshift=2bp, ", tikz->file);
        tikz_write_font(tikz, names.size);
        fputs("] {", tikz->file);
        tikz_write_lines(tikz->file, name->series->name);
        fputs("};\n", tikz->file);
        if (panel->chart->style == STYLE_STEPS && pen.marker != MARKER_NONE) {
            fputs("\\draw[benchline] plot[", tikz->file);
            tikz_write_marker(tikz->file, &pen);
            fprintf(tikz->file, "] coordinates {(%.2f,%.2f)};\n",
                    edge + NAMES_BEFORE_SAMPLE + LEGEND_LINE / 2, tikz_up(tikz, name->y));
        }
    }
    free(names.items);
}
