/* SPDX-License-Identifier: GPL-3.0-or-later */
/* RFC 4180, with a line feed alone at the end of a line. */
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "analyze/columns.h"
#include "analyze/digits.h"
#include "analyze/print.h"

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

static void write_text(FILE *file, const void *member) {
    const char *text = *(const char *const *)member;
    if (text)
        write_string(file, text);
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

static void write_status(FILE *file, const void *member) {
    fputs(cell_status_name((int)*(const enum cell_status *)member), file);
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

static void (*const writers[COLUMN_TYPES])(FILE *, const void *) = {
    [COLUMN_TEXT] = write_text, [COLUMN_INTEGER] = write_integer, [COLUMN_COUNT] = write_count,
    [COLUMN_REAL] = write_real, [COLUMN_STATUS] = write_status,   [COLUMN_WARNED] = write_warned,
};

static void write_record(FILE *file, const struct column_set *set, const void *record) {
    for (size_t c = 0; c < set->count; c++) {
        if (c)
            putc(',', file);
        double room;
        writers[set->columns[c].type](file, column_value(&set->columns[c], record, &room));
    }
    putc('\n', file);
}

int print_csv(FILE *file, const struct table *table, const struct print_options *options,
              struct err *err) {
    struct records records;
    int ok = records_of_table(&records, table, options->summary_only);
    for (size_t c = 0; ok && c < records.set.count; c++) {
        fputs(c ? "," : "", file);
        write_string(file, records.set.columns[c].name);
    }
    putc('\n', file);
    for (size_t i = 0; ok && i < records.count; i++)
        write_record(file, &records.set, records_at(&records, i));
    records_release(&records);
    return ok ? 0 : err_set(err, ERR_FAILED, "no memory to write CSV");
}
