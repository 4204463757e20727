/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plot/kinds/winner.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analyze/ranking/fastest.h"
#include "formats/model/ascending.h"
#include "formats/text/percent.h"
#include "formats/text/suggest.h"
#include "plot/analysis/captions.h"
#include "plot/analysis/kind_table.h"
#include "plot/analysis/sections.h"

static int no_memory(struct err *err) {
    return err_set(err, ERR_FAILED, "no memory for the map of winners");
}

/* --- a dimension of the map --- */

/* The values of an axis, ascending; a tile reaches half way to its neighbours. */
struct dimension {
    const struct parameter_grid_axis *axis; /* NULL: a single row */
    double *values;
    size_t count;
    int is_log;
};

/* As an axis chooses it (axis.h): where the values span a factor of 4. */
static int suits_log(const struct dimension *dimension) {
    const double *values = dimension->values;
    return dimension->count > 1 && values[0] > 0 && values[dimension->count - 1] >= 4 * values[0];
}

static int find_values(struct dimension *dimension, struct chart_set *set,
                       const struct parameter_grid *space, enum axis_scale asked) {
    size_t count = 0;
    double *values = chart_set_alloc(set, space->points + 1, sizeof *values);
    if (!values)
        return -1;
    for (size_t p = 0; dimension->axis && p < space->points; p++)
        if (!isnan(dimension->axis->values[p]))
            values[count++] = dimension->axis->values[p];
    qsort(values, count, sizeof *values, ascending_reals);
    dimension->values = values;
    for (size_t i = 0; i < count; i++)
        if (i == 0 || values[i] != values[dimension->count - 1])
            values[dimension->count++] = values[i];
    if (!dimension->axis)
        dimension->count = 1; /* of value 0 */
    dimension->is_log =
        asked == AXIS_USUAL ? suits_log(dimension) : asked != AXIS_LINEAR && values[0] > 0;
    return 0;
}

static double between(const struct dimension *dimension, double a, double b) {
    return dimension->is_log ? sqrt(a * b) : (a + b) / 2;
}

/* The end of tile NUMBER on the side of its neighbour, SIDE -1 or 1; the outermost tiles are as
 * wide there as on their other side. */
static double edge(const struct dimension *dimension, size_t number, int side) {
    const double *values = dimension->values, value = values[number];
    int has_before = number > 0, has_after = number + 1 < dimension->count;
    if (side < 0 ? has_before : has_after)
        return between(dimension, value, values[side < 0 ? number - 1 : number + 1]);
    if (!has_before && !has_after)
        return dimension->is_log ? value * exp2(side) : value + side * 0.5;
    double other = between(dimension, value, values[has_after ? number + 1 : number - 1]);
    return dimension->is_log ? value * value / other : 2 * value - other;
}

static size_t number_of(const struct dimension *dimension, double value) {
    size_t i = 0;
    while (dimension->axis && i < dimension->count && dimension->values[i] != value)
        i++;
    return i;
}

static void set_terms(struct axis_terms *terms, const struct dimension *dimension) {
    if (!(terms->low < terms->high)) {
        terms->low = edge(dimension, 0, -1);
        terms->high = edge(dimension, dimension->count - 1, 1);
    }
    if (terms->scale == AXIS_USUAL)
        terms->scale = dimension->is_log ? AXIS_LOG : AXIS_LINEAR;
    terms->unit = dimension->axis ? UNIT_NUMBER : UNIT_PLACE;
}

/* --- choosing the dimensions --- */

static const struct parameter_grid_axis *other_axis(const struct parameter_grid *space,
                                                    size_t across) {
    for (size_t i = 0; i < space->axis_count; i++)
        if (i != across && space->axes[i].varies)
            return &space->axes[i];
    return NULL;
}

static int unknown_axis(const struct section *section, const char *option, const char *name,
                        struct err *err) {
    struct known_names known = {.suggestion = {.wanted = name}};
    for (size_t i = 0; i < section->space->axis_count; i++)
        known_names_add(&known, section->space->axes[i].name);
    return err_set(err, ERR_USAGE, "%s %s: %s has no such parameter%s", option, name,
                   section->action, known_words(&known, "it has").text);
}

