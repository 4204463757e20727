/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "store/cli/show_text.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "formats/text/seconds.h"
#include "formats/text/utf8.h"
#include "store/cli/table.h"

#define NAME_WIDTH ((size_t)24)
#define TEXT_WIDTH ((size_t)100) /* of a line altogether */
#define VALUE_SIZE ((size_t)2048)

/* --- facts --- */

/* Words wrapped behind the fact's name; of a text that takes more than a few lines, only the
 * beginning. */
enum { MOST_LINES = 6 };

static size_t words_that_fit(const char *text, size_t width) {
    size_t length = strlen(text);
    if (length <= width)
        return length;
    size_t end = width;
    while (end > 0 && text[end] != ' ')
        end--;
    if (end)
        return end;
    for (end = width; end > 1 && (text[end] & 0xc0) == 0x80;)
        end--; /* not within a character */
    return end;
}

static void print_wrapped(const char *text, size_t indent) {
    size_t width = TEXT_WIDTH - indent;
    for (int line = 0; *text; line++) {
        size_t part = words_that_fit(text, width);
        if (line)
            printf("%*s", (int)indent, "");
        if (line == MOST_LINES - 1 && text[part]) {
            printf("... (%zu more characters)\n", strlen(text));
            return;
        }
        printf("%.*s\n", (int)part, text);
        text += part + (text[part] == ' ');
    }
}

/* Its lines behind one another. To be freed; NULL without memory. */
static char *joined_lines(const char *text) {
    char *joined = NULL;
    size_t size;
    FILE *stream = open_memstream(&joined, &size);
    for (const char *c = text; stream && *c; c++)
        if (*c != '\n')
            putc(*c, stream);
        else if (c[1] && c[1] != '\n')
            fputs(" · ", stream);
    if (stream && fclose(stream) == 0)
        return joined;
    free(joined);
    return NULL;
}

static void print_text(const char *text, size_t indent) {
    char *clean = joined_lines(text);
    if (!clean)
        return;
    utf8_clean(clean, ' ');
    if (*clean)
        print_wrapped(clean, indent);
    else
        putchar('\n');
    free(clean);
}

static void print_name(const char *name) {
    char *clean = strdup(name);
    if (clean)
        utf8_clean(clean, '?');
    fputs(clean ? clean : "?", stdout);
    free(clean);
}

static void print_fact(const struct fact *fact, size_t indent, size_t width) {
    size_t name_width = utf8_width(fact->name);
    printf("%*s", (int)indent, "");
    print_name(fact->name);
    printf("%*s  ", name_width < width ? (int)(width - name_width) : 0, "");
    if (fact->kind == FACT_TEXT && strlen(fact->text) > VALUE_SIZE)
        printf("(%zu bytes)\n", strlen(fact->text));
    else if (fact->kind == FACT_TEXT)
        print_text(fact->text, indent + width + 2);
    else if (fact->kind == FACT_INTEGER)
        printf("%" PRId64 "\n", fact->integer);
    else if (isnan(fact->real))
        puts("-");
    else
        printf("%.6g\n", fact->real);
}

static void print_facts(const struct facts *facts, size_t indent) {
    size_t width = 0;
    for (size_t i = 0; i < facts->count; i++) {
        size_t length = utf8_width(facts->items[i].name);
        width = length > width && length <= NAME_WIDTH ? length : width;
    }
    for (size_t i = 0; i < facts->count; i++)
        print_fact(&facts->items[i], indent, width);
}

/* --- what became of a library at a size --- */

struct cell {
    const struct measurement *m;
    const struct series *series;
    size_t point;
};

static void put_seconds(struct cmd_table *table, double seconds) {
    char text[40];
    cmd_table_add(table, seconds_format(text, sizeof text, seconds, 3));
}

static void put_real(struct cmd_table *table, double real) {
    if (isnan(real))
        cmd_table_add(table, "-");
    else
        cmd_table_addf(table, "%.3g", real);
}

