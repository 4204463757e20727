/* SPDX-License-Identifier: GPL-3.0-or-later */
/* step_line.h: series that hold their value from each x to the next. */
#ifndef BENCHMAT_PLOT_MARKS_STEP_LINE_H
#define BENCHMAT_PLOT_MARKS_STEP_LINE_H

#include "plot/figure/text.h"
#include "plot/axes/axis.h"
#include "plot/figure/figure.h"

enum step_line_end {
    STEP_LINE_GO_ON, /* the last value holds to the end of the axis */
    STEP_LINE_FALL   /* the last x ends the one before; the way goes down to the axis there */
};

/* Adds the steps to the path, from the axis on, without what is too fine to be
 * seen (curve.h). It breaks where a point cannot be shown. */
void step_line_trace(const struct canvas *canvas, const struct series_data *series,
                     const struct axes *axes, enum step_line_end end);

/* Strokes the path with PEN within the axes. */
void step_line_stroke(const struct canvas *canvas, const struct pen *pen, double width);

/* Nothing is drawn beyond the axes until cairo_restore, which the caller owes. */
void step_line_clip(const struct canvas *canvas, const struct axes *axes);

#endif