static int find_dimensions(struct dimension *across, struct dimension *up,
                           const struct section *section, const struct axes_asked *asked,
                           struct err *err) {
    const struct parameter_grid *space = section->space;
    if (asked->x && !parameter_grid_find(space, asked->x))
        return unknown_axis(section, "--x", asked->x, err);
    if (asked->y && !parameter_grid_find(space, asked->y))
        return unknown_axis(section, "--y", asked->y, err);
    size_t axis = sections_axis(section, asked->x);
    *across = (struct dimension){.axis = &space->axes[axis]};
    *up = (struct dimension){.axis = asked->y ? parameter_grid_find(space, asked->y)
                                              : other_axis(space, axis)};
    if (across->axis == up->axis)
        return err_set(err, ERR_USAGE, "--y %s goes across already; choose another for --x or --y",
                       up->axis->name);
    for (size_t i = 0; i < space->axis_count; i++) {
        const struct parameter_grid_axis *other = &space->axes[i];
        if (other->varies && other != across->axis && other != up->axis)
            return err_set(err, ERR_USAGE,
                           "a map has two parameters, and %s varies besides %s and %s; choose one "
                           "value, such as --at %s=%g",
                           other->name, across->axis->name, up->axis ? up->axis->name : "none",
                           other->name, other->values[0]);
    }
    return 0;
}

/* --- tiles --- */

/* A lead of this factor has the full colour. */
static const double full_lead = 2;

static const char *lead_words(struct chart_set *set, const struct fastest_row *row) {
    if (isnan(row->next_ratio))
        return "alone";
    return row->next_ratio < full_lead
               ? chart_set_text(set, "+%s", percent_of(row->next_ratio - 1).text)
               : chart_set_text(set, "%.2g×", row->next_ratio);
}

static int set_tile(struct chart_set *set, struct tile *tile, const struct fastest_row *row) {
    const char *others = row->fastest ? row->not_shown_slower : row->by_means;
    tile->is_hatched = others && *others;
    tile->name = row->by_typical;
    tile->text = tile->is_hatched ? chart_set_text(set, "≈ %s", others) : lead_words(set, row);
    tile->brief = tile->is_hatched ? "≈" : tile->text;
    tile->depth = isnan(row->next_ratio) ? 1 : log(row->next_ratio) / log(full_lead);
    return tile->text && chart_set_colour(set, tile->name, &tile->colour) == 0;
}

/* The series of CHART hold the middles of the tiles of each library, for legend and axes. */
static int add_to_series(struct chart_set *set, struct chart *chart, struct series_data *series,
                         const struct tile *tile, double x, double y, size_t most) {
    size_t s = 0;
    while (s < chart->series_count && strcmp(series[s].name, tile->name) != 0)
        s++;
    double *xy = s < chart->series_count ? (double *)(uintptr_t)series[s].x
                                         : chart_set_alloc(set, 2 * most, sizeof *xy);
    if (!xy)
        return 0;
    if (s == chart->series_count) {
        series[s] = (struct series_data){
            .name = tile->name, .x = xy, .y = xy + most, .colour = tile->colour};
        chart->series_count++;
    }
    xy[series[s].count] = x;
    xy[most + series[s].count++] = y;
    return 1;
}

static int fill_tiles(struct chart_set *set, struct chart *chart, const struct section *section,
                      const struct fastest_row *rows, const struct dimension *across,
                      const struct dimension *up) {
    size_t points = section->space->points;
    struct tile *tiles = chart_set_alloc(set, points, sizeof *tiles);
    struct series_data *series = chart_set_alloc(set, section->summary_count + 1, sizeof *series);
    chart->tiles = tiles;
    chart->series = series;
    for (size_t p = 0; tiles && series && p < points; p++) {
        double x = across->axis->values[p], y = up->axis ? up->axis->values[p] : 0;
        size_t i = number_of(across, x), k = number_of(up, y);
        if (!rows[p].by_typical || i >= across->count || k >= up->count)
            continue;
        struct tile *tile = &tiles[chart->tile_count++];
        *tile = (struct tile){.left = edge(across, i, -1),
                              .right = edge(across, i, 1),
                              .low = edge(up, k, -1),
                              .high = edge(up, k, 1),
                              .x = x,
                              .y = y};
        if (!set_tile(set, tile, &rows[p]) ||
            !add_to_series(set, chart, series, tile, x, y, points))
            return -1;
    }
    return tiles && series ? 0 : -1;
}

