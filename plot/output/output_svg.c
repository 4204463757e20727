/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plot/output/output_svg.h"

#include <cairo.h>
#include <glib.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "formats/text/xalloc.h"
#include "plot/figure/contrast.h"
#include "plot/figure/scene.h"
#include "plot/output/markup.h"
#include "plot/output/output.h"

/* A picture that is being written. */
struct svg {
    FILE *file;
    const struct scene *scene;
    struct text *text;
    int is_in_page;
    size_t number, clips; /* of the picture in its page; of clips so far */
    enum role role;       /* of the line of text */
    cairo_t *outlines;    /* on which letters are traced; NULL if they are text */
};

/* --- numbers and colours --- */

/* Writes NUMBER with at most so many decimals. */
static void write_number(FILE *file, double number, int decimals) {
    char text[64];
    int end = snprintf(text, sizeof text, "%.*f", decimals, number);
    while (text[end - 1] == '0')
        end--;
    end -= text[end - 1] == '.';
    fprintf(file, "%.*s", end, strncmp(text, "-0", (size_t)end) == 0 ? "0" : text);
}

static void write_length(FILE *file, const char *name, double number) {
    fprintf(file, " %s=\"", name);
    write_number(file, number, 2);
    putc('"', file);
}

static void write_colour(FILE *file, const char *name, struct colour colour) {
    fprintf(file, " %s=\"#%02lx%02lx%02lx\"", name, lround(255 * colour.red),
            lround(255 * colour.green), lround(255 * colour.blue));
}

static void write_opacity(FILE *file, const char *name, double opacity) {
    if (opacity < 1)
        fprintf(file, " %s=\"%.3g\"", name, opacity);
}

/* In a page a colour is a class. */
static void write_role(const struct svg *svg, const char *name, enum role role) {
    if (!svg->is_in_page)
        write_colour(svg->file, name, theme_colour(svg->scene->theme, role, svg->scene->libraries));
}

static void write_text_role(const struct svg *svg) {
    const struct scene *scene = svg->scene;
    if (svg->is_in_page)
        fprintf(svg->file, " class=\"t%d\"", (int)svg->role);
    else
        write_colour(svg->file, "fill",
                     theme_text_colour(scene->theme, svg->role, scene->libraries));
}

/* --- paths --- */

/* Many short steps of a dashed line, each rounded, would move its dashes; nobody sees that on a
 * screen, or of letters. */
static void write_coordinate(const struct svg *svg, double number) {
    write_number(svg->file, number, svg->is_in_page ? 2 : 3);
}

static void write_place(const struct svg *svg, char letter, double x, double y) {
    putc(letter, svg->file);
    write_coordinate(svg, x);
    putc(' ', svg->file);
    write_coordinate(svg, y);
}

static void write_rectangle(const struct svg *svg, const struct scene_step *step) {
    write_place(svg, 'M', step->x, step->y);
    putc('H', svg->file);
    write_coordinate(svg, step->x + step->width);
    putc('V', svg->file);
    write_coordinate(svg, step->y + step->height);
    putc('H', svg->file);
    write_coordinate(svg, step->x);
    putc('Z', svg->file);
}

/* Two halves: an arc from a point to itself is none. */
static void write_circle(const struct svg *svg, const struct scene_step *step) {
    write_place(svg, 'M', step->x - step->width, step->y);
    for (int half = 1; half >= -1; half -= 2) {
        write_place(svg, 'A', step->width, step->width);
        fputs(" 0 1 0", svg->file);
        write_place(svg, ' ', step->x + half * step->width, step->y);
    }
    putc('Z', svg->file);
}

static void write_step(const struct svg *svg, const struct scene_step *step) {
    if (step->way == WAY_CLOSE)
        putc('Z', svg->file);
    else if (step->way == WAY_RECTANGLE)
        write_rectangle(svg, step);
    else if (step->way == WAY_CIRCLE)
        write_circle(svg, step);
    else
        write_place(svg, step->way == WAY_MOVE ? 'M' : 'L', step->x, step->y);
}

