/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/csv/csv_header_lines.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "formats/csv_text/csv_number.h"
#include "formats/csv_text/csv_titles.h"
#include "formats/text/decimal.h"

enum { MOST_LINES = 4 }; /* of names, without that of the rows' names */

/* What spreadsheets write into a pivot table. */
static const char row_labels[] = "Row Labels", column_labels[] = "Column Labels";

int csv_is_of_totals(const char *text) {
    static const char *const totals[] = {"Grand Total", "Total Result"};
    size_t i = 0, count = sizeof totals / sizeof *totals;
    while (i < count && strcasecmp(text, totals[i]) != 0)
        i++;
    return i < count;
}

/* --- names --- */

/* Returns a copy of FIELD without the blanks around it, or brackets around all of it, as JMH has
 * them around parameters; NULL if memory runs out. */
static char *take_name(const char *field) {
    field += strspn(field, " \t");
    size_t length = strlen(field);
    while (length && strchr(" \t", field[length - 1]))
        length--;
    int is_bracketed = length > 2 && *field == '(' && strcspn(field + 1, "()") == length - 2;
    return strndup(field + is_bracketed, length - 2 * (size_t)is_bracketed);
}

/* Whether results are in FIRST, and something else in SECOND. */
static int are_of_two(const struct measured_unit *first, const struct measured_unit *second) {
    return (first->kind == UNIT_TIME || unit_kind_is_rate(first->kind)) &&
           first->kind != second->kind;
}

/* Returns where in NAME " (GFLOPS)" begins behind a unit of another kind, as in "ns/op (GFLOPS)":
 * results are in the first one, and numbers in brackets behind them in the second. Else its end. */
static size_t before_second_unit(const char *name) {
    const size_t end = strlen(name);
    const char *open = strrchr(name, '(');
    struct measured_unit first, second;
    if (!open || end < 3 || name[end - 1] != ')' ||
        !measured_unit_read(open + 1, (size_t)(name + end - open) - 2, &second))
        return end;
    size_t behind = (size_t)(open - name), begin;
    const char *in = memchr(name, '(', behind), *close = in ? memchr(in, ')', behind) : NULL;
    if (close && close < open && measured_unit_read(in + 1, (size_t)(close - in) - 1, &first) &&
        are_of_two(&first, &second)) /* "latency (ms) / throughput (MB/s)" */
        return (size_t)(close + 1 - name);
    while (behind && name[behind - 1] == ' ')
        behind--;
    for (begin = behind; begin && !strchr(" _,[", name[begin - 1]);)
        begin--;
    return behind >= begin + 2 && /* "b (ms)" is of b */
                   measured_unit_read(name + begin, behind - begin, &first) &&
                   are_of_two(&first, &second)
               ? behind
               : end;
}

int csv_header_lines_name(struct csv_columns *columns, size_t c, const char *text) {
    struct csv_column *column = &columns->items[c];
    char *name = take_name(text), *first = name ? strndup(name, before_second_unit(name)) : NULL;
    if (first) {
        free(column->name);
        column->name = name;
        column->header = header_read(first);
    }
    free(first);
    if (!first) {
        free(name);
        return 0;
    }
    column->worth = column->header.unit.kind ? column->header.unit.worth : NAN;
    return 1;
}

/* Whether RECORD has nothing but one text, which is no name of columns. */
static int is_title(const struct csv_record *record) {
    size_t names = 0, last = 0;
    for (size_t c = 0; c < record->count; c++)
        if (*record->fields[c]) {
            names++;
            last = c;
        }
    if (record->count == 1 || names != 1)
        return record->count > 1 && !names;
    const struct header header = header_read(record->fields[last]);
    return last == 0 || !(header.unit.kind || header.role == HEADER_RESULT ||
                          strcasecmp(record->fields[last], column_labels) == 0);
}

/* Goes on to the first line that is no title. */
static int pass_titles(struct csv_columns *columns, struct csv_record *record, struct err *err) {
    int rc = 1;
    while (rc == 1 && is_title(record)) {
        for (size_t c = 0; c < record->count; c++)
            if (*record->fields[c] && !csv_titles_add(&columns->titles, record->fields[c]))
                return csv_columns_no_memory(record, err);
        columns->header_lines++;
        rc = csv_record_next(record, err);
    }
    return rc < 0          ? rc
           : rc > 1        ? rc
           : record->count ? 0
                           : csv_columns_refuse(record, ERR_DAMAGED, "no header", "", err);
}

static int take_names(struct csv_columns *columns, const struct csv_record *record,
                      struct err *err) {
    if (!columns->items)
        columns->items = calloc(record->count, sizeof *columns->items);
    for (size_t c = 0; c < record->count; c++) {
        if (!columns->items || !csv_header_lines_name(columns, c, record->fields[c]))
            return csv_columns_no_memory(record, err);
        columns->count = c + 1;
    }
    return 0;
}

