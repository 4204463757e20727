/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tables for \input with the rules of booktabs (S. Fear, "Publication quality tables in LaTeX",
 * 2020). Each part of a cell has a column of its own, without space between them. */
#include <string.h>

#include "analyze/output/print.h"

/* Characters that are special in LaTeX, or that its older fonts lack or replace by others. */
static const struct {
    const char *text, *latex;
} spelling[] = {
    {"\\", "\\textbackslash{}"},
    {"{", "\\{"},
    {"}", "\\}"},
    {"$", "\\$"},
    {"&", "\\&"},
    {"#", "\\#"},
    {"%", "\\%"},
    {"_", "\\_"},
    {"^", "\\textasciicircum{}"},
    {"~", "\\textasciitilde{}"},
    {"<", "\\textless{}"},
    {">", "\\textgreater{}"},
    {"|", "\\textbar{}"},
    {"\"", "\\char34{}"},
    {"[", "{[}"}, /* after \\ it would begin an option */
    {"]", "{]}"},
    {"*", "{*}"}, /* likewise */
    {"±", "$\\pm$"},
    {"×", "$\\times$"},
    {"≈", "$\\approx$"},
    {"≤", "$\\le$"},
    {"≥", "$\\ge$"},
    {"−", "$-$"},
    {"√", "$\\surd$"},
    {"Σ", "$\\Sigma$"},
    {"²", "$^2$"},
    {"³", "$^3$"},
    {"µ", "\\textmu{}"},
    {"μ", "\\textmu{}"},
    {"·", "\\textperiodcentered{}"},
    {"…", "\\dots{}"},
};

/* Returns whether LaTeX would join C and NEXT into another character. */
static int is_joined(char c, char next) {
    return (c == next && strchr("-,'`", c)) || (next == '`' && (c == '?' || c == '!'));
}

/* Writes the character at the start of TEXT if it has a special spelling, otherwise one byte;
 * returns the number of bytes it read. */
static size_t write_character(FILE *file, const char *text) {
    for (size_t i = 0; i < sizeof spelling / sizeof *spelling; i++) {
        size_t length = strlen(spelling[i].text);
        if (strncmp(text, spelling[i].text, length) == 0) {
            fputs(spelling[i].latex, file);
            return length;
        }
    }
    putc(*text, file);
    if (text[1] && is_joined(text[0], text[1]))
        fputs("{}", file);
    return 1;
}

static void write_escaped(FILE *file, const char *text) {
    while (*text)
        text += write_character(file, text);
}

static void write_title(FILE *file, const char *line) {
    fputs("\\noindent\\textbf{", file);
    write_escaped(file, line);
    fputs("}\n", file);
}

static void write_paragraph(FILE *file, const char *line) {
    fputs("\n\\noindent ", file);
    write_escaped(file, line);
    putc('\n', file);
}

/* Writes leading blanks as "~", because LaTeX drops blanks at the beginning of a column. */
static void write_part(FILE *file, const char *part) {
    for (; *part == ' '; part++)
        putc('~', file);
    write_escaped(file, part);
}

static void write_grid(FILE *file, const struct grid *grid) {
    fputs("\n\\medskip\\noindent\n", file);
    fputs("\\begin{tabular}{", file);
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
        write_escaped(file, column_heading(grid->columns[c]));
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
    fputs("\\bottomrule\n\\end{tabular}\n\n\\medskip\n", file);
}

int print_latex(FILE *file, const struct document *document, size_t before,
                const struct print_options *options, struct err *err) {
    static const struct page_format format = {write_title, write_paragraph, write_grid};
    (void)options;
    return page_print(&format, file, document, before, err);
}
