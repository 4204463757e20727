/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/csv_text/csv_document.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "formats/csv_text/csv_document_rows.h"
#include "formats/csv_text/csv_turned.h"
#include "formats/model/key_index.h"

/* A document while it is read. */
struct reading {
    struct csv_document *document;
    struct csv_markdown markdown;
    int is_doubtful; /* no table says that it has times or rates */
};

static int no_memory(const struct source *source, struct err *err) {
    return err_set(err, ERR_FAILED, "%s: no memory to read it", source->path);
}

/* Decides which tables are read: all if none has times. Returns whether some have. */
static int choose_tables(struct reading *reading, struct csv_record *record) {
    int has = 0;
    for (size_t i = 0; i < reading->markdown.count; i++)
        has |= reading->markdown.tables[i].is_read =
            csv_document_has_results(&reading->markdown.tables[i], record);
    reading->is_doubtful = !has;
    for (size_t i = 0; !has && i < reading->markdown.count; i++)
        reading->markdown.tables[i].is_read = 1;
    return has;
}

/* --- which tables belong together --- */

static int units_are_same(const struct csv_title_units *a, const struct csv_title_units *b) {
    return a->time.unit.kind == b->time.unit.kind && a->rate.unit.kind == b->rate.unit.kind &&
           (!a->time.unit.kind || measured_unit_equals(&a->time.unit, &b->time.unit)) &&
           (!a->rate.unit.kind || measured_unit_equals(&a->rate.unit, &b->rate.unit));
}

/* Returns LINE without its outer bars. */
static struct csv_line without_bars(struct csv_line line) {
    if (line.length && *line.text == '|') {
        line.text++;
        line.length--;
    }
    line.length -= line.length && line.text[line.length - 1] == '|';
    return line;
}

static int headers_are_same(const struct csv_markdown_table *a,
                            const struct csv_markdown_table *b) {
    const struct csv_line of_a = without_bars(a->header), of_b = without_bars(b->header);
    return csv_line_equals(&of_a, &of_b);
}

/* Puts each table into the group of the first one that is like it. Returns how many groups there
 * are. */
static size_t group_tables(struct reading *reading) {
    size_t groups = 0;
    for (size_t i = 0; i < reading->markdown.count; i++) {
        struct csv_markdown_table *table = &reading->markdown.tables[i];
        size_t k = 0;
        while (k < i &&
               !(reading->markdown.tables[k].is_read && reading->markdown.tables[k].group == k &&
                 headers_are_same(&reading->markdown.tables[k], table) &&
                 units_are_same(&reading->markdown.tables[k].units, &table->units)))
            k++;
        table->group = k;
        groups += table->is_read && k == i;
    }
    return groups;
}

/* Appends TEXT to TITLE. */
static void add_title(char title[CSV_TITLE], const char *text) {
    const size_t used = strlen(title);
    if (*text)
        snprintf(title + used, CSV_TITLE - used, "%s%s", used ? ", " : "", text);
}

/* Appends the headings of LEVEL to the titles if they differ. */
static void add_level(struct reading *reading, size_t level) {
    const struct csv_markdown_table *first = NULL;
    int differ = 0;
    for (size_t i = 0; i < reading->markdown.count; i++)
        if (reading->markdown.tables[i].is_read) {
            first = first ? first : &reading->markdown.tables[i];
            differ |= strcmp(first->path[level], reading->markdown.tables[i].path[level]) != 0;
        }
    for (size_t i = 0; differ && i < reading->markdown.count; i++)
        add_title(reading->markdown.tables[i].title, reading->markdown.tables[i].path[level]);
}

/* Whether all tables that are read have titles, which differ. */
static int are_told_apart(const struct reading *reading) {
    for (size_t i = 0; i < reading->markdown.count; i++) {
        if (!reading->markdown.tables[i].is_read)
            continue;
        if (!*reading->markdown.tables[i].title)
            return 0;
        for (size_t k = 0; k < i; k++)
            if (reading->markdown.tables[k].is_read &&
                strcasecmp(reading->markdown.tables[k].title, reading->markdown.tables[i].title) ==
                    0)
                return 0;
    }
    return 1;
}

/* Takes for the titles the headings right above the tables, all headings that differ, the nearest
 * lines, or the last two together: the first of these that tell the tables apart. Returns whether
 * one does. */
