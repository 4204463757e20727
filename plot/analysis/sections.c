/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plot/analysis/sections.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "formats/text/suggest.h"
#include "plot/analysis/captions.h"
#include "plot/analysis/chart_set.h"
#include "plot/analysis/dates.h"
#include "plot/analysis/dot_plot.h"
#include "plot/analysis/facets.h"
#include "plot/analysis/leads.h"
#include "plot/analysis/row_limit.h"

/* --- marks --- */

static double between(double x0, double bytes0, double x1, double bytes1, double capacity) {
    double part = log(capacity / bytes0) / log(bytes1 / bytes0);
    return x0 > 0 ? x0 * pow(x1 / x0, part) : x0 + part * (x1 - x0);
}

double marks_crossing(const double *x, const double *bytes, size_t count, double capacity) {
    double crossing = NAN;
    size_t last = count; /* index of the last point with bytes */
    for (size_t i = 0; i < count; i++) {
        if (!(bytes[i] > 0) || isnan(x[i]))
            continue;
        int is_next = last < count && x[i] > x[last];
        if (last < count && x[i] == x[last] && bytes[i] != bytes[last])
            return NAN;
        if (is_next && isnan(crossing) && bytes[last] <= capacity && bytes[i] > capacity)
            crossing = between(x[last], bytes[last], x[i], bytes[i], capacity);
        last = i;
    }
    return crossing;
}

/* --- marks of a section --- */

struct bytes_at {
    double x, bytes;
};

static int by_x(const void *a, const void *b) {
    const struct bytes_at *left = a, *right = b;
    if (left->x != right->x)
        return left->x < right->x ? -1 : 1;
    return (left->bytes > right->bytes) - (left->bytes < right->bytes);
}

/* Fills X and BYTES, each with room for all points, in ascending order of x. Returns the number of
 * entries. */
static size_t list_bytes(const struct measured *of, size_t axis, double *x, double *bytes) {
    const struct section *section = of->section;
    const struct parameter_grid *space = section->space;
    size_t count = 0, points = section->summary_count ? space->points : 0;
    struct bytes_at *all = calloc(points + 1, sizeof *all);
    for (size_t p = 0; all && p < points; p++) {
        const struct row *row = &of->table->rows[section->first_row + p * section->summary_count];
        double at = space->axes[axis].values[p];
        if (!isnan(at) && !isnan(row->bytes))
            all[count++] = (struct bytes_at){at, row->bytes};
    }
    if (all)
        qsort(all, count, sizeof *all, by_x);
    for (size_t i = 0; all && i < count; i++) {
        x[i] = all[i].x;
        bytes[i] = all[i].bytes;
    }
    free(all);
    return count;
}

static size_t mark_caches(struct chart_set *set, const struct measured *of, size_t axis,
                          struct mark *marks) {
    const struct cache_levels *caches = &of->section->caches;
    size_t points = of->section->space->points, count = 0;
    double *x = calloc(2 * points + 1, sizeof *x);
    size_t known = x ? list_bytes(of, axis, x, x + points) : 0;
    for (size_t c = 0; c < caches->count; c++) {
        double at = marks_crossing(x, x + points, known, caches->items[c].bytes);
        const char *label = isnan(at) ? NULL : chart_set_text(set, "%s", caches->items[c].name);
        if (label)
            marks[count++] = (struct mark){.is_vertical = 1, .at = at, .label = label};
    }
    free(x);
    return count;
}

int marks_add(struct chart_set *set, struct chart *chart, const struct measured *of, size_t axis) {
    struct leads leads;
    if (leads_mark(&leads, set, of, axis, CACHE_MOST + 1) != 0)
        return -1;
    struct mark *marks = leads.items;
    chart->marks = marks;
    chart->mark_count = leads.count;
    if (of->measure->shows_caches)
        chart->mark_count += mark_caches(set, of, axis, marks + leads.count);
    if (of->measure->line && of->measure->line(set, of, &marks[chart->mark_count]))
        chart->mark_count++;
    return 0;
}

/* --- the x axis --- */

static int unknown_axis(const struct section *section, const char *wanted, struct err *err) {
    struct known_names known = {.suggestion = {.wanted = wanted}};
    for (size_t i = 0; i < section->space->axis_count; i++)
        known_names_add(&known, section->space->axes[i].name);
    return err_set(err, ERR_USAGE, "%s has no parameter \"%s\" to be drawn against%s",
                   section->action, wanted, known_words(&known, "it has").text);
}

