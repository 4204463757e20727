/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plot/cmd_sections.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The arrays of one section: S sizes, L libraries, K kinds. */
struct section_numbers {
    double *x;                  /* [S] ascending */
    double *values;             /* [K][L][3][S]: y, low, high */
    unsigned char *wrong;       /* [L][S] */
    struct series_data *series; /* [K][L] */
    double *noise_values;       /* [3][S]: the control's ratio, low, high */
    struct series_data noise;
    size_t sizes, libraries;
};

/* What a kind of chart takes from a row. */
struct column_set {
    size_t y, low, high; /* offsets in struct row */
};

static const struct column_set columns[CHART_KINDS] = {
    [CHART_TIME] = {offsetof(struct row, mean), offsetof(struct row, mean_low),
                    offsetof(struct row, mean_high)},
    [CHART_RATIO] = {offsetof(struct row, ratio), offsetof(struct row, ratio_low),
                     offsetof(struct row, ratio_high)},
};

static double value_at(const struct row *row, size_t offset) {
    return *(const double *)(const void *)((const char *)row + offset);
}

/* --- words --- */

/* Formats a text that lives as long as CHARTS; NULL when there is no memory. */
static const char *keep(struct section_charts *charts, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
static const char *keep(struct section_charts *charts, const char *format, ...) {
    char **texts = reallocarray(charts->texts, charts->text_count + 1, sizeof *texts);
    if (!texts)
        return NULL;
    charts->texts = texts;
    va_list arguments;
    va_start(arguments, format);
    int length = vasprintf(&texts[charts->text_count], format, arguments);
    va_end(arguments);
    return length < 0 ? NULL : texts[charts->text_count++];
}

static void remove_all(char *text, const char *what) {
    size_t length = strlen(what);
    for (char *at = text; (at = strstr(at, what));)
        memmove(at, at + length, strlen(at + length) + 1);
}

/* A processor's name for itself, "Intel(R) Xeon(R) Gold 6226R CPU @ 2.90GHz", without trade marks
 * and nominal clock. */
static const char *cpu_words(struct section_charts *charts, const struct section *section) {
    if (!section->cpu || !*section->cpu)
        return "";
    if (!keep(charts, ", %s", section->cpu))
        return NULL;
    char *words = charts->texts[charts->text_count - 1];
    static const char *const marks[] = {"(R)", "(r)", "(TM)", "(tm)", " CPU"};
    words[strcspn(words, "@")] = 0;
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++)
        remove_all(words, marks[i]);
    for (size_t end = strlen(words); end > 0 && words[end - 1] == ' ';)
        words[--end] = 0;
    return words;
}

static const char *type_words(const char *type) {
    static const struct {
        const char *type, *words;
    } known[] = {{"s", ", single precision"}, {"d", ", double precision"}};
    for (size_t i = 0; type && i < sizeof known / sizeof *known; i++)
        if (strcmp(type, known[i].type) == 0)
            return known[i].words;
    return "";
}

/* The first fault of each library, a line each: what a gap in its curve means. */
static void write_losses(FILE *words, const struct table *table, const struct section *section) {
    for (size_t l = 0; l < section->summary_count; l++)
        for (size_t i = l; i < section->row_count; i += section->summary_count) {
            const struct row *row = &table->rows[section->first_row + i];
            if (row->status <= CELL_WRONG)
                continue;
            fprintf(words, "\n%s %s at size %lld", row->library, cell_status_name(row->status),
                    (long long)row->size);
            break;
        }
}

/* How it was measured: rounds, precision, machine; and what went wrong. */
static const char *setting_words(struct section_charts *charts, const struct table *table,
                                 const struct section *section) {
    const char *cpu = cpu_words(charts, section), *type = type_words(section->type);
    char *text = NULL;
    size_t size = 0;
    FILE *words = cpu ? open_memstream(&text, &size) : NULL;
    if (!words)
        return NULL;
    fprintf(words, "%zu round%s", section->rounds, section->rounds == 1 ? "" : "s");
    if (section->state && strcmp(section->state, "complete") != 0)
        fprintf(words, " (%s)", section->state);
    if (section->conditions)
        fprintf(words, ", %s", section->conditions);
    fprintf(words, "%s%s", type, cpu);
    write_losses(words, table, section);
    const char *kept = fclose(words) == 0 ? keep(charts, "%s", text) : NULL;
    free(text);
    return kept;
}

