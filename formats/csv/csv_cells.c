/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/csv/csv_cells.h"

#include <stdlib.h>

#include "formats/model/hash_table.h"

/* What its first row says. */
struct cell {
    uint64_t key; /* a hash of what it is of */
    size_t line;
};

struct cells {
    struct cell *items;
    uint64_t *values; /* [count][doubtful] hashes */
    size_t count, doubtful;
    struct slots by_key;
};

static int is_cell(const void *things, uint32_t number, const void *key) {
    return ((const struct cell *)things)[number].key == *(const uint64_t *)key;
}

static int is_key(enum csv_role role) {
    return role == CSV_RUN || role == CSV_ACTION || role == CSV_LIBRARY || role == CSV_SIZE ||
           role == CSV_TYPE || role == CSV_PARAMETER || role == CSV_OF_LIBRARY;
}

static uint64_t hash_key(const struct csv_columns *columns, const struct csv_record *record) {
    uint64_t hash = slots_hash();
    for (size_t c = 0; c < columns->count; c++)
        if (is_key(columns->items[c].role))
            hash = slots_hash_text(slots_hash_number(hash, c), record->fields[c]);
    return hash;
}

static uint64_t hash_value(const char *field) {
    return slots_hash_text(slots_hash(), field);
}

/* The cell of that KEY; one more than there are where it is new. */
static size_t find(const struct cells *cells, uint64_t key) {
    uint32_t at = slots_find(&cells->by_key, key, is_cell, cells->items, &key);
    return at == SLOTS_NONE ? cells->count : at;
}

static int add(struct cells *cells, uint64_t key, const struct csv_columns *columns,
               const struct csv_record *record) {
    if ((cells->count & (cells->count - 1)) == 0) {
        size_t room = cells->count ? 2 * cells->count : 1;
        struct cell *items = reallocarray(cells->items, room, sizeof *items);
        cells->items = items ? items : cells->items;
        uint64_t *values = reallocarray(cells->values, room, cells->doubtful * sizeof *values);
        cells->values = values ? values : cells->values;
        if (!items || !values)
            return 0;
    }
    uint64_t *value = cells->values + cells->count * cells->doubtful;
    for (size_t c = 0; c < columns->count; c++)
        if (columns->items[c].role == CSV_DOUBTFUL)
            *value++ = hash_value(record->fields[c]);
    cells->items[cells->count] = (struct cell){key, record->number};
    return slots_add(&cells->by_key, key, (uint32_t)cells->count++);
}

/* Notes which doubtful columns the row that RECORD is at has otherwise than the first of CELL. */
static void compare(const struct cells *cells, size_t cell, struct csv_columns *columns,
                    const struct csv_record *record) {
    const uint64_t *value = cells->values + cell * cells->doubtful;
    for (size_t c = 0; c < columns->count; c++) {
        struct csv_column *column = &columns->items[c];
        if (column->role != CSV_DOUBTFUL || *value++ == hash_value(record->fields[c]) ||
            column->differs_in)
            continue;
        column->differs_in = record->number;
        column->differs_from = cells->items[cell].line;
    }
}

static size_t count_doubtful(const struct csv_columns *columns) {
    size_t count = 0;
    for (size_t c = 0; c < columns->count; c++)
        count += columns->items[c].role == CSV_DOUBTFUL;
    return count;
}

/* Sets differs_in and differs_from of the doubtful columns. */
static int compare_all(struct csv_columns *columns, struct csv_record *record, struct err *err) {
    struct cells cells = {.doubtful = count_doubtful(columns)};
    size_t most = CSV_MOST_COMPARED / cells.doubtful;
    int rc = 0, has_memory = 1;
    for (size_t c = 0; c < columns->count; c++)
        columns->items[c].differs_in = 0;
    csv_record_rewind(record);
    rc = csv_columns_next(columns, record, err); /* the header */
    while (rc == 1 && has_memory && (rc = csv_columns_next(columns, record, err)) == 1) {
        uint64_t key = hash_key(columns, record);
        size_t cell = find(&cells, key);
        if (cell < cells.count)
            compare(&cells, cell, columns, record);
        else
            has_memory = cells.count < most && add(&cells, key, columns, record);
    }
    if (!has_memory)
        rc = err_set(err, ERR_FAILED,
                     "%s: no memory to compare all lines in %zu columns that are unknown; delete "
                     "their names in the header to leave them out",
                     record->source->path, cells.doubtful);
    free(cells.items);
    free(cells.values);
    slots_release(&cells.by_key);
    return rc;
}

/* Whether something has joined the name of the library, so that there are other cells. */
static int join_libraries(struct csv_columns *columns) {
    int joined = 0;
    for (size_t c = 0; c < columns->count; c++) {
        struct csv_column *column = &columns->items[c];
        if (column->role != CSV_DOUBTFUL || !column->differs_in ||
            !csv_columns_is_of_library(column->name))
            continue;
        column->role = CSV_OF_LIBRARY;
        joined = 1;
    }
    return joined;
}

static int refuse(const struct csv_record *record, const struct csv_column *column,
                  struct err *err) {
    return err_set(
        err, ERR_DAMAGED,
        "%s: lines %zu and %zu differ in column \"%.60s\", which is unknown; rename it in "
        "the header: variant if it tells libraries apart, run or round if it says when, "
        "iteration if it counts; or delete its name there to leave it out",
        record->source->path, column->differs_from, column->differs_in, column->name);
}

int csv_cells_settle(struct csv_columns *columns, struct csv_record *record, struct err *err) {
    int rc = count_doubtful(columns) ? compare_all(columns, record, err) : 0;
    if (rc == 0 && join_libraries(columns) && count_doubtful(columns))
        rc = compare_all(columns, record, err);
    for (size_t c = 0; rc == 0 && c < columns->count; c++) {
        struct csv_column *column = &columns->items[c];
        if (column->role == CSV_DOUBTFUL && column->differs_in)
            return refuse(record, column, err);
        if (column->role == CSV_DOUBTFUL)
            column->role = column->is_text ? CSV_LEFT_OUT : CSV_PARAMETER;
    }
    return rc;
}
