/* SPDX-License-Identifier: GPL-3.0-or-later */
/* plan_document.h: how many rounds of how many seeds would make ratios as precise as wanted
 * (replication.h), as a document: a row for each ratio, and a plan for all of them. */
#ifndef BENCHMAT_ANALYZE_DOCUMENTS_PLAN_DOCUMENT_H
#define BENCHMAT_ANALYZE_DOCUMENTS_PLAN_DOCUMENT_H

#include "analyze/aggregate/replication.h"
#include "analyze/documents/section_document.h"
#include "formats/model/string_pool.h"

/* One ratio. Numbers are NaN and texts NULL if undefined; the table or the rows own the texts. */
struct plan_row {
    const char *archive, *action, *run, *type, *library, *reference;
    int64_t size;
    int has_size;
    const char *parameters;          /* "stride 8": those that vary */
    size_t rounds, seeds;            /* measured */
    double half_width;               /* of its interval, as a part of the ratio */
    struct interval between, within; /* variances of ln ratio (variance_components.h) */
    struct interval share;           /* of between in their sum */
    double inputs_p;                 /* seeds_p */
    struct interval times_share;     /* the same share of the library's own ln t */
    size_t plan_rounds, plan_seeds;  /* with which this ratio alone is as precise as wanted; 0: more
                                        than REPLICATION_ROUNDS, or unknown */
    double plan_seconds;             /* of so many rounds of the whole measurement */
};

/* Zero-initialised: no rows. Holds the rows of all sections added so far, in order; they borrow the
 * table's texts. */
struct plan_rows {
    struct plan_row *items;
    size_t count;
    struct string_pool texts; /* private */
};

extern const struct column_set plan_columns;

/* Bits of enum need; the table needs table_options.with_bases, too. */
unsigned plan_document_needs(int for_people);

/* Adds the ratios of SECTION. */
void plan_document_add_rows(struct plan_rows *rows, const struct table *table,
                            const struct section *section, const struct replication_terms *terms);
void plan_document_release_rows(struct plan_rows *rows);

/* For people: one section, whose ratios are ROWS, with headings that have the plan for all. */
int plan_sheet(struct document *document, const struct table *table, const struct section *section,
               const struct plan_rows *rows, const struct replication_terms *terms,
               const struct section_view *how, struct err *err);
/* For programs: all ROWS in one grid. */
int plan_document_of_all(struct document *document, const struct plan_rows *rows,
                         const struct section_view *how, struct err *err);

/* Writes FOUND, for TERMS, in one line without a newline: "12 rounds × 3 seeds, about 40 s, for
 * ±1 %: of the variance of blis at size 64, the widest, 80 % is between processes". */
void plan_document_write_plan(const struct table *table, const struct section *section,
                              const struct replication *found,
                              const struct replication_terms *terms, FILE *file);

#endif
