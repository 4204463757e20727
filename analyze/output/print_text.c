/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>
#include <string.h>

#include "analyze/output/grid.h"
#include "analyze/output/print.h"
#include "formats/text/terminal.h"
#include "formats/text/unicode.h"
#include "formats/text/xalloc.h"

/* How each kind of block is written. */
static const struct style {
    const char *separator; /* where lines may be broken; NULL: at blanks */
    enum terminal_tone tone;
    int opens, closes; /* whether a blank line separates it from the block before and after */
} styles[DOCUMENT_KINDS] = {
    [DOCUMENT_ORIGIN] = {" ", TERMINAL_PLAIN, 0, 0},
    [DOCUMENT_TITLE] = {DOCUMENT_SEPARATOR, TERMINAL_HEADING, 0, 0},
    [DOCUMENT_LINE] = {DOCUMENT_SEPARATOR, TERMINAL_PLAIN, 0, 0},
    [DOCUMENT_SENTENCE] = {" ", TERMINAL_PLAIN, 0, 0},
    [DOCUMENT_WARNING] = {" ", TERMINAL_WARNING, 0, 0},
    [DOCUMENT_CAPTION] = {DOCUMENT_SEPARATOR, TERMINAL_PLAIN, 1, 0},
    [DOCUMENT_FOOT] = {DOCUMENT_SEPARATOR, TERMINAL_PLAIN, 0, 1},
    [DOCUMENT_WARNING_FOOT] = {DOCUMENT_SEPARATOR, TERMINAL_WARNING, 0, 1},
    [DOCUMENT_NOTE] = {DOCUMENT_SEPARATOR, TERMINAL_PLAIN, 0, 0},
    [DOCUMENT_BAD] = {DOCUMENT_SEPARATOR, TERMINAL_BAD, 0, 0},
    [DOCUMENT_GRID] = {"", TERMINAL_PLAIN, 1, 1},
};

struct line {
    FILE *file;
    size_t width, column;
    int goes_on; /* the line has text, so that a separator must precede the next item */
};

static void wrap(struct line *line, const char *text, const char *separator);

/* Writes ITEM on this line or, if it does not fit, on the next. An item that is too wide for any
 * line is broken at its blanks. */
static void put(struct line *line, const char *item, const char *separator) {
    size_t between = line->goes_on ? utf8_width(separator) : 0, needed = utf8_width(item);
    int breaks = line->goes_on && line->column + between + needed > line->width;
    fputs(breaks ? "\n  " : line->goes_on ? separator : "", line->file);
    line->column = breaks ? 2 : line->column + between;
    line->goes_on = 0;
    if (line->column + needed > line->width && strcmp(separator, " ") != 0) {
        wrap(line, item, " ");
    } else {
        fputs(item, line->file);
        line->column += needed;
    }
    line->goes_on = 1;
}

/* Writes TEXT, broken at a SEPARATOR when it gets wider than the line. */
static void wrap(struct line *line, const char *text, const char *separator) {
    while (text) {
        const char *next = strstr(text, separator);
        char *item = strndup(text, next ? (size_t)(next - text) : strlen(text));
        put(line, item ? item : "...", separator);
        free(item);
        text = next ? next + strlen(separator) : NULL;
    }
}

static void print_grid(FILE *file, const struct records *records,
                       const struct print_options *options) {
    struct grid grid;
    grid_init(&grid, records);
    grid_print(&grid, file, options->width, options->is_colored);
    grid_release(&grid);
}

/* Returns whether a blank line goes before BLOCK: never between a grid and its caption or foot. */
static int are_parted(const struct document *document, size_t block) {
    if (block == 0)
        return 0;
    enum document_kind above = document->blocks[block - 1].kind,
                       here = document->blocks[block].kind;
    int is_caption =
        above == DOCUMENT_CAPTION && (here == DOCUMENT_GRID || here == DOCUMENT_CAPTION);
    return !is_caption && here != DOCUMENT_FOOT && here != DOCUMENT_WARNING_FOOT &&
           (styles[above].closes || styles[here].opens);
}

void print_text(FILE *file, const struct document *document, size_t before,
                const struct print_options *options) {
    struct print_options own = *options;
    own.width = own.width ? own.width : TERMINAL_USUAL_WIDTH;
    fputs(before ? "\n\n" : "", file);
    for (size_t b = 0; b < document->count; b++) {
        const struct document_block *block = &document->blocks[b];
        fputs(are_parted(document, b) ? "\n" : "", file);
        if (block->kind == DOCUMENT_GRID)
            print_grid(file, &block->records, &own);
        else {
            char *line = document_line(block);
            const struct style *style = &styles[block->kind];
            enum terminal_tone tone = own.is_colored ? style->tone : TERMINAL_PLAIN;
            fputs(terminal_begin(tone), file);
            int is_whole = block->kind == DOCUMENT_ORIGIN && !own.is_terminal;
            wrap(&(struct line){file, is_whole ? SIZE_MAX : own.width, 0, 0}, line,
                 style->separator ? style->separator : " ");
            fprintf(file, "%s\n", terminal_end(tone));
            free(line);
        }
    }
}

size_t print_text_lines(const struct document *document, size_t width) {
    char *text;
    size_t size, lines = 0;
    FILE *file = xopen_memstream(&text, &size);
    print_text(file, document, 0, &(struct print_options){.width = width});
    xclose_memstream(file);
    for (const char *c = text; *c; c++)
        lines += *c == '\n';
    free(text);
    return lines;
}
