/* SPDX-License-Identifier: GPL-3.0-or-later */
/* csv_results.h: which column has the results of a table whose libraries stand in one of their own,
 * and what else was measured. */
#ifndef BENCHMAT_FORMATS_CSV_CSV_RESULTS_H
#define BENCHMAT_FORMATS_CSV_CSV_RESULTS_H

#include "formats/csv/csv_column.h"

/* Makes the likeliest column of results CSV_SECONDS, if there is one. ERR_DAMAGED: two are equally
 * likely. */
int csv_results_find_seconds(struct csv_columns *columns, const struct csv_record *record,
                             struct err *err);

/* Gives what else is measured its role: rates, processor time, memory, what the processor counted,
 * statistics, and what has no detail. The first column of several with the same detail has it.
 * ERR_FAILED: no memory. */
int csv_results_find_measures(struct csv_columns *columns, const struct csv_record *record,
                              struct err *err);

/* Refuses (ERR_DAMAGED) the column NAME, plainly of rates, whose unit nothing says. */
int csv_results_refuse_rate(const struct csv_record *record, const char *name, struct err *err);

/* Refuses (ERR_DAMAGED) the column NAME, whose numbers are of many calls. */
int csv_results_refuse_many(const struct csv_record *record, const char *name, struct err *err);

/* Returns ERR_DAMAGED if a header with a unit says that its numbers are of many things at once, as
 * in "ms/1000 ops". */
int csv_results_check_scale(const struct csv_columns *columns, const struct csv_record *record,
                            struct err *err);

/* Tells which results are of all calls that a column says were timed, such as "iterations", and
 * will be divided by their number: totals, and those of a line whose number of calls options->as
 * gives. ERR_DAMAGED: a total may also be that of the parts of a call. ERR_FAILED: no
 * memory. */
int csv_results_find_calls(struct csv_columns *columns, const struct csv_record *record,
                           struct err *err);

/* Returns the detail of samples (run.h) that rates in the unit of COLUMN are; NULL if they are
 * none. */
const struct series_detail *csv_results_rate(const struct csv_column *column);

/* Returns the first column with times; `count` if there is none. */
size_t csv_results_first(const struct csv_columns *columns);

/* Whether COLUMN is likelier than OTHER to have the results: those of calls, and by its words. */
int csv_results_is_likelier(const struct csv_column *column, const struct csv_column *other);

/* Sets what the samples of a table are whose results stand in COLUMN. */
void csv_results_tell_samples(struct csv_columns *columns, const struct csv_column *column);

/* Returns ERR_DAMAGED: the columns called ONE and OTHER may both have the results. */
int csv_results_refuse_two(const struct csv_record *record, const char *one, const char *other,
                           struct err *err);

#endif
