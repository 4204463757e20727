/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/csv/csv_document.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "formats/csv/csv_field.h"
#include "formats/csv/csv_headings.h"
#include "formats/csv/csv_number.h"
#include "formats/csv/csv_parts.h"
#include "formats/csv/csv_titles.h"
#include "formats/csv/csv_turned.h"
#include "formats/model/key_index.h"
#include "formats/text/array.h"
#include "formats/text/decimal.h"

enum { MOST_TABLES = 200, LEVELS = 7, LOOKED_AT = 30 };

struct line {
    const char *text; /* without the blanks around it */
    size_t length, at, next;
};

struct table {
    struct line header;
    size_t end;                   /* where the line behind its last row begins */
    size_t number, last;          /* the lines of its header and its last row */
    size_t begin;                 /* the line of the heading right above it, or its header's */
    char own[CSV_TITLE];          /* that heading; "": there is none since the table before */
    char caption[CSV_TITLE];      /* the nearest line above it; "": none since the table before */
    char path[LEVELS][CSV_TITLE]; /* all headings above it; that of level 0 is "" */
    char title[CSV_TITLE];        /* what tells it from others */
    char *words;                  /* those above it that say a unit; NULL: none do */
    struct csv_title_units units; /* by WORDS */
    int is_of_other;              /* the words above it say that it is of no times: "Memory" */
    int is_read;                  /* it has times or rates */
    size_t group;                 /* the first table with the same header and units */
};

/* What stands above the next table. */
struct scan {
    struct csv_document *document;
    struct table *tables;
    size_t count;
    char path[LEVELS][CSV_TITLE];
    char *words[LEVELS]; /* of each level: its heading and what stands below that */
    char *own;           /* those since the last heading or table */
    char caption[CSV_TITLE];
    size_t level, heading; /* the level of the last heading, and its line; 0: none since a table */
    int is_closed[LEVELS]; /* a table stands below the words of that level */
    int is_doubtful;       /* no table says that it has times or rates */
};

/* --- lines --- */

static struct line line_at(const struct source *source, size_t at) {
    const char *text = source->text + at, *end = memchr(text, '\n', source->length - at);
    size_t n = end ? (size_t)(end - text) : source->length - at;
    struct line line = {.text = text, .length = n, .at = at, .next = at + n + (end != NULL)};
    while (line.length && strchr(" \t\r", line.text[line.length - 1]))
        line.length--;
    while (line.length && strchr(" \t", *line.text)) {
        line.text++;
        line.length--;
    }
    return line;
}

static int has_bar(const struct line *line) {
    return memchr(line->text, '|', line->length) != NULL;
}

/* Whether LINE is one like "|---|---:|", or Org's "|---+---|", which stands below a header. */
static int is_rule(const struct line *line) {
    size_t ruled = 0, dashes = 0;
    for (; ruled < line->length && strchr("|-:+ \t", line->text[ruled]); ruled++)
        dashes += line->text[ruled] == '-';
    return line->length && ruled == line->length && dashes && has_bar(line);
}

static int begins(const struct line *line, const char *word) {
    size_t n = strlen(word);
    return line->length >= n && memcmp(line->text, word, n) == 0;
}

static int is_header(const struct source *source, const struct line *line) {
    if (!has_bar(line) || line->next >= source->length)
        return 0;
    const struct line below = line_at(source, line->next);
    return !is_rule(line) && is_rule(&below);
}

/* --- blocks that are no text --- */

/* What a block of code or a comment ends with, if one begins in LINE; else NULL. */
static const char *block_end(const struct line *line) {
    static const char *const ends[][2] = {{"```", "```"}, {"~~~", "~~~"}, {"<!--", "-->"}};
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
        if (begins(line, ends[i][0]))
            return ends[i][1];
    return NULL;
}

static void blank(char *text, size_t from, size_t to) {
    for (; from < to; from++)
        if (text[from] != '\n')
            text[from] = ' ';
}

/* Whether some line of SOURCE may be the header of a table in Markdown. */
static int has_header(const struct source *source) {
    for (size_t at = 0; at < source->length;) {
        const struct line line = line_at(source, at);
        if (is_header(source, &line))
            return 1;
        at = line.next;
    }
    return 0;
}

