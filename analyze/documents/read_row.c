/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyze/documents/read_row.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analyze/columns/columns.h"
#include "formats/json/json_read.h"

/* --- keys --- */

/* "p99", "q0.5": that a parameter has such a name would be chance. */
static int is_quantile(const char *name) {
    return (name[0] == 'p' || name[0] == 'q') && name[1] &&
           strspn(name + 1, "0123456789.") == strlen(name + 1);
}

static int find_parameter(struct read_row_keys *keys, const char *name, int *parameter,
                          struct err *err) {
    size_t count = keys->parameter_count;
    for (*parameter = 0; (size_t)*parameter < count; ++*parameter)
        if (strcmp(keys->parameters[*parameter], name) == 0)
            return 0;
    if (count == READ_ROW_PARAMETERS)
        return err_set(err, ERR_USAGE, "\"%s\" is one parameter too many; %d can be read", name,
                       READ_ROW_PARAMETERS);
    keys->parameters[keys->parameter_count++] = strdup(name);
    return keys->parameters[count] ? 0 : err_set(err, ERR_FAILED, "no memory for its names");
}

static int find_key(struct read_row_keys *keys, struct read_row_key *key, const char *name,
                    struct err *err) {
    if (key->name && strcmp(key->name, name) == 0)
        return 0;
    free(key->name);
    *key = (struct read_row_key){strdup(name), column_find(&row_columns, name), -1};
    if (!key->name)
        return err_set(err, ERR_FAILED, "no memory for its names");
    if (key->column)
        keys->seen[key->column - row_columns.columns] = 1;
    return key->column || is_quantile(name) ? 0 : find_parameter(keys, name, &key->parameter, err);
}

int read_row_has(const struct read_row_keys *keys, const char *name) {
    const struct column *column = column_find(&row_columns, name);
    return column && keys->seen[column - row_columns.columns];
}

void read_row_release(struct read_row_keys *keys) {
    for (size_t i = 0; i < READ_ROW_KEYS; i++)
        free(keys->items[i].name);
    for (size_t i = 0; i < keys->parameter_count; i++)
        free(keys->parameters[i]);
    *keys = (struct read_row_keys){0};
}

/* --- values; each returns whether VALUE is what the column has --- */

/* null is NaN. */
static int take_real(json_object *value, double *real) {
    *real = NAN;
    return !value || json_text_number(value, real);
}

static int read_integer(const struct column *column, json_object *value, void *member) {
    double real;
    (void)column;
    if (!json_object_is_type(value, json_type_int) &&
        !(json_object_is_type(value, json_type_double) && json_text_number(value, &real) &&
          real == rint(real) && fabs(real) < 0x1p53))
        return 0;
    *(int64_t *)member = json_object_get_int64(value);
    return 1;
}

static int read_count(const struct column *column, json_object *value, void *member) {
    int64_t number = 0;
    if (value && (!read_integer(column, value, &number) || number < 0))
        return 0;
    *(size_t *)member = (size_t)number;
    return 1;
}

static int read_real(const struct column *column, json_object *value, void *member) {
    (void)column;
    return take_real(value, member);
}

/* No enum here has more than a few values; what is beyond has a word too, for all of these. */
static int read_word(const struct column *column, json_object *value, void *member) {
    enum { MOST = 16 };
    const char *text = json_object_get_string(value);
    for (int i = 0; text && i < MOST; i++)
        if (strcmp(column->word(i), text) == 0) {
            *(int *)member = i;
            return 1;
        }
    return !value;
}

static int pass(const struct column *column, json_object *value, void *member) {
    (void)column, (void)value, (void)member;
    return 1;
}

static int (*const readers[COLUMN_TYPES])(const struct column *, json_object *, void *) = {
    [COLUMN_TEXT] = pass,      [COLUMN_INTEGER] = read_integer, [COLUMN_COUNT] = read_count,
    [COLUMN_REAL] = read_real, [COLUMN_WORD] = read_word,       [COLUMN_WARNED] = pass,
};

/* --- texts --- */

/* Which of them COLUMN is; READ_TEXTS for one that is none. */
static size_t text_of(const struct column *column) {
    static const size_t offsets[READ_TEXTS] = {[READ_ARCHIVE] = offsetof(struct row, archive),
                                               [READ_ACTION] = offsetof(struct row, action),
                                               [READ_RUN] = offsetof(struct row, run),
                                               [READ_TYPE] = offsetof(struct row, type),
                                               [READ_LIBRARY] = offsetof(struct row, library),
                                               [READ_REFERENCE] = offsetof(struct row, reference)};
    size_t text = 0;
    while (text < READ_TEXTS && offsets[text] != column->offset)
        text++;
    return text;
}

static int read_text(struct string_pool *texts, json_object *value, uint32_t *number,
                     struct err *err) {
    if (!value)
        return 0;
    *number = string_pool_number(texts, json_object_get_string(value));
    return *number == STRING_POOL_NONE ? err_set(err, ERR_FAILED, "no memory for its texts") : 0;
}

/* --- all of it --- */

/* What one row becomes. */
struct reading {
    struct read_row_keys *keys;
    struct string_pool *texts;
    struct row *row;
    uint32_t *numbers;
    double *parameters;
    int has_size;
};

static int read_member(struct reading *to, size_t place, const char *name, json_object *value,
                       struct err *err) {
    struct read_row_key *key = &to->keys->items[place];
    int fits = 1, code = find_key(to->keys, key, name, err);
    if (code)
        return code;
    const struct column *column = key->column;
    size_t text = column && column->type == COLUMN_TEXT ? text_of(column) : READ_TEXTS;
    if (text < READ_TEXTS)
        return read_text(to->texts, value, &to->numbers[text], err);
    if (column)
        fits = readers[column->type](column, value, (char *)to->row + column->offset);
    else if (key->parameter >= 0)
        fits = take_real(value, &to->parameters[key->parameter]);
    to->has_size |= column && column->offset == offsetof(struct row, size);
    return fits ? 0
                : err_set(err, ERR_USAGE, "\"%s\" is not what bench-analyze --format json writes",
                          name);
}

static int check_whole(const struct reading *read, struct err *err) {
    const char *missing = read->numbers[READ_ACTION] == STRING_POOL_NONE    ? "action"
                          : read->numbers[READ_LIBRARY] == STRING_POOL_NONE ? "library"
                          : read->has_size                                  ? NULL
                                                                            : "size";
    return missing ? err_set(err, ERR_USAGE,
                             "a row without \"%s\", which bench-analyze --format json writes "
                             "unless --columns leaves it out",
                             missing)
                   : 0;
}

int read_row(struct read_row_keys *keys, json_object *object, struct string_pool *texts,
             struct row *row, uint32_t numbers[READ_TEXTS], double parameters[READ_ROW_PARAMETERS],
             struct err *err) {
    struct reading to = {keys, texts, row, numbers, parameters, 0};
    size_t place = 0;
    int code = 0;
    *row = row_unknown;
    for (size_t i = 0; i < READ_TEXTS; i++)
        numbers[i] = STRING_POOL_NONE;
    for (size_t i = 0; i < READ_ROW_PARAMETERS; i++)
        parameters[i] = NAN;
    json_object_object_foreach(object, name, value) {
        if (place == READ_ROW_KEYS)
            code = err_set(err, ERR_USAGE, "a row with more than %d members", READ_ROW_KEYS);
        code = code ? code : read_member(&to, place++, name, value, err);
        if (code)
            return code;
    }
    row->log_ratio = log(row->ratio);
    return check_whole(&to, err);
}
