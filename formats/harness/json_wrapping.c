/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/harness/json_wrapping.h"

#include <stdio.h>
#include <string.h>

#include "formats/import/axes.h"
#include "formats/import/format.h"
#include "formats/import/header_words.h"

enum { MOST_LEVELS = 4, MOST_FACTS = 256, NAME = 256 };

/* --- what a value is --- */

static int is_object(json_object *value) {
    return json_object_is_type(value, json_type_object);
}

static int is_scalar(json_object *value) {
    return !is_object(value) && !json_object_is_type(value, json_type_array);
}

static int is_number(json_object *value) {
    return json_object_is_type(value, json_type_double) ||
           json_object_is_type(value, json_type_int);
}

/* Whether VALUE is a number, or an array that begins with one. */
static int is_result(json_object *value) {
    return is_number(value) ||
           (json_object_is_type(value, json_type_array) && json_object_array_length(value) &&
            is_number(json_object_array_get_idx(value, 0)));
}

/* --- what tells of the machine --- */

static int is_of_facts(const char *key) {
    static const char words[] =
        "host hosts machine machines machine_info host_info system system_info sysinfo platform "
        "hardware software cpu cpus cpu_info gpu gpus device devices env environment config "
        "configuration settings setup meta metadata "
        "context info versions build toolchain";
    return words_have(words, key);
}

/* Whether some member says the name of what OBJECT is of, so that its arrays are samples. */
static int has_name(json_object *object) {
    json_object_object_foreach(object, key, value) {
        if (is_scalar(value) && header_word(key, HEADER_LIBRARY) != HEADER_NO_WORD)
            return 1;
    }
    return 0;
}

/* Whether the member KEY of OBJECT tells of all others: it is called so, and not made as one of
 * those: "cpu" and "gpu" may be compared. */
static int tells_of_all(json_object *object, const char *key, json_object *value) {
    size_t others = 0;
    if (is_scalar(value) || !is_of_facts(key))
        return 0;
    const int is_row = has_name(object);
    json_object_object_foreach(object, name, other) {
        if (is_scalar(other) || other == value)
            continue;
        if (is_object(other) && is_object(value) &&
            (json_text_has_keys(other, value) || json_text_has_keys(value, other)))
            return 0;
        others += !is_of_facts(name) && !(is_row && is_result(other));
    }
    return others > 0;
}

/* Returns OBJECT without the members that tell of all others, which it moves to AROUND. */
static json_object *without_facts(json_object *object, json_object *around) {
    json_object *rest = json_object_new_object();
    json_object_object_foreach(object, key, value) {
        json_object *to = tells_of_all(object, key, value) ? around : rest;
        json_object_object_add(to, key, json_object_get(value));
    }
    return rest;
}

void json_wrapping_facts(json_object *around, json_object *facts) {
    json_object_object_foreach(around, key, value) {
        if (json_object_object_length(facts) == MOST_FACTS)
            return;
        if (is_scalar(value))
            json_object_object_add(facts, key, json_object_get(value));
        if (!is_object(value))
            continue;
        const int says_nothing = words_have("meta metadata info context", key);
        json_object *own = json_object_new_object();
        json_object_object_foreach(value, member, of_member) {
            char name[NAME];
            snprintf(name, sizeof name, "%s%s%s", says_nothing ? "" : key, says_nothing ? "" : ".",
                     member);
            json_object_object_add(own, name, json_object_get(of_member));
        }
        json_wrapping_facts(own, facts);
        json_object_put(own);
    }
}

/* --- levels --- */

/* Whether all members of OBJECT are objects of results, or of such objects, below names. */
static int is_of_benchmarks(json_object *object) {
    if (!is_object(object) || !json_object_object_length(object))
        return 0;
    json_object_object_foreach(object, key, benchmark) {
        const struct header header = header_read(key);
        if (!is_object(benchmark) || !json_object_object_length(benchmark) || header.unit.kind ||
            header.is_time || header.role == HEADER_MEASURE || header.role == HEADER_CPU)
            return 0;
        json_object_object_foreach(benchmark, library, value) {
            enum header_role role = header_read(library).role;
            if (!is_object(value) && (!is_result(value) || role != HEADER_OTHER))
                return 0;
        }
    }
    return 1;
}

