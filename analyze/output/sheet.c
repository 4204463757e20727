/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyze/output/sheet.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "formats/text/utf8.h"

/* A block more, or NULL. */
static struct sheet_block *add_block(struct sheet *sheet, enum sheet_kind kind) {
    struct sheet_block *all = reallocarray(sheet->blocks, sheet->count + 1, sizeof *all);
    if (!all) {
        sheet->failed = 1;
        return NULL;
    }
    sheet->blocks = all;
    all[sheet->count] = (struct sheet_block){.kind = kind};
    return &all[sheet->count++];
}

static void add_line(struct sheet *sheet, enum sheet_kind kind, const char *line) {
    struct sheet_block *block = add_block(sheet, kind);
    if (block && !(block->text = strdup(line))) {
        sheet->failed = 1;
        sheet->count--;
    } else if (block) {
        utf8_clean(block->text, '?'); /* names of files and facts may hold any byte */
    }
}

/* Takes TEXT. */
static void add_lines(struct sheet *sheet, enum sheet_kind kind, char *text) {
    char *rest = text && *text ? text : NULL, *line;
    while ((line = strsep(&rest, "\n")))
        add_line(sheet, kind, line);
    free(text);
}

void sheet_add(struct sheet *sheet, enum sheet_kind kind, const char *format, ...) {
    va_list arguments;
    char *text = NULL;
    va_start(arguments, format);
    if (vasprintf(&text, format, arguments) < 0) {
        text = NULL;
        sheet->failed = 1;
    }
    va_end(arguments);
    add_lines(sheet, kind, text);
}

void sheet_write(struct sheet *sheet, enum sheet_kind kind, sheet_writer *write,
                 const void *context) {
    char *text = NULL;
    size_t size = 0;
    FILE *file = open_memstream(&text, &size);
    if (!file) {
        sheet->failed = 1;
        return;
    }
    write(context, file);
    sheet->failed |= fclose(file) != 0;
    add_lines(sheet, kind, text);
}

void sheet_add_grid(struct sheet *sheet, const struct records *records) {
    struct sheet_block *block = add_block(sheet, SHEET_GRID);
    struct records taken = *records;
    if (block)
        block->records = taken;
    else
        records_release(&taken);
}

void sheet_release(struct sheet *sheet) {
    for (size_t i = 0; i < sheet->count; i++) {
        free(sheet->blocks[i].text);
        records_release(&sheet->blocks[i].records);
    }
    free(sheet->blocks);
    *sheet = (struct sheet){0};
}
