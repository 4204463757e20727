/* SPDX-License-Identifier: GPL-3.0-or-later */
/* csv_marks.h: marks around numbers in tables for people: emphasis, footnotes, medals: "**8.0**",
 * "8.0*", "8.0 [1]", "8.0†". */
#ifndef BENCHMAT_FORMATS_CSV_TEXT_CSV_MARKS_H
#define BENCHMAT_FORMATS_CSV_TEXT_CSV_MARKS_H

#include <stddef.h>

/* Takes the marks, and the blanks beside them, away from both ends of the N bytes at TEXT. */
void csv_marks_drop(const char **text, size_t *n);

#endif
