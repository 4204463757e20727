/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Whether libraries can be told apart by their colours, and read by them. */
#include <stdio.h>
#include <string.h>

#include "plot/figure/contrast.h"
#include "tests/plot/figure/colour_vision.h"
#include "tests/test.h"

/* --- the measuring rod --- */

/* Table 1 of Sharma, Wu and Dalal. */
static const struct {
    struct lab one, two;
    double difference;
} pairs[] = {
    {{50.0000, 2.6772, -79.7751}, {50.0000, 0.0000, -82.7485}, 2.0425},
    {{50.0000, 3.1571, -77.2803}, {50.0000, 0.0000, -82.7485}, 2.8615},
    {{50.0000, 2.8361, -74.0200}, {50.0000, 0.0000, -82.7485}, 3.4412},
    {{50.0000, -1.3802, -84.2814}, {50.0000, 0.0000, -82.7485}, 1.0000},
    {{50.0000, -1.1848, -84.8006}, {50.0000, 0.0000, -82.7485}, 1.0000},
    {{50.0000, -0.9009, -85.5211}, {50.0000, 0.0000, -82.7485}, 1.0000},
    {{50.0000, 0.0000, 0.0000}, {50.0000, -1.0000, 2.0000}, 2.3669},
    {{50.0000, -1.0000, 2.0000}, {50.0000, 0.0000, 0.0000}, 2.3669},
    {{50.0000, 2.4900, -0.0010}, {50.0000, -2.4900, 0.0009}, 7.1792},
    {{50.0000, 2.4900, -0.0010}, {50.0000, -2.4900, 0.0010}, 7.1792},
    {{50.0000, 2.4900, -0.0010}, {50.0000, -2.4900, 0.0011}, 7.2195},
    {{50.0000, 2.4900, -0.0010}, {50.0000, -2.4900, 0.0012}, 7.2195},
    {{50.0000, -0.0010, 2.4900}, {50.0000, 0.0009, -2.4900}, 4.8045},
    {{50.0000, -0.0010, 2.4900}, {50.0000, 0.0010, -2.4900}, 4.8045},
    {{50.0000, -0.0010, 2.4900}, {50.0000, 0.0011, -2.4900}, 4.7461},
    {{50.0000, 2.5000, 0.0000}, {50.0000, 0.0000, -2.5000}, 4.3065},
    {{50.0000, 2.5000, 0.0000}, {73.0000, 25.0000, -18.0000}, 27.1492},
    {{50.0000, 2.5000, 0.0000}, {61.0000, -5.0000, 29.0000}, 22.8977},
    {{50.0000, 2.5000, 0.0000}, {56.0000, -27.0000, -3.0000}, 31.9030},
    {{50.0000, 2.5000, 0.0000}, {58.0000, 24.0000, 15.0000}, 19.4535},
    {{50.0000, 2.5000, 0.0000}, {50.0000, 3.1736, 0.5854}, 1.0000},
    {{50.0000, 2.5000, 0.0000}, {50.0000, 3.2972, 0.0000}, 1.0000},
    {{50.0000, 2.5000, 0.0000}, {50.0000, 1.8634, 0.5757}, 1.0000},
    {{50.0000, 2.5000, 0.0000}, {50.0000, 3.2592, 0.3350}, 1.0000},
    {{60.2574, -34.0099, 36.2677}, {60.4626, -34.1751, 39.4387}, 1.2644},
    {{63.0109, -31.0961, -5.8663}, {62.8187, -29.7946, -4.0864}, 1.2630},
    {{61.2901, 3.7196, -5.3901}, {61.4292, 2.2480, -4.9620}, 1.8731},
    {{35.0831, -44.1164, 3.7933}, {35.0232, -40.0716, 1.5901}, 1.8645},
    {{22.7233, 20.0904, -46.6940}, {23.0331, 14.9730, -42.5619}, 2.0373},
    {{36.4612, 47.8580, 18.3852}, {36.2715, 50.5065, 21.2231}, 1.4146},
    {{90.8027, -2.0831, 1.4410}, {91.1528, -1.6435, 0.0447}, 1.4441},
    {{90.9257, -0.5406, -0.9208}, {88.6381, -0.8985, -0.7239}, 1.5381},
    {{6.7747, -0.2908, -2.4247}, {5.8714, -0.0985, -2.2286}, 0.6377},
    {{2.0776, 0.0795, -1.1350}, {0.9033, -0.0636, -0.5514}, 0.9082},
};

TEST(differences_are_those_of_sharma) {
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        assert_float_equal(colour_difference(pairs[i].one, pairs[i].two), pairs[i].difference,
                           6e-5);
        assert_float_equal(colour_difference(pairs[i].two, pairs[i].one), pairs[i].difference,
                           6e-5);
    }
}

/* B. Lindbloom, CIE Color Calculator, for sRGB and D65. */
TEST(colours_of_screens_become_those_of_the_eye) {
    static const struct {
        struct colour colour;
        struct lab lab;
    } known[] = {{{1, 1, 1}, {100, 0, 0}},
                 {{1, 0, 0}, {53.2408, 80.0925, 67.2032}},
                 {{0, 1, 0}, {87.7347, -86.1827, 83.1793}},
                 {{0, 0, 1}, {32.2970, 79.1875, -107.8602}}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        struct lab lab = vision_see(VISION_NORMAL, known[i].colour);
        assert_float_equal(lab.l, known[i].lab.l, 0.01);
        assert_float_equal(lab.a, known[i].lab.a, 0.02);
        assert_float_equal(lab.b, known[i].lab.b, 0.02);
    }
}

