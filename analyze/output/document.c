/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyze/output/document.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "formats/text/unicode.h"
#include "formats/text/xalloc.h"

static struct document_block *add_block(struct document *document, enum document_kind kind) {
    document->blocks =
        xreallocarray(document->blocks, document->count + 1, sizeof *document->blocks);
    document->blocks[document->count] = (struct document_block){.kind = kind};
    return &document->blocks[document->count++];
}

/* Takes TEXT. */
static void add_lines(struct document *document, enum document_kind kind, char *text) {
    char *rest = *text ? text : NULL, *line;
    if (kind >= DOCUMENT_HEADING) {
        add_block(document, kind)->text = text;
        return;
    }
    while ((line = strsep(&rest, "\n")))
        add_block(document, kind)->text = xstrdup(line);
    free(text);
}

void document_add(struct document *document, enum document_kind kind, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    add_lines(document, kind, xvasprintf(format, arguments));
    va_end(arguments);
}

void document_write(struct document *document, enum document_kind kind, document_writer *write,
                    const void *context) {
    char *text;
    size_t size;
    FILE *file = xopen_memstream(&text, &size);
    write(context, file);
    xclose_memstream(file);
    add_lines(document, kind, text);
}

void document_add_pair(struct document *document, enum document_kind kind, const char *text,
                       const char *more) {
    struct document_block *block = add_block(document, kind);
    block->text = xstrdup(text);
    block->more = more ? xstrdup(more) : NULL;
}

char *document_line(const struct document_block *block) {
    char *line =
        xasprintf("%s%s%s", block->text, block->more ? ": " : "", block->more ? block->more : "");
    utf8_clean(line, '?'); /* names of files and facts may hold any byte */
    return line;
}

struct document_block *document_add_grid(struct document *document, const struct records *records) {
    struct document_block *block = add_block(document, DOCUMENT_GRID);
    block->records = *records;
    return block;
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

void *document_keep(struct document *document, void *what, void (*release)(void *what)) {
    document->kept =
        xreallocarray(document->kept, document->kept_count + 1, sizeof *document->kept);
    document->kept[document->kept_count++] = (struct document_kept){what, release};
    return what;
}

void document_release(struct document *document) {
    for (size_t i = 0; i < document->count; i++) {
        free(document->blocks[i].text);
        free(document->blocks[i].more);
        records_release(&document->blocks[i].records);
    }
    for (size_t i = 0; i < document->kept_count; i++)
        document->kept[i].release(document->kept[i].what);
    free(document->kept);
    free(document->blocks);
    *document = (struct document){0};
}
