/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plot/axes/scale.h"

#include <float.h>
#include <math.h>

int scale_shows(enum scale_kind kind, double value) {
    return isfinite(value) && (kind != SCALE_LOG || value >= DBL_MIN);
}

static double along(const struct scale *scale, double value) {
    if (scale->kind == SCALE_LINEAR)
        return (value - scale->low) / (scale->high - scale->low);
    return (log(value) - log(scale->low)) / (log(scale->high) - log(scale->low));
}

/* Beyond so many lengths of the plot no coordinate is of use, and cairo's have an end. */
static const double furthest_away = 50;

double scale_map(const struct scale *scale, double value) {
    if (isnan(value))
        return NAN;
    if (!scale_shows(scale->kind, value))
        return value > 0 ? scale->to : scale->from;
    double at = fmax(-furthest_away, fmin(along(scale, value), furthest_away));
    return scale->from + at * (scale->to - scale->from);
}

/* Rounding may put an end a hair beyond itself. */
int scale_holds(const struct scale *scale, double value) {
    if (!scale_shows(scale->kind, value))
        return 0;
    if (value >= scale->low && value <= scale->high)
        return 1;
    double at = along(scale, value);
    return at >= -1e-9 && at <= 1 + 1e-9;
}

void range_include(struct range *range, double value) {
    if (value < range->low)
        range->low = value;
    if (value > range->high)
        range->high = value;
}

struct range range_padded(struct range range, double least, double margin) {
    if (!(range.low <= range.high))
        range = (struct range){1, 1};
    double low = log(range.low), high = log(range.high);
    double unmatched = log(least) - (high - low);
    if (unmatched > 0) {
        low -= unmatched / 2;
        high += unmatched / 2;
    }
    double pad = margin * (high - low), furthest = log(1e300);
    return (struct range){exp(fmax(low - pad, -furthest)), exp(fmin(high + pad, furthest))};
}

struct range range_widened(struct range range, double margin) {
    if (!(range.low <= range.high))
        range = (struct range){0, 1};
    double length = range.high - range.low, least = range.low ? fabs(range.low) : 1;
    double pad = length > 0 ? margin * length : least / 2;
    return (struct range){fmax(range.low - pad, -1e300), fmin(range.high + pad, 1e300)};
}
