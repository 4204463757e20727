/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tables for \input, and nothing else, with the rules of booktabs (S. Fear, "Publication quality
 * tables in LaTeX", 2020). Each part of a cell has a column of its own, without space between them.
 */
#include <string.h>

#include "analyze/output/print.h"
#include "formats/text/latex.h"

/* Words are comments, so that the table can stand in a float whose caption the paper words. */
static void write_words(FILE *file, const char *line) {
    latex_write_comment(file, line);
}

/* Writes leading blanks as "~", because LaTeX drops blanks at the beginning of a column. */
static void write_part(FILE *file, const char *part) {
    for (; *part == ' '; part++)
        putc('~', file);
    latex_write(file, part);
}

static void write_grid(FILE *file, const struct grid *grid) {
    fputs("\n\\begin{tabular}{", file); /* a paragraph of its own */
    for (size_t c = 0; c < grid->column_count; c++) {
        const char *align = column_align(grid->columns[c]);
        for (size_t p = 0; align[p]; p++)
            fprintf(file, "%s%c", p ? "@{}" : "", align[p]);
    }
    fputs("}\n\\toprule\n", file);

    for (size_t c = 0; c < grid->column_count; c++) {
        const char *align = column_align(grid->columns[c]);
        fprintf(file, "%s\\multicolumn{%zu}{%c}{", c ? " & " : "", strlen(align),
                align[1] ? 'l' : align[0]);
        latex_write(file, column_heading(grid->columns[c]));
        putc('}', file);
    }
    fputs(" \\\\\n\\midrule\n", file);

    for (size_t i = 0; i < grid->lines; i++) {
        for (size_t c = 0; c < grid->column_count; c++) {
            fputs(c ? " & " : "", file);
            const char *cell = grid_repeats(grid, i, c) ? "" : grid_cell(grid, i, c);
            const char *align = column_align(grid->columns[c]);
            char part[GRID_PART];
            for (size_t p = 0; align[p]; p++) {
                fputs(p ? "&" : "", file);
                if (grid_next_part(&cell, part, sizeof part))
                    write_part(file, part);
            }
        }
        fputs(" \\\\\n", file);
    }
    fputs("\\bottomrule\n\\end{tabular}\n", file);
}

void print_latex(FILE *file, const struct document *document, size_t before,
                 const struct print_options *options) {
    static const struct page_format format = {write_words, write_words, write_words, write_grid};
    (void)options;
    page_print(&format, file, document, before);
}