/* Names of parameters that are marked as such may differ in case only. */
static int is_name(const void *things, uint32_t number, const void *key) {
    const char *name = ((const struct csv_column *)things)[number].name;
    return csv_has_parameter_mark(key) ? strcmp(name, key) == 0 : strcasecmp(name, key) == 0;
}

/* Returns the first column that is called like one before it; `count` if there is none, or memory
 * runs out. Names may be empty. */
static size_t find_repeated(const struct csv_columns *columns) {
    struct slots slots = {0};
    size_t c = 0;
    for (; c < columns->count; c++) {
        const char *name = columns->items[c].name;
        uint64_t hash = slots_hash();
        for (const char *at = name; *at; at++)
            hash = slots_hash_number(hash, (uint64_t)tolower((unsigned char)*at));
        if (!*name)
            continue;
        if (slots_find(&slots, hash, is_name, columns->items, name) != SLOTS_NONE)
            break;
        if (!slots_add(&slots, hash, (uint32_t)c)) {
            c = columns->count;
            break;
        }
    }
    slots_release(&slots);
    return c;
}

/* Whether the columns called like column C stand each behind another one, whose name tells them
 * apart: "compile,time,run,time". */
static int are_told_by_neighbours(const struct csv_columns *columns, size_t c) {
    const char *name = columns->items[c].name, *last = "";
    for (size_t i = 0; i < columns->count; i++) {
        if (strcasecmp(columns->items[i].name, name) != 0)
            continue;
        const struct csv_column *before = i ? &columns->items[i - 1] : NULL;
        if (!before || !*before->name || before->header.unit.kind ||
            before->header.role == HEADER_RESULT || strcasecmp(before->name, last) == 0)
            return 0;
        last = before->name;
    }
    return 1;
}

/* Calls columns of one name as the columns before them, too, where these tell them apart. Returns 0
 * if memory runs out. */
static int tell_repeated(struct csv_columns *columns) {
    const size_t repeated = find_repeated(columns);
    if (repeated == columns->count || !are_told_by_neighbours(columns, repeated))
        return 1;
    char *name = strdup(columns->items[repeated].name);
    int ok = name != NULL;
    for (size_t c = columns->count; ok && c-- > 1;) {
        char *joined = NULL;
        if (strcasecmp(columns->items[c].name, name) != 0)
            continue;
        ok = asprintf(&joined, "%s %s", columns->items[c - 1].name, name) >= 0 &&
             csv_header_lines_name(columns, c, joined);
        free(joined);
    }
    free(name);
    return ok;
}

static int check_names(const struct csv_columns *columns, const struct csv_record *record,
                       struct err *err) {
    size_t numbers = 0;
    for (size_t c = 0; c < columns->count; c++) {
        const char *name = columns->items[c].name;
        double number;
        numbers += (size_t)decimal_read(name, strlen(name), &number);
    }
    size_t repeated = find_repeated(columns);
    if (repeated < columns->count)
        return err_set(err, ERR_DAMAGED,
                       "%s: line %zu: two columns are called %.60s; call each as what it is of, "
                       "such as \"a %.60s\" and \"b %.60s\"",
                       record->source->path, record->number, columns->items[repeated].name,
                       columns->items[repeated].name, columns->items[repeated].name);
    return numbers < columns->count || !numbers
               ? 0
               : csv_columns_refuse(
                     record, ERR_DAMAGED,
                     "numbers where the header should be; the first line must name the columns, "
                     "such as size,a_ms,b_ms",
                     "", err);
}

/* --- several lines --- */

static int is_number(const struct csv_record *record, size_t c, double *number) {
    struct measured_unit unit;
    return csv_number_read(record->fields[c], strlen(record->fields[c]), record->mark, number,
                           &unit);
}

/* Whether RECORD has no numbers; or, if it MAY_HAVE_SIZES, a text first and whole numbers that rise
 * behind the last text. */
static int may_be_names(const struct csv_record *record, int may_have_sizes) {
    double last = 0, number;
    for (size_t c = 0; c < record->count; c++) {
        int is_one = is_number(record, c, &number);
        if (is_one && (!may_have_sizes || c == 0 || !(number > last) || number != floor(number)))
            return 0;
        if (!is_one && last > 0 && *record->fields[c] && !csv_is_of_totals(record->fields[c]) &&
            strcmp(record->fields[c], CSV_MARGINS) != 0)
            return 0;
        last = is_one ? number : last;
    }
    return 1;
}

/* Whether RECORD goes on with the header: each field that is not empty is a unit or stands where
 * names are missing or not all different, and is no number, save a size below a name that repeats.
 * Below the line that Markdown draws there may be units and words for what is measured alone. */
