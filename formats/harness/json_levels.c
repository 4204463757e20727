/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/harness/json_levels.h"

#include <stdio.h>
#include <string.h>

#include "formats/csv/csv_number.h"
#include "formats/harness/json_axes.h"
#include "formats/import/header_words.h"

enum { MOST_LEVELS = 3, WORD = 32 };

struct levels {
    size_t count;                /* above the results */
    int have_names[MOST_LEVELS]; /* some key is no size */
    int have_words[MOST_LEVELS]; /* all keys name a parameter, as "n=100" does */
    struct json_axis axes[MOST_LEVELS];
    /* What the names are; NULL: sizes. */
    const char *keys[MOST_LEVELS];
    int is_other; /* results are not equally deep, or something else is there */
};

/* --- keys --- */

/* Whether KEY is a size: "1000", "64 KiB", or with its name, which is copied to WORD, "n=1000". */
static int read_size(const char *key, char word[WORD], const char **text) {
    static const enum header_role roles[] = {HEADER_SIZE, HEADER_PARAMETER};
    const char *sign = strchr(key, '=');
    struct measured_unit unit;
    double number;
    int is_known = !sign;
    *word = '\0';
    *text = sign ? sign + 1 : key;
    if (sign)
        snprintf(word, WORD, "%.*s", (int)(sign - key), key);
    for (size_t i = 0; sign && i < sizeof roles / sizeof *roles; i++)
        is_known |= header_word(word, roles[i]) != HEADER_NO_WORD;
    return is_known && csv_number_read(*text, strlen(*text), '.', &number, &unit) &&
           (!unit.kind || unit.kind == UNIT_BYTES);
}

/* --- results --- */

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

/* Whether VALUE is an object whose keys say what was measured. */
static int is_row(json_object *value) {
    int is = 0;
    if (!json_object_is_type(value, json_type_object))
        return 0;
    json_object_object_foreach(value, key, member) {
        const struct header header = header_read(key);
        if (json_object_is_type(member, json_type_object))
            return 0;
        is |= is_result(member) &&
              (header.unit.kind || header.role == HEADER_RESULT || header.role == HEADER_SPREAD);
    }
    return is;
}

/* Whether VALUE, a member of the outermost object, tells of all results. */
static int is_meta(const char *key, json_object *value) {
    enum header_role role = header_read(key).role;
    int is_scalar = !json_object_is_type(value, json_type_object) &&
                    !json_object_is_type(value, json_type_array);
    return is_scalar && (!is_number(value) || role == HEADER_UNIT || role == HEADER_CALLS);
}

/* --- levels --- */

/* Notes what the members of OBJECT, in LEVEL, are. */
static void look_at(struct levels *levels, json_object *object, size_t level) {
    json_object_object_foreach(object, key, value) {
        char word[WORD];
        const char *text;
        if (level == 0 && is_meta(key, value))
            continue;
        int is_size = read_size(key, word, &text);
        levels->have_names[level] |= !is_size;
        levels->have_words[level] &= is_size && *word;
        json_axis_note(&levels->axes[level], key);
        if (is_result(value) || is_row(value)) {
            levels->is_other |= levels->count && levels->count != level + 1;
            levels->count = level + 1;
        } else if (json_object_is_type(value, json_type_object) && level + 1 < MOST_LEVELS)
            look_at(levels, value, level + 1);
        else
            levels->is_other = 1;
    }
}

/* Sets what the names in each level are. Returns 0 if there are too many. */
static int name_levels(struct levels *levels) {
    size_t named[MOST_LEVELS], names = 0;
    for (size_t i = 0; i < levels->count; i++)
        if (levels->have_names[i])
            named[names++] = i;
    if (names == 0 || names > 2 || levels->count - names > 1)
        return 0;
    int is_turned =
        names == 2 && json_axes_are_turned(&levels->axes[named[0]], &levels->axes[named[1]]);
    levels->keys[named[0]] = is_turned ? "action" : "library";
    if (names == 2)
        levels->keys[named[1]] = is_turned ? "library" : "action";
    return 1;
}

/* --- rows --- */

static void add_row(json_object *rows, json_object *names, json_object *value) {
    json_object *row = json_object_new_object();
    json_object_object_foreach(names, key, name)
        json_object_object_add(row, key, json_object_get(name));
    if (json_object_is_type(value, json_type_object)) {
        json_object_object_foreach(value, measured, number)
            json_object_object_add(row, measured, json_object_get(number));
    } else
        json_object_object_add(row, "value", json_object_get(value));
    json_object_array_add(rows, row);
}

/* Adds the rows below OBJECT, in LEVEL, to ROWS. NAMES are those of the levels above. */
static void add_rows(json_object *rows, const struct levels *levels, json_object *object,
                     size_t level, json_object *names) {
    json_object_object_foreach(object, key, value) {
        char word[WORD];
        const char *text = key, *name = levels->keys[level];
        if (level == 0 && is_meta(key, value))
            continue;
        if (!name)
            name = read_size(key, word, &text) && *word ? word : "size";
        json_object_object_add(names, name, json_object_new_string(text));
        if (level + 1 < levels->count && level + 1 < MOST_LEVELS)
            add_rows(rows, levels, value, level + 1, names);
        else
            add_row(rows, names, value);
    }
}

json_object *json_levels_rows(json_object *root) {
    struct levels levels = {.have_words = {1, 1, 1}};
    int has_words = 0;
    look_at(&levels, root, 0);
    for (size_t i = 0; i < levels.count; i++)
        has_words |= levels.have_words[i];
    /* A row may be below a size alone, whose keys have the names of libraries. */
    int is_only_size = levels.count == 1 && has_words;
    if (levels.is_other || !levels.count || (levels.count < 3 && !has_words) ||
        (!is_only_size && !name_levels(&levels)))
        return NULL;
    json_object *rows = json_object_new_array(), *names = json_object_new_object();
    add_rows(rows, &levels, root, 0, names);
    json_object_put(names);
    return rows;
}