/* SETTING, and in few words what to beware of. */
static const char *warning_words(struct section_charts *charts, const struct section *section,
                                 const char *setting) {
    const struct warnings *warnings = section->warnings;
    for (size_t i = 0; setting && warnings && i < warnings->count; i++)
        setting =
            keep(charts, "%s%s%s", setting, i ? "; " : "\nbeware: ", warnings->items[i].brief);
    return setting;
}

/* Which run, where one action stands there more than once. */
static const char *run_words(struct section_charts *charts, const struct table *table,
                             const struct section *section) {
    for (size_t i = 0; i < table->section_count; i++)
        if (&table->sections[i] != section &&
            strcmp(table->sections[i].action, section->action) == 0)
            return keep(charts, " (%s)", section->run);
    return "";
}

static const char *reference_of(const struct section *section) {
    return section->reference ? section->reference : "the reference";
}

static void word_time(struct section_charts *charts, struct chart *chart,
                      const struct section *section, const char *run, const char *setting) {
    chart->title = keep(charts, "%s%s — time per call", section->action, run);
    chart->subtitle = keep(charts, "mean seconds per call, %g %% interval\n%s",
                           100 * section->confidence, setting);
}

static void word_ratio(struct section_charts *charts, struct chart *chart,
                       const struct section *section, const char *run, const char *setting) {
    const char *reference = reference_of(section);
    chart->title = keep(charts, "%s%s — time relative to %s", section->action, run, reference);
    const char *noise = section->controlled ? keep(charts, "grey: noise floor, %s against itself\n",
                                                   section->controlled)
                                            : "";
    if (noise)
        chart->subtitle = keep(charts, "t(library) / t(%s), %g %% interval; lower is faster\n%s%s",
                               reference, 100 * section->confidence, noise, setting);
}

typedef void word_chart(struct section_charts *charts, struct chart *chart,
                        const struct section *section, const char *run, const char *setting);
static word_chart *const words[CHART_KINDS] = {
    [CHART_TIME] = word_time, [CHART_RATIO] = word_ratio};

static int word_section(struct section_charts *charts, struct chart *row, size_t kind_count,
                        const struct table *table, const struct section *section) {
    const char *run = run_words(charts, table, section);
    const char *setting = setting_words(charts, table, section);
    const char *warned = warning_words(charts, section, setting);
    for (size_t k = 0; run && warned && k < kind_count; k++) {
        row[k].x_label = section->size_means ? section->size_means : "size";
        words[row[k].kind](charts, &row[k], section, run, k ? setting : warned);
        if (!row[k].title || !row[k].subtitle)
            return -1;
    }
    return run && warned ? 0 : -1;
}

static void caption_warnings(FILE *caption, const struct section *section) {
    for (size_t i = 0; section->warnings && i < section->warnings->count; i++)
        fprintf(caption, "\nwarning, %s: %s; %s", section->action, section->warnings->items[i].text,
                section->warnings->items[i].advice);
}

static int caption_charts(struct section_charts *charts, const struct table *table) {
    size_t size;
    FILE *title = open_memstream(&charts->title, &size);
    FILE *caption = title ? open_memstream(&charts->caption, &size) : NULL;
    for (size_t i = 0; title && i < table->section_count; i++)
        fprintf(title, "%s%s", i ? ", " : "", table->sections[i].action);
    for (size_t i = 0; caption && i < charts->count; i++)
        fprintf(caption, "%s%s: %s", i ? "\n" : "", charts->charts[i].title,
                charts->charts[i].subtitle);
    for (size_t i = 0; caption && i < table->section_count; i++)
        caption_warnings(caption, &table->sections[i]);
    int failed = !title || !caption;
    failed |= title && fclose(title) != 0;
    failed |= caption && fclose(caption) != 0;
    return failed ? -1 : 0;
}

