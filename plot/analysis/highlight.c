/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plot/analysis/highlight.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "formats/text/suggest.h"
#include "formats/text/xalloc.h"

/* --- choosing --- */

/* A library over all sections. */
struct contender {
    const char *name;
    int is_reference;
    size_t wins;       /* points at which it has the smallest mean */
    double log_ratios; /* to the reference, sum over RATIOS points */
    size_t ratios;
};

struct contenders {
    struct contender *items;
    size_t count;
};

static struct contender *find(struct contenders *all, const char *name) {
    for (size_t i = 0; i < all->count; i++)
        if (strcmp(all->items[i].name, name) == 0)
            return &all->items[i];
    all->items[all->count] = (struct contender){.name = name};
    return &all->items[all->count++];
}

static const struct row *reference_of(const struct row *rows, size_t libraries) {
    for (size_t l = 0; l < libraries; l++)
        if (rows[l].is_reference && rows[l].status == CELL_OK)
            return &rows[l];
    return NULL;
}

/* That of the means where a table without ratios was asked for. */
static double ratio_of(const struct row *row, const struct row *reference) {
    return row->ratio.estimate > 0 || !reference ? row->ratio.estimate
                                                 : row->mean.estimate / reference->mean.estimate;
}

static void count_point(struct contenders *all, const struct row *rows, size_t libraries) {
    const struct row *best = NULL, *reference = reference_of(rows, libraries);
    for (size_t l = 0; l < libraries; l++) {
        struct contender *contender = find(all, rows[l].library);
        contender->is_reference |= rows[l].is_reference;
        if (rows[l].status != CELL_OK)
            continue;
        if (!isnan(rows[l].mean.estimate) && (!best || rows[l].mean.estimate < best->mean.estimate))
            best = &rows[l];
        double ratio = ratio_of(&rows[l], reference);
        if (ratio > 0 && isfinite(ratio)) {
            contender->log_ratios += log(ratio);
            contender->ratios++;
        }
    }
    if (best)
        find(all, best->library)->wins++;
}

static double mean_of(const struct contender *contender) {
    return contender->ratios ? contender->log_ratios / (double)contender->ratios : HUGE_VAL;
}

/* Returns the fastest on average other than the reference; NULL if none has a ratio. */
static const struct contender *fastest_of(const struct contenders *all) {
    const struct contender *fastest = NULL;
    for (size_t i = 0; i < all->count; i++)
        if (!all->items[i].is_reference && all->items[i].ratios &&
            (!fastest || mean_of(&all->items[i]) < mean_of(fastest)))
            fastest = &all->items[i];
    return fastest;
}

static int is_chosen(const struct chart_set *set, const char *name) {
    for (size_t i = 0; i < set->chosen_count; i++)
        if (strcmp(set->chosen[i], name) == 0)
            return 1;
    return 0;
}

static void choose(struct chart_set *set, const struct contender *contender) {
    if (set->chosen_count < HIGHLIGHT_CHOSEN && !is_chosen(set, contender->name))
        set->chosen[set->chosen_count++] = contender->name;
}

/* The first of equals is the one that the file mentions first. */
static const struct contender *next_winner(const struct chart_set *set,
                                           const struct contenders *all) {
    const struct contender *next = NULL;
    for (size_t i = 0; i < all->count; i++)
        if (all->items[i].wins && !is_chosen(set, all->items[i].name) &&
            (!next || all->items[i].wins > next->wins))
            next = &all->items[i];
    return next;
}

void highlight_choose(struct chart_set *set, const struct table *table) {
    struct contenders all = {xcalloc(table->summary_count, sizeof *all.items), 0};
    set->chosen = chart_set_alloc(set, HIGHLIGHT_CHOSEN, sizeof *set->chosen);
    for (size_t i = 0; i < table->section_count; i++) {
        const struct section *section = &table->sections[i];
        for (size_t r = 0; section->summary_count && r < section->row_count;
             r += section->summary_count)
            count_point(&all, &table->rows[section->first_row + r], section->summary_count);
    }
    if (all.count >= HIGHLIGHT_MANY) {
        for (size_t i = 0; i < all.count; i++)
            if (all.items[i].is_reference)
                choose(set, &all.items[i]);
        if (fastest_of(&all))
            choose(set, fastest_of(&all));
        for (const struct contender *next;
             set->chosen_count < HIGHLIGHT_CHOSEN && (next = next_winner(set, &all));)
            choose(set, next);
    }
    free(all.items);
}