size_t sections_axis(const struct section *section, const char *across) {
    const struct parameter_grid *space = section->space;
    const struct parameter_grid_axis *found = across ? parameter_grid_find(space, across) : NULL;
    size_t axis = found ? (size_t)(found - space->axes) : space->main;
    for (size_t i = 0; !found && i < space->axis_count && !space->axes[axis].varies; i++)
        axis = space->axes[i].varies ? i : axis;
    return axis;
}

static int find_axis(const struct section *section, const char *wanted, size_t *axis,
                     struct err *err) {
    if (wanted && !parameter_grid_find(section->space, wanted))
        return unknown_axis(section, wanted, err);
    *axis = sections_axis(section, wanted);
    return 0;
}

/* --- colours --- */

/* If the file has a single library, each variant has its own colour, otherwise its own dash. */
static int colour_series(struct chart_set *set, const struct curves *curves,
                         const struct table *table, const struct section *section,
                         struct series_data *series) {
    size_t library = curves_library(curves, series), variant = curves_variant(curves, series);
    const char *name = table->summaries[section->first_summary + library].library;
    int is_dashed = set->library_count > 1;
    series->variant = is_dashed && curves->variants > 1 ? 1 + variant : 0;
    return chart_set_colour(set, is_dashed || variant == 0 ? name : series->name, &series->colour);
}

static int colour_charts(struct chart_set *set, const struct curves *curves,
                         const struct table *table, const struct section *section,
                         const struct chart *row, size_t measure_count) {
    int code = 0;
    for (size_t k = 0; k < measure_count; k++) {
        struct series_data *series = curves->series + k * curves->variants * curves->libraries;
        for (size_t s = 0; code == 0 && s < row[k].series_count; s++) {
            code = colour_series(set, curves, table, section, &series[s]);
            /* a level stands for all variants of the reference */
            if (row[k].has_level && series[s].is_reference)
                series[s].variant = 0;
        }
    }
    return code;
}

/* --- charts of all sections --- */

/* Why sections are left out, and the actions of these sections. */
enum lack { NO_NUMBERS, NO_OTHERS, NO_REFERENCE, NO_RESULT, LACKS };
struct left_actions {
    const char *reason, *actions;
    size_t count;
};

/* State while the sections of a table become charts. */
struct making {
    struct chart_set *set;
    const struct table *table;
    const struct sections_options *options;
    struct words *words; /* [charts of the set] */
    struct left_actions left_out[LACKS];
    struct axis_terms values[SECTIONS_MOST_MEASURES]; /* of rows, in the last section */
    size_t rowed; /* sections with a single point, drawn as rows */
};

static int no_memory(const struct chart_set *set, struct err *err) {
    return err_set(err, ERR_FAILED, "no memory for %zu charts", set->count);
}

static int is_date(const struct section *section, size_t axis) {
    return strcmp(section->space->axes[axis].name, AXES_DATE) == 0;
}

static const char *label_across(const struct section *section, size_t axis) {
    const char *name = section->space->axes[axis].name;
    if (is_date(section, axis))
        return "start of the run";
    if (axis == 0 && !section->space->has_size)
        return "";
    return axis == 0 && section->size_means ? section->size_means : name;
}

/* Adds the facet to the name of WORDS: "axpy, threads 4". */
static int name_facet(struct making *making, struct words *words, const struct section *section) {
    const char *facet = making->options->facet;
    const struct parameter_grid_axis *axis =
        facet ? parameter_grid_find(section->space, facet) : NULL;
    char number[PARAMETER_GRID_NUMBER];
    if (!axis || axis->varies || !section->space->points)
        return 0;
    parameter_grid_write_number(number, axis->values[0]);
    words->facet = chart_set_text(making->set, "%s %s", facet, number);
    words->name =
        words->facet ? chart_set_text(making->set, "%s, %s", words->name, words->facet) : NULL;
    return words->name ? 0 : -1;
}

static int finish_chart(struct making *making, struct chart *chart, const struct measured *of,
                        size_t axis, struct err *err) {
    static const struct axes_asked nothing;
    const struct axes_asked *asked = making->options->axes ? making->options->axes : &nothing;
    size_t number = (size_t)(chart - making->set->charts);
    chart->x_label = label_across(of->section, axis);
    chart->y_label = of->measure->y_label;
    if (is_date(of->section, axis))
        chart->x.unit = UNIT_DATE;
    if (words_find(&making->words[number], making->set, of) != 0 ||
        name_facet(making, &making->words[number], of->section) != 0 ||
        marks_add(making->set, chart, of, axis) != 0)
        return no_memory(making->set, err);
    int code = axes_apply(&asked->across, "x", &chart->x, err);
    return code ? code : axes_apply(&asked->up, "y", &chart->y, err);
}

