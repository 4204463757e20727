/* SPDX-License-Identifier: GPL-3.0-or-later */
/* page.h: a document as part of a page that something else sets. What a line and a table look like
 * is the format's. */
#ifndef BENCHMAT_ANALYZE_OUTPUT_PAGE_H
#define BENCHMAT_ANALYZE_OUTPUT_PAGE_H

#include "analyze/output/grid.h"
#include "analyze/output/document.h"
#include "formats/text/err.h"

struct page_format {
    void (*title)(FILE *file, const char *line);
    void (*paragraph)(FILE *file, const char *line);
    void (*grid)(FILE *file, const struct grid *grid);
};

int page_print(const struct page_format *format, FILE *file, const struct document *document,
               size_t before, struct err *err);

#endif
