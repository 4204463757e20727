/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/csv/csv_thousands.h"

#include <ctype.h>
#include <string.h>

#include "formats/csv_text/csv_number.h"

/* Counts the groups of thousands in the number at the begin of TEXT, where a point stands before
 * each; *LENGTH is that of the number. 0: other points are there, or none. */
static size_t count_groups(const char *text, size_t *length) {
    size_t at = *text == '-' || *text == '+', groups = 0;
    while (isdigit((unsigned char)text[at]))
        at++;
    int may_lead = csv_leads_thousands(text, at);
    for (; may_lead && text[at] == '.' && strspn(text + at + 1, "0123456789") == 3; groups++)
        at += 4;
    *length = at;
    return text[at] == '.' ? 0 : groups;
}

/* Whether some number in the table may have two groups behind points. */
static int may_have_groups(const struct csv_record *record) {
    const char *text = record->source->text, *end = text + record->source->length;
    for (const char *at = text; (at = memchr(at, '.', (size_t)(end - at))); at++) {
        size_t digits = 0;
        while (at + 1 + digits < end && isdigit((unsigned char)at[1 + digits]))
            digits++;
        if (digits == 3 && at + 4 < end && at[4] == '.')
            return 1;
    }
    return 0;
}

void csv_thousands_find(struct csv_columns *columns, struct csv_record *record) {
    if (columns->is_ours || record->mark != '.' || !may_have_groups(record) ||
        csv_columns_skip_header(columns, record, NULL) != 0)
        return;
    while (csv_columns_next(columns, record, NULL) == 1)
        for (size_t c = 0; c < columns->count; c++) {
            struct csv_column *column = &columns->items[c];
            size_t length, groups = count_groups(record->fields[c], &length);
            column->has_thousands |= groups > 1;
            column->has_other_points |= groups == 0 && strchr(record->fields[c], '.') != NULL;
        }
    for (size_t c = 0; c < columns->count; c++) {
        columns->items[c].has_thousands &= !columns->items[c].has_other_points;
        columns->have_thousands |= columns->items[c].has_thousands;
    }
}

void csv_thousands_drop(const struct csv_columns *columns, const struct csv_record *record) {
    for (size_t c = 0; columns->have_thousands && c < columns->count; c++) {
        size_t length;
        if (!columns->items[c].has_thousands || !count_groups(record->fields[c], &length))
            continue;
        char *to = record->room + (record->fields[c] - record->room), *from = to;
        for (const char *end = from + length; from < end; from++)
            if (*from != '.')
                *to++ = *from;
        memmove(to, from, strlen(from) + 1);
    }
}
