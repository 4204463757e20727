/* SPDX-License-Identifier: GPL-3.0-or-later */
/* GitHub's tables (GFM 4.10). */
#include <string.h>

#include "analyze/output/print.h"

/* Drops tabs, which only separate parts for alignment in other formats. */
static void write_escaped(FILE *file, const char *text) {
    for (; *text; text++) {
        if (strchr("\\|*<[]`&~", *text))
            putc('\\', file);
        if (*text != '\t')
            putc(*text, file);
    }
}

static void write_origin(FILE *file, const char *line) {
    write_escaped(file, line);
    fputs("\n\n", file);
}

static void write_title(FILE *file, const char *line) {
    fputs("### ", file);
    write_escaped(file, line);
    putc('\n', file);
}

static void write_paragraph(FILE *file, const char *line) {
    putc('\n', file);
    write_escaped(file, line);
    putc('\n', file);
}

static void write_cell(FILE *file, const char *text) {
    fputs("| ", file);
    write_escaped(file, text);
    putc(' ', file);
}

static void write_grid(FILE *file, const struct grid *grid) {
    putc('\n', file);
    for (size_t c = 0; c < grid->column_count; c++)
        write_cell(file, column_heading(grid->columns[c]));
    fputs("|\n", file);
    for (size_t c = 0; c < grid->column_count; c++)
        fputs(column_align(grid->columns[c])[0] == 'r' ? "|---:" : "|:---", file);
    fputs("|\n", file);
    for (size_t i = 0; i < grid->lines; i++) {
        for (size_t c = 0; c < grid->column_count; c++)
            write_cell(file, grid_cell(grid, i, c));
        fputs("|\n", file);
    }
}

void print_markdown(FILE *file, const struct document *document, size_t before,
                    const struct print_options *options) {
    static const struct page_format format = {write_origin, write_title, write_paragraph,
                                              write_grid};
    (void)options;
    page_print(&format, file, document, before);
}
