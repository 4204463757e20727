/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyze/output/print.h"

#include <stdlib.h>
#include <string.h>

#include "formats/text/suggest.h"

/* --- print --- */

const struct print_format print_formats[] = {
    {"text", "", "", "", print_text, 1, "aligned columns for people"},
    {"csv", " csv ", "", "", print_csv, 0,
     "a header line, then a line per row; times in seconds, undefined is empty"},
    {"json", " json ", "[", "\n]\n", print_json, 0,
     "an array of one object per row; times in seconds, undefined is null"},
    {"markdown", " md markdown ", "", "", print_markdown, 1, "tables for a page or an issue"},
    {"latex", " tex ", "% \\usepackage{booktabs}\n", "", print_latex, 1,
     "tables alone, for a paper, with their words as comments; needs the package booktabs"},
};
const size_t print_format_count = sizeof print_formats / sizeof *print_formats;

const struct print_format *print_format_find(const char *name, struct err *err) {
    char list[128] = "";
    struct suggestion suggestion = {.wanted = name};
    for (size_t i = 0; i < print_format_count; i++) {
        if (strcmp(print_formats[i].name, name) == 0)
            return &print_formats[i];
        suggest_consider(&suggestion, print_formats[i].name);
        strcat(strcat(list, i ? ", " : ""), print_formats[i].name);
    }
    err_set(err, ERR_USAGE, "unknown format '%s'; formats are %s%s", name, list,
            suggest_words(&suggestion).text);
    return NULL;
}

const struct print_format *print_format_of_path(const char *path) {
    const char *dot = path ? strrchr(path, '.') : NULL;
    char extension[16];
    if (dot && strlen(dot) < sizeof extension - 1) {
        snprintf(extension, sizeof extension, " %s ", dot + 1);
        for (size_t i = 0; i < print_format_count; i++)
            if (strstr(print_formats[i].extensions, extension))
                return &print_formats[i];
    }
    return &print_formats[0];
}

int printer_open(struct printer *printer, const char *path, struct err *err) {
    printer->documents = 0;
    return destination_open(&printer->destination, path, err);
}

/* Writes the beginning only once there is something to print, so that a failure leaves none behind.
 */
static void begin(const struct printer *printer) {
    if (printer->documents == 0)
        fputs(printer->format->begin, printer->destination.file);
}

static int has_grid(const struct document *document) {
    for (size_t i = 0; i < document->count; i++)
        if (document->blocks[i].kind == DOCUMENT_GRID)
            return 1;
    return 0;
}

void printer_print(struct printer *printer, const struct document *document) {
    const struct print_format *format = printer->format;
    if (!format->is_for_people && !has_grid(document))
        return;
    begin(printer);
    if (format->is_for_people && !printer->documents)
        format->print(printer->destination.file, &printer->opening, 0, &printer->options);
    format->print(printer->destination.file, document, printer->documents++, &printer->options);
}

int printer_commit(struct printer *printer, struct err *err) {
    begin(printer);
    fputs(printer->format->end, printer->destination.file);
    document_release(&printer->opening);
    return destination_commit(&printer->destination, err);
}

void printer_abandon(struct printer *printer) {
    document_release(&printer->opening);
    destination_abandon(&printer->destination);
}

/* --- page --- */

void page_print(const struct page_format *format, FILE *file, const struct document *document,
                size_t before) {
    fputs(before ? "\n" : "", file);
    for (size_t b = 0; b < document->count; b++) {
        const struct document_block *block = &document->blocks[b];
        if (block->kind == DOCUMENT_GRID) {
            struct grid grid;
            grid_init(&grid, &block->records);
            if (grid.lines && grid.column_count)
                format->grid(file, &grid);
            grid_release(&grid);
            continue;
        }
        char *line = document_line(block);
        if (block->kind == DOCUMENT_ORIGIN)
            format->origin(file, line);
        else if (block->kind == DOCUMENT_TITLE)
            format->title(file, line);
        else
            format->paragraph(file, line);
        free(line);
    }
}
