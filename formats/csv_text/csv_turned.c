/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/csv_text/csv_turned.h"

#include <stdio.h>
#include <string.h>

#include "formats/csv_text/csv_field.h"
#include "formats/csv_text/csv_number.h"
#include "formats/import/header_words.h"

enum { MOST_LINES = 100 };

static int is_number(const struct csv_record *record, size_t c) {
    struct measured_unit unit;
    double number;
    return csv_number_read(record->fields[c], strlen(record->fields[c]), record->mark, &number,
                           &unit);
}

/* Whether a text in RECORD, its first line, says what a column holds. */
static int has_words(const struct csv_record *record) {
    int has = header_read(record->fields[0]).unit.kind != UNIT_NONE;
    for (size_t c = 1; c < record->count; c++) {
        const struct header header = header_read(record->fields[c]);
        has |= !is_number(record, c) && (header.unit.kind || header.role == HEADER_RESULT);
    }
    return has;
}

/* Whether RECORD has results, in a unit, and nothing but numbers behind their name. */
static int has_results(const struct csv_record *record) {
    const struct header header = header_read(record->fields[0]);
    size_t c = 1;
    if (header.role != HEADER_RESULT ||
        (header.unit.kind != UNIT_TIME && !unit_kind_is_rate(header.unit.kind)))
        return 0;
    while (c < record->count && is_number(record, c))
        c++;
    return c == record->count;
}

int csv_turned_is(struct csv_record *record) {
    int rc = csv_record_next(record, NULL), are_names = 1, has = 0;
    size_t count = record->count, lines = 1;
    if (rc == 1 && count > 1 && !has_words(record))
        while ((rc = csv_record_next(record, NULL)) == 1 && are_names && lines < MOST_LINES) {
            are_names = record->count == count && *record->fields[0] && !is_number(record, 0);
            has |= are_names && has_results(record);
            lines++;
        }
    csv_record_rewind(record);
    return rc == 0 && are_names && has;
}

/* What the names or numbers in RECORD, the first line, are called. */
static const char *corner(const struct csv_record *record) {
    static const enum header_role of_numbers[] = {HEADER_SIZE, HEADER_PARAMETER},
                                  of_names[] = {HEADER_LIBRARY, HEADER_ACTION};
    int are_numbers = is_number(record, 1);
    for (size_t i = 0; i < 2; i++)
        if (header_word(record->fields[0], are_numbers ? of_numbers[i] : of_names[i]) !=
            HEADER_NO_WORD)
            return record->fields[0];
    return are_numbers ? "size" : "library";
}

/* Writes field C of all lines as a line. */
static void write_column(struct csv_record *record, size_t c, FILE *file) {
    csv_record_rewind(record);
    for (size_t line = 0; csv_record_next(record, NULL) == 1; line++) {
        fputs(line ? "," : "", file);
        csv_field_write(file, line || c ? record->fields[c] : corner(record), ',', 1);
    }
    fputc('\n', file);
}

int csv_turned_make(struct csv_record *record, struct source *turned, struct err *err) {
    int rc = csv_record_next(record, err);
    size_t count = record->count;
    *turned = (struct source){.path = record->source->path};
    FILE *file = rc == 1 ? open_memstream(&turned->owned, &turned->length) : NULL;
    for (size_t c = 0; file && c < count; c++)
        write_column(record, c, file);
    if (rc == 1 && (!file || fclose(file) != 0))
        return err_set(err, ERR_FAILED, "%s: no memory to read it", turned->path);
    turned->text = turned->owned;
    return rc == 1 ? 0 : rc;
}

void csv_turned_name_place(struct err *err) {
    static const char word[] = ": line";
    char *at = err ? strstr(err->message, word) : NULL;
    char rest[sizeof err->message];
    size_t first, second;
    int length = 0;
    if (!at)
        return;
    size_t room = sizeof err->message - (size_t)(at - err->message);
    snprintf(rest, sizeof rest, "%s", at + strlen(word));
    if (sscanf(rest, "s %zu and %zu%n", &first, &second, &length) == 2)
        snprintf(at, room, ": columns %zu and %zu%s", first + 1, second + 1, rest + length);
    else if (sscanf(rest, " %zu%n", &first, &length) == 1)
        snprintf(at, room, ": column %zu%s", first + 1, rest + length);
}
