/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plot/report/report_svg.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* --- colours --- */

static void set_theme(struct colour *colours, enum theme_name name) {
    const struct theme *theme = theme_find(name);
    colours[COLOUR_GROUND] = theme->ground;
    colours[COLOUR_INK] = theme->ink;
    colours[COLOUR_SOFT_INK] = theme->soft_ink;
    colours[COLOUR_GRID] = theme->grid;
    colours[COLOUR_FINE_GRID] = theme->fine_grid;
}

void colours_init(struct colours *colours, size_t libraries) {
    *colours = (struct colours){.count = COLOURS_MOST};
    set_theme(colours->light, THEME_LIGHT);
    set_theme(colours->dark, THEME_DARK);
    for (size_t i = COLOUR_PENS; i < COLOURS_MOST; i++) {
        colours->light[i] = theme_pen(THEME_LIGHT, i - COLOUR_PENS, libraries).colour;
        colours->dark[i] = theme_pen(THEME_DARK, i - COLOUR_PENS, libraries).colour;
    }
}

/* --- finding a colour --- */

/* One step of 255 is 0.4 %; cairo rounds to a millionth. */
static int is_near(double a, double b) {
    return fabs(a - b) < 1e-3;
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

size_t colours_find(const struct colours *colours, const char *text) {
    struct colour c;
    if (strncmp(text, "rgb(", 4) != 0)
        return colours->count;
    text += 3;
    if (!read_percent(&text, &c.red) || !read_percent(&text, &c.green) ||
        !read_percent(&text, &c.blue))
        return colours->count;
    size_t i = 0;
    while (i < colours->count &&
           !(is_near(c.red, colours->light[i].red) && is_near(c.green, colours->light[i].green) &&
             is_near(c.blue, colours->light[i].blue)))
        i++;
    return i;
}

/* --- contrast --- */

static double linear(double part) {
    return part <= 0.04045 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4);
}

static double luminance(struct colour c) {
    return 0.2126 * linear(c.red) + 0.7152 * linear(c.green) + 0.0722 * linear(c.blue);
}

double colours_contrast(struct colour a, struct colour b) {
    double one = luminance(a) + 0.05, other = luminance(b) + 0.05;
    return fmax(one, other) / fmin(one, other);
}

