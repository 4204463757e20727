/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include <json-c/json.h>

#include "formats/text/decimal.h"
#include "analyze/output/print.h"
#include "analyze/columns/records.h"

/* Each function makes a value; NULL is JSON's null. */

static json_object *text_value(const struct column *column, const void *member) {
    (void)column;
    const char *text = *(const char *const *)member;
    return text ? json_object_new_string(text) : NULL;
}

static json_object *integer_value(const struct column *column, const void *member) {
    (void)column;
    return json_object_new_int64(*(const int64_t *)member);
}

static json_object *count_value(const struct column *column, const void *member) {
    (void)column;
    return json_object_new_int64((int64_t) * (const size_t *)member);
}

static json_object *real_value(const struct column *column, const void *member) {
    (void)column;
    double value = *(const double *)member;
    return isfinite(value) ? json_object_new_double_s(value, digits_shortest(value).text) : NULL;
}

static json_object *word_value(const struct column *column, const void *member) {
    return json_object_new_string(column->word(*(const int *)member));
}

static json_object *warning_value(const struct warning *warning) {
    json_object *object = json_object_new_object();
    if (!object)
        return NULL;
    json_object_object_add(object, "rule", json_object_new_string(warning->rule));
    json_object_object_add(object, "text", json_object_new_string(warning->text));
    json_object_object_add(object, "advice", json_object_new_string(warning->advice));
    return object;
}

static json_object *warned_value(const struct column *column, const void *member) {
    (void)column;
    const struct warned *warned = member;
    json_object *array = json_object_new_array();
    for (size_t i = 0; array && warned->of && i < warned->of->count; i++)
        if (warned_has(warned, &warned->of->items[i]))
            json_object_array_add(array, warning_value(&warned->of->items[i]));
    return array;
}

static json_object *(*const values[COLUMN_TYPES])(const struct column *, const void *) = {
    [COLUMN_TEXT] = text_value, [COLUMN_INTEGER] = integer_value, [COLUMN_COUNT] = count_value,
    [COLUMN_REAL] = real_value, [COLUMN_WORD] = word_value,       [COLUMN_WARNED] = warned_value,
};

static json_object *new_object(const struct records *records, const void *record) {
    json_object *object = json_object_new_object();
    for (size_t c = 0; object && c < records->column_count; c++) {
        const struct column *column = &records->columns[c];
        double workspace;
        json_object *value = values[column->type](column, column_value(column, record, &workspace));
        if (json_object_object_add(object, column->name, value) != 0) {
            json_object_put(value);
            json_object_put(object);
            return NULL;
        }
    }
    return object;
}

int print_json(FILE *file, const struct document *document, size_t before,
               const struct print_options *options, struct err *err) {
    int is_first = before == 0, ok = 1;
    (void)options;
    for (size_t b = 0; b < document->count; b++) {
        const struct records *records = &document->blocks[b].records;
        for (size_t i = 0; ok && i < records->count; i++, is_first = 0) {
            /* Keeps one object in memory at a time, and writes one line for each. */
            json_object *object = new_object(records, records_at(records, i));
            const char *text =
                object ? json_object_to_json_string_ext(object, JSON_C_TO_STRING_NOSLASHESCAPE)
                       : NULL;
            if (text)
                fprintf(file, "%s\n%s", is_first ? "" : ",", text);
            json_object_put(object);
            ok = text != NULL;
        }
    }
    return ok ? 0 : err_set(err, ERR_FAILED, "no memory to write JSON");
}
