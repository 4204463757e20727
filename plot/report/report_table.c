/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <string.h>

#include "plot/report/report_page.h"

/* Returns whether part P of COLUMN begins a column of the HTML table. */
static int is_apart(const struct report_column *column, size_t p) {
    return p == 0 || (column->parts[p].begins_blank && !column->parts[p].is_joined);
}

static const char *tone_class(enum report_tone tone) {
    static const char *const classes[] = {
        [REPORT_PLAIN] = "", [REPORT_GOOD] = "good", [REPORT_BAD] = "bad", [REPORT_OPEN] = "open"};
    return classes[tone];
}

/* Alignment is not worth more padding than this; report.css has a class for each amount. */
enum { MOST_PADDING = 24 };

/* What one cell of the HTML table contains: some parts of a cell. */
struct piece {
    char text[512];
    size_t first; /* its first part */
    int padding;  /* on the right, for the decimals that other cells have more; half digits */
};

/* Calls WRITE for each piece of CELL, without its leading blanks. */
typedef void write_piece(void *context, const struct piece *piece);
static void for_pieces(const struct report_column *column, const struct report_cell *cell,
                       write_piece *write, void *context) {
    const char *rest = cell->text ? cell->text : "";
    struct piece piece = {.text = ""};
    for (size_t p = 0; column->align[p]; p++) {
        size_t length = strcspn(rest, "\t"), used = strlen(piece.text), blanks = 0;
        if (!used)
            blanks = strspn(rest, " ");
        blanks = blanks < length ? blanks : length;
        snprintf(piece.text + used, sizeof piece.text - used, "%.*s", (int)(length - blanks),
                 rest + blanks);
        if (p > piece.first)
            piece.padding += column->parts[p].width - report_part_width(rest, length);
        rest += length + (rest[length] == '\t');
        if (column->align[p + 1] && !is_apart(column, p + 1))
            continue;
        write(context, &piece);
        piece = (struct piece){.text = "", .first = p + 1};
    }
}

/* --- rows as HTML --- */

struct cell_state {
    const struct page_state *page;
    const struct report_column *column;
    const struct report_cell *cell;
    int is_heading;
    size_t written; /* pieces of this line so far */
};

static void write_html(void *context, const struct piece *piece) {
    const struct cell_state *state = context;
    FILE *file = state->page->file;
    char align = state->column->align[piece->first], padding[16] = "";
    const char *tag = state->is_heading ? "th" : "td", *before = " class=\"";
    if (align == 'r' && *piece->text && piece->padding)
        snprintf(padding, sizeof padding, "k%d",
                 piece->padding < MOST_PADDING ? piece->padding : MOST_PADDING);
    const char *const classes[] = {align == 'r' ? "r" : "", piece->first ? "q" : "", padding,
                                   tone_class(state->cell->tone)};
    fprintf(file, state->is_heading ? "<%s scope=\"row\"" : "<%s", tag);
    for (size_t i = 0; i < sizeof classes / sizeof *classes; i++)
        if (*classes[i]) {
            fprintf(file, "%s%s", before, classes[i]);
            before = " ";
        }
    fputs(*before == ' ' && before[1] == '\0' ? "\"" : "", file);
    /* Only the first piece has the cell's sort key. */
    if (piece->first == 0 && !isnan(state->cell->number))
        fprintf(file, " data-v=\"%.9g\"", state->cell->number);
    putc('>', file);
    markup_write_named(file, &state->page->names, piece->text);
    fprintf(file, "</%s>", tag);
}

/* Returns whether LINE begins a group: its first column differs from that of the line above. */
static int begins_group(const struct report_table *table, size_t line) {
    const struct report_cell *cell = &table->cells[line * table->column_count];
    const char *text = cell->text, *above = line ? (cell - table->column_count)->text : NULL;
    return table->is_sortable && text && above && strcmp(text, above) != 0;
}

static void write_rows(const struct page_state *page, const struct report_table *table) {
    for (size_t i = 0; i < table->lines; i++) {
        fputs(begins_group(table, i) ? "<tr class=\"group\">" : "<tr>", page->file);
        for (size_t c = 0; c < table->column_count; c++) {
            struct cell_state state = {page, &table->columns[c],
                                       &table->cells[i * table->column_count + c],
                                       c == 0 && !table->is_sortable, 0};
            for_pieces(state.column, state.cell, write_html, &state);
        }
        fputs("</tr>\n", page->file);
    }
}

