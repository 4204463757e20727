/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/csv/csv_merged.h"

#include <stdlib.h>
#include <string.h>

#include "formats/csv_text/csv_number.h"

/* What the lines tell of the first columns. */
struct groups {
    size_t keys;   /* columns before the results */
    size_t merged; /* the most blanks at the begin of a line */
    size_t parted; /* names of the first column with blanks below them */
    int is_parted; /* the last name is one of these */
    /* [blanks] Up to which column the names behind so many blanks were those above. */
    size_t repeated[CSV_RECORD_MOST_MERGED];
    int is_other;           /* something else is missing, or two lines have the same names */
    struct key_index lines; /* by a hash of their names */
};

/* Whether COLUMN, with FIELD in the first line, has names or sizes. */
static int is_key(const struct csv_column *column, const char *field, char mark) {
    enum header_role role = column->header.role;
    struct measured_unit unit;
    double number;
    return role == HEADER_SIZE || role == HEADER_PARAMETER || role == HEADER_LIBRARY ||
           role == HEADER_ACTION ||
           (role == HEADER_OTHER && !csv_number_read(field, strlen(field), mark, &number, &unit));
}

/* Whether COLUMN may hold what tells lines apart, too: numbers under another word, without a unit.
 */
static int may_be_key(const struct csv_column *column) {
    return !column->header.unit.kind && column->header.role != HEADER_RESULT;
}

/* Returns how many columns there are up to the last one of names or sizes before the results. */
static size_t count_keys(const struct csv_columns *columns, const struct csv_record *record) {
    size_t keys = 0;
    for (size_t c = 0; c < CSV_RECORD_MOST_MERGED && c < columns->count; c++) {
        int is = is_key(&columns->items[c], record->fields[c], record->mark);
        if (!*record->fields[c] || (!is && !may_be_key(&columns->items[c])))
            break;
        keys = is ? c + 1 : keys;
    }
    return keys;
}

/* Returns how many of the first KEYS fields are blank. */
static size_t count_blanks(const struct csv_record *record, size_t keys) {
    size_t blanks = 0;
    while (blanks < keys && !*record->fields[blanks])
        blanks++;
    return blanks;
}

/* Notes what the line in RECORD, which is not the first one, has in the first columns. */
static void look_at(struct groups *groups, const struct csv_record *record) {
    size_t blanks = count_blanks(record, groups->keys), named = blanks;
    while (named < groups->keys && *record->fields[named])
        named++;
    groups->is_other |= named < groups->keys || blanks == groups->keys;
    if (groups->is_other)
        return;
    for (named = blanks;
         named < groups->keys && strcmp(record->fields[named], record->above[named]) == 0;)
        named++;
    if (named > groups->repeated[blanks])
        groups->repeated[blanks] = named;
    groups->parted += blanks && !groups->is_parted;
    groups->is_parted = blanks > 0;
    groups->merged = blanks > groups->merged ? blanks : groups->merged;
}

/* Puts what stands above into the blanks before column END of RECORD, and keeps the rest for the
 * lines below. */
static int fill(struct csv_record *record, size_t end) {
    size_t c = 0;
    if (!record->above && !(record->above = calloc(CSV_RECORD_MOST_MERGED, sizeof *record->above)))
        return 0;
    for (; c < end && !*record->fields[c] && record->above[c]; c++)
        record->fields[c] = record->above[c];
    for (; c < end; c++) {
        free(record->above[c]);
        if (!(record->above[c] = strdup(record->fields[c])))
            return 0;
        record->fields[c] = record->above[c];
    }
    return 1;
}

/* Notes the names of the line in RECORD. */
static int note_line(struct groups *groups, const struct csv_record *record) {
    uint64_t hash = slots_hash();
    for (size_t c = 0; c < groups->keys; c++)
        hash = slots_hash_text(hash, record->fields[c]);
    uint32_t known = groups->lines.count;
    uint32_t number = key_index_number(&groups->lines, &hash, sizeof hash);
    groups->is_other |= number < known;
    return number != KEY_INDEX_NONE;
}

/* Whether some line may begin with a blank field. */
static int may_have_blanks(const struct csv_record *record) {
    const char *text = record->source->text, *end = text + record->source->length;
    for (const char *at = text; (at = memchr(at, '\n', (size_t)(end - at)));) {
        at++;
        at += at < end && record->delimiter == '|' && *at == '|';
        while (at < end && *at == ' ')
            at++;
        if (at < end && *at == record->delimiter)
            return 1;
    }
    return 0;
}

int csv_merged_find(struct csv_columns *columns, struct csv_record *record) {
    struct groups groups = {0};
    int has_memory = 1;
    if (columns->is_pivot || columns->has_margins || record->is_made || !may_have_blanks(record) ||
        csv_columns_skip_header(columns, record, NULL) != 0 ||
        csv_columns_next(columns, record, NULL) != 1)
        return 1;
    groups.keys = count_keys(columns, record);
    for (int rc = groups.keys > 1; rc == 1 && has_memory && !groups.is_other;
         rc = csv_columns_next(columns, record, NULL)) {
        if (groups.lines.count)
            look_at(&groups, record);
        has_memory = groups.is_other || (fill(record, groups.keys) && note_line(&groups, record));
    }
    key_index_release(&groups.lines);
    for (size_t c = 0; c < groups.merged; c++)
        groups.is_other |= groups.repeated[c] >= groups.merged;
    if (!groups.is_other && groups.parted > 1)
        columns->merged = groups.merged;
    /* Groups are what was measured at: "error rate" is no measure there. */
    for (size_t c = 0; c < columns->merged; c++) {
        enum header_role role = columns->items[c].header.role;
        if (role == HEADER_MEASURE || role == HEADER_OF_NAME || role == HEADER_SPREAD)
            columns->items[c].header.role = HEADER_PARAMETER;
    }
    return has_memory;
}

int csv_merged_fill(const struct csv_columns *columns, struct csv_record *record) {
    return !columns->merged || fill(record, columns->merged);
}
