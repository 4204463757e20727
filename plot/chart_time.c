/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plot/chart.h"

#include <math.h>

#include "plot/curve.h"

static void choose_axes(const struct chart *chart, const struct room *room, struct axes *axes) {
    axis_of_points(&axes->x, chart, room);
    struct range range = range_padded(axis_range_of_values(chart, axes->x.scale.kind), 1.05, 0.04);
    axes->y.scale = (struct scale){.kind = SCALE_LOG, .low = range.low, .high = range.high};
    axes->y.format = label_time;
    ticks_decades(&axes->y.ticks, range.low, range.high, room_labels_up(room));
}

static void draw(const struct canvas *canvas, const struct chart *chart, const struct axes *axes) {
    curve_draw_all(canvas, chart, axes, 0);
}

const struct chart_type chart_time = {"time", NAN, choose_axes, draw};
