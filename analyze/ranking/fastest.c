/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyze/ranking/fastest.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analyze/aggregate/row.h"
#include "analyze/columns/column_table.h"
#include "analyze/inference/ratio.h"
#include "analyze/model/parameter_grid.h"
#include "analyze/model/variants.h"
#include "analyze/output/document.h"
#include "analyze/ranking/crossover.h"
#include "analyze/statistics/distribution.h"
#include "formats/model/string_pool.h"
#include "formats/text/xalloc.h"

/* --- columns --- */

static void show_size(const void *record, char *text, size_t size) {
    const struct fastest_row *row = record;
    *text = '\0';
    if (row->has_size && row->size_word)
        snprintf(text, size, "%s", row->size_word);
    else if (row->has_size)
        snprintf(text, size, "%lld", (long long)row->size);
}

static int is_disputed(const struct fastest_row *row) {
    return row->by_typical && !row->fastest;
}

static void show_fastest(const void *record, char *text, size_t size) {
    const struct fastest_row *row = record;
    if (is_disputed(row))
        snprintf(text, size, "%s, by means %s", row->by_typical, row->by_means);
    else
        snprintf(text, size, "%s", row->fastest ? row->fastest : "");
}

static enum terminal_tone fastest_tone(const void *record) {
    return is_disputed(record) ? TERMINAL_WARNING : TERMINAL_PLAIN;
}

static enum terminal_tone slower_tone(const void *record) {
    (void)record;
    return TERMINAL_WARNING;
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
    {POINT(ranked_by, TEXT, "", "typical (times, by pairs), disputed, where means disagree, or what --statistic says")},
    {POINT(fastest, TEXT, "", "the fastest library by typical times; none where disputed"), USUAL("fastest", .otherwise = "least", .for_worth = "best", SHOWN("l", show_fastest), .tone = fastest_tone)},
    {POINT(by_typical, TEXT, "", "the fastest by typical times")},
    {POINT(by_means, TEXT, "", "the fastest by means: slow samples count in full")},
    {POINT(p_fastest, REAL, "1", "probability that by_typical has the smallest typical time"), USUAL("probability", .number = number_probability, .align = "rl")},
    {POINT(mean, INTERVAL, column_measured, "its mean"), USUAL("time ±", .otherwise = "mean ±", .align = "rll", .number = number_amount)},
    SEEN_ENDS(fastest_row, "mean", mean, column_measured, 0, "the mean's", "mean", .number = number_amount),
    {POINT(not_shown_slower, TEXT, "", "libraries that are not shown to be slower than any other"), USUAL("not shown slower", .otherwise = "not shown more", .for_worth = "not shown worse", .align = "l")},
    {POINT(slower_by_means, TEXT, "", "libraries that typically are not, but by means are slower than by_means"), USUAL("slower by means", .otherwise = "more by means", .for_worth = "worse by means", .align = "l", .tone = slower_tone)},
    {POINT(next, TEXT, "", "the fastest of those that are shown to be slower"), USUAL("next", .align = "l")},
    {POINT(next_ratio, INTERVAL, "1", "its time over that of the fastest"), USUAL("by", .number = number_ratio)},
    SEEN_ENDS(fastest_row, "next_ratio", next_ratio, "1", 0, "its", "by,", .number = number_ratio),
    {POINT(libraries, COUNT, "1", "libraries compared")},
    {POINT(noise_floor, REAL, "1", "what is within this factor is no difference"), ASKED("noise floor", .number = number_ratio)},
};

/* clang-format on */

const struct column_set fastest_columns = COLUMN_SET(of_points, struct fastest_row);

/* --- ranks --- */

int fastest_is_sure(const struct section *section) {
    return section->rounds > 1;
}

int fastest_is_as_measured(const struct section *section) {
    return section->rounds == 1 && section->most_seeds == 1 && section->summary_count > 1;
}

static size_t points_of(const struct section *section) {
    return section->summary_count ? section->row_count / section->summary_count : 0;
}

/* Returns the reference's index among the libraries shown, or their number if it is not one of
 * them. */
static size_t reference_of(const struct table *table, const struct section *section) {
    size_t l = 0;
    while (l < section->summary_count && !table->summaries[section->first_summary + l].is_reference)
        l++;
    return l;
}

