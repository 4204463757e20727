/* SPDX-License-Identifier: GPL-3.0-or-later */
/* csv.h: text tables of times with a header, separated by commas, semicolons or tabs. The header
 * names the columns, in any order and any case. A table has one of three shapes.
 *
 * Tidy: one sample per line, with the columns
 *
 *     seconds   of a call; a cell that is empty, "nan", "NA" or the like was not measured
 *     library   default: options->library, else the stem of the file's name
 *     control_of  the library, the reference, that this library measures a second time (run.h)
 *     action    default: options->action, else the stem of the file's name
 *     size      missing if the action has none
 *     round     of fresh processes; default: 0
 *     seed      default: samples are numbered in their order. If every sample has a round and a
 *               seed, samples with the same round and seed belong together (FACT_PAIRED_BY)
 *     run       the name of the run
 *     type      "s" ("float", "single"), "d" ("double"), "c", "z", "i" or "l"
 *     status    the outcome of the cell, in the words of cell_status_name
 *     cpu_seconds, calls   the details of these names
 *     user_seconds, ...    optional details of samples (run.h), behind the column seconds in a
 * table that has all of run, action, library, round and seed, as an exported one does
 *
 * Summary: the same with a column mean in place of seconds, as `bench-analyze --format csv` writes
 * it. Each mean is one sample, and FACT_SAMPLES_ARE says so. The reader skips the other statistics,
 * and refuses a summary of another quantity, which has the columns measure and unit.
 *
 * Wide: a column size, and no column called library, seconds or mean. Each column that is neither
 * listed above nor numbers the samples (below) holds the seconds of the library of its name. Wide
 * tables have no parameters.
 *
 * If no column of a tidy table or a summary is called library, the first column with a name for
 * what others compare (implementation, solver, name, benchmark, ...: csv_columns.c) holds the
 * libraries. If no column is called action, one of the remaining columns called benchmark, function
 * or the like holds the actions. In any shape, a single column called sample, iteration, rep,
 * trial, index or the like numbers the samples if there is no seed.
 *
 * The reader decides by their cells what the other columns of a tidy table or a summary are:
 *
 * - A column of numbers only is a parameter, unless it has the name of a detail (run.h) other than
 *   level, which is a common name of a parameter.
 * - A column with the same text everywhere is a fact "csv_<name>", or "<name>" for the names of a
 *   few standard facts of a run.
 * - A column of varying texts, of times of day, or of numbers that each occur only once although
 *   there are several libraries, must not distinguish samples that would otherwise become one cell.
 *   If it does and has a name for what libraries differ in, it joins the name of the library: "cg
 *   (compiler=gcc)". Otherwise the reader refuses the file.
 * - The rest is left out, and the fact "csv_left_out" names it; so are remarks (note, comment,
 *   ...). Columns without a name are left out, too.
 *
 * With options->size_param another column is the size, and a column called size is a parameter.
 *
 * Numbers are decimal, with a point (decimal.h). Every line has as many columns as the header. */
#ifndef BENCHMAT_FORMATS_CSV_CSV_H
#define BENCHMAT_FORMATS_CSV_CSV_H

#include "formats/files/source.h"
#include "formats/import/format.h"

extern const struct format csv_format, tsv_format;

/* --- csv record --- */

/* Reads the records of a text table (RFC 4180) one by one.
 *
 * A field may be quoted. Within quotes, a doubled quote stands for one, and delimiters and ends of
 * lines are text. Lines end in LF or CRLF. The reader skips empty lines, lines that begin with '#',
 * and a leading byte order mark. */

enum {
    CSV_RECORD_MOST_BYTES = 1 << 20, /* of a record */
    CSV_RECORD_MOST_FIELDS = 4096,
};

struct csv_record {
    const struct source *source;
    char delimiter;
    size_t at, line; /* offset and line of the next record */

    size_t number;       /* the line in which the current record begins, from 1 */
    const char **fields; /* [count]; valid until the next record is read */
    size_t count;
    char *room;
};

/* Begins at the first record of SOURCE, which is borrowed. The delimiter is whichever of comma,
 * semicolon and tab occurs most often outside quotes in the first line. The caller must call
 * csv_record_release, also after a failure (ERR_FAILED: no memory; ERR_DAMAGED: not a text). */
int csv_record_begin(struct csv_record *record, const struct source *source, struct err *err);
/* Goes back to the first record. */
void csv_record_rewind(struct csv_record *record);
/* Reads the next record. Returns 1, or 0 at the end; ERR_DAMAGED if the record is too long, has too
 * many fields, or has a quote that is not closed or does not end its field. */
int csv_record_next(struct csv_record *record, struct err *err);
void csv_record_release(struct csv_record *record);

#endif
