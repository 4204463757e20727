/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plot/figure/figure.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "formats/text/suggest.h"

/* --- limits --- */

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

/* Reads the decimal number at TEXT and returns what follows it; NULL if there is none. strtod alone
 * would accept "0x70". */
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
        return err_set(err, ERR_USAGE, "invalid %s \"%s\"; give a number from %g to %g (%s)",
                       limit->name, text, limit->low, limit->high, limit->unit);
    return limit_check(limit, *value, err);
}

int limit_parse_size(const char *text, double *width, double *height, struct err *err) {
    const char *rest = number_at(text, width);
    int has_height = rest && (*rest == 'x' || *rest == 'X');
    *height = 0;
    rest = has_height ? number_at(rest + 1, height) : rest;
    if (!rest || !ends_with_unit(rest, "mm"))
        return err_set(
            err, ERR_USAGE,
            "invalid size \"%s\"; give width x height in mm, 182x88mm, or the width alone", text);
    int code = limit_check(&limit_width, *width, err);
    return code || !has_height ? code : limit_check(&limit_height, *height, err);
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

int legend_parse(const char *text, enum legend_place *place, struct err *err) {
    static const char *const names[] = {[LEGEND_ENDS] = "right",
                                        [LEGEND_ABOVE] = "above",
                                        [LEGEND_BELOW] = "below",
                                        [LEGEND_INSIDE] = "inside",
                                        [LEGEND_NONE] = "none"};
    for (int i = LEGEND_USUAL + 1; i <= LEGEND_NONE; i++)
        if (strcmp(text, names[i]) == 0) {
            *place = (enum legend_place)i;
            return 0;
        }
    return err_set(err, ERR_USAGE,
                   "invalid place of a legend \"%s\"; choose right, above, below, inside or none%s",
                   text, suggest_among(text, "right, above, below, inside or none").text);
}

/* --- theme --- */

#define RGB(hex)                                                                                   \
    { ((hex) >> 16 & 0xff) / 255.0, ((hex) >> 8 & 0xff) / 255.0, ((hex)&0xff) / 255.0 }

enum { SMALL_PALETTE = 5, PALETTE = ROLE_FAINT - ROLE_PENS, RECURRING = PALETTE - 1 };

static const struct colour themes[][ROLES] = {
    [THEME_LIGHT] = {RGB(0xffffff), RGB(0x1a1a1a), RGB(0x4d4d4d), RGB(0xcccccc), RGB(0xe6e6e6),
                     RGB(0x000000), RGB(0x302287), RGB(0x0a6f2b), RGB(0x0aa67c), RGB(0x96972c),
                     RGB(0xca78a7), RGB(0x7b5ef8), RGB(0x656565), RGB(0xb0b0b0)},
    [THEME_DARK] = {RGB(0x1e1e1e), RGB(0xf0f0f0), RGB(0xb8b8b8), RGB(0x505050), RGB(0x353535),
                    RGB(0xffffff), RGB(0xede33f), RGB(0xee6070), RGB(0x09872f), RGB(0xa94499),
                    RGB(0x668ff8), RGB(0x86d9fe), RGB(0xa3a3a3), RGB(0x6e6e6e)},
};

/* In place of the pens of the light theme. */
static const struct colour small_light[SMALL_PALETTE] = {
    RGB(0x000000), RGB(0x0072b2), RGB(0xd55e00), RGB(0x009e73), RGB(0xcc79a7)};

static const struct dash dashes[RECURRING] = {
    {0, {0}},        {2, {5, 1.6}},
    {2, {1.7, 1.2}}, {4, {4.2, 1.3, 1.2, 1.3}},
    {2, {8, 1.4}},   {6, {4.2, 1.2, 1.1, 1.2, 1.1, 1.2}},
    {2, {2.8, 1.8}},
};

int theme_parse(const char *text, enum theme_name *name, struct err *err) {
    static const char *const names[] = {[THEME_LIGHT] = "light", [THEME_DARK] = "dark"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(text, names[i]) == 0) {
            *name = (enum theme_name)i;
            return 0;
        }
    return err_set(err, ERR_USAGE, "unknown theme \"%s\"; choose light or dark%s", text,
                   suggest_among(text, "light or dark").text);
}

static int is_small(enum theme_name name, size_t libraries) {
    return libraries <= SMALL_PALETTE && name == THEME_LIGHT;
}

struct colour theme_colour(enum theme_name name, enum role role, size_t libraries) {
    int is_of_small = role >= ROLE_PENS && role < ROLE_PENS + SMALL_PALETTE;
    return is_of_small && is_small(name, libraries) ? small_light[role - ROLE_PENS]
                                                    : themes[name][role];
}

struct pen theme_pen(enum theme_name name, size_t number, size_t libraries) {
    if (number == COLOUR_FAINT || number == 0)
        return (struct pen){number ? ROLE_FAINT : ROLE_PENS, MARKER_NONE, 0, &dashes[0]};
    size_t turn = (number - 1) / RECURRING, place = (number - 1) % RECURRING;
    size_t shape = (place + turn / 2) % (MARKER_SHAPES - 1);
    size_t colour = is_small(name, libraries) ? (number - 1) % (SMALL_PALETTE - 1) : place;
    return (struct pen){.role = (enum role)(ROLE_PENS + 1 + colour),
                        .marker = (enum marker_shape)(MARKER_CIRCLE + shape),
                        .filled = turn % 2,
                        .dash = &dashes[(place + turn) % RECURRING]};
}

struct pen theme_variant(struct pen pen, size_t variant) {
    size_t turn = variant ? (variant - 1) / RECURRING : 0;
    if (variant)
        pen.dash = &dashes[(variant - 1) % RECURRING];
    if (turn)
        pen.marker =
            (enum marker_shape)(MARKER_CIRCLE + (pen.marker + turn - 1) % (MARKER_SHAPES - 1));
    return pen;
}
