/* SPDX-License-Identifier: GPL-3.0-or-later */
/* csv_titles.h: finds a table below lines that do not belong to it: titles, "host: x", blank lines.
 */
#ifndef BENCHMAT_FORMATS_CSV_CSV_TITLES_H
#define BENCHMAT_FORMATS_CSV_CSV_TITLES_H

#include "formats/csv/csv_record.h"
#include "formats/import/header_words.h"

/* Passes over the lines before the first one that has as many fields as those behind it, if the
 * first line of all does not. RECORD stands at its first line, and will again. Sets TITLES, which
 * the caller must free, to the text of those lines; NULL: there are none. Returns 0, ERR_FAILED or
 * ERR_DAMAGED as csv_record_begin. */
int csv_titles_pass(struct csv_record *record, char **titles, struct err *err);

/* Appends TEXT and the end of a line to TITLES, which may be NULL. Returns 0 if memory runs out. */
int csv_titles_add(char **titles, const char *text);

/* Returns the unit that some line of TITLES says, as "Times (ms)" or "run time in seconds" do;
 * UNIT_NONE if there is none, TITLES is NULL, or two lines say different ones. */
struct measured_unit csv_titles_unit(const char *titles);

#endif
