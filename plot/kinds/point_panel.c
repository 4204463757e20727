/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plot/kinds/point_panel.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analyze/model/variants.h"
#include "formats/text/prefixed_unit.h"
#include "formats/text/xalloc.h"
#include "plot/analysis/captions.h"

const struct point_quantile point_quantiles[POINT_QUANTILES] = {
    {0.5, "p50"}, {0.95, "p95"}, {0.99, "p99"}};

/* --- cells --- */

const struct distribution *point_panel_earlier(const struct point_panel *panel, size_t number) {
    const struct point_side *earlier = &panel->earlier;
    for (size_t l = 0; earlier->point && l < earlier->point->libraries; l++)
        if (strcmp(earlier->libraries[l].library, panel->now.libraries[number].library) == 0)
            return earlier->point->cells[l].count ? &earlier->point->cells[l] : NULL;
    return NULL;
}

/* Returns a cell by number: those of all libraries come first, then what these have in the earlier
 * run; NULL for one without samples. */
static const struct distribution *drawn_cell(const struct point_panel *panel, size_t number) {
    size_t libraries = panel->now.point->libraries;
    if (number >= libraries)
        return point_panel_earlier(panel, number - libraries);
    const struct distribution *cell = &panel->now.point->cells[number];
    return cell->count ? cell : NULL;
}

struct sample_counts point_panel_samples(const struct point_panel *panel) {
    struct sample_counts counts = {.fewest = SIZE_MAX};
    for (size_t i = 0; i < 2 * panel->now.point->libraries; i++) {
        const struct distribution *cell = drawn_cell(panel, i);
        if (!cell)
            continue;
        counts.cells++;
        counts.fewest = cell->samples < counts.fewest ? cell->samples : counts.fewest;
        counts.most = cell->samples > counts.most ? cell->samples : counts.most;
    }
    return counts;
}

/* --- the axis of samples --- */

/* Fractions of an axis' length that stay free: at its ends, and for labels such as "p99". */
static const double margin = 0.03, space_for_words = 0.12;

/* Returns the position of a sample on the axis. off_axis is the inverse; it stays within finite
 * numbers. */
static double on_axis(const struct point_panel *panel, double seconds) {
    return panel->bins.is_log ? log(seconds) : seconds;
}

static double off_axis(const struct point_panel *panel, double place) {
    if (!panel->bins.is_log)
        return place;
    return place >= log(DBL_MAX) ? DBL_MAX : exp(fmax(log(DBL_MIN), place));
}

static double longest_of(const struct point_panel *panel, double longest) {
    for (size_t i = 0; i < 2 * panel->now.point->libraries; i++) {
        const struct distribution *cell = drawn_cell(panel, i);
        if (cell)
            longest = fmax(longest, on_axis(panel, cell->high));
    }
    return longest;
}

void point_panel_set_range(struct chart *chart, const struct point_panel *panel,
                           enum point_panel_reach reach) {
    double low = on_axis(panel, panel->bins.edges[0]);
    double high = on_axis(panel, panel->bins.edges[panel->bins.count]);
    double longest = longest_of(panel, high);
    if (reach == POINT_PANEL_LONGEST && longest <= high + (high - low) / 2)
        high = longest;
    double left = reach == POINT_PANEL_LONGEST ? space_for_words : margin, length = high - low;
    chart->x = quantity_axis(panel->now.section->quantity);
    chart->x.scale = panel->bins.is_log ? AXIS_LOG : AXIS_LINEAR;
    chart->x.low = off_axis(panel, low - left * length);
    chart->x.high = off_axis(panel, high + margin * length);
    if (chart->x.low < 0 && panel->bins.edges[0] >= 0)
        chart->x.low = 0;
}

/* --- text --- */

/* Writes a line such as "beyond the chart: blis 0.95 %, up to 1.2 ms". */
static void write_beyond(FILE *file, const struct chart *chart, const struct point_panel *panel) {
    const char *separator = "\nbeyond the chart: ";
    size_t libraries = panel->now.point->libraries;
    for (size_t i = 0; i < 2 * libraries; i++) {
        const struct distribution *cell = drawn_cell(panel, i);
        size_t below = cell ? distribution_below(cell, chart->x.low, 0) : 0;
        size_t above = cell ? cell->samples - distribution_below(cell, chart->x.high, 1) : 0;
        char longest[32];
        if (below + above == 0)
            continue;
        fprintf(file, "%s%s%s %.3g %%", separator, panel->now.libraries[i % libraries].library,
                i < libraries ? "" : ", earlier",
                100 * (double)(below + above) / (double)cell->samples);
        if (above)
            fprintf(file, ", up to %s",
                    prefixed_unit_format(longest, sizeof longest,
                                         quantity_words(panel->now.section->quantity)->unit,
                                         cell->high, 3));
        separator = "; ";
    }
}