/* Makes blocks of code and comments in TEXT, a copy of that of SOURCE, blank. Returns whether a
 * header of a table stands elsewhere. */
static int drop_blocks(const struct source *source, char *text) {
    const char *end = NULL;
    int has_table = 0;
    for (size_t at = 0; at < source->length;) {
        const struct line line = line_at(source, at);
        const char *begin = end ? NULL : block_end(&line);
        const int is_in = end || begin;
        const size_t skip = begin ? 3 : 0;
        const char *within = line.text + (line.length < skip ? line.length : skip);
        if (is_in)
            blank(text, at, line.next);
        else
            has_table |= is_header(source, &line);
        end = end ? end : begin;
        if (end && memmem(within, (size_t)(line.text + line.length - within), end, 3) &&
            !(begin && *begin != '-'))
            end = NULL;
        at = line.next;
    }
    return has_table;
}

/* --- what stands above a table --- */

/* Whether the words TEXT say that numbers are no times: "Memory usage", "Binary size (kB)". */
static int is_of_other(const char *text) {
    static const char words[] = "memory rss size sizes footprint ram heap bytes allocations "
                                "speedup speed-up accuracy error errors loc";
    char name[CSV_TITLE];
    const struct header header = header_read(text);
    if (header.unit.kind && header.unit.kind != UNIT_BYTES && header.unit.kind != UNIT_COUNT)
        return 0;
    if (header.role == HEADER_MEASURE || header.unit.kind == UNIT_BYTES)
        return 1;
    snprintf(name, sizeof name, "%s", text);
    for (char *word, *rest = name; (word = strsep(&rest, " ,:;()"));)
        if (*word && words_have(words, word))
            return 1;
    return 0;
}

static int says_unit(const char *words) {
    const struct csv_title_units units = csv_titles_units(words);
    return units.time.unit.kind || units.rate.unit.kind;
}

/* Notes in TABLE the words above it that say a unit: the nearest ones. Returns 0 if memory runs
 * out. */
static int note_words(const struct scan *scan, struct table *table) {
    const char *words = says_unit(scan->own) ? scan->own : NULL;
    table->is_of_other = !words && is_of_other(table->caption);
    for (size_t level = scan->level + 1; !words && !table->is_of_other && level-- > 0;) {
        words = says_unit(scan->words[level]) ? scan->words[level] : NULL;
        table->is_of_other = !words && is_of_other(scan->path[level]);
    }
    table->units = csv_titles_units(words);
    table->words = words ? strdup(words) : NULL;
    return !words || table->words;
}

/* Lets the words since the last heading or table hold below that heading. Returns 0 if memory runs
 * out. */
static int keep_own(struct scan *scan) {
    return !scan->own || csv_titles_add(&scan->words[scan->level], scan->own);
}

/* Takes LINE as a heading of LEVEL. */
static int take_heading(struct scan *scan, const struct line *line, size_t level, size_t number) {
    char text[CSV_TITLE];
    if (level > scan->level && !keep_own(scan)) /* what stands above several headings */
        return 0;
    for (size_t i = level; i < LEVELS; i++) {
        free(scan->words[i]);
        scan->words[i] = NULL;
        *scan->path[i] = '\0';
        scan->is_closed[i] = 0;
    }
    csv_parts_title(line->text, line->length, '#', scan->path[level]);
    csv_field_unmark(scan->path[level]);
    snprintf(text, sizeof text, "%s", scan->path[level]);
    free(scan->own);
    scan->own = NULL;
    *scan->caption = '\0';
    scan->level = level;
    scan->heading = number;
    return csv_titles_add(&scan->words[level], text);
}

/* Returns what stands between the tags of a summary in LINE, as of what can be folded away; nothing
 * if there is none. */
static struct line summary_of(const struct line *line) {
    static const char open[] = "<summary>", close[] = "</summary>";
    const char *begin = memmem(line->text, line->length, open, strlen(open)),
               *end = line->text + line->length;
    if (!begin)
        return (struct line){.text = end};
    begin += strlen(open);
    const char *closed = memmem(begin, (size_t)(end - begin), close, strlen(close));
    return (struct line){.text = begin, .length = (size_t)((closed ? closed : end) - begin)};
}

