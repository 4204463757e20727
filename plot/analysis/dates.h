/* SPDX-License-Identifier: GPL-3.0-or-later */
/* dates.h: the runs of an action as one section, whose points differ in when the run began. */
#ifndef BENCHMAT_PLOT_ANALYSIS_DATES_H
#define BENCHMAT_PLOT_ANALYSIS_DATES_H

#include "analyze/aggregate/table.h"
#include "plot/analysis/chart_set.h"

#define AXES_DATE "date" /* the axis that tells when a run began, in seconds since 1970 */

/* Sets *JOINED to a table that SET owns and that borrows from TABLE, which must live as long. It
 * has one section for each action and type, with the points of all its runs and one axis more,
 * AXES_DATE. The section has the libraries of all these runs; its other words are those of the
 * latest run. Runs that do not say when they began are left out; ERR_USAGE if no run says it. */
int dates_join(struct chart_set *set, const struct table *table, const struct table **joined,
               struct err *err);

#endif
