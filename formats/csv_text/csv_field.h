/* SPDX-License-Identifier: GPL-3.0-or-later */
/* csv_field.h: writes the texts of a table, quoted after RFC 4180, and so that no spreadsheet
 * calculates them: a name such as =HYPERLINK("...") is the name of a library in a file that others
 * may have sent. */
#ifndef BENCHMAT_FORMATS_CSV_TEXT_CSV_FIELD_H
#define BENCHMAT_FORMATS_CSV_TEXT_CSV_FIELD_H

#include <stdio.h>

/* Writes TEXT, in quotes where it has the DELIMITER, a quote, the end of a line or a #, is empty,
 * or begins or ends with a blank. Unless IS_PLAIN, one that begins with = + - or @, be they wide,
 * after any apostrophes, gets one apostrophe more in front, which spreadsheets take for the sign of
 * a text. */
void csv_field_write(FILE *file, const char *text, char delimiter, int is_plain);

/* Takes away the apostrophe that csv_field_write has put in front of TEXT. */
void csv_field_unguard(char *text);

/* Takes away the marks of Markdown in TEXT: "**5 ms**", "`a \|b`", "[name](address)". */
void csv_field_unmark(char *text);

#endif
