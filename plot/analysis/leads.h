/* SPDX-License-Identifier: GPL-3.0-or-later */
/* leads.h: marks on a chart where the fastest library changes (analyze/ranking/lead.h). */
#ifndef BENCHMAT_PLOT_ANALYSIS_LEADS_H
#define BENCHMAT_PLOT_ANALYSIS_LEADS_H

#include "plot/analysis/chart_set.h"
#include "plot/analysis/measures.h"

/* Marks of a section's crossovers; the set that they were made for owns the items. */
struct leads {
    struct mark *items; /* with ROOM for more behind them */
    size_t count;
};

/* Finds where along the axis number AXIS the lead passes from one library to another. There are no
 * marks if rows come without their rounds, if they make several curves for each library, or along
 * another axis than the main one. ROOM is the number of marks to leave room for behind these. */
struct leads leads_mark(struct chart_set *set, const struct measured *of, size_t axis, size_t room);

#endif
