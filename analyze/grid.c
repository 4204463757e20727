/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyze/grid.h"

#include <stdlib.h>
#include <string.h>

#include "formats/utf8.h"

enum { CELL_SIZE = 256, PARTS = 4, GAP = 2, LEAST_NAME = 8, USUAL_NAME = 16 };

/* --- making one --- */

static char *cell_text(const struct column *column, const void *record) {
    char text[CELL_SIZE];
    column_show(column, record, text, sizeof text);
    return strdup(text);
}

static int add_column(struct grid *grid, const struct column *column, const struct records *records,
                      const size_t *order) {
    char **cells = grid->cells + grid->column_count * grid->lines;
    int is_empty = 1;
    grid->columns[grid->column_count++] = column;
    for (size_t i = 0; i < grid->lines; i++) {
        cells[i] = cell_text(column, records_at(records, order ? order[i] : i));
        if (!cells[i])
            return 0;
        is_empty &= cells[i][0] == '\0';
    }
    for (size_t i = 0; is_empty && i < grid->lines; i++) {
        free(cells[i]);
        cells[i] = NULL;
    }
    grid->column_count -= (size_t)is_empty;
    return 1;
}

int grid_init(struct grid *grid, const struct records *records, const size_t *order) {
    const struct column_set *set = &records->set;
    *grid = (struct grid){.lines = records->count};
    grid->columns = calloc(set->count, sizeof *grid->columns);
    grid->cells = calloc(set->count * grid->lines + 1, sizeof *grid->cells);
    int ok = grid->columns && grid->cells;
    for (size_t c = 0; ok && c < set->count; c++)
        if (set->columns[c].heading)
            ok = add_column(grid, &set->columns[c], records, order);
    return ok;
}

void grid_release(struct grid *grid) {
    for (size_t i = 0; grid->cells && i < grid->column_count * grid->lines; i++)
        free(grid->cells[i]);
    free(grid->columns);
    free(grid->cells);
    *grid = (struct grid){0};
}

const char *grid_cell(const struct grid *grid, size_t line, size_t column) {
    return grid->cells[column * grid->lines + line];
}

/* --- laying it out --- */

struct layout {
    size_t parts[PARTS];
    size_t width; /* of all parts together, or of the heading */
    int is_left_out;
};

/* Cuts the next part off *CELL, into PART; 0 at the end. */
static int next_part(const char **cell, char part[CELL_SIZE]) {
    if (!*cell)
        return 0;
    size_t length = strcspn(*cell, "\t");
    memcpy(part, *cell, length);
    part[length] = '\0';
    *cell = (*cell)[length] ? *cell + length + 1 : NULL;
    return 1;
}

static void lay_out_cell(struct layout *layout, const char *cell) {
    char part[CELL_SIZE];
    for (size_t p = 0; p < PARTS && next_part(&cell, part); p++) {
        size_t width = utf8_width(part);
        if (width > layout->parts[p])
            layout->parts[p] = width;
    }
}

static void lay_out_column(struct layout *layout, const struct grid *grid, size_t column) {
    for (size_t i = 0; i < grid->lines; i++)
        lay_out_cell(layout, grid_cell(grid, i, column));
    for (size_t p = 0; p < PARTS; p++)
        layout->width += layout->parts[p];
    size_t heading = utf8_width(grid->columns[column]->heading);
    if (heading > layout->width)
        layout->width = heading;
    if (strlen(grid->columns[column]->align) == 1)
        layout->parts[0] = layout->width;
}

static size_t total_width(const struct layout *layouts, size_t columns) {
    size_t width = 0;
    for (size_t c = 0; c < columns; c++)
        width += layouts[c].is_left_out ? 0 : layouts[c].width + (c ? GAP : 0);
    return width;
}

/* That of the library, or NULL. */
static struct layout *find_shortened(struct layout *layouts, const struct grid *grid) {
    for (size_t c = 0; c < grid->column_count; c++)
        if (strcmp(grid->columns[c]->align, "l") == 0)
            return &layouts[c];
    return NULL;
}

