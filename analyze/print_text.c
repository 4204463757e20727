/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>
#include <string.h>

#include "analyze/grid.h"
#include "analyze/heading.h"
#include "analyze/print.h"
#include "formats/utf8.h"

enum { WIDTH = 100 };

/* Writes TEXT, breaking it at a SEPARATOR where it gets too wide. */
static void wrap(FILE *file, char *text, const char *separator) {
    size_t column = 0, between = utf8_width(separator);
    while (text) {
        char *next = strstr(text, separator);
        if (next) {
            *next = '\0';
            next += strlen(separator);
        }
        size_t width = utf8_width(text);
        int breaks = column && column + between + width > WIDTH;
        fprintf(file, "%s%s", breaks ? "\n  " : column ? separator : "", text);
        column = breaks ? 2 + width : column + (column ? between : 0) + width;
        text = next;
    }
    putc('\n', file);
}

static int print_heading(FILE *file, const struct section *section, heading_function *heading,
                         const char *separator) {
    char *text = NULL;
    size_t size = 0;
    FILE *memory = open_memstream(&text, &size);
    if (!memory)
        return 0;
    heading(section, memory);
    int ok = fclose(memory) == 0;
    char *rest = ok && size ? text : NULL, *line;
    while ((line = strsep(&rest, "\n")))
        wrap(file, line, separator);
    free(text);
    return ok;
}

static int print_headings(FILE *file, const struct section *section, int verbose) {
    heading_function *warnings = verbose ? heading_all_warnings : heading_first_warnings;
    return print_heading(file, section, heading_action, HEADING_SEPARATOR) &&
           print_heading(file, section, heading_run, HEADING_SEPARATOR) &&
           print_heading(file, section, heading_meaning, HEADING_SEPARATOR) &&
           print_heading(file, section, heading_noise, HEADING_SEPARATOR) &&
           print_heading(file, section, warnings, " ");
}

/* The rows, or in that ORDER the summaries. */
static int print_grid(FILE *file, const struct table *table, const struct section *section,
                      const size_t *order) {
    struct records records;
    struct grid grid = {0};
    int ok = records_of_section(&records, table, section, order != NULL) &&
             grid_init(&grid, &records, order) && grid_print(&grid, file, WIDTH);
    grid_release(&grid);
    records_release(&records);
    return ok;
}

static int print_rows(FILE *file, const struct table *table, const struct section *section) {
    if (!section->row_count)
        return fprintf(file, "\nno library was measured\n") > 0;
    putc('\n', file);
    if (!print_grid(file, table, section, NULL))
        return 0;
    if (section->errors.count)
        putc('\n', file);
    return print_heading(file, section, heading_errors, HEADING_SEPARATOR);
}

static int print_summaries(FILE *file, const struct table *table, const struct section *section) {
    if (!section->summary_count)
        return 1;
    size_t *order = table_fastest_first(table, section);
    putc('\n', file);
    int ok = order && print_heading(file, section, heading_summaries, " ") &&
             print_grid(file, table, section, order);
    free(order);
    return ok;
}

int print_text(FILE *file, const struct table *table, const struct print_options *options,
               struct err *err) {
    int ok = 1;
    for (size_t i = 0; ok && i < table->section_count; i++) {
        const struct section *section = &table->sections[i];
        fputs(i ? "\n\n" : "", file);
        ok = print_headings(file, section, options->verbose) &&
             (options->summary_only || print_rows(file, table, section)) &&
             print_summaries(file, table, section);
    }
    if (options->passed_over)
        fprintf(file, "\n%zu older measurement%s of the same not shown; --run all shows all\n",
                options->passed_over, options->passed_over == 1 ? "" : "s");
    return ok ? 0 : err_set(err, ERR_FAILED, "no memory to write the table");
}
