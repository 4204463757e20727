/* SPDX-License-Identifier: GPL-3.0-or-later */
/* printed.h: tables as texts, for the tests. */
#ifndef BENCHMAT_TESTS_ANALYZE_PRINTED_H
#define BENCHMAT_TESTS_ANALYZE_PRINTED_H

#include <stdio.h>
#include <stdlib.h>

#include "analyze/output/print.h"
#include "analyze/documents/section_document.h"
#include "tests/analyze/sample_table.h"
#include "tests/test.h"

struct printing {
    int summary_only, verbose, is_colored;
    const struct view *view;
    size_t width;
};

/* All of TABLE, as bench-analyze writes it to a file. */
static inline void print_to(FILE *file, const char *name, const struct table *table,
                            const struct printing *how) {
    const struct section_view view = {
        .summary_only = how->summary_only, .verbose = how->verbose, .view = how->view};
    const struct print_options options = {.width = how->width, .is_colored = how->is_colored};
    const struct print_format *format = print_format_find(name, NULL);
    assert_non_null(format);
    size_t count = format->is_for_people ? table->section_count : 1;
    fputs(format->begin, file);
    for (size_t i = 0; i < count; i++) {
        struct document document = {0};
        if (format->is_for_people)
            section_sheet(&document, table, &table->sections[i], &view);
        else
            section_document_of_all(&document, table, table, &view);
        format->print(file, &document, i, &options);
        document_release(&document);
    }
    fputs(format->end, file);
}

/* To be freed. Not inline: some compilers take what open_memstream sets for a pointer to it. */
__attribute__((noinline, unused)) static char *
print_as(const char *format, const struct table *table, const struct printing *how) {
    char *text = NULL;
    size_t size = 0;
    FILE *memory = open_memstream(&text, &size);
    print_to(memory, format, table, how);
    assert_int_equal(fclose(memory), 0);
    return text;
}

static inline size_t count(const char *text, const char *what) {
    size_t n = 0;
    for (; (text = strstr(text, what)); text++)
        n++;
    return n;
}

#endif
