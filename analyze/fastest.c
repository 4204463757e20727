/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyze/fastest.h"

#include <math.h>
#include <stdlib.h>

#include "analyze/column_table.h"
#include "analyze/kept_text.h"
#include "analyze/ratio.h"
#include "formats/spill.h"

/* --- columns --- */

static void show_size(const void *record, char *text, size_t size) {
    const struct fastest_row *row = record;
    *text = '\0';
    if (row->has_size)
        snprintf(text, size, "%lld", (long long)row->size);
}

#define POINT(member, type, unit, about) COLUMN(fastest_row, #member, member, type, unit, 0, about)

/* clang-format off */
static const struct column of_points[] = {
    {POINT(archive, TEXT, "", "file the run is in")},
    {POINT(action, TEXT, "", "what was calculated")},
    {POINT(run, TEXT, "", "name of the run")},
    {POINT(type, TEXT, "", "precision: s or d")},
    {POINT(size, INTEGER, "1", "problem size"), USUAL("size", .once = 1, SHOWN("r", show_size))},
    {POINT(parameters, TEXT, "", "parameters that vary"), USUAL("with", .once = 1)},
    {POINT(fastest, TEXT, "", "the fastest library"), USUAL("fastest", .align = "l")},
    {POINT(mean, REAL, "s", "its mean"), USUAL("mean ±", .align = "rll", .number = number_time, INTERVAL(fastest_row, mean_low, mean_high))},
    {POINT(mean_low, REAL, "s", "lower end of the mean's interval"), ASKED("mean low", .number = number_time)},
    {POINT(mean_high, REAL, "s", "upper end of the mean's interval"), ASKED("mean high", .number = number_time)},
    {POINT(as_fast, TEXT, "", "libraries that cannot be told from it"), USUAL("as fast", .align = "l")},
    {POINT(next, TEXT, "", "the fastest of those that are slower"), USUAL("next", .align = "l")},
    {POINT(next_ratio, REAL, "1", "its time over that of the fastest"), USUAL("by", .number = number_ratio, INTERVAL(fastest_row, next_ratio_low, next_ratio_high))},
    {POINT(next_ratio_low, REAL, "1", "lower end of its interval"), ASKED("by, low", .number = number_ratio)},
    {POINT(next_ratio_high, REAL, "1", "upper end of its interval"), ASKED("by, high", .number = number_ratio)},
    {POINT(libraries, COUNT, "1", "libraries compared")},
    {POINT(noise_floor, REAL, "1", "what is within this factor is no difference"), ASKED("noise floor", .number = number_ratio)},
};

/* clang-format on */

const struct column_set fastest_columns = COLUMN_SET(of_points, struct fastest_row);

/* --- ranks --- */

int fastest_is_sure(const struct section *section) {
    return section->rounds > 1;
}

struct crossing_size fastest_size(const struct table *table, const struct section *section,
                                  size_t point) {
    size_t cell = point * section->summary_count;
    return (struct crossing_size){section->round_ratios + cell * section->rounds_wanted,
                                  section->summary_count, section->rounds_wanted,
                                  log(table->rows[section->first_row + cell].noise.floor),
                                  section->sides ? section->sides + cell : NULL};
}

static double confidence_of(const struct section *section) {
    return crossing_confidence(section->confidence, section->summary_count);
}

enum crossing_rank *fastest_ranks(const struct table *table, const struct section *section) {
    enum crossing_rank *ranks = spill_new(section->row_count, sizeof *ranks);
    size_t libraries = section->summary_count;
    struct student student;
    student_init(&student, confidence_of(section));
    for (size_t p = 0; ranks && libraries && p < section->row_count / libraries; p++) {
        struct crossing_size size = fastest_size(table, section, p);
        crossing_rank(&size, &student, ranks + p * libraries);
    }
    return ranks;
}

/* --- points --- */

struct point {
    const struct section *section;
    const struct row *rows;          /* [libraries] */
    const enum crossing_rank *ranks; /* [libraries] */
    struct crossing_size size;
    size_t fastest; /* the number of libraries for none */
};

static struct point point_of(const struct table *table, const struct section *section,
                             const enum crossing_rank *ranks, size_t number) {
    size_t libraries = section->summary_count, cell = number * libraries;
    struct point point = {section, table->rows + section->first_row + cell, ranks + cell,
                          fastest_size(table, section, number), 0};
    while (point.fastest < libraries && point.ranks[point.fastest] != CROSSING_FASTEST)
        point.fastest++;
    return point;
}

