/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analyze/output/grid.h"
#include "formats/text/xalloc.h"
#include "plot/report/report_page.h"

enum { PARTS = 4 };

/* A column of a grid, and how its parts become columns of the HTML table. */
struct shown {
    const struct column *column;
    const char *align; /* a letter for each part, l or r */
    struct part {
        int begins_blank, is_joined; /* some cell's part begins with a blank; some does not */
        int width;                   /* of the widest part, in half digits */
    } parts[PARTS];
};

struct html_table {
    const struct page_state *page;
    const struct document_block *block;
    struct grid grid;
    struct shown *columns; /* [grid.column_count] */
    int is_sortable;
};

/* --- parts --- */

/* Returns the approximate width of LENGTH bytes of TEXT, in half digits. */
static int part_width(const char *text, size_t length) {
    int width = 0;
    for (size_t i = 0; i < length; i++)
        if ((text[i] & 0xc0) != 0x80) /* the first byte of a character */
            width += text[i] == '.' ? 1 : 2;
    return width;
}

static void note_parts(struct shown *column, const char *text) {
    for (size_t p = 0; column->align[p]; p++) {
        struct part *part = &column->parts[p];
        size_t length = strcspn(text, "\t");
        int width = part_width(text, length);
        part->begins_blank |= *text == ' ';
        part->is_joined |= length > 0 && *text != ' ';
        part->width = width > part->width ? width : part->width;
        text += length + (text[length] == '\t');
    }
}

/* Returns whether part P of COLUMN begins a column of the HTML table: one that begins with a blank
 * is aligned on its own, any other one together with the part before, so that a number in parts,
 * such as "0\t.25×", is one text. */
static int is_apart(const struct shown *column, size_t p) {
    return p == 0 || (column->parts[p].begins_blank && !column->parts[p].is_joined);
}

/* Alignment is not worth more padding than this; report.css has a class for each amount. */
enum { MOST_PADDING = 24 };

/* What one cell of the HTML table contains: some parts of a cell. */
struct piece {
    char text[GRID_PART];
    size_t first; /* its first part */
    int padding;  /* on the right, for the decimals that other cells have more; half digits */
};

/* Calls WRITE for each piece of the cell TEXT, without its leading blanks. */
typedef void write_piece(void *context, const struct piece *piece);
static void for_pieces(const struct shown *column, const char *text, write_piece *write,
                       void *context) {
    struct piece piece = {.text = ""};
    for (size_t p = 0; column->align[p]; p++) {
        size_t length = strcspn(text, "\t"), used = strlen(piece.text), blanks = 0;
        if (!used)
            blanks = strspn(text, " ");
        blanks = blanks < length ? blanks : length;
        snprintf(piece.text + used, sizeof piece.text - used, "%.*s", (int)(length - blanks),
                 text + blanks);
        if (p > piece.first)
            piece.padding += column->parts[p].width - part_width(text, length);
        text += length + (text[length] == '\t');
        if (column->align[p + 1] && !is_apart(column, p + 1))
            continue;
        write(context, &piece);
        piece = (struct piece){.text = "", .first = p + 1};
    }
}

/* --- rows as HTML --- */

/* How the page shows a tone: the class of a cell, and the letter of one that is folded. */
static const struct {
    const char *name;
    char letter;
} tones[TERMINAL_TONES] = {
    [TERMINAL_PLAIN] = {"", '-'},      [TERMINAL_HEADING] = {"", '-'},
    [TERMINAL_GOOD] = {"good", 'g'},   [TERMINAL_BAD] = {"bad", 'b'},
    [TERMINAL_WARNING] = {"bad", 'b'}, [TERMINAL_FAINT] = {"open", 'o'},
};

struct cell_state {
    const struct html_table *table;
    size_t line, column;
    size_t written; /* pieces of this line so far */
};

