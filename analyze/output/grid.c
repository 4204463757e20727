/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyze/output/grid.h"

#include <stdlib.h>
#include <string.h>

#include "formats/text/elide.h"
#include "formats/text/unicode.h"
#include "formats/text/xalloc.h"

enum { CELL_SIZE = GRID_PART, PARTS = 4, GAP = 2, LEAST_NAME = 8, USUAL_NAME = 16 };

/* --- creation --- */

/* Appends the cell's text to TEXTS, which holds those of all cells. */
static void add_cell(struct grid *grid, size_t cell, const struct column *column,
                     const void *record) {
    char text[CELL_SIZE];
    column_show(column, record, text, sizeof text);
    size_t size = strlen(text) + 1;
    if (size == sizeof text) {
        utf8_end_in(text, sizeof text, "…");
        size = strlen(text) + 1;
    }
    if (size > grid->workspace - grid->used) {
        grid->workspace = 2 * grid->workspace + CELL_SIZE;
        grid->texts = xreallocarray(grid->texts, grid->workspace, 1);
    }
    memcpy(grid->texts + grid->used, text, size);
    grid->cells[cell] = grid->used;
    grid->used += size;
}

void grid_init(struct grid *grid, const struct records *records) {
    size_t cells = records->column_count * records->count;
    *grid = (struct grid){.lines = records->count, .width = records->column_count};
    grid->columns = xcalloc(grid->width, sizeof *grid->columns);
    grid->places = xcalloc(grid->width, sizeof *grid->places);
    grid->cells = xcalloc(cells, sizeof *grid->cells);
    grid->tones = xcalloc(cells, sizeof *grid->tones);

    /* Goes line by line, because large records are best read one after the other. */
    for (size_t i = 0; i < grid->lines; i++) {
        const void *record = records_at(records, i);
        for (size_t c = 0; c < grid->width; c++) {
            size_t cell = i * grid->width + c, before = grid->used;
            add_cell(grid, cell, &records->columns[c], record);
            grid->tones[cell] = column_tone(&records->columns[c], record);
            grid->places[c] += grid->used > before + 1; /* more than the terminating null */
        }
    }

    /* So far PLACES counts the cells with text in each column. */
    for (size_t c = 0; c < grid->width; c++) {
        const struct column *column = &records->columns[c];
        if (!grid->places[c] && !column->is_asked_for)
            continue;
        grid->places[grid->column_count] = c;
        grid->columns[grid->column_count++] = column;
    }
}

void grid_release(struct grid *grid) {
    free(grid->columns);
    free(grid->places);
    free(grid->cells);
    free(grid->tones);
    free(grid->texts);
    *grid = (struct grid){0};
}

const char *grid_cell(const struct grid *grid, size_t line, size_t column) {
    return grid->texts + grid->cells[line * grid->width + grid->places[column]];
}

enum terminal_tone grid_tone(const struct grid *grid, size_t line, size_t column) {
    return grid->tones[line * grid->width + grid->places[column]];
}

int grid_repeats(const struct grid *grid, size_t line, size_t column) {
    int same = grid->columns[column]->once && line > 0;
    for (size_t c = 0; same && c <= column; c++)
        if (grid->columns[c]->once)
            same = strcmp(grid_cell(grid, line, c), grid_cell(grid, line - 1, c)) == 0;
    return same;
}

int grid_next_part(const char **cell, char *part, size_t size) {
    if (!*cell)
        return 0;
    size_t length = strcspn(*cell, "\t");
    snprintf(part, size, "%.*s", (int)length, *cell);
    *cell = (*cell)[length] ? *cell + length + 1 : NULL;
    return 1;
}

/* --- layout --- */

struct layout {
    size_t parts[PARTS];
    size_t width; /* of all parts together or of the heading, whichever is wider */
    int is_left_out;
    char **names; /* [lines] the texts of a column that is shortened, NULL for one as it is; or NULL
                   */
};

static size_t total_width(const struct layout *layouts, size_t columns) {
    size_t width = 0;
    for (size_t c = 0; c < columns; c++)
        width += layouts[c].is_left_out ? 0 : layouts[c].width + (c ? GAP : 0);
    return width;
}

/* Returns the layout of the widest text column, usually the libraries; NULL if there is none. */
static struct layout *find_shortened(struct layout *layouts, const struct grid *grid) {
    struct layout *widest = NULL;
    for (size_t c = 0; c < grid->column_count; c++)
        if (grid->columns[c]->type == COLUMN_TEXT && !layouts[c].is_left_out &&
            (!widest || layouts[c].width > widest->width))
            widest = &layouts[c];
    return widest;
}

static int fits_columns(void *context, const char *text) {
    return utf8_width(text) <= *(const size_t *)context;
}