/* --- numbers --- */

struct point {
    size_t place; /* which of the section's sizes */
    double size;
};

static int by_size(const void *a, const void *b) {
    const struct point *left = a, *right = b;
    if (left->size != right->size)
        return left->size < right->size ? -1 : 1;
    return (left->place > right->place) - (left->place < right->place);
}

static struct point *sort_points(const struct row *rows, size_t sizes, size_t libraries) {
    struct point *points = calloc(sizes + 1, sizeof *points);
    for (size_t i = 0; points && i < sizes; i++)
        points[i] = (struct point){i, (double)rows[i * libraries].size};
    if (points)
        qsort(points, sizes, sizeof *points, by_size);
    return points;
}

static int allocate(struct section_numbers *numbers, size_t kind_count) {
    size_t sizes = numbers->sizes, libraries = numbers->libraries;
    numbers->x = calloc(sizes + 1, sizeof *numbers->x);
    numbers->values = calloc(3 * kind_count * libraries * sizes + 1, sizeof *numbers->values);
    numbers->wrong = calloc(libraries * sizes + 1, sizeof *numbers->wrong);
    numbers->series = calloc(kind_count * libraries + 1, sizeof *numbers->series);
    numbers->noise_values = calloc(3 * sizes + 1, sizeof *numbers->noise_values);
    return numbers->noise_values && numbers->x && numbers->values && numbers->wrong &&
                   numbers->series
               ? 0
               : -1;
}

static void fill_library(struct section_numbers *numbers, const struct row *rows,
                         const struct point *points, size_t library, const struct column_set *take,
                         double *values) {
    size_t sizes = numbers->sizes;
    for (size_t i = 0; i < sizes; i++) {
        const struct row *row = &rows[points[i].place * numbers->libraries + library];
        numbers->x[i] = points[i].size;
        numbers->wrong[library * sizes + i] = row->status == CELL_WRONG;
        int is_lost = row->status != CELL_OK && row->status != CELL_WRONG;
        values[i] = is_lost ? NAN : value_at(row, take->y);
        values[sizes + i] = is_lost ? NAN : value_at(row, take->low);
        values[2 * sizes + i] = is_lost ? NAN : value_at(row, take->high);
    }
}

static void fill_chart(struct section_numbers *numbers, struct chart *chart, const struct row *rows,
                       const struct point *points, const struct summary_row *libraries,
                       size_t kind) {
    size_t sizes = numbers->sizes;
    chart->series = numbers->series + kind * numbers->libraries;
    chart->series_count = numbers->libraries;
    for (size_t l = 0; l < numbers->libraries; l++) {
        double *values = numbers->values + 3 * sizes * (kind * numbers->libraries + l);
        fill_library(numbers, rows, points, l, &columns[chart->kind], values);
        numbers->series[kind * numbers->libraries + l] =
            (struct series_data){.name = libraries[l].library,
                                 .count = sizes,
                                 .x = numbers->x,
                                 .y = values,
                                 .low = values + sizes,
                                 .high = values + 2 * sizes,
                                 .wrong = numbers->wrong + l * sizes,
                                 .is_reference = libraries[l].is_reference};
    }
}

/* What every row of a size has alike. */
static void fill_noise(struct section_numbers *numbers, const struct row *rows,
                       const struct point *points) {
    size_t sizes = numbers->sizes;
    double *values = numbers->noise_values;
    for (size_t i = 0; i < sizes; i++) {
        const struct noise *noise = &rows[points[i].place * numbers->libraries].noise;
        values[i] = noise->ratio;
        values[sizes + i] = noise->low;
        values[2 * sizes + i] = noise->high;
    }
    numbers->noise = (struct series_data){.name = "noise floor",
                                          .count = sizes,
                                          .x = numbers->x,
                                          .y = values,
                                          .low = values + sizes,
                                          .high = values + 2 * sizes};
}

