/* SPDX-License-Identifier: GPL-3.0-or-later */
/* picture.h: a PNG read back, as libpng reads it. */
#ifndef BENCHMAT_TESTS_PLOT_PICTURE_H
#define BENCHMAT_TESTS_PLOT_PICTURE_H

#include <setjmp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <png.h>

#include "plot/figure/figure.h"

struct picture {
    unsigned width, height, pixels_per_metre;
    char title[256];
    unsigned char *rgb;
};

static inline void picture_read_header(struct picture *picture, png_structp png, png_infop info) {
    int unit = 0, count = 0;
    png_uint_32 across = 0, down = 0;
    png_textp texts;
    picture->width = png_get_image_width(png, info);
    picture->height = png_get_image_height(png, info);
    png_get_pHYs(png, info, &across, &down, &unit);
    picture->pixels_per_metre = unit == PNG_RESOLUTION_METER && across == down ? across : 0;
    png_get_text(png, info, &texts, &count);
    for (int i = 0; i < count; i++)
        if (strcmp(texts[i].key, "Title") == 0)
            snprintf(picture->title, sizeof picture->title, "%s", texts[i].text);
}

/* Aborts the program on a file that is no PNG. */
static inline struct picture picture_read(const char *path) {
    struct picture picture = {0};
    FILE *file = fopen(path, "rb");
    png_structp png = png_create_read_struct(PNG_LIBPNG_VER_STRING, NULL, NULL, NULL);
    png_infop info = png_create_info_struct(png);
    png_init_io(png, file);
    png_read_png(png, info, PNG_TRANSFORM_STRIP_ALPHA, NULL);
    picture_read_header(&picture, png, info);
    size_t stride = 3 * (size_t)picture.width;
    picture.rgb = malloc(stride * picture.height);
    for (unsigned y = 0; y < picture.height; y++)
        memcpy(picture.rgb + y * stride, png_get_rows(png, info)[y], stride);
    png_destroy_read_struct(&png, &info, NULL);
    fclose(file);
    return picture;
}

/* How many pixels have exactly that colour, in columns from FIRST to before END. */
static inline size_t picture_count(const struct picture *picture, struct colour colour,
                                   unsigned first, unsigned end) {
    unsigned char wanted[] = {(unsigned char)(colour.red * 255 + 0.5),
                              (unsigned char)(colour.green * 255 + 0.5),
                              (unsigned char)(colour.blue * 255 + 0.5)};
    size_t count = 0;
    for (unsigned y = 0; y < picture->height; y++)
        for (unsigned x = first; x < end; x++)
            count += memcmp(picture->rgb + 3 * ((size_t)y * picture->width + x), wanted, 3) == 0;
    return count;
}

#endif
