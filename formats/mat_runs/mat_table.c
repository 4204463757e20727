/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/mat_runs/mat_table.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "formats/csv/csv.h"
#include "formats/csv/csv_columns.h"
#include "formats/import/header_words.h"
#include "formats/mat_runs/mat_layout.h"
#include "formats/model/hash_table.h"
#include "formats/text/decimal.h"
#include "formats/text/unicode.h"

/* --- columns --- */

static int is_vector(const struct mat_array *array) {
    return array->rank == 2 && array->count > 1 && (array->dims[0] == 1 || array->dims[1] == 1);
}

static int is_of_numbers(const struct mat_array *array) {
    return mat_class_is_numeric(array->class) && !array->is_complex;
}

static int is_one_text(const struct mat_array *array) {
    return array->class == MAT_CHAR && array->count && array->rank == 2 && array->dims[0] == 1;
}

/* Objects have no dimensions that are known. */
static int is_nothing(const struct mat_array *array) {
    return !array->count && (mat_class_is_numeric(array->class) || array->class == MAT_CHAR ||
                             array->class == MAT_CELL);
}

/* Whether each of ROWS arrays, STEP apart, is a number, a text or empty, and some are not. Sets
 * IS_TEXT to whether some are texts. */
static int are_cells(const struct mat_array *first, size_t step, size_t rows, int *is_text) {
    size_t filled = 0;
    *is_text = 0;
    for (size_t r = 0; r < rows; r++) {
        const struct mat_array *item = &first[r * step];
        int is_number = is_of_numbers(item) && item->count == 1;
        *is_text |= is_one_text(item);
        if (!is_number && !is_one_text(item) && !is_nothing(item))
            return 0;
        filled += !is_nothing(item);
    }
    return filled > 0;
}

static int add_column(struct mat_table *table, const struct mat_column *column) {
    if ((table->count & (table->count - 1)) == 0) {
        size_t room = table->count ? 2 * table->count : 1;
        struct mat_column *columns = reallocarray(table->columns, room, sizeof *columns);
        if (!columns)
            return 0;
        table->columns = columns;
    }
    table->columns[table->count++] = *column;
    return 1;
}

/* --- rows of structs --- */

static const struct mat_array *field_of(const struct mat_array *structs, size_t r, size_t f) {
    return &structs->items[r * structs->field_count + f];
}

/* Returns the first field whose name says that it has results, and which holds several numbers in
 * some struct; field_count if there is none. */
static size_t find_results(const struct mat_array *structs) {
    size_t f = 0;
    for (; f < structs->field_count; f++) {
        const struct header header = header_read(structs->fields[f]);
        int is_result = header.unit.kind || header.role == HEADER_RESULT;
        for (size_t r = 0; is_result && r < structs->count; r++)
            if (is_of_numbers(field_of(structs, r, f)) && field_of(structs, r, f)->count > 1)
                return f;
    }
    return f;
}

/* Tells what RESULTS hold in struct R: at the points of a vector of sizes or parameters that is as
 * long as one dimension, or else samples of one point. */
static struct mat_rows rows_of(const struct mat_array *structs, size_t r,
                               const struct mat_array *results) {
    for (size_t f = 0; results->rank == 2 && f < structs->field_count; f++) {
        const struct mat_array *array = field_of(structs, r, f);
        enum header_role role = header_read(structs->fields[f]).role;
        if (is_of_numbers(array) && is_vector(array) &&
            (role == HEADER_SIZE || role == HEADER_PARAMETER) &&
            (!results->count || array->count == results->dims[0] ||
             array->count == results->dims[1]))
            return (struct mat_rows){array->count,
                                     results->count ? results->count / array->count : 1};
    }
    return (struct mat_rows){1, results->count ? results->count : 1};
}

/* Whether ARRAY has a number for each of ROWS, one for all of their points, samples or both, or
 * nothing. */
static int fits_rows(const struct mat_array *array, struct mat_rows rows) {
    return is_nothing(array) ||
           (is_of_numbers(array) &&
            (array->count == 1 || (array->count == rows.points && is_vector(array)) ||
             (array->rank == 2 && array->count == rows.points * rows.samples)));
}

