/* SPDX-License-Identifier: GPL-3.0-or-later */
/* csv_titles.h: finds a table below lines that do not belong to it: titles, "host: x", blank lines.
 */
#ifndef BENCHMAT_FORMATS_CSV_TEXT_CSV_TITLES_H
#define BENCHMAT_FORMATS_CSV_TEXT_CSV_TITLES_H

#include "formats/csv_text/csv_record.h"
#include "formats/import/header_words.h"

/* Passes over the lines before the first one that has as many fields as those behind it, if the
 * first line of all does not. RECORD stands at its first line, and will again. Sets TITLES, which
 * the caller must free, to the text of those lines; NULL: there are none. Returns 0, ERR_FAILED or
 * ERR_DAMAGED as csv_record_begin. */
int csv_titles_pass(struct csv_record *record, char **titles, struct err *err);

/* Appends TEXT and the end of a line to TITLES, which may be NULL. Returns 0 if memory runs out. */
int csv_titles_add(char **titles, const char *text);

/* Appends the lines with '#' before the table of RECORD, and right below its first line, to TITLES.
 * Returns 0 if memory runs out. */
int csv_titles_take_comments(const struct csv_record *record, char **titles);

/* Whether NAME, of a member or variable, is one of a text that says as much as a title. */
int csv_titles_have_name(const char *name);

/* A unit that titles say, and how they spell it. */
struct csv_title_unit {
    struct measured_unit unit; /* UNIT_NONE: none, or several */
    char words[MEASURE_NAME];
    int is_doubtful;
};

/* Those of times and of rates. */
struct csv_title_units {
    struct csv_title_unit time, rate;
};

/* Returns those that TITLES, which may be NULL, say, as "Times (ms)", "run time in seconds" and
 * "Unit: us" do. */
struct csv_title_units csv_titles_units(const char *titles);

/* Returns the one of UNITS that results under HEADER are in, which has none, or NULL; its unit is
 * UNIT_NONE if none can be theirs, or both. */
const struct csv_title_unit *csv_titles_unit(const struct csv_title_units *units,
                                             const struct header *header);

#endif
