/* SPDX-License-Identifier: GPL-3.0-or-later */
/* output.h: the file formats a page can have, behind one table.
 *
 * To add one: a file output_<name>.c with its struct output_format, and a row in output.c. */
#ifndef BENCHMAT_PLOT_OUTPUT_OUTPUT_H
#define BENCHMAT_PLOT_OUTPUT_OUTPUT_H

#include <cairo.h>
#include <stddef.h>
#include <stdio.h>

#include "formats/text/err.h"

/* As in cairo.h, which only those who draw have to include. */
typedef struct _cairo cairo_t;

/* What is to be encoded: PAINT draws it in points, from the top left. */
struct page {
    double width_mm, height_mm;
    double dpi; /* of formats made of pixels */
    const char *title, *author, *subject;
    void (*paint)(cairo_t *cr, void *context);
    void *context;
};

#define OUTPUT_CREATOR "bench-plot (benchmat " BENCHMAT_VERSION ")"

struct output_format {
    const char *name;      /* "png", as on a command line */
    const char *extension; /* ".png" */
    int is_binary;         /* nothing that a terminal can show */
    /* Writes the whole to FILE, in which failures to write show. The same page gives the same
     * bytes. */
    int (*encode)(const struct page *page, FILE *file, struct err *err);
};

/* The format that PATH's extension names, in capitals or not. ERR_USAGE lists those known. */
int output_find(const char *path, const struct output_format **format, struct err *err);

/* The format of that name, such as "png"; NULL where there is none. */
const struct output_format *output_find_name(const char *name);

/* Writes the names of all formats, each with BEFORE in front, to LIST. */
void output_list_names(char *list, size_t size, const char *before);

extern const struct output_format output_png, output_pdf, output_svg, output_ps, output_eps;

/* --- target --- */

/* Which file a picture may go to. */

/* The name for a picture of SOURCE when none was given: "runs/results.h5" with the extension ".png"
 * gives "runs/results.png". Refused where something of that name is there that was not drawn by
 * bench-plot. The caller frees OUTPUT, which is NULL after a failure. */
int target_derive(const char *source, const char *extension, char **output, struct err *err);

/* ERR_USAGE when OUTPUT is the very file SOURCE, under whatever name, or a directory. */
int target_check(const char *output, const char *source, struct err *err);

/* A file in memory. Zero-initialised is none; the caller frees DATA. */
struct bytes {
    char *data;
    size_t size;
};

/* Writes BYTES to OUTPUT, "-" for standard output, so that a file is whole or as it was before. */
int target_write(const char *output, const struct bytes *bytes, struct err *err);

/* --- output surface --- */

/* A page on a cairo surface, for the formats' own use. */

/* Paints PAGE on SURFACE with SCALE pixels per point, and gives back
 * cairo's verdict in words. */
int output_surface_paint(const struct page *page, cairo_surface_t *surface, double scale,
                         struct err *err);
/* A cairo_write_func_t on a FILE. */
cairo_status_t output_surface_write(void *file, const unsigned char *data, unsigned int size);

#endif
