/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plot/report/report_parts.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Whether part P of COLUMN begins a column of the page. */
static int is_apart(const struct report_column *column, size_t p) {
    return p == 0 || (column->parts[p].begins_blank && !column->parts[p].is_joined);
}

static size_t count_apart(const struct report_column *column) {
    size_t count = 0;
    for (size_t p = 0; column->align[p]; p++)
        count += (size_t)is_apart(column, p);
    return count;
}

static void write_heading(const struct page_state *page, const struct report_column *column) {
    size_t apart = count_apart(column);
    fputs("<th scope=\"col\"", page->file);
    if (apart > 1)
        fprintf(page->file, " colspan=\"%zu\"", apart);
    if (column->align[0] == 'r')
        fputs(apart > 1 ? " class=\"m\"" : " class=\"r\"", page->file);
    if (column->about) {
        fputs(" title=\"", page->file);
        markup_write(page->file, column->about);
        putc('"', page->file);
    }
    putc('>', page->file);
    markup_write(page->file, column->heading);
    fputs("</th>", page->file);
}

static void write_headings(const struct page_state *page, const struct report_table *table) {
    fputs("<thead><tr>", page->file);
    for (size_t c = 0; c < table->column_count; c++)
        write_heading(page, &table->columns[c]);
    fputs("</tr></thead>\n<tbody>\n", page->file);
}

static const char *tone_class(enum report_tone tone) {
    static const char *const classes[] = {
        [REPORT_PLAIN] = "", [REPORT_GOOD] = "good", [REPORT_BAD] = "bad", [REPORT_OPEN] = "open"};
    return classes[tone];
}

/* Beyond that no alignment is worth its room. */
enum { MOST_PADDING = 24 };

/* What is written into one cell of the page. */
struct piece {
    char text[512];
    size_t first; /* of its parts */
    int padding;  /* at the right, for what others have more behind the point; halves of a figure */
};

/* The first piece has what a cell is sorted by. */
static void write_piece(const struct page_state *page, const struct report_cell *cell, char align,
                        const struct piece *piece, int is_heading) {
    const char *tag = is_heading ? "th" : "td", *tone = tone_class(cell->tone);
    char padding[16] = "";
    if (align == 'r' && *piece->text && piece->padding)
        snprintf(padding, sizeof padding, "k%d",
                 piece->padding < MOST_PADDING ? piece->padding : MOST_PADDING);
    const char *const classes[] = {align == 'r' ? "r" : "", piece->first ? "q" : "", padding, tone};
    const char *before = " class=\"";
    fprintf(page->file, is_heading ? "<%s scope=\"row\"" : "<%s", tag);
    for (size_t i = 0; i < sizeof classes / sizeof *classes; i++)
        if (*classes[i]) {
            fprintf(page->file, "%s%s", before, classes[i]);
            before = " ";
        }
    fputs(*before == ' ' && before[1] == '\0' ? "\"" : "", page->file);
    if (piece->first == 0 && !isnan(cell->number))
        fprintf(page->file, " data-v=\"%.9g\"", cell->number);
    putc('>', page->file);
    markup_write_named(page->file, &page->names, piece->text + strspn(piece->text, " "));
    fprintf(page->file, "</%s>", tag);
}

static void write_cell(const struct page_state *page, const struct report_column *column,
                       const struct report_cell *cell, int is_heading) {
    const char *rest = cell->text ? cell->text : "";
    struct piece piece = {.text = ""};
    for (size_t p = 0; column->align[p]; p++) {
        size_t length = strcspn(rest, "\t"), used = strlen(piece.text);
        snprintf(piece.text + used, sizeof piece.text - used, "%.*s", (int)length, rest);
        if (p > piece.first)
            piece.padding += column->parts[p].width - report_part_width(rest, length);
        rest += length + (rest[length] == '\t');
        if (column->align[p + 1] && !is_apart(column, p + 1))
            continue;
        write_piece(page, cell, column->align[piece.first], &piece, is_heading);
        piece = (struct piece){.text = "", .first = p + 1};
    }
}

/* A line that differs from the one above in its first column begins a group. */
static int begins_group(const struct report_table *table, size_t line) {
    const struct report_cell *cell = &table->cells[line * table->column_count];
    const char *text = cell->text, *above = line ? (cell - table->column_count)->text : NULL;
    return table->is_sortable && text && above && strcmp(text, above) != 0;
}

static void write_line(const struct page_state *page, const struct report_table *table,
                       size_t line) {
    fputs(begins_group(table, line) ? "<tr class=\"group\">" : "<tr>", page->file);
    for (size_t c = 0; c < table->column_count; c++)
        write_cell(page, &table->columns[c], &table->cells[line * table->column_count + c],
                   c == 0 && !table->is_sortable);
    fputs("</tr>\n", page->file);
}

/* What is wider than the page is scrolled by itself, with the keyboard as well. */
void report_table_write(const struct page_state *page, const struct report_table *table) {
    fputs("<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"", page->file);
    markup_write(page->file, table->caption);
    fprintf(page->file, "\"><table%s>\n<caption><span>",
            table->is_sortable ? " class=\"sortable\"" : "");
    markup_write_named(page->file, &page->names, table->caption);
    fputs("</span></caption>\n", page->file);
    write_headings(page, table);
    for (size_t i = 0; i < table->lines; i++)
        write_line(page, table, i);
    fputs("</tbody></table></div>\n", page->file);
}