static int goes_on(const struct csv_columns *columns, const struct csv_record *record) {
    int are_units = 1, is_repeated = find_repeated(columns) < columns->count, is_missing = 0;
    int is_begun = 0, are_missing_behind = 0, are_known = 1;
    size_t fields = 0;
    if (record->count != columns->count)
        return 0;
    for (size_t c = 0; c < columns->count; c++) {
        const char *name = columns->items[c].name, *field = record->fields[c];
        struct measured_unit unit;
        is_missing |= !*name;
        are_missing_behind |= is_begun && !*name;
        is_begun |= *name != '\0';
        fields += *field != '\0';
        const int is_unit =
            strcmp(field, "%") == 0 || measured_unit_read(field, strlen(field), &unit);
        are_known &= !*field || is_unit || header_read(field).role != HEADER_OTHER;
        are_units &= !*field || is_unit || decimal_is_missing(field, strlen(field));
    }
    int may_have_sizes = !*columns->items[0].name && (is_repeated || are_missing_behind);
    if (csv_record_is_ruled(record) && !are_known)
        return 0;
    return fields && (are_units || is_repeated || is_missing) &&
           may_be_names(record, may_have_sizes);
}

/* Whether RECORD is the line in which pandas names what its rows are called: the first fields,
 * above which no names are that tell columns apart. Sets HOW_MANY. */
static int is_index_line(const struct csv_columns *columns, const struct csv_record *record,
                         size_t *how_many) {
    size_t names = 0, c;
    double number;
    if (record->count != columns->count)
        return 0;
    while (names < record->count && *record->fields[names] && !is_number(record, names, &number))
        names++;
    for (c = names; c < record->count && !*record->fields[c]; c++)
        ;
    *how_many = names;
    return names && names < record->count && c == record->count;
}

/* Returns both as one name, with a unit at its end; NULL if memory runs out. */
static char *join(const char *above, const char *below) {
    const struct header upper = header_read(above), lower = header_read(below);
    int is_turned = upper.unit.kind && (!lower.unit.kind || lower.is_faint);
    const char *first = is_turned ? below : above, *second = is_turned ? above : below;
    char *joined = NULL;
    return asprintf(&joined, "%s%s%s", first, *first && *second ? " " : "", second) < 0 ? NULL
                                                                                        : joined;
}

/* Joins the names of the next line to those above, where a name stands for the empty fields behind
 * it, too. */
static int join_names(struct csv_columns *columns, const struct csv_record *record) {
    char *above = NULL;
    int ok = 1, is_begun = 0;
    for (size_t c = 0; ok && c < columns->count; c++) {
        const char *field = record->fields[c];
        is_begun |= *columns->items[c].name != '\0';
        if (*columns->items[c].name || !is_begun) {
            free(above);
            above = strdup(columns->items[c].name);
        }
        int has_field = *field && !decimal_is_missing(field, strlen(field));
        char *joined = above ? join(above, has_field ? field : "") : NULL;
        ok = joined && csv_header_lines_name(columns, c, joined);
        free(joined);
    }
    free(above);
    return ok;
}

/* Notes what the sizes of RECORD are called, which its first field says if there are some. */
static int note_size_name(struct csv_columns *columns, const struct csv_record *record,
                          const char *name) {
    double number;
    size_t c = 0;
    while (c < record->count && !is_number(record, c, &number))
        c++;
    if (c == record->count || !*name || columns->size_name)
        return 1;
    columns->size_name = strdup(name);
    return columns->size_name != NULL;
}

static int is_margin(const struct csv_column *column) {
    const struct header *header = &column->header;
    return header->length == strlen(CSV_MARGINS) &&
           strncmp(column->name + header->name, CSV_MARGINS, header->length) == 0;
}

/* Leaves out the margins of a table whose last column has some. */
static void leave_out_margins(struct csv_columns *columns) {
    columns->has_margins = is_margin(&columns->items[columns->count - 1]);
    for (size_t c = 0; columns->has_margins && c < columns->count; c++)
        if (is_margin(&columns->items[c])) {
            columns->items[c].role = CSV_LEFT_OUT;
            columns->items[c].is_given = 1;
        }
}

/* Takes the names of rows from RECORD, which names nothing else. */
static int take_index(struct csv_columns *columns, const struct csv_record *record, size_t names) {
    int ok = 1;
    columns->header_lines++;
    for (size_t c = 0; ok && c < names; c++)
        ok = csv_header_lines_name(columns, c, record->fields[c]);
    return ok;
}

/* Takes the lines below the first one that go on with the header, and goes to the one behind them.
 * Returns 1, 0 if there is none, or an error. */