static void put_integer(struct cmd_table *table, int64_t integer) {
    if (integer < 0)
        cmd_table_add(table, "-");
    else
        cmd_table_addf(table, "%" PRId64, integer);
}

static int by_value(const void *a, const void *b) {
    double left = *(const double *)a, right = *(const double *)b;
    return (left > right) - (left < right);
}

/* The finite samples of a cell, sorted, and how many; to be freed. */
static double *sorted_samples(const struct cell *cell, size_t *count) {
    size_t most = cell->m->rounds * cell->m->max_seeds;
    const double *from = cell->series->seconds + measurement_index(cell->m, cell->point, 0, 0);
    double *samples = malloc(most * sizeof *samples);
    *count = 0;
    for (size_t i = 0; samples && i < most; i++)
        if (isfinite(from[i]))
            samples[(*count)++] = from[i];
    if (samples)
        qsort(samples, *count, sizeof *samples, by_value);
    return samples;
}

/* In full, unlike what was measured. */
static void put_given(struct cmd_table *table, double value) {
    if (isnan(value))
        cmd_table_add(table, "-");
    else
        cmd_table_addf(table, "%.15g", value);
}

static void put_status(struct cmd_table *table, const struct cell *cell) {
    cmd_table_add(table, cell_status_name((int)cell->series->status[cell->point]));
}

static void put_sample_count(struct cmd_table *table, const struct cell *cell) {
    size_t count;
    free(sorted_samples(cell, &count));
    cmd_table_addf(table, "%zu", count);
}

static void put_fastest(struct cmd_table *table, const struct cell *cell) {
    size_t count;
    double *samples = sorted_samples(cell, &count);
    put_seconds(table, count ? samples[0] : NAN);
    free(samples);
}

static void put_median(struct cmd_table *table, const struct cell *cell) {
    size_t count;
    double *samples = sorted_samples(cell, &count);
    put_seconds(table, count ? (samples[(count - 1) / 2] + samples[count / 2]) / 2 : NAN);
    free(samples);
}

static void put_slowest(struct cmd_table *table, const struct cell *cell) {
    size_t count;
    double *samples = sorted_samples(cell, &count);
    put_seconds(table, count ? samples[count - 1] : NAN);
    free(samples);
}

static void put_first_call(struct cmd_table *table, const struct cell *cell) {
    put_seconds(table, cell->series->first_call[cell->point]);
}

static void put_calls(struct cmd_table *table, const struct cell *cell) {
    put_integer(table, cell->series->calls[cell->point]);
}

static void put_copies(struct cmd_table *table, const struct cell *cell) {
    put_integer(table, cell->series->copies[cell->point]);
}

static void put_warm_up(struct cmd_table *table, const struct cell *cell) {
    put_integer(table, cell->series->warm_up_calls[cell->point]);
}

static void put_max_error(struct cmd_table *table, const struct cell *cell) {
    put_real(table, cell->series->max_error[cell->point]);
}

static void put_tolerance(struct cmd_table *table, const struct cell *cell) {
    put_real(table, cell->series->tolerance[cell->point]);
}

static void put_residual(struct cmd_table *table, const struct cell *cell) {
    put_real(table, cell->series->residual[cell->point]);
}

static const struct {
    const char *heading;
    char side; /* r: to the right */
    void (*put)(struct cmd_table *, const struct cell *);
} columns[] = {
    {"status", 'l', put_status},       {"samples", 'r', put_sample_count},
    {"fastest", 'r', put_fastest},     {"median", 'r', put_median},
    {"slowest", 'r', put_slowest},     {"first call", 'r', put_first_call},
    {"calls", 'r', put_calls},         {"warm-up", 'r', put_warm_up},
    {"copies", 'r', put_copies},       {"error", 'r', put_max_error},
    {"tolerance", 'r', put_tolerance}, {"residual", 'r', put_residual},
};
enum { COLUMNS = sizeof columns / sizeof *columns };

