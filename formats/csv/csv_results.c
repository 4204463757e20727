/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/csv/csv_results.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "formats/csv/csv_names.h"
#include "formats/csv/csv_wide.h"

/* A time, or something whose unit will be told elsewhere. */
static int is_primary(const struct csv_column *column) {
    enum unit_kind kind = column->header.unit.kind;
    return column->role == CSV_UNDECIDED && column->header.role == HEADER_RESULT &&
           (kind == UNIT_TIME || (kind == UNIT_NONE && !column->header.is_rate));
}

const struct series_detail *csv_results_rate(const struct csv_column *column) {
    enum unit_kind kind = column->header.unit.kind;
    return unit_kind_is_rate(kind) || kind == UNIT_CYCLES ? csv_names_detail(unit_kind_detail(kind))
                                                          : NULL;
}

int csv_results_refuse_two(const struct csv_record *record, const char *one, const char *other,
                           struct err *err) {
    return err_set(err, ERR_DAMAGED,
                   "%s: line %zu: two columns say what was measured, \"%.60s\" and \"%.60s\"; "
                   "delete the name of one in the header to leave it out, or give --as "
                   "\"%.60s=nothing\"",
                   record->source->path, record->number, one, other, other);
}

void csv_results_tell_samples(struct csv_columns *columns, const struct csv_column *column) {
    const char *are = header_samples_are(column->name, &column->header, columns->samples_text);
    if (are)
        columns->samples_are = are;
}

/* Whether COLUMN may tell whether results are right, as "result" does. */
static int is_outcome(const struct csv_column *column) {
    return !column->header.unit.kind && header_word(column->name, HEADER_OUTCOME) != HEADER_NO_WORD;
}

/* How unlikely COLUMN has the results: those of a byte or another part of a call, or outcomes. */
static int unlikeliness(const struct csv_column *column) {
    return 2 * is_outcome(column) + (*column->header.per != '\0');
}

int csv_results_is_likelier(const struct csv_column *column, const struct csv_column *other) {
    int one = unlikeliness(column), two = unlikeliness(other);
    return one != two ? one < two : column->header.rank < other->header.rank;
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
    int are_numbers = 0;
    if (csv_columns_have_role(columns, CSV_SECONDS))
        return 0;
    for (size_t c = 0; c < columns->count; c++)
        are_numbers |= (is_primary(&columns->items[c]) && !columns->items[c].begins_with_text) ||
                       csv_wide_is_of_name(&columns->items[c]);
    for (size_t c = 0; c < columns->count; c++) {
        const struct csv_column *column = &columns->items[c], *other = &columns->items[best];
        if (!is_primary(column) || (are_numbers && column->begins_with_text) ||
            (best < columns->count && csv_results_is_likelier(other, column)))
            continue;
        if (best < columns->count && !csv_results_is_likelier(column, other))
            return csv_results_refuse_two(record, other->name, column->name, err);
        best = c;
    }
    if (best == columns->count)
        return 0;
    if (!columns->items[best].header.unit.kind && !columns->is_unit_told &&
        !columns->items[best].begins_with_unit && has_rate(columns))
        return 0;
    csv_columns_set_role(columns, best, CSV_SECONDS);
    csv_results_tell_samples(columns, &columns->items[best]);
    return 0;
}

size_t csv_results_first(const struct csv_columns *columns) {
    size_t c = 0;
    if (csv_columns_have_role(columns, CSV_SECONDS))
        return columns->of_role[CSV_SECONDS];
    while (c < columns->count && columns->items[c].role != CSV_TIMES)
        c++;
    return c;
}

/* Whether another column of rates of the same kind is likelier to have the results than C. */
static int has_likelier_rate(const struct csv_columns *columns, size_t c) {
    const struct csv_column *column = &columns->items[c];
    size_t other = 0;
    while (other < columns->count &&
           (columns->items[other].role != CSV_UNDECIDED ||
            columns->items[other].header.role != HEADER_RESULT ||
            csv_results_rate(&columns->items[other]) != csv_results_rate(column) ||
            !csv_results_is_likelier(&columns->items[other], column)))
        other++;
    return other < columns->count;
}

