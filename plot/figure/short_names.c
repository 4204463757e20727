/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plot/figure/short_names.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "formats/text/elide.h"
#include "formats/text/xalloc.h"

/* --- names --- */

static int has_short_name(const struct chart *chart, size_t s) {
    int is_heading = chart->row_count && chart->rows[s].kind == FOREST_HEADING;
    return !chart->tile_count && !is_heading && chart->series[s].colour != COLOUR_FAINT;
}

/* A name of a figure, and a chart that shows it. */
struct shown {
    const char *name;
    const struct chart *chart;
};

struct making {
    struct shown *shown;
    size_t count;
    short_names_fits *fits;
    void *context;
    size_t prefix, suffix; /* bytes that are dropped */
    int is_wide;
};

static void collect(struct making *making, const struct chart *charts, size_t count) {
    for (size_t c = 0; c < count; c++)
        for (size_t s = 0; s < charts[c].series_count; s++)
            if (has_short_name(&charts[c], s))
                making->shown[making->count++] =
                    (struct shown){charts[c].series[s].name, &charts[c]};
}

/* --- what all have in common --- */

/* Where a name may be divided: AT is the end of its beginning. */
typedef int is_boundary(const char *name, size_t at);

static int is_separator(char c) {
    return c && strchr("./:_- ,=|\\@#", c);
}

static int ends_at_separator(const char *name, size_t at) {
    return is_separator(name[at - 1]) || strchr("([{<", name[at - 1]);
}

static int begins_at_separator(const char *name, size_t at) {
    return is_separator(name[at]) || strchr(")]}>", name[at]);
}

static int is_hump(const char *name, size_t at) {
    int is_lower = name[at - 1] >= 'a' && name[at - 1] <= 'z';
    return is_lower && name[at] >= 'A' && name[at] <= 'Z';
}

static int ends_at_any(const char *name, size_t at) {
    return ends_at_separator(name, at) || is_hump(name, at);
}

static int begins_at_any(const char *name, size_t at) {
    return begins_at_separator(name, at) || is_hump(name, at);
}

static size_t same_beginning(const char *a, const char *b) {
    size_t length = 0;
    while (a[length] && a[length] == b[length])
        length++;
    return length;
}

static size_t same_end(const char *a, const char *b) {
    size_t left = strlen(a), right = strlen(b), length = 0;
    while (length < left && length < right && a[left - 1 - length] == b[right - 1 - length])
        length++;
    return length;
}

/* Returns how many bytes of the beginning all names have in common, each with a rest. */
static size_t common_prefix(const struct making *making, is_boundary *divides) {
    const char *first = making->shown[0].name;
    size_t length = strlen(first) - 1;
    for (size_t i = 1; i < making->count; i++) {
        const char *other = making->shown[i].name;
        size_t same = same_beginning(first, other), most = strlen(other) - 1;
        length = same < length ? same : length;
        length = most < length ? most : length;
    }
    while (length && !divides(first, length))
        length--;
    return length;
}

/* The same of the end, where the beginning is dropped. */
static size_t common_suffix(const struct making *making, is_boundary *divides) {
    const char *first = making->shown[0].name;
    size_t whole = strlen(first), length = whole - making->prefix - 1;
    for (size_t i = 1; i < making->count; i++) {
        const char *other = making->shown[i].name;
        size_t same = same_end(first, other), most = strlen(other) - making->prefix - 1;
        length = same < length ? same : length;
        length = most < length ? most : length;
    }
    while (length && !divides(first, whole - length))
        length--;
    return length;
}

/* --- shorter names --- */

static char *rest_of(const struct making *making, const char *name) {
    size_t length = strlen(name) - making->prefix - making->suffix;
    return xasprintf("%.*s", (int)length, name + making->prefix);
}

static int all_fit(const struct making *making) {
    int all = 1;
    for (size_t i = 0; all && i < making->count; i++) {
        char *rest = rest_of(making, making->shown[i].name);
        all = making->fits(making->context, making->shown[i].chart, rest, making->is_wide);
        free(rest);
    }
    return all;
}

/* Whether no rest of a name has a bracket whose partner is dropped. */
static int keeps_pairs(const struct making *making) {
    int all = 1;
    for (size_t i = 0; all && i < making->count; i++) {
        const char *name = making->shown[i].name;
        size_t length = strlen(name);
        all = elide_are_paired(name + making->prefix, length - making->prefix - making->suffix) ||
              !elide_are_paired(name, length);
    }
    return all;
}

/* Drops the most that all names have in common without a bracket whose partner stays. */
static void drop_common(struct making *making, is_boundary *prefix, is_boundary *suffix) {
    enum { MOST = 300 }; /* bytes of a name whose brackets are heeded */
    const char *first = making->shown[0].name;
    size_t whole = strlen(first);
    making->prefix = common_prefix(making, prefix);
    for (;;) {
        making->suffix = suffix ? common_suffix(making, suffix) : 0;
        while (making->suffix && whole <= MOST && !keeps_pairs(making))
            do
                making->suffix--;
            while (making->suffix && !suffix(first, whole - making->suffix));
        if (!making->prefix || whole > MOST || keeps_pairs(making))
            return;
        do
            making->prefix--;
        while (making->prefix && !prefix(first, making->prefix));
    }
}

static void choose(struct making *making) {
    static const struct {
        is_boundary *prefix, *suffix;
        int is_wide;
    } tried[] = {{ends_at_separator, NULL, 0},
                 {ends_at_separator, begins_at_separator, 0},
                 {ends_at_separator, begins_at_separator, 1},
                 {ends_at_any, begins_at_any, 1}};
    for (size_t i = 0; i < sizeof tried / sizeof *tried; i++) {
        drop_common(making, tried[i].prefix, tried[i].suffix);
        making->is_wide = tried[i].is_wide;
        if (all_fit(making))
            return;
    }
}