static int take_more_names(struct csv_columns *columns, struct csv_record *record,
                           struct err *err) {
    int rc = 1, ok = 1;
    size_t lines = 1, index;
    for (; rc == 1 && ok && lines < MOST_LINES && goes_on(columns, record); lines++) {
        int has_index = !*columns->items[0].name;
        if (lines > 1 && is_index_line(columns, record, &index))
            break;
        columns->header_lines++;
        ok = (!has_index || note_size_name(columns, record, record->fields[0])) &&
             join_names(columns, record);
        rc = ok ? csv_record_next(record, err) : rc;
    }
    if (rc == 1 && ok && lines > 1 && is_index_line(columns, record, &index)) {
        ok = take_index(columns, record, index);
        leave_out_margins(columns);
        rc = ok ? csv_record_next(record, err) : rc;
    }
    return ok ? rc : csv_columns_no_memory(record, err);
}

/* --- pivot tables --- */

/* Whether the names are those above the names of a pivot table, in RECORD: what was measured, and
 * what the columns are called. */
static int is_caption(const struct csv_columns *columns, const struct csv_record *record) {
    const struct csv_column *items = columns->items;
    size_t filled = 0, c = 2;
    if (columns->count < 2 || record->count != columns->count || !*items[1].name ||
        !may_be_names(record, 1))
        return 0;
    while (c < columns->count && !*items[c].name)
        c++;
    for (size_t i = 0; i < record->count; i++)
        filled += *record->fields[i] != '\0';
    enum header_role role = items[0].header.role;
    int is_result = role == HEADER_RESULT || role == HEADER_SPREAD;
    int is_named = strcasecmp(items[1].name, column_labels) == 0;
    return c == columns->count && (is_named ? !*items[0].name || is_result
                                            : is_result && c > 2 && filled == record->count);
}

/* Takes the names anew from RECORD, and CAPTION from those above. */
static int take_caption(struct csv_columns *columns, const struct csv_record *record,
                        char **caption, struct err *err) {
    const char *name = columns->items[1].name;
    *caption = strdup(columns->items[0].name);
    columns->is_pivot = 1;
    columns->header_lines++;
    if (!*caption ||
        (strcasecmp(name, column_labels) != 0 && !note_size_name(columns, record, name)))
        return csv_columns_no_memory(record, err);
    return take_names(columns, record, err);
}

/* Leaves out the columns of totals. */
static void leave_out_totals(struct csv_columns *columns) {
    for (size_t c = 0; c < columns->count; c++) {
        const char *name = columns->items[c].name;
        if (!csv_is_of_totals(name) && !(columns->is_pivot && strncasecmp(name, "Total ", 6) == 0))
            continue;
        columns->items[c].role = CSV_LEFT_OUT;
        columns->items[c].is_given = 1;
    }
}

/* Calls rows that a spreadsheet calls Row Labels as those in RECORD, the first of them, are; joins
 * CAPTION to the names of all other columns. */
static int settle_pivot(struct csv_columns *columns, const struct csv_record *record,
                        const char *caption) {
    double number;
    int ok = 1;
    if (strcasecmp(columns->items[0].name, row_labels) == 0) {
        columns->is_pivot = columns->has_row_labels = 1;
        ok = csv_header_lines_name(
            columns, 0, record->count && is_number(record, 0, &number) ? "size" : "library");
    }
    leave_out_totals(columns);
    for (size_t c = 1; ok && caption && c < columns->count; c++) {
        char *joined = join(caption, columns->items[c].name);
        ok = joined && (columns->items[c].is_given || csv_header_lines_name(columns, c, joined));
        free(joined);
    }
    return ok;
}

/* --- all names --- */

/* Takes all lines of the header. RECORD stands at the first. */
static int take_lines(struct csv_columns *columns, struct csv_record *record, struct err *err) {
    size_t line;
    char *caption = NULL;
    int rc = pass_titles(columns, record, err), more = 0;
    line = record->number;
    if (rc == 0)
        rc = take_names(columns, record, err);
    if (rc == 0)
        rc = more = csv_record_next(record, err);
    if (more == 1)
        rc = 0;
    if (more == 1 && is_caption(columns, record)) {
        rc = take_caption(columns, record, &caption, err);
        if (rc == 0)
            rc = more = csv_record_next(record, err);
        rc = more == 1 ? 0 : rc;
    }
    if (rc == 0 && more == 1) {
        more = take_more_names(columns, record, err);
        rc = more == 1 ? 0 : more;
    }
    if (rc == 0 && !settle_pivot(columns, record, caption))
        rc = csv_columns_no_memory(record, err);
    free(caption);
    record->number = line;
    return rc;
}

int csv_header_lines_read(struct csv_columns *columns, struct csv_record *record, struct err *err) {
    columns->header_lines = 1;
    int rc = record->is_made ? take_names(columns, record, err) : take_lines(columns, record, err);
    if (rc == 0 && !tell_repeated(columns))
        rc = csv_columns_no_memory(record, err);
    return rc ? rc : check_names(columns, record, err);
}