/* --- dense lines --- */

/* In a page, a line of more points than this has two in a strip as wide as a line is thick, or
 * twice that around an area: the highest and the lowest, between which all others lie. */
enum { DENSE_POINTS = 300 };
static const double line_strip = 1.2, area_strip = 2.4;

/* Returns the number of STEPS from the first on that are in its strip. */
static size_t in_strip(const struct scene_step *steps, size_t count, double strip) {
    size_t end = 1;
    while (end < count && floor(steps[end].x / strip) == floor(steps[0].x / strip))
        end++;
    return end;
}

static size_t extreme(const struct scene_step *steps, size_t count, double sign) {
    size_t found = 0;
    for (size_t i = 1; i < count; i++)
        if (sign * steps[i].y > sign * steps[found].y)
            found = i;
    return found;
}

/* Sets KEPT, which has room for all, to what is left of STEPS; returns how many these are. */
static size_t thin(struct scene_step *kept, const struct scene_step *steps, size_t count,
                   double strip) {
    size_t left = 0;
    for (size_t first = 0, next; first < count; first = next) {
        next = first + in_strip(steps + first, count - first, strip);
        size_t low = first + extreme(steps + first, next - first, 1);
        size_t high = first + extreme(steps + first, next - first, -1);
        struct scene_step pair[] = {steps[low < high ? low : high], steps[low < high ? high : low]};
        int is_end = first == 0 || next == count; /* the ends stay where they are */
        if (is_end)
            pair[first != 0] = steps[first == 0 ? 0 : count - 1];
        kept[left++] = pair[0];
        if (low != high || (is_end && next - first > 1))
            kept[left++] = pair[1];
    }
    return left;
}

/* Writes a line in steps of tenths of a point, without letting their rounding add up. */
static void write_tenths(FILE *file, const struct scene_step *steps, size_t count) {
    long x = lround(10 * steps[0].x), y = lround(10 * steps[0].y);
    fprintf(file, "M%g %gl", (double)x / 10, (double)y / 10);
    for (size_t i = 1; i < count; i++) {
        long right = lround(10 * steps[i].x) - x, down = lround(10 * steps[i].y) - y;
        fprintf(file, "%s%g%s%g", i > 1 && right >= 0 ? " " : "", (double)right / 10,
                down < 0 ? "" : " ", (double)down / 10);
        x += right;
        y += down;
    }
}

static void write_dense(FILE *file, const struct scene_step *steps, size_t count, int is_area) {
    struct scene_step *kept = xcalloc(count, sizeof *kept);
    write_tenths(file, kept, thin(kept, steps, count, is_area ? area_strip : line_strip));
    free(kept);
}

/* Returns how many of STEPS are one line, from the first on: until it is closed or another begins.
 */
static size_t line_of(const struct scene_step *steps, size_t count) {
    size_t end = 1;
    while (end < count && steps[end].way == WAY_LINE)
        end++;
    return end;
}

