/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plot/output/output.h"

#include <endian.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <libdeflate.h>

#include "plot/figure/figure.h"
#include "plot/figure/text.h"

/* Charts are flat: no filter, and the level that is fastest on them, whose files are a twentieth
 * larger than those of the usual one. */
enum { LEVEL = 2 };

/* --- chunks: https://www.w3.org/TR/png/#5Chunk-layout --- */

static int append_word(struct bytes *bytes, uint32_t word) {
    const unsigned char data[] = {(unsigned char)(word >> 24), (unsigned char)(word >> 16),
                                  (unsigned char)(word >> 8), (unsigned char)word};
    return bytes_append(bytes, data, sizeof data);
}

/* TYPE and DATA are what the check covers. */
static int append_chunk(struct bytes *bytes, const char *type, const void *data, size_t size) {
    if (append_word(bytes, (uint32_t)size) != 0 || bytes_append(bytes, type, 4) != 0 ||
        bytes_append(bytes, data, size) != 0)
        return -1;
    return append_word(bytes, libdeflate_crc32(0, bytes->data + bytes->size - size - 4, size + 4));
}

static int append_header(struct bytes *bytes, int width, int height) {
    static const unsigned char signature[] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
    /* eight bits of each of three colours, the usual compression and filters, not interlaced */
    static const unsigned char kind[] = {8, 2, 0, 0, 0};
    struct bytes header = {0};
    int code = append_word(&header, (uint32_t)width) != 0 ||
                       append_word(&header, (uint32_t)height) != 0 ||
                       bytes_append(&header, kind, sizeof kind) != 0 ||
                       bytes_append(bytes, signature, sizeof signature) != 0
                   ? -1
                   : append_chunk(bytes, "IHDR", header.data, header.size);
    bytes_release(&header);
    return code;
}

/* In pixels per metre. */
static int append_density(struct bytes *bytes, double dpi) {
    struct bytes density = {0};
    uint32_t per_metre = (uint32_t)lround(dpi / 0.0254);
    int code = append_word(&density, per_metre) != 0 || append_word(&density, per_metre) != 0 ||
                       bytes_append(&density, "\1", 1) != 0
                   ? -1
                   : append_chunk(bytes, "pHYs", density.data, density.size);
    bytes_release(&density);
    return code;
}

/* As UTF-8, not compressed, in no language in particular. */
static int append_text(struct bytes *bytes, const char *key, const char *value) {
    static const char between[5] = "";
    struct bytes text = {0};
    char *clean = value ? text_clean(value, TEXT_LONGEST_CAPTION) : NULL;
    if (!clean)
        return value ? -1 : 0;
    int code = bytes_append(&text, key, strlen(key)) != 0 ||
                       bytes_append(&text, between, sizeof between) != 0 ||
                       bytes_append(&text, clean, strlen(clean)) != 0
                   ? -1
                   : append_chunk(bytes, "iTXt", text.data, text.size);
    bytes_release(&text);
    free(clean);
    return code;
}

static int append_words(struct bytes *bytes, const struct page *page) {
    static const char software[] = "Software\0" OUTPUT_CREATOR;
    return append_chunk(bytes, "tEXt", software, sizeof software - 1) != 0 ||
                   append_text(bytes, "Title", page->title) != 0 ||
                   append_text(bytes, "Author", page->author) != 0 ||
                   append_text(bytes, "Description", page->subject) != 0
               ? -1
               : 0;
}

/* --- pixels --- */

/* The three bytes of a pixel, and one that the next pixel's take the place of. */
static void put_pixel(unsigned char *to, uint32_t pixel, size_t bytes) {
    uint32_t word = htobe32(pixel << 8);
    memcpy(to, &word, bytes);
}

/* Turns words into rows of bytes, each after the number of its filter, in the words' own place:
 * three bytes and one more need no more room than a pixel's four, once the next has been read.
 * Returns how many bytes. */
static size_t pack(unsigned char *data, size_t width, size_t height, size_t stride) {
    unsigned char *to = data;
    for (size_t y = 0; y < height; y++) {
        const unsigned char *from = data + y * stride;
        uint32_t pixel, next;
        memcpy(&pixel, from, sizeof pixel);
        *to++ = 0;
        for (size_t x = 1; x < width; x++, to += 3, pixel = next) {
            memcpy(&next, from + 4 * x, sizeof next);
            put_pixel(to, pixel, 4);
        }
        put_pixel(to, pixel, 3);
        to += 3;
    }
    return (size_t)(to - data);
}

static int append_pixels(struct bytes *bytes, cairo_surface_t *surface) {
    unsigned char *data = cairo_image_surface_get_data(surface);
    size_t size = pack(data, (size_t)cairo_image_surface_get_width(surface),
                       (size_t)cairo_image_surface_get_height(surface),
                       (size_t)cairo_image_surface_get_stride(surface));
    struct libdeflate_compressor *compressor = libdeflate_alloc_compressor(LEVEL);
    size_t most = libdeflate_zlib_compress_bound(compressor, size);
    unsigned char *packed = compressor ? malloc(most) : NULL;
    size_t used = packed ? libdeflate_zlib_compress(compressor, data, size, packed, most) : 0;
    int code = used ? append_chunk(bytes, "IDAT", packed, used) : -1;
    free(packed);
    libdeflate_free_compressor(compressor);
    return code;
}

static int append_picture(struct bytes *bytes, const struct page *page, cairo_surface_t *surface) {
    return append_header(bytes, cairo_image_surface_get_width(surface),
                         cairo_image_surface_get_height(surface)) != 0 ||
                   append_density(bytes, page->dpi) != 0 || append_words(bytes, page) != 0 ||
                   append_pixels(bytes, surface) != 0 || append_chunk(bytes, "IEND", "", 0) != 0
               ? -1
               : 0;
}

static int encode(const struct page *page, struct bytes *bytes, struct err *err) {
    int width, height;
    int code = limit_pixels(page->width_mm, page->height_mm, page->dpi, &width, &height, err);
    if (code)
        return code;
    cairo_surface_t *surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, width, height);
    code = output_surface_paint(page, surface, page->dpi / 72, err);
    if (!code && append_picture(bytes, page, surface) != 0)
        code = err_set(err, ERR_FAILED, "no memory for a PNG of %d x %d pixels", width, height);
    cairo_surface_destroy(surface);
    return code;
}

const struct output_format output_png = {"png", ".png", 1, encode};
