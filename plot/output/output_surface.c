/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plot/output/output_surface.h"

/* A finished image would have lost its pixels. */
static cairo_status_t complete(cairo_surface_t *surface) {
    if (cairo_surface_get_type(surface) == CAIRO_SURFACE_TYPE_IMAGE)
        cairo_surface_flush(surface);
    else
        cairo_surface_finish(surface);
    return cairo_surface_status(surface);
}

int output_surface_paint(const struct page *page, cairo_surface_t *surface, double scale,
                         struct err *err) {
    cairo_t *cr = cairo_create(surface);
    cairo_scale(cr, scale, scale);
    page->paint(cr, page->context);
    cairo_status_t status = cairo_status(cr);
    cairo_destroy(cr);
    if (status == CAIRO_STATUS_SUCCESS)
        status = complete(surface);
    if (status != CAIRO_STATUS_SUCCESS)
        return err_set(err, ERR_FAILED, "the figure cannot be drawn: %s",
                       cairo_status_to_string(status));
    return 0;
}

cairo_status_t output_surface_write(void *bytes, const unsigned char *data, unsigned int size) {
    return bytes_append(bytes, data, size) == 0 ? CAIRO_STATUS_SUCCESS : CAIRO_STATUS_NO_MEMORY;
}
