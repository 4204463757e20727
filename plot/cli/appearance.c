/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plot/cli/appearance.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "formats/text/suggest.h"
#include "formats/text/xalloc.h"
#include "plot/analysis/highlight.h"
#include "plot/figure/text.h"

/* --- names of libraries --- */

/* Returns the length of the NAME of LABEL, which is "NAME=TEXT". */
static size_t length_of(const char *label) {
    return strcspn(label, "=");
}

/* Fails if SET has no library that LABEL names. */
static int check_label(const struct chart_set *set, const char *label, struct err *err) {
    char name[128];
    snprintf(name, sizeof name, "%.*s", (int)length_of(label), label);
    struct known_names known = {.suggestion = {.wanted = name}};
    for (size_t i = 0; i < set->coloured_count; i++) {
        if (strcmp(set->coloured[i], name) == 0)
            return 0;
        known_names_add(&known, set->coloured[i]);
    }
    return err_set(err, ERR_USAGE, "--label %s: no library is called \"%s\"%s", label, name,
                   known_words(&known, "there are").text);
}

/* What stands before and after the name of a library in the words of charts; "" matches anything.
 */
/* clang-format off */
static const struct {
    const char *before, *after;
} places[] = {
    {"(", ")"}, /* t(openblas), but not axpy (s) */
    {"relative to ", ""}, {"over ", ""}, {"ratio to ", ""}, {" of ", " relative"}, {" of ", " = 1"},
    {"(", " measured twice"}, {"\n", " "}, {" before ", " here"}, {"beyond the chart: ", " "}, {"; ", " "},
    {" — ", " by host"}, {"", " +"}, {"", " −"}, {"", " faster from"}, {"", " less from"},
};
/* clang-format on */
enum { PLACES = sizeof places / sizeof *places };

static int ends_before(const char *text, const char *at, const char *before) {
    size_t length = strlen(before);
    int is_there = (size_t)(at - text) >= length && memcmp(at - length, before, length) == 0;
    return is_there && (*before != '(' || (at > text + 1 && at[-2] != ' '));
}

/* Returns whether a word ends at END. */
static int ends_word(const char *end) {
    int joins = *end == '.' || *end == '/' || *end == '+';
    return !isalnum((unsigned char)*end) && !strchr("_-", *end ? *end : ' ') &&
           !(joins && isalnum((unsigned char)end[1]));
}

/* Returns the label whose name stands at AT in TEXT as that of a library, or NULL. */
static const char *label_at(const struct wording *wording, const char *text, const char *at) {
    for (size_t i = 0; i < wording->label_count; i++) {
        const char *label = wording->labels[i];
        size_t length = length_of(label);
        if (strncmp(at, label, length) != 0 || !ends_word(at + length))
            continue;
        for (size_t p = 0; p < PLACES; p++)
            if (ends_before(text, at, places[p].before) &&
                strncmp(at + length, places[p].after, strlen(places[p].after)) == 0)
                return label;
    }
    return NULL;
}

/* Does the same in a list, as "≈ openblas, blis". */
static const char *label_in_list(const struct wording *wording, const char *text, const char *at) {
    for (size_t i = 0; i < wording->label_count && at > text && at[-1] == ' '; i++) {
        const char *label = wording->labels[i];
        size_t length = length_of(label);
        if (strncmp(at, label, length) == 0 && (!at[length] || at[length] == ','))
            return label;
    }
    return NULL;
}

typedef const char *find_label(const struct wording *wording, const char *text, const char *at);

/* Returns TEXT with the labels that FIND finds in place of names. */
static const char *relabel_words(struct chart_set *set, const struct wording *wording,
                                 const char *text, find_label *find) {
    char *written;
    size_t size;
    FILE *file = xopen_memstream(&written, &size);
    for (const char *at = text; *at;) {
        const char *label = find(wording, text, at);
        fputs(label ? label + length_of(label) + 1 : "", file);
        if (!label)
            putc(*at, file);
        at += label ? length_of(label) : 1;
    }
    xclose_memstream(file);
    return chart_set_own(set, written, free);
}

static const char *relabel_text(struct chart_set *set, const struct wording *wording,
                                const char *text) {
    return relabel_words(set, wording, text, label_at);
}

/* Returns the label for the line NAME: "openblas", or "openblas, stride 8". */
static const char *relabel_name(struct chart_set *set, const struct wording *wording,
                                const char *name) {
    for (size_t i = 0; i < wording->label_count; i++) {
        const char *label = wording->labels[i];
        size_t length = length_of(label);
        int is_whole = !name[length < strlen(name) ? length : strlen(name)];
        if (strncmp(name, label, length) == 0 && (is_whole || strncmp(name + length, ", ", 2) == 0))
            return chart_set_text(set, "%s%s", label + length + 1, name + length);
    }
    return name;
}

