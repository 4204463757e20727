/* SPDX-License-Identifier: GPL-3.0-or-later */
/* growth_document.h: how the times of each library grow with the size (complexity.h), as a document.
 *
 * There is a row for each curve: a library and a variant (variants.h). Along the main axis of the
 * measurement's points, which is n, it has the mean of each cell that is right, and as its error
 * the standard error of ln of the rounds' means. */
#ifndef BENCHMAT_ANALYZE_DOCUMENTS_GROWTH_DOCUMENT_H
#define BENCHMAT_ANALYZE_DOCUMENTS_GROWTH_DOCUMENT_H

#include "analyze/documents/section_document.h"
#include "formats/model/string_pool.h"

/* One curve. NaN, and NULL of texts, where undefined; texts are the table's or the rows'. */
struct growth_row {
    const char *archive, *action, *run, *type, *library;
    const char *variant; /* "stride 8, threads 2"; NULL where there is only one */
    double exponent, exponent_low, exponent_high;
    double coefficient;       /* the time at n = 1, by the power law, in seconds */
    double scatter;           /* around it, of ln t */
    const char *law;          /* of complexity.h: the best, */
    double law_rms;           /* how far off it is, of ln t, */
    const char *as_good;      /* and the others that are as good; NULL for none */
    size_t pieces;            /* 1: no break; 0: fewer than two points */
    const char *pieces_words; /* "n^0.12 to 512, n^1.02 beyond" */
    size_t points;            /* that were looked at */
    size_t left_out;          /* that were not: not measured, wrong, or of no positive size */
    size_t outliers;          /* that lie off every line, and make no break */
};

/* Zero-initialised is none. Rows of all sections added so far, in their order; they borrow the
 * table's texts. */
struct growth_rows {
    struct growth_row *items;
    size_t count;
    struct string_pool texts; /* private */
};

extern const struct column_set growth_columns;

/* Bits of enum need. */
unsigned growth_document_needs(int for_people);

/* Adds the curves of SECTION, by variant, then by library. Fails without memory. */
int growth_document_add_rows(struct growth_rows *rows, const struct table *table,
                             const struct section *section, struct err *err);
void growth_document_release_rows(struct growth_rows *rows);

/* For people: one section, of which ROWS are the curves, with headings; below, in words, each curve
 * that has breaks. */
int growth_sheet(struct document *document, const struct section *section,
                 const struct growth_rows *rows, const struct section_view *how, struct err *err);
/* For programs: all ROWS in one grid. */
int growth_document_of_all(struct document *document, const struct growth_rows *rows,
                           const struct section_view *how, struct err *err);

#endif
