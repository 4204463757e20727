/* SPDX-License-Identifier: GPL-3.0-or-later */
/* section_document.h: measurements as documents: their rows and their geometric means. */
#ifndef BENCHMAT_ANALYZE_DOCUMENTS_SECTION_DOCUMENT_H
#define BENCHMAT_ANALYZE_DOCUMENTS_SECTION_DOCUMENT_H

#include "analyze/output/listing.h"
#include "analyze/output/document.h"
#include "analyze/aggregate/table.h"
#include "analyze/columns/view.h"

/* Whether the work is the same, or the same for each thread (scaling.h). */
enum scaling_mode {
    SCALING_GUESSED, /* strong where a size has several numbers of threads, else weak */
    SCALING_STRONG,
    SCALING_WEAK
};

/* Zero-initialised: the defaults. */
struct section_view {
    int summary_only; /* the geometric means, not the rows */
    int verbose;      /* all warnings, not only the first ones */
    int all_threads;  /* laws of scaling are fitted to more threads than CPUs, too */
    enum scaling_mode scaling;
    const struct view *view; /* view of the rows or, with summary_only, of the geometric means; NULL
                                for the default */
};

/* Returns the bits of enum need that a table must have computed to be shown this way. */
unsigned section_document_needs(const struct section_view *how, int for_people);

/* Adds the headings of any document about a section: the action, the run, the MEANING of what
 * follows, and warnings, all of them if VERBOSE. */
void section_document_headings(struct document *document, const struct section *section,
                               heading_function *meaning, int verbose);

/* For people: one section with headings, rows, geometric means, and the fastest libraries
 * (fastest.h). Ignores names of the view that do not exist; records_check reports them. Fails if
 * memory runs out; the caller must release DOCUMENT in any case. */
int section_sheet(struct document *document, const struct table *table,
                  const struct section *section, const struct section_view *how, struct err *err);

/* For programs: all rows of TABLE, or all of its geometric means, in one grid, with the parameters
 * of all of HEADS, which may be TABLE. */
int section_document_of_all(struct document *document, const struct table *table,
                            const struct table *heads, const struct section_view *how,
                            struct err *err);

#endif