/* Returns how many bytes of NAME, cut after them, have room. */
static size_t room_for(const struct making *making, const struct chart *chart, const char *name) {
    size_t low = 0, high = strlen(name);
    char *cut = xstrdup(name);
    while (low < high) {
        size_t middle = (low + high + 1) / 2;
        memcpy(cut, name, middle);
        cut[middle] = 0;
        if (making->fits(making->context, chart, cut, making->is_wide))
            low = middle;
        else
            high = middle - 1;
    }
    free(cut);
    return low;
}

/* Returns where NAME, of whose middle an ellipsis leaves ROOM bytes, differs from all that would
 * look like it; 0 if it looks like none. */
static size_t begins_to_differ(const struct making *making, const char *name, size_t room) {
    size_t seen = room > 4 ? (room - 3) / 2 : 1, at = 0;
    for (size_t i = 0; i < making->count; i++) {
        const char *other = making->shown[i].name;
        size_t same = same_beginning(name, other);
        int looks_like = strcmp(name, other) != 0 && same >= making->prefix + seen &&
                         same_end(name, other) >= making->suffix + seen;
        at = looks_like && same > at ? same : at;
    }
    return at;
}

/* What has room where a chart shows its names. */
struct place {
    const struct making *making;
    const struct chart *chart;
};

static int has_room(void *context, const char *name) {
    const struct place *place = context;
    const struct making *making = place->making;
    return making->fits(making->context, place->chart, name, making->is_wide);
}

/* Returns REST, of the name SHOWN, with an ellipsis between words; NULL if no such text is of this
 * name alone. */
static char *shorten_words(const struct making *making, const struct shown *shown,
                           const char *rest) {
    struct place place = {making, shown->chart};
    char **rests = xcalloc(making->count, sizeof *rests);
    for (size_t i = 0; i < making->count; i++)
        rests[i] = rest_of(making, making->shown[i].name);
    char *text = elide(rest, (const char *const *)rests, making->count, has_room, &place);
    for (size_t i = 0; i < making->count; i++)
        free(rests[i]);
    free(rests);
    return text;
}

static char *shorten(const struct making *making, const struct shown *shown) {
    const char *name = shown->name;
    char *rest = rest_of(making, name), *ending = NULL;
    if (making->fits(making->context, shown->chart, rest, making->is_wide))
        return rest;
    size_t at = begins_to_differ(making, name, room_for(making, shown->chart, rest));
    int has_brackets = strpbrk(rest, "([{<") != NULL;
    if ((at <= making->prefix || has_brackets) && (ending = shorten_words(making, shown, rest))) {
        free(rest);
        return ending;
    }
    if (at <= making->prefix)
        return rest;
    while (at > making->prefix && !ends_at_any(name, at))
        at--;
    size_t dropped = at - making->prefix;
    if (!dropped)
        return rest;
    ending = xasprintf("…%s", rest + dropped);
    free(rest);
    return ending;
}

/* --- charts --- */

static char *word_note(const struct making *making) {
    const char *name = making->shown[0].name;
    if (!making->prefix && !making->suffix)
        return xstrdup("");
    return xasprintf("names are short for %.*s*%s", (int)making->prefix, name,
                     name + strlen(name) - making->suffix);
}

static void copy_charts(struct short_names *shortened, const struct making *making,
                        const struct chart *charts, size_t count, size_t series) {
    shortened->charts = xcalloc(count, sizeof *shortened->charts);
    shortened->series = xcalloc(series, sizeof *shortened->series);
    shortened->names = xcalloc(series, sizeof *shortened->names);
    shortened->note = word_note(making);
    for (size_t c = 0, used = 0; c < count; used += charts[c++].series_count) {
        shortened->charts[c] = charts[c];
        shortened->charts[c].series = shortened->series + used;
        for (size_t s = 0; s < charts[c].series_count; s++) {
            struct series_data *one = &shortened->series[used + s];
            *one = charts[c].series[s];
            if (!has_short_name(&charts[c], s))
                continue;
            char *name = shorten(making, &(struct shown){one->name, &charts[c]});
            one->name = shortened->names[shortened->count++] = name;
        }
    }
}

void short_names_make(struct short_names *shortened, const struct chart *charts, size_t count,
                      short_names_fits *fits, void *context) {
    struct making making = {.fits = fits, .context = context};
    *shortened = (struct short_names){0};
    size_t series = 0;
    for (size_t c = 0; c < count; c++)
        series += charts[c].series_count;
    making.shown = xcalloc(series, sizeof *making.shown);
    collect(&making, charts, count);
    int is_empty = 0, are_several = 0;
    for (size_t i = 0; i < making.count; i++) {
        is_empty |= !*making.shown[i].name;
        are_several |= strcmp(making.shown[i].name, making.shown[0].name) != 0;
    }
    if (are_several && !is_empty && !all_fit(&making)) {
        choose(&making);
        shortened->is_wide = making.is_wide;
        copy_charts(shortened, &making, charts, count, series);
    }
    free(making.shown);
}

void short_names_release(struct short_names *shortened) {
    for (size_t i = 0; i < shortened->count; i++)
        free(shortened->names[i]);
    free(shortened->names);
    free(shortened->series);
    free(shortened->charts);
    free(shortened->note);
    *shortened = (struct short_names){0};
}