/* Without intervals nobody is shown to be slower, and everybody may come next. */
static void find_next(const struct point *point, struct student *student, struct fastest_row *row) {
    enum crossing_rank wanted =
        fastest_is_sure(point->section) ? CROSSING_SLOWER : CROSSING_AS_FAST;
    double least = NAN;
    for (size_t l = 0; l < point->size.libraries; l++) {
        struct interval log_ratio = crossing_compare(&point->size, l, point->fastest, student);
        if (point->ranks[l] != wanted || log_ratio.centre >= least)
            continue;
        struct interval ratio = ratio_exp(log_ratio);
        least = log_ratio.centre;
        row->next = point->rows[l].library;
        row->next_ratio = ratio.centre;
        row->next_ratio_low = ratio.low;
        row->next_ratio_high = ratio.high;
    }
}

static void write_as_fast(const struct point *point, FILE *file) {
    const char *before = "";
    for (size_t l = 0; fastest_is_sure(point->section) && l < point->size.libraries; l++)
        if (point->ranks[l] == CROSSING_AS_FAST) {
            fprintf(file, "%s%s", before, point->rows[l].library);
            before = ", ";
        }
}

static void write_parameters(const struct space *space, size_t point, FILE *file) {
    const char *before = "";
    for (size_t i = 1; i < space->axis_count; i++)
        if (space->axes[i].varies) {
            char number[SPACE_NUMBER];
            space_write_number(number, space->axes[i].values[point]);
            fprintf(file, "%s%s %s", before, space->axes[i].name, number);
            before = ", ";
        }
}

static int write_texts(struct fastest_row *row, const struct point *point, struct texts *texts) {
    struct kept_text written;
    if (!kept_text_begin(&written))
        return 0;
    write_as_fast(point, written.file);
    if (!kept_text_end(&written, texts, &row->as_fast) || !kept_text_begin(&written))
        return 0;
    write_parameters(point->section->space, point->rows[0].point, written.file);
    return kept_text_end(&written, texts, &row->parameters);
}

static struct fastest_row row_of(const struct point *point, struct student *student) {
    const struct section *section = point->section;
    const struct row *first = &point->rows[0];
    struct fastest_row row = {.archive = first->archive,
                              .action = first->action,
                              .run = first->run,
                              .type = first->type,
                              .size = first->size,
                              .has_size = section->space->has_size,
                              .mean = NAN,
                              .mean_low = NAN,
                              .mean_high = NAN,
                              .next_ratio = NAN,
                              .next_ratio_low = NAN,
                              .next_ratio_high = NAN,
                              .noise_floor = first->noise.floor};
    for (size_t l = 0; l < point->size.libraries; l++)
        row.libraries += point->ranks[l] != CROSSING_UNKNOWN;
    if (point->fastest == point->size.libraries)
        return row;
    const struct row *fastest = &point->rows[point->fastest];
    row.fastest = fastest->library;
    row.mean = fastest->mean;
    row.mean_low = fastest->mean_low;
    row.mean_high = fastest->mean_high;
    find_next(point, student, &row);
    return row;
}

static int add_points(struct fastest_rows *rows, const struct table *table,
                      const struct section *section) {
    size_t points = section->row_count / section->summary_count;
    struct fastest_row *items = reallocarray(rows->items, rows->count + points + 1, sizeof *items);
    enum crossing_rank *ranks = fastest_ranks(table, section);
    struct student student;
    int ok = items && ranks;
    rows->items = items ? items : rows->items;
    student_init(&student, confidence_of(section));
    for (size_t p = 0; ok && p < points; p++) {
        struct point point = point_of(table, section, ranks, p);
        items[rows->count] = row_of(&point, &student);
        ok = write_texts(&items[rows->count++], &point, &rows->texts);
    }
    spill_free(ranks);
    return ok;
}

int fastest_add(struct fastest_rows *rows, const struct table *table, const struct section *section,
                struct err *err) {
    int ok = !section->row_count || add_points(rows, table, section);
    return ok ? 0 : err_set(err, ERR_FAILED, "no memory to see which library is the fastest");
}

void fastest_release(struct fastest_rows *rows) {
    free(rows->items);
    texts_release(&rows->texts);
    *rows = (struct fastest_rows){0};
}
