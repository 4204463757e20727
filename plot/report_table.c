/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plot/report_parts.h"

#include <math.h>
#include <string.h>

static void write_heading(const struct page_state *page, const struct report_column *column) {
    size_t parts = strlen(column->align);
    fputs("<th scope=\"col\"", page->file);
    if (parts > 1)
        fprintf(page->file, " colspan=\"%zu\"", parts);
    if (column->align[0] == 'r')
        fputs(parts > 1 ? " class=\"m\"" : " class=\"r\"", page->file);
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

/* The first part has what a cell is sorted by. Others join it: with the blank that they begin with,
 * if they do. */
static void write_part(const struct page_state *page, const struct report_cell *cell, char align,
                       size_t part, const char *text, int is_heading) {
    const char *tag = is_heading ? "th" : "td", *tone = tone_class(cell->tone);
    const char *side = align == 'r' ? "r" : "", *joined = !part ? "" : *text == ' ' ? "q" : "p";
    fprintf(page->file, is_heading ? "<%s scope=\"row\"" : "<%s", tag);
    if (*tone || *side || *joined)
        fprintf(page->file, " class=\"%s%s%s%s%s\"", side, *side && *joined ? " " : "", joined,
                (*side || *joined) && *tone ? " " : "", tone);
    if (part == 0 && !isnan(cell->number))
        fprintf(page->file, " data-v=\"%.9g\"", cell->number);
    putc('>', page->file);
    markup_write_named(page->file, &page->names, text + strspn(text, " "));
    fprintf(page->file, "</%s>", tag);
}

static void write_cell(const struct page_state *page, const struct report_column *column,
                       const struct report_cell *cell, int is_heading) {
    const char *rest = cell->text ? cell->text : "";
    char text[512];
    for (size_t p = 0; column->align[p]; p++) {
        size_t length = strcspn(rest, "\t");
        snprintf(text, sizeof text, "%.*s", (int)length, rest);
        rest += length + (rest[length] == '\t');
        write_part(page, cell, column->align[p], p, text, is_heading);
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
