/* SPDX-License-Identifier: GPL-3.0-or-later */
/* CSV after RFC 4180, but lines end with a single line feed. */
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "formats/csv_text/csv_field.h"
#include "formats/text/decimal.h"
#include "analyze/output/print.h"
#include "analyze/columns/records.h"

/* Nothing for an empty text, as for one that is not known. */
static void write_string(FILE *file, const char *text, int is_plain) {
    if (text && *text)
        csv_field_write(file, text, ',', is_plain);
}

static void write_integer(FILE *file, const void *member) {
    fprintf(file, "%" PRId64, *(const int64_t *)member);
}

static void write_count(FILE *file, const void *member) {
    fprintf(file, "%zu", *(const size_t *)member);
}

static void write_real(FILE *file, const void *member) {
    double value = *(const double *)member;
    if (isfinite(value))
        fputs(digits_shortest(value).text, file);
}

static void write_warned(FILE *file, const void *member) {
    const struct warned *warned = member;
    const char *separator = "";
    for (size_t i = 0; warned->of && i < warned->of->count; i++) {
        if (!warned_has(warned, &warned->of->items[i]))
            continue;
        fprintf(file, "%s%s", separator, warned->of->items[i].rule);
        separator = " ";
    }
}

/* Of what needs no quotes. */
static void (*const writers[COLUMN_TYPES])(FILE *, const void *) = {
    [COLUMN_INTEGER] = write_integer, [COLUMN_COUNT] = write_count,   [COLUMN_REAL] = write_real,
    [COLUMN_INTERVAL] = write_real,   [COLUMN_WARNED] = write_warned,
};

static void write_member(FILE *file, const struct column *column, const void *member,
                         int is_plain) {
    if (writers[column->type])
        writers[column->type](file, member);
    else
        write_string(file,
                     column->type == COLUMN_WORD ? column->word(*(const int *)member)
                                                 : *(const char *const *)member,
                     is_plain);
}

/* Writes one header for all documents, because they have the same columns. */
void print_csv(FILE *file, const struct document *document, size_t before,
               const struct print_options *options) {
    for (size_t b = 0; b < document->count; b++) {
        const struct records *records = &document->blocks[b].records;
        if (document->blocks[b].kind != DOCUMENT_GRID)
            continue;
        if (before++ == 0) {
            for (size_t c = 0; c < records->column_count; c++) {
                fputs(c ? "," : "", file);
                write_string(file, records->columns[c].name, options->is_plain);
            }
            putc('\n', file);
        }
        for (size_t i = 0; i < records->count; i++) {
            const void *record = records_at(records, i);
            for (size_t c = 0; c < records->column_count; c++) {
                const struct column *column = &records->columns[c];
                double workspace;
                fputs(c ? "," : "", file);
                write_member(file, column, column_value(column, record, &workspace),
                             options->is_plain);
            }
            putc('\n', file);
        }
    }
}
