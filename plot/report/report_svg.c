/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plot/report/report_svg.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "formats/text/xalloc.h"
#include "plot/figure/contrast.h"

/* --- colours --- */

void colours_init(struct colours *colours, size_t libraries) {
    *colours = (struct colours){.count = ROLE_FAINT};
    for (enum role i = 0; i < ROLES; i++) {
        colours->light[i] = theme_colour(THEME_LIGHT, i, libraries);
        colours->dark[i] = theme_colour(THEME_DARK, i, libraries);
        colours->light_text[i] = theme_text_colour(THEME_LIGHT, i, libraries);
    }
}

void colours_add_faint(struct colours *colours) {
    colours->count = ROLES;
}

/* --- finding a colour --- */

/* Returns the index of COLOUR, or COUNT. Text has colours in steps of 1/255. */
static size_t find_among(const struct colour *colours, size_t count, struct colour colour) {
    const double close = 0.51 / 255;
    size_t i = 0;
    while (i < count && !(fabs(colour.red - colours[i].red) < close &&
                          fabs(colour.green - colours[i].green) < close &&
                          fabs(colour.blue - colours[i].blue) < close))
        i++;
    return i;
}

static int read_percent(const char **text, double *part) {
    char *end;
    *text += strspn(*text, " ,(");
    *part = strtod(*text, &end) / 100;
    if (end == *text || *end != '%')
        return 0;
    *text = end + 1;
    return 1;
}

static int read_colour(const char *text, struct colour *colour) {
    unsigned red, green, blue;
    if (sscanf(text, "#%2x%2x%2x", &red, &green, &blue) == 3) {
        *colour = (struct colour){red / 255.0, green / 255.0, blue / 255.0};
        return 1;
    }
    if (strncmp(text, "rgb(", 4) != 0)
        return 0;
    text += 3;
    return read_percent(&text, &colour->red) && read_percent(&text, &colour->green) &&
           read_percent(&text, &colour->blue);
}

size_t colours_find(const struct colours *colours, const char *text) {
    struct colour c;
    if (!read_colour(text, &c))
        return colours->count;
    size_t i = find_among(colours->light, colours->count, c);
    return i < colours->count ? i : find_among(colours->light_text, colours->count, c);
}

/* --- style document --- */

static void write_value(FILE *css, const char *name, size_t i, struct colour c) {
    fprintf(css, "--%s%zu:#%02x%02x%02x;", name, i, (unsigned)lround(255 * c.red),
            (unsigned)lround(255 * c.green), (unsigned)lround(255 * c.blue));
}

static void write_values(FILE *css, const struct colour *values, size_t count) {
    fputs(":root{", css);
    for (size_t i = 0; i < count; i++) {
        write_value(css, "c", i, values[i]);
        write_value(css, "t", i, contrast_text_colour(values[i], values[ROLE_GROUND]));
    }
    fputs("}", css);
}

void colours_write(const struct colours *colours, FILE *css) {
    write_values(css, colours->light, colours->count);
    fputs("\n@media screen and (prefers-color-scheme:dark){", css);
    write_values(css, colours->dark, colours->count);
    fputs("}\n", css);
    for (size_t i = 0; i < colours->count; i++)
        fprintf(css, ".f%zu{fill:var(--c%zu)}.s%zu{stroke:var(--c%zu)}.t%zu{fill:var(--t%zu)}\n", i,
                i, i, i, i, i);
}

/* --- tags --- */

enum { ATTRIBUTES = 32 };

struct attribute {
    char *name, *value;
};

/* A tag such as <name a="b"/>; the NAME of an end tag is "/name". */
struct tag {
    char *name;
    struct attribute attributes[ATTRIBUTES];
    size_t count;
    int is_empty;
};

static char *skip_blanks(char *at) {
    return at + strspn(at, " \t\r\n");
}

/* Splits TEXT, the characters between '<' and '>', into TAG. cairo puts all values in double quotes
 * and no '>' into any. Returns 0 if TEXT is not such a tag. */
static int read_tag(char *text, struct tag *tag) {
    size_t length = strlen(text);
    *tag = (struct tag){.name = text, .is_empty = length && text[length - 1] == '/'};
    if (tag->is_empty)
        text[length - 1] = '\0';
    char *at = text + strcspn(text, " \t\r\n");
    for (at = *at ? (*at = '\0', skip_blanks(at + 1)) : at; *at; at = skip_blanks(at)) {
        char *equals = strchr(at, '='), *end = equals ? strchr(equals + 2, '"') : NULL;
        if (!end || equals[1] != '"' || tag->count == ATTRIBUTES)
            return 0;
        *equals = *end = '\0';
        tag->attributes[tag->count++] = (struct attribute){at, equals + 2};
        at = end + 1;
    }
    return 1;
}

/* --- one picture --- */

struct picture {
    FILE *file;
    const struct colours *colours;
    size_t number;
    int is_text; /* what follows the tag is text of the picture */
};

/* --- values --- */