/* Takes LINE as prose. */
static int take_prose(struct scan *scan, const struct line *line) {
    char text[1024];
    const struct line summary = summary_of(line);
    line = summary.length ? &summary : line;
    if (begins(line, "![") || begins(line, "[![") || block_end(line) ||
        (!summary.length && begins(line, "<")))
        return 1;
    snprintf(text, sizeof text, "%.*s", (int)(line->length < sizeof text ? line->length : 0),
             line->text);
    csv_parts_title(line->text, line->length, ':', scan->caption);
    csv_field_unmark(scan->caption);
    return csv_titles_add(&scan->own, text);
}

/* Takes the table whose header is LINE. */
static int take_table(struct scan *scan, const struct line *line, size_t number) {
    struct table *tables = array_grow(scan->tables, scan->count, sizeof *tables);
    if (!tables)
        return 0;
    scan->tables = tables;
    struct table *table = &tables[scan->count++];
    *table = (struct table){.header = *line,
                            .number = number,
                            .last = number + 1,
                            .begin = scan->heading ? scan->heading : number};
    memcpy(table->path, scan->path, sizeof table->path);
    memcpy(table->caption, scan->caption, sizeof table->caption);
    if (scan->heading)
        memcpy(table->own, scan->path[scan->level], sizeof table->own);
    int ok = note_words(scan, table) && (scan->is_closed[scan->level] || keep_own(scan));
    free(scan->own);
    scan->own = NULL;
    *scan->caption = '\0';
    scan->heading = 0;
    scan->is_closed[scan->level] = 1;
    return ok;
}

/* Returns the level of the heading that LINE is: "## Times", or a line with others of '=' or '-'
 * below it; 0: none. */
static size_t heading_level(const struct source *source, const struct line *line) {
    size_t level = 0;
    while (level < line->length && line->text[level] == '#')
        level++;
    if (level)
        return level < LEVELS && level < line->length && strchr(" \t", line->text[level]) ? level
                                                                                          : 0;
    const struct line below =
        line->next < source->length ? line_at(source, line->next) : (struct line){.length = 0};
    size_t same = 0;
    while (same < below.length && below.text[same] == *below.text)
        same++;
    return line->length && same > 2 && same == below.length ? (*below.text == '=')   ? 1
                                                              : (*below.text == '-') ? 2
                                                                                     : 0
                                                            : 0;
}

static int no_memory(const struct source *source, struct err *err) {
    return err_set(err, ERR_FAILED, "%s: no memory to read it", source->path);
}

/* Finds all tables. */
static int find_tables(struct scan *scan, struct err *err) {
    const struct source *source = &scan->document->text;
    size_t number = 1;
    int ok = 1, is_open = 0, is_apart = 0; /* rows may follow; a blank line stands above */
    for (size_t at = 0; ok && at < source->length; number++) {
        const struct line line = line_at(source, at);
        const size_t level = heading_level(source, &line);
        const int is_inside = is_open && !is_apart; /* where a rule parts rows */
        const int is_new = !is_inside && is_header(source, &line);
        const int is_row = scan->count && has_bar(&line) && (is_inside || *line.text == '|');
        at = line.next;
        if (is_new && scan->count == MOST_TABLES)
            return err_set(err, ERR_DAMAGED,
                           "%s: line %zu: more than %d tables; make several files of it",
                           source->path, number, MOST_TABLES);
        if (is_row && !is_new && scan->heading)
            return err_set(err, ERR_DAMAGED,
                           "%s: line %zu: a row below a heading of its own; write the header of "
                           "its table above it",
                           source->path, number);
        if (is_new)
            ok = take_table(scan, &line, number);
        else if (is_row) {
            scan->tables[scan->count - 1].last = number;
            scan->tables[scan->count - 1].end = line.next;
        } else if (line.length && level)
            ok = take_heading(scan, &line, level, number);
        else if (line.length)
            ok = take_prose(scan, &line);
        is_open = is_new || is_row || (is_open && !line.length);
        is_apart = !line.length;
    }
    return ok ? 0 : no_memory(source, err);
}