/* Returns the margin of verdicts of at least MIN_EFFECT plus what the steps of two libraries'
 * samples hide (location.h). */
static double margin_of(const struct section *section, const struct row *rows, double min_effect) {
    double steps = 0;
    for (size_t l = 0; l < section->summary_count; l++)
        steps = fmax(steps, row_log_step(&rows[l]));
    double floor = section->error_model ? NAN : rows[0].noise.floor;
    return verdict_margin(min_effect, floor) + 2 * steps;
}

struct crossing_size fastest_size(const struct table *table, const struct section *section,
                                  size_t point) {
    size_t cell = point * section->summary_count;
    const struct row *rows = table->rows + section->first_row + cell;
    return (struct crossing_size){
        .round_means = section->round_ratios + cell * section->rounds_wanted,
        .libraries = section->summary_count,
        .rounds = section->rounds_wanted,
        .margin = margin_of(section, rows, section->min_effect),
        .shown = section->shown + cell,
        .reference = reference_of(table, section),
        .sides = section->sides ? section->sides + cell : NULL,
        .errors = section->error_model,
        .point = point,
        .rows = rows,
        .margin_alone = margin_of(section, rows, section->min_effect_alone)};
}

static int has_alone(const struct table *table, const struct section *section) {
    int has = 0;
    for (size_t i = 0; i < section->row_count && !has; i++)
        has = table->rows[section->first_row + i].rounds == 1;
    return has;
}

static size_t count_pairs(size_t libraries) {
    return libraries > 1 ? libraries * (libraries - 1) / 2 : 0;
}

/* Pairs with a single sample on a side are never told apart. */
static size_t count_testable(const struct table *table, const struct section *section) {
    size_t all = 0;
    for (size_t i = 0; i < section->row_count; i += section->summary_count) {
        size_t known = 0;
        for (size_t l = 0; l < section->summary_count; l++)
            known += table->rows[section->first_row + i + l].n > 1;
        all += count_pairs(known);
    }
    return all;
}

double fastest_confidence(const struct table *table, const struct section *section) {
    size_t libraries = section->summary_count;
    size_t others = libraries - (reference_of(table, section) < libraries);
    return crossing_confidence(section->confidence, has_alone(table, section)
                                                        ? count_testable(table, section)
                                                        : points_of(section) * count_pairs(others));
}

/* Returns ln t(A) - ln t(B), with an interval no narrower than the steps of their samples allow. */
static struct interval compare(const struct crossing_size *size, const struct row *rows, size_t a,
                               size_t b, struct student *student) {
    return interval_at_least(crossing_compare(size, a, b, student),
                             row_log_steps(&rows[a], &rows[b]));
}

/* --- means --- */

static size_t with_rank(const enum crossing_rank *ranks, size_t libraries,
                        enum crossing_rank wanted) {
    size_t l = 0;
    while (l < libraries && ranks[l] != wanted)
        l++;
    return l;
}

/* A point by means. If samples are unpaired, the rows' own means are compared. */
struct means {
    struct crossing_size size;
    const struct row *rows; /* [libraries] */
};

static struct means means_at(const struct table *table, const struct section *section,
                             size_t point) {
    size_t cell = point * section->summary_count;
    struct means means = {fastest_size(table, section, point),
                          table->rows + section->first_row + cell};
    means.size.round_means = section->round_mean_ratios + cell * section->rounds_wanted;
    means.size.errors = NULL;
    means.size.rows = NULL; /* a single process says nothing of the means of others */
    return means;
}

static struct welch_side side_of_mean(const struct row *row) {
    double se = row->rounds > 1 ? row->se / row->mean.estimate : NAN;
    return welch_side_of(row->both_right ? logarithm_of(row_cost(row)) : NAN, se, row->rounds);
}

static size_t fastest_by_means(const struct means *means) {
    size_t fastest = means->size.libraries;
    if (!means->size.sides)
        return crossing_fastest(&means->size);
    for (size_t l = 0; l < means->size.libraries; l++)
        if (!isnan(side_of_mean(&means->rows[l]).mean) &&
            (fastest == means->size.libraries ||
             row_cost(&means->rows[l]) < row_cost(&means->rows[fastest])))
            fastest = l;
    return fastest;
}