/* --- what is asked for --- */

/* What each colour of the set becomes. */
struct colours_now {
    size_t *colours;     /* [count] COLOUR_FAINT for those that do not stand out */
    const char **called; /* [count] what the charts call a faint library; NULL if not drawn */
    size_t count, bright;
};

static int find_library(const struct chart_set *set, const char *name, size_t length,
                        size_t *found) {
    for (*found = 0; *found < set->coloured_count; ++*found)
        if (strncmp(set->coloured[*found], name, length) == 0 && !set->coloured[*found][length])
            return 1;
    return 0;
}

static int unknown(const struct chart_set *set, const char *name, size_t length, struct err *err) {
    char wanted[128];
    snprintf(wanted, sizeof wanted, "%.*s", (int)length, name);
    struct known_names known = {.suggestion = {.wanted = wanted}};
    for (size_t i = 0; i < set->coloured_count; i++)
        known_names_add(&known, set->coloured[i]);
    return err_set(err, ERR_USAGE, "--highlight %s: no library is called that%s", wanted,
                   known_words(&known, "there are").text);
}

/* Makes the libraries of LIST bright. A name may have commas in it. */
static int brighten(struct colours_now *now, const struct chart_set *set, const char *list,
                    struct err *err) {
    size_t found;
    if (find_library(set, list, strlen(list), &found)) {
        now->colours[found] = found;
        return 0;
    }
    for (const char *name = list;; name++) {
        size_t length = strcspn(name, ",");
        if (!find_library(set, name, length, &found))
            return unknown(set, name, length, err);
        now->colours[found] = found;
        name += length;
        if (!*name)
            return 0;
    }
}

/* As brighten reads LIST. */
static int is_listed(const struct chart_set *set, const char *list, const char *name) {
    size_t found, wanted = strlen(name);
    if (find_library(set, list, strlen(list), &found))
        return strcmp(list, name) == 0;
    for (;; list++) {
        size_t length = strcspn(list, ",");
        if (length == wanted && strncmp(list, name, length) == 0)
            return 1;
        list += length;
        if (!*list)
            return 0;
    }
}

int highlight_has(const struct chart_set *set, const char *const *lists, size_t count,
                  const char *name) {
    for (size_t i = 0; i < count; i++)
        if (is_listed(set, lists[i], name))
            return 1;
    return !count && (!set->chosen_count || is_chosen(set, name));
}

static void brighten_references(struct colours_now *now, const struct chart_set *set) {
    for (size_t c = 0; c < set->count; c++)
        for (size_t s = 0; s < set->charts[c].series_count; s++) {
            const struct series_data *series = &set->charts[c].series[s];
            if (series->is_reference && series->colour < now->count)
                now->colours[series->colour] = series->colour;
        }
}

enum { PALETTE = 8 };

/* Numbers what stands out from 0 on, so that it shares the palette, if the palette is too small for
 * all. */
static void renumber(struct colours_now *now) {
    for (size_t i = 0; i < now->count; i++)
        if (now->colours[i] != COLOUR_FAINT)
            now->colours[i] = now->count > PALETTE ? now->bright++ : (now->bright++, i);
}

/* --- faint lines --- */

/* A heading has no colour, and what a kind itself draws in grey has no library's. */
static int has_colour(const struct chart *chart, size_t number, const struct colours_now *now) {
    int is_heading = chart->row_count && chart->rows[number].kind == FOREST_HEADING;
    return !is_heading && chart->series[number].colour < now->count;
}

