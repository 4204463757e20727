/* SPDX-License-Identifier: GPL-3.0-or-later */
/* report.h: bench-plot --report writes an analysis as a page (plot/report/report.h). */
#ifndef BENCHMAT_PLOT_PAGE_REPORT_H
#define BENCHMAT_PLOT_PAGE_REPORT_H

#include <stdio.h>

#include "analyze/aggregate/table.h"
#include "analyze/columns/view.h"
#include "analyze/output/document.h"
#include "plot/analysis/axis_options.h"
#include "plot/analysis/sections.h"
#include "plot/kinds/timeline.h"
#include "plot/report/report.h"

/* The charts that report_add_section_charts makes of each section: ratio and time. */
enum { MEASURES = 2 };

/* --- parts --- */

/* The parts that report.c puts together. Unless they write to FILE, they add blocks to a report or
 * to its document. */

/* Writes the action of SECTION for a heading, with what tells it apart if TABLE repeats the action:
 * its machine, archive or run. */
void report_write_action(const struct table *table, const struct section *section, FILE *file);

/* Writes the text of a table's cell, whose parts are separated by tabs (columns.h), as one line of
 * words. */
void report_write_parts(const char *cell, FILE *file);

/* Gives the grids from block FIRST on, which are as bench-analyze prints them, these CAPTIONS in
 * turn, which end with NULL; the last one is that of all further grids. */
void report_caption(struct document *document, size_t first, const char *const *captions);

/* --- verdicts.c: the answer --- */

/* Adds the result in one sentence: which library is the fastest on average, and by how much, by the
 * rule of --fastest (analyze/ranking/fastest_average.h). A library is not called the fastest if
 * another one is not shown to be slower, or if it is itself slower by means. */
void report_add_answer(struct document *document, enum document_kind kind,
                       const struct table *table, const struct section *section);

/* Returns the fastest library, or NULL if none is called that. Borrowed from TABLE. */
const char *report_leader(const struct table *table, const struct section *section);

/* --- verdicts.c: the verdicts --- */

/* Adds which library is faster, by how much and how often; where libraries overtake each other; and
 * the warnings. */
void report_add_verdicts(struct document *document, const struct table *table,
                         const struct section *section);

/* --- charts.c --- */

/* Adds the charts of ratio and time of SECTION, which ROW holds in this order, each with both
 * scales. */
void report_add_section_charts(struct report *report, const struct table *table,
                               const struct section *section, const struct curves *curves,
                               const struct chart *row);

/* --- more_charts.c --- */

/* Rates, scaling by threads and distributions of samples, each where there are data for it: what
 * --kind rate, threads and ecdf draw. Zero-initialised: empty. */
enum { MORE_CHARTS = 3 };
struct more_charts {
    const char *const *files; /* [file_count] borrowed */
    size_t file_count;
    struct chart_set *sets; /* [file_count][MORE_CHARTS] */
};

/* Makes the charts of all files of OPTIONS, whose rows are TABLE, with the colours of COLOURS. The
 * caller must call more_charts_release in either case, after the page is written. */
int more_charts_make(struct more_charts *more, const struct table *table,
                     const struct chart_set *colours, const struct options *options,
                     struct err *err);
/* Adds those of SECTION. */
void more_charts_add(struct report *report, const struct more_charts *more,
                     const struct table *table, const struct section *section);
void more_charts_release(struct more_charts *more);

/* Gives SET the colours of COLOURS, so that a library looks the same everywhere on the page. */
void report_copy_colours(struct chart_set *set, const struct chart_set *colours);

/* Makes the charts of --kind NAME for the files, with the colours of COLOURS;
 * none if that kind finds nothing to draw, for which the page has other words. */
int report_make_kind(struct chart_set *set, const struct chart_set *colours,
                     const struct options *options, const char *const *files, size_t file_count,
                     const char *name, struct err *err);
/* Adds all charts of SET. */
void report_add_set(struct report *report, const struct chart_set *set, const char *label);

/* --- comparison.c --- */

/* Returns whether OPTIONS name two sides, of one machine, that have changed or not. */
int report_has_comparison(const struct table *table, const struct options *options);
/* Adds a section with CHANGES, the charts of --kind change, and what bench-analyze says of the two
 * sides. */
int report_add_comparison(struct report *report, const struct chart_set *changes,
                          const struct options *options, struct err *err);

/* --- history.c --- */

/* Reads the runs of all files of OPTIONS into TIMELINE and draws them into SET, with the colours of
 * COLOURS; nothing if no cell was measured at least three times. The charts borrow TIMELINE, which
 * the caller must release in either case. */
int report_draw_history(struct chart_set *set, struct timeline *timeline,
                        const struct chart_set *colours, const struct options *options,
                        struct err *err);
/* Adds a section with CHARTS of TIMELINE, if there are any, and what bench-analyze --history says.
 */
int report_add_history(struct report *report, const struct chart_set *charts,
                       const struct timeline *timeline, struct err *err);

/* --- action.c --- */

/* The charts of all sections of a table. */
struct drawn {
    struct chart_set *set; /* for each section a row of them */
    struct curves *curves; /* [sections] */
    const struct more_charts *more;
    const struct document *understood; /* what was read of files of other programs */
    struct chart_set changes, history; /* those of --kind change and history; empty for none */
    struct timeline timeline;          /* what the charts of the history show */
    const struct view *view;           /* the columns of the table of all rows */
};

/* Adds section NUMBER of TABLE: its answer, unless it is the only one, whose answer is above;
 * charts, verdicts, and all of its rows. */
void report_add_action(struct report *report, const struct table *table, size_t number,
                       const struct drawn *drawn);

/* --- reading.c --- */

/* Adds what the words and signs of the page mean. TABLE has a section. */
void report_add_reading(struct document *document, const struct table *table);

/* --- facts.c: provenance and commands --- */

/* Returns whether bench-collect measured SECTION, so that each round is a new process. */
int report_is_own(const struct section *section);

/* How many of the SAMPLES that say whether they were disturbed were; without the control's, unless
 * HAS_CONTROL: older archives only count the disturbed ones of a measurement as a whole. */
struct report_disturbance {
    size_t disturbed, samples; /* 0 samples: nothing was recorded */
    int has_control;
};
struct report_disturbance report_disturbance(const struct table *table,
                                             const struct section *section);

/* Returns "run_000001", or "run_000001 of a.h5" if TABLE has several archives; the caller must free
 * it. */
char *report_run_name(const struct table *table, const struct section *section);

/* Add machines, conditions and libraries, and the command lines. */
void report_add_provenance(struct document *document, const struct table *table);
void report_add_commands(struct document *document, const struct table *table,
                         const struct options *options);

/* --- report --- */

/* Reads everything that OPTIONS select, with its provenance, and writes it to OPTIONS->report:
 * first the results, then charts, all rows, and how they were measured. */
int command_report(const struct options *options, struct err *err);

#endif
