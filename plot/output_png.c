/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plot/output_surface.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <png.h>

#include "plot/limits.h"
#include "plot/text.h"

/* Charts are flat: a cheap filter and level cost a tenth of libpng's own choice in time and
 * a few per cent in size. */
enum { LEVEL = 2 };

struct encoder {
    struct bytes *bytes;
    struct err *err;
};

static void write_bytes(png_structp png, png_bytep data, png_size_t size) {
    struct encoder *encoder = png_get_io_ptr(png);
    if (bytes_append(encoder->bytes, data, size) != 0)
        png_error(png, "no memory");
}

static void flush_nothing(png_structp png) {
    (void)png;
}

static void fail(png_structp png, png_const_charp message) {
    struct encoder *encoder = png_get_error_ptr(png);
    err_set(encoder->err, ERR_FAILED, "the PNG cannot be made: %s", message);
    png_longjmp(png, 1);
}

static void ignore_warning(png_structp png, png_const_charp message) {
    (void)png;
    (void)message;
}

static void set_header(png_structp png, png_infop info, int width, int height, double dpi) {
    png_set_IHDR(png, info, (png_uint_32)width, (png_uint_32)height, 8, PNG_COLOR_TYPE_RGB,
                 PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    png_uint_32 per_metre = (png_uint_32)lround(dpi / 0.0254);
    png_set_pHYs(png, info, per_metre, per_metre, PNG_RESOLUTION_METER);
    png_set_compression_level(png, LEVEL);
    png_set_filter(png, 0, PNG_FILTER_NONE);
}

enum { TEXTS = 4 };

struct labels {
    char *values[TEXTS];
};

/* Software is plain Latin-1; the others may hold any character. */
static void set_text(png_structp png, png_infop info, struct labels *labels) {
    static char *const keys[TEXTS] = {"Software", "Title", "Author", "Description"};
    png_text texts[TEXTS] = {{0}};
    int count = 0;
    for (int i = 0; i < TEXTS; i++) {
        if (!labels->values[i])
            continue;
        texts[count++] = (png_text){.compression = i == 0 ? PNG_TEXT_COMPRESSION_NONE
                                                          : PNG_ITXT_COMPRESSION_NONE,
                                    .key = keys[i],
                                    .text = labels->values[i],
                                    .text_length = strlen(labels->values[i]),
                                    .itxt_length = i == 0 ? 0 : strlen(labels->values[i])};
    }
    png_set_text(png, info, texts, count);
}

static void write_rows(png_structp png, cairo_surface_t *surface, png_bytep row) {
    int width = cairo_image_surface_get_width(surface);
    int height = cairo_image_surface_get_height(surface);
    int stride = cairo_image_surface_get_stride(surface);
    const unsigned char *data = cairo_image_surface_get_data(surface);
    for (int y = 0; y < height; y++) {
        const uint32_t *pixels =
            (const uint32_t *)(const void *)(data + (size_t)y * (size_t)stride);
        for (int x = 0; x < width; x++) {
            row[3 * x] = (png_byte)(pixels[x] >> 16);
            row[3 * x + 1] = (png_byte)(pixels[x] >> 8);
            row[3 * x + 2] = (png_byte)pixels[x];
        }
        png_write_row(png, row);
    }
}

/* Apart from its caller, whose variables a longjmp would endanger. */
static int write_image(png_structp png, png_infop info, cairo_surface_t *surface, double dpi,
                       struct labels *labels, png_bytep row) {
    if (setjmp(png_jmpbuf(png)))
        return ERR_FAILED;
    set_header(png, info, cairo_image_surface_get_width(surface),
               cairo_image_surface_get_height(surface), dpi);
    set_text(png, info, labels);
    png_write_info(png, info);
    write_rows(png, surface, row);
    png_write_end(png, info);
    return 0;
}

static int compress(cairo_surface_t *surface, double dpi, struct labels *labels,
                    struct bytes *bytes, struct err *err) {
    struct encoder encoder = {bytes, err};
    png_structp png =
        png_create_write_struct(PNG_LIBPNG_VER_STRING, &encoder, fail, ignore_warning);
    png_infop info = png ? png_create_info_struct(png) : NULL;
    png_bytep row = malloc(3 * (size_t)cairo_image_surface_get_width(surface));
    int code;
    if (info && row) {
        png_set_write_fn(png, &encoder, write_bytes, flush_nothing);
        code = write_image(png, info, surface, dpi, labels, row);
    } else {
        code = err_set(err, ERR_FAILED, "no memory for a PNG");
    }
    free(row);
    png_destroy_write_struct(&png, &info);
    return code;
}

static int encode(const struct page *page, struct bytes *bytes, struct err *err) {
    int width, height;
    int code = limit_pixels(page->width_mm, page->height_mm, page->dpi, &width, &height, err);
    if (code)
        return code;
    cairo_surface_t *surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, width, height);
    struct labels labels = {
        {strdup(OUTPUT_CREATOR), page->title ? text_clean(page->title, TEXT_LONGEST_CAPTION) : NULL,
         page->author ? text_clean(page->author, TEXT_LONGEST_CAPTION) : NULL,
         page->subject ? text_clean(page->subject, TEXT_LONGEST_CAPTION) : NULL}};
    code = output_surface_paint(page, surface, page->dpi / 72, err);
    if (!code)
        code = compress(surface, page->dpi, &labels, bytes, err);
    for (int i = 0; i < TEXTS; i++)
        free(labels.values[i]);
    cairo_surface_destroy(surface);
    return code;
}

const struct output_format output_png = {"png", ".png", 1, encode};
