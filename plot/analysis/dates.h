/* SPDX-License-Identifier: GPL-3.0-or-later */
/* dates.h: joins the runs of an action into one section, whose points differ in when their run
 * began. */
#ifndef BENCHMAT_PLOT_ANALYSIS_DATES_H
#define BENCHMAT_PLOT_ANALYSIS_DATES_H

#include "analyze/aggregate/table.h"
#include "plot/analysis/chart_set.h"

#define AXES_DATE "date" /* the axis of run starts, in seconds since 1970 */

/* Sets *JOINED to a table that SET owns. It borrows from TABLE, which must live as long. It has one
 * section for each action and type, with the points of all runs of these and the additional axis
 * AXES_DATE. A section has the libraries of all its runs; its other members come from the latest
 * run. Runs without a start time are left out; returns ERR_USAGE if no run has one. */
int dates_join(struct chart_set *set, const struct table *table, const struct table **joined,
               struct err *err);

#endif
