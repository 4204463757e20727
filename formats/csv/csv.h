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
 *     size_name what the size is called; default: size
 *     samples_are  what they are if not times of calls (FACT_SAMPLES_ARE): "times per byte"
 *     round     of fresh processes; default: 0
 *     seed      default: samples are numbered in their order. If every sample has a round and a
 *               seed, samples with the same round and seed belong together (FACT_PAIRED_BY)
 *     run       the name of the run
 *     type      "s" ("float", "single"), "d" ("double"), "c", "z", "i" or "l"
 *     status    the outcome of the cell, in the words of cell_status_name or of csv_outcome.h
 *     cpu_seconds, calls   the details of these names
 *     user_seconds, ...    optional details of samples (run.h), behind the column seconds in a
 * table that has all of run, action, library, round and seed, as an exported one does
 *
 * Names of libraries, actions and runs are kept as they are spelled, also "-", "NaN" and "None". A
 * library or an action without a name is refused by its line, unless the whole column is empty.
 *
 * A column called parameter:NAME is a parameter called NAME, whatever that means elsewhere: with
 * it, exported tables keep parameters called N, mean or type.
 *
 * Summary: the same with a column mean in place of seconds, as `bench-analyze --format csv` writes
 * it, beside action and library; so are tables of hyperfine (--export-csv). Each mean is one
 * sample, and FACT_SAMPLES_ARE says so. The reader skips the other statistics, and refuses a
 * summary of another quantity, which has the columns measure and unit.
 *
 * Wide: a column for each library, with its results. The project's own begin with run, action, size
 * and type, and hold seconds.
 *
 * Tables of others have other names for all of these, which header_words.h knows, and other units.
 * A number is never taken for seconds unless its header, its cell, a column of units or
 * options->unit says so, and the file is refused if nothing does; but a wide table with a column
 * size and no word of a unit holds seconds if some number is small enough. Rates and what a
 * processor counts become details of the samples. If there is no column with a name for what others
 * compare (implementation, solver, name, benchmark, ...), the first column of varying texts holds
 * the libraries; if none is called size, n, ..., the parameter with the most values is the size.
 *
 * Where the results are statistics, by their headers (mean, p50, min, ...), FACT_SAMPLES_ARE says
 * which (sample_words.h). The greatest times and quantiles are results only where there are no
 * others.
 *
 * The reader decides by their cells what the other columns are:
 *
 * - A column that says by its name and in its cells whether results are right (passed, correct,
 *   valid, ok, success, verified; 0 and 1, yes and no, ...) makes the cells with a no CELL_FAILED,
 *   and so does a yes where the name is failed, wrong, incorrect or invalid;
 *   "a_ok" in a wide table only those of a. Other numbers under such a name are a measure, and
 *   other words say nothing, of which the fact "csv_left_out" names one. "result", "outcome" and
 *   "check" ask so only where all cells answer.
 * - A column of numbers is a parameter if different libraries have the same numbers there at the
 *   same size, or if there is only one library. Otherwise it was measured, and becomes a measure of
 *   the samples (measures.h), as do statistics, ratios and errors, by their headers.
 * - A column with the same text everywhere is a fact "csv_<name>", or "<name>" for the names of a
 *   few standard facts of a run.
 * - A column of varying texts that distinguishes samples which would otherwise become one cell
 * joins the name of the library: "cg (compiler=gcc)"; but the reader refuses the file if they are
 * times of day, or occur only once each.
 * - Remarks (note, comment, ...) that are the same ones in each cell tell apart what is compared,
 * and join its name, too. The reader leaves them out where some lines have none, and refuses
 * others.
 * - The rest is left out, and the fact "csv_left_out" names it; so are columns without a name.
 *
 * With options->size_param another column is the size, and a column called size is a parameter.
 * options->as gives any column its role.
 *
 * A total ("total_s") beside a number of calls ("iterations", "Mcalls", "a_loops") is divided by
 * it, and so is any time whose calls options->as gives. If nothing says whether such a time is of
 * all calls, it stays as it is, FACT_SOURCE_UNIT tells so, and lines of one cell whose numbers
 * differ are refused, as is a total beside its parts. Counts of what a call does are measures
 * (csv_counts.h), and times per byte are said to be such by FACT_SAMPLES_ARE.
 *
 * A header of numbers that rise behind the first name ("64", "n=64", "64 ms") has the sizes: a line
 * is a library then. Of columns called a_run1, a_run2, ... each is a sample of a.
 *
 * A table may lie on its side (csv_turned.h). The header may come again in the midst of one that
 * names its libraries, or below a title (csv_stacked.h). Documents in Markdown may have several
 * tables, and others that are none of times (csv_document.h).
 *
 * A header may have several lines, as pivot tables do (csv_header_lines.h), and titles above it
 * (csv_titles.h), or comments, which are the fact "csv_title" and may say the unit. Numbers are
 * decimal, with a point or, where the file shows it, a comma (csv_number.h). Every line has as many
 * columns as the header. */
#ifndef BENCHMAT_FORMATS_CSV_CSV_H
#define BENCHMAT_FORMATS_CSV_CSV_H

#include "formats/files/source.h"
#include "formats/import/format.h"

extern const struct format csv_format, tsv_format;

/* Reads TEXT, a table that a reader has made of what its file holds in another form
 * (csv_record_begin_made), like csv_format. Its facts have PREFIX before their names, in place of
 * "csv_". Lines count from 1 below the header, in messages too. Several tables may become one run.
 */
int csv_read_made(struct import_builder *builder, const struct source *text, const char *prefix,
                  const struct format_options *options, struct err *err);

/* Returns ERR_USAGE, which names the option --as and the roles, unless AS is one of format_options:
 * COLUMN=ROLE, with commas between several. */
int csv_check_as(const char *as, struct err *err);

#endif
