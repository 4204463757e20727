/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plot/output/output.h"

#include <cairo-pdf.h>
#include <cairo-ps.h>
#include <glib.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "formats/files/destination.h"
#include "formats/text/xalloc.h"
#include "plot/figure/contrast.h"
#include "plot/figure/scene.h"
#include "plot/figure/text.h"

/* --- formats --- */

static const struct output_format *const formats[] = {&output_png, &output_pdf, &output_svg,
                                                      &output_ps,  &output_eps, &output_tikz};
enum { FORMATS = sizeof formats / sizeof *formats };

int output_find(const char *path, const struct output_format **format, struct err *err) {
    const char *slash = strrchr(path, '/');
    const char *dot = strrchr(slash ? slash : path, '.');
    const char *extension = !dot ? "" : strcasecmp(dot, ".tex") == 0 ? ".tikz" : dot;
    for (int i = 0; i < FORMATS; i++) {
        *format = formats[i];
        if (strcasecmp(extension, formats[i]->extension) == 0)
            return 0;
    }
    char known[64];

    size_t size = sizeof known;
    size_t used = 0;
    for (int i = 0; i < FORMATS && used < size; i++)
        used += (size_t)snprintf(known + used, size - used, "%s%s",
                                 i == 0             ? ""
                                 : i == FORMATS - 1 ? " or "
                                                    : ", ",
                                 formats[i]->extension);

    return err_set(err, ERR_USAGE, "%s: the name must end in %s, which says what to draw", path,
                   known);
}

const struct output_format *output_find_name(const char *name) {
    for (int i = 0; i < FORMATS; i++)
        if (strcmp(name, formats[i]->name) == 0)
            return formats[i];
    return NULL;
}

void output_list_names(char *list, size_t size, const char *before) {
    size_t used = 0;
    for (int i = 0; i < FORMATS && used < size; i++)
        used += (size_t)snprintf(list + used, size - used, "%s%s", before, formats[i]->name);
}

/* --- target --- */

/* Returns whether FILE names bench-plot within 4 KiB from BEGIN. */
static int names_us(FILE *file, long begin) {
    static const char creator[] = "bench-plot";
    char part[4096];
    size_t size = fseek(file, begin, SEEK_SET) == 0 ? fread(part, 1, sizeof part, file) : 0;
    return memmem(part, size, creator, sizeof creator - 1) != NULL;
}

/* Reads as much from BEGIN on as TEXT has room for, and ends it. */
static void read_text(FILE *file, long begin, int from, char text[1025]) {
    size_t size = fseek(file, begin, from) == 0 ? fread(text, 1, 1024, file) : 0;
    text[size] = '\0';
}

/* The number after the last KEYWORD in TEXT; 0 if it is not there, or no place in a file. */
static long number_after(const char *text, const char *keyword) {
    const char *last = NULL;
    for (const char *at = text; (at = strstr(at, keyword)); at++)
        last = at + strlen(keyword);
    long number = last ? strtol(last, NULL, 10) : 0;
    return number > 0 && number < LONG_MAX / 32 ? number : 0;
}

/* Returns where the object of a PDF that has its creator begins: the trailer names it, and the
 * table of objects, a line of 20 bytes for each, has its place (ISO 32000-1, 7.5.4 and 7.5.5). */
static long pdf_creator(FILE *file) {
    char text[1025];
    read_text(file, -1024, SEEK_END, text);
    long table = number_after(text, "startxref"), object = number_after(text, "/Info");
    if (!table || !object)
        return 0;
    read_text(file, table, SEEK_SET, text); /* "xref\n0 312 \n" comes first */
    const char *first = strchr(text, '\n');
    first = first ? strchr(first + 1, '\n') : NULL;
    read_text(file, table + (first ? first + 1 - text : 0) + 20 * object, SEEK_SET, text);
    long place = strtol(text, NULL, 10);
    return place > 0 ? place : 0;
}

/* Returns whether bench-plot drew FILE: its files name it as their creator near the beginning, PDF
 * where its trailer says. */
static int is_ours(FILE *file) {
    return names_us(file, 0) || names_us(file, pdf_creator(file));
}

int target_check_own(const char *output, struct err *err) {
    struct stat status;
    if (stat(output, &status) != 0)
        return 0;
    FILE *file = S_ISREG(status.st_mode) ? fopen(output, "rb") : NULL;
    int ours = file && is_ours(file);
    if (file)
        fclose(file);
    if (ours)
        return 0;
    return err_set(err, ERR_FAILED,
                   "%s: is there already and was not drawn by bench-plot; name the chart with -o",
                   output);
}

