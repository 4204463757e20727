/* SPDX-License-Identifier: GPL-3.0-or-later */
/* growth_document.h: the growth of each library's times with the size (growth.h), as a
 * document.
 *
 * There is a row for each curve, which is a library and a variant (variants.h). Along the main axis
 * of the measurement's points, n, a curve takes the mean of each cell that is right, and as its
 * error the standard error of ln of the rounds' means. */
#ifndef BENCHMAT_ANALYZE_DOCUMENTS_GROWTH_DOCUMENT_H
#define BENCHMAT_ANALYZE_DOCUMENTS_GROWTH_DOCUMENT_H

#include "analyze/complexity/growth.h"
#include "analyze/documents/section_document.h"
#include "formats/model/string_pool.h"

/* One curve. Numbers are NaN and texts NULL if undefined; the table or the rows own the texts. */
struct growth_row {
    const char *archive, *action, *run, *type, *library;
    const char *variant;      /* "stride 8, threads 2"; NULL if there is only one */
    struct interval exponent; /* of large sizes */
    const char *law;          /* the best law (complexity.h) */
    const char *as_good;      /* other laws that are as good; NULL for none */
    const char *law_words; /* "linear: 250 ps × n, 900 ps × n beyond n ≈ 65,000 (1.0 MiB, L2)" */
    double coefficient;    /* of the law, below its first step, in seconds */
    double law_rms, scatter;              /* rms and robust deviation of ln t from it */
    struct growth_step steps[COST_STEPS]; /* all NaN beyond step_count */
    size_t step_count;
    double besides;           /* what the largest size costs besides the law, in seconds */
    double law_from;          /* smallest size that it is fitted to, if smaller are left out */
    size_t pieces;            /* 1: no break; 0: fewer than two points */
    const char *pieces_words; /* "n^0.12 to 512, n^1.02 beyond" */
    size_t points;            /* points used */
    size_t left_out;          /* points not used: not measured, wrong, or without a positive size */
    size_t outliers;          /* points far from every line, which cause no break */
};

/* Zero-initialised: no rows. Holds the rows of all sections added so far, in order; they borrow the
 * table's texts. */
struct growth_rows {
    struct growth_row *items;
    size_t count;
    struct string_pool texts; /* private */
};

extern const struct column_set growth_columns;

/* Bits of enum need. */
unsigned growth_document_needs(int for_people);

/* Adds the curves of SECTION, by variant, then by library. */
void growth_document_add_rows(struct growth_rows *rows, const struct table *table,
                              const struct section *section);
void growth_document_release_rows(struct growth_rows *rows);

/* For people: one section, whose curves are ROWS, with headings; below them, the law of each curve
 * in words. */
int growth_sheet(struct document *document, const struct section *section,
                 const struct growth_rows *rows, const struct section_view *how, struct err *err);
/* For programs: all ROWS in one grid. */
int growth_document_of_all(struct document *document, const struct growth_rows *rows,
                           const struct section_view *how, struct err *err);

#endif