static int settle_titles(struct reading *reading) {
    static const struct {
        int own, path, caption; /* what of them titles have, and each table must have */
    } ways[] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {0, 1, 1}};
    int have_own = 1, have_captions = 1;
    for (size_t i = 0; i < reading->markdown.count; i++) {
        have_own &= !reading->markdown.tables[i].is_read || *reading->markdown.tables[i].own;
        have_captions &=
            !reading->markdown.tables[i].is_read || *reading->markdown.tables[i].caption;
    }
    for (size_t way = 0; way < sizeof ways / sizeof *ways; way++) {
        if (ways[way].caption ? !have_captions : !have_own)
            continue;
        for (size_t i = 0; i < reading->markdown.count; i++)
            snprintf(reading->markdown.tables[i].title, CSV_TITLE, "%s",
                     ways[way].own ? reading->markdown.tables[i].own : "");
        for (size_t level = 0; ways[way].path && level < CSV_MARKDOWN_LEVELS; level++)
            add_level(reading, level);
        for (size_t i = 0; ways[way].caption && i < reading->markdown.count; i++)
            add_title(reading->markdown.tables[i].title, reading->markdown.tables[i].caption);
        if (are_told_apart(reading))
            return 1;
    }
    return 0;
}

/* Whether some row of each table whose columns are others than those of the first one that is read
 * has a name that a row of that has. */
static int have_names_in_common(const struct reading *reading, struct csv_record *record) {
    struct key_index names = {0};
    const struct csv_markdown_table *first = NULL;
    int are_common = 1;
    for (size_t i = 0; are_common && i < reading->markdown.count; i++) {
        const struct csv_markdown_table *table = &reading->markdown.tables[i];
        const int is_first = table->is_read && !first;
        if (!table->is_read || (!is_first && headers_are_same(first, table)) ||
            !csv_document_begin(record, table))
            continue;
        first = is_first ? table : first;
        are_common = is_first;
        while (csv_document_next(record, table)) {
            uint64_t name = slots_hash_text(slots_hash(), record->fields[0]);
            const uint32_t known = names.count;
            if (is_first)
                key_index_number(&names, &name, sizeof name);
            else
                are_common |= key_index_find(&names, &name, sizeof name) < known;
        }
    }
    key_index_release(&names);
    return are_common;
}

/* Whether in all rows of each table of GROUP the title, or what stands behind a colon in it, is
 * what one column has. */
static int repeat_column(const struct reading *reading, size_t group, struct csv_record *record) {
    enum { MOST_COLUMNS = 64 };
    int repeats[MOST_COLUMNS], is_one = 0;
    for (size_t c = 0; c < MOST_COLUMNS; c++)
        repeats[c] = 1;
    for (size_t i = group; i < reading->markdown.count; i++) {
        const struct csv_markdown_table *table = &reading->markdown.tables[i];
        if (!table->is_read || table->group != group || !csv_document_begin(record, table))
            continue;
        const char *colon = strrchr(table->title, ':'),
                   *value = colon ? colon + 1 + strspn(colon + 1, " ") : table->title;
        for (size_t c = record->count; c < MOST_COLUMNS; c++)
            repeats[c] = 0;
        while (csv_document_next(record, table))
            for (size_t c = 0; c < record->count && c < MOST_COLUMNS; c++)
                repeats[c] &= strcasecmp(record->fields[c], value) == 0;
    }
    for (size_t c = 0; c < MOST_COLUMNS; c++)
        is_one |= repeats[c];
    return is_one;
}

/* --- parts --- */

/* Makes all tables but those of GROUP blank in TEXT; and all else if it IS_ALONE, or else what
 * stands behind them, or has bars. */
static void keep_group(const struct reading *reading, size_t group, int is_alone, char *text) {
    const struct source *source = &reading->document->text;
    size_t number = 1, table = 0;
    for (size_t at = 0; at < source->length; number++) {
        const struct csv_line line = csv_line_at(source, at);
        while (table < reading->markdown.count && number > reading->markdown.tables[table].last)
            table++;
        const int is_in =
            table < reading->markdown.count && number >= reading->markdown.tables[table].number;
        const int is_kept = is_in ? reading->markdown.tables[table].is_read &&
                                        reading->markdown.tables[table].group == group
                                  : !is_alone && number < reading->markdown.tables[group].number &&
                                        !csv_line_has(&line, '|');
        if (!is_kept)
            csv_markdown_blank(text, at, line.next);
        at = line.next;
    }
}

static char *copy_text(const struct source *source) {
    char *text = malloc(source->length + 1);
    if (text) {
        memcpy(text, source->text, source->length);
        text[source->length] = '\0';
    }
    return text;
}

/* Writes "lines 3, 9 and 2 more" of the tables that are read, or of the others, to TEXT. Returns
 * how many there are. */