/* Whether field F is a column of numbers, some of which are several in one struct. */
static int is_of_rows(const struct mat_table *table, const struct mat_array *structs, size_t f) {
    size_t several = 0, r = 0;
    for (; table->of_struct && r < structs->count; r++) {
        const struct mat_array *array = field_of(structs, r, f);
        if (!fits_rows(array, table->of_struct[r]))
            return 0;
        several += array->count > 1;
    }
    return several > 0;
}

/* Sets of_struct and rows. */
static int find_rows_of(struct mat_table *table, const struct mat_array *structs) {
    size_t results = find_results(structs);
    table->rows = table->structs = structs->count;
    if (results == structs->field_count)
        return 1;
    if (!(table->of_struct = calloc(structs->count, sizeof *table->of_struct)))
        return 0;
    table->rows = 0;
    for (size_t r = 0; r < structs->count; r++) {
        const struct mat_array *array = field_of(structs, r, results);
        table->of_struct[r] = rows_of(structs, r, array);
        table->rows += table->of_struct[r].points * table->of_struct[r].samples;
    }
    return 1;
}

int mat_table_of_structs(struct mat_table *table, const struct mat_array *structs) {
    *table = (struct mat_table){0};
    int ok = structs->count < 2 || find_rows_of(table, structs);
    for (size_t f = 0; ok && structs->count > 1 && f < structs->field_count; f++) {
        struct mat_column column = {
            .name = structs->fields[f],
            .field = f,
            .first = &structs->items[f],
            .step = structs->field_count,
        };
        if (are_cells(column.first, column.step, structs->count, &column.is_text) ||
            is_of_rows(table, structs, f))
            ok = add_column(table, &column);
    }
    return ok;
}

/* --- vectors --- */

/* Describes field F of DATA as a column and returns its rows; 0 if it is none. */
static size_t column_of(const struct mat_array *data, size_t f, struct mat_column *column) {
    const struct mat_array *array = &data->items[f];
    *column = (struct mat_column){.name = data->fields[f], .field = f, .first = array};
    if (array->class == MAT_CELL && is_vector(array)) {
        column->first = array->items;
        column->step = 1;
        return are_cells(column->first, 1, array->count, &column->is_text) && column->is_text
                   ? array->count
                   : 0;
    }
    column->is_text = array->class == MAT_CHAR && array->rank == 2 && array->dims[0] > 1 &&
                      array->count && header_word(column->name, HEADER_LIBRARY) != HEADER_NO_WORD;
    return column->is_text                            ? array->dims[0]
           : is_of_numbers(array) && is_vector(array) ? array->count
                                                      : 0;
}

static int is_length(const void *lengths, uint32_t number, const void *length) {
    return ((const size_t *)lengths)[number] == *(const size_t *)length;
}

static int is_length_of_numbers(const struct slots *slots, const size_t *lengths, size_t length) {
    return slots_find(slots, slots_hash_number(slots_hash(), length), is_length, lengths,
                      &length) != SLOTS_NONE;
}

/* Sets ROWS to how many the first texts have that stand beside as many numbers; 0 for none. Returns
 * 0 if memory runs out. */
static int find_rows(const struct mat_array *data, size_t *rows) {
    size_t *lengths = calloc(data->field_count + 1, sizeof *lengths), count = 0;
    struct slots slots = {0};
    int ok = lengths != NULL;
    *rows = 0;
    for (size_t f = 0; ok && f < data->field_count; f++) {
        size_t length = data->items[f].count;
        if (is_of_numbers(&data->items[f]) && is_vector(&data->items[f]) &&
            !is_length_of_numbers(&slots, lengths, length)) {
            lengths[count] = length;
            ok = slots_add(&slots, slots_hash_number(slots_hash(), length), (uint32_t)count++);
        }
    }
    for (size_t f = 0; ok && !*rows && f < data->field_count; f++) {
        struct mat_column column;
        size_t of_column = column_of(data, f, &column);
        if (column.is_text && is_length_of_numbers(&slots, lengths, of_column))
            *rows = of_column;
    }
    slots_release(&slots);
    free(lengths);
    return ok;
}