/* Turns the charts ROW into rows if there are too few x for curves. */
static int make_rows(struct making *making, const struct measured *of, struct chart *row,
                     const struct curves *curves, size_t axis) {
    const struct sections_options *options = making->options;
    const struct parameter_grid *space = of->section->space;
    size_t count = options->measure_count;
    if (options->keeps_axis || !curves->points || is_date(of->section, axis) ||
        !dot_plots_suit(row, count, options->are_compared))
        return 0;
    for (size_t k = 0; k < count; k++) {
        making->values[k] = row[k].y;
        making->words[row + k - making->set->charts].losses = ""; /* the rows say what is lost */
    }
    making->rowed += space->points == 1;
    return dot_plots_make(making->set, row, of, making->values, count, curves,
                          space->axes[axis].name);
}

static int chart_section(struct making *making, const struct measured *of, struct err *err) {
    struct chart_set *set = making->set;
    const struct section *section = of->section;
    size_t axis = 0, first = set->count, count = making->options->measure_count;
    struct curves curves;
    int code = find_axis(section, making->options->across, &axis, err);
    if (code)
        return code;
    for (size_t k = 0; k < count; k++)
        if (!chart_set_add(set))
            return no_memory(set, err);
    struct chart *row = &set->charts[first];
    if (curves_make(&curves, set, row, of, count, axis) != 0 ||
        colour_charts(set, &curves, of->table, section, row, count) != 0)
        return no_memory(set, err);
    for (size_t k = 0; k < count && !code; k++) {
        code = finish_chart(making, &row[k], &of[k], axis, err);
        if (!code && of[k].measure->fit && of[k].measure->fit(set, &of[k], &curves, &row[k]) != 0)
            code = no_memory(set, err);
    }
    if (!code && make_rows(making, of, row, &curves, axis) != 0)
        code = no_memory(set, err);
    if (making->options->curves)
        making->options->curves[section - making->table->sections] = curves;
    return code;
}

enum { MOST_NAMED = 4 };

static int leave_out(struct making *making, enum lack lack, const char *reason, const char *action,
                     struct err *err) {
    struct left_actions *left_out = &making->left_out[lack];
    size_t number = left_out->count++;
    if (number > MOST_NAMED)
        return 0;
    left_out->reason = reason;
    left_out->actions = number == 0 ? action
                                    : chart_set_text(making->set, "%s, %s", left_out->actions,
                                                     number == MOST_NAMED ? "..." : action);
    return left_out->actions ? 0 : no_memory(making->set, err);
}

static const char no_result[] = "no library has a result",
                  no_reference[] = "the reference has no result",
                  no_others[] = "only the reference has a result, and its ratio to itself is 1 "
                                "(--kind time draws its times)";

/* Returns whether any library of the section has a result, or any other than the reference. */
static int has_result(const struct table *table, const struct section *section, int of_others) {
    for (size_t i = 0; i < section->row_count; i++) {
        const struct row *row = &table->rows[section->first_row + i];
        if (!isnan(row->mean) && !(of_others && row->is_reference))
            return 1;
    }
    return 0;
}

static int leave_out_undrawn(struct making *making, const struct section *section,
                             struct err *err) {
    const struct table *table = making->table;
    return !has_result(table, section, 0)
               ? leave_out(making, NO_RESULT, no_result, section->action, err)
           : !has_result(table, section, 1)
               ? leave_out(making, NO_OTHERS, no_others, section->action, err)
               : leave_out(making, NO_REFERENCE, no_reference, section->action, err);
}

/* Leaves out a section with nothing to draw: an empty frame would look like an answer, and so would
 * a line for the reference alone. */
static int chart_or_leave_out(struct making *making, const struct section *section,
                              struct err *err) {
    struct measured of[SECTIONS_MOST_MEASURES];
    size_t first = making->set->count, count = making->options->measure_count, drawn = 0;
    for (size_t k = 0; k < count; k++)
        of[k] = measure_settle(making->options->measures[k], making->table, section,
                               making->options->peak);
    if (!making->options->curves && measure_is_absent(&of[0]))
        return leave_out(making, NO_NUMBERS, of[0].measure->absent, section->action, err);
    size_t rowed = making->rowed;
    int code = chart_section(making, of, err);
    for (size_t k = first; !code && k < first + count; k++)
        drawn += (size_t)curves_are_shown(&making->set->charts[k]);
    if (code || drawn || making->options->curves)
        return code;
    making->set->count = first;
    making->rowed = rowed;
    return leave_out_undrawn(making, section, err);
}