int csv_results_find_measures(struct csv_columns *columns, const struct csv_record *record,
                              struct err *err) {
    struct detail_set taken = {0};
    int has_results = 0;
    for (size_t c = 0; c < columns->count; c++) {
        struct csv_column *column = &columns->items[c];
        const struct header *header = &column->header;
        const struct series_detail *detail = NULL;
        int is_error = header_word(column->name, HEADER_ERROR) != HEADER_NO_WORD; /* or a number */
        if (column->role != CSV_UNDECIDED || column->begins_with_text ||
            (is_error && !header->unit.kind))
            continue;
        if (header->role == HEADER_RESULT && !has_likelier_rate(columns, c))
            detail = csv_results_rate(column);
        if ((header->role == HEADER_MEASURE || header->role == HEADER_CPU) && header->detail)
            detail = csv_names_detail(header->detail);
        int is_of_results = header->role == HEADER_RESULT;
        if (detail && ((*detail->unit != '1' && !header->unit.kind) ||
                       (column->has_negative && !is_of_results)))
            detail = NULL;
        /* Beside seconds, "time" may be the time of day. */
        int is_moment = header->role == HEADER_RESULT && header->is_time && !header->unit.kind &&
                        header->rank == RANK_PLAIN && !column->begins_with_unit &&
                        csv_columns_have_role(columns, CSV_SECONDS);
        int has_unit = header->unit.kind || (header->is_time && columns->is_unit_told);
        /* Unless it says a unit, "system" may have names, and "result" verdicts. */
        int is_amount = header->unit.kind == UNIT_BYTES; /* which may be a size */
        int is_measure =
            (header->role == HEADER_RESULT && !is_moment && !is_amount && !is_outcome(column)) ||
            header->role == HEADER_MEASURE || (header->role == HEADER_CPU && header->unit.kind) ||
            header->role == HEADER_SPREAD ||
            (header->role == HEADER_OF_NAME && has_unit && !is_amount);
        if (!detail || columns->is_wide ||
            detail_set_has(&taken, (size_t)(detail - series_details))) {
            size_t like =
                header->role == HEADER_MEASURE ? columns->count : csv_results_first(columns);
            if (is_measure && !csv_columns_make_measure(columns, c, NULL, like))
                return csv_columns_no_memory(record, err);
            continue;
        }
        detail_set_add(&taken, (size_t)(detail - series_details));
        column->detail = detail;
        if (header->role == HEADER_RESULT && !has_results &&
            !csv_columns_have_role(columns, CSV_SECONDS))
            csv_results_tell_samples(columns, column);
        has_results |= header->role == HEADER_RESULT;
        if (!header->unit.kind)
            column->worth = 1;
        csv_columns_set_role(columns, c, detail->is_optional ? CSV_DETAIL : CSV_CPU_SECONDS);
    }
    return 0;
}

/* --- results of many calls --- */

/* Returns the place of COLUMN among the words for calls, unless it has another role. */
static size_t calls_word(const struct csv_column *column) {
    int is_free =
        column->role == CSV_UNDECIDED || (column->role == CSV_LEFT_OUT && !column->is_given);
    return is_free ? header_word(column->name, HEADER_CALLS) : HEADER_NO_WORD;
}

/* Returns the column that says how many calls were timed for the results of a line; `count` if
 * there is none. */
static size_t find_line_calls(const struct csv_columns *columns) {
    size_t best = columns->of_role[CSV_CALLS], least = HEADER_NO_WORD;
    int is_known = best < columns->count;
    for (size_t c = 0; !is_known && c < columns->count; c++) {
        size_t place = calls_word(&columns->items[c]);
        if (place >= least)
            continue;
        least = place;
        best = c;
    }
    return best;
}

/* Finds for each column with results that which says it of its library alone; `count`: none does.
 * Returns NULL if memory runs out. */
static size_t *find_own_calls(const struct csv_columns *columns) {
    size_t *own = malloc((columns->count + 1) * sizeof *own);
    for (size_t c = 0; own && c < columns->count; c++)
        own[c] = columns->count;
    for (size_t c = columns->count; own && c-- > 0;) {
        const struct csv_column *column = &columns->items[c];
        if (column->role == CSV_MEASURE && column->library && column->owner < columns->count &&
            header_word(column->measure, HEADER_CALLS) != HEADER_NO_WORD)
            own[column->owner] = c;
    }
    /* The owner is the first column of its library. */
    for (size_t c = 0; own && c < columns->count; c++) {
        const struct csv_column *column = &columns->items[c];
        if (column->role == CSV_TIMES && column->next < columns->count)
            own[column->next] = own[c];
    }
    return own;
}

static int is_time(const struct csv_column *column) {
    enum unit_kind kind = column->header.unit.kind;
    return (column->role == CSV_SECONDS || column->role == CSV_TIMES) &&
           (kind == UNIT_TIME || (kind == UNIT_NONE && !column->header.is_rate));
}

