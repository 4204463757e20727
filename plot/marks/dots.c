/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plot/marks/dots.h"

#include <math.h>
#include <stdlib.h>

#include <glib.h>

#include "formats/text/xalloc.h"

struct cell {
    unsigned char ink, shade; /* one bit per dot, as in braille */
    unsigned char tone, shade_tone;
};

struct dots {
    size_t width, height;
    struct cell cells[];
};

struct dots *dots_new(size_t width, size_t height) {
    struct dots *dots = xcalloc(1, sizeof *dots + width * height * sizeof *dots->cells);
    dots->width = width;
    dots->height = height;
    return dots;
}

void dots_free(struct dots *dots) {
    free(dots);
}

/* Braille numbers its dots down the left column, then down the right one, except for the last row,
 * which was added later to a cell of six dots. */
static const unsigned char bits[DOTS_DOWN][DOTS_ACROSS] = {
    {0x01, 0x08}, {0x02, 0x10}, {0x04, 0x20}, {0x40, 0x80}};

/* Returns the cell of the dot at X, Y and sets BIT to the dot's bit; NULL outside the cells. */
static struct cell *find(struct dots *dots, double x, double y, unsigned char *bit) {
    if (!(x >= 0 && y >= 0 && x < (double)(dots->width * DOTS_ACROSS) &&
          y < (double)(dots->height * DOTS_DOWN)))
        return NULL;
    size_t column = (size_t)x, row = (size_t)y;
    *bit = bits[row % DOTS_DOWN][column % DOTS_ACROSS];
    return &dots->cells[row / DOTS_DOWN * dots->width + column / DOTS_ACROSS];
}

void dots_line(struct dots *dots, const struct dots_pen *pen, double x0, double y0, double x1,
               double y1) {
    double length = fmax(fabs(x1 - x0), fabs(y1 - y0));
    long steps = length < 1e5 ? (long)ceil(length) : 0;
    for (long i = 0; i <= steps; i++) {
        double part = steps ? (double)i / (double)steps : 0;
        double x = x0 + part * (x1 - x0), y = y0 + part * (y1 - y0);
        /* Gaps depend on the position, not on the length: a line that continues at a point keeps
         * its rhythm. */
        double along = fabs(x1 - x0) >= fabs(y1 - y0) ? x : y;
        if (pen->ink == 0 || fmod(fabs(round(along)), pen->ink + pen->gap) < pen->ink) {
            unsigned tone = pen->tone;
            unsigned char bit;
            struct cell *cell = find(dots, round(x), round(y), &bit);
            if (cell) {
                cell->ink |= bit;
                cell->tone = (unsigned char)tone;
            }
        }
    }
}

void dots_shade(struct dots *dots, unsigned tone, double x, double y0, double y1) {
    double last = fmin(fmax(y0, y1), (double)(dots->height * DOTS_DOWN));
    for (double y = fmax(0, round(fmin(y0, y1))); y <= round(last); y++) {
        unsigned char bit;
        struct cell *cell = find(dots, round(x), y, &bit);
        if (cell && fmod(round(x) + y, 2) == 0) {
            cell->shade |= bit;
            cell->shade_tone = (unsigned char)tone;
        }
    }
}

static const char *ascii_of(unsigned char shown) {
    static const unsigned char upper = 0x01 | 0x08 | 0x02 | 0x10;
    if (shown & upper)
        return shown & ~upper ? ":" : "'";
    return ".";
}

void dots_put(const struct dots *dots, struct cells *cells, long column, long row, int is_ascii) {
    for (size_t i = 0; i < dots->width * dots->height; i++) {
        const struct cell *cell = &dots->cells[i];
        unsigned char shown = cell->ink ? cell->ink : is_ascii ? 0 : cell->shade;
        char text[8] = "";
        if (!shown)
            continue;
        g_unichar_to_utf8(0x2800u + shown, text);
        cells_put(cells, column + (long)(i % dots->width), row + (long)(i / dots->width),
                  is_ascii ? ascii_of(shown) : text, cell->ink ? cell->tone : cell->shade_tone);
    }
}