static void put_spot_headings(struct cmd_table *table, const struct measurement *m) {
    cmd_table_add(table, "size");
    for (size_t i = 0; i < m->parameter_count; i++)
        cmd_table_add(table, m->parameters[i].name);
}

static void put_spot(struct cmd_table *table, const struct measurement *m, size_t point) {
    cmd_table_addf(table, "%" PRId64, m->sizes[point]);
    for (size_t i = 0; i < m->parameter_count; i++)
        put_given(table, m->parameters[i].values[point]);
}

static void put_headings(struct cmd_table *table, const struct measurement *m, char *sides) {
    size_t before = 1 + m->parameter_count;
    memset(sides, 'r', before);
    put_spot_headings(table, m);
    for (size_t c = 0; c < COLUMNS; c++) {
        sides[before + c] = columns[c].side;
        cmd_table_add(table, columns[c].heading);
    }
}

static void print_cells(const struct measurement *m, const struct series *series, size_t indent) {
    char sides[1 + RUN_MAX_PARAMETERS + COLUMNS];
    struct cmd_table table = {.columns = 1 + m->parameter_count + COLUMNS, .right = sides};
    put_headings(&table, m, sides);
    for (size_t p = 0; p < m->points; p++) {
        const struct cell cell = {m, series, p};
        put_spot(&table, m, p);
        for (size_t c = 0; c < COLUMNS; c++)
            columns[c].put(&table, &cell);
    }
    cmd_table_print(&table, indent, stdout);
    cmd_table_release(&table);
}

/* --- what the action says of a call --- */

static int has_terms(const struct measurement *m) {
    int has = 0;
    for (size_t i = 0; i < MEASUREMENT_TERMS; i++)
        has |= measurement_term_values(m, &measurement_terms[i]) != NULL;
    return has;
}

static void put_terms(struct cmd_table *table, const struct measurement *m, size_t point) {
    for (size_t i = 0; i < MEASUREMENT_TERMS; i++) {
        const double *values = measurement_term_values(m, &measurement_terms[i]);
        put_given(table, values ? values[point] : NAN);
    }
}

static void print_terms(const struct measurement *m, size_t indent) {
    char sides[1 + RUN_MAX_PARAMETERS + MEASUREMENT_TERMS];
    struct cmd_table table = {.columns = 1 + m->parameter_count + MEASUREMENT_TERMS,
                              .right = sides};
    memset(sides, 'r', sizeof sides);
    put_spot_headings(&table, m);
    for (size_t i = 0; i < MEASUREMENT_TERMS; i++)
        cmd_table_add(&table, measurement_terms[i].name);
    for (size_t p = 0; p < m->points; p++) {
        put_spot(&table, m, p);
        put_terms(&table, m, p);
    }
    putchar('\n');
    cmd_table_print(&table, indent, stdout);
    cmd_table_release(&table);
}

/* --- the run --- */

static void print_measurement(const struct measurement *m) {
    fputs("\naction ", stdout);
    print_name(m->name);
    printf("  (%zu %s%s, %zu round%s, up to %zu seed%s)\n", m->points,
           m->parameter_count ? "point" : "size", m->points == 1 ? "" : "s", m->rounds,
           m->rounds == 1 ? "" : "s", m->max_seeds, m->max_seeds == 1 ? "" : "s");
    print_facts(&m->facts, 2);
    if (has_terms(m))
        print_terms(m, 2);
    for (size_t i = 0; i < m->series_count; i++) {
        fputs("\n  library ", stdout);
        print_name(m->series[i].name);
        putchar('\n');
        print_facts(&m->series[i].facts, 4);
        putchar('\n');
        print_cells(m, &m->series[i], 4);
    }
}

void show_text(const struct run *run, const char *path, int another) {
    printf("%s%s of %s\n", another ? "\n" : "", run->name, path);
    print_facts(&run->facts, 2);
    for (size_t i = 0; i < run->measurement_count; i++)
        print_measurement(&run->measurements[i]);
}