static size_t list_lines(const struct reading *reading, int are_read, char *text, size_t size) {
    enum { MOST = 6 };
    size_t count = 0, used = 0, named = 0;
    for (size_t i = 0; i < reading->markdown.count; i++)
        count += reading->markdown.tables[i].is_read == are_read;
    used = (size_t)snprintf(text, size, "line%s ", count > 1 ? "s" : "");
    for (size_t i = 0; i < reading->markdown.count && named < MOST; i++) {
        if (reading->markdown.tables[i].is_read != are_read)
            continue;
        const char *between = !named ? "" : named + 1 == count ? " and " : ", ";
        used += (size_t)snprintf(text + used, size - used, "%s%zu", between,
                                 reading->markdown.tables[i].number);
        named++;
    }
    if (named < count)
        snprintf(text + used, size - used, " and %zu more", count - named);
    return count;
}

static int refuse(const struct reading *reading, const char *why, struct err *err) {
    char lines[120];
    size_t i = 0;
    list_lines(reading, 1, lines, sizeof lines);
    while (!reading->markdown.tables[i].is_read)
        i++;
    return err_set(err, ERR_DAMAGED,
                   "%s: tables begin in %s, and %s give each a file, the first one lines %zu to "
                   "%zu",
                   reading->document->text.path, lines, why, reading->markdown.tables[i].begin,
                   reading->markdown.tables[i].last);
}

/* Makes a part of the tables of GROUP. */
static int make_part(const struct reading *reading, size_t group, int is_told,
                     struct csv_record *all, struct err *err) {
    struct csv_document *document = reading->document;
    struct csv_document_part *part = &document->parts[document->count++];
    const struct csv_markdown_table *first = &reading->markdown.tables[group];
    char *text = copy_text(&document->text);
    struct source source = {
        .path = document->text.path, .text = text, .length = document->text.length};
    struct csv_record record = {0};
    struct csv_parts parts = {.header = first->number};
    parts.is_untitled = !is_told || repeat_column(reading, group, all);
    int rc = text ? 0 : no_memory(&document->text, err);
    if (rc == 0)
        keep_group(reading, group, 1, text);
    for (size_t i = group; rc == 0 && i < reading->markdown.count; i++) {
        const struct csv_markdown_table *table = &reading->markdown.tables[i];
        struct csv_part *added = NULL;
        if (table->is_read && table->group == group &&
            !(added = csv_parts_add(&parts, table->number)))
            rc = no_memory(&document->text, err);
        if (!added)
            continue;
        added->last = table->last;
        memcpy(added->title, table->title, CSV_TITLE);
    }
    if (rc == 0)
        rc = csv_record_begin(&record, &source, err);
    part->mark = record.mark;
    source.length = first->end; /* a header that comes again is no quantity */
    const int is_turned = rc == 0 && first->end && csv_turned_is(&record);
    source.length = document->text.length;
    if (rc == 0)
        rc = is_turned ? refuse(reading, "their lines, not their columns, are quantities;", err)
                       : csv_parts_write(&parts, &record, &part->text);
    csv_record_release(&record);
    free(parts.items);
    free(text);
    if (rc == 0)
        return parts.odd
                   ? err_set(err, ERR_DAMAGED,
                             "%s: line %zu: %zu columns, where the header in line %zu has others",
                             document->text.path, parts.odd, parts.odd_fields, first->number)
                   : err_set(err, ERR_DAMAGED,
                             "%s: line %zu: a column has the name that headings would get, %s; "
                             "call it otherwise",
                             document->text.path, first->number, CSV_SECTION);
    part->titles = rc == 1 && first->words ? strdup(first->words) : NULL;
    return rc != 1 ? rc : first->words && !part->titles ? no_memory(&document->text, err) : 0;
}

/* Whether nothing says the units of tables of which some are of rates by their headings, and others
 * are not: one unit cannot be that of both. */
static int are_mixed(const struct reading *reading) {
    size_t rates = 0, others = 0;
    for (size_t i = 0; i < reading->markdown.count; i++) {
        const struct csv_markdown_table *table = &reading->markdown.tables[i];
        const struct header header = header_read(table->title);
        rates += table->is_read && !table->words && header.is_rate;
        others += table->is_read && !table->words && !header.is_rate;
    }
    return rates && others && reading->is_doubtful;
}

