/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/harness/json_levels.h"

#include <stdio.h>
#include <string.h>

#include "formats/csv_text/csv_number.h"
#include "formats/harness/json_samples.h"
#include "formats/import/axes.h"
#include "formats/import/format.h"
#include "formats/import/header_words.h"

enum { MOST_LEVELS = 6, WORD = 32, NAME = 1024 };

/* The keys in one level. */
struct level {
    int have_names; /* some key is no size */
    int have_words; /* all keys name a parameter, as "n=100" does */
    struct axis axis;
    int is_library, is_action; /* neither: they are sizes, or say nothing */
};

struct levels {
    size_t count; /* above the results */
    struct level items[MOST_LEVELS];
    int are_rows; /* what is below them has names of what was measured */
    int is_other; /* results are not equally deep, or something else is there */
};

/* --- keys --- */

/* Whether KEY is a size: "1000", "64 KiB", or with its name, which is copied to WORD, "n=1000",
 * "batch_8". */
static int read_size(const char *key, char word[WORD], const char **text) {
    static const char between[] = "=_:- ";
    size_t digits = strcspn(key, "0123456789"), n = digits;
    struct measured_unit unit;
    double number;
    while (n && strchr(between, key[n - 1]))
        n--;
    snprintf(word, WORD, "%.*s", (int)n, key);
    *text = key + digits;
    return (!n ? !digits : header_is_axis(word)) &&
           csv_number_read(*text, strlen(*text), '.', &number, &unit) &&
           (!unit.kind || unit.kind == UNIT_BYTES);
}

/* --- results --- */

static int is_object(json_object *value) {
    return json_object_is_type(value, json_type_object);
}

static int is_number(json_object *value) {
    return json_object_is_type(value, json_type_double) ||
           json_object_is_type(value, json_type_int);
}

/* Whether VALUE is a number, or an array of some. */
static int is_result(json_object *value) {
    size_t count =
        json_object_is_type(value, json_type_array) ? json_object_array_length(value) : 0;
    for (size_t i = 0; i < count; i++)
        if (!is_number(json_object_array_get_idx(value, i)))
            return 0;
    return count || is_number(value);
}

/* Whether VALUE has nothing but statistics: {"mean": 1.5, "p99": 2}. */
static int is_of_statistics(json_object *value) {
    size_t count = 0;
    if (!is_object(value))
        return 0;
    json_object_object_foreach(value, key, member) {
        enum header_role role = header_read(key).role;
        if (!is_number(member) || (role != HEADER_RESULT && role != HEADER_SPREAD))
            return 0;
        count++;
    }
    return count > 0;
}

/* Whether VALUE is an object whose keys say what was measured, or why nothing was. */
static int is_row(json_object *value) {
    int is = 0;
    if (!is_object(value))
        return 0;
    json_object_object_foreach(value, key, member) {
        const struct header header = header_read(key);
        int is_result_word = header.unit.kind || header.role == HEADER_RESULT ||
                             header.role == HEADER_SPREAD || json_samples_are(value, key, member);
        if (is_object(member) && !(is_result_word && is_of_statistics(member)))
            return 0;
        is |= is_result_word && (is_result(member) || is_object(member));
        is |= json_object_is_type(member, json_type_string) &&
              header_word(key, HEADER_ERROR) != HEADER_NO_WORD;
    }
    return is;
}

/* Whether VALUE tells of all that is in the object of its KEY. */
static int is_meta(const char *key, json_object *value) {
    static const enum header_role roles[] = {HEADER_UNIT, HEADER_CALLS, HEADER_SIZE,
                                             HEADER_PARAMETER};
    enum header_role role = header_read(key).role;
    int is_told = !is_number(value);
    for (size_t i = 0; i < sizeof roles / sizeof *roles; i++)
        is_told |= role == roles[i];
    return is_told && !is_object(value) && !json_object_is_type(value, json_type_array);
}

/* --- lists --- */

/* Puts the members of OBJECT into ROW. */
static void take_members(json_object *row, json_object *object) {
    json_object_object_foreach(object, key, value)
        json_object_object_add(row, key, json_object_get(value));
}

/* Returns a copy of LIST as an object, whose keys are the names of the objects in it; NULL unless
 * all have one of their own. */
static json_object *by_name(json_object *list) {
    static const char key[] = "name";
    json_object *named = json_object_new_object();
    for (size_t i = 0; i < json_object_array_length(list); i++) {
        json_object *item = json_object_array_get_idx(list, i), *rest;
        const char *name = is_object(item) ? json_text_string(item, key) : NULL;
        if (!name || json_object_object_get_ex(named, name, NULL)) {
            json_object_put(named);
            return NULL;
        }
        rest = json_object_new_object();
        take_members(rest, item);
        json_object_object_del(rest, key);
        json_object_object_add(named, name, rest);
    }
    return named;
}

/* Returns a copy of VALUE in which lists of objects with names, down to LEVELS below it, are
 * objects with these as keys. */