static int by_text(const void *a, const void *b) {
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* Returns the different texts of column C in ascending order, COUNT. */
static const char **list_texts(const struct grid *grid, size_t c, size_t *count) {
    const char **texts = xcalloc(grid->lines, sizeof *texts);
    size_t kept = 0;
    for (size_t i = 0; i < grid->lines; i++)
        texts[i] = grid_cell(grid, i, c);
    qsort(texts, grid->lines, sizeof *texts, by_text);
    for (size_t i = 0; i < grid->lines; i++)
        if (i == 0 || strcmp(texts[i], texts[kept - 1]) != 0)
            texts[kept++] = texts[i];
    *count = kept;
    return texts;
}

/* Fills NAMES [count] with the TEXTS that are wider than WIDTH, shortened. Returns whether all of
 * them could be. */
static int shorten_texts(char **names, const char **texts, size_t count, size_t width) {
    int all = 1;
    for (size_t t = 0; t < count; t++) {
        free(names[t]);
        names[t] = utf8_width(texts[t]) > width
                       ? elide(texts[t], texts, count, fits_columns, &width)
                       : NULL;
        all &= names[t] || utf8_width(texts[t]) <= width;
    }
    return all;
}

/* Narrows column C to FITTING, or to what its texts need to differ, and gives them names for it.
 * Where there are too many of them, they are cut as they are printed. */
static void shorten_column(const struct grid *grid, struct layout *layout, size_t c,
                           size_t fitting) {
    enum { MOST_TEXTS = 300, WIDER = 4 };
    size_t count, now = layout->width;
    const char **texts = list_texts(grid, c, &count);
    char **names = xcalloc(count, sizeof *names);
    layout->names = xcalloc(grid->lines, sizeof *layout->names);
    if (count <= MOST_TEXTS) {
        while (!shorten_texts(names, texts, count, fitting) && fitting < now)
            fitting = fitting + WIDER < now ? fitting + WIDER : now;
        for (size_t i = 0; i < grid->lines; i++) {
            const char *text = grid_cell(grid, i, c);
            const char **found = bsearch(&text, texts, count, sizeof *texts, by_text);
            layout->names[i] = found && names[found - texts] ? xstrdup(names[found - texts]) : NULL;
        }
    }
    layout->parts[0] = layout->width = fitting;
    for (size_t t = 0; t < count; t++)
        free(names[t]);
    free(names);
    free(texts);
}

static size_t least_width(struct layout *layouts, const struct grid *grid) {
    const struct layout *shortened = find_shortened(layouts, grid);
    size_t total = total_width(layouts, grid->column_count);
    return shortened && shortened->width > USUAL_NAME ? total - shortened->width + USUAL_NAME
                                                      : total;
}

/* Columns to leave out: SPARE first, one by one; then all others, except those in KEPT, which
 * identify a row and tell its result; and LAST on narrow terminals, when names are as short as they
 * can be. */
static const char *const spare[] = {"byte_rate", "flop_rate", "sd", "median", "n"};
static const char *const kept[] = {"size",      "point",       "library",    "mean",
                                   "ratio",     "verdict",     "status",     "mean_ratio",
                                   "regressed", "total_error", "mean_error", "max_error"};
static const char *const last[] = {"total_error", "mean_error", "max_error",
                                   "mean_ratio",  "mean",       "verdict"};

enum {
    SPARE = sizeof spare / sizeof *spare,
    KEPT = sizeof kept / sizeof *kept,
    LAST = sizeof last / sizeof *last
};

static void leave_out(struct layout *layouts, const struct grid *grid, const char *name) {
    for (size_t c = 0; c < grid->column_count; c++)
        if (strcmp(grid->columns[c]->name, name) == 0 && !grid->columns[c]->is_asked_for)
            layouts[c].is_left_out = 1;
}

static int may_go(const struct column *column) {
    for (size_t i = 0; i < KEPT; i++)
        if (strcmp(column->name, kept[i]) == 0)
            return 0;
    return !column->parameter;
}

/* --- printing --- */

/* Holds blanks back until text follows them, so that no line ends in blanks. */
struct pen {
    FILE *file;
    size_t blanks;
    int is_colored;
    enum terminal_tone tone; /* of the next text */
};

static void pen_part(struct pen *pen, const char *text, size_t width, char align) {
    char fitting[CELL_SIZE];
    utf8_shorten(fitting, sizeof fitting, text, width);
    size_t blanks = width - utf8_width(fitting);
    pen->blanks += align == 'r' ? blanks : 0;

    enum terminal_tone tone = pen->is_colored ? pen->tone : TERMINAL_PLAIN;
    if (*fitting)
        fprintf(pen->file, "%*s%s%s%s", (int)pen->blanks, "", terminal_begin(tone), fitting,
                terminal_end(tone));
    pen->blanks = *fitting ? 0 : pen->blanks;

    pen->blanks += align == 'r' ? 0 : blanks;
}

static void print_headings(const struct grid *grid, const struct layout *layouts, struct pen pen) {
    pen.tone = TERMINAL_HEADING;
    for (size_t c = 0; c < grid->column_count; c++) {
        const char *align = column_align(grid->columns[c]);
        if (layouts[c].is_left_out)
            continue;
        pen_part(&pen, column_heading(grid->columns[c]), layouts[c].width,
                 align[1] ? 'l' : align[0]);
        pen.blanks += GAP;
    }
    putc('\n', pen.file);
}

static void print_line(const struct grid *grid, const struct layout *layouts, size_t line,
                       struct pen pen) {
    for (size_t c = 0; c < grid->column_count; c++) {
        pen.tone = grid_tone(grid, line, c);
        if (!layouts[c].is_left_out) {
            const char *cell = grid_repeats(grid, line, c) ? "" : grid_cell(grid, line, c);
            const struct layout *layout = &layouts[c];
            if (*cell && layout->names && layout->names[line])
                cell = layout->names[line];
            const char *align = column_align(grid->columns[c]);
            char part[CELL_SIZE];
            size_t used = 0;
            for (size_t p = 0; align[p]; p++) {
                if (!grid_next_part(&cell, part, sizeof part))
                    part[0] = '\0';
                pen_part(&pen, part, layout->parts[p], align[p]);
                used += layout->parts[p];
            }
            pen.blanks += layout->width - used + GAP;
        }
    }
    putc('\n', pen.file);
}

/* Tells of columns left out for WIDTH that a reader would look for: their names, or if there is no
 * room for these, how many they are. */
static void print_missed(const struct grid *grid, const struct layout *layouts, size_t width,
                         FILE *file) {
    char names[256] = "";
    size_t count = 0, used = 0;
    for (size_t c = 0; c < grid->column_count; c++)
        if (layouts[c].is_left_out && !may_go(grid->columns[c]) && used < sizeof names)
            used += (size_t)snprintf(names + used, sizeof names - used, "%s%s", count++ ? ", " : "",
                                     column_heading(grid->columns[c]));
    if (!count)
        return;
    char line[sizeof names + 64];
    snprintf(line, sizeof line, "not shown at --width %zu: %s", width, names);
    if (utf8_width(line) > width)
        snprintf(line, sizeof line, "not shown at --width %zu: %zu columns", width, count);
    fprintf(file, "%s\n", line);
}

void grid_print(const struct grid *grid, FILE *file, size_t width, int is_colored) {
    struct layout *layouts = xcalloc(grid->column_count, sizeof *layouts);
    struct pen pen = {file, 0, is_colored, TERMINAL_PLAIN};
    for (size_t c = 0; c < grid->column_count; c++) {
        struct layout *layout = &layouts[c];
        for (size_t i = 0; i < grid->lines; i++) {
            const char *cell = grid_cell(grid, i, c);
            char part[CELL_SIZE];
            for (size_t p = 0; p < PARTS && grid_next_part(&cell, part, sizeof part); p++) {
                size_t column_width = utf8_width(part);
                if (column_width > layout->parts[p])
                    layout->parts[p] = column_width;
            }
        }
        for (size_t p = 0; p < PARTS; p++)
            layout->width += layout->parts[p];
        size_t heading = utf8_width(column_heading(grid->columns[c]));
        if (heading > layout->width)
            layout->width = heading;
        if (strlen(column_align(grid->columns[c])) == 1)
            layout->parts[0] = layout->width;
    }

    for (size_t i = 0; i < SPARE && least_width(layouts, grid) > width; i++)
        leave_out(layouts, grid, spare[i]);
    for (size_t c = grid->column_count; c-- > 0 && least_width(layouts, grid) > width;)
        if (may_go(grid->columns[c]))
            leave_out(layouts, grid, grid->columns[c]->name);

    struct layout *shortened = find_shortened(layouts, grid);
    size_t total = total_width(layouts, grid->column_count);
    if (shortened && !(total <= width)) {
        size_t excess = total - width, now = shortened->width;
        size_t fitting = now > excess + LEAST_NAME ? now - excess : LEAST_NAME;
        if (fitting < now)
            shorten_column(grid, shortened, (size_t)(shortened - layouts), fitting);
    }

    size_t most = width < TERMINAL_USUAL_WIDTH ? LAST : 0;
    for (size_t i = 0; i < most && total_width(layouts, grid->column_count) > width; i++)
        leave_out(layouts, grid, last[i]);

    print_headings(grid, layouts, pen);
    for (size_t i = 0; i < grid->lines; i++)
        print_line(grid, layouts, i, pen);
    print_missed(grid, layouts, width, file);
    for (size_t c = 0; c < grid->column_count; c++) {
        for (size_t i = 0; layouts[c].names && i < grid->lines; i++)
            free(layouts[c].names[i]);
        free(layouts[c].names);
    }
    free(layouts);
}
