/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/harness/csv_rows.h"

#include <stdlib.h>
#include <string.h>

size_t csv_rows_find(const char *text, size_t n, const char *header) {
    size_t length = strlen(header);
    for (size_t at = 0; at + length <= n;) {
        if (memcmp(text + at, header, length) == 0)
            return at;
        const char *end = memchr(text + at, '\n', n - at);
        at = end ? (size_t)(end + 1 - text) : n;
    }
    return n;
}

int csv_rows_begin(struct csv_rows *rows, const struct source *source, size_t at, struct err *err) {
    *rows = (struct csv_rows){.before = source_line(source, at) - 1, .table = *source};
    rows->table.text += at;
    rows->table.length -= at;
    int rc = csv_record_begin(&rows->record, &rows->table, err);
    rc = rc ? rc : csv_record_next(&rows->record, err);
    if (rc <= 0)
        return rc;
    rows->columns = calloc(rows->record.count, sizeof *rows->columns);
    for (size_t c = 0; rows->columns && c < rows->record.count; c++)
        if ((rows->columns[c] = strdup(rows->record.fields[c])))
            rows->count++;
    return rows->columns && rows->count == rows->record.count
               ? 0
               : err_set(err, ERR_FAILED, "%s: no memory to read it", source->path);
}

int csv_rows_next(struct csv_rows *rows, struct err *err) {
    return csv_record_next(&rows->record, err);
}

void csv_rows_rewind(struct csv_rows *rows, struct err *err) {
    csv_record_rewind(&rows->record);
    (void)csv_record_next(&rows->record, err);
}

const char *csv_rows_field(const struct csv_rows *rows, const char *name) {
    for (size_t c = 0; c < rows->count && c < rows->record.count; c++)
        if (strcmp(rows->columns[c], name) == 0)
            return rows->record.fields[c];
    return "";
}

size_t csv_rows_line(const struct csv_rows *rows) {
    return rows->before + rows->record.number;
}

void csv_rows_end(struct csv_rows *rows) {
    csv_record_release(&rows->record);
    for (size_t c = 0; c < rows->count; c++)
        free(rows->columns[c]);
    free(rows->columns);
    rows->columns = NULL;
}
