/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/import/split.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "formats/text/unicode.h"

/* A name, and its parts, which point into it or to other text. */
struct parts {
    const char *name, *action, *library;
    size_t action_length, library_length; /* library 0: the name does not fit */
};

struct split {
    struct parts *items; /* [count], by name */
    size_t count;
    char *whole;        /* the action of all, if the names say none */
    int has_libraries;  /* the file has several, */
    int libraries_stay; /* of actions that have several */
    int have_one_stem;  /* which differ only behind " (" */
    char **names;       /* owned */
};

/* --- gathering names --- */

static int by_name(const void *a, const void *b) {
    return strcmp(((const struct parts *)a)->name, ((const struct parts *)b)->name);
}

static size_t stem_length(const char *library) {
    const char *end = strstr(library, " (");
    return end ? (size_t)(end - library) : strlen(library);
}

static void note_libraries(struct split *split, const struct gathered_action *action,
                           const char **first) {
    for (size_t i = 0; i < action->library_count; i++) {
        const char *library = action->libraries[i]->name;
        *first = *first ? *first : library;
        size_t length = stem_length(*first);
        split->has_libraries |= strcmp(library, *first) != 0;
        split->have_one_stem &=
            stem_length(library) == length && strncmp(library, *first, length) == 0;
    }
}

/* Whether the libraries of ACTION stay, because the file itself says which ones belong together. */
static int is_settled(const struct split *split, const struct gathered_action *action) {
    return split->libraries_stay && action->library_count > 1;
}

/* Notes which libraries there are, of actions that are not settled. */
static void survey(struct split *split, const struct import_builder *builder) {
    const char *first = NULL;
    split->has_libraries = 0;
    split->have_one_stem = 1;
    for (const struct import_builder *b = builder; b; b = b->next)
        for (size_t i = 0; i < b->action_count; i++)
            if (!is_settled(split, b->actions[i]))
                note_libraries(split, b->actions[i], &first);
}

static int gather(struct split *split, const struct import_builder *builder, int is_automatic) {
    size_t most = 0, kept = 0;
    survey(split, builder);
    split->libraries_stay = is_automatic && !split->have_one_stem;
    survey(split, builder);
    for (const struct import_builder *b = builder; b; b = b->next)
        most += b->action_count;
    split->items = calloc(most + 1, sizeof *split->items);
    split->names = calloc(most + 1, sizeof *split->names);
    if (!split->items || !split->names)
        return 0;
    for (const struct import_builder *b = builder; b; b = b->next)
        for (size_t i = 0; i < b->action_count; i++) {
            if (is_settled(split, b->actions[i]))
                continue;
            if (!(split->names[split->count] = strdup(b->actions[i]->name)))
                return 0;
            split->items[split->count].name = split->names[split->count];
            split->count++;
        }
    /* An action of several types is there several times. */
    qsort(split->items, split->count, sizeof *split->items, by_name);
    for (size_t i = 0; i < split->count; i++)
        if (!kept || by_name(&split->items[kept - 1], &split->items[i]) != 0)
            split->items[kept++] = split->items[i];
    split->count = kept;
    return 1;
}

/* --- patterns --- */

struct pattern {
    char before[64], between[64], after[64];
    int library_first, library_only;
};

static int pattern_read(struct pattern *pattern, const char *text, struct err *err) {
    static const char action_word[] = "ACTION", library_word[] = "LIBRARY";
    const char *action = strstr(text, action_word), *library = strstr(text, library_word);
    *pattern = (struct pattern){.library_first = action && library && library < action,
                                .library_only = !action};
    size_t length = strlen(text);
    const char *first = pattern->library_only || pattern->library_first ? library : action;
    const char *last = pattern->library_first || !library ? action : library;
    int is_good = library && length < sizeof pattern->before &&
                  !strstr(library + 1, library_word) &&
                  !(action && strstr(action + 1, action_word));
    if (is_good) {
        size_t first_length = first == action ? strlen(action_word) : strlen(library_word);
        size_t last_length = last == action ? strlen(action_word) : strlen(library_word);
        snprintf(pattern->before, sizeof pattern->before, "%.*s", (int)(first - text), text);
        snprintf(pattern->after, sizeof pattern->after, "%s", last + last_length);
        if (first != last)
            snprintf(pattern->between, sizeof pattern->between, "%.*s",
                     (int)(last - first - (ptrdiff_t)first_length), first + first_length);
    }
    if (is_good && (pattern->library_only || *pattern->between))
        return 0;
    return err_set(err, ERR_USAGE,
                   "--split '%s': a pattern has the words ACTION and LIBRARY with something "
                   "between them, such as ACTION_LIBRARY",
                   text);
}

int split_check(const char *pattern, struct err *err) {
    struct pattern read;
    return *pattern ? pattern_read(&read, pattern, err) : 0;
}