int target_derive(const char *source, const char *extension, char **output, struct err *err) {
    /* The length of SOURCE without its extension; a name whose only dot is its first character has
     * none. */
    const char *slash = strrchr(source, '/');
    const char *name = slash ? slash + 1 : source, *dot = strrchr(name, '.');
    size_t stem = dot && dot > name ? (size_t)(dot - source) : strlen(source);
    *output = xasprintf("%.*s%s", (int)stem, source, extension);
    int code = target_check_own(*output, err);
    if (code) {
        free(*output);
        *output = NULL;
    }
    return code;
}

char *target_number(const char *output, size_t number, size_t count) {
    const char *slash = strrchr(output, '/'), *dot = strrchr(slash ? slash : output, '.');
    int stem = (int)(dot ? dot - output : (ptrdiff_t)strlen(output));
    int digits = snprintf(NULL, 0, "%zu", count);
    return count == 1 ? xstrdup(output)
                      : xasprintf("%.*s-%0*zu%s", stem, output, digits, number + 1, output + stem);
}

void files_release(struct files *files) {
    for (size_t i = 0; i < files->count; i++)
        free(files->items[i].data);
    free(files->items);
    *files = (struct files){0};
}

int target_check(const char *output, const char *source, struct err *err) {
    struct stat a, b;
    if (stat(output, &a) != 0)
        return 0;
    if (S_ISDIR(a.st_mode))
        return err_set(err, ERR_USAGE, "%s: is a directory; name a file in it", output);
    if (stat(source, &b) != 0 || a.st_dev != b.st_dev || a.st_ino != b.st_ino)
        return 0;
    return err_set(err, ERR_USAGE,
                   "%s: is what is to be drawn; choose another name for the picture", output);
}

int target_write(const char *output, const struct bytes *bytes, struct err *err) {
    struct destination destination;
    int code = destination_open(&destination, output, err);
    if (code)
        return code;
    fwrite(bytes->data, 1, bytes->size, destination.file); /* the commit reports errors */
    return destination_commit(&destination, err);
}

/* --- PDF --- */

/* A fixed date for the metadata: with the date of drawing, the same chart would not give the same
 * bytes. */
static const char no_date[] = "1970-01-01T00:00:00Z";

static void set_metadata(cairo_surface_t *surface, cairo_pdf_metadata_t which, const char *value) {
    if (!value)
        return;
    char *clean = text_clean(value, TEXT_LONGEST_CAPTION);
    cairo_pdf_surface_set_metadata(surface, which, clean);
    free(clean);
}

static int encode(const struct page *pages, size_t count, FILE *file, struct err *err) {
    const struct page *page = &pages[0]; /* all have the same title */
    cairo_surface_t *surface = cairo_pdf_surface_create_for_stream(
        output_surface_write, file, page->width_mm * CANVAS_POINTS_PER_MM,
        page->height_mm * CANVAS_POINTS_PER_MM);
    /* From 1.5 on cairo 1.18 compresses the metadata, of which the creator tells what is ours. */
    cairo_pdf_surface_restrict_to_version(surface, CAIRO_PDF_VERSION_1_4);
    set_metadata(surface, CAIRO_PDF_METADATA_CREATOR, OUTPUT_CREATOR);
    set_metadata(surface, CAIRO_PDF_METADATA_CREATE_DATE, no_date);
    set_metadata(surface, CAIRO_PDF_METADATA_MOD_DATE, no_date);
    set_metadata(surface, CAIRO_PDF_METADATA_TITLE, page->title);
    set_metadata(surface, CAIRO_PDF_METADATA_AUTHOR, page->author);
    set_metadata(surface, CAIRO_PDF_METADATA_SUBJECT, page->subject);
    int code = output_surface_paint(pages, count, surface, 1, cairo_pdf_surface_set_size, err);
    cairo_surface_destroy(surface);
    return code;
}

const struct output_format output_pdf = {"pdf", ".pdf", 1, 1, encode};

/* --- PostScript --- */

/* A line of PostScript's document structuring conventions has at most 255 characters, all of them
 * ASCII (Adobe Technical Note 5001, 3.0, 1992, "Document Structuring Conventions"). */
enum { LONGEST_COMMENT = 255 };

