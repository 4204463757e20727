/* SPDX-License-Identifier: GPL-3.0-or-later */
/* report.h: bench-plot --report: an analysis as a page (report.h). */
#ifndef BENCHMAT_PLOT_PAGE_REPORT_H
#define BENCHMAT_PLOT_PAGE_REPORT_H

#include <stdio.h>

#include "analyze/aggregate/table.h"
#include "plot/analysis/axis_options.h"
#include "plot/analysis/sections.h"
#include "plot/report/report.h"

/* --- parts --- */

/* What report.c puts together. Each adds blocks to a report. */

/* The action, and which run where it stands in TABLE more than once: for headings. */
void report_write_action(const struct table *table, const struct section *section, FILE *file);

/* What a table's cell says in parts that are lined up (columns.h), as words behind each other. */
void report_write_parts(const char *cell, FILE *file);

/* --- verdicts.c: the answer --- */

/* What came out, in a sentence: who is the fastest on average, and by how much, by the rule that
 * --fastest has (analyze/ranking/fastest_average.h). Nobody is called so beside whom another is not
 * shown to be slower, nor who is slower by means. WITH_ACTION begins with the action. */
void report_add_answer(struct report *report, enum report_kind kind, const struct table *table,
                       const struct section *section, int with_action);

/* Who that is; NULL for none. Borrowed from TABLE. */
const char *report_leader(const struct table *table, const struct section *section);

/* --- verdicts.c: the verdicts --- */

/* Who is faster, by how much and how often; who overtakes whom; what to beware of. WITH_ANSWER
 * begins with the answer. */
int report_add_verdicts(struct report *report, const struct table *table,
                        const struct section *section, int with_answer, struct err *err);

/* --- charts.c --- */

/* Ratio and time of SECTION, which are ROW's charts in this order, each with both scales. */
int report_add_section_charts(struct report *report, const struct table *table,
                              const struct section *section, const struct curves *curves,
                              const struct chart *row, struct err *err);

/* --- facts.c --- */

/* All rows, or the geometric means, with the columns that people see unasked. MORE columns behind
 * these are left to the caller; NULL where there are no records or no memory. FIRST is set to the
 * first of them. */
struct report_table *report_add_records(struct report *report, const struct table *table,
                                        const struct section *section, int summaries, size_t more,
                                        const char *caption, size_t *first);

/* --- facts.c --- */

/* Machines, conditions and libraries, and the command lines. */
void report_add_provenance(struct report *report, const struct table *table);
void report_add_commands(struct report *report, const struct table *table,
                         const struct options *options);

/* --- report --- */

/* Reads all that OPTIONS mean, with its provenance, and writes it to OPTIONS->report: first what
 * came out, then charts, all rows, and how they were measured. */
int command_report(const struct options *options, struct err *err);

#endif
