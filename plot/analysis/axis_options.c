/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plot/analysis/axis_options.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "plot/axes/label.h"
#include "formats/text/suggest.h"

/* --- ranges --- */

/* Reads one end of a range into VALUE and sets *END behind it. An end that is empty or begins with
 * ".." is open and gets the value OPEN. */
static int read_end(const char *text, double open, double *value, const char **end) {
    char *rest;
    *end = text;
    *value = open;
    if (!*text || strncmp(text, "..", 2) == 0)
        return 1;
    *value = strtod(text, &rest);
    *end = rest;
    return rest != text && isfinite(*value);
}

/* Splits TEXT at ".." before it reads numbers, because strtod would read "1." from "1..5". */
static int read_range(const char *text, double *low, double *high) {
    const char *dots = strstr(text, ".."), *end;
    char first[64] = "";
    if (!dots || (size_t)(dots - text) >= sizeof first)
        return 0;
    memcpy(first, text, (size_t)(dots - text));
    return read_end(first, -INFINITY, low, &end) && !*end &&
           read_end(dots + 2, INFINITY, high, &end) && !*end;
}

/* Least difference between the ends of a range, relative to the larger end: the ticks of a narrower
 * range could not tell its values apart. */
static const double narrowest = 1e-6;

int axes_parse_range(const char *name, const char *text, struct axis_terms *terms,
                     struct err *err) {
    double low, high;
    if (!read_range(text, &low, &high) || !(low < high) || (isinf(low) && isinf(high)))
        return err_set(err, ERR_USAGE,
                       "--%s: invalid range '%s'; give it from low to high as 1..100, 1e3.. "
                       "or ..50",
                       name, text);
    if (high - low < narrowest * fmax(fabs(low), fabs(high)))
        return err_set(
            err, ERR_USAGE,
            "--%s: '%s' is too narrow a range to be drawn; give one whose ends differ by "
            "a millionth or more",
            name, text);
    terms->low = low;
    terms->high = high;
    return 0;
}

/* --- scales --- */

static const char *const scale_names[AXIS_SCALES] = {
    [AXIS_LINEAR] = "linear", [AXIS_LOG] = "log", [AXIS_LOG2] = "log2"};

int axes_parse_scale(const char *name, const char *text, struct axis_terms *terms,
                     struct err *err) {
    for (int scale = AXIS_USUAL + 1; scale < AXIS_SCALES; scale++)
        if (strcmp(text, scale_names[scale]) == 0) {
            terms->scale = (enum axis_scale)scale;
            return 0;
        }
    return err_set(err, ERR_USAGE, "--%s: unknown scale '%s'; choose linear, log or log2%s", name,
                   text, suggest_among(text, "linear, log or log2").text);
}

/* Returns 0 for UNIT_NUMBER without an explicit scale: the values, which are not known yet, choose
 * its scale and may choose a linear one. */
static int is_log(const struct axis_terms *terms) {
    if (terms->scale == AXIS_USUAL)
        return !unit_find(terms->unit)->is_linear && terms->unit != UNIT_NUMBER;
    return terms->scale != AXIS_LINEAR;
}

int axes_apply(const struct axis_terms *asked, const char *name, struct axis_terms *terms,
               struct err *err) {
    if (asked->scale != AXIS_USUAL)
        terms->scale = asked->scale;
    if (!(asked->low < asked->high))
        return 0;
    terms->low = asked->low;
    terms->high = asked->high;
    double nearest = isinf(asked->low) ? asked->high : asked->low;
    if (is_log(terms) && nearest <= 0)
        return err_set(
            err, ERR_USAGE,
            "--range-%s: a logarithmic axis has no %g; begin above 0, or give --scale-%s "
            "linear",
            name, nearest, name);
    return 0;
}
