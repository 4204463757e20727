/* SPDX-License-Identifier: GPL-3.0-or-later */
/* csv.h: tables of times in text, with a header: comma, semicolon or tab between columns
 * (csv.h). Which column is which is told by its name, in any order and any case.
 *
 * Tidy: one sample a line, with the columns
 *
 *     seconds   of a call; a cell that is empty, "nan", "NA" or the like was not measured
 *     library   unless all is of one, which is called as the file is
 *     control_of  the library that this one is a second measurement of, the reference (run.h)
 *     action    unless it is given, or called as the file is
 *     size      unless the action has none
 *     round     of fresh processes; all is round 0 without
 *     seed      samples without are numbered in their order; where each sample has a round and a
 *               seed, those of the same belong together (FACT_PAIRED_BY)
 *     run       the name of the run
 *     type      "s", "d", "float" or "double"
 *     status    what became of the cell, in the words of cell_status_name
 *     cpu_seconds, calls   as the details of these names
 *
 * Summary: the same with a column mean in place of seconds, as `bench-analyze --format csv` writes
 * it: each mean is one sample, which FACT_SAMPLES_ARE says. Its other statistics are not read.
 *
 * Wide: a column size and none that is called library, seconds or mean: each column that is none
 * of the above holds the seconds of the library of its name. Wide tables have no parameters.
 *
 * Where no column is called library, one that is called as what others compare (implementation,
 * solver, name, benchmark, ...: csv_columns.c) is of libraries, and where none is called action and
 * there are libraries, one that is called benchmark, function and the like is of actions. One
 * column called sample, iteration, rep, trial, index and the like numbers the samples where no
 * seed does.
 *
 * Of the further columns of the first two shapes those that hold nothing but numbers are
 * parameters, unless they are called as a detail of samples is (run.h); those with the same text
 * everywhere are facts, "csv_<name>". Texts that differ, times of day, and numbers of which each is
 * there once although there are several libraries must not tell samples apart that would become one
 * cell: a column that does joins the name of the library, "cg (compiler=gcc)", if it is called as
 * what libraries differ in, and is refused otherwise. The rest is left out, and named in the fact
 * "csv_left_out", as are remarks (note, comment, ...) and columns without a name.
 * With options->size_param another column is the size, and one called size is a parameter.
 *
 * Numbers are decimal, with a point (decimal.h). Every line has as many columns as the header. */
#ifndef BENCHMAT_FORMATS_CSV_CSV_H
#define BENCHMAT_FORMATS_CSV_CSV_H

#include "formats/files/source.h"
#include "formats/import/format.h"

extern const struct format csv_format, tsv_format;

/* --- csv record --- */

/* The records of a table in text (RFC 4180), one after the other.
 *
 * A field may stand in quotes, where a quote is doubled and delimiters and ends of lines are text.
 * Lines end in LF or CRLF; empty ones, and those that begin with '#', are passed over. A byte order
 * mark at the beginning does no harm. */

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
