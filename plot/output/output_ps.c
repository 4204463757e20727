/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plot/output/output_surface.h"

#include <stdlib.h>
#include <string.h>

#include <cairo-ps.h>
#include <glib.h>

#include "plot/figure/text.h"
#include "plot/figure/canvas.h"

/* A line of PostScript's document structuring conventions has at most 255 characters, of which none
 * is beyond ASCII (Adobe Technical Note 5001, 3.0, 1992, "Document Structuring Conventions"). */
enum { LONGEST_COMMENT = 255 };

static void comment(cairo_surface_t *surface, const char *key, const char *value) {
    char *clean = value ? text_clean(value, TEXT_LONGEST) : NULL;
    gchar *plain = clean ? g_str_to_ascii(clean, "C") : NULL;
    if (plain) {
        char line[LONGEST_COMMENT + 1];
        g_strdelimit(plain, "\n", ' ');
        g_snprintf(line, sizeof line, "%%%%%s: %s", key, plain);
        cairo_ps_surface_dsc_comment(surface, line);
    }
    g_free(plain);
    free(clean);
}

/* All that DRAWN has but the date, which would make the same chart differ from one second to the
 * next. It stands in the first lines, before any text of a chart. */
static int append_undated(struct bytes *bytes, const struct bytes *drawn) {
    static const char date[] = "%%CreationDate:";
    const unsigned char *end = drawn->data + drawn->size;
    const unsigned char *line = memmem(drawn->data, drawn->size, date, sizeof date - 1);
    const unsigned char *rest = line ? memchr(line, '\n', (size_t)(end - line)) : NULL;
    if (!rest)
        return bytes_append(bytes, drawn->data, drawn->size);
    int failed = bytes_append(bytes, drawn->data, (size_t)(line - drawn->data)) ||
                 bytes_append(bytes, rest + 1, (size_t)(end - rest - 1));
    return failed ? -1 : 0;
}

static int encode(const struct page *page, int is_encapsulated, struct bytes *bytes,
                  struct err *err) {
    struct bytes drawn = {0};
    cairo_surface_t *surface = cairo_ps_surface_create_for_stream(
        output_surface_write, &drawn, page->width_mm * CANVAS_POINTS_PER_MM,
        page->height_mm * CANVAS_POINTS_PER_MM);
    cairo_ps_surface_set_eps(surface, is_encapsulated);
    /* PostScript has no opacity: what lies under a band is flattened into an image. */
    cairo_surface_set_fallback_resolution(surface, page->dpi, page->dpi);
    comment(surface, "Title", page->title);
    comment(surface, "For", page->author);
    int code = output_surface_paint(page, surface, 1, err);
    cairo_surface_destroy(surface);
    if (!code && append_undated(bytes, &drawn) != 0)
        code = err_set(err, ERR_FAILED, "no memory for a PostScript file");
    bytes_release(&drawn);
    return code;
}

static int encode_ps(const struct page *page, struct bytes *bytes, struct err *err) {
    return encode(page, 0, bytes, err);
}

static int encode_eps(const struct page *page, struct bytes *bytes, struct err *err) {
    return encode(page, 1, bytes, err);
}

const struct output_format output_ps = {"ps", ".ps", 0, encode_ps};
const struct output_format output_eps = {"eps", ".eps", 0, encode_eps};
