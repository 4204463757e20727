/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/harness/json_rows.h"

#include <string.h>

#include "formats/csv_text/csv_titles.h"
#include "formats/import/axes.h"
#include "formats/harness/json_levels.h"
#include "formats/harness/json_samples.h"
#include "formats/harness/json_wrapping.h"
#include "formats/import/header_words.h"
#include "formats/text/decimal.h"

/* --- what a value is --- */

static int is_object(json_object *value) {
    return json_object_is_type(value, json_type_object);
}

static int is_array(json_object *value) {
    return json_object_is_type(value, json_type_array) && json_object_array_length(value);
}

static int is_of_objects(json_object *value) {
    return is_array(value) && is_object(json_object_array_get_idx(value, 0));
}

static int is_of_arrays(json_object *value) {
    return is_array(value) && is_array(json_object_array_get_idx(value, 0));
}

static int is_scalar(json_object *value) {
    return !json_object_is_type(value, json_type_array) && !is_object(value);
}

/* Whether the keys of OBJECT are numbers; and, if they COUNT, those from 0. */
static int are_numbers(json_object *object, int do_count) {
    double expected = 0;
    json_object_object_foreach(object, key, value) {
        double number;
        (void)value;
        if (!decimal_read(key, strlen(key), &number) || (do_count && number != expected++))
            return 0;
    }
    return 1;
}

/* Whether some key of OBJECT has the unit of results. */
static int has_unit(json_object *object) {
    json_object_object_foreach(object, key, value) {
        (void)value;
        if (header_read(key).unit.kind)
            return 1;
    }
    return 0;
}

/* Whether some key of OBJECT is a word for what is compared. */
static int has_library(json_object *object) {
    json_object_object_foreach(object, key, value) {
        (void)value;
        if (header_word(key, HEADER_LIBRARY) != HEADER_NO_WORD)
            return 1;
    }
    return 0;
}

/* --- rows --- */

static void set(json_object *row, const char *key, json_object *value) {
    json_object_object_add(row, key, json_object_get(value));
}

/* Adds a copy of ROW with NAME as its KEY, unless it has one. */
static void add_named(json_object *rows, json_object *row, const char *key, const char *name) {
    json_object *copy = json_object_new_object();
    json_object_object_add(copy, key, json_object_new_string(name));
    json_object_object_foreach(row, other, value) set(copy, other, value);
    json_object_array_add(rows, copy);
}

/* What the name of ROW is, in an object whose keys all are numbers or not. */
static const char *key_for(int are_sizes, json_object *row) {
    return are_sizes ? "size" : has_library(row) ? "action" : "library";
}

/* Whether LIST has objects, of which the first has all keys of the first in OTHER. */
static int is_alike(json_object *list, json_object *other) {
    return is_of_objects(list) && json_text_has_keys(json_object_array_get_idx(list, 0),
                                                     json_object_array_get_idx(other, 0));
}

/* Returns the array of results in ROW, which has none itself; NULL if there is not just one. */
static json_object *results_in(json_object *row) {
    json_object *results = NULL;
    json_object_object_foreach(row, key, value) {
        json_object *first = is_of_objects(value) ? json_object_array_get_idx(value, 0) : NULL;
        if (first && (has_unit(first) || json_samples_in(first)) && !results)
            results = value;
        else if (is_of_objects(value) || is_of_arrays(value) || header_read(key).unit.kind)
            return NULL;
    }
    return results;
}

/* Puts the members of ROW that are no arrays into each of RESULTS that lacks them, and these into
 * ROWS. Where both have a name, that of ROW is of the group. */
static void add_results(json_object *rows, json_object *row, json_object *results) {
    static const char group[] = "group";
    for (size_t i = 0; i < json_object_array_length(results); i++) {
        json_object *result = json_object_array_get_idx(results, i);
        json_object *copy = json_object_new_object();
        json_object_object_foreach(row, key, value) {
            if (!is_array(value))
                set(copy, key, value);
        }
        if (is_object(result)) {
            json_object_object_foreach(result, name, number) {
                json_object *above = json_object_object_get(copy, name);
                if (json_object_is_type(above, json_type_string) &&
                    header_word(name, HEADER_LIBRARY) != HEADER_NO_WORD &&
                    !json_object_object_get_ex(result, group, NULL))
                    set(copy, group, above);
                set(copy, name, number);
            }
            json_object_array_add(rows, copy);
        } else
            json_object_put(copy);
    }
}