static void comment(cairo_surface_t *surface, const char *key, const char *value) {
    char line[LONGEST_COMMENT + 1];
    if (!value)
        return;
    char *clean = text_clean(value, TEXT_LONGEST);
    gchar *plain = g_str_to_ascii(clean, "C");
    g_strdelimit(plain, "\n", ' ');
    g_snprintf(line, sizeof line, "%%%%%s: %s", key, plain);
    cairo_ps_surface_dsc_comment(surface, line);
    g_free(plain);
    free(clean);
}

/* Writes what cairo has written, but for two of the first lines, before any text of a chart: the
 * creation date, which would make the same chart differ from one second to the next, and the
 * bounding box, which would be that of the last page only. */
static void write_corrected(FILE *file, const char *drawn, const struct page *pages, size_t count) {
    static const char date[] = "%%CreationDate:", box[] = "%%BoundingBox:";
    double width = 0, height = 0;
    for (size_t i = 0; i < count; i++) {
        width = fmax(width, ceil(pages[i].width_mm * CANVAS_POINTS_PER_MM));
        height = fmax(height, ceil(pages[i].height_mm * CANVAS_POINTS_PER_MM));
    }
    const char *end = strstr(drawn, "%%EndComments");
    while (end && drawn < end) {
        size_t length = strcspn(drawn, "\n") + 1;
        if (strncmp(drawn, box, sizeof box - 1) == 0)
            fprintf(file, "%s 0 0 %.0f %.0f\n", box, width, height);
        else if (strncmp(drawn, date, sizeof date - 1) != 0)
            fwrite(drawn, 1, length, file);
        drawn += length;
    }
    fputs(drawn, file);
}

static int ps_encode(const struct page *pages, size_t count, int is_encapsulated, FILE *file,
                     struct err *err) {
    const struct page *page = &pages[0];
    struct bytes drawn = {0};
    FILE *memory = xopen_memstream(&drawn.data, &drawn.size);
    cairo_surface_t *surface = cairo_ps_surface_create_for_stream(
        output_surface_write, memory, page->width_mm * CANVAS_POINTS_PER_MM,
        page->height_mm * CANVAS_POINTS_PER_MM);
    cairo_ps_surface_set_eps(surface, is_encapsulated);
    /* PostScript has no opacity: cairo flattens whatever is under a band into an image. */
    cairo_surface_set_fallback_resolution(surface, page->dpi, page->dpi);
    comment(surface, "Title", page->title);
    comment(surface, "For", page->author);
    int code = output_surface_paint(pages, count, surface, 1, cairo_ps_surface_set_size, err);
    cairo_surface_destroy(surface);
    xclose_memstream(memory);
    if (!code)
        write_corrected(file, drawn.data, pages, count);
    free(drawn.data);
    return code;
}

static int encode_ps(const struct page *pages, size_t count, FILE *file, struct err *err) {
    return ps_encode(pages, count, 0, file, err);
}

static int encode_eps(const struct page *pages, size_t count, FILE *file, struct err *err) {
    return ps_encode(pages, count, 1, file, err);
}

const struct output_format output_ps = {"ps", ".ps", 0, 1, encode_ps};
const struct output_format output_eps = {"eps", ".eps", 0, 0, encode_eps};

/* --- cairo surfaces --- */

/* A page on its way to a surface. */
struct painting {
    cairo_t *cr;
    const struct scene *scene;
    struct text *text;
};

static struct colour colour_of(const struct painting *painting, enum role role) {
    return theme_colour(painting->scene->theme, role, painting->scene->libraries);
}

static double mixed(double ground, double colour, double opacity) {
    return ground + opacity * (colour - ground);
}

/* PostScript has no opacity, and cairo would draw all below it as a picture: the colour is mixed
 * with that of the ground instead. */
static void set_colour(const struct painting *painting, struct colour colour, double opacity) {
    int is_postscript =
        cairo_surface_get_type(cairo_get_target(painting->cr)) == CAIRO_SURFACE_TYPE_PS;
    if (is_postscript && opacity < 1) {
        struct colour ground = colour_of(painting, ROLE_GROUND);
        colour.red = mixed(ground.red, colour.red, opacity);
        colour.green = mixed(ground.green, colour.green, opacity);
        colour.blue = mixed(ground.blue, colour.blue, opacity);
    }
    cairo_set_source_rgba(painting->cr, colour.red, colour.green, colour.blue,
                          is_postscript ? 1 : opacity);
}

