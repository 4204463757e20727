/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fastest_document.h: the fastest library at each point, and crossovers, as a document. */
#ifndef BENCHMAT_ANALYZE_DOCUMENTS_FASTEST_DOCUMENT_H
#define BENCHMAT_ANALYZE_DOCUMENTS_FASTEST_DOCUMENT_H

#include "analyze/ranking/crossover.h"
#include "analyze/ranking/fastest.h"
#include "analyze/documents/section_document.h"

struct fastest_found {
    struct fastest_rows rows;
    struct crossovers crossovers;
};

/* Bits of enum need. */
unsigned fastest_document_needs(int for_people);

/* For people: one section, whose points and crossovers are FOUND, with headings; crossovers are
 * sentences. With HOW->summary_only these sentences alone. */
int fastest_sheet(struct document *document, const struct section *section,
                  const struct fastest_found *found, const struct section_view *how,
                  struct err *err);
/* For programs: all points in one grid, or all crossovers with HOW->summary_only. */
int fastest_document_of_all(struct document *document, const struct fastest_found *found,
                            const struct section_view *how, struct err *err);

#endif
