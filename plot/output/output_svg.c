/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plot/output/output_surface.h"

#include <stdlib.h>
#include <string.h>

#include <cairo-svg.h>
#include <glib.h>

#include "plot/figure/text.h"
#include "plot/figure/canvas.h"

/* Appends <TAG>VALUE</TAG>, with VALUE escaped. */
static int append_element(struct bytes *bytes, const char *tag, const char *value) {
    if (!value)
        return 0;
    char *clean = text_clean(value, TEXT_LONGEST_CAPTION);
    if (!clean)
        return -1;
    gchar *element = g_markup_printf_escaped("<%s>%s</%s>\n", tag, clean, tag);
    int code = bytes_append(bytes, element, strlen(element));
    g_free(element);
    free(clean);
    return code;
}

/* A part of what cairo wrote. */
struct run_range {
    const unsigned char *start, *end;
};

/* The tag that begins with OPENING, up to its '>'; empty at the end where there is none. */
static struct run_range find_tag(const struct bytes *drawn, const char *opening) {
    const unsigned char *limit = drawn->data + drawn->size;
    const unsigned char *start = memmem(drawn->data, drawn->size, opening, strlen(opening));
    const unsigned char *end = start ? memchr(start, '>', (size_t)(limit - start)) : NULL;
    return end ? (struct run_range){start, end + 1} : (struct run_range){limit, limit};
}

static int append_between(struct bytes *bytes, const unsigned char *from, const unsigned char *to) {
    return bytes_append(bytes, from, (size_t)(to - from));
}

/* Behind the opening tag goes what cairo leaves out: who drew it, and a title and description for
 * those who cannot see it. The drawing's group loses its id, which counts the surfaces that the
 * process has had so far and would make the same figure differ. */
static int complete(const struct page *page, const struct bytes *drawn, struct bytes *bytes) {
    static const char creator[] = "\n<!-- " OUTPUT_CREATOR " -->\n";
    struct run_range svg = find_tag(drawn, "<svg "), group = find_tag(drawn, "<g id=\"surface");
    if (group.start < svg.end)
        group = (struct run_range){svg.end, svg.end};
    int failed = append_between(bytes, drawn->data, svg.end) ||
                 bytes_append(bytes, creator, sizeof creator - 1) ||
                 append_element(bytes, "title", page->title) ||
                 append_element(bytes, "desc", page->subject) ||
                 append_between(bytes, svg.end, group.start) ||
                 (group.start < group.end && bytes_append(bytes, "<g>", 3)) ||
                 append_between(bytes, group.end, drawn->data + drawn->size);
    return failed ? -1 : 0;
}

static int encode(const struct page *page, struct bytes *bytes, struct err *err) {
    struct bytes drawn = {0};
    cairo_surface_t *surface = cairo_svg_surface_create_for_stream(
        output_surface_write, &drawn, page->width_mm * CANVAS_POINTS_PER_MM,
        page->height_mm * CANVAS_POINTS_PER_MM);
    cairo_svg_surface_set_document_unit(surface, CAIRO_SVG_UNIT_PT);
    int code = output_surface_paint(page, surface, 1, err);
    cairo_surface_destroy(surface);
    if (!code && complete(page, &drawn, bytes) != 0)
        code = err_set(err, ERR_FAILED, "no memory for an SVG");
    bytes_release(&drawn);
    return code;
}

const struct output_format output_svg = {"svg", ".svg", 0, encode};