static void write_heading(const struct page_state *page, const struct report_column *column) {
    size_t apart = 0;
    for (size_t p = 0; column->align[p]; p++)
        apart += (size_t)is_apart(column, p);
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

/* A table wider than the page scrolls on its own, with the keyboard as well. */
static void write_table(const struct page_state *page, const struct report_table *table,
                        int has_rows) {
    fputs("<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"", page->file);
    markup_write(page->file, table->caption);
    fprintf(page->file, "\"><table%s>\n<caption><span>",
            table->is_sortable ? " class=\"sortable\"" : "");
    markup_write_named(page->file, &page->names, table->caption);
    fputs("</span></caption>\n<thead><tr>", page->file);
    for (size_t c = 0; c < table->column_count; c++)
        write_heading(page, &table->columns[c]);
    fputs("</tr></thead>\n<tbody>\n", page->file);
    if (has_rows)
        write_rows(page, table);
    fputs("</tbody></table></div>\n", page->file);
}

/* --- rows as text --- */

/* A table of more lines is folded: its rows are text, which the script turns into a table when the
 * reader opens it. */
enum { MOST_OPEN = 200 };

static void write_text(void *context, const struct piece *piece) {
    struct cell_state *state = context;
    if (state->written++)
        putc('\t', state->page->file);
    markup_write(state->page->file, piece->text);
}

/* The class of each piece, in the order of the text: "r rq l". */
static void write_classes(const struct page_state *page, const struct report_table *table) {
    const char *between = "";
    for (size_t c = 0; c < table->column_count; c++)
        for (size_t p = 0; table->columns[c].align[p]; p++)
            if (is_apart(&table->columns[c], p)) {
                fprintf(page->file, "%s%c%s", between, table->columns[c].align[p], p ? "q" : "");
                between = " ";
            }
}

/* A letter for the tone of each line, for each column; nothing for a column that is plain. */
static void write_tones(const struct page_state *page, const struct report_table *table) {
    static const char letters[] = {
        [REPORT_PLAIN] = '-', [REPORT_GOOD] = 'g', [REPORT_BAD] = 'b', [REPORT_OPEN] = 'o'};
    for (size_t c = 0; c < table->column_count; c++) {
        const struct report_cell *cells = table->cells + c;
        size_t toned = 0;
        for (size_t i = 0; i < table->lines; i++)
            toned += cells[i * table->column_count].tone != REPORT_PLAIN;
        if (c)
            putc(' ', page->file);
        for (size_t i = 0; toned && i < table->lines; i++)
            putc(letters[cells[i * table->column_count].tone], page->file);
    }
}

static void write_folded(const struct page_state *page, const struct report_table *table) {
    fputs("<details class=\"rows\"><summary>", page->file);
    markup_write_named(page->file, &page->names, table->caption);
    fprintf(page->file, ": %zu rows</summary>\n<template>", table->lines);
    write_table(page, table, 0);
    fputs("</template>\n<pre tabindex=\"0\" data-pieces=\"", page->file);
    write_classes(page, table);
    fputs("\" data-tones=\"", page->file);
    write_tones(page, table);
    fputs("\">", page->file);
    for (size_t c = 0; c < table->column_count; c++) {
        fputs(c ? "\t" : "", page->file);
        markup_write(page->file, table->columns[c].heading);
        for (size_t p = 1; table->columns[c].align[p]; p++)
            if (is_apart(&table->columns[c], p))
                putc('\t', page->file);
    }
    for (size_t i = 0; i < table->lines; i++) {
        struct cell_state state = {.page = page};
        putc('\n', page->file);
        for (size_t c = 0; c < table->column_count; c++)
            for_pieces(&table->columns[c], &table->cells[i * table->column_count + c], write_text,
                       &state);
    }
    fputs("</pre></details>\n", page->file);
}

void report_table_write(const struct page_state *page, const struct report_table *table) {
    if (table->is_sortable && table->lines > MOST_OPEN)
        write_folded(page, table);
    else
        write_table(page, table, 1);
}