/* Returns whether TYPICALLY, which may have the shortest typical time, is slower by means than
 * BY_MEANS, and the two ratios disagree. */
static int are_disputed(const struct crossing_size *size, const struct means *means,
                        size_t typically, size_t by_means, struct student *student) {
    if (by_means == size->reference) {
        /* This row has both ratios to the reference. */
        const struct row *row = &means->rows[typically];
        return row_means_disagree(row) &&
               interval_side(interval_log(row->mean_ratio), size->margin) > 0;
    }
    if (typically == size->reference) {
        const struct row *row = &means->rows[by_means];
        return row_means_disagree(row) &&
               interval_side(interval_log(row->mean_ratio), size->margin) < 0;
    }
    struct crossing_size alone = *size;
    alone.errors = NULL;
    struct interval ratio =
        interval_exp(compare(&alone, means->rows, typically, by_means, student));

    struct interval of_means;
    if (!means->size.sides)
        of_means = compare(&means->size, means->rows, typically, by_means, student);
    else {
        struct welch_side of_a = side_of_mean(&means->rows[typically]),
                          of_b = side_of_mean(&means->rows[by_means]);
        struct welch welch = welch_between(&of_b, &of_a);
        of_means = interval_at_least(welch_interval(&welch, student->confidence),
                                     resolution_of_ratio(&means->rows[typically].resolution,
                                                         &means->rows[by_means].resolution));
    }

    return interval_side(of_means, size->margin) > 0 &&
           mean_ratio_disagrees(ratio, interval_exp(of_means));
}

/* Compares the libraries that may be the fastest with the one of the smallest mean, and changes the
 * ranks of those that are slower by means. */
static void dispute(const struct table *table, const struct section *section, size_t point,
                    struct student *student, enum crossing_rank *ranks) {
    struct crossing_size size = fastest_size(table, section, point);
    struct means means = means_at(table, section, point);
    size_t by_means = fastest_by_means(&means);
    for (size_t l = 0; by_means < size.libraries && l < size.libraries; l++) {
        int may_be = ranks[l] == CROSSING_FASTEST || ranks[l] == CROSSING_NOT_SHOWN_SLOWER;
        if (!may_be || l == by_means || !are_disputed(&size, &means, l, by_means, student))
            continue;
        if (ranks[l] == CROSSING_FASTEST)
            ranks[by_means] = CROSSING_BY_MEANS;
        ranks[l] = ranks[l] == CROSSING_FASTEST ? CROSSING_TYPICALLY : CROSSING_SLOWER_BY_MEANS;
    }
}

/* Returns whether a library has right answers at POINT and no ratio, because some of its samples,
 * or of the reference's, are 0. It may be the one with the least. */
static int has_zeros(const struct table *table, const struct section *section, size_t point) {
    const struct row *rows = table->rows + section->first_row + point * section->summary_count;
    int has = 0;
    for (size_t l = 0; l < section->summary_count; l++)
        has |= rows[l].status == CELL_OK && isfinite(rows[l].mean.estimate) &&
               isnan(rows[l].ratio.estimate);
    return has && section->quantity != QUANTITY_SECONDS;
}

enum crossing_rank *fastest_ranks(const struct table *table, const struct section *section) {
    enum crossing_rank *ranks = xcalloc(section->row_count, sizeof *ranks);
    struct student corrected, usual;
    student_init(&corrected, fastest_confidence(table, section));
    student_init(&usual, section->confidence);
    for (size_t p = 0; p < points_of(section); p++) {
        struct crossing_size size = fastest_size(table, section, p);
        if (has_zeros(table, section, p))
            continue;
        crossing_rank(&size, &corrected, ranks + p * size.libraries);
        if (section->statistic.kind == STATISTIC_TYPICAL)
            dispute(table, section, p, &usual, ranks + p * size.libraries);
    }
    return ranks;
}

/* --- points --- */

struct point {
    const struct section *section;
    const struct row *rows;          /* [libraries] */
    const enum crossing_rank *ranks; /* [libraries] */
    struct crossing_size size;
    size_t fastest, by_means; /* index of the library; number of libraries for none */
    int is_disputed;
};

