/* SPDX-License-Identifier: GPL-3.0-or-later */
/* stairs.h: series that hold their value from each x to the next. */
#ifndef BENCHMAT_PLOT_MARKS_STAIRS_H
#define BENCHMAT_PLOT_MARKS_STAIRS_H

#include "plot/figure/canvas.h"
#include "plot/axes/axis.h"
#include "plot/figure/figure.h"

enum stairs_end {
    STAIRS_GO_ON, /* the last value holds to the end of the axis */
    STAIRS_FALL   /* the last x ends the one before; the way goes down to the axis there */
};

/* Adds the way up and down the stairs to the path, from the axis on, without what is too fine to be
 * seen (thin.h). It breaks where a point cannot be shown. */
void stairs_trace(const struct canvas *canvas, const struct series_data *series,
                  const struct axes *axes, enum stairs_end end);

/* Strokes the path with PEN within the axes. */
void stairs_stroke(const struct canvas *canvas, const struct pen *pen, double width);

/* Nothing is drawn beyond the axes until cairo_restore, which the caller owes. */
void stairs_clip(const struct canvas *canvas, const struct axes *axes);

#endif
