/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plot/output/output.h"

#include <endian.h>
#include <math.h>
#include <setjmp.h>
#include <stdlib.h>

#include <png.h>

#include "formats/processes/machine.h"
#include "formats/text/xalloc.h"
#include "plot/figure/figure.h"
#include "plot/figure/text.h"

/* Above level 3 zlib takes twice as long for files a fifth smaller. Charts have large areas of one
 * colour: the filters that libpng tries by default make their files larger and slower to write. */
enum { LEVEL = 3, FILTER = PNG_FILTER_NONE };

enum { MOST_TEXTS = 4 };

/* Makes the texts that PAGE has. All but the first are international texts (iTXt) without a
 * language. Returns how many there are; the caller must free the text of each. */
static int make_texts(png_text texts[MOST_TEXTS], const struct page *page) {
    static char *const keys[MOST_TEXTS] = {"Software", "Title", "Author", "Description"};
    const char *const values[] = {OUTPUT_CREATOR, page->title, page->author, page->subject};
    int count = 0;
    for (int i = 0; i < MOST_TEXTS; i++)
        if (values[i])
            texts[count++] = (png_text){.compression = i == 0 ? PNG_TEXT_COMPRESSION_NONE
                                                              : PNG_ITXT_COMPRESSION_NONE,
                                        .key = keys[i],
                                        .text = text_clean(values[i], TEXT_LONGEST_CAPTION)};
    return count;
}

/* --- callbacks of libpng --- */

static void fail(png_structp png, png_const_charp message) {
    err_set(png_get_error_ptr(png), ERR_FAILED, "a PNG cannot be made: %s", message);
    png_longjmp(png, 1);
}

static void ignore_warning(png_structp png, png_const_charp message) {
    (void)png, (void)message;
}

/* --- the file --- */

/* If any of libpng's functions fails, it returns here, out of setjmp. */
static int write_file(cairo_surface_t *surface, double dpi, const png_text *texts, int count,
                      FILE *file, struct err *err) {
    png_uint_32 per_metre = (png_uint_32)lround(dpi / 0.0254);
    png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, err, fail, ignore_warning);
    png_infop info = png ? png_create_info_struct(png) : NULL;
    if (!info || setjmp(png_jmpbuf(png)) != 0) {
        int code = info ? ERR_FAILED : err_set(err, ERR_FAILED, "no memory for a PNG");
        png_destroy_write_struct(&png, &info);
        return code;
    }
    png_init_io(png, file);
    png_set_filter(png, PNG_FILTER_TYPE_BASE, FILTER);
    png_set_compression_level(png, LEVEL);
    png_set_IHDR(png, info, (png_uint_32)cairo_image_surface_get_width(surface),
                 (png_uint_32)cairo_image_surface_get_height(surface), 8, PNG_COLOR_TYPE_RGB,
                 PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_BASE, PNG_FILTER_TYPE_BASE);
    png_set_pHYs(png, info, per_metre, per_metre, PNG_RESOLUTION_METER);
    png_set_text(png, info, texts, count);
    png_write_info(png, info);

    /* Cairo stores a pixel as a word in the machine's byte order; the word's highest byte is
     * unused. */
    int is_little = BYTE_ORDER == LITTLE_ENDIAN;
    int height = cairo_image_surface_get_height(surface);
    unsigned char *row = cairo_image_surface_get_data(surface);
    png_set_filler(png, 0, is_little ? PNG_FILLER_AFTER : PNG_FILLER_BEFORE);
    if (is_little)
        png_set_bgr(png);
    for (int y = 0; y < height; y++, row += cairo_image_surface_get_stride(surface))
        png_write_row(png, row);

    png_write_end(png, NULL);
    png_destroy_write_struct(&png, &info);
    return 0;
}

/* Returns a picture in PIXELS, which the caller must free after it. A page's ground covers what
 * they were. Huge pages save a thousand page faults. */
static cairo_surface_t *new_surface(int width, int height, unsigned char **pixels) {
    enum { HUGE_PAGE = 1 << 21 };
    int stride = cairo_format_stride_for_width(CAIRO_FORMAT_RGB24, width);
    size_t pages = ((size_t)stride * (size_t)height + HUGE_PAGE - 1) / HUGE_PAGE;
    *pixels = aligned_alloc(HUGE_PAGE, pages * HUGE_PAGE);
    if (!*pixels)
        xalloc_die();
    machine_use_large_pages(*pixels, pages * HUGE_PAGE);
    return cairo_image_surface_create_for_data(*pixels, CAIRO_FORMAT_RGB24, width, height, stride);
}

static int encode(const struct page *page, size_t count, FILE *file, struct err *err) {
    int width, height;
    png_text texts[MOST_TEXTS];
    int code = limit_pixels(page->width_mm, page->height_mm, page->dpi, &width, &height, err);
    if (code)
        return code;
    unsigned char *pixels;
    cairo_surface_t *surface = new_surface(width, height, &pixels);
    code = output_surface_paint(page, count, surface, page->dpi / 72, NULL, err);
    int text_count = make_texts(texts, page);
    if (!code)
        code = write_file(surface, page->dpi, texts, text_count, file, err);
    while (text_count)
        free(texts[--text_count].text);
    cairo_surface_destroy(surface);
    free(pixels);
    return code;
}

const struct output_format output_png = {"png", ".png", 1, 0, encode};