/* Returns the objects of ARRAY; in the place of those that have arrays of results, these. */
static json_object *rows_of_array(json_object *array) {
    size_t count = json_object_array_length(array), nested = 0;
    for (size_t i = 0; i < count; i++) {
        json_object *row = json_object_array_get_idx(array, i);
        nested += is_object(row) && results_in(row);
    }
    if (nested < count)
        return json_object_get(array);
    json_object *rows = json_object_new_array();
    for (size_t i = 0; i < count; i++) {
        json_object *row = json_object_array_get_idx(array, i);
        add_results(rows, row, results_in(row));
    }
    return rows;
}

/* The rows in those members of ROOT that are arrays of objects alike: of one as they are. */
static json_object *rows_of_members(json_object *root) {
    json_object *rows = NULL, *only = NULL;
    size_t count = 0;
    json_object_object_foreach(root, key, value) {
        (void)key;
        if (!only && is_of_objects(value))
            only = value;
        count += only && is_alike(value, only);
    }
    if (count < 2)
        return count ? rows_of_array(only) : NULL;
    int are_sizes = are_numbers(root, 0);
    rows = json_object_new_array();
    json_object_object_foreach(root, name, list) {
        for (size_t i = 0; is_alike(list, only) && i < json_object_array_length(list); i++) {
            json_object *row = json_object_array_get_idx(list, i);
            if (is_object(row))
                add_named(rows, row, key_for(are_sizes, row), name);
        }
    }
    return rows;
}

/* Rows of arrays from number FIRST on of ROWS, whose NAMES are in an array; NULL if these are no
 * texts. */
static json_object *rows_of_arrays(json_object *names, json_object *arrays, size_t first) {
    size_t count = json_object_array_length(names);
    for (size_t c = 0; c < count; c++)
        if (!json_object_is_type(json_object_array_get_idx(names, c), json_type_string))
            return NULL;
    json_object *rows = json_object_new_array();
    for (size_t r = first; r < json_object_array_length(arrays); r++) {
        json_object *array = json_object_array_get_idx(arrays, r), *row = json_object_new_object();
        for (size_t c = 0; is_array(array) && c < count; c++)
            set(row, json_object_get_string(json_object_array_get_idx(names, c)),
                json_object_array_get_idx(array, c));
        json_object_array_add(rows, row);
    }
    return rows;
}

/* Rows that are the members of ROOT. Their keys are sizes, or names, unless they count. */
static json_object *rows_of_objects(json_object *root) {
    int do_count = are_numbers(root, 1), are_sizes = are_numbers(root, 0);
    json_object *rows = json_object_new_array();
    json_object_object_foreach(root, name, row) {
        if (!is_object(row))
            continue;
        if (do_count)
            json_object_array_add(rows, json_object_get(row));
        else
            add_named(rows, row, key_for(are_sizes, row), name);
    }
    return rows;
}

/* Whether all members of ROOT are objects, and rows, not columns. */
static int are_rows(json_object *root) {
    size_t count = 0;
    int are_named = 1, do_count = are_numbers(root, 1);
    json_object_object_foreach(root, key, value) {
        (void)key;
        if (!is_object(value))
            return 0;
        are_named &= has_unit(value);
        count++;
    }
    return count && (do_count || are_named);
}

static size_t length_of(json_object *column) {
    return is_array(column)    ? json_object_array_length(column)
           : is_object(column) ? (size_t)json_object_object_length(column)
                               : 0;
}

/* Puts the keys of COLUMN into ROWS, unless they count: as sizes, or else as names. */
static void set_index(json_object *rows, json_object *column) {
    size_t i = 0;
    if (are_numbers(column, 1))
        return;
    const char *name = are_numbers(column, 0) ? "size" : "library";
    json_object_object_foreach(column, key, value) {
        (void)value;
        json_object_object_add(json_object_array_get_idx(rows, i++), name,
                               json_object_new_string(key));
    }
}