static size_t least_width(struct layout *layouts, const struct grid *grid) {
    const struct layout *shortened = find_shortened(layouts, grid);
    size_t total = total_width(layouts, grid->column_count);
    return shortened && shortened->width > USUAL_NAME ? total - shortened->width + USUAL_NAME
                                                      : total;
}

static void leave_out(struct layout *layouts, const struct grid *grid, const char *name) {
    for (size_t c = 0; c < grid->column_count; c++)
        if (strcmp(grid->columns[c]->name, name) == 0)
            layouts[c].is_left_out = 1;
}

static void make_fit(struct layout *layouts, const struct grid *grid, size_t width) {
    static const char *const spare[] = {"sd", "median", "n"};
    for (size_t i = 0; i < sizeof spare / sizeof *spare; i++)
        if (least_width(layouts, grid) > width)
            leave_out(layouts, grid, spare[i]);
    struct layout *shortened = find_shortened(layouts, grid);
    size_t total = total_width(layouts, grid->column_count);
    if (!shortened || total <= width)
        return;
    size_t excess = total - width, now = shortened->width;
    size_t fitting = now > excess + LEAST_NAME ? now - excess : LEAST_NAME;
    if (fitting < now)
        shortened->parts[0] = shortened->width = fitting;
}

/* --- printing --- */

/* Blanks are held back until something follows them, so that no line ends in any. */
struct pen {
    FILE *file;
    size_t blanks;
};

static void pen_write(struct pen *pen, const char *text) {
    if (*text)
        fprintf(pen->file, "%*s%s", (int)pen->blanks, "", text);
    pen->blanks = *text ? 0 : pen->blanks;
}

static void pen_part(struct pen *pen, const char *text, size_t width, char align) {
    char fitting[CELL_SIZE];
    utf8_shorten(fitting, sizeof fitting, text, width);
    size_t blanks = width - utf8_width(fitting);
    pen->blanks += align == 'r' ? blanks : 0;
    pen_write(pen, fitting);
    pen->blanks += align == 'r' ? 0 : blanks;
}

static void pen_cell(struct pen *pen, const char *cell, const struct layout *layout,
                     const char *align) {
    char part[CELL_SIZE];
    size_t used = 0;
    for (size_t p = 0; align[p]; p++) {
        if (!next_part(&cell, part))
            part[0] = '\0';
        pen_part(pen, part, layout->parts[p], align[p]);
        used += layout->parts[p];
    }
    pen->blanks += layout->width - used + GAP;
}

static void print_headings(const struct grid *grid, const struct layout *layouts, FILE *file) {
    struct pen pen = {file, 0};
    for (size_t c = 0; c < grid->column_count; c++) {
        const char *align = grid->columns[c]->align;
        if (layouts[c].is_left_out)
            continue;
        pen_part(&pen, grid->columns[c]->heading, layouts[c].width, align[1] ? 'l' : align[0]);
        pen.blanks += GAP;
    }
    putc('\n', file);
}

static int repeats(const struct grid *grid, size_t line, size_t column) {
    int same = grid->columns[column]->once && line > 0;
    for (size_t c = 0; same && c <= column; c++)
        if (grid->columns[c]->once)
            same = strcmp(grid_cell(grid, line, c), grid_cell(grid, line - 1, c)) == 0;
    return same;
}

static void print_line(const struct grid *grid, const struct layout *layouts, size_t line,
                       FILE *file) {
    struct pen pen = {file, 0};
    for (size_t c = 0; c < grid->column_count; c++)
        if (!layouts[c].is_left_out)
            pen_cell(&pen, repeats(grid, line, c) ? "" : grid_cell(grid, line, c), &layouts[c],
                     grid->columns[c]->align);
    putc('\n', file);
}

int grid_print(const struct grid *grid, FILE *file, size_t width) {
    struct layout *layouts = calloc(grid->column_count + 1, sizeof *layouts);
    if (!layouts)
        return 0;
    for (size_t c = 0; c < grid->column_count; c++)
        lay_out_column(&layouts[c], grid, c);
    make_fit(layouts, grid, width);
    print_headings(grid, layouts, file);
    for (size_t i = 0; i < grid->lines; i++)
        print_line(grid, layouts, i, file);
    free(layouts);
    return 1;
}
