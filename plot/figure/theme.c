/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plot/figure/theme.h"

#include <string.h>

#define RGB(hex)                                                                                   \
    { ((hex) >> 16 & 0xff) / 255.0, ((hex) >> 8 & 0xff) / 255.0, ((hex)&0xff) / 255.0 }

static const struct theme themes[] = {
    [THEME_LIGHT] = {.ground = RGB(0xffffff),
                     .ink = RGB(0x1a1a1a),
                     .soft_ink = RGB(0x4d4d4d),
                     .grid = RGB(0xcccccc),
                     .fine_grid = RGB(0xe6e6e6)},
    [THEME_DARK] = {.ground = RGB(0x1e1e1e),
                    .ink = RGB(0xf0f0f0),
                    .soft_ink = RGB(0xb8b8b8),
                    .grid = RGB(0x505050),
                    .fine_grid = RGB(0x353535)},
};

enum { SMALL_PALETTE = 5, PALETTE = 8, RECURRING = PALETTE - 1 };

static const struct colour small_light[SMALL_PALETTE] = {
    RGB(0x000000), RGB(0x0072b2), RGB(0xd55e00), RGB(0x009e73), RGB(0xcc79a7)};
static const struct colour palettes[][PALETTE] = {
    [THEME_LIGHT] = {RGB(0x000000), RGB(0x332288), RGB(0x117733), RGB(0x009e73), RGB(0x999933),
                     RGB(0xcc79a7), RGB(0x785ef0), RGB(0x666666)},
    [THEME_DARK] = {RGB(0xffffff), RGB(0xf0e442), RGB(0xee6677), RGB(0x228833), RGB(0xaa4499),
                    RGB(0x648fff), RGB(0x99ddff), RGB(0xb0b0b0)},
};

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
    return err_set(err, ERR_USAGE, "\"%s\" is no theme; choose light or dark", text);
}

const struct theme *theme_find(enum theme_name name) {
    return &themes[name];
}

struct pen theme_pen(enum theme_name name, size_t number, size_t libraries) {
    int is_small = libraries <= SMALL_PALETTE && name == THEME_LIGHT;
    const struct colour *palette = is_small ? small_light : palettes[name];
    if (number == 0)
        return (struct pen){palette[0], MARKER_NONE, 0, &dashes[0]};
    size_t turn = (number - 1) / RECURRING, place = (number - 1) % RECURRING;
    size_t shape = (place + turn / 2) % (MARKER_SHAPES - 1);
    return (struct pen){.colour =
                            palette[is_small ? (number - 1) % (SMALL_PALETTE - 1) + 1 : place + 1],
                        .marker = (enum marker_shape)(MARKER_CIRCLE + shape),
                        .filled = turn % 2,
                        .dash = &dashes[(place + turn) % RECURRING]};
}

struct pen theme_variant(struct pen pen, size_t variant) {
    if (variant)
        pen.dash = &dashes[(variant - 1) % RECURRING];
    return pen;
}
