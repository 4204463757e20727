/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/csv/csv_results.h"

#include <math.h>

#include "formats/csv/csv_names.h"

/* A time, or something whose unit will be told elsewhere. */
static int is_primary(const struct csv_column *column) {
    enum unit_kind kind = column->header.unit.kind;
    return column->role == CSV_UNDECIDED && column->header.role == HEADER_RESULT &&
           (kind == UNIT_TIME || (kind == UNIT_NONE && !column->header.is_rate));
}

const struct series_detail *csv_results_rate(const struct csv_column *column) {
    enum unit_kind kind = column->header.unit.kind;
    return kind == UNIT_FLOP_RATE || kind == UNIT_BYTE_RATE || kind == UNIT_RATE ||
                   kind == UNIT_CYCLES
               ? csv_names_detail(unit_kind_detail(kind))
               : NULL;
}

int csv_results_refuse_two(const struct csv_record *record, const char *one, const char *other,
                           struct err *err) {
    return err_set(err, ERR_DAMAGED,
                   "%s: line %zu: two columns say what was measured, \"%.60s\" and \"%.60s\"; "
                   "delete the name of one in the header to leave it out, or give --as "
                   "COLUMN=nothing",
                   record->source->path, record->number, one, other);
}

void csv_results_tell_samples(struct csv_columns *columns, const struct csv_column *column) {
    const char *are = header_samples_are(column->name, &column->header, columns->quantile);
    if (are)
        columns->samples_are = are;
}

/* Whether some column has rates in a unit and nothing else. */
static int has_rate(const struct csv_columns *columns) {
    size_t c = 0;
    while (c < columns->count && (columns->items[c].role != CSV_UNDECIDED ||
                                  columns->items[c].header.role != HEADER_RESULT ||
                                  !csv_results_rate(&columns->items[c])))
        c++;
    return c < columns->count;
}

int csv_results_find_seconds(struct csv_columns *columns, const struct csv_record *record,
                             struct err *err) {
    size_t best = columns->count;
    if (csv_columns_have_role(columns, CSV_SECONDS))
        return 0;
    for (size_t c = 0; c < columns->count; c++) {
        const struct csv_column *column = &columns->items[c], *other = &columns->items[best];
        if (!is_primary(column) ||
            (best < columns->count && column->header.rank > other->header.rank))
            continue;
        if (best < columns->count && column->header.rank == other->header.rank)
            return csv_results_refuse_two(record, other->name, column->name, err);
        best = c;
    }
    if (best == columns->count)
        return 0;
    if (!columns->items[best].header.unit.kind && !columns->is_unit_told && has_rate(columns))
        return 0;
    csv_columns_set_role(columns, best, CSV_SECONDS);
    csv_results_tell_samples(columns, &columns->items[best]);
    return 0;
}

/* Returns the first column with results; `count` if there is none. */
static size_t result_of(const struct csv_columns *columns) {
    size_t c = 0;
    if (csv_columns_have_role(columns, CSV_SECONDS))
        return columns->of_role[CSV_SECONDS];
    while (c < columns->count && columns->items[c].role != CSV_TIMES)
        c++;
    return c;
}

int csv_results_find_measures(struct csv_columns *columns, const struct csv_record *record,
                              struct err *err) {
    struct detail_set taken = {0};
    for (size_t c = 0; c < columns->count; c++) {
        struct csv_column *column = &columns->items[c];
        const struct header *header = &column->header;
        const struct series_detail *detail = NULL;
        if (column->role != CSV_UNDECIDED)
            continue;
        if (header->role == HEADER_RESULT)
            detail = csv_results_rate(column);
        if ((header->role == HEADER_MEASURE || header->role == HEADER_CPU) && header->detail)
            detail = csv_names_detail(header->detail);
        if (detail && *detail->unit != '1' && !header->unit.kind)
            detail = NULL;
        /* Beside seconds, "time" may be the time of day. */
        int is_moment = header->role == HEADER_RESULT && header->is_time && !header->unit.kind &&
                        csv_columns_have_role(columns, CSV_SECONDS);
        int is_measure = (header->role == HEADER_RESULT && !is_moment) ||
                         header->role == HEADER_MEASURE || header->role == HEADER_CPU ||
                         header->role == HEADER_SPREAD ||
                         (header->role == HEADER_OF_NAME && header->unit.kind);
        if (!detail || columns->is_wide ||
            detail_set_has(&taken, (size_t)(detail - series_details))) {
            size_t like = header->role == HEADER_MEASURE ? columns->count : result_of(columns);
            if (is_measure && !csv_columns_make_measure(columns, c, NULL, like))
                return csv_columns_no_memory(record, err);
            continue;
        }
        detail_set_add(&taken, (size_t)(detail - series_details));
        column->detail = detail;
        if (header->role == HEADER_RESULT && !columns->samples_are &&
            !csv_columns_have_role(columns, CSV_SECONDS))
            csv_results_tell_samples(columns, column);
        if (!header->unit.kind)
            column->worth = 1;
        csv_columns_set_role(columns, c, detail->is_optional ? CSV_DETAIL : CSV_CPU_SECONDS);
    }
    return 0;
}