/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sheet_text.h: a document as the text that people read, for the tests. */
#ifndef BENCHMAT_TESTS_ANALYZE_SHEET_TEXT_H
#define BENCHMAT_TESTS_ANALYZE_SHEET_TEXT_H

#include <stdio.h>
#include <stdlib.h>

#include "analyze/output/print.h"
#include "tests/test.h"

/* Releases SHEET. The text is to be freed. */
static inline char *sheet_text(struct document *document) {
    char *text = NULL;
    size_t size = 0;
    FILE *file = open_memstream(&text, &size);
    print_text(file, document, 0, &(struct print_options){0});
    assert_int_equal(fclose(file), 0);
    document_release(document);
    return text;
}

#endif