struct colour colours_of_text(struct colour colour, struct colour ground) {
    double away = luminance(ground) > 0.18 ? 0 : 1;
    struct colour text = colour;
    for (int i = 0; i <= 50 && colours_contrast(text, ground) < COLOURS_TEXT_CONTRAST; i++) {
        double part = i / 50.0;

        text = (struct colour){colour.red + part * (away - colour.red),
                               colour.green + part * (away - colour.green),
                               colour.blue + part * (away - colour.blue)};
    }
    return text;
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
        write_value(css, "t", i, colours_of_text(values[i], values[COLOUR_GROUND]));
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

/* --- letters --- */

void letters_release(struct letters *letters) {
    for (size_t i = 0; i < letters->count; i++)
        free(letters->outlines[i]);
    free(letters->outlines);
    *letters = (struct letters){0};
}

void letters_write(const struct letters *letters, FILE *file) {
    fputs("<svg class=\"letters\" width=\"0\" height=\"0\" aria-hidden=\"true\"><defs>\n", file);
    for (size_t i = 0; i < letters->count; i++)
        if (*letters->outlines[i])
            fprintf(file, "<path id=\"g%zu\" d=\"%s\"/>\n", i, letters->outlines[i]);
    fputs("</defs></svg>\n", file);
}

/* Takes ownership of the outline SUMMARY. Returns its number, or SIZE_MAX if memory runs out. */
static size_t keep_letter(struct letters *letters, char *summary) {
    for (size_t i = 0; i < letters->count; i++)
        if (strcmp(letters->outlines[i], summary) == 0) {
            free(summary);
            return i;
        }
    if (letters->count == letters->space) {
        size_t space = letters->space ? 2 * letters->space : 128;
        char **outlines = reallocarray(letters->outlines, space, sizeof *outlines);
        if (!outlines) {
            free(summary);
            return SIZE_MAX;
        }
        letters->outlines = outlines;
        letters->space = space;
    }
    letters->outlines[letters->count] = summary;
    return letters->count++;
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

static const char *value_of(const struct tag *tag, const char *name) {
    for (size_t i = 0; i < tag->count; i++)
        if (strcmp(tag->attributes[i].name, name) == 0)
            return tag->attributes[i].value;
    return NULL;
}

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

/* A letter and its ID in this picture. */
struct known_letter {
    char *id;
    size_t number;
};

struct picture {
    FILE *file;
    struct letters *letters;
    const struct colours *colours;
    size_t number;
    struct known_letter *known;
    size_t known_count;
    char *defining; /* id of the letter whose outline follows; NULL for none */
    int depth;      /* open elements within a letter's definition */
    int failed;
};

static int is_letter(const char *id) {
    return strncmp(id, "glyph", 5) == 0;
}

static void know_letter(struct picture *picture, char *summary) {
    struct known_letter *known =
        reallocarray(picture->known, picture->known_count + 1, sizeof *known);
    if (known)
        picture->known = known;
    size_t number = summary ? keep_letter(picture->letters, summary) : SIZE_MAX;
    picture->failed |= !known || number == SIZE_MAX;
    if (!picture->failed) {
        known[picture->known_count++] = (struct known_letter){picture->defining, number};
        picture->defining = NULL;
    }
}

static const struct known_letter *find_letter(const struct picture *picture, const char *id) {
    for (size_t i = 0; i < picture->known_count; i++)
        if (strcmp(picture->known[i].id, id) == 0)
            return &picture->known[i];
    return NULL;
}

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

static char *numbers(const char *value) {
    char *text = NULL;
    size_t size = 0;
    FILE *file = open_memstream(&text, &size);
    if (!file)
        return NULL;
    write_numbers(file, value);
    if (fclose(file) == 0)
        return text;
    free(text);
    return NULL;
}

static int has_numbers(const char *name) {
    static const char *const known[] = {"d",  "x",  "y",  "width", "height",
                                        "x1", "y1", "x2", "y2",    "points"};
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
    /* Letters get their colour from the group around them, and nothing else does. */
    int is_text = strcmp(writing->tag->name, "g") == 0;
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
    else if (has_numbers(name))
        write_numbers(file, value);
    else
        fputs(value, file);
    putc('"', file);
}

/* --- reading the picture --- */

static void write_letter(struct picture *picture, const struct tag *tag, const char *id) {
    const struct known_letter *known = find_letter(picture, id);
    const char *x = value_of(tag, "x"), *y = value_of(tag, "y");
    if (!known || !x || !y) {
        picture->failed = 1;
        return;
    }
    if (!*picture->letters->outlines[known->number])
        return;
    fprintf(picture->file, "<use href=\"#g%zu\" x=\"", known->number);
    write_numbers(picture->file, x);
    fputs("\" y=\"", picture->file);
    write_numbers(picture->file, y);
    fputs("\"/>", picture->file);
}

static void take_tag(struct picture *picture, struct tag *tag) {
    const char *id = value_of(tag, "id"), *href = value_of(tag, "xlink:href");
    href = href ? href : value_of(tag, "href");
    if (picture->depth > 0) {
        /* Keep the outline from a letter's definition; the definition itself is not written. */
        const char *summary = value_of(tag, "d");
        if (strcmp(tag->name, "path") == 0 && summary && picture->defining)
            know_letter(picture, numbers(summary));
        picture->depth += tag->name[0] == '/' ? -1 : !tag->is_empty;
        if (!(picture->depth > 0)) {
            if (picture->defining)
                know_letter(picture, strdup(""));
        }
    } else if (id && is_letter(id) && !tag->is_empty) {
        picture->defining = strdup(id);
        picture->failed |= !picture->defining;
        picture->depth = 1;
    } else if (href && is_letter(href + 1)) {
        write_letter(picture, tag, href + 1);
    } else if (strcmp(tag->name, "svg") != 0 && strcmp(tag->name, "/svg") != 0) {
        struct writing writing = {picture, tag, ""};
        fprintf(picture->file, "<%s", tag->name);
        for (size_t i = 0; i < tag->count; i++)
            if (strcmp(tag->attributes[i].name, "style") == 0) {
                /* "fill:none;stroke-width:1.2;" */
                char *style = tag->attributes[i].value;
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
            } else
                write_attribute(&writing, tag->attributes[i].name, tag->attributes[i].value);
        if (*writing.classes)
            fprintf(picture->file, " class=\"%s\"", writing.classes);
        fputs(tag->is_empty ? "/>" : ">", picture->file);
    }
}

/* TEXT is the whole file, and is modified. cairo writes no text between tags. Returns 0 if a tag is
 * not understood, or memory runs out. */
static int read_picture(struct picture *picture, char *text) {
    struct tag tag;
    while (!picture->failed && (text = strchr(text, '<'))) {
        int is_comment = strncmp(text, "<!--", 4) == 0;
        char *end = is_comment ? strstr(text, "-->") : strchr(text, '>');
        if (!end)
            return 0;
        *end = '\0';
        if (text[1] != '?' && text[1] != '!') {
            if (!read_tag(text + 1, &tag))
                return 0;
            take_tag(picture, &tag);
        }
        text = end + 1;
    }
    return !picture->failed;
}

int report_svg_write(FILE *file, struct letters *letters, const struct colours *colours,
                     size_t number, char *svg, struct err *err) {
    struct picture picture = {
        .file = file, .letters = letters, .colours = colours, .number = number};
    int ok = read_picture(&picture, svg);
    for (size_t i = 0; i < picture.known_count; i++)
        free(picture.known[i].id);
    free(picture.known);
    free(picture.defining);
    return ok ? 0 : err_set(err, ERR_FAILED, "a picture cannot be put into the page");
}
