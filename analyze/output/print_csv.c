/* SPDX-License-Identifier: GPL-3.0-or-later */
/* CSV after RFC 4180, but lines end with a single line feed. */
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "formats/csv/csv_field.h"
#include "formats/text/decimal.h"
#include "analyze/output/print.h"
#include "analyze/columns/records.h"

/* Nothing for an empty text, as for one that is not known. */
static void write_string(FILE *file, const char *text, const struct print_options *options) {
    if (*text)
        csv_field_write(file, text, ',', options->is_plain);
}

static void write_text(FILE *file, const struct column *column, const void *member,
                       const struct print_options *options) {
    (void)column;
    const char *text = *(const char *const *)member;
    if (text)
        write_string(file, text, options);
}

static void write_integer(FILE *file, const struct column *column, const void *member,
                          const struct print_options *options) {
    (void)options;
    (void)column;
    fprintf(file, "%" PRId64, *(const int64_t *)member);
}

static void write_count(FILE *file, const struct column *column, const void *member,
                        const struct print_options *options) {
    (void)options;
    (void)column;
    fprintf(file, "%zu", *(const size_t *)member);
}

static void write_real(FILE *file, const struct column *column, const void *member,
                       const struct print_options *options) {
    (void)options;
    (void)column;
    double value = *(const double *)member;
    if (isfinite(value))
        fputs(digits_shortest(value).text, file);
}

static void write_word(FILE *file, const struct column *column, const void *member,
                       const struct print_options *options) {
    write_string(file, column->word(*(const int *)member), options);
}

static void write_warned(FILE *file, const struct column *column, const void *member,
                         const struct print_options *options) {
    (void)options;
    (void)column;
    const struct warned *warned = member;
    const char *separator = "";
    for (size_t i = 0; warned->of && i < warned->of->count; i++) {
        if (!warned_has(warned, &warned->of->items[i]))
            continue;
        fprintf(file, "%s%s", separator, warned->of->items[i].rule);
        separator = " ";
    }
}

static void (*const writers[COLUMN_TYPES])(FILE *, const struct column *, const void *,
                                           const struct print_options *) = {
    [COLUMN_TEXT] = write_text, [COLUMN_INTEGER] = write_integer, [COLUMN_COUNT] = write_count,
    [COLUMN_REAL] = write_real, [COLUMN_WORD] = write_word,       [COLUMN_WARNED] = write_warned,
};

/* Writes one header for all documents, because they have the same columns. */
int print_csv(FILE *file, const struct document *document, size_t before,
              const struct print_options *options, struct err *err) {
    (void)err;
    for (size_t b = 0; b < document->count; b++) {
        const struct records *records = &document->blocks[b].records;
        if (document->blocks[b].kind != DOCUMENT_GRID)
            continue;
        if (before++ == 0) {
            for (size_t c = 0; c < records->column_count; c++) {
                fputs(c ? "," : "", file);
                write_string(file, records->columns[c].name, options);
            }
            putc('\n', file);
        }
        for (size_t i = 0; i < records->count; i++) {
            const void *record = records_at(records, i);
            for (size_t c = 0; c < records->column_count; c++) {
                const struct column *column = &records->columns[c];
                double workspace;
                fputs(c ? "," : "", file);
                writers[column->type](file, column, column_value(column, record, &workspace),
                                      options);
            }
            putc('\n', file);
        }
    }
    return 0;
}
