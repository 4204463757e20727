/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyze/aggregate/rates.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "formats/text/suggest.h"

static const char *const unit_names[RATES_KINDS] = {"flop/s", "B/s"};

static const struct {
    char letter;
    double factor;
} prefixes[] = {{'k', 1e3}, {'M', 1e6}, {'G', 1e9}, {'T', 1e12}, {'P', 1e15}};

const char *rates_unit(enum rates_kind kind) {
    return unit_names[kind];
}

static double positive(double value) {
    return value > 0 && isfinite(value) ? value : NAN;
}

struct interval rates_of(struct interval seconds, double work) {
    double done = positive(work);
    return (struct interval){done / positive(seconds.estimate), done / positive(seconds.high),
                             done / positive(seconds.low)};
}

/* --- peaks --- */

/* Moves *TEXT past a prefix and returns its factor, 1 for none. */
static double take_prefix(const char **text) {
    for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++)
        if (**text == prefixes[i].letter) {
            (*text)++;
            return prefixes[i].factor;
        }
    return 1;
}

int rates_parse_peak(const char *text, struct rates_peak *peak, struct err *err) {
    if (strcmp(text, "measured") == 0) {
        peak->is_measured = 1;
        return 0;
    }
    char *end;
    double number = strtod(text, &end);
    if (end == text)
        return err_set(err, ERR_USAGE,
                       "--peak: invalid rate '%s'; say 50Gflop/s, 20GB/s, 1.5e10 or measured%s",
                       text, suggest_among(text, "measured").text);
    const char *unit = end + strspn(end, " ");
    double value = number * take_prefix(&unit);
    if (!(value > 0) || !isfinite(value))
        return err_set(err, ERR_USAGE,
                       "--peak: '%s' must be above 0; say 50Gflop/s, 20GB/s, 1.5e10 or measured",
                       text);

    /* Set the peaks whose unit is UNIT; no unit sets all. */
    int known = 0;
    for (int kind = 0; kind < RATES_KINDS; kind++)
        if (!*unit || strcmp(unit, unit_names[kind]) == 0) {
            peak->values[kind] = value;
            known = 1;
        }
    if (!known)
        return err_set(err, ERR_USAGE,
                       "--peak: '%s' has no unit that is known here; units are flop/s and B/s, "
                       "prefixes k, M, G, T and P, as in 50Gflop/s or 20GB/s",
                       text);
    return 0;
}

int rates_has_peak(const struct rates_peak *peak) {
    int has = peak->is_measured;
    for (int kind = 0; kind < RATES_KINDS; kind++)
        has |= peak->values[kind] > 0;
    return has;
}

double rates_peak_value(const struct rates_peak *peak, enum rates_kind kind, double largest) {
    if (peak->values[kind] > 0)
        return peak->values[kind];
    return peak->is_measured ? largest : NAN;
}

struct interval rates_efficiency(struct interval rate, double peak) {
    double all = positive(peak);
    return (struct interval){rate.estimate / all, rate.low / all, rate.high / all};
}
