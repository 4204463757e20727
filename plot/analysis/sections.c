/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plot/analysis/sections.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "formats/text/suggest.h"
#include "formats/text/xalloc.h"
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
    struct bytes_at *all = xcalloc(points, sizeof *all);
    for (size_t p = 0; p < points; p++) {
        const struct row *row = &of->table->rows[section->first_row + p * section->summary_count];
        double at = space->axes[axis].values[p];
        if (!isnan(at) && !isnan(row->bytes))
            all[count++] = (struct bytes_at){at, row->bytes};
    }
    qsort(all, count, sizeof *all, by_x);
    for (size_t i = 0; i < count; i++) {
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
    double *x = xcalloc(2 * points, sizeof *x);
    size_t known = list_bytes(of, axis, x, x + points);
    for (size_t c = 0; c < caches->count; c++) {
        double at = marks_crossing(x, x + points, known, caches->items[c].bytes);
        if (!isnan(at))
            marks[count++] =
                (struct mark){.is_vertical = 1,
                              .at = at,
                              .label = chart_set_text(set, "%s", caches->items[c].name)};
    }
    free(x);
    return count;
}

void marks_add(struct chart_set *set, struct chart *chart, const struct measured *of, size_t axis) {
    struct leads leads = leads_mark(set, of, axis, CACHE_MOST + 1);
    struct mark *marks = leads.items;
    chart->marks = marks;
    chart->mark_count = leads.count;
    if (of->measure->shows_caches)
        chart->mark_count += mark_caches(set, of, axis, marks + leads.count);
    if (of->measure->line && of->measure->line(set, of, &marks[chart->mark_count]))
        chart->mark_count++;
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
static void colour_series(struct chart_set *set, const struct curves *curves,
                          const struct table *table, const struct section *section,
                          struct series_data *series) {
    size_t library = curves_library(curves, series), variant = curves_variant(curves, series);
    const char *name = table->summaries[section->first_summary + library].library;
    int is_dashed = set->library_count > 1;
    series->variant = is_dashed && curves->variants.count > 1 ? 1 + variant : 0;
    series->colour = chart_set_colour(set, is_dashed || variant == 0 ? name : series->name);
}

static void colour_charts(struct chart_set *set, const struct curves *curves,
                          const struct table *table, const struct section *section,
                          const struct chart *row, size_t measure_count) {
    for (size_t k = 0; k < measure_count; k++) {
        struct series_data *series =
            curves->series + k * curves->variants.count * curves->libraries;
        for (size_t s = 0; s < row[k].series_count; s++) {
            colour_series(set, curves, table, section, &series[s]);
            /* a level stands for all variants of the reference */
            if (row[k].has_level && series[s].is_reference)
                series[s].variant = 0;
        }
    }
}

/* --- charts of all sections --- */

/* Why sections are left out, and the actions of these sections. */
enum lack { NO_NUMBERS, NO_OTHERS, NO_REFERENCE, NO_RESULT, LACKS };
struct left_actions {
    const char *reason, *actions;
    size_t count;
};

/* What a chart that is drawn as rows was. */
struct rowed {
    int is_point;             /* its section has a single point */
    int is_joined;            /* it has the rows of several sections */
    struct axis_terms values; /* along the rows */
};

/* State while the sections of a table become charts. */
struct making {
    struct chart_set *set;
    const struct table *table;
    const struct sections_options *options;
    struct words *words; /* [charts of the set] */
    struct rowed *rowed; /* [charts of the set] */
    struct left_actions left_out[LACKS];
};

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
static void name_facet(struct making *making, struct words *words, const struct section *section) {
    const char *facet = making->options->facet;
    const struct parameter_grid_axis *axis =
        facet ? parameter_grid_find(section->space, facet) : NULL;
    char number[PARAMETER_GRID_NUMBER];
    if (!axis || axis->varies || !section->space->points)
        return;
    parameter_grid_write_value(number, axis, axis->values[0]);
    words->facet = chart_set_text(making->set, "%s %s", facet, number);
    words->name = chart_set_text(making->set, "%s, %s", words->name, words->facet);
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
    spell_axis(making->set, &chart->x, &of->section->space->axes[axis]);
    making->words[number] = words_find(making->set, of);
    name_facet(making, &making->words[number], of->section);
    marks_add(making->set, chart, of, axis);
    int code = axes_apply(&asked->across, "x", &chart->x, err);
    return code ? code : axes_apply(&asked->up, "y", &chart->y, err);
}

/* Turns the charts ROW into rows if there are too few x for curves. */
static void make_rows(struct making *making, const struct measured *of, struct chart *row,
                      const struct curves *curves, size_t axis) {
    const struct sections_options *options = making->options;
    const struct parameter_grid *space = of->section->space;
    size_t count = options->measure_count;
    if (options->keeps_axis || !curves->points || is_date(of->section, axis) ||
        !dot_plots_suit(row, count, options->are_compared))
        return;
    struct axis_terms values[SECTIONS_MOST_MEASURES];
    for (size_t k = 0; k < count; k++) {
        size_t number = (size_t)(row + k - making->set->charts);
        values[k] = row[k].y;
        making->rowed[number] = (struct rowed){.is_point = space->points == 1, .values = row[k].y};
        making->words[number].losses = ""; /* the rows say what is lost */
    }
    dot_plots_make(making->set, row, of, values, count, curves, &space->axes[axis]);
}

static int chart_section(struct making *making, const struct measured *of, struct err *err) {
    struct chart_set *set = making->set;
    const struct section *section = of->section;
    size_t axis = 0, first = set->count, count = making->options->measure_count;
    struct curves curves;
    int code = find_axis(section, making->options->across, &axis, err);
    if (code)
        return code;
    for (size_t k = 0; k < count; k++) {
        chart_set_add(set);
        making->rowed[first + k] = (struct rowed){0};
    }
    struct chart *row = &set->charts[first];
    curves_make(&curves, set, row, of, count, axis);
    colour_charts(set, &curves, of->table, section, row, count);
    for (size_t k = 0; k < count && !code; k++) {
        code = finish_chart(making, &row[k], &of[k], axis, err);
        if (!code && of[k].measure->fit)
            of[k].measure->fit(set, &of[k], &curves, &row[k]);
    }
    if (!code)
        make_rows(making, of, row, &curves, axis);
    if (making->options->curves)
        making->options->curves[section - making->table->sections] = curves;
    return code;
}

enum { MOST_NAMED = 4 };

static void leave_out(struct making *making, enum lack lack, const char *reason,
                      const char *action) {
    struct left_actions *left_out = &making->left_out[lack];
    size_t number = left_out->count++;
    if (number > MOST_NAMED)
        return;
    left_out->reason = reason;
    left_out->actions = number == 0 ? action
                                    : chart_set_text(making->set, "%s, %s", left_out->actions,
                                                     number == MOST_NAMED ? "..." : action);
}

static const char no_result[] = "no library has a result",
                  no_reference[] = "the reference has no result",
                  no_others[] = "only the reference has a result, and its ratio to itself is 1 "
                                "(--kind time draws its times)";

/* Returns whether any library of the section has a result, or any other than the reference. */
static int has_result(const struct table *table, const struct section *section, int of_others) {
    for (size_t i = 0; i < section->row_count; i++) {
        const struct row *row = &table->rows[section->first_row + i];
        if (!isnan(row->mean.estimate) && !(of_others && row->is_reference))
            return 1;
    }
    return 0;
}

static void leave_out_undrawn(struct making *making, const struct section *section) {
    const struct table *table = making->table;
    if (!has_result(table, section, 0))
        leave_out(making, NO_RESULT, no_result, section->action);
    else if (!has_result(table, section, 1))
        leave_out(making, NO_OTHERS, no_others, section->action);
    else
        leave_out(making, NO_REFERENCE, no_reference, section->action);
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
    if (!making->options->curves && measure_is_absent(&of[0])) {
        leave_out(making, NO_NUMBERS, of[0].measure->absent, section->action);
        return 0;
    }
    int code = chart_section(making, of, err);
    for (size_t k = first; !code && k < first + count; k++)
        drawn += (size_t)curves_are_shown(&making->set->charts[k]);
    if (code || drawn || making->options->curves)
        return code;
    making->set->count = first;
    leave_out_undrawn(making, section);
    return 0;
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
        making->rowed[kept] = making->rowed[i];
        set->charts[kept++] = *chart;
    }
    for (size_t k = 0; k < count; k++)
        left += (size_t)is_shown[k];
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

/* --- sections that share a chart --- */

/* Charts in order, COUNT for each section, with what belongs to them. */
struct gathered {
    struct chart *charts;
    struct words *words;
    struct rowed *rowed;
    size_t sections;
};

static struct gathered room_for(struct chart_set *set, size_t charts) {
    return (struct gathered){chart_set_alloc(set, charts, sizeof(struct chart)),
                             chart_set_alloc(set, charts, sizeof(struct words)),
                             chart_set_alloc(set, charts, sizeof(struct rowed)), 0};
}

/* Appends the charts of section number SECTION of FROM. */
static void gather(struct gathered *to, const struct gathered *from, size_t section, size_t count) {
    size_t at = to->sections++ * count, source = section * count;
    memcpy(&to->charts[at], &from->charts[source], count * sizeof *to->charts);
    memcpy(&to->words[at], &from->words[source], count * sizeof *to->words);
    memcpy(&to->rowed[at], &from->rowed[source], count * sizeof *to->rowed);
}

/* Returns whether sections A and B of ALL, each of a single point, differ in nothing but their
 * rows. */
static int are_alike(const struct gathered *all, size_t a, size_t b, size_t count) {
    for (size_t k = 0; k < count; k++) {
        size_t i = a * count + k, j = b * count + k;
        const struct chart *left = &all->charts[i], *right = &all->charts[j];
        if (!all->rowed[i].is_point || !all->rowed[j].is_point || !left->row_count ||
            !right->row_count || left->x.unit != right->x.unit || !has_same_marks(left, right) ||
            strcmp(all->words[i].title, all->words[j].title) != 0)
            return 0;
    }
    return 1;
}

/* Returns the library that alone is in all charts, or NULL. */
static const char *only_library(const struct gathered *all, size_t count) {
    const char *name = all->charts[0].series[0].name;
    for (size_t i = 0; i < all->sections * count; i++)
        if (all->charts[i].row_count != 1 || strcmp(all->charts[i].series[0].name, name) != 0)
            return NULL;
    return name;
}

/* Appends to TO one chart for each of COUNT measures with the rows of PART, which are those of
 * SECTIONS from FIRST on. */
static void join(struct making *making, struct gathered *to, const struct gathered *part,
                 size_t first, size_t sections, size_t count) {
    struct chart_set *set = making->set;
    const char *library = only_library(part, count);
    const char *name = part->sections < sections
                           ? chart_set_text(set, "actions %zu to %zu of %zu", first + 1,
                                            first + part->sections, sections)
                           : words_actions(set, part->words, part->sections * count);
    name = library ? chart_set_text(set, "%s of %s", name, library) : name;
    const char **headings = chart_set_alloc(set, part->sections, sizeof *headings);
    size_t at = to->sections * count;
    for (size_t s = 0; s < part->sections; s++)
        headings[s] = part->words[s * count].name;
    words_join(set, part->words, part->sections, count, name);
    gather(to, part, 0, count);
    for (size_t k = 0; k < count; k++) {
        to->rowed[at + k].is_joined = 1;
        dot_plots_join(set, &to->charts[at + k], &part->charts[k], part->sections, count, headings,
                       library != NULL, &part->rowed[k].values);
    }
}

/* Returns into how many charts the rows of GROUP go: one, unless that would be too high. */
static size_t parts_of(const struct making *making, const struct gathered *group, size_t count) {
    size_t values = 0;
    for (size_t s = 0; s < group->sections; s++)
        values += group->charts[s * count].row_count;
    size_t rows = values + group->sections;
    int is_one = (dot_plots_may_join(rows) && values <= ROW_LIMIT) ||
                 making->options->are_compared || only_library(group, count);
    return is_one ? 1 : (rows + ROW_LIMIT - 1) / ROW_LIMIT;
}

/* Appends the charts of GROUP to TO, joined; those of a section with many rows as they are. */
static void join_group(struct making *making, struct gathered *to, const struct gathered *group,
                       size_t count) {
    size_t parts = parts_of(making, group, count);
    size_t each = (group->sections + parts - 1) / parts;
    for (size_t first = 0; first < group->sections; first += each) {
        size_t end = first + each < group->sections ? first + each : group->sections;
        struct gathered part = {&group->charts[first * count], &group->words[first * count],
                                &group->rowed[first * count], end - first};
        if (part.sections == 1)
            gather(to, &part, 0, count);
        else
            join(making, to, &part, first, group->sections, count);
    }
}

/* Puts the rows of all sections of a single point that are alike into one chart for each of COUNT
 * measures, or few, in the place of the first of them. */
static void join_points(struct making *making, size_t count) {
    struct chart_set *set = making->set;
    size_t sections = count ? set->count / count : 0;
    const struct gathered all = {set->charts, making->words, making->rowed, sections};
    if (set->is_grid || making->options->curves || sections < 2)
        return;
    struct gathered to = room_for(set, set->count), group = room_for(set, set->count);
    unsigned char *is_taken = chart_set_alloc(set, sections, sizeof *is_taken);
    for (size_t s = 0; s < sections; s++) {
        if (is_taken[s])
            continue;
        group.sections = 0;
        gather(&group, &all, s, count);
        for (size_t other = s + 1; other < sections; other++)
            if (!is_taken[other] && are_alike(&all, s, other, count)) {
                gather(&group, &all, other, count);
                is_taken[other] = 1;
            }
        if (group.sections == 1)
            gather(&to, &group, 0, count);
        else
            join_group(making, &to, &group, count);
    }
    set->count = to.sections * count;
    memcpy(set->charts, to.charts, set->count * sizeof *set->charts);
    memcpy(making->words, to.words, set->count * sizeof *to.words);
    memcpy(making->rowed, to.rowed, set->count * sizeof *to.rowed);
}

/* Lists what is left out in one line, SET's left_out. */
static void tell_left_out(struct making *making) {
    struct chart_set *set = making->set;
    for (size_t i = 0; i < LACKS; i++) {
        const struct left_actions *left_out = &making->left_out[i];
        if (left_out->count)
            set->left_out =
                set->left_out ? chart_set_text(set, "%s; %s: %s", set->left_out, left_out->reason,
                                               left_out->actions)
                              : chart_set_text(set, "%s: %s", left_out->reason, left_out->actions);
    }
}

static int nothing_drawn(const struct making *making, struct err *err) {
    if (making->left_out[NO_NUMBERS].count || making->left_out[NO_OTHERS].count ||
        making->left_out[NO_REFERENCE].count)
        return err_set(err, ERR_USAGE, "nothing to draw: %s", making->set->left_out);
    return err_set(err, ERR_USAGE, "nothing to draw: %s; bench-analyze says why", no_result);
}

/* Reorders the charts, COUNT for each section, from row order to column order, so that each section
 * becomes a column. The text that a section's charts share stays above its first chart only. */
static void stack(struct chart_set *set, struct words *words, size_t count) {
    size_t sections = set->count / count;
    struct chart *charts = xcalloc(set->count, sizeof *charts);
    struct words *texts = xcalloc(set->count, sizeof *texts);
    for (size_t i = 0; i < set->count; i++) {
        size_t from = i % sections * count + i / sections;
        charts[i] = set->charts[from];
        texts[i] = words[from];
        if (i >= sections)
            texts[i].name = texts[i].setting = texts[i].losses = texts[i].warnings = "";
    }
    memcpy(set->charts, charts, set->count * sizeof *charts);
    memcpy(words, texts, set->count * sizeof *texts);
    set->columns = sections;
    free(charts);
    free(texts);
}

/* Leaves no chart more rows than a page has room for. Those of a report have numbers beside them.
 */
static void limit_rows(struct making *making) {
    struct chart_set *set = making->set;
    for (size_t i = 0; i < set->count && !making->options->curves; i++) {
        struct words *words = &making->words[i];
        enum row_choice choice = making->options->are_compared ? ROWS_CHANGED
                                 : making->rowed[i].is_joined  ? ROWS_FIRST
                                                               : ROWS_FASTEST;
        const char *note = row_limit(set, &set->charts[i], choice);
        if (*note)
            words->losses = chart_set_text(set, "%s\n%s", words->losses, note);
    }
}

/* Returns WORDS without the last line if SAID ends with the same. */
static const char *without_last(struct chart_set *set, const char *words, const char *said) {
    const char *last = strrchr(words, '\n'), *other = strrchr(said, '\n');
    int is_said = last && other && strcmp(last, other) == 0;
    return is_said ? chart_set_text(set, "%.*s", (int)(last - words), words) : words;
}

/* Charts beside or below each other are of one section. A report shows each of them alone. */
static void say_once(struct making *making, size_t count) {
    struct chart_set *set = making->set;
    for (size_t i = 0; i < set->count && !set->is_grid && !making->options->curves; i++) {
        size_t first = i - i % count;
        struct words *words = &making->words[i];
        if (i == first || set->charts[first].is_blank)
            continue;
        words->setting = "";
        words->subtitle = without_last(set, words->subtitle, making->words[first].subtitle);
    }
}

enum { MOST_STACKED = 3 };

static void set_words(struct making *making) {
    struct chart_set *set = making->set;
    const struct sections_options *options = making->options;
    size_t count = options->measure_count;
    if (!options->curves)
        count = drop_lone_references(making);
    if (!set->is_grid)
        set->columns = count;
    join_points(making, count);
    limit_rows(making);
    say_once(making, count);
    size_t sections = count ? set->count / count : 0;
    int is_stack = options->is_stacked && !set->is_grid && sections <= MOST_STACKED;
    if (is_stack && sections)
        stack(set, making->words, count);
    if (set->is_grid)
        words_set_grid(set, making->words);
    else
        words_set(set, making->words);
    words_set_caption(set, making->words, making->table);
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
    making.rowed = chart_set_alloc(set, most, sizeof *making.rowed);
    colours_settle(set, table);
    for (size_t i = 0; i < table->section_count && !code; i++)
        code = chart_or_leave_out(&making, &table->sections[i], err);
    if (!code && options->facet)
        share_axes(&making);
    if (code)
        return code;
    tell_left_out(&making);
    if (set->count == 0 && set->left_out)
        return nothing_drawn(&making, err);
    set_words(&making);
    return 0;
}
