/* SPDX-License-Identifier: GPL-3.0-or-later */
/* mimalloc_bench.c: reads what mimalloc-bench keeps in benchres.csv (D. Leijen,
 * github.com/daanx/mimalloc-bench): words between blanks, below a comment that names them.
 *
 *     # benchmark allocator elapsed rss user sys page-faults page-reclaims
 *     cfrac mi 03.15 4580 3.14 0.00 0 452
 *
 * Each benchmark is an action, unless options->action names it, and each allocator a library. A
 * line is a sample, of a process that GNU time has measured: in seconds, or minutes and seconds,
 * and in KiB. The rest are details of it. */
#include "formats/foreign/foreign.h"

#include <math.h>
#include <string.h>

#include "formats/csv_text/csv_number.h"
#include "formats/harness/csv_rows.h"
#include "formats/harness/other_numbers.h"
#include "formats/text/decimal.h"

#define MARK   "# "
#define HEADER "benchmark allocator elapsed rss"

/* The columns that become details. */
static const struct {
    const char *column, *name, *unit;
    double worth;
} details[] = {
    {"rss", "max_memory", "byte", 1024},        {"user", "user_seconds", "s", 1},
    {"sys", "system_seconds", "s", 1},          {"page-faults", "major_faults", NULL, 1},
    {"page-reclaims", "minor_faults", NULL, 1},
};

/* Reads TEXT, a number or a duration of several parts. */
static int read_amount(const char *text, double *value) {
    size_t n = strlen(text);
    return (decimal_read(text, n, value) || csv_duration_read(text, n, value)) && *value >= 0 &&
           isfinite(*value);
}

/* Adds the current one of ROWS. */
static int add_row(struct import_builder *builder, const struct csv_rows *rows,
                   const struct format_options *options, struct err *err) {
    const size_t line = csv_rows_line(rows);
    struct other_numbers numbers = {.detail_count = 0};
    struct import_builder_sample sample = {
        .action = options->action ? options->action : csv_rows_field(rows, "benchmark"),
        .library = csv_rows_field(rows, "allocator"),
        .size = IMPORT_BUILDER_NO_SIZE,
        .seed = IMPORT_BUILDER_NEXT,
        .cpu_seconds = NAN,
        .calls = -1,
        .place = line,
    };
    if (rows->record.count != rows->count)
        return err_set(err, ERR_DAMAGED, "%s: line %zu: %zu words, where the header has %zu",
                       builder->path, line, rows->record.count, rows->count);
    if (!read_amount(csv_rows_field(rows, "elapsed"), &sample.seconds))
        return err_set(err, ERR_DAMAGED, "%s: line %zu: \"%.60s\" is no time; delete the line",
                       builder->path, line, csv_rows_field(rows, "elapsed"));
    for (size_t i = 0; i < sizeof details / sizeof *details; i++) {
        double value;
        if (read_amount(csv_rows_field(rows, details[i].column), &value))
            other_numbers_add(&numbers, details[i].name, details[i].unit, value * details[i].worth);
    }
    other_numbers_give(&numbers, &sample);
    return import_builder_add(builder, &sample, err);
}

static int read_mimalloc_bench(struct import_builder *builder, const struct source *source,
                               const struct format_options *options, struct err *err) {
    const size_t at = csv_rows_find(source->text, source->length, MARK HEADER);
    struct csv_rows rows;
    builder->place_name = "line";
    if (at == source->length)
        return err_set(err, ERR_DAMAGED, "%s: no line begins with " MARK HEADER, source->path);
    int rc = csv_rows_begin(&rows, source, at + strlen(MARK), err), more = rc == 0;
    if (rc == 0 && rows.record.delimiter != ' ')
        rc = more =
            err_set(err, ERR_DAMAGED, "%s: no lines of as many words as the header", source->path);
    while (more == 1 && (more = csv_rows_next(&rows, err)) == 1)
        if ((rc = add_row(builder, &rows, options, err)))
            break;
    csv_rows_end(&rows);
    return rc ? rc : more;
}

static int recognises(const char *head, size_t n, const char *path) {
    (void)path;
    return csv_rows_find(head, n, MARK HEADER) < n;
}

const struct format mimalloc_bench_format = {
    .name = "mimalloc-bench",
    .about = "mimalloc-bench: benchres.csv",
    .extensions = "",
    .recognises = recognises,
    .read = read_mimalloc_bench,
};