static void recolour(struct chart_set *set, struct chart *chart, struct colours_now *now) {
    struct series_data *series = chart_set_alloc(set, chart->series_count, sizeof *series);
    struct mark *marks = chart_set_alloc(set, chart->mark_count, sizeof *marks);
    struct tile *tiles = chart_set_alloc(set, chart->tile_count, sizeof *tiles);
    for (size_t s = 0; s < chart->series_count; s++) {
        size_t colour = chart->series[s].colour;
        series[s] = chart->series[s];
        if (!has_colour(chart, s, now))
            continue;
        series[s].colour = now->colours[colour];
        if (series[s].colour == COLOUR_FAINT && !now->called[colour])
            now->called[colour] = series[s].variant ? set->coloured[colour] : series[s].name;
    }
    for (size_t m = 0; m < chart->mark_count; m++) {
        marks[m] = chart->marks[m];
        if (marks[m].is_passing && marks[m].colour < now->count)
            marks[m].colour = now->colours[marks[m].colour];
    }
    for (size_t t = 0; t < chart->tile_count; t++) {
        tiles[t] = chart->tiles[t];
        tiles[t].colour = now->colours[tiles[t].colour];
    }
    chart->series = series;
    chart->marks = marks;
    chart->tiles = tiles;
}

enum { MOST_NAMED = 8 };

/* Returns "6 others in grey: atlas, netlib, ...", "" if there are none. */
static const char *note_of(struct chart_set *set, const struct colours_now *now) {
    char *text;
    size_t size, faint = 0, named = 0;
    FILE *file = xopen_memstream(&text, &size);
    for (size_t i = 0; i < now->count; i++)
        faint += now->called[i] != NULL;
    if (faint)
        fprintf(file, "%zu other%s in grey: ", faint, faint == 1 ? "" : "s");
    for (size_t i = 0; i < now->count && named < MOST_NAMED; i++)
        if (now->called[i])
            fprintf(file, "%s%s", named++ ? ", " : "", now->called[i]);
    fputs(faint > named ? ", ..." : "", file);
    xclose_memstream(file);
    return chart_set_own(set, text, free);
}

static void add_line(struct chart_set *set, const char **text, const char *line, size_t length) {
    const char *before = *text ? *text : "";
    *text = chart_set_text(set, "%s%s%.*s", before, *before ? "\n" : "", (int)length, line);
}

/* Adds NOTE to what stands above all charts of a grid, or above the first chart; to its shortest
 * form without the names. */
static void add_note(struct chart_set *set, const char *note) {
    size_t whole = strlen(note), number = strcspn(note, ":");
    struct chart *chart = &set->charts[0];
    if (!*note)
        return;
    if (set->is_grid) {
        add_line(set, &set->subtitle, note, whole);
        add_line(set, &set->brief, note, number);
        return;
    }
    add_line(set, &chart->subtitle, note, whole);
    add_line(set, &chart->without_setting, note, whole);
    add_line(set, &chart->brief, note, whole);
    add_line(set, &chart->gist, note, number);
}

static void make_faint(struct chart_set *set, struct colours_now *now) {
    brighten_references(now, set);
    renumber(now);
    set->palette = now->count > PALETTE ? now->bright : 0;
    for (size_t c = 0; c < set->count; c++)
        recolour(set, &set->charts[c], now);
    add_note(set, note_of(set, now));
}

static int has_lines(const struct chart_set *set) {
    for (size_t c = 0; c < set->count; c++)
        if (!set->charts[c].row_count)
            return 1;
    return 0;
}

int highlight_apply(struct chart_set *set, const char *const *lists, size_t count,
                    struct err *err) {
    struct colours_now now = {.colours = xcalloc(set->coloured_count, sizeof *now.colours),
                              .called = xcalloc(set->coloured_count, sizeof *now.called),
                              .count = set->coloured_count};
    int is_chosen_here = !count && set->chosen_count && has_lines(set), code = 0;
    for (size_t i = 0; i < now.count; i++)
        now.colours[i] = COLOUR_FAINT;
    for (size_t i = 0; code == 0 && i < count; i++)
        code = brighten(&now, set, lists[i], err);
    for (size_t i = 0; code == 0 && is_chosen_here && i < set->chosen_count; i++)
        code = brighten(&now, set, set->chosen[i], err);
    if (code == 0 && (count || is_chosen_here) && set->count)
        make_faint(set, &now);
    free(now.colours);
    free(now.called);
    return code;
}