static void write_those(const struct point *point, enum crossing_rank rank, FILE *file) {
    const char *before = "";
    for (size_t l = 0; l < point->size.libraries; l++)
        if (point->ranks[l] == rank) {
            fprintf(file, "%s%s", before, point->rows[l].library);
            before = ", ";
        }
}

static void write_texts(struct fastest_row *row, const struct point *point,
                        struct string_pool *texts) {
    struct kept_text written;
    kept_text_begin(&written);
    write_those(point, CROSSING_NOT_SHOWN_SLOWER, written.file);
    row->not_shown_slower = kept_text_end(&written, texts);
    kept_text_begin(&written);
    write_those(point, CROSSING_SLOWER_BY_MEANS, written.file);
    row->slower_by_means = kept_text_end(&written, texts);
    kept_text_begin(&written);
    parameter_grid_write_parameters(point->section->space, point->rows[0].point, written.file);
    row->parameters = kept_text_end(&written, texts);
    if (!row->ranked_by || point->section->statistic.kind == STATISTIC_TYPICAL)
        return;
    char name[STATISTIC_NAME];
    statistic_name(point->section->statistic, name);
    row->ranked_by = string_pool_text(texts, xstring_pool_number(texts, name));
}

static struct fastest_row row_of(const struct point *point, struct student *student) {
    const struct section *section = point->section;
    const struct row *first = &point->rows[0];
    struct fastest_row row = {
        .archive = first->archive,
        .action = first->action,
        .run = first->run,
        .type = first->type,
        .size = first->size,
        .has_size = section->space->has_size,
        .size_word = parameter_grid_spelling(&section->space->axes[0], (double)first->size),
        .p_fastest = NAN,
        .mean = INTERVAL_UNKNOWN,
        .next_ratio = INTERVAL_UNKNOWN,
        .noise_floor = first->noise.floor};
    for (size_t l = 0; l < point->size.libraries; l++)
        row.libraries += point->ranks[l] != CROSSING_UNKNOWN;
    if (point->fastest == point->size.libraries)
        return row;
    const struct row *fastest = &point->rows[point->fastest];
    row.by_typical = fastest->library;
    row.p_fastest = fastest->p_fastest;
    if (point->by_means < point->size.libraries)
        row.by_means = point->rows[point->by_means].library;
    row.ranked_by = point->is_disputed ? "disputed" : "typical";
    if (point->is_disputed)
        return row;
    row.fastest = fastest->library;
    row.mean = fastest->mean;

    double least = NAN;
    for (size_t l = 0; l < point->size.libraries; l++) {
        if (point->ranks[l] != CROSSING_SLOWER)
            continue;
        struct interval log_ratio = compare(&point->size, point->rows, l, point->fastest, student);
        if (log_ratio.estimate >= least)
            continue;
        least = log_ratio.estimate;
        row.next = point->rows[l].library;
        row.next_ratio = interval_exp(log_ratio);
    }

    return row;
}

void fastest_add(struct fastest_rows *rows, const struct table *table,
                 const struct section *section) {
    size_t points = points_of(section);
    enum crossing_rank *ranks = fastest_ranks(table, section);
    struct student student;
    rows->items = xreallocarray(rows->items, rows->count + points, sizeof *rows->items);
    student_init(&student, section->confidence);
    for (size_t p = 0; p < points; p++) {
        size_t libraries = section->summary_count, cell = p * libraries;
        struct means means = means_at(table, section, p);
        struct point point = {section,
                              table->rows + section->first_row + cell,
                              ranks + cell,
                              fastest_size(table, section, p),
                              with_rank(ranks + cell, libraries, CROSSING_FASTEST),
                              fastest_by_means(&means),
                              0};
        if (point.fastest == libraries) {
            point.fastest = with_rank(ranks + cell, libraries, CROSSING_TYPICALLY);
            point.is_disputed = point.fastest < libraries;
        }

        struct fastest_row *row = &rows->items[rows->count++];
        *row = row_of(&point, &student);
        write_texts(row, &point, &rows->texts);
    }
    free(ranks);
}

void fastest_release(struct fastest_rows *rows) {
    free(rows->items);
    string_pool_release(&rows->texts);
    *rows = (struct fastest_rows){0};
}
