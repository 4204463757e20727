/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plot/figure/contrast.h"

#include <math.h>

static double linear(double part) {
    return part <= 0.04045 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4);
}

static double luminance(struct colour c) {
    return 0.2126 * linear(c.red) + 0.7152 * linear(c.green) + 0.0722 * linear(c.blue);
}

double contrast_of(struct colour a, struct colour b) {
    double one = luminance(a) + 0.05, other = luminance(b) + 0.05;
    return fmax(one, other) / fmin(one, other);
}

struct colour contrast_text_colour(struct colour colour, struct colour ground) {
    double away = luminance(ground) > 0.18 ? 0 : 1;
    struct colour text = colour;
    for (int i = 0; i <= 50 && contrast_of(text, ground) < CONTRAST_TEXT; i++) {
        double part = i / 50.0;

        text = (struct colour){colour.red + part * (away - colour.red),
                               colour.green + part * (away - colour.green),
                               colour.blue + part * (away - colour.blue)};
    }
    return text;
}

struct colour theme_text_colour(enum theme_name name, enum role role, size_t libraries) {
    return contrast_text_colour(theme_colour(name, role, libraries),
                                theme_colour(name, ROLE_GROUND, libraries));
}