static void relabel_tiles(struct chart_set *set, struct chart *chart,
                          const struct wording *wording) {
    struct tile *tiles = chart_set_alloc(set, chart->tile_count, sizeof *tiles);
    for (size_t t = 0; t < chart->tile_count; t++) {
        struct tile *tile = &tiles[t];
        *tile = chart->tiles[t];
        tile->name = relabel_name(set, wording, tile->name);
        tile->text = relabel_words(set, wording, tile->text, label_in_list);
    }
    chart->tiles = tiles;
}

static void relabel(struct chart_set *set, struct chart *chart, const struct wording *wording) {
    struct series_data *series = chart_set_alloc(set, chart->series_count, sizeof *series);
    struct mark *marks = chart_set_alloc(set, chart->mark_count, sizeof *marks);
    for (size_t s = 0; s < chart->series_count; s++) {
        series[s] = chart->series[s];
        series[s].name = relabel_name(set, wording, series[s].name);
    }
    for (size_t m = 0; m < chart->mark_count; m++) {
        marks[m] = chart->marks[m];
        marks[m].label = relabel_text(set, wording, marks[m].label);
    }
    chart->series = series;
    chart->marks = marks;
    relabel_tiles(set, chart, wording);
    const char **texts[] = {&chart->title, &chart->subtitle, &chart->without_setting,
                            &chart->brief, &chart->gist,     &chart->x_label};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        *texts[i] = relabel_text(set, wording, *texts[i]);
}

static int relabel_all(struct chart_set *set, const struct wording *wording, struct err *err) {
    int code = 0;
    for (size_t i = 0; i < wording->label_count && code == 0; i++)
        code = check_label(set, wording->labels[i], err);
    if (code || !wording->label_count)
        return code;
    for (size_t i = 0; i < set->count; i++)
        relabel(set, &set->charts[i], wording);
    const char **texts[] = {&set->heading, &set->subtitle, &set->brief};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        if (*texts[i])
            *texts[i] = relabel_text(set, wording, *texts[i]);
    return 0;
}

/* --- labels of axes --- */

/* Returns which of COUNT labels is that of chart NUMBER, or COUNT if they do not match the charts.
 */
static size_t label_of(const struct chart_set *set, size_t count, size_t number) {
    size_t columns = set->columns && set->columns < set->count ? set->columns : set->count;
    size_t rows = (set->count + columns - 1) / columns;
    if (count == 1)
        return 0;
    if (count == set->count)
        return number;
    return count == columns ? number % columns : count == rows ? number / columns : count;
}

static int label_axis(struct chart_set *set, const char *option, const char **labels, size_t count,
                      int is_up, struct err *err) {
    for (size_t i = 0; i < set->count && count; i++) {
        size_t number = label_of(set, count, i);
        if (number == count)
            return err_set(err, ERR_USAGE,
                           "%s was given %zu times for %zu charts; give it once, or once for each "
                           "column, row or chart",
                           option, count, set->count);
        *(is_up ? &set->charts[i].y_label : &set->charts[i].x_label) = labels[number];
    }
    return 0;
}

/* --- headings --- */

static const char between_titles[] = " — ";

/* Returns the length of the action's name in TITLE, or 0. */
static size_t action_in(const char *title) {
    const char *end = strstr(title, between_titles);
    return end ? (size_t)(end - title) : 0;
}

static int have_same_action(const struct chart *a, const struct chart *b) {
    size_t length = action_in(a->title);
    return length == action_in(b->title) && memcmp(a->title, b->title, length) == 0;
}

/* A chart below another of its action has no name of an action. */
static int are_of_one_action(const struct chart_set *set) {
    for (size_t i = 1; i < set->count; i++)
        if (action_in(set->charts[i].title) && !have_same_action(&set->charts[i], &set->charts[0]))
            return 0;
    return 1;
}

/* Returns whether actions and axes do not tell all charts apart. */
static int are_alike(const struct chart_set *set) {
    for (size_t i = 1; i < set->count; i++) {
        const struct chart *chart = &set->charts[i];
        if (!chart->is_blank && !action_in(chart->title))
            return 1;
        for (size_t k = 0; k < i; k++)
            if (!chart->is_blank && chart->y.unit == set->charts[k].y.unit &&
                have_same_action(chart, &set->charts[k]))
                return 1;
    }
    return 0;
}

/* Leaves of the titles what charts are told apart by: their actions if there are several, and what
 * they show if neither these nor their axes suffice. */
static void remove_headings(struct chart_set *set) {
    int is_one = are_of_one_action(set), is_shown = are_alike(set);
    set->heading = set->subtitle = NULL;
    for (size_t i = 0; i < set->count && !set->is_grid; i++) {
        struct chart *chart = &set->charts[i];
        size_t action = action_in(chart->title);
        size_t shown = action ? action + strlen(between_titles) : 0;
        const char *first = chart->title + (is_one ? shown : 0);
        size_t length = is_shown ? strlen(first) : is_one ? 0 : action;
        chart->title = chart_set_text(set, "%.*s", (int)length, first);
        chart->subtitle = chart->without_setting = chart->brief = chart->gist = "";
    }
}