/* --- what the charts show together --- */

/* Takes out the charts of ratios in which there is only the reference: all of a measure or, so that
 * the others stay where they are, only what they show. A grid has no such places. Returns the
 * number of charts that are left for each section. */
static size_t drop_lone_references(struct making *making) {
    struct chart_set *set = making->set;
    size_t count = making->options->measure_count, kept = 0, left = 0;
    int is_shown[SECTIONS_MOST_MEASURES] = {0};
    for (size_t i = 0; i < set->count; i++)
        is_shown[i % count] |= !set->charts[i].is_relative || curves_are_shown(&set->charts[i]);
    for (size_t i = 0; i < set->count; i++) {
        struct chart *chart = &set->charts[i];
        int is_lone = chart->is_relative && !curves_are_shown(chart);
        if (!is_shown[i % count] || (is_lone && set->is_grid))
            continue;
        if (is_lone)
            *chart = (struct chart){.title = "", .subtitle = "", .x_label = "", .is_blank = 1};
        making->words[kept] = making->words[i];
        set->charts[kept++] = *chart;
    }
    for (size_t k = 0; k < count; k++) {
        making->values[left] = making->values[k];
        left += (size_t)is_shown[k];
    }
    set->count = kept;
    return left;
}

static int has_same_marks(const struct chart *a, const struct chart *b) {
    int is_same = a->mark_count == b->mark_count;
    for (size_t m = 0; m < a->mark_count && is_same; m++)
        is_same =
            a->marks[m].at == b->marks[m].at && strcmp(a->marks[m].label, b->marks[m].label) == 0;
    return is_same;
}

/* Returns the library that alone is in all charts, or NULL. */
static const char *only_library(const struct chart_set *set) {
    const char *name = set->charts[0].series[0].name;
    for (size_t i = 0; i < set->count; i++)
        if (set->charts[i].row_count != 1 || strcmp(set->charts[i].series[0].name, name) != 0)
            return NULL;
    return name;
}

/* Returns whether the charts, COUNT for each section, differ in nothing but their rows. */
static int may_join(const struct making *making, size_t count) {
    const struct chart_set *set = making->set;
    size_t sections = count ? set->count / count : 0, rows = sections;
    if (set->is_grid || making->options->curves || sections < 2 || making->rowed < sections)
        return 0;
    for (size_t i = 0; i < set->count; i++) {
        const struct chart *chart = &set->charts[i], *first = &set->charts[i % count];
        rows += i % count ? 0 : chart->row_count;
        if (!chart->row_count || chart->x.unit != first->x.unit || !has_same_marks(chart, first) ||
            strcmp(making->words[i].title, making->words[i % count].title) != 0)
            return 0;
    }
    return dot_plots_may_join(rows) || making->options->are_compared || only_library(set);
}

/* Puts the rows of all sections into one chart for each of COUNT measures. */
static int join(struct making *making, size_t count) {
    struct chart_set *set = making->set;
    size_t sections = set->count / count;
    const char *library = only_library(set);
    const char *name = words_actions(set, making->words, set->count);
    name = name && library ? chart_set_text(set, "%s of %s", name, library) : name;
    const char **headings = chart_set_alloc(set, sections, sizeof *headings);
    for (size_t s = 0; headings && s < sections; s++)
        headings[s] = making->words[s * count].name;
    for (size_t k = 0; k < count; k++)
        if (!headings || dot_plots_join(set, &set->charts[k], &set->charts[k], sections, count,
                                        headings, library != NULL, &making->values[k]) != 0)
            return -1;
    if (!name || words_join(set, making->words, sections, count, name) != 0)
        return -1;
    set->count = count;
    return 0;
}

/* Lists what is left out in one line, SET's left_out. */
static int tell_left_out(struct making *making, struct err *err) {
    struct chart_set *set = making->set;
    for (size_t i = 0; i < LACKS; i++) {
        const struct left_actions *left_out = &making->left_out[i];
        if (!left_out->count)
            continue;
        set->left_out = set->left_out
                            ? chart_set_text(set, "%s; %s: %s", set->left_out, left_out->reason,
                                             left_out->actions)
                            : chart_set_text(set, "%s: %s", left_out->reason, left_out->actions);
        if (!set->left_out)
            return no_memory(set, err);
    }
    return 0;
}