/* Returns a column beside which a total may be of the parts of one call, or of one solution that
 * took several iterations: "setup_s", "residual", "solver"; `count` if there is none. */
static size_t find_part(const struct csv_columns *columns) {
    size_t c = 0;
    for (; c < columns->count; c++) {
        const struct header *header = &columns->items[c].header;
        if ((header->role == HEADER_OF_NAME && header->unit.kind == UNIT_TIME &&
             !header->is_total) ||
            header_is_of_solver(columns->items[c].name))
            break;
    }
    return c;
}

static int is_of_solver(const struct csv_columns *columns) {
    size_t c = 0;
    while (c < columns->count && !header_is_of_solver(columns->items[c].name))
        c++;
    return c < columns->count;
}

/* Divides COLUMN by the numbers in column CALLS, and processor times beside it. */
static void divide(struct csv_columns *columns, struct csv_column *column, size_t calls) {
    for (size_t c = 0; column->role == CSV_SECONDS && c < columns->count; c++) {
        struct csv_column *other = &columns->items[c];
        if (other->header.role == HEADER_CPU &&
            (other->role == CSV_DETAIL || other->role == CSV_CPU_SECONDS))
            other->calls = calls;
    }
    column->calls = calls;
    if (columns->items[calls].role == CSV_LEFT_OUT)
        columns->items[calls].role = CSV_UNDECIDED;
    columns->items[calls].is_divisor = 1;
    columns->items[calls].calls_each = header_calls(
        columns->items[calls].measure ? columns->items[calls].measure : columns->items[calls].name);
    columns->calls = calls;
    columns->are_divided = 1;
}

int csv_results_refuse_rate(const struct csv_record *record, const char *name, struct err *err) {
    return err_set(
        err, ERR_DAMAGED,
        "%s: line %zu: nothing says in what unit \"%.60s\" is; put it in brackets in the "
        "header, such as (ops/s), (MB/s) or (GFLOPS), or give --unit ops/s",
        record->source->path, record->number, name);
}

int csv_results_refuse_many(const struct csv_record *record, const char *name, struct err *err) {
    return err_set(err, ERR_DAMAGED,
                   "%s: line %zu: \"%.60s\" seems to be of many at once; write times of one call, "
                   "or give --as \"%.60s=nothing\"",
                   record->source->path, record->number, name, name);
}

int csv_results_check_scale(const struct csv_columns *columns, const struct csv_record *record,
                            struct err *err) {
    for (size_t c = 0; c < columns->count; c++) {
        const struct csv_column *column = &columns->items[c];
        enum unit_kind kind = column->header.unit.kind;
        int is_result = kind == UNIT_TIME || kind == UNIT_CYCLES || unit_kind_is_rate(kind);
        if (column->role == CSV_UNDECIDED && is_result && !*column->header.per &&
            header_is_of_many(column->name))
            return csv_results_refuse_many(record, column->name, err);
    }
    return 0;
}

static int refuse_total(const struct csv_record *record, const char *part, const char *total,
                        const char *calls, struct err *err) {
    return err_set(err, ERR_DAMAGED,
                   "%s: line %zu: beside \"%.60s\", \"%.60s\" may be of one call or of all "
                   "\"%.60s\"; give --as %.60s=calls to have it divided by them, or --as "
                   "%.60s=nothing",
                   record->source->path, record->number, part, total, calls, calls, calls);
}

int csv_results_find_calls(struct csv_columns *columns, const struct csv_record *record,
                           struct err *err) {
    const size_t line = find_line_calls(columns), part = find_part(columns);
    size_t *own = find_own_calls(columns);
    int rc = own ? 0 : csv_columns_no_memory(record, err);
    for (size_t c = 0; rc == 0 && c < columns->count; c++) {
        struct csv_column *column = &columns->items[c];
        const struct header *header = &column->header;
        if (!is_time(column))
            continue;
        size_t calls = own[c] < columns->count ? own[c] : line;
        int is_given = calls < columns->count && columns->items[calls].is_given;
        if (calls == columns->count || (columns->items[calls].role == CSV_CALLS && !is_given))
            continue;
        if (header->is_total && !is_given && part < columns->count)
            rc = refuse_total(record, columns->items[part].name, column->name,
                              columns->items[calls].name, err);
        else if (header->is_total || is_given)
            divide(columns, column, calls);
        else if (header->rank == RANK_PLAIN && !header->is_each) {
            columns->calls = columns->are_divided ? columns->calls : calls;
            columns->items[calls].is_undivided = !is_of_solver(columns);
        }
    }
    free(own);
    return rc;
}
