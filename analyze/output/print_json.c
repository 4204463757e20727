/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include <json-c/json.h>

#include "formats/text/decimal.h"
#include "analyze/output/print.h"
#include "analyze/columns/records.h"
#include "formats/text/xalloc.h"

static json_object *need(json_object *value) {
    if (!value)
        xalloc_die();
    return value;
}

/* Each function makes a value; NULL is JSON's null. */

static json_object *text_value(const struct column *column, const void *member) {
    (void)column;
    const char *text = *(const char *const *)member;
    return text ? need(json_object_new_string(text)) : NULL;
}

static json_object *integer_value(const struct column *column, const void *member) {
    (void)column;
    return need(json_object_new_int64(*(const int64_t *)member));
}

static json_object *count_value(const struct column *column, const void *member) {
    (void)column;
    return need(json_object_new_int64((int64_t) * (const size_t *)member));
}

static json_object *real_value(const struct column *column, const void *member) {
    (void)column;
    double value = *(const double *)member;
    return isfinite(value) ? need(json_object_new_double_s(value, digits_shortest(value).text))
                           : NULL;
}

static json_object *word_value(const struct column *column, const void *member) {
    return need(json_object_new_string(column->word(*(const int *)member)));
}

static void add(json_object *object, const char *name, json_object *value) {
    if (json_object_object_add(object, name, value) != 0)
        xalloc_die();
}

static json_object *warning_value(const struct warning *warning) {
    json_object *object = need(json_object_new_object());
    add(object, "rule", need(json_object_new_string(warning->rule)));
    add(object, "text", need(json_object_new_string(warning->text)));
    add(object, "advice", need(json_object_new_string(warning->advice)));
    return object;
}

static json_object *warned_value(const struct column *column, const void *member) {
    (void)column;
    const struct warned *warned = member;
    json_object *array = need(json_object_new_array());
    for (size_t i = 0; warned->of && i < warned->of->count; i++)
        if (warned_has(warned, &warned->of->items[i]) &&
            json_object_array_add(array, warning_value(&warned->of->items[i])) != 0)
            xalloc_die();
    return array;
}

static json_object *(*const values[COLUMN_TYPES])(const struct column *, const void *) = {
    [COLUMN_TEXT] = text_value,     [COLUMN_INTEGER] = integer_value, [COLUMN_COUNT] = count_value,
    [COLUMN_REAL] = real_value,     [COLUMN_INTERVAL] = real_value,   [COLUMN_WORD] = word_value,
    [COLUMN_WARNED] = warned_value,
};

static json_object *new_object(const struct records *records, const void *record) {
    json_object *object = need(json_object_new_object());
    for (size_t c = 0; c < records->column_count; c++) {
        const struct column *column = &records->columns[c];
        double workspace;
        add(object, column->name,
            values[column->type](column, column_value(column, record, &workspace)));
    }
    return object;
}

void print_json(FILE *file, const struct document *document, size_t before,
                const struct print_options *options) {
    int is_first = before == 0;
    (void)options;
    for (size_t b = 0; b < document->count; b++) {
        const struct records *records = &document->blocks[b].records;
        for (size_t i = 0; i < records->count; i++, is_first = 0) {
            /* Keeps one object in memory at a time, and writes one line for each. */
            json_object *object = new_object(records, records_at(records, i));
            const char *text =
                json_object_to_json_string_ext(object, JSON_C_TO_STRING_NOSLASHESCAPE);
            if (!text)
                xalloc_die();
            fprintf(file, "%s\n%s", is_first ? "" : ",", text);
            json_object_put(object);
        }
    }
}
