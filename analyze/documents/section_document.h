/* SPDX-License-Identifier: GPL-3.0-or-later */
/* section_document.h: tables as documents: the rows and the geometric means of measurements. */
#ifndef BENCHMAT_ANALYZE_DOCUMENTS_SECTION_DOCUMENT_H
#define BENCHMAT_ANALYZE_DOCUMENTS_SECTION_DOCUMENT_H

#include "analyze/output/listing.h"
#include "analyze/output/document.h"
#include "analyze/aggregate/table.h"
#include "analyze/columns/view.h"

/* Zero-initialised is the usual. */
struct section_view {
    int summary_only;        /* the geometric means, not the rows */
    int verbose;             /* all warnings, not the first of them */
    const struct view *view; /* of the rows, or of the geometric means where only they are wanted;
                                NULL for the usual one */
};

/* Bits of enum need: what a table has to hold to be shown so, to people or to programs. */
unsigned section_document_needs(const struct section_view *how, int for_people);

/* What stands above whatever a section is asked: the action, the run, the MEANING of what follows,
 * and warnings, all of them where VERBOSE. */
void section_document_headings(struct document *document, const struct section *section,
                               heading_function *meaning, int verbose);

/* For people: one section with headings, rows, geometric means, and which libraries are the fastest
 * (fastest.h). Names of the view that it does not have are passed over, as records_check
 * finds them. Fails without memory; SHEET is to be released in any case. */
int section_sheet(struct document *document, const struct table *table,
                  const struct section *section, const struct section_view *how, struct err *err);

/* For programs: all rows of TABLE, or all of its geometric means, in one grid, with the parameters
 * of all of HEADS, which may be TABLE. */
int section_document_of_all(struct document *document, const struct table *table,
                            const struct table *heads, const struct section_view *how,
                            struct err *err);

#endif