/* Writes VALUE with every number rounded to two decimals at most. */
static void write_numbers(FILE *file, const char *value) {
    while (*value) {
        size_t plain = strcspn(value, "0123456789");
        size_t digits = strspn(value + plain, "0123456789.");
        fwrite(value, 1, plain, file);
        value += plain;
        if (memchr(value, '.', digits)) {
            double number = fmin(strtod(value, NULL), 1e9);
            char text[64];
            int end = snprintf(text, sizeof text, "%.2f", number);
            while (text[end - 1] == '0')
                end--;
            end -= text[end - 1] == '.';
            fprintf(file, "%.*s", end, text);
        } else
            fwrite(value, 1, digits, file);
        value += digits;
    }
}

/* --- dense paths --- */

/* A polyline of more points than this has two in a strip as wide as a line is thick, or twice that
 * around an area: the highest and the lowest, between which all others lie. */
enum { DENSE_POINTS = 300 };
static const double line_strip = 1.2, area_strip = 2.4;

struct vertex {
    double x, y;
};

/* Reads "M x y L x y ... Z M x y" into VERTICES, which has room for MOST. Returns their number, or
 * 0 for any other path. */
static size_t read_polyline(const char *value, struct vertex *vertices, size_t most,
                            int *is_closed) {
    size_t count = 0;
    *is_closed = 0;
    for (value += strspn(value, " "); *value; value += strspn(value, " ")) {
        char *end;
        if (*value == 'Z') {
            *is_closed = 1;
            return count;
        }
        if (*value != (count ? 'L' : 'M') || count == most)
            return 0;
        vertices[count].x = strtod(value + 1, &end);
        vertices[count].y = strtod(end, &end);
        count++;
        value = end;
    }
    return count;
}

/* Returns the number of vertices from FIRST on in the strip of the first of them. */
static size_t in_strip(const struct vertex *vertices, size_t count, size_t first, double strip) {
    size_t end = first + 1;
    while (end < count && floor(vertices[end].x / strip) == floor(vertices[first].x / strip))
        end++;
    return end - first;
}

static size_t extreme(const struct vertex *vertices, size_t count, double sign) {
    size_t found = 0;
    for (size_t i = 1; i < count; i++)
        if (sign * vertices[i].y > sign * vertices[found].y)
            found = i;
    return found;
}

/* Returns how many vertices are left. */
static size_t thin(struct vertex *vertices, size_t count, double strip) {
    size_t kept = 0;
    for (size_t first = 0, next; first < count; first = next) {
        next = first + in_strip(vertices, count, first, strip);
        size_t low = first + extreme(vertices + first, next - first, 1);
        size_t high = first + extreme(vertices + first, next - first, -1);
        struct vertex pair[] = {vertices[low < high ? low : high],
                                vertices[low < high ? high : low]};
        int is_end = first == 0 || next == count; /* the ends stay where they are */
        if (is_end)
            pair[first != 0] = vertices[first == 0 ? 0 : count - 1];
        vertices[kept++] = pair[0];
        if (low != high || (is_end && next - first > 1))
            vertices[kept++] = pair[1];
    }
    return kept;
}

/* Writes steps in tenths of a point, without letting their rounding add up. */
static void write_steps(FILE *file, const struct vertex *vertices, size_t count, int is_closed) {
    long x = lround(10 * vertices[0].x), y = lround(10 * vertices[0].y);
    fprintf(file, "M%g %gl", (double)x / 10, (double)y / 10);
    for (size_t i = 1; i < count; i++) {
        long right = lround(10 * vertices[i].x) - x, down = lround(10 * vertices[i].y) - y;
        fprintf(file, "%s%g%s%g", i > 1 && right >= 0 ? " " : "", (double)right / 10,
                down < 0 ? "" : " ", (double)down / 10);
        x += right;
        y += down;
    }
    fputs(is_closed ? "Z" : "", file);
}

static size_t count_vertices(const char *value) {
    size_t count = 0;
    for (; *value; value++)
        count += *value == 'L' || *value == 'M';
    return count;
}

/* Returns whether VALUE was a dense path, which has been written. */
static int write_dense(FILE *file, const char *value) {
    size_t most = count_vertices(value), count;
    int is_closed;
    if (most <= DENSE_POINTS)
        return 0;
    struct vertex *vertices = xcalloc(most, sizeof *vertices);
    count = read_polyline(value, vertices, most, &is_closed);
    if (count > DENSE_POINTS)
        write_steps(file, vertices, thin(vertices, count, is_closed ? area_strip : line_strip),
                    is_closed);
    free(vertices);
    return count > DENSE_POINTS;
}

static int has_numbers(const char *name) {
    static const char *const known[] = {"d",  "x",  "y",  "width",  "height",     "x1",
                                        "y1", "x2", "y2", "points", "textLength", "font-size"};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strcmp(name, known[i]) == 0)
            return 1;
    return 0;
}

/* Returns whether this is the default value. write_picture sets stroke-miterlimit for a whole
 * picture. */
