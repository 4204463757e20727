/* SPDX-License-Identifier: GPL-3.0-or-later */
/* point_panel.h: what all charts of the samples of one point have in common: the axis of samples,
 * the words, and the earlier run that the samples are held against.
 *
 * Of two files, or of two runs of one, the points that both have make one chart each. */
#ifndef BENCHMAT_PLOT_KINDS_POINT_PANEL_H
#define BENCHMAT_PLOT_KINDS_POINT_PANEL_H

#include "analyze/statistics/histogram.h"
#include "plot/kinds/sampled.h"

struct point_side {
    const struct section *section;
    const struct summary_row *libraries; /* of the section */
    const struct sampled_point *point;
    const char *name; /* of its file, or else of its run; NULL if there is one side only */
};

struct point_panel {
    const struct table *table;
    struct point_side now, earlier; /* no point in EARLIER: there is none */
    struct histogram_bins bins;     /* for the samples of both; these also give their range */
    const char *at;                 /* words of the point */
    int is_first;                   /* of its section */
};

/* Adds a chart of PANEL to SET. */
typedef void point_panel_draw(struct chart_set *set, const struct point_panel *panel);

/* Reads what OPTIONS ask for, and adds the charts of each point to SET; charts stand in two columns
 * if there are several. Sets SET's caption. */
int point_panels_make(struct chart_set *set, const struct options *options, point_panel_draw *draw,
                      struct err *err);

/* Returns the samples that library NUMBER of PANEL has in the earlier run; NULL for none. */
const struct distribution *point_panel_earlier(const struct point_panel *panel, size_t number);

/* The numbers of samples that the cells of a chart have, with those of the earlier run. */
struct sample_counts {
    size_t cells; /* with samples */
    size_t fewest, most;
};
struct sample_counts point_panel_samples(const struct point_panel *panel);

/* How far the x axis of CHART goes beyond the range of the bins. */
enum point_panel_reach {
    POINT_PANEL_BINS,   /* a margin */
    POINT_PANEL_LONGEST /* to the longest sample if that is not far beyond, with room at the left
                           for labels such as "p99" */
};
void point_panel_set_range(struct chart *chart, const struct point_panel *panel,
                           enum point_panel_reach reach);

/* Sets the title of CHART, its subtitle, which begins with the numbers of samples and ABOUT and
 * ends with NOTE, and the label of its x axis. */
void point_panel_word(struct chart_set *set, struct chart *chart, const struct point_panel *panel,
                      const char *about, const char *note);

/* Returns the width of bins, such as "12 ns". On a logarithmic axis that is "3 %" or, if they are
 * very wide, "120 decades". SET owns the text. */
const char *point_panel_bin_width(struct chart_set *set, const struct point_panel *panel);

/* --- quantiles --- */

/* The quantiles that are marked. */
struct point_quantile {
    double probability;
    const char *label;
};
enum { POINT_QUANTILES = 3 };
extern const struct point_quantile point_quantiles[POINT_QUANTILES];

#endif
