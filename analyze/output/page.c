/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyze/output/page.h"

static int print_grid(const struct page_format *format, FILE *file, const struct records *records) {
    struct grid grid = {0};
    int ok = grid_init(&grid, records);
    if (ok && grid.lines && grid.column_count)
        format->grid(file, &grid);
    grid_release(&grid);
    return ok;
}

int page_print(const struct page_format *format, FILE *file, const struct document *document,
               size_t before, struct err *err) {
    int ok = 1;
    fputs(before ? "\n" : "", file);
    for (size_t b = 0; ok && b < document->count; b++) {
        const struct document_block *block = &document->blocks[b];
        if (block->kind == DOCUMENT_GRID)
            ok = print_grid(format, file, &block->records);
        else if (block->kind == DOCUMENT_TITLE)
            format->title(file, block->text);
        else
            format->paragraph(file, block->text);
    }
    return ok ? 0 : err_set(err, ERR_FAILED, "no memory to write a table");
}