/* From this ratio of two edges on, a percentage does not help the reader. */
static const double decades_from = 10;

const char *point_panel_bin_width(struct chart_set *set, const struct point_panel *panel) {
    const double *edges = panel->bins.edges;
    double decades = log10(edges[1]) - log10(edges[0]);
    char width[32];
    if (panel->bins.is_log && decades >= log10(decades_from))
        return chart_set_text(set, "%.3g decades", decades);
    if (panel->bins.is_log)
        return chart_set_text(set, "%.3g %%", 100 * (edges[1] / edges[0] - 1));
    const char *unit = quantity_words(panel->now.section->quantity)->unit;
    return chart_set_text(set, "%s",
                          prefixed_unit_format(width, sizeof width, unit, edges[1] - edges[0], 2));
}

static const char *word_samples(struct chart_set *set, const struct chart *chart,
                                const struct point_panel *panel, const char *about) {
    char *text;
    size_t size;
    FILE *file = xopen_memstream(&text, &size);
    struct sample_counts counts = point_panel_samples(panel);
    size_words_exact((double)counts.fewest, file);
    if (counts.fewest < counts.most) {
        fputs(" to ", file);
        size_words_exact((double)counts.most, file);
    }
    fprintf(file, " sample%s%s; %s", counts.most == 1 ? "" : "s", counts.cells > 1 ? " each" : "",
            about);
    write_beyond(file, chart, panel);
    xclose_memstream(file);
    return chart_set_own(set, text, free);
}

static int has_library(const struct point_side *side, const char *name) {
    for (size_t l = 0; l < side->point->libraries; l++)
        if (strcmp(side->libraries[l].library, name) == 0)
            return 1;
    return 0;
}

/* Returns NOTE with what only one side has: the point, or libraries of the earlier one. */
static const char *word_only(struct chart_set *set, const struct point_panel *panel,
                             const char *note) {
    const struct point_side *earlier = &panel->earlier;
    const char *only = NULL, *separator = *note ? "\n" : "";
    if (panel->now.name && !earlier->point)
        return chart_set_text(set, "only in %s%s%s", panel->now.name, separator, note);
    for (size_t l = 0; earlier->point && l < earlier->point->libraries; l++) {
        const char *name = earlier->libraries[l].library;
        if (!earlier->point->cells[l].count || has_library(&panel->now, name))
            continue;
        only = only ? chart_set_text(set, "%s, %s", only, name)
                    : chart_set_text(set, "only in %s: %s", earlier->name, name);
    }
    return only ? chart_set_text(set, "%s%s%s", note, separator, only) : note;
}

void point_panel_word(struct chart_set *set, struct chart *chart, const struct point_panel *panel,
                      const char *about, const char *note) {
    const struct section *section = panel->now.section;
    int is_of_files = panel->now.name && panel->now.name == section->archive;
    const char *run = is_of_files ? "" : words_run(set, panel->table, section);
    const char *setting = words_setting(set, section);
    note = word_only(set, panel, note);
    const char *warnings = panel->is_first ? words_warnings(set, section) : "";
    const char *samples = word_samples(set, chart, panel, about);
    const struct quantity_words *of = quantity_words(section->quantity);
    chart->title =
        chart_set_text(set, "%s%s — %s at %s", section->action, run, of->many, panel->at);
    chart->subtitle =
        chart_set_text(set, "%s%s%s\n%s%s", samples, *note ? "\n" : "", note, setting, warnings);
    chart->x_label = of->about;
}

/* --- two sides --- */

static int is_same_text(const char *one, const char *other) {
    return one == other || (one && other && strcmp(one, other) == 0);
}

/* Returns whether two sections come from the same run of the same file. */
static int is_same_side(const struct section *a, const struct section *b) {
    return is_same_text(a->archive, b->archive) && is_same_text(a->run, b->run);
}

/* Returns a section of the second side if the sections of TABLE come from two; NULL otherwise. */
static const struct section *second_side(const struct table *table) {
    const struct section *first = table->sections, *other = NULL;
    for (size_t i = 0; i < table->section_count; i++) {
        const struct section *section = &table->sections[i];
        if (is_same_side(section, first))
            continue;
        if (other && !is_same_side(section, other))
            return NULL;
        other = section;
    }
    return other;
}

