/* SPDX-License-Identifier: GPL-3.0-or-later */
/* output.h: the file formats of a page, in one table.
 *
 * To add a format, define its struct output_format in output.c or in a file output_<name>.c, and
 * add it to `formats` in output.c. */
#ifndef BENCHMAT_PLOT_OUTPUT_OUTPUT_H
#define BENCHMAT_PLOT_OUTPUT_OUTPUT_H

#include <cairo.h>
#include <stddef.h>
#include <stdio.h>

#include "formats/text/err.h"

struct canvas;
struct figure;
struct layout;
struct scene;
struct text;

/* A page to encode. */
struct page {
    double width_mm, height_mm;
    double dpi; /* used by formats made of pixels */
    const char *title, *author, *subject;
    const struct scene *scene;
    const struct layout *layout; /* which is what SCENE shows, */
    const struct figure *figure; /* and of this */
    const struct canvas *canvas; /* measures text */
};

/* cairo 1.16 puts text with a bracket into a PDF as UTF-16, where output.c would not find it. */
#define OUTPUT_CREATOR "bench-plot of benchmat " BENCHMAT_VERSION

struct output_format {
    const char *name;      /* "png", as on a command line */
    const char *extension; /* ".png" */
    int is_binary;         /* a terminal cannot show it */
    int has_pages;         /* a file may have several */
    /* Writes a whole file of COUNT pages, one unless the format has several, to FILE; the caller
     * must check FILE for write errors. The same pages give the same bytes. */
    int (*encode)(const struct page *pages, size_t count, FILE *file, struct err *err);
};

/* Finds the format by PATH's extension, ignoring case; ".tex" is as good as ".tikz". Returns
 * ERR_USAGE with a list of the known extensions if it is unknown. */
int output_find(const char *path, const struct output_format **format, struct err *err);

/* Returns the format called NAME, such as "png", or NULL if it is unknown. */
const struct output_format *output_find_name(const char *name);

/* Writes the names of all formats to LIST, each with BEFORE in front. */
void output_list_names(char *list, size_t size, const char *before);

extern const struct output_format output_png, output_pdf, output_svg, output_ps, output_eps,
    output_tikz;

/* --- target --- */

/* Checks where a picture may be written, and writes it. */

/* Derives the name of a picture of SOURCE if the user gave none: "runs/results.h5" with the
 * extension ".png" gives "runs/results.png". Fails if there is a file of that name that bench-plot
 * did not draw. The caller must free OUTPUT, which is NULL after a failure. */
int target_derive(const char *source, const char *extension, char **output, struct err *err);

/* Fails if there is a file OUTPUT that bench-plot did not draw. */
int target_check_own(const char *output, struct err *err);

/* Returns the name of page NUMBER, counted from 0, of COUNT: of 12 pages "a.png" becomes "a-01.png"
 * to "a-12.png"; of a single one it stays. The caller must free it. */
char *target_number(const char *output, size_t number, size_t count);

/* Returns ERR_USAGE if OUTPUT is a directory or, under whatever name, the file SOURCE itself. */
int target_check(const char *output, const char *source, struct err *err);

/* A file in memory, empty if zero-initialised. The caller must free DATA. */
struct bytes {
    char *data;
    size_t size;
};

/* Files in memory, none if zero-initialised. The caller must pass them to files_release. */
struct files {
    struct bytes *items;
    size_t count;
};

void files_release(struct files *files);

/* Writes BYTES to OUTPUT, or standard output if that is "-". A file is written completely or left
 * as it was. */
int target_write(const char *output, const struct bytes *bytes, struct err *err);

/* --- cairo surfaces --- */

/* Helpers for formats that cairo writes or paints. */

/* Paints SCENE, whose words TEXT lays out, in points. */
void output_scene_paint(const struct scene *scene, struct text *text, cairo_t *cr);

/* Paints COUNT pages on SURFACE with SCALE pixels per point. SURFACE has the size of
 * the first; RESIZE gives it that of each other one, in points, and may be NULL if there is none.
 * If cairo fails, returns ERR_FAILED with cairo's message. */
int output_surface_paint(const struct page *pages, size_t count, cairo_surface_t *surface,
                         double scale,
                         void (*resize)(cairo_surface_t *surface, double width, double height),
                         struct err *err);
/* A cairo_write_func_t whose closure FILE is a FILE *. */
cairo_status_t output_surface_write(void *file, const unsigned char *data, unsigned int size);

#endif
