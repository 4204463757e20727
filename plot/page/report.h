/* SPDX-License-Identifier: GPL-3.0-or-later */
/* report.h: bench-plot --report: an analysis as a page (report.h). */
#ifndef BENCHMAT_PLOT_PAGE_REPORT_H
#define BENCHMAT_PLOT_PAGE_REPORT_H

#include "analyze/aggregate/table.h"
#include "plot/analysis/axis_options.h"

/* Reads all that OPTIONS mean, with its provenance, and writes it to OPTIONS->report: first what
 * came out, then charts, all rows, and how they were measured. */
int command_report(const struct options *options, struct err *err);

#endif
