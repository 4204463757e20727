/* SPDX-License-Identifier: GPL-3.0-or-later */
/* marker.h: the small shapes on a line. */
#ifndef BENCHMAT_PLOT_MARKS_MARKER_H
#define BENCHMAT_PLOT_MARKS_MARKER_H

#include "plot/figure/canvas.h"

#define MARKER_RADIUS 1.9

/* PEN's marker at X, Y: hollow, so that the ground shows within, or filled. */
void marker_draw(const struct canvas *canvas, const struct pen *pen, double x, double y);

/* A small dot, for a lone point of a line that has no marker. */
void marker_draw_dot(const struct canvas *canvas, const struct pen *pen, double x, double y);

/* The cross of a wrong answer. */
void marker_draw_cross(const struct canvas *canvas, const struct pen *pen, double x, double y);

#endif