static void write_shape(void *context, const struct scene_shape *shape) {
    struct svg *svg = context;
    FILE *file = svg->file;
    const struct stroke *stroke = &shape->stroke;
    int is_filled = shape->fill.opacity > 0, is_stroked = stroke->width > 0;
    static const char *const joins[] = {[JOIN_ROUND] = "round", [JOIN_BEVEL] = "bevel"};
    fputs("<path", file);
    if (is_filled) {
        write_role(svg, "fill", shape->fill.role);
        write_opacity(file, "fill-opacity", shape->fill.opacity);
    }
    if (is_stroked) {
        write_length(file, "stroke-width", stroke->width);
        write_role(svg, "stroke", stroke->role);
        write_opacity(file, "stroke-opacity", stroke->opacity);
        if (stroke->join != JOIN_MITER)
            fprintf(file, " stroke-linejoin=\"%s\"", joins[stroke->join]);
        for (int i = 0; stroke->dash && i < stroke->dash->count; i++)
            fprintf(file, "%s%g%s", i ? "," : " stroke-dasharray=\"", stroke->dash->lengths[i],
                    i + 1 < stroke->dash->count ? "" : "\"");
    }
    fputs(" d=\"", file);
    for (size_t i = 0, next; i < shape->count; i = next) {
        size_t points = line_of(shape->steps + i, shape->count - i);
        next = i + points;
        int is_area = next < shape->count && shape->steps[next].way == WAY_CLOSE;
        if (svg->is_in_page && points > DENSE_POINTS)
            write_dense(file, shape->steps + i, points, is_area);
        else
            for (; i < next; i++)
                write_step(svg, &shape->steps[i]);
    }
    putc('"', file);
    if (svg->is_in_page) {
        fputs(" class=\"", file);
        if (is_filled)
            fprintf(file, "f%d%s", (int)shape->fill.role, is_stroked ? " " : "");
        if (is_stroked)
            fprintf(file, "s%d", (int)stroke->role);
        putc('"', file);
    }
    fputs("/>\n", file);
}

/* --- text --- */

/* Families whose letters are as wide, or nearly so, for readers who lack the one that the line was
 * measured with. */
static const char *const like[][2] = {
    {"DejaVu Sans", "'Bitstream Vera Sans', Verdana, sans-serif"},
    {"DejaVu Serif", "'Bitstream Vera Serif', serif"},
    {"DejaVu Sans Mono", "'Bitstream Vera Sans Mono', monospace"},
    {"Liberation Sans", "Arial, Helvetica, sans-serif"},
    {"Liberation Serif", "'Times New Roman', Times, serif"},
    {"Liberation Mono", "'Courier New', Courier, monospace"},
    {"Latin Modern Roman", "'CMU Serif', serif"},
};

/* Writes FAMILY with what may stand for it. */
static void write_family(FILE *file, const char *family) {
    const char *others = strstr(family, "Mono")                               ? "monospace"
                         : strstr(family, "Serif") || strstr(family, "Roman") ? "serif"
                                                                              : "sans-serif";
    for (size_t i = 0; i < sizeof like / sizeof *like; i++)
        if (strcmp(like[i][0], family) == 0)
            others = like[i][1];
    fputs(" font-family=\"'", file);
    for (const char *c = family; *c; c++)
        if (!strchr("'\"\\<>&", *c))
            putc(*c, file);
    fprintf(file, "', %s\"", others);
}

/* Writes characters that XML has, without those that steer the direction: each run has one. */
static void write_letters(FILE *file, const struct text_run *run) {
    for (const char *c = run->string; c < run->string + run->length; c = g_utf8_next_char(c)) {
        gunichar letter = g_utf8_get_char(c);
        char utf8[8] = "";
        if (markup_steers_direction(letter))
            continue;
        letter = letter == '\n' ? ' ' : letter;
        const char *entity = letter == '<'   ? "&lt;"
                             : letter == '>' ? "&gt;"
                             : letter == '&' ? "&amp;"
                                             : NULL;
        if (!entity)
            g_unichar_to_utf8(letter, utf8);
        fputs(entity ? entity : utf8, file);
    }
}

/* Writes how the letters of RUN look, and the width that they were laid out for, which they keep in
 * another font. */
static void write_looks(const struct svg *svg, const struct text_run *run) {
    const int regular = 400;
    if (strcmp(run->family, text_family(svg->text)) != 0)
        write_family(svg->file, run->family);
    write_length(svg->file, "font-size", run->size);
    if (run->weight != regular)
        fprintf(svg->file, " font-weight=\"%d\"", run->weight);
    write_length(svg->file, "textLength", run->width);
    fputs(" lengthAdjust=\"spacingAndGlyphs\"", svg->file);
}

/* Writes where RUN is: at SIDE of X. A run that is read from the right begins at its right end, and
 * its characters have been put in their order already. */