/* Makes rows of ROOT, whose members are columns, or, if there MAY_BE_OTHERS, tell of all rows; NULL
 * if they are none. Columns that are objects have the same keys. */
static json_object *rows_of_columns(json_object *root, int may_be_others) {
    json_object *rows = NULL, *index = NULL;
    size_t count = 0;
    json_object_object_foreach(root, name, column) {
        size_t length = length_of(column), i = 0;
        if (may_be_others && is_scalar(column))
            continue;
        if (is_object(column) && !index)
            index = column;
        if (!length || (rows && length != count) ||
            (is_object(column) && !json_text_has_keys(column, index))) {
            json_object_put(rows);
            return NULL;
        }
        if (!rows) {
            rows = json_object_new_array();
            count = length;
            for (size_t r = 0; r < count; r++)
                json_object_array_add(rows, json_object_new_object());
            if (is_object(column))
                set_index(rows, column);
        }
        for (; is_array(column) && i < count; i++)
            set(json_object_array_get_idx(rows, i), name, json_object_array_get_idx(column, i));
        if (is_object(column)) {
            json_object_object_foreach(index, key, first) {
                (void)first;
                set(json_object_array_get_idx(rows, i++), name,
                    json_object_object_get(column, key));
            }
        }
    }
    return rows;
}

/* --- what tells of all rows --- */

/* Puts VALUE as KEY into all ROWS that do not say it themselves. */
static void share_one(json_object *rows, const char *key, json_object *value) {
    for (size_t i = 0; i < json_object_array_length(rows); i++) {
        json_object *row = json_object_array_get_idx(rows, i);
        if (is_object(row) && !json_object_object_get_ex(row, key, NULL))
            set(row, key, value);
    }
}

/* Puts the members of ROOT that say the unit of results, or how many calls they are of, into all
 * ROWS; that of a title, if nothing else says one. Beside lists of samples "runs" counts these. */
static void share(json_object *root, json_object *rows) {
    static const char unit_key[] = "unit";
    json_object *first = json_object_array_get_idx(rows, 0);
    int is_told = has_unit(first), has_samples = is_object(first) && json_samples_in(first);
    json_object *title = NULL;
    json_object_object_foreach(root, key, value) {
        enum header_role role = header_read(key).role;
        if (is_scalar(value) && (role == HEADER_UNIT || (role == HEADER_CALLS && !has_samples)))
            share_one(rows, key, value);
        is_told |= role == HEADER_UNIT;
        if (json_object_is_type(value, json_type_string) && csv_titles_have_name(key))
            title = value;
    }
    const struct csv_title_units units =
        csv_titles_units(title && !is_told ? json_object_get_string(title) : NULL);
    const struct csv_title_unit *told = csv_titles_unit(&units, NULL);
    if (told->unit.kind && *told->words) {
        json_object *words = json_object_new_string(told->words);
        share_one(rows, unit_key, words);
        json_object_put(words);
    }
}

/* Whether ROOT has lists of results, beside which a number alone is none. */
static int has_lists(json_object *root) {
    json_object_object_foreach(root, key, value) {
        if (is_of_arrays(value) && header_word(key, HEADER_OUTCOME) != HEADER_NO_WORD)
            return 1;
        if (is_of_arrays(value) && header_read(key).role == HEADER_RESULT)
            return 1;
    }
    return 0;
}

/* Makes a row of ROOT if some member is called what results are; else returns NULL. */
static json_object *only_row(json_object *root) {
    json_object *rows = NULL;
    if (has_lists(root))
        return NULL;
    json_object_object_foreach(root, key, value) {
        if (!rows && !is_object(value) && header_read(key).role == HEADER_RESULT) {
            rows = json_object_new_array();
            json_object_array_add(rows, json_object_get(root));
        }
    }
    return rows;
}

/* Whether all members of ROOT are objects of rows that have names. */
static int are_groups(json_object *root) {
    size_t count = 0;
    json_object_object_foreach(root, key, group) {
        (void)key;
        if (!is_object(group) || !are_rows(group) || are_numbers(group, 1))
            return 0;
        count++;
    }
    return count > 0;
}

