/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyze/statistics/outliers.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analyze/statistics/order.h"
#include "formats/text/decimal.h"
#include "analyze/statistics/welford.h"
#include "formats/text/suggest.h"

/* --- rules --- */

static struct fences beyond_quartiles(double *values, size_t n, double times) {
    double quartiles[2];
    order_quantiles(values, n, (const double[]){0.25, 0.75}, 2, quartiles);
    double reach = times * (quartiles[1] - quartiles[0]);
    return (struct fences){quartiles[0] - reach, quartiles[1] + reach};
}

struct fences outliers_tukey(double *values, size_t n) {
    return beyond_quartiles(values, n, 1.5);
}

struct fences outliers_far(double *values, size_t n) {
    return beyond_quartiles(values, n, 3);
}

struct fences outliers_sigma(const double *values, size_t n) {
    struct welford w = {0};
    welford_add_block(&w, values, n);
    double reach = 2 * welford_sd(&w);
    return (struct fences){welford_mean(&w) - reach, welford_mean(&w) + reach};
}

struct outliers outliers_count(const double *values, size_t n, struct fences fences) {
    struct outliers outliers = {0, 0};
    for (size_t i = 0; i < n; i++) {
        outliers.below += isfinite(values[i]) && values[i] < fences.low;
        outliers.above += isfinite(values[i]) && values[i] > fences.high;
    }
    return outliers;
}

/* --- dropping --- */

int outliers_parse_trim(const char *text, struct trim *trim, struct err *err) {
    static const struct {
        const char *name;
        enum trim_rule rule;
    } rules[] = {{"none", TRIM_NONE}, {"tukey", TRIM_TUKEY}, {"sigma", TRIM_SIGMA}};
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++)
        if (strcmp(text, rules[i].name) == 0) {
            *trim = (struct trim){.rule = rules[i].rule};
            return 0;
        }
    double fraction;
    if (!percent_parse(text, &fraction) || !(fraction > 0 && fraction < 0.5))
        return err_set(err, ERR_USAGE,
                       "--trim: unknown rule '%s'; say tukey, sigma, none, or what to take from "
                       "either end, such as 10%% (more than 0, less than 50%%)%s",
                       text, suggest_among(text, "tukey, sigma, none").text);
    *trim = (struct trim){TRIM_FRACTION, fraction};
    return 0;
}

static size_t drop_outside(double *seconds, size_t n, struct fences fences) {
    size_t dropped = 0;
    for (size_t i = 0; i < n; i++)
        if (isfinite(seconds[i]) && (seconds[i] < fences.low || seconds[i] > fences.high)) {
            seconds[i] = NAN;
            dropped++;
        }
    return dropped;
}

/* Drops at most MOST numbers equal to VALUE, the last one to go; the first in order go first. */
static size_t drop_equal(double *seconds, size_t n, double value, size_t most) {
    size_t dropped = 0;
    for (size_t i = 0; i < n && dropped < most; i++)
        if (seconds[i] == value) {
            seconds[i] = NAN;
            dropped++;
        }
    return dropped;
}

size_t outliers_drop(const struct trim *trim, double *seconds, size_t n, double *scratch) {
    size_t count = 0;
    for (size_t i = 0; i < n; i++)
        if (isfinite(seconds[i]))
            scratch[count++] = seconds[i];
    if (trim->rule == TRIM_NONE)
        return 0;
    if (trim->rule == TRIM_FRACTION) {
        double fraction = trim->fraction;
        size_t cut = (size_t)floor(fraction * (double)count);
        if (!cut)
            return 0;
        double low = order_select(scratch, count, cut - 1);
        double high = order_select(scratch, count, count - cut);
        struct outliers beyond = outliers_count(scratch, count, (struct fences){low, high});
        size_t dropped = drop_outside(seconds, n, (struct fences){low, high});
        dropped += drop_equal(seconds, n, low, cut - beyond.below);
        return dropped + drop_equal(seconds, n, high, cut - beyond.above);
    }
    return drop_outside(seconds, n,
                        trim->rule == TRIM_TUKEY ? outliers_tukey(scratch, count)
                                                 : outliers_sigma(scratch, count));
}