/* Returns the first or last place of WORD in the LENGTH bytes at TEXT that leaves something on both
 * sides; NULL if there is none. */
static const char *find_between(const char *text, size_t length, const char *word, int is_last) {
    size_t width = strlen(word);
    const char *found = NULL;
    for (size_t i = 1; i + width < length && (is_last || !found); i++)
        if (memcmp(text + i, word, width) == 0)
            found = text + i;
    return found;
}

/* Takes a name apart by PATTERN. Returns whether it fits. */
static int fit(const struct split *split, struct parts *parts, const struct pattern *pattern) {
    size_t before = strlen(pattern->before), after = strlen(pattern->after);
    size_t length = strlen(parts->name), width = strlen(pattern->between);
    parts->library_length = 0;
    if (length <= before + after || strncmp(parts->name, pattern->before, before) != 0 ||
        strcmp(parts->name + length - after, pattern->after) != 0)
        return 0;
    const char *text = parts->name + before, *end = parts->name + length - after;
    length -= before + after;
    if (pattern->library_only) {
        parts->action = split->whole;
        parts->action_length = strlen(split->whole);
        parts->library = text;
        parts->library_length = length;
        return 1;
    }
    const char *at = find_between(text, length, pattern->between, !pattern->library_first);
    if (!at)
        return 0;
    const char *rest = at + width;
    parts->action = pattern->library_first ? rest : text;
    parts->action_length = (size_t)(pattern->library_first ? end - rest : at - text);
    parts->library = pattern->library_first ? text : rest;
    parts->library_length = (size_t)(pattern->library_first ? at - text : end - rest);
    return 1;
}

/* --- names that decide by themselves --- */

static int compare_texts(const char *a, size_t a_length, const char *b, size_t b_length) {
    int order = memcmp(a, b, a_length < b_length ? a_length : b_length);
    return order ? order : (a_length > b_length) - (a_length < b_length);
}

static int by_action(const void *a, const void *b) {
    const struct parts *x = a, *y = b;
    return compare_texts(x->action, x->action_length, y->action, y->action_length);
}

static int by_library(const void *a, const void *b) {
    const struct parts *x = a, *y = b;
    return compare_texts(x->library, x->library_length, y->library, y->library_length);
}

/* Sorts the items, and returns how many of them differ; sets LEAST to the fewest that are alike. */
static size_t count_different(struct split *split, int (*compare)(const void *, const void *),
                              size_t *least) {
    size_t groups = 0, first = 0;
    qsort(split->items, split->count, sizeof *split->items, compare);
    *least = split->count;
    for (size_t i = 1; i <= split->count; i++)
        if (i == split->count || compare(&split->items[i - 1], &split->items[i]) != 0) {
            *least = i - first < *least ? i - first : *least;
            first = i;
            groups++;
        }
    return groups;
}

static int fit_all(struct split *split, const struct pattern *pattern) {
    for (size_t i = 0; i < split->count; i++)
        if (!fit(split, &split->items[i], pattern))
            return 0;
    return 1;
}

static const struct pattern separators[] = {
    {.between = "<", .after = ">"},
    {.between = "/"},
    {.between = "::"},
    {.between = "."},
    {.between = "_"},
    {.between = "-"},
    {.between = " "},
};
enum { SEPARATORS = sizeof separators / sizeof *separators };

/* Splits at a separator that makes a whole table of several actions, or, unless IS_WHOLE, one with
 * at least two libraries in each. Returns whether there is one. */
static int split_at_separator(struct split *split, int is_whole) {
    for (size_t i = 0; i < SEPARATORS; i++) {
        size_t least, fewest;
        if (!fit_all(split, &separators[i]))
            continue;
        size_t libraries = count_different(split, by_library, &fewest);
        size_t actions = count_different(split, by_action, &least);
        if (actions > 1 && libraries > 1 && least > 1 &&
            (!is_whole || actions * libraries == split->count))
            return 1;
    }
    return 0;
}

static int is_separator(char c) {
    return c && strchr("<>/:._- ", c);
}

/* Returns how many bytes all names begin with, or end with, up to a separator. */
static size_t common_length(const struct split *split, int is_end) {
    const char *first = split->items[0].name;
    size_t first_length = strlen(first), common = first_length;
    for (size_t i = 1; i < split->count; i++) {
        const char *name = split->items[i].name;
        size_t length = strlen(name), same = 0;
        while (same < common && same < length &&
               (is_end ? name[length - 1 - same] == first[first_length - 1 - same]
                       : name[same] == first[same]))
            same++;
        common = same;
    }
    while (common && !is_separator(is_end ? first[first_length - common] : first[common - 1]))
        common--;
    return common;
}