static void trace(cairo_t *cr, const struct scene_step *step) {
    switch (step->way) {
    case WAY_MOVE:
        cairo_move_to(cr, step->x, step->y);
        break;
    case WAY_LINE:
        cairo_line_to(cr, step->x, step->y);
        break;
    case WAY_CLOSE:
        cairo_close_path(cr);
        break;
    case WAY_RECTANGLE:
        cairo_rectangle(cr, step->x, step->y, step->width, step->height);
        break;
    case WAY_CIRCLE:
        cairo_new_sub_path(cr);
        cairo_arc(cr, step->x, step->y, step->width, 0, 2 * M_PI);
        break;
    }
}

static void paint_shape(void *context, const struct scene_shape *shape) {
    static const cairo_line_join_t joins[] = {[JOIN_MITER] = CAIRO_LINE_JOIN_MITER,
                                              [JOIN_ROUND] = CAIRO_LINE_JOIN_ROUND,
                                              [JOIN_BEVEL] = CAIRO_LINE_JOIN_BEVEL};
    const struct painting *painting = context;
    const struct stroke *stroke = &shape->stroke;
    cairo_t *cr = painting->cr;
    for (size_t i = 0; i < shape->count; i++)
        trace(cr, &shape->steps[i]);
    if (shape->fill.opacity > 0) {
        set_colour(painting, colour_of(painting, shape->fill.role), shape->fill.opacity);
        cairo_fill_preserve(cr);
    }
    if (stroke->width > 0) {
        set_colour(painting, colour_of(painting, stroke->role), stroke->opacity);
        cairo_set_line_width(cr, stroke->width);
        cairo_set_line_join(cr, joins[stroke->join]);
        if (stroke->dash)
            cairo_set_dash(cr, stroke->dash->lengths, stroke->dash->count, 0);
        cairo_stroke_preserve(cr);
        cairo_set_dash(cr, NULL, 0, 0);
    }
    cairo_new_path(cr);
}

static void paint_words(void *context, const struct placed_text *words, enum role role) {
    const struct painting *painting = context;
    const struct scene *scene = painting->scene;
    set_colour(painting, theme_text_colour(scene->theme, role, scene->libraries), 1);
    text_draw(painting->text, painting->cr, words);
}

static void clip(void *context, const struct box *box) {
    cairo_t *cr = ((const struct painting *)context)->cr;
    cairo_save(cr);
    cairo_rectangle(cr, box->x, box->y, box->width, box->height);
    cairo_clip(cr);
}

static void unclip(void *context) {
    cairo_restore(((const struct painting *)context)->cr);
}

void output_scene_paint(const struct scene *scene, struct text *text, cairo_t *cr) {
    static const struct scene_painter painter = {paint_shape, paint_words, clip, unclip};
    struct painting painting = {cr, scene, text};
    set_colour(&painting, colour_of(&painting, ROLE_GROUND), 1);
    cairo_paint(cr);
    scene_paint(scene, &painter, &painting);
}

int output_surface_paint(const struct page *pages, size_t count, cairo_surface_t *surface,
                         double scale,
                         void (*resize)(cairo_surface_t *surface, double width, double height),
                         struct err *err) {
    cairo_status_t status = CAIRO_STATUS_SUCCESS;
    for (size_t i = 0; i < count && status == CAIRO_STATUS_SUCCESS; i++) {
        if (i > 0)
            resize(surface, pages[i].width_mm * CANVAS_POINTS_PER_MM,
                   pages[i].height_mm * CANVAS_POINTS_PER_MM);
        cairo_t *cr = cairo_create(surface);
        cairo_scale(cr, scale, scale);
        output_scene_paint(pages[i].scene, pages[i].canvas->text, cr);
        if (i + 1 < count)
            cairo_show_page(cr);
        status = cairo_status(cr);
        cairo_destroy(cr);
    }
    if (status == CAIRO_STATUS_SUCCESS) {
        /* Finishing an image surface would lose its pixels. */
        if (cairo_surface_get_type(surface) == CAIRO_SURFACE_TYPE_IMAGE)
            cairo_surface_flush(surface);
        else
            cairo_surface_finish(surface);
        status = cairo_surface_status(surface);
    }
    if (status != CAIRO_STATUS_SUCCESS)
        return err_set(err, ERR_FAILED, "the figure cannot be drawn: %s",
                       cairo_status_to_string(status));
    return 0;
}

cairo_status_t output_surface_write(void *file, const unsigned char *data, unsigned int size) {
    return fwrite(data, 1, size, file) == size ? CAIRO_STATUS_SUCCESS : CAIRO_STATUS_NO_MEMORY;
}
