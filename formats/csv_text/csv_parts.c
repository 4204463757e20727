/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/csv_text/csv_parts.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "formats/csv_text/csv_field.h"
#include "formats/csv_text/csv_number.h"
#include "formats/import/format.h"
#include "formats/import/header_words.h"
#include "formats/model/hash_table.h"
#include "formats/text/array.h"

enum { MOST_PARTS = 1000, WORD = 64 };

struct csv_part *csv_parts_add(struct csv_parts *parts, size_t line) {
    struct csv_part *items = array_grow(parts->items, parts->count, sizeof *items);
    if (!items)
        return NULL;
    parts->items = items;
    if (parts->count == MOST_PARTS)
        return NULL;
    items[parts->count] = (struct csv_part){.first = line + 1, .last = line};
    return &items[parts->count++];
}

/* Returns the length of "1. " or "- " at the begin of the N bytes at TEXT, as lists have it. */
static size_t item_length(const char *text, size_t n) {
    size_t digits = 0;
    while (digits < n && isdigit((unsigned char)text[digits]))
        digits++;
    size_t mark = digits && digits < n && strchr(".)", text[digits]) ? digits + 1
                  : !digits && n && strchr("-+>", *text)             ? 1
                                                                     : 0;
    return mark && mark < n && text[mark] == ' ' ? mark + 1 : 0;
}

void csv_parts_title(const char *text, size_t n, char delimiter, char title[CSV_TITLE]) {
    static const char marks[] = "# \t\r*_\"'=";
    size_t item = item_length(text, n);
    text += item;
    n -= item;
    while (n && strchr(marks, *text)) {
        text++;
        n--;
    }
    while (n && (strchr(marks, text[n - 1]) || text[n - 1] == ':' || text[n - 1] == delimiter))
        n--;
    snprintf(title, CSV_TITLE, "%.*s", n < CSV_TITLE ? (int)n : 0, text);
}

/* --- what the titles are --- */

/* Reads "n = 100", "threads: 4" or "4 threads". Returns whether TITLE is such, and copies its
 * number to NUMBER and what it is of to WORD. */
static int read_axis(const char *title, char number[WORD], char word[WORD]) {
    size_t n = strcspn(title, "=:"), length = n;
    struct measured_unit unit;
    double value;
    while (length && title[length - 1] == ' ')
        length--;
    const char *text = title + n + (title[n] != '\0');
    text += strspn(text, " ");
    const size_t first = strcspn(title, " ");
    if (!title[n] && title[first] && first < WORD && strlen(title + first + 1) < WORD &&
        isalpha((unsigned char)title[first + 1]) && !strchr(title + first + 1, ' ') &&
        csv_number_read(title, first, '.', &value, &unit) && !unit.kind &&
        !csv_number_is_ratio(title, first)) {
        snprintf(number, WORD, "%.*s", (int)first, title);
        snprintf(word, WORD, "%s", title + first + 1);
        return !measured_unit_read(word, strlen(word), &unit);
    }
    if (!title[n] || !length || length >= WORD || strlen(text) >= WORD)
        return 0;
    snprintf(word, WORD, "%.*s", (int)length, title);
    snprintf(number, WORD, "%s", text);
    return csv_number_read(text, strlen(text), '.', &value, &unit) && !unit.kind;
}

/* Sets AXIS to what the numbers in all titles are of; "" if they are names. */
static void find_axis(const struct csv_parts *parts, char axis[WORD]) {
    char word[WORD], number[WORD];
    *axis = '\0';
    for (size_t i = 0; i < parts->count; i++)
        if (!read_axis(parts->items[i].title, number, i ? word : axis) ||
            (i && strcmp(word, axis) != 0)) {
            *axis = '\0';
            return;
        }
}

/* Whether the table with the header in RECORD says by no column what its results are of: only by
 * sizes, parameters and samples. */
static int has_no_names(const struct csv_record *record) {
    size_t c = 0;
    for (; c < record->count; c++) {
        const enum header_role role = header_read(record->fields[c]).role;
        if (role == HEADER_OTHER || role == HEADER_OF_NAME || role == HEADER_ACTION ||
            header_word(record->fields[c], HEADER_LIBRARY) != HEADER_NO_WORD)
            break;
    }
    return c == record->count;
}

/* Whether the table with the header in RECORD has a column of results for each of several names,
 * so that the names of its rows are of something else. */
static int is_wide(const struct csv_record *record) {
    size_t names = 0;
    for (size_t c = 1; c < record->count; c++) {
        const enum header_role role = header_read(record->fields[c]).role;
        if (role == HEADER_RESULT)
            return 0;
        names += *record->fields[c] && (role == HEADER_OTHER || role == HEADER_OF_NAME);
    }
    return names > 1;
}

/* Whether all titles are of states of one thing, which are compared: "before" and "after the
 * patch". */
static int are_of_states(const struct csv_parts *parts) {
    static const char states[] = "before after old new master main trunk pr patch patched base "
                                 "baseline head current previous original optimized unoptimized "
                                 "with without";
    size_t i = 0;
    for (; i < parts->count; i++) {
        char word[WORD];
        const char *title = parts->items[i].title;
        snprintf(word, sizeof word, "%.*s", (int)strcspn(title, " ,:(-"), title);
        if (!*word || !words_have(states, word))
            break;
    }
    return i == parts->count;
}