/* The words that all names begin with, or end with, are the action. */
static int split_at_common(struct split *split, int is_end) {
    size_t common = common_length(split, is_end), words = common;
    const char *first = split->items[0].name,
               *action = is_end ? first + strlen(first) - common : first;
    while (words && is_separator(is_end ? *action : action[words - 1])) {
        words--;
        action += is_end;
    }
    if (!words)
        return 0;
    for (size_t i = 0; i < split->count; i++) {
        struct parts *parts = &split->items[i];
        size_t length = strlen(parts->name) - common;
        if (!length)
            return 0;
        parts->action = is_end ? parts->name + length + common - words : parts->name;
        parts->action_length = words;
        parts->library = is_end ? parts->name : parts->name + common;
        int has_bracket = !is_end && parts->name[common - 1] == '<' && length > 1 &&
                          parts->library[length - 1] == '>';
        parts->library_length = length - (size_t)has_bracket;
    }
    return 1;
}

static void split_by_names(struct split *split) {
    static const struct pattern all = {.library_only = 1};
    if (!split_at_separator(split, 1) && !split_at_separator(split, 0) &&
        !split_at_common(split, 0) && !split_at_common(split, 1))
        fit_all(split, &all);
}

/* --- splits --- */

static int split_by_pattern(struct split *split, const char *text, const char *path,
                            struct err *err) {
    struct pattern pattern;
    size_t fitting = 0;
    int rc = pattern_read(&pattern, text, err);
    if (rc)
        return rc;
    for (size_t i = 0; i < split->count; i++)
        fitting += (size_t)fit(split, &split->items[i], &pattern);
    return fitting ? 0
                   : err_set(err, ERR_USAGE, "%s: no benchmark is called like '%s'; one is %s",
                             path, text, split->items[0].name);
}

int split_new(struct split **split, const struct import_builder *builder, const char *pattern,
              const char *whole, struct err *err) {
    struct split *made = *split = calloc(1, sizeof *made);
    if (!made || !(made->whole = strdup(whole)) || !gather(made, builder, !*pattern))
        return err_set(err, ERR_FAILED, "%s: no memory to split names", builder->path);
    if (made->count < 2 && !*pattern)
        return err_set(
            err, ERR_USAGE,
            "%s: --split is for several benchmarks that have one library each, and there is "
            "%s%s",
            builder->path, made->count ? "only " : "none", made->count ? made->items[0].name : "");
    if (made->count && *pattern) {
        int rc = split_by_pattern(made, pattern, builder->path, err);
        if (rc)
            return rc;
    } else {
        split_by_names(made);
    }
    qsort(made->items, made->count, sizeof *made->items, by_name);
    return 0;
}

void split_free(struct split *split) {
    if (!split)
        return;
    for (size_t i = 0; split->names && split->names[i]; i++)
        free(split->names[i]);
    free(split->names);
    free(split->items);
    free(split->whole);
    free(split);
}

int split_apply(const struct split *split, const char *action, const char *library,
                struct split_names *names) {
    const struct parts key = {.name = action};
    const struct parts *parts =
        bsearch(&key, split->items, split->count, sizeof *split->items, by_name);
    if (!parts || !parts->library_length)
        return 0;
    snprintf(names->action, sizeof names->action, "%.*s", (int)parts->action_length, parts->action);
    const char *rest = split->has_libraries && library ? library : "";
    if (split->has_libraries && split->have_one_stem)
        rest += stem_length(rest);
    int is_bare = *rest && *rest != ' ';
    snprintf(names->library, sizeof names->library, "%.*s%s%s%s", (int)parts->library_length,
             parts->library, is_bare ? " (" : "", rest, is_bare ? ")" : "");
    return 1;
}

/* --- suggestions --- */

static int have_a_size_in_common(const struct measurement *a, const struct measurement *b) {
    size_t i = 0, j = 0;
    if (facts_find(&a->facts, FACT_AXIS) || facts_find(&b->facts, FACT_AXIS))
        return 0;
    while (i < a->points && j < b->points) {
        if (a->sizes[i] == b->sizes[j] && a->sizes[i] != 1) /* 1: perhaps without a size */
            return 1;
        if (a->sizes[i] <= b->sizes[j])
            i++;
        else
            j++;
    }
    return 0;
}

int split_suggest(const struct run *run, char *text, size_t size) {
    const struct measurement *first = run->measurements;
    for (size_t i = 0; i < run->measurement_count; i++)
        if (run->measurements[i].series_count != 1 ||
            strcmp(run->measurements[i].series[0].name, first->series[0].name) != 0)
            return 0;
    for (size_t i = 1; i < run->measurement_count; i++)
        if (have_a_size_in_common(first, &run->measurements[i])) {
            snprintf(text, size, "%.100s and %.100s have sizes in common", first->name,
                     run->measurements[i].name);
            return 1;
        }
    return 0;
}
