/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plot/figure/limits.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

const struct limit limit_width = {"width", "mm", 20, 2000};
const struct limit limit_height = {"height", "mm", 20, 5000};
const struct limit limit_dpi = {"resolution", "dpi", 30, 2400};
const struct limit limit_font_size = {"font size", "pt", 3, 72};

int limit_check(const struct limit *limit, double value, struct err *err) {
    if (value >= limit->low && value <= limit->high)
        return 0;
    return err_set(err, ERR_USAGE, "a %s of %g %s cannot be drawn; choose %g to %g %s", limit->name,
                   value, limit->unit, limit->low, limit->high, limit->unit);
}

static const char *skip_spaces(const char *text) {
    while (isspace((unsigned char)*text))
        text++;
    return text;
}

/* The decimal number at TEXT and what follows it; NULL where there is none. strtod alone would take
 * "0x70" for a number. */
static const char *number_at(const char *text, double *value) {
    char digits[64], *end;
    text = skip_spaces(text);
    size_t length = strspn(text, "+-.0123456789eE");
    if (length >= sizeof digits)
        return NULL;
    memcpy(digits, text, length);
    digits[length] = 0;
    *value = strtod(digits, &end);
    return end == digits ? NULL : skip_spaces(text + (end - digits));
}

static int ends_with_unit(const char *rest, const char *unit) {
    if (strncasecmp(rest, unit, strlen(unit)) == 0)
        rest = skip_spaces(rest + strlen(unit));
    return *rest == 0;
}

int limit_parse(const struct limit *limit, const char *text, double *value, struct err *err) {
    const char *rest = number_at(text, value);
    if (!rest || !ends_with_unit(rest, limit->unit))
        return err_set(err, ERR_USAGE, "\"%s\" is no %s; give a number from %g to %g (%s)", text,
                       limit->name, limit->low, limit->high, limit->unit);
    return limit_check(limit, *value, err);
}

int limit_parse_size(const char *text, double *width, double *height, struct err *err) {
    const char *rest = number_at(text, width);
    int is_size = rest && (*rest == 'x' || *rest == 'X');
    rest = is_size ? number_at(rest + 1, height) : NULL;
    if (!rest || !ends_with_unit(rest, "mm"))
        return err_set(err, ERR_USAGE, "\"%s\" is no size; give width x height in mm: 182x88mm",
                       text);
    int code = limit_check(&limit_width, *width, err);
    return code ? code : limit_check(&limit_height, *height, err);
}

int limit_pixels(double width_mm, double height_mm, double dpi, int *width, int *height,
                 struct err *err) {
    double across = fmax(1, round(width_mm / 25.4 * dpi));
    double down = fmax(1, round(height_mm / 25.4 * dpi));
    if (across > LIMIT_SIDE || down > LIMIT_SIDE || across * down > LIMIT_PIXELS)
        return err_set(err, ERR_USAGE,
                       "%.0f x %.0f pixels are too many (%.0f at most, %d on one side); lower the "
                       "resolution or the size, draw fewer charts, or a .pdf",
                       across, down, LIMIT_PIXELS, LIMIT_SIDE);
    *width = (int)across;
    *height = (int)down;
    return 0;
}
