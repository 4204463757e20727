/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plot/axes/ticks.h"

#include <float.h>
#include <math.h>

/* --- scale --- */

int scale_shows(enum scale_kind kind, double value) {
    return isfinite(value) && (kind != SCALE_LOG || value >= DBL_MIN);
}

static double along(const struct scale *scale, double value) {
    if (scale->kind == SCALE_LINEAR)
        return (value - scale->low) / (scale->high - scale->low);
    return (log(value) - log(scale->low)) / (log(scale->high) - log(scale->low));
}

/* No coordinate is useful beyond this many lengths of the plot, and cairo's coordinates are
 * limited. */
static const double furthest_away = 50;

double scale_map(const struct scale *scale, double value) {
    if (isnan(value))
        return NAN;
    if (!scale_shows(scale->kind, value))
        return value > 0 ? scale->to : scale->from;
    double at = fmax(-furthest_away, fmin(along(scale, value), furthest_away));
    return scale->from + at * (scale->to - scale->from);
}

double scale_value(const struct scale *scale, double place) {
    double at = (place - scale->from) / (scale->to - scale->from);
    return scale->kind == SCALE_LOG ? scale->low * pow(scale->high / scale->low, at)
                                    : scale->low + at * (scale->high - scale->low);
}

/* Allows for rounding, which may put an end slightly beyond itself. */
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

/* --- ticks --- */

/* Tolerance for rounding if a range ends exactly on a tick. */
static const double near = 1e-9;

/* Beyond a factor of about a thousand, powers of ten are easier to read. */
static const double most_octaves = 10;

static void add(struct ticks *ticks, struct tick tick, double low, double high) {
    int inside = tick.value >= low - near * fabs(low) && tick.value <= high + near * fabs(high);
    if (inside && ticks->count < TICKS_MAX)
        ticks->items[ticks->count++] = tick;
}

/* Returns the least n for which COUNT / n, rounded down, is at most MOST. */
static int stride_for(int count, int most) {
    int stride = 1;
    while (count / stride > most)
        stride++;
    return stride;
}

static int is_multiple(int number, int of) {
    return number % of == 0;
}

/* --- even steps --- */

static double nice_step(double span, int most) {
    double power = pow(10, floor(log10(span / most)));
    static const double factors[] = {1, 2, 5, 10};
    for (size_t i = 0; i < sizeof factors / sizeof *factors; i++)
        if (span / (factors[i] * power) <= most)
            return factors[i] * power;
    return 10 * power;
}

static int digits_for(double value, double step) {
    return value < step ? 1 : (int)(floor(log10(value) + near) - floor(log10(step) + near)) + 1;
}

void ticks_even(struct ticks *ticks, double low, double high, int most) {
    double step = nice_step(high - low, most);
    ticks->count = 0;
    for (double k = ceil(low / step - near); k * step <= high + near * step; k++) {
        double value = k * step;
        if (ticks->count == TICKS_MAX)
            break;
        add(ticks,
            (struct tick){value, 1, 1, value ? digits_for(fabs(value), step) : 1, TICK_ALONE, 0},
            low, high);
    }
}

/* --- powers of ten --- */

static int within(double value, double low, double high) {
    return value >= low * (1 - near) && value <= high * (1 + near);
}

static int count_one_two_five(double low, double high) {
    static const double factors[] = {1, 2, 5};
    int count = 0;
    for (double e = floor(log10(low)); e <= floor(log10(high)); e++)
        for (int f = 0; f < 3; f++)
            count += within(factors[f] * pow(10, e), low, high);
    return count;
}

void ticks_decades(struct ticks *ticks, double low, double high, int most) {
    ticks->count = 0;
    double decades = log10(high) - log10(low); /* high / low may overflow */
    int stride = stride_for((int)floor(decades) + 1, most);
    if (stride > 10)
        stride = (int)nice_step(decades, most);
    if (stride > 1 || decades > 12) {
        int first = (int)floor(log10(low)), last = (int)floor(log10(high) + near);
        int dense = last - first < TICKS_MAX;
        for (int e = first; e <= last; e++) {
            int major = is_multiple(e, stride);
            if (major || dense)
                add(ticks, (struct tick){pow(10, e), major, major, 1, TICK_ALONE, 0}, low, high);
        }
    } else if (decades >= 1.5 || count_one_two_five(low, high) >= 3) {
        int first = (int)floor(log10(low)), last = (int)floor(log10(high) + near);
        int powers = last - first + within(pow(10, first), low, high);
        int label_all = decades < 1.5 || (powers < 2 && count_one_two_five(low, high) <= most);
        for (int e = first; e <= last; e++) {
            add(ticks, (struct tick){pow(10, e), 1, 1, 1, TICK_ALONE, 0}, low, high);
            add(ticks, (struct tick){2 * pow(10, e), 0, label_all, 1, TICK_ALONE, 0}, low, high);
            add(ticks, (struct tick){5 * pow(10, e), 0, label_all, 1, TICK_ALONE, 0}, low, high);
        }
    } else
        ticks_even(ticks, low, high, most);
}

/* --- powers of two --- */

void ticks_powers_of_two(struct ticks *ticks, double low, double high, int most) {
    ticks->count = 0;
    int first = (int)ceil(log2(low) - near), last = (int)floor(log2(high) + near);
    int stride = stride_for(last - first + 1, most);
    int dense = last - first < TICKS_MAX;
    for (int e = first; e <= last; e++) {
        int major = is_multiple(e - 10, stride);
        if (major || dense)
            add(ticks, (struct tick){exp2(e), major, major, 0, TICK_ALONE, 0}, low, high);
    }
}

void ticks_ratio(struct ticks *ticks, double low, double high, int most) {
    ticks->count = 0;
    double powers = floor(log2(high) + near) - ceil(log2(low) - near) + 1;
    if (powers > most && powers > most_octaves)
        ticks_decades(ticks, low, high, most);
    else if (powers >= 3) {
        /* Every STRIDE-th power of two, including 1, with what lies between. */
        int stride = stride_for((int)powers, most);
        int first = (int)floor(log2(low)), last = (int)floor(log2(high) + near);
        for (int e = first; e <= last; e++) {
            int major = is_multiple(e, stride);
            add(ticks, (struct tick){exp2(e), major, major, 0, TICK_ALONE, 0}, low, high);
            if (stride == 1)
                add(ticks, (struct tick){1.5 * exp2(e), 0, 0, 2, TICK_ALONE, 0}, low, high);
        }
    } else
        ticks_even(ticks, low, high, most);
}

void ticks_none(struct ticks *ticks, double low, double high, int most) {
    (void)low, (void)high, (void)most;
    ticks->count = 0;
}

void ticks_at(struct ticks *ticks, const double *values, size_t count, double low, double high) {
    ticks->count = 0;
    for (size_t i = 0; i < count; i++)
        add(ticks, (struct tick){values[i], 1, 1, 0, TICK_ALONE, 0}, low, high);
}
