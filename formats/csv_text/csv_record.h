/* SPDX-License-Identifier: GPL-3.0-or-later */
/* csv_record.h: reads the records of a text table (RFC 4180) one by one.
 *
 * A field may be quoted. Within quotes, a doubled quote stands for one, and delimiters and ends of
 * lines are text. Lines end in LF or CRLF. The reader skips empty lines,
 * lines that begin with '#' or "```", and a leading byte order mark. Of the lines with '#' before a
 * first line of numbers, the last one with as many fields is a record: the header.
 *
 * Where no comma, semicolon or tab stands in the first line, blanks may separate fields: any number
 * of them, or at least two, whichever makes the first lines equally many fields. A blank before a
 * bracket is a part of the name: "time (ms)". In such tables, and in those drawn by lines that
 * begin with '|', lines of dashes are skipped; behind the last '|' there may be other words. */
#ifndef BENCHMAT_FORMATS_CSV_TEXT_CSV_RECORD_H
#define BENCHMAT_FORMATS_CSV_TEXT_CSV_RECORD_H

#include "formats/files/source.h"
#include "formats/text/err.h"

enum {
    CSV_RECORD_MOST_BYTES = 1 << 20, /* of a record */
    CSV_RECORD_MOST_FIELDS = 1 << 14,
    CSV_RECORD_MOST_MERGED = 16, /* columns with merged cells */
};

struct csv_record {
    const struct source *source;
    char delimiter;           /* ' ': blanks */
    size_t least;             /* blanks between fields, where they separate them */
    size_t begin, begin_line; /* where the first record begins */
    char mark;                /* before decimals: a comma in tables that have them, else a point */
    int is_made;              /* csv_record_begin_made has begun it */
    int has_totals;           /* csv_columns_next has passed over totals, */
    size_t repeated;          /* and over the header in this line; 0: it has not */
    size_t at, line;          /* offset and line of the next record */

    size_t number;       /* the line in which the current record begins, from 1 */
    const char **fields; /* [count]; valid until the next record is read */
    size_t count, most_fields;
    char *room; /* the fields [most_bytes]; no record is longer than its source */
    size_t most_bytes;
    char **above; /* fields of lines above, where they stand for blanks (csv_merged.h); or NULL */
};

/* Begins at the first record of SOURCE, which is borrowed. The delimiter is whichever of comma,
 * semicolon, tab and, in lines that begin with it, '|' occurs most often outside quotes in the
 * first line. The caller must call csv_record_release, also after a failure (ERR_FAILED: no memory;
 * ERR_DAMAGED: not a text). */
int csv_record_begin(struct csv_record *record, const struct source *source, struct err *err);
/* Makes LINE, at offset AT, the first, and finds delimiter and decimal mark from there on. */
int csv_record_begin_at(struct csv_record *record, size_t at, size_t line, struct err *err);
/* Whether the first record is the header of a table in Markdown: a line is drawn below it. */
int csv_record_is_ruled(const struct csv_record *record);
/* Begins a table that a reader has made: with commas, a header of one line, which counts as line 0,
 * decimal points, and texts in quotes. */
int csv_record_begin_made(struct csv_record *record, const struct source *source, struct err *err);
/* Goes back to the first record. */
void csv_record_rewind(struct csv_record *record);
/* Reads the next record. Returns 1, or 0 at the end; ERR_DAMAGED if the record is too long, has too
 * many fields, or has a quote that is not closed or does not end its field. */
int csv_record_next(struct csv_record *record, struct err *err);
void csv_record_release(struct csv_record *record);

#endif