static int is_usual(const char *name, const char *value) {
    static const struct {
        const char *name, *value;
    } usual[] = {{"stroke", "none"},           {"fill-rule", "nonzero"},   {"fill-opacity", "1"},
                 {"stroke-opacity", "1"},      {"stroke-linecap", "butt"}, {"overflow", "visible"},
                 {"stroke-linejoin", "miter"}, {"stroke-miterlimit", "10"}};
    for (size_t i = 0; i < sizeof usual / sizeof *usual; i++)
        if (strcmp(name, usual[i].name) == 0 && strcmp(value, usual[i].value) == 0)
            return 1;
    return 0;
}

/* --- writing a tag --- */

struct writing {
    struct picture *picture;
    const struct tag *tag;
    char classes[32];
};

/* Returns 1 if VALUE is a colour, which becomes a class. */
static int write_colour(struct writing *writing, const char *name, const char *value) {
    const struct colours *colours = writing->picture->colours;
    int is_fill = strcmp(name, "fill") == 0;
    size_t colour = colours->count, used = strlen(writing->classes);
    if (is_fill || strcmp(name, "stroke") == 0)
        colour = colours_find(colours, value);
    if (colour == colours->count)
        return 0;
    int is_text = strcmp(writing->tag->name, "text") == 0;
    snprintf(writing->classes + used, sizeof writing->classes - used, "%s%c%zu", used ? " " : "",
             is_fill ? is_text ? 't' : 'f' : 's', colour);
    return 1;
}

static void write_attribute(struct writing *writing, const char *name, const char *value) {
    FILE *file = writing->picture->file;
    size_t number = writing->picture->number;
    value += strspn(value, " ");
    if (is_usual(name, value) || write_colour(writing, name, value))
        return;
    if (strcmp(name, "xlink:href") == 0)
        name = "href";
    fprintf(file, " %s=\"", name);
    if (strcmp(name, "id") == 0)
        fprintf(file, "p%zu-%s", number, value);
    else if (strcmp(name, "href") == 0 && *value == '#')
        fprintf(file, "#p%zu-%s", number, value + 1);
    else if (strncmp(value, "url(#", 5) == 0)
        fprintf(file, "url(#p%zu-%s", number, value + 5);
    else if (strcmp(name, "d") == 0 && write_dense(file, value))
        ;
    else if (has_numbers(name))
        write_numbers(file, value);
    else
        fputs(value, file);
    putc('"', file);
}

/* --- reading the picture --- */

/* The picture's family of letters is that of a group of the page. */
static void write_tag(struct picture *picture, struct tag *tag) {
    int is_root = strcmp(tag->name, "svg") == 0, is_root_end = strcmp(tag->name, "/svg") == 0;
    struct writing writing = {picture, tag, ""};
    picture->is_text =
        strcmp(tag->name, "text") == 0 || (picture->is_text && strcmp(tag->name, "/text") != 0);
    fprintf(picture->file, "<%s", is_root ? "g" : is_root_end ? "/g" : tag->name);
    for (size_t i = 0; i < tag->count; i++) {
        const struct attribute *attribute = &tag->attributes[i];
        if (is_root && strcmp(attribute->name, "font-family") != 0)
            continue;
        if (strcmp(attribute->name, "style") != 0) {
            write_attribute(&writing, attribute->name, attribute->value);
            continue;
        }
        /* "fill:none;stroke-width:1.2;" */
        char *style = attribute->value;
        for (char *next; style && *style; style = next) {
            next = strchr(style, ';');
            if (next)
                *next++ = '\0';
            char *colon = strchr(style, ':');
            if (!colon)
                continue;
            *colon = '\0';
            write_attribute(&writing, skip_blanks(style), colon + 1);
        }
    }
    if (*writing.classes)
        fprintf(picture->file, " class=\"%s\"", writing.classes);
    fputs(tag->is_empty ? "/>" : ">", picture->file);
}

/* TEXT is the whole file, and is modified. Between tags there is only the text of the picture,
 * which is markup already. Returns 0 if a tag is not understood. */
static int read_picture(struct picture *picture, char *text) {
    struct tag tag;
    for (char *begin; (begin = strchr(text, '<'));) {
        int is_comment = strncmp(begin, "<!--", 4) == 0;
        char *end = is_comment ? strstr(begin, "-->") : strchr(begin, '>');
        if (!end)
            return 0;
        if (picture->is_text)
            fwrite(text, 1, (size_t)(begin - text), picture->file);
        *end = '\0';
        if (begin[1] != '?' && begin[1] != '!') {
            if (!read_tag(begin + 1, &tag))
                return 0;
            write_tag(picture, &tag);
        }
        text = end + 1;
    }
    return 1;
}

int report_svg_write(FILE *file, const struct colours *colours, size_t number, char *svg,
                     struct err *err) {
    struct picture picture = {.file = file, .colours = colours, .number = number};
    return read_picture(&picture, svg)
               ? 0
               : err_set(err, ERR_FAILED, "a picture cannot be put into the page");
}