static const char *side_name(const struct section *section, const struct section *other) {
    return is_same_text(section->archive, other->archive) ? section->run : section->archive;
}

/* The points of all charts. */
struct points {
    const struct sampled_table *read;
    const char **keys;            /* [points] point_key; NULL for one without samples */
    unsigned char *taken;         /* [points] 1: it is the earlier side of another */
    const struct section *second; /* side, which is compared with the first; NULL for none */
};

/* Returns the number of the point that is NUMBER's on the earlier side, or NUMBER. */
static size_t find_earlier(const struct points *points, size_t number) {
    const struct section *first = points->read->table.sections, *now, *before;
    sampled_at(points->read, number, &now);
    for (size_t i = 0; points->second && !is_same_side(now, first) && i < number; i++) {
        int is_there = sampled_at(points->read, i, &before) != NULL;
        if (is_there && is_same_side(before, first) && is_same_text(before->action, now->action) &&
            is_same_text(before->type, now->type) && before->quantity == now->quantity &&
            strcmp(points->keys[i], points->keys[number]) == 0)
            return i;
    }
    return number;
}

static struct point_side side_of(const struct points *points, size_t number) {
    struct point_side side = {.point = sampled_at(points->read, number, &side.section)};
    const struct section *first = points->read->table.sections;
    side.libraries = &points->read->table.summaries[side.section->first_summary];
    if (points->second)
        side.name =
            side_name(side.section, is_same_side(side.section, first) ? points->second : first);
    return side;
}

/* --- charts --- */

/* Finds the keys of all points, and which of them are earlier than another. */
static void find_points(struct points *points, struct chart_set *set) {
    size_t count = points->read->sampled.count;
    points->keys = chart_set_alloc(set, count, sizeof *points->keys);
    points->taken = chart_set_alloc(set, count, sizeof *points->taken);
    points->second = second_side(&points->read->table);
    for (size_t i = 0; i < count; i++) {
        const struct section *section;
        const struct sampled_point *point = sampled_at(points->read, i, &section);
        if (!point)
            continue;
        points->keys[i] = chart_set_own(
            set, point_key(section->space, point->point, &section->provenance->action_facts), free);
        if (!points->keys[i])
            xalloc_die();
    }
    for (size_t i = 0; i < count; i++) {
        size_t earlier = points->keys[i] ? find_earlier(points, i) : i;
        if (earlier != i)
            points->taken[earlier] = 1;
    }
}

/* The bins are for the samples of both sides. */
static void choose_bins(struct point_panel *panel) {
    const struct sampled_point *now = panel->now.point, *earlier = panel->earlier.point;
    struct distribution *cells = xcalloc(2 * now->libraries, sizeof *cells);
    for (size_t i = 0; i < 2 * now->libraries; i++)
        if (drawn_cell(panel, i))
            cells[i] = *drawn_cell(panel, i);
    double resolution = fmax(now->resolution, earlier ? earlier->resolution : 0);
    histogram_bins_choose(&panel->bins, cells, 2 * now->libraries, resolution);
    free(cells);
}

static void draw_point(struct chart_set *set, const struct points *points, size_t number,
                       int is_first, point_panel_draw *draw) {
    struct point_panel panel = {
        .table = &points->read->table, .now = side_of(points, number), .is_first = is_first};
    size_t earlier = find_earlier(points, number);
    panel.at = sampled_words(set, panel.now.section, panel.now.point);
    if (earlier != number)
        panel.earlier = side_of(points, earlier);
    choose_bins(&panel);
    draw(set, &panel);
    histogram_bins_release(&panel.bins);
}

int point_panels_make(struct chart_set *set, const struct options *options, point_panel_draw *draw,
                      struct err *err) {
    int code;
    if (options->source_count > 2)
        return err_set(err, ERR_USAGE,
                       "--kind %s draws one file, or an earlier and a later one; there are %zu",
                       options->kind->name, options->source_count);
    struct points points = {.read = sampled_read(set, options, 0, &code, err)};
    if (!points.read)
        return code;
    find_points(&points, set);
    size_t last = SIZE_MAX;
    for (size_t i = 0; i < points.read->sampled.count; i++) {
        size_t section = points.read->sampled.points[i].section;
        if (!points.keys[i] || points.taken[i])
            continue;
        draw_point(set, &points, i, section != last, draw);
        last = section;
    }
    if (set->count == 0)
        return sampled_nothing(&points.read->sampled, err);
    words_set_caption_of_charts(set, &points.read->table);
    set->columns = set->count > 1 ? 2 : 1;
    return 0;
}