int mat_table_of_columns(struct mat_table *table, const struct mat_array *data) {
    *table = (struct mat_table){0};
    int ok = find_rows(data, &table->rows);
    for (size_t f = 0; ok && table->rows && f < data->field_count; f++) {
        struct mat_column column;
        if (column_of(data, f, &column) == table->rows)
            ok = add_column(table, &column);
    }
    return ok;
}

void mat_table_release(struct mat_table *table) {
    free(table->columns);
    free(table->of_struct);
    *table = (struct mat_table){0};
}

/* --- as text --- */

/* Writes TEXT in quotes, without what a table cannot have within them. */
static void write_text(FILE *file, char *text) {
    size_t length = strlen(text);
    utf8_clean(text, ' ');
    while (length && text[length - 1] == ' ')
        length--;
    putc('"', file);
    for (size_t i = strspn(text, " "); i < length; i++) {
        if (text[i] == '"')
            putc('"', file);
        putc(text[i], file);
    }
    putc('"', file);
}

/* Returns row R of a matrix of characters, which the caller must free; NULL if memory runs out. */
static char *row_text(const struct mat_array *array, size_t r) {
    size_t rows = array->dims[0], columns = array->dims[1];
    const uint16_t *units = array->real;
    uint16_t *row = reallocarray(NULL, columns, sizeof *row);
    for (size_t c = 0; row && c < columns; c++)
        row[c] = units[c * rows + r];
    char *text = row ? utf16_to_utf8(row, columns) : NULL;
    free(row);
    return text;
}

/* Which number of ARRAY is that of SAMPLE at POINT, of ROWS. */
static size_t place_in(const struct mat_array *array, struct mat_rows rows, size_t point,
                       size_t sample) {
    if (array->count == 1)
        return 0;
    if (array->count == rows.points && is_vector(array))
        return point;
    if (rows.points == 1)
        return sample;
    return array->dims[1] == rows.points ? point * array->dims[0] + sample
                                         : sample * array->dims[0] + point;
}

/* Writes number K of the array in row R of COLUMN, or its text. Returns 0 if memory runs out. */
static int write_cell(FILE *file, const struct mat_column *column, size_t r, size_t k) {
    const struct mat_array *array = &column->first[r * column->step];
    if (is_nothing(array))
        return 1;
    if (array->class != MAT_CHAR) {
        double value = mat_number(array, k);
        fputs(isnan(value)      ? "nan"
              : isfinite(value) ? digits_shortest(value).text
              : value < 0       ? "-inf"
                                : "inf",
              file);
        return 1;
    }
    char *text = column->step ? mat_text(array) : row_text(array, r);
    if (text)
        write_text(file, text);
    free(text);
    return text != NULL;
}

/* Writes a line: that of SAMPLE at POINT, of ROWS, which row or struct R has. */
static int write_line(FILE *file, const struct mat_table *table, size_t r, struct mat_rows rows,
                      size_t point, size_t sample) {
    int ok = 1;
    for (size_t c = 0; ok && c < table->count; c++) {
        const struct mat_column *column = &table->columns[c];
        size_t k =
            !column->step ? r : place_in(&column->first[r * column->step], rows, point, sample);
        fputs(c ? "," : "", file);
        ok = write_cell(file, column, r, k);
    }
    putc('\n', file);
    return ok;
}

static int write_lines(FILE *file, const struct mat_table *table) {
    static const struct mat_rows one = {1, 1};
    size_t count = table->of_struct ? table->structs : table->rows;
    int ok = 1;
    for (size_t r = 0; ok && r < count; r++) {
        struct mat_rows rows = table->of_struct ? table->of_struct[r] : one;
        for (size_t p = 0; ok && p < rows.points; p++)
            for (size_t s = 0; ok && s < rows.samples; s++)
                ok = write_line(file, table, r, rows, p, s);
    }
    return ok;
}

