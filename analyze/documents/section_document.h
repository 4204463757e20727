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
    int verbose;      /* all warnings in full, and how numbers came about */
    size_t width;     /* of text; 0 for TERMINAL_USUAL_WIDTH */
    int all_threads;  /* laws of scaling are fitted to more threads than CPUs, too */
    enum scaling_mode scaling;
    const struct view *view; /* view of the rows or, with summary_only, of the geometric means; NULL
                                for the default */
};

/* Returns the bits of enum need that a table must have computed to be shown this way. */
unsigned section_document_needs(const struct section_view *how, int for_people);

/* Adds the headings of any document about a section: the action and the run, the MEANING of what
 * follows, if any, and warnings. */
void section_document_headings(struct document *document, const struct section *section,
                               heading_function *meaning, const struct section_view *how);

/* For people: one section. Its first block of at most ten lines is the answer: the action and the
 * run, which library is the fastest where (fastest_words.h), and geometric means of as many
 * libraries as there is room for. Below it come warnings, in one line except for those that tell
 * that numbers are wrong or missing, and then the rows. Rows of a single point need no means.
 * Ignores names of the view that do not exist; records_check reports them. The caller must release
 * DOCUMENT. */
void section_sheet(struct document *document, const struct table *table,
                   const struct section *section, const struct section_view *how);

/* For programs: all rows of TABLE, or all of its geometric means, in one grid, with the parameters
 * of all of HEADS, which may be TABLE. */
void section_document_of_all(struct document *document, const struct table *table,
                             const struct table *heads, const struct section_view *how);

#endif