/* Returns the sort key of a cell; NaN: sorted by its text, after all numbers. */
static double number_of(const struct cell_state *cell) {
    const struct column *column = cell->table->columns[cell->column].column;
    double workspace;
    const void *value =
        column_value(column, records_at(&cell->table->block->records, cell->line), &workspace);
    switch (column->type) {
    case COLUMN_INTEGER:
        return (double)*(const int64_t *)value;
    case COLUMN_COUNT:
        return (double)*(const size_t *)value;
    case COLUMN_REAL:
    case COLUMN_INTERVAL:
        return *(const double *)value;
    default:
        return NAN;
    }
}

static void write_html(void *context, const struct piece *piece) {
    const struct cell_state *cell = context;
    const struct html_table *table = cell->table;
    FILE *file = table->page->file;
    char align = table->columns[cell->column].align[piece->first], padding[16] = "";
    int is_heading = cell->column == 0 && !table->is_sortable;
    const char *tag = is_heading ? "th" : "td", *before = " class=\"";
    if (align == 'r' && *piece->text && piece->padding)
        snprintf(padding, sizeof padding, "k%d",
                 piece->padding < MOST_PADDING ? piece->padding : MOST_PADDING);
    const char *const classes[] = {align == 'r' ? "r" : "", piece->first ? "q" : "", padding,
                                   tones[grid_tone(&table->grid, cell->line, cell->column)].name};
    fprintf(file, is_heading ? "<%s scope=\"row\"" : "<%s", tag);
    for (size_t i = 0; i < sizeof classes / sizeof *classes; i++)
        if (*classes[i]) {
            fprintf(file, "%s%s", before, classes[i]);
            before = " ";
        }
    fputs(*before == ' ' && before[1] == '\0' ? "\"" : "", file);
    /* Only the first piece has the cell's sort key. */
    double number = piece->first == 0 ? number_of(cell) : NAN;
    if (!isnan(number))
        fprintf(file, " data-v=\"%.9g\"", number);
    putc('>', file);
    markup_write_named(file, &table->page->names, piece->text);
    fprintf(file, "</%s>", tag);
}

/* Returns whether LINE begins a group: its first column differs from that of the line above. */
static int begins_group(const struct html_table *table, size_t line) {
    return table->is_sortable && line &&
           strcmp(grid_cell(&table->grid, line, 0), grid_cell(&table->grid, line - 1, 0)) != 0;
}

static void write_cells(const struct html_table *table, size_t line, write_piece *write) {
    struct cell_state cell = {.table = table, .line = line};
    for (; cell.column < table->grid.column_count; cell.column++)
        for_pieces(&table->columns[cell.column], grid_cell(&table->grid, line, cell.column), write,
                   &cell);
}

static void write_rows(const struct html_table *table) {
    for (size_t i = 0; i < table->grid.lines; i++) {
        fputs(begins_group(table, i) ? "<tr class=\"group\">" : "<tr>", table->page->file);
        write_cells(table, i, write_html);
        fputs("</tr>\n", table->page->file);
    }
}

static void write_heading(FILE *file, const struct shown *shown) {
    const char *about = shown->column->about;
    size_t apart = 0;
    for (size_t p = 0; shown->align[p]; p++)
        apart += (size_t)is_apart(shown, p);
    fputs("<th scope=\"col\"", file);
    if (apart > 1)
        fprintf(file, " colspan=\"%zu\"", apart);
    if (shown->align[0] == 'r')
        fputs(apart > 1 ? " class=\"m\"" : " class=\"r\"", file);
    if (about && *about) {
        fputs(" title=\"", file);
        markup_write(file, about);
        putc('"', file);
    }
    putc('>', file);
    markup_write(file, column_heading(shown->column));
    fputs("</th>", file);
}