/* Returns the members of all objects in ARRAY as one object; NULL unless these are benchmarks, none
 * of them twice. */
static json_object *merge(json_object *array) {
    json_object *merged = json_object_new_object();
    int ok = json_object_array_length(array) > 0;
    for (size_t i = 0; ok && i < json_object_array_length(array); i++) {
        json_object *item = json_object_array_get_idx(array, i);
        ok = is_of_benchmarks(item);
        if (!ok)
            break;
        json_object_object_foreach(item, key, value) {
            ok = ok && !json_object_object_get_ex(merged, key, NULL);
            json_object_object_add(merged, key, json_object_get(value));
        }
    }
    if (ok)
        return merged;
    json_object_put(merged);
    return NULL;
}

/* Whether the results themselves, and no name of theirs, are called KEY. */
static int is_of_results(const char *key) {
    static const char words[] = "results result benchmarks benchmark data measurements timings "
                                "times time runs values samples report output";
    return words_have(words, key) || axis_head_weight(key) ||
           header_read(key).role == HEADER_RESULT;
}

/* Whether VALUE is an array, or an object in which not all are scalars. */
static int is_nested(json_object *value) {
    if (!is_object(value))
        return !is_scalar(value);
    json_object_object_foreach(value, key, member) {
        (void)key;
        if (!is_scalar(member))
            return 1;
    }
    return 0;
}

/* Returns the only member of OBJECT that is no scalar, if it has the results; else NULL. Sets KEY
 * to its name. */
static json_object *only_member(json_object *object, const char **key) {
    json_object *only = NULL;
    json_object_object_foreach(object, name, value) {
        if (is_scalar(value))
            continue;
        if (only || !is_of_results(name))
            return NULL;
        only = value;
        *key = name;
    }
    return only && is_nested(only) ? only : NULL;
}

/* Puts the scalars in OBJECT, and the unit in the name of its results, KEY, into AROUND. */
static void take_around(json_object *object, const char *key, json_object *around) {
    const struct header header = header_read(key);
    char unit[NAME];
    json_object_object_foreach(object, name, value) {
        if (is_scalar(value))
            json_object_object_add(around, name, json_object_get(value));
    }
    if (header.unit.kind)
        json_object_object_add(
            around, "unit",
            json_object_new_string(measured_unit_name(header.unit, unit, sizeof unit)));
}

/* Returns what ROOT is one level around, with what that tells in AROUND; NULL: it is none. Copies
 * its key, if it has one, to HEAD. */
static json_object *take_level(json_object *root, json_object *around,
                               char head[JSON_WRAPPING_HEAD]) {
    const char *key = NULL;
    if (json_object_is_type(root, json_type_array))
        return merge(root);
    if (!is_object(root))
        return NULL;
    json_object *rest = without_facts(root, around), *only = only_member(rest, &key);
    json_object *level = only && is_object(only) ? json_object_get(only)
                         : only                  ? merge(only)
                                                 : NULL;
    if (level && key) {
        take_around(rest, key, around);
        snprintf(head, JSON_WRAPPING_HEAD, "%s", key);
    }
    int has_facts = json_object_object_length(rest) < json_object_object_length(root);
    if (!level && has_facts)
        return rest;
    json_object_put(rest);
    return level;
}

json_object *json_wrapping_take(json_object *root, json_object *around,
                                char head[JSON_WRAPPING_HEAD]) {
    json_object *results = json_object_get(root), *level;
    *head = '\0';
    for (int i = 0; i < MOST_LEVELS && (level = take_level(results, around, head)); i++) {
        json_object_put(results);
        results = level;
    }
    return results;
}