/* Makes the parts of several tables. */
static int make_parts(struct reading *reading, size_t groups, struct csv_record *record,
                      struct err *err) {
    int is_told = settle_titles(reading), rc = 0;
    int is_apart = 0; /* some table has words of its own */
    for (size_t i = 0; i < reading->markdown.count; i++)
        is_apart |= reading->markdown.tables[i].is_read && i &&
                    (*reading->markdown.tables[i].own || *reading->markdown.tables[i].caption);
    if (!is_told && (groups > 1 || is_apart))
        return refuse(reading, "no heading tells them apart;", err);
    if (are_mixed(reading))
        return refuse(reading,
                      "nothing says in what units; write them in the headings, such as "
                      "\"Latency (ms)\", or",
                      err);
    if (!have_names_in_common(reading, record))
        return refuse(reading, "have no row in common;", err);
    reading->document->parts = calloc(groups, sizeof *reading->document->parts);
    if (!reading->document->parts)
        return no_memory(&reading->document->text, err);
    for (size_t i = 0; rc == 0 && i < reading->markdown.count; i++)
        if (reading->markdown.tables[i].is_read && reading->markdown.tables[i].group == i)
            rc = make_part(reading, i, is_told, record, err);
    return rc;
}

/* --- the document --- */

/* Notes what is left out. */
static void say_left_out(struct reading *reading, int has_rows) {
    struct csv_document *document = reading->document;
    char lines[100];
    const size_t count = list_lines(reading, 0, lines, sizeof lines);
    size_t used = 0;
    if (count)
        used = (size_t)snprintf(document->left_out, sizeof document->left_out, "the table%s in %s",
                                count > 1 ? "s" : "", lines);
    if (has_rows)
        snprintf(document->left_out + used, sizeof document->left_out - used,
                 "%srows of titles or of all others", used ? ", " : "");
}

/* Reads the tables of the document, whose text is TEXT. */
static int read_tables(struct reading *reading, struct csv_record *record, char *text,
                       struct err *err) {
    int has_rows = 0, rc = 0;
    size_t read = 0;
    for (size_t i = 0; i < reading->markdown.count; i++) {
        read += (size_t)reading->markdown.tables[i].is_read;
        has_rows |= reading->markdown.tables[i].is_read &&
                    csv_document_drop_rows(&reading->markdown.tables[i], record, text);
    }
    const size_t groups = group_tables(reading);
    rc = read > 1 ? make_parts(reading, groups, record, err) : 0;
    for (size_t i = 0; read == 1 && i < reading->markdown.count; i++)
        if (reading->markdown.tables[i].is_read)
            keep_group(reading, i, 0, text);
    say_left_out(reading, has_rows);
    return rc;
}

/* Finds the tables of SOURCE, in TEXT, without blocks of code; or with them if only these have
 * times. */
static int scan_tables(struct reading *reading, const struct source *source,
                       struct csv_record *record, char *text, struct err *err) {
    enum { WITHOUT_BLOCKS, WITH_BLOCKS, WITHOUT_AGAIN };
    int has_table = 0, rc = 0;
    for (int way = WITHOUT_BLOCKS; rc == 0 && way <= WITHOUT_AGAIN; way++) {
        if (way == WITHOUT_AGAIN && !has_table)
            break;
        csv_markdown_release(&reading->markdown);
        memcpy(text, source->text, source->length);
        if (way != WITH_BLOCKS)
            has_table = csv_markdown_drop_blocks(source, text);
        rc = csv_markdown_find(&reading->markdown, &reading->document->text, err);
        if (rc == 0 && reading->markdown.count && choose_tables(reading, record))
            break;
    }
    return rc;
}

int csv_document_read(struct csv_document *document, const struct source *source, struct err *err) {
    struct reading reading = {.document = document};
    struct csv_record record = {0};
    *document = (struct csv_document){.text = {.path = source->path, .length = source->length}};
    int rc = source_check_text(source, err);
    if (rc || !csv_markdown_has_header(source))
        return rc;
    char *text = copy_text(source);
    if (!text)
        return no_memory(source, err);
    document->text.text = document->text.owned = text;
    if (csv_record_begin(&record, &document->text, NULL) == ERR_FAILED)
        rc = no_memory(source, err);
    if (rc == 0)
        rc = scan_tables(&reading, source, &record, text, err);
    if (rc == 0 && reading.markdown.count)
        rc = read_tables(&reading, &record, text, err);
    rc = rc ? rc : reading.markdown.count > 0;
    csv_markdown_release(&reading.markdown);
    csv_record_release(&record);
    return rc;
}

void csv_document_release(struct csv_document *document) {
    for (size_t i = 0; i < document->count; i++) {
        source_release(&document->parts[i].text);
        free(document->parts[i].titles);
    }
    free(document->parts);
    source_release(&document->text);
    *document = (struct csv_document){.count = 0};
}