/* --- what the tables have --- */

static int is_of_times(enum unit_kind kind) {
    return kind && kind != UNIT_BYTES && kind != UNIT_COUNT;
}

/* Begins RECORD at TABLE, and reads its header. */
static int begin_table(struct csv_record *record, const struct table *table) {
    return csv_record_begin_at(record, table->header.at, table->number, NULL) != ERR_FAILED &&
           csv_record_next(record, NULL) == 1;
}

/* Reads the next row of TABLE. */
static int next_row(struct csv_record *record, const struct table *table) {
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

/* Whether TABLE has times or rates: by its header, most cells of a column, or the words above
 * numbers without a unit. */
static int has_results(const struct table *table, struct csv_record *record) {
    enum { MOST_COLUMNS = 64 };
    struct cells cells[MOST_COLUMNS] = {{0}};
    const int is_said =
        (table->units.time.unit.kind || table->units.rate.unit.kind) && !table->is_of_other;
    int has = 0;
    if (!begin_table(record, table))
        return 0;
    for (size_t c = 0; c < record->count; c++) {
        const struct header header = header_read(record->fields[c]);
        if (is_of_times(header.unit.kind) ||
            (header.role == HEADER_RESULT && (header.is_time || header.is_rate)))
            return 1;
    }
    for (size_t row = 0; row < LOOKED_AT && next_row(record, table); row++)
        for (size_t c = 1; c < record->count && c < MOST_COLUMNS; c++)
            note_cell(&cells[c], record->fields[c], record->mark);
    for (size_t c = 1; c < MOST_COLUMNS; c++)
        has |= 2 * cells[c].times > cells[c].filled || (is_said && cells[c].plain);
    return has;
}

/* Decides which tables are read: all if none has times. Returns whether some have. */
static int choose_tables(struct scan *scan, struct csv_record *record) {
    int has = 0;
    for (size_t i = 0; i < scan->count; i++)
        has |= scan->tables[i].is_read = has_results(&scan->tables[i], record);
    scan->is_doubtful = !has;
    for (size_t i = 0; !has && i < scan->count; i++)
        scan->tables[i].is_read = 1;
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
static size_t count_titles(const struct table *table, struct csv_record *record) {
    struct key_index names = {0};
    size_t titles = 0, rows = 0;
    int are_titles = begin_table(record, table), is_title = 0;
    for (int is_first = 1; are_titles && next_row(record, table); is_first = 0) {
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

/* Makes the rows of TABLE that are titles, and a mean or sum of all others, blank. Returns whether
 * there was one. */
static int drop_rows(const struct table *table, struct csv_record *record, char *text) {
    const int has_titles = count_titles(table, record) > 0;
    size_t last = 0, dropped = 0;
    int is_one = 0;
    if (!begin_table(record, table))
        return 0;
    for (size_t c = 0; c < record->count; c++)
        is_one |= header_read(record->fields[c]).role == HEADER_RESULT;
    while (next_row(record, table)) {
        const int is_mean =
            record->number == table->last && last && is_of_all(record->fields[0], is_one);
        if (is_mean || (has_titles && is_name(record))) {
            size_t begin = record->at - 1;
            while (begin > 0 && text[begin - 1] != '\n')
                begin--;
            blank(text, begin, record->at);
            dropped++;
        }
        last = record->number;
    }
    return dropped > 0;
}

/* --- which tables belong together --- */

static int units_are_same(const struct csv_title_units *a, const struct csv_title_units *b) {
    return a->time.unit.kind == b->time.unit.kind && a->rate.unit.kind == b->rate.unit.kind &&
           (!a->time.unit.kind || measured_unit_equals(&a->time.unit, &b->time.unit)) &&
           (!a->rate.unit.kind || measured_unit_equals(&a->rate.unit, &b->rate.unit));
}

/* Returns LINE without its outer bars. */
static struct line without_bars(struct line line) {
    if (line.length && *line.text == '|') {
        line.text++;
        line.length--;
    }
    line.length -= line.length && line.text[line.length - 1] == '|';
    return line;
}

static int headers_are_same(const struct table *a, const struct table *b) {
    const struct line of_a = without_bars(a->header), of_b = without_bars(b->header);
    return csv_headings_are_same(of_a.text, of_a.length, of_b.text, of_b.length);
}

/* Puts each table into the group of the first one that is like it. Returns how many groups there
 * are. */
static size_t group_tables(struct scan *scan) {
    size_t groups = 0;
    for (size_t i = 0; i < scan->count; i++) {
        struct table *table = &scan->tables[i];
        size_t k = 0;
        while (k < i && !(scan->tables[k].is_read && scan->tables[k].group == k &&
                          headers_are_same(&scan->tables[k], table) &&
                          units_are_same(&scan->tables[k].units, &table->units)))
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
static void add_level(struct scan *scan, size_t level) {
    const struct table *first = NULL;
    int differ = 0;
    for (size_t i = 0; i < scan->count; i++)
        if (scan->tables[i].is_read) {
            first = first ? first : &scan->tables[i];
            differ |= strcmp(first->path[level], scan->tables[i].path[level]) != 0;
        }
    for (size_t i = 0; differ && i < scan->count; i++)
        add_title(scan->tables[i].title, scan->tables[i].path[level]);
}

/* Whether all tables that are read have titles, which differ. */
static int are_told_apart(const struct scan *scan) {
    for (size_t i = 0; i < scan->count; i++) {
        if (!scan->tables[i].is_read)
            continue;
        if (!*scan->tables[i].title)
            return 0;
        for (size_t k = 0; k < i; k++)
            if (scan->tables[k].is_read &&
                strcasecmp(scan->tables[k].title, scan->tables[i].title) == 0)
                return 0;
    }
    return 1;
}

/* Takes for the titles the headings right above the tables, all headings that differ, the nearest
 * lines, or the last two together: the first of these that tell the tables apart. Returns whether
 * one does. */
static int settle_titles(struct scan *scan) {
    static const struct {
        int own, path, caption; /* what of them titles have, and each table must have */
    } ways[] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {0, 1, 1}};
    int have_own = 1, have_captions = 1;
    for (size_t i = 0; i < scan->count; i++) {
        have_own &= !scan->tables[i].is_read || *scan->tables[i].own;
        have_captions &= !scan->tables[i].is_read || *scan->tables[i].caption;
    }
    for (size_t way = 0; way < sizeof ways / sizeof *ways; way++) {
        if (ways[way].caption ? !have_captions : !have_own)
            continue;
        for (size_t i = 0; i < scan->count; i++)
            snprintf(scan->tables[i].title, CSV_TITLE, "%s",
                     ways[way].own ? scan->tables[i].own : "");
        for (size_t level = 0; ways[way].path && level < LEVELS; level++)
            add_level(scan, level);
        for (size_t i = 0; ways[way].caption && i < scan->count; i++)
            add_title(scan->tables[i].title, scan->tables[i].caption);
        if (are_told_apart(scan))
            return 1;
    }
    return 0;
}

/* Whether some row of each table whose columns are others than those of the first one that is read
 * has a name that a row of that has. */
static int have_names_in_common(const struct scan *scan, struct csv_record *record) {
    struct key_index names = {0};
    const struct table *first = NULL;
    int are_common = 1;
    for (size_t i = 0; are_common && i < scan->count; i++) {
        const struct table *table = &scan->tables[i];
        const int is_first = table->is_read && !first;
        if (!table->is_read || (!is_first && headers_are_same(first, table)) ||
            !begin_table(record, table))
            continue;
        first = is_first ? table : first;
        are_common = is_first;
        while (next_row(record, table)) {
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
static int repeat_column(const struct scan *scan, size_t group, struct csv_record *record) {
    enum { MOST_COLUMNS = 64 };
    int repeats[MOST_COLUMNS], is_one = 0;
    for (size_t c = 0; c < MOST_COLUMNS; c++)
        repeats[c] = 1;
    for (size_t i = group; i < scan->count; i++) {
        const struct table *table = &scan->tables[i];
        if (!table->is_read || table->group != group || !begin_table(record, table))
            continue;
        const char *colon = strrchr(table->title, ':'),
                   *value = colon ? colon + 1 + strspn(colon + 1, " ") : table->title;
        for (size_t c = record->count; c < MOST_COLUMNS; c++)
            repeats[c] = 0;
        while (next_row(record, table))
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
static void keep_group(const struct scan *scan, size_t group, int is_alone, char *text) {
    const struct source *source = &scan->document->text;
    size_t number = 1, table = 0;
    for (size_t at = 0; at < source->length; number++) {
        const struct line line = line_at(source, at);
        while (table < scan->count && number > scan->tables[table].last)
            table++;
        const int is_in = table < scan->count && number >= scan->tables[table].number;
        const int is_kept =
            is_in ? scan->tables[table].is_read && scan->tables[table].group == group
                  : !is_alone && number < scan->tables[group].number && !has_bar(&line);
        if (!is_kept)
            blank(text, at, line.next);
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
static size_t list_lines(const struct scan *scan, int are_read, char *text, size_t size) {
    enum { MOST = 6 };
    size_t count = 0, used = 0, named = 0;
    for (size_t i = 0; i < scan->count; i++)
        count += scan->tables[i].is_read == are_read;
    used = (size_t)snprintf(text, size, "line%s ", count > 1 ? "s" : "");
    for (size_t i = 0; i < scan->count && named < MOST; i++) {
        if (scan->tables[i].is_read != are_read)
            continue;
        const char *between = !named ? "" : named + 1 == count ? " and " : ", ";
        used +=
            (size_t)snprintf(text + used, size - used, "%s%zu", between, scan->tables[i].number);
        named++;
    }
    if (named < count)
        snprintf(text + used, size - used, " and %zu more", count - named);
    return count;
}

static int refuse(const struct scan *scan, const char *why, struct err *err) {
    char lines[120];
    size_t i = 0;
    list_lines(scan, 1, lines, sizeof lines);
    while (!scan->tables[i].is_read)
        i++;
    return err_set(err, ERR_DAMAGED,
                   "%s: tables begin in %s, and %s give each a file, the first one lines %zu to "
                   "%zu",
                   scan->document->text.path, lines, why, scan->tables[i].begin,
                   scan->tables[i].last);
}

/* Makes a part of the tables of GROUP. */
static int make_part(const struct scan *scan, size_t group, int is_told, struct csv_record *all,
                     struct err *err) {
    struct csv_document *document = scan->document;
    struct csv_document_part *part = &document->parts[document->count++];
    const struct table *first = &scan->tables[group];
    char *text = copy_text(&document->text);
    struct source source = {
        .path = document->text.path, .text = text, .length = document->text.length};
    struct csv_record record = {0};
    struct csv_parts parts = {.header = first->number};
    parts.is_untitled = !is_told || repeat_column(scan, group, all);
    int rc = text ? 0 : no_memory(&document->text, err);
    if (rc == 0)
        keep_group(scan, group, 1, text);
    for (size_t i = group; rc == 0 && i < scan->count; i++) {
        const struct table *table = &scan->tables[i];
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
        rc = is_turned ? refuse(scan, "their lines, not their columns, are quantities;", err)
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
static int are_mixed(const struct scan *scan) {
    size_t rates = 0, others = 0;
    for (size_t i = 0; i < scan->count; i++) {
        const struct table *table = &scan->tables[i];
        const struct header header = header_read(table->title);
        rates += table->is_read && !table->words && header.is_rate;
        others += table->is_read && !table->words && !header.is_rate;
    }
    return rates && others && scan->is_doubtful;
}

/* Makes the parts of several tables. */
static int make_parts(struct scan *scan, size_t groups, struct csv_record *record,
                      struct err *err) {
    int is_told = settle_titles(scan), rc = 0;
    int is_apart = 0; /* some table has words of its own */
    for (size_t i = 0; i < scan->count; i++)
        is_apart |=
            scan->tables[i].is_read && i && (*scan->tables[i].own || *scan->tables[i].caption);
    if (!is_told && (groups > 1 || is_apart))
        return refuse(scan, "no heading tells them apart;", err);
    if (are_mixed(scan))
        return refuse(scan,
                      "nothing says in what units; write them in the headings, such as "
                      "\"Latency (ms)\", or",
                      err);
    if (!have_names_in_common(scan, record))
        return refuse(scan, "have no row in common;", err);
    scan->document->parts = calloc(groups, sizeof *scan->document->parts);
    if (!scan->document->parts)
        return no_memory(&scan->document->text, err);
    for (size_t i = 0; rc == 0 && i < scan->count; i++)
        if (scan->tables[i].is_read && scan->tables[i].group == i)
            rc = make_part(scan, i, is_told, record, err);
    return rc;
}

/* --- the document --- */

/* Notes what is left out. */
static void say_left_out(struct scan *scan, int has_rows) {
    struct csv_document *document = scan->document;
    char lines[100];
    const size_t count = list_lines(scan, 0, lines, sizeof lines);
    size_t used = 0;
    if (count)
        used = (size_t)snprintf(document->left_out, sizeof document->left_out, "the table%s in %s",
                                count > 1 ? "s" : "", lines);
    if (has_rows)
        snprintf(document->left_out + used, sizeof document->left_out - used,
                 "%srows of titles or of all others", used ? ", " : "");
}

/* Reads the tables of the document, whose text is TEXT. */
static int read_tables(struct scan *scan, struct csv_record *record, char *text, struct err *err) {
    int has_rows = 0, rc = 0;
    size_t read = 0;
    for (size_t i = 0; i < scan->count; i++) {
        read += (size_t)scan->tables[i].is_read;
        has_rows |= scan->tables[i].is_read && drop_rows(&scan->tables[i], record, text);
    }
    const size_t groups = group_tables(scan);
    rc = read > 1 ? make_parts(scan, groups, record, err) : 0;
    for (size_t i = 0; read == 1 && i < scan->count; i++)
        if (scan->tables[i].is_read)
            keep_group(scan, i, 0, text);
    say_left_out(scan, has_rows);
    return rc;
}

static void release_scan(struct scan *scan) {
    for (size_t i = 0; i < scan->count; i++)
        free(scan->tables[i].words);
    free(scan->tables);
    for (size_t i = 0; i < LEVELS; i++)
        free(scan->words[i]);
    free(scan->own);
    *scan = (struct scan){.document = scan->document};
}

/* Finds the tables of SOURCE, in TEXT, without blocks of code; or with them if only these have
 * times. */
static int scan_tables(struct scan *scan, const struct source *source, struct csv_record *record,
                       char *text, struct err *err) {
    enum { WITHOUT_BLOCKS, WITH_BLOCKS, WITHOUT_AGAIN };
    int has_table = 0, rc = 0;
    for (int way = WITHOUT_BLOCKS; rc == 0 && way <= WITHOUT_AGAIN; way++) {
        if (way == WITHOUT_AGAIN && !has_table)
            break;
        release_scan(scan);
        memcpy(text, source->text, source->length);
        if (way != WITH_BLOCKS)
            has_table = drop_blocks(source, text);
        rc = find_tables(scan, err);
        if (rc == 0 && scan->count && choose_tables(scan, record))
            break;
    }
    return rc;
}

int csv_document_read(struct csv_document *document, const struct source *source, struct err *err) {
    struct scan scan = {.document = document};
    struct csv_record record = {0};
    *document = (struct csv_document){.text = {.path = source->path, .length = source->length}};
    int rc = source_check_text(source, err);
    if (rc || !has_header(source))
        return rc;
    char *text = copy_text(source);
    if (!text)
        return no_memory(source, err);
    document->text.text = document->text.owned = text;
    if (csv_record_begin(&record, &document->text, NULL) == ERR_FAILED)
        rc = no_memory(source, err);
    if (rc == 0)
        rc = scan_tables(&scan, source, &record, text, err);
    if (rc == 0 && scan.count)
        rc = read_tables(&scan, &record, text, err);
    rc = rc ? rc : scan.count > 0;
    release_scan(&scan);
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