/* --- chart --- */

static int word_chart(struct chart_set *set, struct chart *chart, const struct table *table,
                      const struct section *section, const struct dimension *across,
                      const struct dimension *up) {
    const struct quantity_words *of = quantity_words(section->quantity);
    const char *run = words_run(set, table, section), *setting = words_setting(set, section),
               *warnings = words_warnings(set, section);
    if (!run || !setting || !warnings)
        return -1;
    chart->title = section->quantity == QUANTITY_SECONDS
                       ? chart_set_text(set, "%s%s — fastest library", section->action, run)
                       : chart_set_text(set, "%s%s — library with the least %s", section->action,
                                        run, of->one);
    chart->subtitle = chart_set_text(
        set,
        "tiles: the library, and how much more the next one takes, at %g %% confidence\nhatched: "
        "another is not shown to be slower%s%s%s",
        100 * section->confidence, *setting ? "\n" : "", setting, warnings);
    int is_size = across->axis == &section->space->axes[0] && section->size_means;
    chart->x_label = is_size ? section->size_means : across->axis->name;
    chart->y_label = up->axis ? up->axis->name : NULL;
    return chart->title && chart->subtitle ? 0 : -1;
}

static int draw_map(struct chart_set *set, const struct table *table, const struct section *section,
                    const struct axes_asked *asked, const struct fastest_rows *rows,
                    struct err *err) {
    struct dimension across, up;
    int code = find_dimensions(&across, &up, section, asked, err);
    if (code)
        return code;
    struct chart *chart = chart_set_add(set);
    if (!chart || find_values(&across, set, section->space, asked->across.scale) != 0 ||
        find_values(&up, set, section->space, asked->up.scale) != 0 ||
        fill_tiles(set, chart, section, rows->items, &across, &up) != 0 ||
        word_chart(set, chart, table, section, &across, &up) != 0)
        return no_memory(err);
    if (!chart->tile_count) {
        set->count--;
        return err_set(err, ERR_ABSENT, "%s: no library is the fastest anywhere", section->action);
    }
    chart->style = STYLE_TILES;
    chart->x = asked->across;
    chart->y = asked->up;
    set_terms(&chart->x, &across);
    set_terms(&chart->y, &up);
    return 0;
}

static void release_rows(void *object) {
    fastest_release(object);
    free(object);
}

int winner_chart(struct chart_set *set, const struct table *table, const struct section *section,
                 const struct axes_asked *asked, struct err *err) {
    /* The tiles borrow the texts of the rows. */
    struct fastest_rows *rows = chart_set_own(set, calloc(1, sizeof *rows), release_rows);
    int code = rows ? fastest_add(rows, table, section, err) : no_memory(err);
    return code ? code : draw_map(set, table, section, asked, rows, err);
}

/* What the first chart says stands above all of them, with the legend below it. */
static int head(struct chart_set *set) {
    struct chart *first = &set->charts[0];
    set->heading = set->count == 1 ? first->title
                                   : chart_set_text(set, "%zu actions%s", set->count,
                                                    strstr(first->title, " — "));
    set->subtitle = first->subtitle;
    for (size_t i = 0; i < set->count; i++) {
        struct chart *chart = &set->charts[i];
        int length = (int)(strstr(chart->title, " — ") - chart->title);
        chart->title = set->count == 1 ? "" : chart_set_text(set, "%.*s", length, chart->title);
        chart->subtitle = "";
        if (!chart->title)
            return -1;
    }
    return set->heading ? 0 : -1;
}

int winner_make(struct chart_set *set, const struct kind *kind, const struct options *options,
                struct err *err) {
    (void)kind;
    int code;
    const struct table *table =
        kind_table_read(set, options, NEED_VERDICT | NEED_WARNINGS, &code, err);
    if (!code && colours_settle(set, table) != 0)
        code = no_memory(err);
    for (size_t s = 0; !code && s < table->section_count; s++)
        code = winner_chart(set, table, &table->sections[s], &options->axes, err);
    if (code)
        return code;
    if (words_set_caption_of_charts(set, table) != 0 || head(set) != 0)
        return no_memory(err);
    set->is_grid = 1;
    set->columns =
        options->grid_columns ? options->grid_columns : (size_t)ceil(sqrt((double)set->count));
    return 0;
}