static int fill_section(struct section_numbers *numbers, struct chart *row, size_t kind_count,
                        const struct table *table, const struct section *section) {
    numbers->libraries = section->summary_count;
    numbers->sizes = numbers->libraries ? section->row_count / numbers->libraries : 0;
    if (allocate(numbers, kind_count) != 0)
        return -1;
    const struct row *rows = table->rows + section->first_row;
    struct point *points = sort_points(rows, numbers->sizes, numbers->libraries);
    for (size_t k = 0; points && k < kind_count; k++)
        fill_chart(numbers, &row[k], rows, points, table->summaries + section->first_summary, k);
    if (points && section->controlled)
        fill_noise(numbers, rows, points);
    for (size_t k = 0; points && section->controlled && k < kind_count; k++)
        row[k].noise = &numbers->noise;
    free(points);
    return points ? 0 : -1;
}

/* --- colours --- */

/* The place of NAME in NAMES, where it is put if it is not there. */
static size_t place_of(const char **names, size_t *count, const char *name) {
    for (size_t i = 0; i < *count; i++)
        if (strcmp(names[i], name) == 0)
            return i;
    names[*count] = name;
    return (*count)++;
}

/* A reference has colour 0, any other library the next one free when it first appears. */
static int give_colours(struct section_charts *charts, const struct table *table,
                        size_t kind_count) {
    const char **names = calloc(table->summary_count + 1, sizeof *names);
    size_t count = 0;
    for (size_t i = 0; names && i < charts->section_count; i++)
        for (size_t l = 0; l < charts->numbers[i].libraries; l++) {
            struct series_data *series = &charts->numbers[i].series[l];
            size_t colour = series->is_reference ? 0 : 1 + place_of(names, &count, series->name);
            for (size_t k = 0; k < kind_count; k++)
                series[k * charts->numbers[i].libraries].colour = colour;
        }
    free(names);
    return names ? 0 : -1;
}

/* --- all of it --- */

static int chart_sections(struct section_charts *charts, const struct table *table,
                          const enum chart_kind *kinds, size_t kind_count) {
    charts->charts = calloc(charts->count + 1, sizeof *charts->charts);
    charts->numbers = calloc(charts->section_count + 1, sizeof *charts->numbers);
    if (!charts->charts || !charts->numbers)
        return -1;
    for (size_t i = 0; i < charts->count; i++)
        charts->charts[i].kind = kinds[i % kind_count];
    for (size_t i = 0; i < charts->section_count; i++) {
        struct chart *row = charts->charts + i * kind_count;
        const struct section *section = &table->sections[i];
        if (fill_section(&charts->numbers[i], row, kind_count, table, section) != 0 ||
            word_section(charts, row, kind_count, table, section) != 0)
            return -1;
    }
    int failed = give_colours(charts, table, kind_count) || caption_charts(charts, table);
    return failed ? -1 : 0;
}

int sections_chart(struct section_charts *charts, const struct table *table,
                   const enum chart_kind *kinds, size_t kind_count, struct err *err) {
    *charts = (struct section_charts){.section_count = table->section_count,
                                      .count = table->section_count * kind_count};
    if (chart_sections(charts, table, kinds, kind_count) != 0)
        return err_set(err, ERR_FAILED, "no memory for %zu charts", charts->count);
    return 0;
}

void sections_release(struct section_charts *charts) {
    for (size_t i = 0; charts->numbers && i < charts->section_count; i++) {
        free(charts->numbers[i].x);
        free(charts->numbers[i].values);
        free(charts->numbers[i].wrong);
        free(charts->numbers[i].series);
        free(charts->numbers[i].noise_values);
    }
    for (size_t i = 0; i < charts->text_count; i++)
        free(charts->texts[i]);
    free(charts->texts);
    free(charts->numbers);
    free(charts->charts);
    free(charts->title);
    free(charts->caption);
    *charts = (struct section_charts){0};
}
