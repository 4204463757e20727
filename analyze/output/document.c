/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyze/output/document.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "formats/text/unicode.h"

/* Adds a block; NULL if memory runs out. */
static struct document_block *add_block(struct document *document, enum document_kind kind) {
    struct document_block *all = reallocarray(document->blocks, document->count + 1, sizeof *all);
    if (!all) {
        document->failed = 1;
        return NULL;
    }
    document->blocks = all;
    all[document->count] = (struct document_block){.kind = kind};
    return &all[document->count++];
}

/* Takes TEXT, which may be NULL. */
static void add_lines(struct document *document, enum document_kind kind, char *text) {
    char *rest = text && *text ? text : NULL, *line;
    while ((line = strsep(&rest, "\n"))) {
        struct document_block *block = add_block(document, kind);
        if (block && !(block->text = strdup(line))) {
            document->failed = 1;
            document->count--;
        } else if (block) {
            utf8_clean(block->text, '?'); /* names of files and facts may hold any byte */
        }
    }
    free(text);
}

void document_add(struct document *document, enum document_kind kind, const char *format, ...) {
    va_list arguments;
    char *text = NULL;
    va_start(arguments, format);
    if (vasprintf(&text, format, arguments) < 0) {
        text = NULL;
        document->failed = 1;
    }
    va_end(arguments);
    add_lines(document, kind, text);
}

void document_write(struct document *document, enum document_kind kind, document_writer *write,
                    const void *context) {
    char *text = NULL;
    size_t size = 0;
    FILE *file = open_memstream(&text, &size);
    if (!file) {
        document->failed = 1;
        return;
    }
    write(context, file);
    document->failed |= fclose(file) != 0;
    add_lines(document, kind, text);
}

void document_add_grid(struct document *document, const struct records *records) {
    struct document_block *block = add_block(document, DOCUMENT_GRID);
    struct records taken = *records;
    if (block)
        block->records = taken;
    else
        records_release(&taken);
}

int document_add_records(struct document *document, const struct column_set *set, const void *first,
                         size_t count, const struct view *view, int for_people, struct err *err) {
    struct records records;
    int code = records_of_array(&records, set, first, count, view, for_people, err);
    if (code)
        records_release(&records);
    else
        document_add_grid(document, &records);
    return code;
}

void document_release(struct document *document) {
    for (size_t i = 0; i < document->count; i++) {
        free(document->blocks[i].text);
        records_release(&document->blocks[i].records);
    }
    free(document->blocks);
    *document = (struct document){0};
}
