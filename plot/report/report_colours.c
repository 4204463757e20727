/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plot/report/report_colours.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static void set_theme(struct colour *colours, enum theme_name name) {
    const struct theme *theme = theme_find(name);
    colours[COLOUR_GROUND] = theme->ground;
    colours[COLOUR_INK] = theme->ink;
    colours[COLOUR_SOFT_INK] = theme->soft_ink;
    colours[COLOUR_GRID] = theme->grid;
    colours[COLOUR_FINE_GRID] = theme->fine_grid;
}

void colours_init(struct colours *colours, size_t libraries) {
    *colours = (struct colours){.count = COLOURS_MOST};
    set_theme(colours->light, THEME_LIGHT);
    set_theme(colours->dark, THEME_DARK);
    for (size_t i = COLOUR_PENS; i < COLOURS_MOST; i++) {
        colours->light[i] = theme_pen(THEME_LIGHT, i - COLOUR_PENS, libraries).colour;
        colours->dark[i] = theme_pen(THEME_DARK, i - COLOUR_PENS, libraries).colour;
    }
}

/* --- finding one --- */

/* A part of 255 is 0.4 %; what cairo writes is rounded to a millionth. */
static int is_near(double a, double b) {
    return fabs(a - b) < 1e-3;
}

static int read_percent(const char **text, double *part) {
    char *end;
    *text += strspn(*text, " ,(");
    *part = strtod(*text, &end) / 100;
    if (end == *text || *end != '%')
        return 0;
    *text = end + 1;
    return 1;
}

size_t colours_find(const struct colours *colours, const char *text) {
    struct colour c;
    if (strncmp(text, "rgb(", 4) != 0)
        return colours->count;
    text += 3;
    if (!read_percent(&text, &c.red) || !read_percent(&text, &c.green) ||
        !read_percent(&text, &c.blue))
        return colours->count;
    size_t i = 0;
    while (i < colours->count &&
           !(is_near(c.red, colours->light[i].red) && is_near(c.green, colours->light[i].green) &&
             is_near(c.blue, colours->light[i].blue)))
        i++;
    return i;
}

/* --- contrast --- */

static double linear(double part) {
    return part <= 0.04045 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4);
}

static double luminance(struct colour c) {
    return 0.2126 * linear(c.red) + 0.7152 * linear(c.green) + 0.0722 * linear(c.blue);
}

double colours_contrast(struct colour a, struct colour b) {
    double one = luminance(a) + 0.05, other = luminance(b) + 0.05;
    return fmax(one, other) / fmin(one, other);
}

static struct colour mix(struct colour from, double to, double part) {
    return (struct colour){from.red + part * (to - from.red), from.green + part * (to - from.green),
                           from.blue + part * (to - from.blue)};
}

struct colour colours_of_text(struct colour colour, struct colour ground) {
    double away = luminance(ground) > 0.18 ? 0 : 1;
    struct colour text = colour;
    for (int i = 0; i <= 50 && colours_contrast(text, ground) < COLOURS_TEXT_CONTRAST; i++)
        text = mix(colour, away, i / 50.0);
    return text;
}

/* --- style document --- */

static void write_value(FILE *css, const char *name, size_t i, struct colour c) {
    fprintf(css, "--%s%zu:#%02x%02x%02x;", name, i, (unsigned)lround(255 * c.red),
            (unsigned)lround(255 * c.green), (unsigned)lround(255 * c.blue));
}

static void write_values(FILE *css, const struct colour *values, size_t count) {
    fputs(":root{", css);
    for (size_t i = 0; i < count; i++) {
        write_value(css, "c", i, values[i]);
        write_value(css, "t", i, colours_of_text(values[i], values[COLOUR_GROUND]));
    }
    fputs("}", css);
}

void colours_write(const struct colours *colours, FILE *css) {
    write_values(css, colours->light, colours->count);
    fputs("\n@media screen and (prefers-color-scheme:dark){", css);
    write_values(css, colours->dark, colours->count);
    fputs("}\n", css);
    for (size_t i = 0; i < colours->count; i++)
        fprintf(css, ".f%zu{fill:var(--c%zu)}.s%zu{stroke:var(--c%zu)}.t%zu{fill:var(--t%zu)}\n", i,
                i, i, i, i, i);
}