/* Leaves the brief words above all charts, and above each. */
static void shorten_headings(struct chart_set *set) {
    for (size_t i = 0; i < set->count; i++)
        set->charts[i].subtitle = set->charts[i].without_setting = set->charts[i].brief;
    set->subtitle = set->brief;
}

/* "(a) axpy — time per call"; after (z) come (aa), (ab). */
static void add_letters(struct chart_set *set) {
    size_t number = 0;
    for (size_t i = 0; i < set->count; i++) {
        struct chart *chart = &set->charts[i];
        char letters[] = {(char)('a' + (number / 26 + 25) % 26), (char)('a' + number % 26), 0};
        if (chart->is_blank)
            continue;
        chart->title = chart_set_text(set, "(%s)%s%s", number < 26 ? letters + 1 : letters,
                                      *chart->title ? " " : "", chart->title);
        number++;
    }
}

/* The picture itself also names what is left out, because its viewers do not see the messages. */
static const char *words_above(struct chart_set *set) {
    if (!set->left_out)
        return set->subtitle;
    return chart_set_text(set, "%s%sleft out, %s", set->subtitle ? set->subtitle : "",
                          set->subtitle ? "\n" : "", set->left_out);
}

static void set_headings(struct options *options, struct chart_set *set) {
    const char *title = options->title;
    struct figure *figure = &options->figure;
    figure->has_no_heading = options->wording.header == HEADER_NONE || (title && !*title);
    if (figure->has_no_heading) {
        remove_headings(set);
        return;
    }
    if (options->wording.header == HEADER_SHORT)
        shorten_headings(set);
    figure->heading = title ? title : set->heading;
    figure->subtitle = words_above(set);
    if (title && set->count == 1 && !set->is_grid) {
        set->charts[0].title = title;
        figure->heading = NULL;
    }
}

/* Returns the first line of TEXT and those that say what is grey. */
static const char *most_important(struct chart_set *set, const char *text) {
    static const char key[] = "grey: ";
    const char *kept = chart_set_text(set, "%.*s", (int)strcspn(text, "\n"), text);
    for (const char *line = strchr(text, '\n'); line; line = strchr(line + 1, '\n'))
        if (strncmp(line + 1, key, strlen(key)) == 0)
            kept = chart_set_text(set, "%s\n%.*s", kept, (int)strcspn(line + 1, "\n"), line + 1);
    return kept;
}

/* Gives what has no shorter words the most important of all. */
static void set_briefs(struct chart_set *set) {
    for (size_t i = 0; i < set->count; i++) {
        struct chart *chart = &set->charts[i];
        if (!chart->brief)
            chart->brief = most_important(set, chart->subtitle);
        if (!chart->without_setting)
            chart->without_setting = chart->brief;
        if (!chart->gist)
            chart->gist = chart->brief;
    }
    if (set->subtitle && !set->brief)
        set->brief = most_important(set, set->subtitle);
}

/* --- the figure --- */

static int check_legend(const struct figure *figure, const struct chart_set *set, struct err *err) {
    if (figure->legend == LEGEND_ENDS && set->is_grid)
        return err_set(err, ERR_USAGE,
                       "--legend right: the small charts of a grid have no room beside their "
                       "lines; choose above, below, inside or none");
    for (size_t i = 0; figure->legend != LEGEND_USUAL && i < set->count; i++)
        if (set->charts[i].row_count)
            return err_set(
                err, ERR_USAGE,
                "--legend changes nothing in a chart of rows, which have their names beside them");
    return 0;
}

int appearance_apply(struct options *options, struct chart_set *set, struct err *err) {
    struct wording *wording = &options->wording;
    struct figure *figure = &options->figure;
    int code = check_legend(figure, set, err);
    if (code == 0)
        set_briefs(set);
    code = code ? code : relabel_all(set, wording, err);
    code = code ? code : highlight_apply(set, wording->highlights, wording->highlight_count, err);
    code =
        code ? code : label_axis(set, "--x-label", wording->across, wording->across_count, 0, err);
    code = code ? code : label_axis(set, "--y-label", wording->up, wording->up_count, 1, err);
    if (code == 0)
        set_headings(options, set);
    if (code == 0 && wording->has_letters)
        add_letters(set);
    figure->brief = figure->subtitle ? set->brief : NULL;
    figure->charts = set->charts;
    figure->chart_count = set->count;
    figure->columns = set->columns;
    figure->title = options->title && *options->title ? options->title : set->title;
    figure->author = "bench-plot";
    figure->subject = set->caption;
    figure->is_grid = set->is_grid;
    figure->has_own_names = set->has_own_names;
    figure->libraries = set->palette ? set->palette : set->coloured_count;
    figure->may_rearrange = figure->width_mm > 0;
    figure->has_open_height = figure->height_mm == 0;
    return code;
}
