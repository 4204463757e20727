/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plot/output/output.h"

#include <cairo-pdf.h>
#include <cairo-ps.h>
#include <glib.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "formats/files/destination.h"
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

/* Returns whether bench-plot drew FILE: its files name it as their creator near the beginning, PDF
 * near the end. */
static int is_ours(FILE *file) {
    static const char creator[] = "bench-plot";
    char part[4096];
    size_t size = fread(part, 1, sizeof part, file);
    int is = memmem(part, size, creator, sizeof creator - 1) != NULL;
    if (!is && fseek(file, -(long)sizeof part, SEEK_END) == 0) {
        size = fread(part, 1, sizeof part, file);
        is = memmem(part, size, creator, sizeof creator - 1) != NULL;
    }
    return is;
}

static int check_ours(const char *output, struct err *err) {
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
    *output = malloc(stem + strlen(extension) + 1);
    if (!*output)
        return err_set(err, ERR_FAILED, "%s: no memory for its name", source);
    memcpy(*output, source, stem);
    strcpy(*output + stem, extension);
    int code = check_ours(*output, err);
    if (code) {
        free(*output);
        *output = NULL;
    }
    return code;
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
    char *clean = value ? text_clean(value, TEXT_LONGEST_CAPTION) : NULL;
    if (clean)
        cairo_pdf_surface_set_metadata(surface, which, clean);
    free(clean);
}

static int encode(const struct page *page, FILE *file, struct err *err) {
    cairo_surface_t *surface = cairo_pdf_surface_create_for_stream(
        output_surface_write, file, page->width_mm * CANVAS_POINTS_PER_MM,
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

/* --- PostScript --- */

/* A line of PostScript's document structuring conventions has at most 255 characters, all of them
 * ASCII (Adobe Technical Note 5001, 3.0, 1992, "Document Structuring Conventions"). */
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

static int ps_encode(const struct page *page, int is_encapsulated, FILE *file, struct err *err) {
    struct bytes drawn = {0};
    FILE *memory = open_memstream(&drawn.data, &drawn.size);
    if (!memory)
        return err_set(err, ERR_FAILED, "no memory for a PostScript file");
    cairo_surface_t *surface = cairo_ps_surface_create_for_stream(
        output_surface_write, memory, page->width_mm * CANVAS_POINTS_PER_MM,
        page->height_mm * CANVAS_POINTS_PER_MM);
    cairo_ps_surface_set_eps(surface, is_encapsulated);
    /* PostScript has no opacity: cairo flattens whatever is under a band into an image. */
    cairo_surface_set_fallback_resolution(surface, page->dpi, page->dpi);
    comment(surface, "Title", page->title);
    comment(surface, "For", page->author);
    int code = output_surface_paint(page, surface, 1, err);
    cairo_surface_destroy(surface);
    if (fclose(memory) != 0 && !code)
        code = err_set(err, ERR_FAILED, "no memory for a PostScript file");
    if (!code) {
        /* Write everything but the creation date, which would make the same chart differ from one
         * second to the next. The date is in the first lines, before any text of a chart. */
        static const char date[] = "%%CreationDate:";
        const char *end = drawn.data + drawn.size;
        const char *line = memmem(drawn.data, drawn.size, date, sizeof date - 1);
        const char *rest = line ? memchr(line, '\n', (size_t)(end - line)) : NULL;
        if (rest) {
            fwrite(drawn.data, 1, (size_t)(line - drawn.data), file);
            fwrite(rest + 1, 1, (size_t)(end - rest - 1), file);
        } else {
            fwrite(drawn.data, 1, drawn.size, file);
        }
    }
    free(drawn.data);
    return code;
}

static int encode_ps(const struct page *page, FILE *file, struct err *err) {
    return ps_encode(page, 0, file, err);
}

static int encode_eps(const struct page *page, FILE *file, struct err *err) {
    return ps_encode(page, 1, file, err);
}

const struct output_format output_ps = {"ps", ".ps", 0, encode_ps};
const struct output_format output_eps = {"eps", ".eps", 0, encode_eps};

/* --- cairo surfaces --- */

int output_surface_paint(const struct page *page, cairo_surface_t *surface, double scale,
                         struct err *err) {
    cairo_t *cr = cairo_create(surface);
    cairo_scale(cr, scale, scale);
    page->paint(cr, page->context);
    cairo_status_t status = cairo_status(cr);
    cairo_destroy(cr);
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