/* A table wider than the page scrolls on its own, with the keyboard as well. */
static void write_table(const struct html_table *table, int has_rows) {
    const struct page_state *page = table->page;
    fputs("<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"", page->file);
    markup_write(page->file, table->block->text);
    fprintf(page->file, "\"><table%s>\n<caption><span>",
            table->is_sortable ? " class=\"sortable\"" : "");
    markup_write_named(page->file, &page->names, table->block->text);
    fputs("</span></caption>\n<thead><tr>", page->file);
    for (size_t c = 0; c < table->grid.column_count; c++)
        write_heading(page->file, &table->columns[c]);
    fputs("</tr></thead>\n<tbody>\n", page->file);
    if (has_rows)
        write_rows(table);
    fputs("</tbody></table></div>\n", page->file);
}

/* --- rows as text --- */

/* A table of more lines is folded: its rows are text, which the script turns into a table when the
 * reader opens it. */
enum { MOST_OPEN = 200 };

static void write_text(void *context, const struct piece *piece) {
    struct cell_state *cell = context;
    if (cell->written++)
        putc('\t', cell->table->page->file);
    markup_write(cell->table->page->file, piece->text);
}

/* The class of each piece, in the order of the text: "r rq l". */
static void write_classes(const struct html_table *table) {
    const char *between = "";
    for (size_t c = 0; c < table->grid.column_count; c++)
        for (size_t p = 0; table->columns[c].align[p]; p++)
            if (is_apart(&table->columns[c], p)) {
                fprintf(table->page->file, "%s%c%s", between, table->columns[c].align[p],
                        p ? "q" : "");
                between = " ";
            }
}

/* A letter for the tone of each line, for each column; nothing for a column that is plain. */
static void write_tones(const struct html_table *table) {
    const struct grid *grid = &table->grid;
    for (size_t c = 0; c < grid->column_count; c++) {
        size_t toned = 0;
        for (size_t i = 0; i < grid->lines; i++)
            toned += *tones[grid_tone(grid, i, c)].name != '\0';
        if (c)
            putc(' ', table->page->file);
        for (size_t i = 0; toned && i < grid->lines; i++)
            putc(tones[grid_tone(grid, i, c)].letter, table->page->file);
    }
}

static void write_folded(const struct html_table *table) {
    FILE *file = table->page->file;
    fputs("<details class=\"rows\"><summary>", file);
    markup_write_named(file, &table->page->names, table->block->text);
    fprintf(file, ": %zu rows</summary>\n<template>", table->grid.lines);
    write_table(table, 0);
    fputs("</template>\n<pre tabindex=\"0\" data-pieces=\"", file);
    write_classes(table);
    fputs("\" data-tones=\"", file);
    write_tones(table);
    fputs("\">", file);
    for (size_t c = 0; c < table->grid.column_count; c++) {
        fputs(c ? "\t" : "", file);
        markup_write(file, column_heading(table->columns[c].column));
        for (size_t p = 1; table->columns[c].align[p]; p++)
            if (is_apart(&table->columns[c], p))
                putc('\t', file);
    }
    for (size_t i = 0; i < table->grid.lines; i++) {
        putc('\n', file);
        write_cells(table, i, write_text);
    }
    fputs("</pre></details>\n", file);
}

void report_table_write(const struct page_state *page, const struct document_block *block) {
    struct html_table table = {.page = page, .block = block};
    struct grid *grid = &table.grid;
    grid_init(grid, &block->records);
    table.is_sortable = block->sortable_from && grid->lines >= block->sortable_from;
    table.columns = xcalloc(grid->column_count, sizeof *table.columns);
    for (size_t c = 0; c < grid->column_count; c++) {
        table.columns[c].column = grid->columns[c];
        table.columns[c].align = column_align(grid->columns[c]);
        for (size_t i = 0; i < grid->lines; i++)
            note_parts(&table.columns[c], grid_cell(grid, i, c));
    }
    if (table.is_sortable && grid->lines > MOST_OPEN)
        write_folded(&table);
    else
        write_table(&table, 1);
    free(table.columns);
    grid_release(grid);
}