static void write_anchor(FILE *file, const struct text_run *run, enum text_side side, double x) {
    static const char *const anchors[] = {
        [TEXT_STARTS] = "", [TEXT_IS_CENTRED] = "middle", [TEXT_ENDS] = "end"};
    const char *anchor = anchors[run->is_rtl && side == TEXT_STARTS ? TEXT_ENDS
                                 : run->is_rtl && side == TEXT_ENDS ? TEXT_STARTS
                                                                    : side];
    write_length(file, "x", x);
    write_length(file, "y", run->y);
    if (*anchor)
        fprintf(file, " text-anchor=\"%s\"", anchor);
    if (run->is_rtl)
        fputs(" direction=\"rtl\" unicode-bidi=\"bidi-override\"", file);
}

/* A line of one run is placed as it was asked for, so that it keeps its place in another font; of
 * several runs each has a place of its own. */
static void write_runs(const struct svg *svg, const struct text_run *runs, size_t count,
                       const struct text_line *line) {
    FILE *file = svg->file;
    fputs("<text", file);
    if (count == 1)
        write_anchor(file, runs, line->side, line->x);
    write_text_role(svg);
    if (count == 1)
        write_looks(svg, runs);
    putc('>', file);
    for (size_t i = 0; i < count; i++) {
        if (count > 1) {
            fputs(i && (runs[i - 1].is_separate || runs[i].is_separate) ? " <tspan" : "<tspan",
                  file);
            write_anchor(file, &runs[i], TEXT_STARTS, runs[i].x);
            write_looks(svg, &runs[i]);
            putc('>', file);
        }
        write_letters(file, &runs[i]);
        fputs(count > 1 ? "</tspan>" : "", file);
    }
    fputs("</text>\n", file);
}

static void write_line(void *context, const struct text_line *line) {
    struct text_run *runs = xcalloc(line->count, sizeof *runs);
    size_t count = 0;
    for (size_t i = 0; i < line->count; i++)
        if (line->runs[i].length)
            runs[count++] = line->runs[i];
        else if (count)
            runs[count - 1].is_separate = 1;
    if (count)
        write_runs(context, runs, count, line);
    free(runs);
}

static void write_words(void *context, const struct placed_text *words, enum role role) {
    struct svg *svg = context;
    svg->role = role;
    text_read(svg->text, words, write_line, svg);
}

/* --- letters as shapes --- */

/* A point in hundredths, so that the rounding of steps does not add up. */
struct hundredths {
    long x, y;
};

static struct hundredths rounded(const cairo_path_data_t *point) {
    return (struct hundredths){lround(100 * point->point.x), lround(100 * point->point.y)};
}

/* Writes PATH in steps, which are shorter than places. */
static void write_path(FILE *file, const cairo_path_t *path) {
    static const char letters[] = {[CAIRO_PATH_MOVE_TO] = 'm',
                                   [CAIRO_PATH_LINE_TO] = 'l',
                                   [CAIRO_PATH_CURVE_TO] = 'c',
                                   [CAIRO_PATH_CLOSE_PATH] = 'z'};
    struct hundredths at = {0, 0}, first = at;
    for (int i = 0; i < path->num_data; i += path->data[i].header.length) {
        const cairo_path_data_t *data = &path->data[i];
        int points = data->header.length - 1;
        putc(letters[data->header.type], file);
        for (int k = 1; k <= points; k++) {
            struct hundredths to = rounded(&data[k]);
            fprintf(file, "%s%g %g", k > 1 ? " " : "", (double)(to.x - at.x) / 100,
                    (double)(to.y - at.y) / 100);
        }
        at = points ? rounded(&data[points]) : first;
        first = data->header.type == CAIRO_PATH_MOVE_TO ? at : first;
    }
}