/* What is called as our own sizes are has the name that they have in tables. */
static int write_header(FILE *file, const struct mat_table *table, const char *size_param) {
    for (size_t c = 0; c < table->count; c++) {
        const char *name = table->columns[c].name;
        char *copy = strdup(!size_param && strcmp(name, MAT_LAYOUT_SIZES) == 0 ? "size" : name);
        if (!copy)
            return 0;
        fputs(c ? "," : "", file);
        write_text(file, copy);
        free(copy);
    }
    putc('\n', file);
    return 1;
}

/* Returns the header as text, of LENGTH bytes, and all lines if it HAS_LINES, which the caller must
 * free; NULL if memory runs out. */
static char *write_table(const struct mat_table *table, int has_lines, const char *size_param,
                         size_t *length) {
    char *text = NULL;
    FILE *file = open_memstream(&text, length);
    int ok =
        file && write_header(file, table, size_param) && (!has_lines || write_lines(file, table));
    if (file && (fclose(file) != 0 || !ok)) {
        free(text);
        text = NULL;
    }
    return text;
}

double mat_table_bytes(const struct mat_table *table) {
    enum { NUMBER = 10 };
    double bytes = (double)table->rows * (double)table->count * NUMBER;
    for (size_t r = 0; table->of_struct && r < table->structs; r++)
        for (size_t c = 0; c < table->count; c++) {
            const struct mat_column *column = &table->columns[c];
            const struct mat_array *array = &column->first[r * column->step];
            if (array->class == MAT_CHAR)
                bytes += (double)array->count * (double)table->of_struct[r].points *
                         (double)table->of_struct[r].samples;
        }
    return bytes;
}

/* --- what it is --- */

int mat_table_has_results(const struct mat_table *table, const char *size_param) {
    size_t length, c = 0, numbers = 0;
    while (size_param && c < table->count && strcmp(table->columns[c].name, size_param) != 0)
        c++;
    if (size_param && c == table->count)
        return 0;
    for (c = 0; c < table->count; c++)
        numbers += !table->columns[c].is_text;
    char *text = numbers && table->count > 1 ? write_table(table, 0, size_param, &length) : NULL;
    int has = text && csv_columns_recognise(text, length, 2);
    free(text);
    return has;
}

int mat_table_has_words(const struct mat_table *table) {
    size_t c = 0;
    for (; c < table->count; c++) {
        const struct header header = header_read(table->columns[c].name);
        if (header.unit.kind || header.role == HEADER_RESULT || header.role == HEADER_LIBRARY)
            break;
    }
    return c < table->count;
}

/* --- reading --- */

/* Writes the VARIABLE and "row 3" in the place of the line of the text that a message names, and
 * nothing of its header. */
static int name_place(int rc, const char *path, const char *variable, struct err *err) {
    static const struct {
        const char *of_text, *of_table;
    } places[] = {{"line 0: ", ""}, {"line ", "row "}, {"lines ", "rows "}, {"", ""}};
    size_t n = strlen(path), i = 0;
    if (!rc || !err || strncmp(err->message, path, n) != 0 ||
        strncmp(err->message + n, ": ", 2) != 0)
        return rc;
    static const char header[] = " in the header";
    struct err plain = *err;
    const char *rest = plain.message + n + 2;
    for (char *at; (at = strstr(plain.message, header));)
        memmove(at, at + strlen(header), strlen(at + strlen(header)) + 1);
    while (strncmp(rest, places[i].of_text, strlen(places[i].of_text)) != 0)
        i++;
    return err_set(err, rc, "%s: %s%s%s%s%s", path, *variable ? "variable " : "", variable,
                   *variable ? ": " : "", places[i].of_table, rest + strlen(places[i].of_text));
}

int mat_table_read(const struct mat_table *table, const char *variable,
                   struct import_builder *builder, const char *prefix,
                   const struct format_options *options, struct err *err) {
    struct source source = {.path = builder->path};
    char *text = write_table(table, 1, options->size_param, &source.length);
    source.text = text;
    int rc = text ? csv_read_made(builder, &source, prefix, options, err)
                  : err_set(err, ERR_FAILED, "%s: no memory for its table", builder->path);
    builder->place_name = "row";
    free(text);
    return name_place(rc, builder->path, variable, err);
}
