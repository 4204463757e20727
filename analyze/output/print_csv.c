/* SPDX-License-Identifier: GPL-3.0-or-later */
/* CSV after RFC 4180, but lines end with a single line feed. */
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "formats/text/decimal.h"
#include "analyze/output/print.h"
#include "analyze/columns/records.h"

static void write_quoted(FILE *file, const char *text) {
    putc('"', file);
    for (; *text; text++) {
        if (*text == '"')
            putc('"', file);
        putc(*text, file);
    }
    putc('"', file);
}

static void write_string(FILE *file, const char *text) {
    if (strpbrk(text, ",\"\n\r"))
        write_quoted(file, text);
    else
        fputs(text, file);
}

static void write_text(FILE *file, const struct column *column, const void *member) {
    (void)column;
    const char *text = *(const char *const *)member;
    if (text)
        write_string(file, text);
}

static void write_integer(FILE *file, const struct column *column, const void *member) {
    (void)column;
    fprintf(file, "%" PRId64, *(const int64_t *)member);
}

static void write_count(FILE *file, const struct column *column, const void *member) {
    (void)column;
    fprintf(file, "%zu", *(const size_t *)member);
}

static void write_real(FILE *file, const struct column *column, const void *member) {
    (void)column;
    double value = *(const double *)member;
    if (isfinite(value))
        fputs(digits_shortest(value).text, file);
}

static void write_word(FILE *file, const struct column *column, const void *member) {
    write_string(file, column->word(*(const int *)member));
}

static void write_warned(FILE *file, const struct column *column, const void *member) {
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

static void (*const writers[COLUMN_TYPES])(FILE *, const struct column *, const void *) = {
    [COLUMN_TEXT] = write_text, [COLUMN_INTEGER] = write_integer, [COLUMN_COUNT] = write_count,
    [COLUMN_REAL] = write_real, [COLUMN_WORD] = write_word,       [COLUMN_WARNED] = write_warned,
};

/* Writes one header for all documents, because they have the same columns. */
int print_csv(FILE *file, const struct document *document, size_t before,
              const struct print_options *options, struct err *err) {
    (void)options;
    (void)err;
    for (size_t b = 0; b < document->count; b++) {
        const struct records *records = &document->blocks[b].records;
        if (document->blocks[b].kind != DOCUMENT_GRID)
            continue;
        if (before++ == 0) {
            for (size_t c = 0; c < records->column_count; c++) {
                fputs(c ? "," : "", file);
                write_string(file, records->columns[c].name);
            }
            putc('\n', file);
        }
        for (size_t i = 0; i < records->count; i++) {
            const void *record = records_at(records, i);
            for (size_t c = 0; c < records->column_count; c++) {
                const struct column *column = &records->columns[c];
                double workspace;
                fputs(c ? "," : "", file);
                writers[column->type](file, column, column_value(column, record, &workspace));
            }
            putc('\n', file);
        }
    }
    return 0;
}
