/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/csv_text/csv_markdown.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "formats/csv_text/csv_field.h"
#include "formats/import/format.h"
#include "formats/text/array.h"

/* What stands above the next table. */
struct scan {
    struct csv_markdown *markdown;
    char path[CSV_MARKDOWN_LEVELS][CSV_TITLE];
    char *words[CSV_MARKDOWN_LEVELS]; /* of each level: its heading and what stands below that */
    char *own;                        /* those since the last heading or table */
    char caption[CSV_TITLE];
    size_t level, heading; /* the level of the last heading, and its line; 0: none since a table */
    int is_closed[CSV_MARKDOWN_LEVELS]; /* a table stands below the words of that level */
};

/* --- lines --- */

/* Whether LINE is one like "|---|---:|", or Org's "|---+---|", which stands below a header. */
static int is_rule(const struct csv_line *line) {
    size_t ruled = 0, dashes = 0;
    for (; ruled < line->length && strchr("|-:+ \t", line->text[ruled]); ruled++)
        dashes += line->text[ruled] == '-';
    return line->length && ruled == line->length && dashes && csv_line_has(line, '|');
}

static int begins(const struct csv_line *line, const char *word) {
    size_t n = strlen(word);
    return line->length >= n && memcmp(line->text, word, n) == 0;
}

static int is_header(const struct source *source, const struct csv_line *line) {
    if (!csv_line_has(line, '|') || line->next >= source->length)
        return 0;
    const struct csv_line below = csv_line_at(source, line->next);
    return !is_rule(line) && is_rule(&below);
}

/* --- blocks that are no text --- */

/* What a block of code or a comment ends with, if one begins in LINE; else NULL. */
static const char *block_end(const struct csv_line *line) {
    static const char *const ends[][2] = {{"```", "```"}, {"~~~", "~~~"}, {"<!--", "-->"}};
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
        if (begins(line, ends[i][0]))
            return ends[i][1];
    return NULL;
}

void csv_markdown_blank(char *text, size_t from, size_t to) {
    for (; from < to; from++)
        if (text[from] != '\n')
            text[from] = ' ';
}

int csv_markdown_has_header(const struct source *source) {
    const char *bar = memchr(source->text, '|', source->length); /* most tables have none */
    for (size_t at = bar ? 0 : source->length; at < source->length;) {
        const struct csv_line line = csv_line_at(source, at);
        if (is_header(source, &line))
            return 1;
        at = line.next;
    }
    return 0;
}

int csv_markdown_drop_blocks(const struct source *source, char *text) {
    const char *end = NULL;
    int has_table = 0;
    for (size_t at = 0; at < source->length;) {
        const struct csv_line line = csv_line_at(source, at);
        const char *begin = end ? NULL : block_end(&line);
        const int is_in = end || begin;
        const size_t skip = begin ? 3 : 0;
        const char *within = line.text + (line.length < skip ? line.length : skip);
        if (is_in)
            csv_markdown_blank(text, at, line.next);
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
static int note_words(const struct scan *scan, struct csv_markdown_table *table) {
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
static int take_heading(struct scan *scan, const struct csv_line *line, size_t level,
                        size_t number) {
    char text[CSV_TITLE];
    if (level > scan->level && !keep_own(scan)) /* what stands above several headings */
        return 0;
    for (size_t i = level; i < CSV_MARKDOWN_LEVELS; i++) {
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
static struct csv_line summary_of(const struct csv_line *line) {
    static const char open[] = "<summary>", close[] = "</summary>";
    const char *begin = memmem(line->text, line->length, open, strlen(open)),
               *end = line->text + line->length;
    if (!begin)
        return (struct csv_line){.text = end};
    begin += strlen(open);
    const char *closed = memmem(begin, (size_t)(end - begin), close, strlen(close));
    return (struct csv_line){.text = begin, .length = (size_t)((closed ? closed : end) - begin)};
}

/* Takes LINE as prose. */
static int take_prose(struct scan *scan, const struct csv_line *line) {
    char text[1024];
    const struct csv_line summary = summary_of(line);
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
static int take_table(struct scan *scan, const struct csv_line *line, size_t number) {
    struct csv_markdown_table *tables =
        array_grow(scan->markdown->tables, scan->markdown->count, sizeof *tables);
    if (!tables)
        return 0;
    scan->markdown->tables = tables;
    struct csv_markdown_table *table = &tables[scan->markdown->count++];
    *table = (struct csv_markdown_table){.header = *line,
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
static size_t heading_level(const struct source *source, const struct csv_line *line) {
    size_t level = 0;
    while (level < line->length && line->text[level] == '#')
        level++;
    if (level)
        return level < CSV_MARKDOWN_LEVELS && level < line->length &&
                       strchr(" \t", line->text[level])
                   ? level
                   : 0;
    const struct csv_line below = line->next < source->length ? csv_line_at(source, line->next)
                                                              : (struct csv_line){.length = 0};
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
    const struct source *source = scan->markdown->source;
    size_t number = 1;
    int ok = 1, is_open = 0, is_apart = 0; /* rows may follow; a blank line stands above */
    for (size_t at = 0; ok && at < source->length; number++) {
        const struct csv_line line = csv_line_at(source, at);
        const size_t level = heading_level(source, &line);
        const int is_inside = is_open && !is_apart; /* where a rule parts rows */
        const int is_new = !is_inside && is_header(source, &line);
        const int is_row =
            scan->markdown->count && csv_line_has(&line, '|') && (is_inside || *line.text == '|');
        at = line.next;
        if (is_new && scan->markdown->count == CSV_MARKDOWN_MOST_TABLES)
            return err_set(err, ERR_DAMAGED,
                           "%s: line %zu: more than %d tables; make several files of it",
                           source->path, number, CSV_MARKDOWN_MOST_TABLES);
        if (is_row && !is_new && scan->heading)
            return err_set(err, ERR_DAMAGED,
                           "%s: line %zu: a row below a heading of its own; write the header of "
                           "its table above it",
                           source->path, number);
        if (is_new)
            ok = take_table(scan, &line, number);
        else if (is_row) {
            scan->markdown->tables[scan->markdown->count - 1].last = number;
            scan->markdown->tables[scan->markdown->count - 1].end = line.next;
        } else if (line.length && level)
            ok = take_heading(scan, &line, level, number);
        else if (line.length)
            ok = take_prose(scan, &line);
        is_open = is_new || is_row || (is_open && !line.length);
        is_apart = !line.length;
    }
    return ok ? 0 : no_memory(source, err);
}

int csv_markdown_find(struct csv_markdown *markdown, const struct source *source, struct err *err) {
    struct scan scan = {.markdown = markdown};
    *markdown = (struct csv_markdown){.source = source};
    int rc = find_tables(&scan, err);
    for (size_t i = 0; i < CSV_MARKDOWN_LEVELS; i++)
        free(scan.words[i]);
    free(scan.own);
    return rc;
}

void csv_markdown_release(struct csv_markdown *markdown) {
    for (size_t i = 0; i < markdown->count; i++)
        free(markdown->tables[i].words);
    free(markdown->tables);
    *markdown = (struct csv_markdown){.count = 0};
}
