/* SPDX-License-Identifier: GPL-3.0-or-later */
/* dates.h: the runs of an action as one section, whose points differ in when the run began. */
#ifndef BENCHMAT_PLOT_ANALYSIS_DATES_H
#define BENCHMAT_PLOT_ANALYSIS_DATES_H

#include "analyze/aggregate/table.h"
#include "plot/analysis/chart_set.h"

/* Sets *JOINED to a table that is SET's and borrows from TABLE, which must live as long: for each
 * action and type one section with the points of all its runs, which have another axis, AXES_DATE,
 * in seconds since 1970. It has the libraries of all of them; what else is said of it is the latest
 * run's. Runs that do not say when they began are not in it; ERR_USAGE where none does. */
int dates_join(struct chart_set *set, const struct table *table, const struct table **joined,
               struct err *err);

#endif
