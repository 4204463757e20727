/* SPDX-License-Identifier: GPL-3.0-or-later */
/* report.h: bench-plot --report writes an analysis as a page (plot/report/report.h). */
#ifndef BENCHMAT_PLOT_PAGE_REPORT_H
#define BENCHMAT_PLOT_PAGE_REPORT_H

#include <stdio.h>

#include "analyze/aggregate/table.h"
#include "plot/analysis/axis_options.h"
#include "plot/analysis/sections.h"
#include "plot/report/report.h"

/* --- parts --- */

/* The parts that report.c puts together. Unless they write to FILE, they add blocks to a report. */

/* Writes the action of SECTION for a heading, with its run if TABLE repeats the action. */
void report_write_action(const struct table *table, const struct section *section, FILE *file);

/* Writes the text of a table's cell, whose parts are separated by tabs (columns.h), as one line of
 * words. */
void report_write_parts(const char *cell, FILE *file);

/* --- verdicts.c: the answer --- */

/* Adds the result in one sentence: which library is the fastest on average, and by how much, by the
 * rule of --fastest (analyze/ranking/fastest_average.h). A library is not called the fastest if
 * another one is not shown to be slower, or if it is itself slower by means. WITH_ACTION begins the
 * sentence with the action. */
void report_add_answer(struct report *report, enum report_kind kind, const struct table *table,
                       const struct section *section, int with_action);

/* Returns the fastest library, or NULL if none is called that. Borrowed from TABLE. */
const char *report_leader(const struct table *table, const struct section *section);

/* --- verdicts.c: the verdicts --- */

/* Returns whether equality was asked for: a row is equal or inconclusive. */
int report_has_equality(const struct table *table);

/* Adds which library is faster, by how much and how often; where libraries overtake each other; and
 * the warnings. WITH_ANSWER begins with the answer. */
int report_add_verdicts(struct report *report, const struct table *table,
                        const struct section *section, int with_answer, struct err *err);

/* --- charts.c --- */

/* Adds the charts of ratio and time of SECTION, which ROW holds in this order, each with both
 * scales. */
int report_add_section_charts(struct report *report, const struct table *table,
                              const struct section *section, const struct curves *curves,
                              const struct chart *row, struct err *err);

/* --- facts.c: tables --- */

/* Adds a table of all rows, or with SUMMARIES of the geometric means, with the columns that are
 * shown by default. Sets FIRST to the first of MORE columns after these, which the caller fills.
 * Returns NULL if there are no records or memory runs out. */
struct report_table *report_add_records(struct report *report, const struct table *table,
                                        const struct section *section, int summaries, size_t more,
                                        const char *caption, size_t *first);

/* --- facts.c: provenance and commands --- */

/* Add machines, conditions and libraries, and the command lines. */
void report_add_provenance(struct report *report, const struct table *table);
void report_add_commands(struct report *report, const struct table *table,
                         const struct options *options);

/* --- report --- */

/* Reads everything that OPTIONS select, with its provenance, and writes it to OPTIONS->report:
 * first the results, then charts, all rows, and how they were measured. */
int command_report(const struct options *options, struct err *err);

#endif