/* Whether column C of the table with the header in RECORD, which stands there again afterwards, has
 * different names. That of the header may come again. */
static int varies(struct csv_record *record, size_t c) {
    const uint64_t name = slots_hash_text(slots_hash(), record->fields[c]);
    uint64_t first = name;
    int does = 0;
    while (csv_record_next(record, NULL) == 1) {
        if (c >= record->count || !*record->fields[c])
            continue;
        const uint64_t field = slots_hash_text(slots_hash(), record->fields[c]);
        first = first == name ? field : first;
        does |= field != first && field != name;
    }
    csv_record_rewind(record);
    return csv_record_next(record, NULL) == 1 && does;
}

/* Whether some column of the table with the header in RECORD has names of what is compared, and not
 * perhaps of what that does. */
static int has_libraries(struct csv_record *record) {
    for (size_t c = 0; c < record->count; c++)
        if (header_word(record->fields[c], HEADER_LIBRARY) != HEADER_NO_WORD &&
            header_word(record->fields[c], HEADER_ACTION) == HEADER_NO_WORD && varies(record, c))
            return 1;
    return 0;
}

/* What the column of texts behind titles is called. */
static const char text_name[] = "description";

/* Returns what the column of titles is called in the table with the header in RECORD; NULL if that
 * has such a column. */
static const char *column_name(struct csv_record *record, const struct csv_parts *parts,
                               const char *axis) {
    const size_t first = (size_t)parts->is_filled;
    if (first && *record->fields[0] && !*axis)
        return record->fields[0];
    const char *name = has_no_names(record) ? "library" : is_wide(record) ? CSV_SECTION : "action";
    for (size_t c = 0; c < record->count; c++)
        if (header_word(record->fields[c], HEADER_ACTION) != HEADER_NO_WORD)
            name = CSV_SECTION;
    if (are_of_states(parts) && !is_wide(record) && !has_libraries(record))
        name = "library";
    name = *axis ? axis : name;
    for (size_t c = first; c < record->count; c++)
        if (strcasecmp(record->fields[c], name) == 0 ||
            (parts->has_texts && strcasecmp(record->fields[c], text_name) == 0))
            return NULL;
    return name;
}

/* --- the table --- */

/* Writes FIRST before the fields of RECORD, or in the place of the first one; and TEXT behind them.
 */
static void write_record(const struct csv_parts *parts, const struct csv_record *record,
                         const char *first, const char *text, FILE *file) {
    const size_t begin = (size_t)parts->is_filled;
    if (!parts->is_untitled)
        csv_field_write(file, first, ',', 1);
    for (size_t c = begin; c < record->count; c++) {
        if (c > begin || !parts->is_untitled)
            fputc(',', file);
        csv_field_write(file, record->fields[c], ',', 1);
    }
    if (parts->has_texts) {
        fputc(',', file);
        csv_field_write(file, text, ',', 1);
    }
    fputc('\n', file);
}

static int is_blank(const struct csv_record *record) {
    size_t c = 0;
    while (c < record->count && !*record->fields[c])
        c++;
    return c == record->count;
}

/* Writes the rows of all parts, from LINE on. Returns 0 if one is odd. */
static int write_rows(struct csv_parts *parts, const char *axis, struct csv_record *record,
                      size_t line, FILE *file) {
    char word[WORD], number[WORD];
    const size_t fields = record->count;
    size_t part = 0;
    int rc;
    while ((rc = csv_record_next(record, NULL)) == 1) {
        while (part + 1 < parts->count && record->number > parts->items[part].last)
            part++;
        const struct csv_part *of = &parts->items[part];
        if (record->number < of->first || record->number > of->last || is_blank(record))
            continue; /* such as a title of a group */
        if (record->count != fields) {
            parts->odd = record->number;
            parts->odd_fields = record->count;
            return 0;
        }
        for (; line < record->number; line++)
            fputc('\n', file);
        if (*axis)
            read_axis(of->title, number, word);
        write_record(parts, record, *axis ? number : of->title, of->text, file);
        line++;
    }
    return rc == 0;
}

int csv_parts_write(struct csv_parts *parts, struct csv_record *record, struct source *made) {
    char axis[WORD];
    *made = (struct source){.path = record->source->path};
    find_axis(parts, axis);
    const char *name = csv_record_next(record, NULL) == 1 ? column_name(record, parts, axis) : NULL;
    FILE *file = name ? open_memstream(&made->owned, &made->length) : NULL;
    if (!name)
        return 0;
    if (!file)
        return ERR_FAILED;
    for (size_t line = 0; line < parts->header; line++)
        fputc('\n', file);
    write_record(parts, record, name, text_name, file);
    int ok = write_rows(parts, axis, record, parts->header + 1, file);
    if (fclose(file) != 0)
        return ERR_FAILED;
    made->text = made->owned;
    if (!ok)
        source_release(made);
    return ok;
}
