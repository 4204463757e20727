/* SPDX-License-Identifier: GPL-3.0-or-later */
/* profile_document.h: performance profiles as a document, and what is to be known of them in words.
 */
#ifndef BENCHMAT_ANALYZE_DOCUMENTS_PROFILE_DOCUMENT_H
#define BENCHMAT_ANALYZE_DOCUMENTS_PROFILE_DOCUMENT_H

#include <stdio.h>

#include "analyze/columns/view.h"
#include "analyze/output/document.h"
#include "analyze/ranking/profile.h"

/* For people: a row per library, headings, and notes on what limits the result. VIEW chooses and
 * sorts columns. ERR_USAGE for names of the view that are not in profile_columns. */
int profile_sheet(struct document *document, const struct profile *profile, const struct view *view,
                  struct err *err);
/* For programs: all columns. */
int profile_document(struct document *document, const struct profile *profile,
                     const struct view *view, struct err *err);

/* Writes "75 problems of axpy, dot and matrix_vector_product"; of many actions their number. */
void profile_write_problems(const struct profile *profile, FILE *file);
/* Writes that the problems come from several machines, and which; nothing for a single one. */
void profile_write_hosts(const struct profile *profile, FILE *file);
/* Writes a line for each limit of the result: what was not solved and why, single rounds, few
 * problems. Nothing if there are none. */
void profile_write_limits(const struct profile *profile, FILE *file);
/* Writes which pairs change places when they are alone, a line for each of the first few; or all in
 * one short line, for pictures. Nothing if there are none. */
void profile_write_reversals(const struct profile *profile, FILE *file);
void profile_write_reversals_briefly(const struct profile *profile, FILE *file);

#endif
