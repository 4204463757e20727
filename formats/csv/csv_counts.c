/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/csv/csv_counts.h"

#include <stdlib.h>
#include <string.h>

#include "formats/csv_text/csv_number.h"
#include "formats/text/array.h"

enum { LOOKED_AT = 1 << 16 }; /* lines */

/* Whether another line, or library, has the same point, and another number there. */
struct meeting {
    int is_there, differs;
};

/* What the first line at a point has in a column. */
struct firsts {
    struct key_index keys; /* by a hash of the column and of what stands in those of the point */
    double *numbers;       /* [keys.count] */
};

/* A table whose counts are looked for. */
struct counts {
    const struct csv_columns *columns;
    const struct csv_record *record;
    size_t library; /* the likeliest column of names; `count`: none */
    struct firsts firsts;
    struct meeting *of_column; /* [columns->count] of one that has no library's name */
    struct meeting of_names;   /* of those that have */
};

static int is_time(const struct csv_column *column) {
    const struct header *header = &column->header;
    return (header->role == HEADER_RESULT || header->role == HEADER_OF_NAME) &&
           (header->unit.kind == UNIT_TIME || (!header->unit.kind && header->is_time)) &&
           (column->role == CSV_UNDECIDED || column->role == CSV_SECONDS);
}

/* Whether COLUMN may count what a call does: "ops", "MB". */
static int may_count(const struct csv_column *column) {
    const struct header *header = &column->header;
    return column->role == CSV_UNDECIDED &&
           (header->unit.is_bare || header->unit.kind == UNIT_BYTES) &&
           (header->role == HEADER_RESULT || header->role == HEADER_OF_NAME);
}

/* Whether COLUMN is one of libraries; "block_kB" is none. */
static int is_of_name(const struct csv_column *column) {
    return column->header.role == HEADER_OF_NAME && column->header.unit.kind != UNIT_BYTES;
}

static size_t count_columns(const struct csv_columns *columns,
                            int (*is_one)(const struct csv_column *column), int are_of_names) {
    size_t count = 0;
    for (size_t c = 0; c < columns->count; c++)
        count += is_one(&columns->items[c]) && (!are_of_names || is_of_name(&columns->items[c]));
    return count;
}

static size_t find_library(const struct csv_columns *columns) {
    size_t best = columns->of_role[CSV_LIBRARY], least = HEADER_NO_WORD;
    for (size_t c = 0; best == columns->count && c < columns->count; c++) {
        size_t place = header_word(columns->items[c].name, HEADER_LIBRARY);
        if (place < least) {
            least = place;
            best = c;
        }
    }
    return best;
}

static int read_number(const struct csv_record *record, size_t c, double *number) {
    struct measured_unit unit;
    return csv_number_read(record->fields[c], strlen(record->fields[c]), record->mark, number,
                           &unit);
}

/* Whether column C is one of those that make the point of a line: a size, a parameter, an action,
 * or numbers that have no other word. */
static int makes_point(const struct counts *counts, size_t c) {
    const struct csv_column *column = &counts->columns->items[c];
    enum header_role role = column->header.role;
    double number;
    return c != counts->library && column->role != CSV_LEFT_OUT &&
           (role == HEADER_SIZE || role == HEADER_PARAMETER || role == HEADER_LIBRARY ||
            role == HEADER_ACTION ||
            (role == HEADER_OTHER && read_number(counts->record, c, &number)));
}

static struct meeting *meeting_of(struct counts *counts, size_t c) {
    return is_of_name(&counts->columns->items[c]) ? &counts->of_names : &counts->of_column[c];
}

/* Compares NUMBER with the first one of KEY. Returns 0 if memory runs out. */
static int compare(struct firsts *firsts, uint64_t key, double number, struct meeting *meeting) {
    uint32_t known = firsts->keys.count;
    uint32_t at = key_index_find(&firsts->keys, &key, sizeof key);
    if (at != KEY_INDEX_NONE) {
        meeting->is_there = 1;
        meeting->differs |= firsts->numbers[at] != number;
        return 1;
    }
    double *numbers = array_grow(firsts->numbers, known, sizeof *numbers);
    if (!numbers)
        return 0;
    firsts->numbers = numbers;
    numbers[known] = number;
    return key_index_number(&firsts->keys, &key, sizeof key) != KEY_INDEX_NONE;
}

/* Compares the numbers of a line: of all libraries where each has columns, else with those of other
 * lines at the same point. */
static int look_at_line(struct counts *counts) {
    const struct csv_columns *columns = counts->columns;
    uint64_t point = slots_hash();
    int ok = 1, is_point = 0;
    for (size_t c = 0; c < columns->count; c++)
        if (makes_point(counts, c)) {
            point = slots_hash_text(slots_hash_number(point, c), counts->record->fields[c]);
            is_point = 1;
        }
    for (size_t c = 0; ok && c < columns->count; c++) {
        const struct csv_column *column = &columns->items[c];
        size_t of = is_of_name(column) ? columns->count + (size_t)column->header.unit.kind : c;
        double number;
        /* Without another size, an amount of bytes may be that. */
        int is_size = !is_point && column->header.unit.kind == UNIT_BYTES;
        if (may_count(column) && !is_size && read_number(counts->record, c, &number))
            ok = compare(&counts->firsts, slots_hash_number(point, of), number,
                         meeting_of(counts, c));
    }
    return ok;
}

int csv_counts_find(struct csv_columns *columns, struct csv_record *record) {
    struct counts counts = {.columns = columns, .record = record};
    size_t libraries = count_columns(columns, is_time, 1),
           counted = count_columns(columns, may_count, 0);
    size_t number = record->number;
    if (!counted || !count_columns(columns, is_time, 0))
        return 1;
    counts.library = find_library(columns);
    counts.of_column = calloc(columns->count, sizeof *counts.of_column);
    int ok = counts.of_column && csv_columns_skip_header(columns, record, NULL) == 0;
    for (size_t i = 0; ok && i < LOOKED_AT && csv_columns_next(columns, record, NULL) == 1; i++)
        ok = look_at_line(&counts);
    for (size_t c = 0; ok && c < columns->count; c++) {
        struct csv_column *column = &columns->items[c];
        const struct meeting *meeting = meeting_of(&counts, c);
        int is_shared =
            !is_of_name(column) && libraries > 1 && column->header.unit.kind != UNIT_BYTES;
        if (may_count(column) && !meeting->differs &&
            (meeting->is_there || is_shared || column->header.unit.is_likely_count))
            header_make_count(&column->header);
    }
    record->number = number;
    key_index_release(&counts.firsts.keys);
    free(counts.firsts.numbers);
    free(counts.of_column);
    return ok;
}