static void write_outlines(void *context, const struct placed_text *words, enum role role) {
    struct svg *svg = context;
    svg->role = role;
    text_trace(svg->text, svg->outlines, words);
    cairo_path_t *path = cairo_copy_path(svg->outlines);
    cairo_new_path(svg->outlines);
    fputs("<path", svg->file);
    write_text_role(svg);
    fputs(" d=\"", svg->file);
    write_path(svg->file, path);
    fputs("\"/>\n", svg->file);
    cairo_path_destroy(path);
}

/* --- clips --- */

/* No other picture of the page has the same ids. */
static void write_clip(void *context, const struct box *box) {
    struct svg *svg = context;
    char id[64];
    snprintf(id, sizeof id, "p%zu-clip%zu", svg->number, ++svg->clips);
    fprintf(svg->file, "<clipPath id=\"%s\"><rect", id);
    write_length(svg->file, "x", box->x);
    write_length(svg->file, "y", box->y);
    write_length(svg->file, "width", fmax(box->width, 0));
    write_length(svg->file, "height", fmax(box->height, 0));
    fprintf(svg->file, "/></clipPath>\n<g clip-path=\"url(#%s)\">\n", id);
}

static void write_unclip(void *context) {
    fputs("</g>\n", ((const struct svg *)context)->file);
}

/* --- pictures --- */

static void write_items(struct svg *svg) {
    static const struct scene_painter as_text = {write_shape, write_words, write_clip,
                                                 write_unclip},
                                      as_shapes = {write_shape, write_outlines, write_clip,
                                                   write_unclip};
    fputs("<rect", svg->file);
    write_length(svg->file, "width", svg->scene->width);
    write_length(svg->file, "height", svg->scene->height);
    write_role(svg, "fill", ROLE_GROUND);
    if (svg->is_in_page)
        fprintf(svg->file, " class=\"f%d\"", ROLE_GROUND);
    fputs("/>\n", svg->file);
    scene_paint(svg->scene, svg->outlines ? &as_shapes : &as_text, svg);
}

void svg_write_picture(FILE *file, const struct scene *scene, struct text *text, size_t number) {
    struct svg svg = {
        .file = file, .scene = scene, .text = text, .is_in_page = 1, .number = number};
    fputs("<g fill=\"none\"", file);
    write_family(file, text_family(text));
    fputs(" stroke-miterlimit=\"10\">\n", file);
    write_items(&svg);
    fputs("</g>", file);
}

static void write_element(FILE *file, const char *tag, const char *value) {
    if (!value)
        return;
    char *clean = text_clean(value, TEXT_LONGEST_CAPTION);
    gchar *element = g_markup_printf_escaped("<%s>%s</%s>\n", tag, clean, tag);
    fputs(element, file);
    g_free(element);
    free(clean);
}

/* Title and description are for people who cannot see the picture. */
static int encode(const struct page *page, size_t count, FILE *file, struct err *err) {
    (void)count, (void)err;
    struct svg svg = {.file = file, .scene = page->scene, .text = page->canvas->text};
    cairo_surface_t *endless = cairo_recording_surface_create(CAIRO_CONTENT_ALPHA, NULL);
    double width = page->scene->width, height = page->scene->height;
    if (page->figure->has_outlines)
        svg.outlines = cairo_create(endless);
    fprintf(file,
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%.6gpt\" height=\"%.6gpt\" "
            "viewBox=\"0 0 %.6g %.6g\" version=\"1.1\"",
            width, height, width, height);
    if (!svg.outlines)
        write_family(file, text_family(svg.text));
    fputs(">\n<!-- " OUTPUT_CREATOR " -->\n", file);
    write_element(file, "title", page->title);
    write_element(file, "desc", page->subject);
    fputs("<g fill=\"none\" stroke-miterlimit=\"10\">\n", file);
    write_items(&svg);
    fputs("</g>\n</svg>\n", file);
    if (svg.outlines)
        cairo_destroy(svg.outlines);
    cairo_surface_destroy(endless);
    return 0;
}

const struct output_format output_svg = {"svg", ".svg", 0, 0, encode};
