/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plot/marks/decimate.h"

#include <math.h>
#include <stdlib.h>

/* Of a square, in points; and how many there may be in a plot the size of a wall. */
static const double usual_side = 0.5, most_squares = 4e6;

static void begin_column(struct decimate_line *line, double column, double x, double y) {
    line->column = column;
    line->count = 1;
    line->first = line->low = line->high = line->last = (struct decimate_point){x, y, 0};
}

static void emit(struct decimate_line *line, const struct decimate_point *point,
                 const struct decimate_point *before) {
    if (!before || point->number > before->number)
        cairo_line_to(line->cr, point->x, point->y);
}

void decimate_line_flush(struct decimate_line *line) {
    int falls = line->low.number < line->high.number;
    const struct decimate_point *one = falls ? &line->low : &line->high;
    const struct decimate_point *other = falls ? &line->high : &line->low;
    if (line->count == 0)
        return;
    emit(line, &line->first, NULL);
    emit(line, one, &line->first);
    emit(line, other, one);
    emit(line, &line->last, other);
    line->count = 0;
}

void decimate_line_break(struct decimate_line *line) {
    decimate_line_flush(line);
    cairo_new_sub_path(line->cr);
}

void decimate_line_to(struct decimate_line *line, double x, double y) {
    double column = floor(x / DECIMATE_PITCH);
    if (line->count == 0 || column != line->column) {
        decimate_line_flush(line);
        begin_column(line, column, x, y);
        return;
    }
    line->last = (struct decimate_point){x, y, line->count++};
    if (y < line->low.y)
        line->low = line->last;
    if (y > line->high.y)
        line->high = line->last;
}

/* --- squares --- */

int decimate_squares_open(struct decimate_squares *squares, const struct box *plot) {
    double width = fmax(plot->width, 0), height = fmax(plot->height, 0);
    double side = fmax(usual_side, sqrt(width * height / most_squares));
    *squares = (struct decimate_squares){.plot = *plot,
                                         .side = side,
                                         .across = (size_t)(width / side) + 2,
                                         .down = (size_t)(height / side) + 2};
    squares->taken = calloc(squares->across, squares->down);
    return squares->taken ? 0 : -1;
}

void decimate_squares_release(struct decimate_squares *squares) {
    free(squares->taken);
    squares->taken = NULL;
}

int decimate_squares_take(struct decimate_squares *squares, double x, double y) {
    double column = floor((x - squares->plot.x) / squares->side);
    double row = floor((y - squares->plot.y) / squares->side);
    int is_inside =
        column >= 0 && row >= 0 && column < (double)squares->across && row < (double)squares->down;
    if (!squares->taken || !is_inside)
        return 1;
    unsigned char *square = &squares->taken[(size_t)row * squares->across + (size_t)column];
    int is_free = !*square;
    *square = 1;
    return is_free;
}
