/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plot/marks/cells.h"

#include <stdlib.h>
#include <string.h>

#include <glib.h>

#include "formats/text/xalloc.h"
#include "plot/figure/text.h"

struct cell {
    char text[8]; /* one character and the accents that fit; "" for the second half of a wide one */
    unsigned char tone;
};

struct cells {
    size_t width, height;
    struct cell *items;
};

struct cells *cells_new(size_t width, size_t height) {
    struct cells *cells = xmalloc(sizeof *cells);
    struct cell *items = xreallocarray(NULL, width * height, sizeof *items);
    for (size_t i = 0; i < width * height; i++)
        items[i] = (struct cell){" ", CELL_PLAIN};
    *cells = (struct cells){width, height, items};
    return cells;
}

void cells_free(struct cells *cells) {
    if (cells)
        free(cells->items);
    free(cells);
}

static struct cell *cell_at(const struct cells *cells, long column, long row) {
    if (column < 0 || row < 0 || (size_t)column >= cells->width || (size_t)row >= cells->height)
        return NULL;
    return &cells->items[(size_t)row * cells->width + (size_t)column];
}

static size_t width_of(gunichar c) {
    return g_unichar_iszerowidth(c) ? 0 : g_unichar_iswide(c) ? 2 : 1;
}

static void put_one(struct cell *cell, const char *character, size_t bytes, unsigned tone) {
    if (!cell)
        return;
    memcpy(cell->text, character, bytes);
    cell->text[bytes] = 0;
    cell->tone = (unsigned char)tone;
}

static void join(struct cell *cell, const char *accent, size_t bytes) {
    size_t used = cell ? strlen(cell->text) : 0;
    if (cell && used + bytes < sizeof cell->text) {
        memcpy(cell->text + used, accent, bytes);
        cell->text[used + bytes] = 0;
    }
}

void cells_put(struct cells *cells, long column, long row, const char *text, unsigned tone) {
    for (const char *next; *text; text = next) {
        size_t width = width_of(g_utf8_get_char(text));
        next = g_utf8_next_char(text);
        size_t bytes = (size_t)(next - text);
        if (width == 0) {
            join(cell_at(cells, column - 1, row), text, bytes);
            continue;
        }
        put_one(cell_at(cells, column++, row), text, bytes, tone);
        if (width == 2)
            put_one(cell_at(cells, column++, row), "", 0, tone);
    }
}

int cells_are_free(const struct cells *cells, long column, long row, size_t count) {
    for (long c = column - 1; c <= column + (long)count; c++) {
        const struct cell *cell = cell_at(cells, c, row);
        if (cell && strcmp(cell->text, " ") != 0)
            return 0;
    }
    return 1;
}

/* --- writing --- */

const char *cells_begin(unsigned tone) {
    static const char *const others[] = {"\033[94m", "\033[31m", "\033[32m", "\033[35m",
                                         "\033[33m", "\033[36m", "\033[91m"};
    if (tone == CELL_PLAIN)
        return "";
    if (tone == CELL_FAINT)
        return "\033[90m";
    if (tone == CELL_HEADING || tone == CELL_LIBRARY)
        return "\033[1m";
    return others[(tone - CELL_LIBRARY - 1) % (sizeof others / sizeof *others)];
}

const char *cells_end(unsigned tone) {
    return tone == CELL_PLAIN ? "" : "\033[0m";
}

void cells_write(const struct cells *cells, FILE *file, int is_colored) {
    for (size_t r = 0; r < cells->height; r++) {
        const struct cell *row = cells->items + r * cells->width;
        size_t width = cells->width;
        while (width > 0 && strcmp(row[width - 1].text, " ") == 0)
            width--;

        unsigned tone = CELL_PLAIN;
        for (size_t i = 0; i < width; i++) {
            unsigned next = strcmp(row[i].text, " ") == 0 ? tone : row[i].tone;
            if (is_colored && next != tone)
                fprintf(file, "%s%s", cells_end(tone), cells_begin(next));
            tone = next;
            fputs(row[i].text, file);
        }
        fprintf(file, "%s\n", is_colored ? cells_end(tone) : "");
    }
}

/* --- texts --- */

size_t cells_width(const char *text) {
    size_t width = 0;
    for (; *text; text = g_utf8_next_char(text))
        width += width_of(g_utf8_get_char(text));
    return width;
}

/* Returns how C is written on a keyboard, or "?" if that is unknown. */
static const char *plain_of(gunichar c) {
    static const struct {
        gunichar character;
        const char *plain;
    } known[] = {{0xd7, "x"},   {0xb5, "u"},     {0x3bc, "u"},   {0x2014, "-"},   {0x2013, "-"},
                 {0x2212, "-"}, {0xbd, "1/2"},   {0xbc, "1/4"},  {0x215b, "1/8"}, {0x2044, "/"},
                 {0x2026, "~"}, {0x221e, "inf"}, {0x2265, ">="}, {0x2264, "<="},  {0xb1, "+-"},
                 {0x2248, "~"}, {0xb7, "-"},     {0xa0, " "},    {0x207b, "-"},   {0xb9, "1"},
                 {0xb2, "2"},   {0xb3, "3"}};
    static const char *const digits[] = {"0", "1", "2", "3", "4", "5", "6", "7", "8", "9"};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (known[i].character == c)
            return known[i].plain;
    if (c == 0x2070 || (c >= 0x2074 && c <= 0x2079))
        return digits[c - 0x2070];
    return c >= 0x2080 && c <= 0x2089 ? digits[c - 0x2080] : "?";
}

static int is_raised(gunichar c) {
    return c == 0xb9 || c == 0xb2 || c == 0xb3 || (c >= 0x2070 && c <= 0x207b);
}

/* Puts a caret before an exponent, but not before a fraction, whose numerator is raised too. */
static char *to_ascii(const char *text) {
    char *plain;
    size_t size;
    FILE *file = xopen_memstream(&plain, &size);
    gunichar before = 0;
    for (; *text; text = g_utf8_next_char(text)) {
        gunichar c = g_utf8_get_char(text);
        if (is_raised(c) && g_unichar_isdigit(before) && !is_raised(before))
            fputc('^', file);
        if (c < 0x80)
            fputc((int)c, file);
        else
            fputs(plain_of(c), file);
        before = c;
    }
    xclose_memstream(file);
    return plain;
}

char *cells_text(const char *text, int is_ascii) {
    char *clean = text_clean(text, TEXT_LONGEST);
    if (!is_ascii)
        return clean;
    char *plain = to_ascii(clean);
    free(clean);
    return plain;
}

/* Returns how many bytes of TEXT fit into a line of WIDTH cells. */
static size_t fitting(const char *text, size_t width) {
    const char *blank = NULL, *at = text;
    for (size_t used = 0; *at && *at != '\n'; at = g_utf8_next_char(at)) {
        used += width_of(g_utf8_get_char(at));
        if (used > width && blank)
            return (size_t)(blank - text);
        if (used > width && at > text)
            return (size_t)(at - text);
        if (*at == ' ')
            blank = at;
    }
    return (size_t)(at - text);
}

void cells_write_lines(FILE *file, const char *text, size_t width, unsigned tone, int is_colored) {
    while (*text) {
        size_t length = fitting(text, width);
        fprintf(file, "%s%.*s%s\n", is_colored ? cells_begin(tone) : "", (int)length, text,
                is_colored ? cells_end(tone) : "");
        text += length;
        text += *text == '\n' || *text == ' ';
    }
}