/* The rows of all members of ROOT, whose keys are their sizes or actions. */
static json_object *rows_of_groups(json_object *root) {
    const char *key = are_numbers(root, 0) ? "size" : "action";
    json_object *rows = json_object_new_array();
    json_object_object_foreach(root, name, group) {
        json_object *own = rows_of_objects(group);
        for (size_t i = 0; i < json_object_array_length(own); i++)
            add_named(rows, json_object_array_get_idx(own, i), key, name);
        json_object_put(own);
    }
    return rows;
}

/* --- samples below names --- */

static int is_number(json_object *value) {
    return json_object_is_type(value, json_type_double) ||
           json_object_is_type(value, json_type_int);
}

/* Whether VALUE is an array of numbers, of which some may be missing. */
static int is_of_numbers(json_object *value) {
    size_t numbers = 0;
    for (size_t i = 0; is_array(value) && i < json_object_array_length(value); i++) {
        json_object *item = json_object_array_get_idx(value, i);
        if (item && !is_number(item))
            return 0;
        numbers += is_number(item);
    }
    return numbers > 0;
}

/* Whether all members of OBJECT are as IS_ONE wants them, and their keys the names of actions. */
static int is_of_actions(json_object *object, int (*is_one)(json_object *value)) {
    size_t count = 0;
    if (!is_object(object))
        return 0;
    json_object_object_foreach(object, key, value) {
        const struct header header = header_read(key);
        if (!is_one(value) || header.unit.kind || header.role == HEADER_RESULT ||
            header.role == HEADER_SIZE || header.role == HEADER_PARAMETER)
            return 0;
        count++;
    }
    return count > 0;
}

/* Whether VALUE tells of all rows: it is an object of scalars, or one. */
static int is_meta(json_object *value) {
    if (!is_object(value))
        return is_scalar(value);
    json_object_object_foreach(value, key, member) {
        (void)key;
        if (!is_scalar(member))
            return 0;
    }
    return 1;
}

static int says_unit(json_object *object) {
    json_object_object_foreach(object, key, value) {
        if (json_object_is_type(value, json_type_string) &&
            header_word(key, HEADER_UNIT) != HEADER_NO_WORD)
            return 1;
    }
    return 0;
}

/* Whether OBJECT has several libraries and nothing else, each with one number for the same actions.
 */
static int are_alike(json_object *object) {
    json_object *first = NULL;
    json_object_object_foreach(object, library, actions) {
        const struct header header = header_read(library);
        if (header.unit.kind || (header.role != HEADER_OTHER && header.role != HEADER_LIBRARY) ||
            !is_of_actions(actions, is_number) || are_numbers(actions, 0) ||
            (first && !json_text_has_keys(actions, first)))
            return 0;
        first = first ? first : actions;
    }
    return json_object_object_length(object) > 1 && !are_numbers(object, 0);
}

/* The actions of the last library in OBJECT that has one number for each; NULL if others have
 * samples, or something else is there and says no unit. */
static json_object *last_numbers(json_object *object) {
    json_object *last = NULL;
    if (!says_unit(object) && !are_alike(object))
        return NULL;
    json_object_object_foreach(object, key, value) {
        (void)key;
        if (is_of_actions(value, is_of_numbers))
            return NULL;
        if (is_of_actions(value, is_number))
            last = value;
    }
    return last;
}

/* Whether LIBRARY has samples, or the same actions as the ones with NUMBERS. */
static int has_samples(json_object *library, json_object *numbers) {
    return is_of_actions(library, is_of_numbers) ||
           (numbers && is_of_actions(library, is_number) && json_text_has_keys(library, numbers));
}

/* Whether the members of OBJECT are libraries that have samples, and what tells of all. */
static int is_of_samples(json_object *object) {
    size_t count = 0;
    if (!is_object(object))
        return 0;
    json_object *numbers = last_numbers(object);
    json_object_object_foreach(object, key, value) {
        int is_library = has_samples(value, numbers);
        (void)key;
        if (!is_library && !is_meta(value))
            return 0;
        count += (size_t)is_library;
    }
    return count > (numbers != NULL);
}

