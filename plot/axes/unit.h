/* SPDX-License-Identifier: GPL-3.0-or-later */
/* unit.h: how the units of axes are presented, one line each. */
#ifndef BENCHMAT_PLOT_AXES_UNIT_H
#define BENCHMAT_PLOT_AXES_UNIT_H

#include "plot/figure/figure.h"
#include "plot/axes/label.h"
#include "plot/axes/scale.h"
#include "plot/axes/ticks.h"

/* Fills TICKS for LOW to HIGH, of which at most about MOST are labelled. */
typedef void unit_ticks(struct ticks *ticks, double low, double high, int most);

struct unit {
    int is_linear;        /* usually; a number's values decide */
    int begins_at_zero;   /* where it is linear */
    int is_chosen;        /* somebody chose the values: where few, they are the ticks */
    int is_wide;          /* labels have many letters, so that across fewer fit */
    double least, margin; /* of a logarithmic range, as in range_padded */
    unit_ticks *log_ticks, *linear_ticks;
    label_format *label;
};

const struct unit *unit_find(enum axis_unit unit);

#endif
