/* SPDX-License-Identifier: GPL-3.0-or-later */
/* csv_record.h: the records of a table in text (RFC 4180), one after the other.
 *
 * A field may stand in quotes, where a quote is doubled and delimiters and ends of lines are text.
 * Lines end in LF or CRLF; empty ones, and those that begin with '#', are passed over. A byte order
 * mark at the beginning does no harm. */
#ifndef BENCHMAT_FORMATS_CSV_CSV_RECORD_H
#define BENCHMAT_FORMATS_CSV_CSV_RECORD_H

#include "formats/files/source.h"

enum {
    CSV_RECORD_MOST_BYTES = 1 << 20, /* of a record */
    CSV_RECORD_MOST_FIELDS = 4096,
};

struct csv_record {
    const struct source *source;
    char delimiter;
    size_t at, line; /* where the next record begins */

    size_t number;       /* the line that the record begins in, from 1 */
    const char **fields; /* [count] valid until the next record is read */
    size_t count;
    char *room;
};

/* Begins at the first record of SOURCE, which is borrowed. The delimiter is the one of comma,
 * semicolon and tab that its first line has most of outside quotes. To be given to
 * csv_record_release, also after a failure (ERR_FAILED: no memory; ERR_DAMAGED: no text). */
int csv_record_begin(struct csv_record *record, const struct source *source, struct err *err);
/* Goes back to the first record. */
void csv_record_rewind(struct csv_record *record);
/* Reads the next one. 1; 0 at the end; ERR_DAMAGED: too long, too many fields, or a quote that is
 * not closed or does not end its field. */
int csv_record_next(struct csv_record *record, struct err *err);
void csv_record_release(struct csv_record *record);

#endif