/* Returns ROOT, or its only member but for what tells of all, if it is_of_samples; else NULL. */
static json_object *samples_in(json_object *root) {
    json_object *samples = NULL;
    if (is_of_samples(root))
        return root;
    json_object_object_foreach(root, key, value) {
        (void)key;
        if (is_meta(value))
            continue;
        if (samples || !is_of_samples(value))
            return NULL;
        samples = value;
    }
    return samples;
}

/* Whether the libraries in SAMPLES stand below their actions. */
static int are_turned(json_object *samples, json_object *numbers) {
    struct axis outside = {0}, inside = {0};
    json_object_object_foreach(samples, name, below) {
        if (!has_samples(below, numbers))
            continue;
        axis_note(&outside, name);
        json_object_object_foreach(below, key, value) {
            (void)value;
            axis_note(&inside, key);
        }
    }
    int are = axis_weight(&inside) > axis_weight(&outside);
    axis_release(&outside);
    axis_release(&inside);
    return are;
}

/* A row for each action of each library in SAMPLES. */
static json_object *rows_of_samples(json_object *samples) {
    json_object *rows = json_object_new_array(), *numbers = last_numbers(samples);
    int is_turned = are_turned(samples, numbers);
    json_object_object_foreach(samples, outer, below) {
        if (!has_samples(below, numbers))
            continue;
        json_object_object_foreach(below, inner, values) {
            json_object *row = json_object_new_object();
            const char *action = is_turned ? outer : inner, *library = is_turned ? inner : outer;
            json_object_object_add(row, "action", json_object_new_string(action));
            json_object_object_add(row, "library", json_object_new_string(library));
            set(row, "value", values);
            json_object_array_add(rows, row);
        }
    }
    return rows;
}

/* Puts what tells of all in OBJECT, and in its objects that do, into ROWS. Returns the last of
 * these, or OBJECT. */
static json_object *share_metas(json_object *object, json_object *rows) {
    json_object *last = object;
    json_object_object_foreach(object, key, value) {
        (void)key;
        if (!is_object(value) || !is_meta(value))
            continue;
        share(value, rows);
        last = value;
    }
    share(object, rows);
    return last;
}

/* Puts the scalars of OBJECT, which tell of all rows, into FACTS. */
static void take_scalars(json_object *object, json_object *facts) {
    json_object_object_foreach(object, key, value) {
        if (is_scalar(value))
            set(facts, key, value);
    }
}

/* The rows in ROOT, around which nothing is wrapped but HEAD, a key or "". */
static json_object *rows_in(json_object *root, const char *head, json_object *facts) {
    json_object *columns = json_text_member(root, "columns", json_type_array);
    json_object *data = json_text_member(root, "data", json_type_array);
    if (columns && data && is_of_arrays(data))
        return rows_of_arrays(columns, data, 0);
    if (is_of_arrays(root))
        return rows_of_arrays(json_object_array_get_idx(root, 0), root, 1);
    json_object *rows = json_levels_rows(root, head);
    if (!rows && is_of_objects(root))
        return rows_of_array(root);
    if (!is_object(root))
        return rows;
    rows = rows ? rows : rows_of_members(root);
    if (rows) {
        take_scalars(root, facts);
        share(root, rows);
        return rows;
    }
    if (are_rows(root))
        return rows_of_objects(root);
    if (are_groups(root))
        return rows_of_groups(root);
    json_object *samples = samples_in(root);
    if (samples) {
        rows = rows_of_samples(samples);
        share_metas(samples, rows);
        take_scalars(share_metas(root, rows), facts);
        return rows;
    }
    rows = rows_of_columns(root, 0);
    rows = rows ? rows : only_row(root);
    if (!rows && (rows = rows_of_columns(root, 1))) {
        take_scalars(root, facts);
        share(root, rows);
    }
    return rows;
}

json_object *json_rows_of(json_object *root, json_object **facts) {
    json_object *around = json_object_new_object();
    char head[JSON_WRAPPING_HEAD];
    json_object *results = json_wrapping_take(root, around, head);
    *facts = json_object_new_object();
    json_object *rows = rows_in(results, head, *facts);
    if (rows) {
        share_metas(around, rows);
        json_wrapping_facts(around, *facts);
    } else if (results != root)
        rows = rows_in(root, "", *facts);
    json_object_put(results);
    json_object_put(around);
    return rows;
}
