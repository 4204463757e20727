/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plot/kinds/winner.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analyze/ranking/fastest.h"
#include "formats/model/ascending.h"
#include "formats/text/suggest.h"
#include "formats/text/xalloc.h"
#include "plot/analysis/captions.h"
#include "plot/analysis/kind_table.h"
#include "plot/analysis/sections.h"

/* --- a dimension of the map --- */

/* The values of an axis, ascending; a tile reaches half way to its neighbours. */
struct dimension {
    const struct parameter_grid_axis *axis; /* NULL: a single row */
    double *values;
    size_t count;
    int is_log;
    double low, high; /* what is shown of it */
};

/* As an axis chooses it (axis.h): where the values span a factor of 4. */
static int suits_log(const struct dimension *dimension) {
    const double *values = dimension->values;
    return dimension->count > 1 && values[0] > 0 && values[dimension->count - 1] >= 4 * values[0];
}

static void find_values(struct dimension *dimension, struct chart_set *set,
                        const struct parameter_grid *space, enum axis_scale asked) {
    size_t count = 0;
    double *values = chart_set_alloc(set, space->points + 1, sizeof *values);
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

/* A tile along one dimension, with the place of its words. */
struct side {
    double low, high, at;
};

/* Returns whether any of tile NUMBER is shown. */
static int find_side(struct side *side, const struct dimension *dimension, size_t number) {
    double low = edge(dimension, number, -1), high = edge(dimension, number, 1);
    *side = (struct side){fmax(low, dimension->low), fmin(high, dimension->high), 0};
    int is_whole = side->low == low && side->high == high;
    side->at = is_whole ? dimension->values[number] : between(dimension, side->low, side->high);
    return side->low < side->high;
}

/* Shows all tiles, or those in the range that is ASKED for. */
static int set_terms(struct axis_terms *terms, struct dimension *dimension,
                     const struct axis_terms *asked, const char *name, struct err *err) {
    double low = edge(dimension, 0, -1), high = edge(dimension, dimension->count - 1, 1);
    terms->unit = dimension->axis ? UNIT_NUMBER : UNIT_PLACE;
    terms->scale = dimension->is_log ? AXIS_LOG : AXIS_LINEAR;
    int code = axes_apply(asked, name, terms, err), is_asked = terms->low < terms->high;
    if (!is_asked || isinf(terms->low))
        terms->low = is_asked ? fmin(low, terms->high) : low;
    if (!is_asked || isinf(terms->high))
        terms->high = is_asked ? fmax(high, terms->low) : high;
    dimension->low = terms->low;
    dimension->high = terms->high;
    return code;
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

/* Two digits, as other tiles have them, and SIGN after a percentage. */
static const char *lead_words(struct chart_set *set, const struct fastest_row *row,
                              const char *sign) {
    double ratio = row->next_ratio.estimate, more = 100 * (ratio - 1);
    if (isnan(ratio))
        return "alone";
    if (ratio >= full_lead)
        return chart_set_text(set, ratio < 9.95 ? "%.1f×" : "%.0f×", ratio);
    return chart_set_text(set, "+%.*f%s", more < 0.995 ? 2 : more < 9.95 ? 1 : 0, more, sign);
}

static void set_tile(struct chart_set *set, struct tile *tile, const struct fastest_row *row) {
    const char *others = row->fastest ? row->not_shown_slower : row->by_means;
    tile->is_hatched = others && *others;
    tile->name = row->by_typical;
    tile->text =
        tile->is_hatched ? chart_set_text(set, "≈ %s", others) : lead_words(set, row, " %");
    tile->brief = tile->is_hatched ? "≈" : tile->text;
    tile->number = tile->is_hatched ? "≈" : lead_words(set, row, "");
    tile->depth =
        isnan(row->next_ratio.estimate) ? 1 : log(row->next_ratio.estimate) / log(full_lead);
    tile->colour = chart_set_colour(set, tile->name);
}

/* --- the map --- */

struct map {
    struct chart_set *set;
    struct chart *chart;
    const struct section *section;
    const struct fastest_row *rows; /* [points] */
    struct dimension across, up;
    struct series_data *series; /* of each library: its points, for legend and axes */
    double **places;            /* [series] x of all points, then y */
};

static void add_to_series(struct map *map, const struct tile *tile, double x, double y) {
    struct series_data *series = map->series;
    size_t s = 0, most = map->section->space->points;
    while (s < map->chart->series_count && strcmp(series[s].name, tile->name) != 0)
        s++;
    if (s == map->chart->series_count) {
        double *places = map->places[s] = chart_set_alloc(map->set, 2 * most, sizeof *places);
        series[s] = (struct series_data){
            .name = tile->name, .x = places, .y = places + most, .colour = tile->colour};
        map->chart->series_count++;
    }
    size_t i = series[s].count++;
    map->places[s][i] = x;
    map->places[s][most + i] = y;
}

static void fill_tiles(struct map *map) {
    size_t points = map->section->space->points, libraries = map->section->summary_count + 1;
    struct chart *chart = map->chart;
    struct tile *tiles = chart_set_alloc(map->set, points, sizeof *tiles);
    map->series = chart_set_alloc(map->set, libraries, sizeof *map->series);
    map->places = chart_set_alloc(map->set, libraries, sizeof *map->places);
    chart->tiles = tiles;
    chart->series = map->series;
    for (size_t p = 0; p < points; p++) {
        double x = map->across.axis->values[p], y = map->up.axis ? map->up.axis->values[p] : 0;
        size_t i = number_of(&map->across, x), k = number_of(&map->up, y);
        struct side across, up;
        if (!map->rows[p].by_typical || i >= map->across.count || k >= map->up.count ||
            !find_side(&across, &map->across, i) || !find_side(&up, &map->up, k))
            continue;
        struct tile *tile = &tiles[chart->tile_count++];
        *tile = (struct tile){.left = across.low,
                              .right = across.high,
                              .low = up.low,
                              .high = up.high,
                              .x = across.at,
                              .y = up.at};
        set_tile(map->set, tile, &map->rows[p]);
        add_to_series(map, tile, x, y);
    }
}

static int has_fastest(const struct map *map) {
    for (size_t p = 0; p < map->section->space->points; p++)
        if (map->rows[p].by_typical)
            return map->across.count > 0 && map->up.count > 0;
    return 0;
}

static int draw_map(struct map *map, const struct axes_asked *asked, struct err *err) {
    const struct section *section = map->section;
    struct dimension *across = &map->across, *up = &map->up;
    struct chart *chart = map->chart;
    int code = find_dimensions(across, up, section, asked, err);
    if (code)
        return code;
    find_values(across, map->set, section->space, asked->across.scale);
    find_values(up, map->set, section->space, asked->up.scale);
    if (!has_fastest(map))
        return err_set(err, ERR_ABSENT, "%s: no library is the fastest anywhere", section->action);
    spell_axis(map->set, &chart->x, across->axis);
    if (up->axis)
        spell_axis(map->set, &chart->y, up->axis);
    code = set_terms(&chart->x, across, &asked->across, "x", err);
    code = code ? code : set_terms(&chart->y, up, &asked->up, "y", err);
    if (code)
        return code;
    fill_tiles(map);
    if (!chart->tile_count)
        return err_set(err, ERR_ABSENT, "%s: no point is in the range", section->action);
    int is_size = across->axis == &section->space->axes[0] && section->size_means;
    chart->style = STYLE_TILES;
    chart->x_label = is_size ? section->size_means : across->axis->name;
    chart->y_label = up->axis ? up->axis->name : NULL;
    return 0;
}

static void release_rows(void *object) {
    fastest_release(object);
    free(object);
}

int winner_chart(struct chart_set *set, const struct table *table, const struct section *section,
                 const struct axes_asked *asked, struct err *err) {
    /* The tiles borrow the texts of the rows. */
    struct fastest_rows *rows = chart_set_own(set, xcalloc(1, sizeof *rows), release_rows);
    fastest_add(rows, table, section);
    struct map map = {
        .set = set, .chart = chart_set_add(set), .section = section, .rows = rows->items};
    int code = draw_map(&map, asked, err);
    set->count -= code != 0;
    return code;
}

/* --- words --- */

static const char *word_title(struct chart_set *set, const struct measured *of) {
    enum quantity quantity = of->section->quantity;
    return quantity_is_speed(quantity)
               ? "fastest library"
               : chart_set_text(set, "library with the %s %s", quantity_words(quantity)->least,
                                quantity_words(quantity)->one);
}

static const char *word_subtitle(struct chart_set *set, const struct measured *of) {
    return chart_set_text(
        set, FIGURE_TILES_KEY ", at %g %% confidence\nhatched: another is not shown to be slower",
        100 * of->section->confidence);
}

static const struct measure measure_winner = {
    .name = "winner", .column = "mean", .word_title = word_title, .word_subtitle = word_subtitle};

/* Runs of one action stand beside each other as facets do. */
static struct words find_words(struct chart_set *set, const struct table *table,
                               const struct section *section) {
    const struct measured of = {&measure_winner, table, section, NULL};
    struct words words = words_find(set, &of);
    words.facet = *words_run(set, table, section) ? section->run : NULL;
    return words;
}

static void set_words(struct chart_set *set, const struct words *words, const struct table *table) {
    words_set_grid(set, words);
    if (set->count == 1)
        set->charts[0].title = ""; /* the heading has it */
    words_set_caption(set, words, table);
}

/* --- all maps --- */

static void leave_out(struct chart_set *set, const char *why) {
    set->left_out = set->left_out ? chart_set_text(set, "%s; %s", set->left_out, why)
                                  : chart_set_text(set, "%s", why);
}

static int draw_maps(struct chart_set *set, const struct table *table,
                     const struct axes_asked *asked, struct err *err) {
    struct words *words = chart_set_alloc(set, table->section_count, sizeof *words);
    for (size_t s = 0; s < table->section_count; s++) {
        const struct section *section = &table->sections[s];
        struct err absent = {""};
        int code = winner_chart(set, table, section, asked, &absent);
        if (code == ERR_ABSENT)
            leave_out(set, absent.message);
        else if (code)
            return err_set(err, code, "%s", absent.message);
        else
            words[set->count - 1] = find_words(set, table, section);
    }
    if (!set->count)
        return err_set(err, ERR_ABSENT, "nothing to draw: %s",
                       set->left_out ? set->left_out : "no action");
    set_words(set, words, table);
    return 0;
}

int winner_make(struct chart_set *set, const struct kind *kind, const struct options *options,
                struct err *err) {
    (void)kind;
    int code;
    const struct table *table =
        kind_table_read(set, options, NEED_VERDICT | NEED_WARNINGS, &code, err);
    if (!code) {
        colours_settle(set, table);
        code = draw_maps(set, table, &options->axes, err);
    }
    set->is_grid = 1;
    set->columns =
        options->grid_columns ? options->grid_columns : (size_t)ceil(sqrt((double)set->count));
    return code;
}
