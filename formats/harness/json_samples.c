/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/harness/json_samples.h"

#include <stdio.h>
#include <string.h>

#include "formats/csv_text/csv_number.h"
#include "formats/import/format.h"
#include "formats/import/header_words.h"
#include "formats/text/decimal.h"

/* Whether VALUE is an array of numbers, with or without units; some may be missing. */
static int is_of_numbers(json_object *value) {
    size_t numbers = 0;
    if (!json_object_is_type(value, json_type_array))
        return 0;
    for (size_t i = 0; i < json_object_array_length(value); i++) {
        json_object *item = json_object_array_get_idx(value, i);
        const char *text = item ? json_object_get_string(item) : "";
        struct measured_unit unit;
        double number;
        int is_scalar = !json_object_is_type(item, json_type_array) &&
                        !json_object_is_type(item, json_type_object);
        int is_one = is_scalar && (csv_number_read(text, strlen(text), '.', &number, &unit) ||
                                   csv_duration_read(text, strlen(text), &number));
        if (item && !is_one && !decimal_is_missing(text, strlen(text)))
            return 0;
        numbers += is_one;
    }
    return numbers > 0;
}

/* Where KEY has a word for samples, apart from a unit, which is not one for results. */
static const char *find_word(const char *key, size_t *length) {
    static const char words[] = "samples sample runs raw raw_samples raw_data raw_values data "
                                "observations measurements trials reps repetitions "
                                "rounds results latencies durations timings";
    const struct header header = header_read(key);
    char word[64];
    size_t at = header.role == HEADER_OF_NAME && header.unit.kind ? header.name : 0;
    *length = header.role == HEADER_OF_NAME && header.unit.kind ? header.length : strlen(key);
    snprintf(word, sizeof word, "%.*s", (int)*length, key + at);
    return *length < sizeof word && words_have(words, word) ? key + at : NULL;
}

/* Whether KEY is called as results are. */
static int is_result(const char *key) {
    const struct header header = header_read(key);
    return header.role == HEADER_RESULT || (header.role == HEADER_OF_NAME && header.unit.kind);
}

int json_samples_are(json_object *object, const char *key, json_object *value) {
    size_t length;
    if (is_result(key) || !find_word(key, &length))
        return is_result(key) && is_of_numbers(value);
    json_object_object_foreach(object, other, of_other) {
        if (is_result(other) && is_of_numbers(of_other))
            return 0;
    }
    return is_of_numbers(value);
}

int json_samples_in(json_object *object) {
    json_object_object_foreach(object, key, value) {
        if (json_samples_are(object, key, value))
            return 1;
    }
    return 0;
}

void json_samples_column(const char *key, json_object *object, char *name, size_t size) {
    size_t length;
    const char *word = find_word(key, &length);
    snprintf(name, size, "%s", key);
    if (!word || header_read(key).role == HEADER_RESULT)
        return;
    snprintf(name, size, "%.*svalue%s", (int)(word - key), key, word + length);
    if (json_object_object_get_ex(object, name, NULL))
        snprintf(name, size, "%s", key);
}
