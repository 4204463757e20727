/* SPDX-License-Identifier: GPL-3.0-or-later */
/* spread.h: how the samples of a point are spread, as a row for each library, the fastest first:
 * ridges with their quantiles, or boxes. */
#ifndef BENCHMAT_PLOT_KINDS_SPREAD_H
#define BENCHMAT_PLOT_KINDS_SPREAD_H

#include "plot/kinds/point_panel.h"

/* Each ridge is as high as its fullest bin; the earlier run's is a dashed grey outline, as high in
 * proportion. A quantile is only marked if there are enough samples for it. */
point_panel_draw spread_draw_ridges;

/* The earlier run's box is above that of the later one, in grey. */
point_panel_draw spread_draw_boxes;

#endif
