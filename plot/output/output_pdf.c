/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plot/output/output_surface.h"

#include <stdlib.h>

#include <cairo-pdf.h>

#include "plot/figure/text.h"
#include "plot/figure/canvas.h"

/* A file's own dates say when it was drawn; leaving that out is what makes the same chart the same
 * bytes. */
static const char no_date[] = "1970-01-01T00:00:00Z";

static void set_metadata(cairo_surface_t *surface, cairo_pdf_metadata_t which, const char *value) {
    char *clean = value ? text_clean(value, TEXT_LONGEST_CAPTION) : NULL;
    if (clean)
        cairo_pdf_surface_set_metadata(surface, which, clean);
    free(clean);
}

static int encode(const struct page *page, struct bytes *bytes, struct err *err) {
    cairo_surface_t *surface = cairo_pdf_surface_create_for_stream(
        output_surface_write, bytes, page->width_mm * CANVAS_POINTS_PER_MM,
        page->height_mm * CANVAS_POINTS_PER_MM);
    set_metadata(surface, CAIRO_PDF_METADATA_CREATOR, OUTPUT_CREATOR);
    set_metadata(surface, CAIRO_PDF_METADATA_CREATE_DATE, no_date);
    set_metadata(surface, CAIRO_PDF_METADATA_MOD_DATE, no_date);
    set_metadata(surface, CAIRO_PDF_METADATA_TITLE, page->title);
    set_metadata(surface, CAIRO_PDF_METADATA_AUTHOR, page->author);
    set_metadata(surface, CAIRO_PDF_METADATA_SUBJECT, page->subject);
    int code = output_surface_paint(page, surface, 1, err);
    cairo_surface_destroy(surface);
    return code;
}

const struct output_format output_pdf = {"pdf", ".pdf", 1, encode};
