/* SPDX-License-Identifier: GPL-3.0-or-later */
/* GitHub's tables (GFM 4.10). */
#include <stdlib.h>
#include <string.h>

#include "analyze/grid.h"
#include "analyze/heading.h"
#include "analyze/print.h"

/* Tabs only part what is lined up elsewhere. */
static void write_escaped(FILE *file, const char *text) {
    for (; *text; text++) {
        if (strchr("\\|*<[]`", *text))
            putc('\\', file);
        if (*text != '\t')
            putc(*text, file);
    }
}

static int print_heading(FILE *file, const struct section *section, const char *before,
                         heading_function *heading) {
    char *text = NULL;
    size_t size = 0;
    FILE *memory = open_memstream(&text, &size);
    if (!memory)
        return 0;
    heading(section, memory);
    int ok = fclose(memory) == 0;
    char *rest = ok && size ? text : NULL, *line;
    while ((line = strsep(&rest, "\n"))) {
        fputs(before, file);
        write_escaped(file, line);
        putc('\n', file);
    }
    free(text);
    return ok;
}

static int print_headings(FILE *file, const struct section *section, int verbose) {
    heading_function *warnings = verbose ? heading_all_warnings : heading_first_warnings;
    return print_heading(file, section, "### ", heading_action) &&
           print_heading(file, section, "\n", heading_run) &&
           print_heading(file, section, "\n", heading_meaning) &&
           print_heading(file, section, "\n", heading_noise) &&
           print_heading(file, section, "\n", warnings);
}

static void write_grid(FILE *file, const struct grid *grid) {
    for (size_t c = 0; c < grid->column_count; c++)
        fprintf(file, "| %s ", grid->columns[c]->heading);
    fputs("|\n", file);
    for (size_t c = 0; c < grid->column_count; c++)
        fputs(grid->columns[c]->align[0] == 'r' ? "|---:" : "|:---", file);
    fputs("|\n", file);
    for (size_t i = 0; i < grid->lines; i++) {
        for (size_t c = 0; c < grid->column_count; c++) {
            fputs("| ", file);
            write_escaped(file, grid_cell(grid, i, c));
            putc(' ', file);
        }
        fputs("|\n", file);
    }
}

static int print_grid(FILE *file, const struct table *table, const struct section *section,
                      const size_t *order) {
    struct records records;
    struct grid grid = {0};
    int ok = records_of_section(&records, table, section, order != NULL) &&
             grid_init(&grid, &records, order);
    if (ok && grid.lines) {
        putc('\n', file);
        write_grid(file, &grid);
    }
    grid_release(&grid);
    records_release(&records);
    return ok;
}

static int print_section(FILE *file, const struct table *table, const struct section *section,
                         const struct print_options *options) {
    size_t *order = table_fastest_first(table, section);
    int ok = order && print_headings(file, section, options->verbose) &&
             (options->summary_only || (print_grid(file, table, section, NULL) &&
                                        print_heading(file, section, "\n", heading_errors)));
    ok = ok && print_heading(file, section, "\n", heading_summaries) &&
         print_grid(file, table, section, order);
    free(order);
    return ok;
}

int print_markdown(FILE *file, const struct table *table, const struct print_options *options,
                   struct err *err) {
    int ok = 1;
    for (size_t i = 0; ok && i < table->section_count; i++) {
        fputs(i ? "\n" : "", file);
        ok = print_section(file, table, &table->sections[i], options);
    }
    return ok ? 0 : err_set(err, ERR_FAILED, "no memory to write the table");
}
