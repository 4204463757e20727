/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/csv_text/csv_document_rows.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "formats/csv_text/csv_number.h"
#include "formats/import/format.h"
#include "formats/import/header_words.h"
#include "formats/model/key_index.h"
#include "formats/text/decimal.h"

enum { LOOKED_AT = 30 };

/* --- what the tables have --- */

static int is_of_times(enum unit_kind kind) {
    return kind && kind != UNIT_BYTES && kind != UNIT_COUNT;
}

int csv_document_begin(struct csv_record *record, const struct csv_markdown_table *table) {
    return csv_record_begin_at(record, table->header.at, table->number, NULL) != ERR_FAILED &&
           csv_record_next(record, NULL) == 1;
}

int csv_document_next(struct csv_record *record, const struct csv_markdown_table *table) {
    return csv_record_next(record, NULL) == 1 && record->number <= table->last;
}

/* What the cells of a column are. */
struct cells {
    size_t filled, times,
        plain; /* how many there are, with a unit of times or rates, without one */
};

/* Notes FIELD, of a column, in CELLS. */
static void note_cell(struct cells *cells, const char *field, char mark) {
    const size_t n = strlen(field);
    struct measured_unit unit;
    double number;
    const int is_one = csv_number_read(field, n, mark, &number, &unit);
    cells->filled += !decimal_is_missing(field, n);
    cells->times += is_one ? is_of_times(unit.kind) : csv_duration_read(field, n, &number);
    cells->plain += is_one && !unit.kind && !csv_number_is_ratio(field, n);
}

int csv_document_has_results(const struct csv_markdown_table *table, struct csv_record *record) {
    enum { MOST_COLUMNS = 64 };
    struct cells cells[MOST_COLUMNS] = {{0}};
    const int is_said =
        (table->units.time.unit.kind || table->units.rate.unit.kind) && !table->is_of_other;
    int has = 0;
    if (!csv_document_begin(record, table))
        return 0;
    for (size_t c = 0; c < record->count; c++) {
        const struct header header = header_read(record->fields[c]);
        if (is_of_times(header.unit.kind) ||
            (header.role == HEADER_RESULT && (header.is_time || header.is_rate)))
            return 1;
    }
    for (size_t row = 0; row < LOOKED_AT && csv_document_next(record, table); row++)
        for (size_t c = 1; c < record->count && c < MOST_COLUMNS; c++)
            note_cell(&cells[c], record->fields[c], record->mark);
    for (size_t c = 1; c < MOST_COLUMNS; c++)
        has |= 2 * cells[c].times > cells[c].filled || (is_said && cells[c].plain);
    return has;
}

/* --- rows that are none --- */

/* Whether NAME is what the mean of all rows is called, or, if these are of ONE thing each, their
 * sum, which would be compared with them. */
static int is_of_all(const char *name, int is_one) {
    static const char *const means[] = {
        "mean",           "average",          "avg",          "geomean",       "geo mean",
        "geometric mean", "geometrical mean", "overall mean", "harmonic mean", "arithmetic mean"};
    char title[CSV_TITLE];
    csv_parts_title(name, strlen(name), ':', title);
    size_t i = 0, count = sizeof means / sizeof *means;
    while (i < count && strcasecmp(means[i], title) != 0)
        i++;
    return i < count || (is_one && words_have("total sum overall", title));
}

/* Whether RECORD has nothing but a name. */
static int is_name(const struct csv_record *record) {
    size_t filled = 0;
    for (size_t c = 1; c < record->count; c++)
        filled += *record->fields[c] != '\0';
    return record->count && *record->fields[0] && !filled;
}

/* Whether each row of TABLE that has nothing but a name is a title of those below, none of which
 * has a name that comes again. Returns how many there are. */
static size_t count_titles(const struct csv_markdown_table *table, struct csv_record *record) {
    struct key_index names = {0};
    size_t titles = 0, rows = 0;
    int are_titles = csv_document_begin(record, table), is_title = 0;
    for (int is_first = 1; are_titles && csv_document_next(record, table); is_first = 0) {
        const int was_title = is_title;
        is_title = is_name(record);
        titles += (size_t)is_title;
        rows += !is_title;
        are_titles = is_title ? !was_title : !is_first;
        uint64_t name = slots_hash_text(slots_hash(), record->fields[0]);
        if (!is_title)
            key_index_number(&names, &name, sizeof name);
    }
    are_titles &= !is_title && names.count == rows;
    key_index_release(&names);
    return are_titles ? titles : 0;
}

int csv_document_drop_rows(const struct csv_markdown_table *table, struct csv_record *record,
                           char *text) {
    const int has_titles = count_titles(table, record) > 0;
    size_t last = 0, dropped = 0;
    int is_one = 0;
    if (!csv_document_begin(record, table))
        return 0;
    for (size_t c = 0; c < record->count; c++)
        is_one |= header_read(record->fields[c]).role == HEADER_RESULT;
    while (csv_document_next(record, table)) {
        const int is_mean =
            record->number == table->last && last && is_of_all(record->fields[0], is_one);
        if (is_mean || (has_titles && is_name(record))) {
            size_t begin = record->at - 1;
            while (begin > 0 && text[begin - 1] != '\n')
                begin--;
            csv_markdown_blank(text, begin, record->at);
            dropped++;
        }
        last = record->number;
    }
    return dropped > 0;
}
