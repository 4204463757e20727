/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cmd_measures.h: what of the rows of an analysis is drawn up an axis, one line each. */
#ifndef BENCHMAT_PLOT_CMD_MEASURES_H
#define BENCHMAT_PLOT_CMD_MEASURES_H

#include "analyze/columns.h"
#include "plot/cmd_charts.h"

struct measure {
    const char *name;   /* as on a command line: "time" */
    const char *column; /* of rows (columns.h) */
    struct axis_terms y;
    int has_level; /* the reference is a line across, at LEVEL */
    double level;
    int shows_noise; /* it is what the noise floor is told in */
    /* The words of CHART over SECTION: its title without, and the subtitle up to, what all measures
     * have alike. NULL when there is no memory. */
    const char *(*title)(struct chart_set *set, const struct section *section);
    const char *(*subtitle)(struct chart_set *set, const struct section *section);
};

extern const struct measure measure_time, measure_ratio;

#endif