/* Greys stay what they are. A red and a green that trichromats tell apart are much alike for
 * dichromats without one of the two cones, and so are a blue and a green without the third. */
TEST(dichromats_see_what_they_should) {
    const struct colour grey = {0.5, 0.5, 0.5}, red = {0.8, 0.3, 0}, green = {0.5, 0.5, 0},
                        blue = {0, 0.5, 0.75}, sea = {0, 0.55, 0.45};
    for (int v = VISION_PROTANOPIA; v < VISIONS; v++) {
        enum vision vision = (enum vision)v;
        struct colour one = v == VISION_TRITANOPIA ? blue : red;
        struct colour two = v == VISION_TRITANOPIA ? sea : green;
        assert_true(colour_difference(vision_see(vision, grey), vision_see(VISION_NORMAL, grey)) <
                    0.1);
        assert_true(
            2 * colour_difference(vision_see(vision, one), vision_see(vision, two)) <
            colour_difference(vision_see(VISION_NORMAL, one), vision_see(VISION_NORMAL, two)));
    }
}

/* --- the palettes --- */

enum { PALETTE_MOST = 8, HUES_AND_DASHES = 12 };

static int differ_in_colour(struct colour one, struct colour two) {
    static const double least[VISIONS] = {20, 11, 11, 11};
    int differ = 1;
    for (int v = 0; v < VISIONS; v++) {
        enum vision vision = (enum vision)v;
        differ &= colour_difference(vision_see(vision, one), vision_see(vision, two)) >= least[v];
    }
    return differ;
}

static struct colour colour_of(int theme, size_t number, size_t libraries) {
    enum theme_name name = (enum theme_name)theme;
    return theme_colour(name, theme_pen(name, number, libraries).role, libraries);
}

static int differ_in_dash_and_marker(const struct pen *one, const struct pen *two) {
    return one->dash != two->dash && (one->marker != two->marker || one->filled != two->filled);
}

TEST(each_colour_of_a_palette_differs_from_all_others) {
    for (int theme = THEME_LIGHT; theme <= THEME_DARK; theme++)
        for (size_t libraries = 2; libraries <= PALETTE_MOST; libraries++)
            for (size_t i = 0; i < libraries; i++)
                for (size_t k = 0; k < i; k++)
                    if (!differ_in_colour(colour_of(theme, i, libraries),
                                          colour_of(theme, k, libraries)))
                        fail_msg("theme %d, %zu libraries: %zu and %zu", theme, libraries, k, i);
}

TEST(twelve_libraries_differ_in_colour_or_in_dash_and_marker) {
    for (int theme = THEME_LIGHT; theme <= THEME_DARK; theme++)
        for (size_t libraries = PALETTE_MOST + 1; libraries <= HUES_AND_DASHES; libraries++)
            for (size_t i = 0; i < libraries; i++)
                for (size_t k = 0; k < i; k++) {
                    struct pen one = theme_pen((enum theme_name)theme, i, libraries);
                    struct pen two = theme_pen((enum theme_name)theme, k, libraries);
                    if (!differ_in_colour(colour_of(theme, i, libraries),
                                          colour_of(theme, k, libraries)) &&
                        !differ_in_dash_and_marker(&one, &two))
                        fail_msg("theme %d, %zu libraries: %zu and %zu", theme, libraries, k, i);
                }
}

/* --- contrast --- */

static const struct colour white = {1, 1, 1}, black = {0, 0, 0};

TEST(contrast_is_that_of_wcag) {
    const struct colour grey = {0x76 / 255.0, 0x76 / 255.0, 0x76 / 255.0};
    assert_float_equal(contrast_of(white, black), 21, 1e-9);
    assert_float_equal(contrast_of(black, white), 21, 1e-9);
    assert_float_equal(contrast_of(grey, white), 4.54, 0.005);
    assert_float_equal(contrast_of(grey, grey), 1, 1e-9);
}

static struct colour rounded(struct colour colour) {
    return (struct colour){round(255 * colour.red) / 255, round(255 * colour.green) / 255,
                           round(255 * colour.blue) / 255};
}

/* Lines and markers 3:1, the names at their ends 4.5:1, as a picture of 256 levels has them. */
TEST(lines_are_seen_and_names_can_be_read) {
    for (int t = THEME_LIGHT; t <= THEME_DARK; t++)
        for (size_t libraries = 1; libraries <= HUES_AND_DASHES; libraries++)
            for (size_t i = 0; i < libraries; i++) {
                struct colour ground = theme_colour((enum theme_name)t, ROLE_GROUND, libraries);
                struct colour colour = colour_of(t, i, libraries);
                assert_true(contrast_of(colour, ground) >= 3);
                assert_true(contrast_of(rounded(contrast_text_colour(colour, ground)), ground) >=
                            4.5);
            }
}

TEST(text_that_can_be_read_stays_as_it_is) {
    const struct colour blue = {0, 0x72 / 255.0, 0xb2 / 255.0};
    struct colour text = contrast_text_colour(blue, white);
    assert_memory_equal(&text, &blue, sizeof text);
}
