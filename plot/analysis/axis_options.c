/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plot/analysis/axis_options.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "plot/axes/label.h"
#include "formats/text/suggest.h"
#include "store/command_line/completion.h"

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
                       "%s: invalid range '%s'; give it from low to high as 1..100, 1e3.. "
                       "or ..50",
                       name, text);
    if (high - low < narrowest * fmax(fabs(low), fabs(high)))
        return err_set(err, ERR_USAGE,
                       "%s: '%s' is too narrow a range to be drawn; give one whose ends differ by "
                       "a millionth or more",
                       name, text);
    terms->low = low;
    terms->high = high;
    return 0;
}

/* --- scales --- */

static const char *const scale_names[AXIS_SCALES] = {
    [AXIS_LINEAR] = "linear", [AXIS_LOG] = "log", [AXIS_LOG2] = "log2"};

static int parse_scale(const char *name, const char *text, struct axis_terms *terms,
                       struct err *err) {
    for (int scale = AXIS_USUAL + 1; scale < AXIS_SCALES; scale++)
        if (strcmp(text, scale_names[scale]) == 0) {
            terms->scale = (enum axis_scale)scale;
            return 0;
        }
    return err_set(err, ERR_USAGE, "%s: unknown scale '%s'; choose linear, log or log2%s", name,
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

/* --- options --- */

enum { FIRST_KEY = 0x4000 }; /* outside the key ranges of all parent parsers */
enum { X = FIRST_KEY, Y, SCALE_X, SCALE_Y, RANGE, RANGE_X, RANGE_Y, SPEEDUP };

/* clang-format off */
static const struct argp_option options[] = {
    {"x", X, "NAME", 0, "what goes across: size, threads or another parameter, or date: the runs by their start (default: what the action says)", 0},
    {"y", Y, "COLUMN", 0, "what goes up: any column of numbers of bench-analyze, or a quantile such as p99, in place of a kind", 0},
    {"scale-x", SCALE_X, "SCALE", 0, "linear, log or log2 (default: what suits the values)", 0},
    {"scale-y", SCALE_Y, "SCALE", 0, "the same", 0},
    {"range", RANGE, "AXIS=A..B", OPTION_LISTED, "only that part of an axis: x=1..100, y=1e-6.. (repeatable; --range-x A..B and --range-y A..B are the same)", 0},
    {"range-x", RANGE_X, "A..B", OPTION_HIDDEN, NULL, 0},
    {"range-y", RANGE_Y, "A..B", OPTION_HIDDEN, NULL, 0},
    {"speedup", SPEEDUP, NULL, 0, "speed-ups over the reference instead of ratios: higher is faster", 0},
    {0},
};
/* clang-format on */

static int parse_range_of_axis(const char *text, struct axes_asked *asked, struct err *err) {
    int is_named = (*text == 'x' || *text == 'y') && text[1] == '=';
    if (!is_named)
        return err_set(err, ERR_USAGE, "--range: '%s' names no axis; give it as x=1..100 or y=..50",
                       text);
    return axes_parse_range("--range", text + 2, *text == 'x' ? &asked->across : &asked->up, err);
}

static int read(int key, const char *text, struct axes_asked *asked, struct err *err) {
    switch (key) {
    case X:
        asked->x = text;
        return 0;
    case Y:
        asked->y = text;
        return 0;
    case SCALE_X:
        return parse_scale("--scale-x", text, &asked->across, err);
    case SCALE_Y:
        return parse_scale("--scale-y", text, &asked->up, err);
    case RANGE:
        return parse_range_of_axis(text, asked, err);
    case RANGE_X:
        return axes_parse_range("--range-x", text, &asked->across, err);
    case RANGE_Y:
        return axes_parse_range("--range-y", text, &asked->up, err);
    case SPEEDUP:
        asked->is_speedup = 1;
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static error_t parse(int key, char *argument, struct argp_state *state) {
    struct err err = {""};
    int code = read(key, argument, state->input, &err);
    if (code < 0)
        argp_error(state, "%s", err.message);
    return code;
}

const struct argp axis_options_argp = {.options = options, .parser = parse};
