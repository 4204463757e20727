/* SPDX-License-Identifier: GPL-3.0-or-later */
/* colour_vision.h: how far apart two colours of a picture are for those who see it.
 *
 * sRGB (IEC 61966-2-1) becomes CIELAB for the white D65; differences are CIEDE2000 with kL = kC =
 * kH = 1: G. Sharma, W. Wu, E. N. Dalal, "The CIEDE2000 color-difference formula: implementation
 * notes, supplementary test data, and mathematical observations", Color Research and Application 30
 * (2005) 21-30, whose equations' numbers are given. What dichromats see is simulated in linear
 * sRGB by the matrices for severity 1.0 of G. M. Machado, M. M. Oliveira, L. A. F. Fernandes, "A
 * physiologically-based model for simulation of color vision deficiency", IEEE Transactions on
 * Visualization and Computer Graphics 15 (2009) 1291-1298. */
#ifndef BENCHMAT_TESTS_PLOT_FIGURE_COLOUR_VISION_H
#define BENCHMAT_TESTS_PLOT_FIGURE_COLOUR_VISION_H

#include <math.h>

#include "plot/figure/figure.h"

enum vision { VISION_NORMAL, VISION_PROTANOPIA, VISION_DEUTERANOPIA, VISION_TRITANOPIA, VISIONS };

struct lab {
    double l, a, b;
};

static const double vision_matrices[VISIONS][3][3] = {
    [VISION_NORMAL] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
    [VISION_PROTANOPIA] = {{0.152286, 1.052583, -0.204868},
                           {0.114503, 0.786281, 0.099216},
                           {-0.003882, -0.048116, 1.051998}},
    [VISION_DEUTERANOPIA] = {{0.367322, 0.860646, -0.227968},
                             {0.280085, 0.672501, 0.047413},
                             {-0.011820, 0.042940, 0.968881}},
    [VISION_TRITANOPIA] = {{1.255528, -0.076749, -0.178779},
                           {-0.078411, 0.930809, 0.147602},
                           {0.004733, 0.691367, 0.303900}},
};

static inline double srgb_linear(double channel) {
    return channel <= 0.04045 ? channel / 12.92 : pow((channel + 0.055) / 1.055, 2.4);
}

static inline double lab_curve(double t) {
    const double delta = 6.0 / 29;
    return t > delta * delta * delta ? cbrt(t) : t / (3 * delta * delta) + 4.0 / 29;
}

/* Returns what VISION sees of COLOUR; a screen cannot show more than its primaries. */
static inline struct lab vision_see(enum vision vision, struct colour colour) {
    static const double to_xyz[3][3] = {{0.4124564, 0.3575761, 0.1804375},
                                        {0.2126729, 0.7151522, 0.0721750},
                                        {0.0193339, 0.1191920, 0.9503041}};
    static const double white[3] = {0.95047, 1, 1.08883};
    const double linear[3] = {srgb_linear(colour.red), srgb_linear(colour.green),
                              srgb_linear(colour.blue)};
    double seen[3] = {0}, f[3] = {0};
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 3; k++)
            seen[i] += vision_matrices[vision][i][k] * linear[k];
        seen[i] = fmin(fmax(seen[i], 0), 1);
    }
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 3; k++)
            f[i] += to_xyz[i][k] * seen[k];
        f[i] = lab_curve(f[i] / white[i]);
    }
    return (struct lab){116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])};
}

static inline double degrees(double radians) {
    return radians * (180 / 3.14159265358979323846);
}

static inline double radians(double angle) {
    return angle / (180 / 3.14159265358979323846);
}

/* (7): between 0 and 360; 0 for greys. */
static inline double hue(double a, double b) {
    double angle = a == 0 && b == 0 ? 0 : degrees(atan2(b, a));
    return angle < 0 ? angle + 360 : angle;
}

/* (10): from the one hue to the other, the shorter way. */
static inline double hue_step(double from, double to, int is_grey) {
    double step = to - from;
    return is_grey ? 0 : step > 180 ? step - 360 : step < -180 ? step + 360 : step;
}

/* (14): between the two hues. */
static inline double hue_mean(double from, double to, int is_grey) {
    double sum = from + to;
    return is_grey                  ? sum
           : fabs(from - to) <= 180 ? sum / 2
           : sum < 360              ? (sum + 360) / 2
                                    : (sum - 360) / 2;
}

static inline double seventh_part(double chroma) {
    double power = pow(chroma, 7);
    return sqrt(power / (power + 6103515625.0)); /* 25^7 */
}

/* CIEDE2000; the numbers are those of Sharma's equations. */
static inline double colour_difference(struct lab one, struct lab two) {
    double g = 0.5 * (1 - seventh_part((hypot(one.a, one.b) + hypot(two.a, two.b)) / 2)); /* (4) */
    double a1 = (1 + g) * one.a, a2 = (1 + g) * two.a;                                    /* (5) */
    double c1 = hypot(a1, one.b), c2 = hypot(a2, two.b);                                  /* (6) */
    double h1 = hue(a1, one.b), h2 = hue(a2, two.b);
    int is_grey = c1 * c2 == 0;
    double dl = two.l - one.l, dc = c2 - c1;                                          /* (8) */
    double dh = 2 * sqrt(c1 * c2) * sin(radians(hue_step(h1, h2, is_grey)) / 2);      /* (11) */
    double l = (one.l + two.l) / 2, c = (c1 + c2) / 2, h = hue_mean(h1, h2, is_grey); /* (12) */
    double t = 1 - 0.17 * cos(radians(h - 30)) + 0.24 * cos(radians(2 * h)) +
               0.32 * cos(radians(3 * h + 6)) - 0.20 * cos(radians(4 * h - 63)); /* (15) */
    double turn = 30 * exp(-pow((h - 275) / 25, 2));                             /* (16) */
    double from_grey = (l - 50) * (l - 50);
    double sl = 1 + 0.015 * from_grey / sqrt(20 + from_grey);  /* (18) */
    double sc = 1 + 0.045 * c, sh = 1 + 0.015 * c * t;         /* (19) */
    double rt = -sin(radians(2 * turn)) * 2 * seventh_part(c); /* (21) */
    double el = dl / sl, ec = dc / sc, eh = dh / sh;
    return sqrt(el * el + ec * ec + eh * eh + rt * ec * eh); /* (22) */
}

#endif
