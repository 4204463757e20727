/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include <json-c/json.h>

#include "analyze/columns.h"
#include "analyze/digits.h"
#include "analyze/print.h"

/* Each makes a value; NULL is JSON's null. */

static json_object *text_value(const void *member) {
    const char *text = *(const char *const *)member;
    return text ? json_object_new_string(text) : NULL;
}

static json_object *integer_value(const void *member) {
    return json_object_new_int64(*(const int64_t *)member);
}

static json_object *count_value(const void *member) {
    return json_object_new_int64((int64_t) * (const size_t *)member);
}

static json_object *real_value(const void *member) {
    double value = *(const double *)member;
    return isfinite(value) ? json_object_new_double_s(value, digits_shortest(value).text) : NULL;
}

static json_object *status_value(const void *member) {
    return json_object_new_string(cell_status_name((int)*(const enum cell_status *)member));
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

static json_object *warned_value(const void *member) {
    const struct warned *warned = member;
    json_object *array = json_object_new_array();
    for (size_t i = 0; array && warned->of && i < warned->of->count; i++)
        if (warned_has(warned, &warned->of->items[i]))
            json_object_array_add(array, warning_value(&warned->of->items[i]));
    return array;
}

static json_object *(*const values[COLUMN_TYPES])(const void *) = {
    [COLUMN_TEXT] = text_value, [COLUMN_INTEGER] = integer_value, [COLUMN_COUNT] = count_value,
    [COLUMN_REAL] = real_value, [COLUMN_STATUS] = status_value,   [COLUMN_WARNED] = warned_value,
};

static json_object *new_object(const struct column_set *set, const void *record) {
    json_object *object = json_object_new_object();
    for (size_t c = 0; object && c < set->count; c++) {
        const struct column *column = &set->columns[c];
        double room;
        json_object *value = values[column->type](column_value(column, record, &room));
        if (json_object_object_add(object, column->name, value) != 0) {
            json_object_put(value);
            json_object_put(object);
            return NULL;
        }
    }
    return object;
}

static int print_record(FILE *file, const struct records *records, size_t i) {
    json_object *object = new_object(&records->set, records_at(records, i));
    const char *text =
        object ? json_object_to_json_string_ext(object, JSON_C_TO_STRING_NOSLASHESCAPE) : NULL;
    if (text)
        fprintf(file, "%s\n%s", i ? "," : "", text);
    json_object_put(object);
    return text != NULL;
}

/* One object in memory at a time, one line each. */
int print_json(FILE *file, const struct table *table, const struct print_options *options,
               struct err *err) {
    struct records records;
    int ok = records_of_table(&records, table, options->summary_only);
    fputs("[", file);
    for (size_t i = 0; ok && i < records.count; i++)
        ok = print_record(file, &records, i);
    fputs("\n]\n", file);
    records_release(&records);
    return ok ? 0 : err_set(err, ERR_FAILED, "no memory to write JSON");
}