static json_object *without_lists(json_object *value, int levels) {
    json_object *named =
        json_object_is_type(value, json_type_array) ? by_name(value) : json_object_get(value);
    if (!named)
        return json_object_get(value);
    if (!levels || !is_object(named))
        return named;
    json_object *copy = json_object_new_object();
    json_object_object_foreach(named, key, member)
        json_object_object_add(copy, key, without_lists(member, levels - 1));
    json_object_put(named);
    return copy;
}

/* --- levels --- */

/* Notes what the members of OBJECT, in level number AT, are. */
static void look_at(struct levels *levels, json_object *object, size_t at) {
    struct level *level = &levels->items[at];
    json_object_object_foreach(object, key, value) {
        char word[WORD];
        const char *text;
        if (is_meta(key, value))
            continue;
        int is_size = read_size(key, word, &text), is_below = is_row(value);
        level->have_names |= !is_size;
        level->have_words &= is_size && *word;
        axis_note(&level->axis, key);
        if (is_result(value) || is_below) {
            levels->is_other |= levels->count && levels->count != at + 1;
            levels->count = at + 1;
            levels->are_rows |= is_below;
        } else if (is_object(value) && at + 1 < MOST_LEVELS)
            look_at(levels, value, at + 1);
        else
            levels->is_other = 1;
    }
}

/* Whether LEVEL has one key only, which says what those below it are: "benchmarks". */
static int is_head(const struct level *level) {
    static const char words[] = "results result data";
    const char *key = level->axis.names.count ? level->axis.names.items[0] : "";
    return level->axis.names.count == 1 && (words_have(words, key) || axis_head_weight(key));
}

/* Tells which names are libraries and which are actions. Returns 0 if nothing does, as of two
 * levels, or something speaks against it. */
static int name_levels(struct levels *levels) {
    size_t library = MOST_LEVELS, names = 0, sizes = 0, unnamed = 0;
    int most = 0, is_plain = 0, has_words = 0;
    for (size_t i = 0; i < levels->count; i++) {
        struct level *level = &levels->items[i];
        if (i + 1 < levels->count && is_head(level)) {
            levels->items[i + 1].axis.head = level->axis.names.items[0];
            continue;
        }
        has_words |= level->have_words;
        sizes += !level->have_names;
        unnamed += !level->have_names && !level->have_words;
        if (!level->have_names)
            continue;
        int weight = axis_weight(&level->axis);
        level->is_action = 1;
        is_plain |= names && weight != most;
        if (!names++ || weight > most) {
            library = i;
            most = weight;
        }
    }
    if (library < levels->count) {
        levels->items[library].is_library = 1;
        levels->items[library].is_action = 0;
    } else if (!has_words || levels->count > 1)
        return 0;
    return unnamed < 2 && (has_words || names + sizes > 2 || (is_plain && levels->are_rows));
}

/* --- rows --- */

/* Adds the rows below OBJECT, in level number AT, to ROWS. ABOVE are the members that those of the
 * levels above have in common. */
static void add_rows(json_object *rows, const struct levels *levels, json_object *object, size_t at,
                     json_object *above) {
    static const char action[] = "action";
    const struct level *level = &levels->items[at];
    json_object *common = json_object_new_object();
    take_members(common, above);
    if (at) {
        json_object_object_foreach(object, key, value) {
            if (is_meta(key, value))
                json_object_object_add(common, key, json_object_get(value));
        }
    }
    json_object_object_foreach(object, key, value) {
        char word[WORD], joined[NAME];
        const char *text = key, *before = json_text_string(above, action);
        json_object *row = json_object_new_object();
        take_members(row, common);
        if (level->is_action) {
            snprintf(joined, sizeof joined, "%s%s%s", before ? before : "", before ? "/" : "", key);
            json_object_object_add(row, action, json_object_new_string(joined));
        } else if (level->is_library)
            json_object_object_add(row, "library", json_object_new_string(key));
        else if (!level->have_names) {
            const char *name = read_size(key, word, &text) && *word ? word : "size";
            json_object_object_add(row, name, json_object_new_string(text));
        }
        if (!is_meta(key, value)) {
            if (at + 1 < levels->count && at + 1 < MOST_LEVELS)
                add_rows(rows, levels, value, at + 1, row);
            else {
                if (is_object(value))
                    take_members(row, value);
                else
                    json_object_object_add(row, "value", json_object_get(value));
                json_object_array_add(rows, json_object_get(row));
            }
        }
        json_object_put(row);
    }
    json_object_put(common);
}

json_object *json_levels_rows(json_object *root, const char *head) {
    struct levels levels = {.items = {{.axis = {.head = head}}}};
    json_object *rows = NULL, *none = json_object_new_object();
    json_object *results = without_lists(root, MOST_LEVELS);
    for (size_t i = 0; i < MOST_LEVELS; i++)
        levels.items[i].have_words = 1;
    if (is_object(results))
        look_at(&levels, results, 0);
    if (!levels.is_other && levels.count && name_levels(&levels)) {
        rows = json_object_new_array();
        add_rows(rows, &levels, results, 0, none);
    }
    for (size_t i = 0; i < MOST_LEVELS; i++)
        axis_release(&levels.items[i].axis);
    json_object_put(results);
    json_object_put(none);
    return rows;
}