static int nothing_drawn(const struct making *making, struct err *err) {
    if (making->left_out[NO_NUMBERS].count || making->left_out[NO_OTHERS].count ||
        making->left_out[NO_REFERENCE].count)
        return err_set(err, ERR_USAGE, "nothing to draw: %s", making->set->left_out);
    return err_set(err, ERR_USAGE, "nothing to draw: %s; bench-analyze says why", no_result);
}

/* Reorders the charts, COUNT for each section, from row order to column order, so that each section
 * becomes a column. The text that a section's charts share stays above its first chart only. */
static int stack(struct chart_set *set, struct words *words, size_t count) {
    size_t sections = set->count / count;
    struct chart *charts = calloc(set->count, sizeof *charts);
    struct words *texts = calloc(set->count, sizeof *texts);
    for (size_t i = 0; charts && texts && i < set->count; i++) {
        size_t from = i % sections * count + i / sections;
        charts[i] = set->charts[from];
        texts[i] = words[from];
        if (i >= sections)
            texts[i].name = texts[i].setting = texts[i].losses = texts[i].warnings = "";
    }
    if (charts && texts) {
        memcpy(set->charts, charts, set->count * sizeof *charts);
        memcpy(words, texts, set->count * sizeof *texts);
        set->columns = sections;
    }
    int ok = charts && texts;
    free(charts);
    free(texts);
    return ok ? 0 : -1;
}

/* Leaves no chart more rows than a page has room for. Those of a report have numbers beside them.
 */
static int limit_rows(struct making *making, int are_joined) {
    struct chart_set *set = making->set;
    enum row_choice choice = making->options->are_compared ? ROWS_CHANGED
                             : are_joined                  ? ROWS_FIRST
                                                           : ROWS_FASTEST;
    for (size_t i = 0; i < set->count && !making->options->curves; i++) {
        const char *note;
        struct words *words = &making->words[i];
        if (row_limit(set, &set->charts[i], choice, &note) != 0)
            return -1;
        if (*note)
            words->losses = chart_set_text(set, "%s\n%s", words->losses, note);
        if (!words->losses)
            return -1;
    }
    return 0;
}

/* Charts side by side are of one section. A report shows each of them alone. */
static void say_settings_once(struct making *making, size_t count) {
    const struct chart_set *set = making->set;
    for (size_t i = 0; i < set->count && !set->is_grid && !making->options->curves; i++)
        if (i % count && !set->charts[i - i % count].is_blank)
            making->words[i].setting = "";
}

enum { MOST_STACKED = 3 };

static int set_words(struct making *making) {
    struct chart_set *set = making->set;
    const struct sections_options *options = making->options;
    size_t count = options->measure_count;
    if (!options->curves)
        count = drop_lone_references(making);
    if (!set->is_grid)
        set->columns = count;
    int are_joined = may_join(making, count);
    if ((are_joined && join(making, count) != 0) || limit_rows(making, are_joined) != 0)
        return -1;
    say_settings_once(making, count);
    size_t sections = count ? set->count / count : 0;
    int is_stack = options->is_stacked && !set->is_grid && sections <= MOST_STACKED;
    if (is_stack && sections && stack(set, making->words, count) != 0)
        return -1;
    int code = set->is_grid ? words_set_grid(set, making->words) : words_set(set, making->words);
    return code ? code : words_set_caption(set, making->words, making->table);
}

/* The facets of one action are neighbours. */
static void share_axes(struct making *making) {
    size_t count = making->options->measure_count, end;
    for (size_t first = 0; first < making->set->count; first = end) {
        end = first + count;
        while (end < making->set->count &&
               strcmp(making->words[end].action, making->words[first].action) == 0)
            end += count;
        for (size_t k = 0; k < count; k++)
            facets_share_axes(&making->set->charts[first + k], end - first - k, count);
    }
}

int sections_chart(struct chart_set *set, const struct table *table,
                   const struct sections_options *options, struct err *err) {
    struct making making = {.set = set, .table = table, .options = options};
    size_t most = table->section_count * options->measure_count;
    int code = 0;
    making.words = chart_set_alloc(set, most, sizeof *making.words);
    if (!making.words || colours_settle(set, table) != 0)
        return no_memory(set, err);
    for (size_t i = 0; i < table->section_count && !code; i++)
        code = chart_or_leave_out(&making, &table->sections[i], err);
    if (!code && options->facet)
        share_axes(&making);
    code = code ? code : tell_left_out(&making, err);
    if (!code && set->count == 0 && set->left_out)
        code = nothing_drawn(&making, err);
    if (!code && set_words(&making) != 0)
        code = no_memory(set, err);
    return code;
}
