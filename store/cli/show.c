/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "store/cli/show.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "formats/model/ascending.h"
#include "formats/text/seconds.h"
#include "formats/text/unicode.h"
#include "formats/text/xalloc.h"
#include "store/archive/archive.h"
#include "store/archive/select.h"
#include "store/cli/arguments.h"
#include "store/cli/command.h"
#include "store/cli/output.h"
#include "formats/text/suggest.h"

/* --- JSON --- */

static json_object *element(const void *values, enum detail_type type, int is_status, size_t i) {
    if (type == DETAIL_REAL)
        return json_output_real(((const double *)values)[i]);
    int64_t value = ((const int64_t *)values)[i];
    if (is_status)
        return json_output_text(cell_status_name((int)value));
    return value == -1 ? NULL : json_object_new_int64(value);
}

/* Returns an array of COUNT elements, from OFFSET on. */
static json_object *line(const void *values, enum detail_type type, int is_status, size_t offset,
                         size_t count) {
    json_object *array = json_object_new_array();
    for (size_t i = 0; i < count; i++)
        json_object_array_add(array, element(values, type, is_status, offset + i));
    return array;
}

/* Returns the seeds of a round: an array of numbers, or for single threads of arrays of these. */
static json_object *seeds_of(const struct measurement *m, const void *values,
                             enum detail_shape shape, enum detail_type type, size_t first) {
    if (shape == PER_SAMPLE)
        return line(values, type, 0, first, m->max_seeds);
    json_object *seeds = json_object_new_array();
    for (size_t k = 0; k < m->max_seeds; k++)
        json_object_array_add(seeds, line(values, type, 0, (first + k) * m->team, m->team));
    return seeds;
}

/* Returns nested arrays [size][round][seed], and of single threads [thread] in them. */
static json_object *nested(const struct measurement *m, const void *values, enum detail_shape shape,
                           enum detail_type type) {
    json_object *sizes = json_object_new_array();
    for (size_t p = 0; p < m->points; p++) {
        json_object *rounds = json_object_new_array();
        for (size_t r = 0; r < m->rounds; r++)
            json_object_array_add(rounds,
                                  seeds_of(m, values, shape, type, measurement_index(m, p, r, 0)));
        json_object_array_add(sizes, rounds);
    }
    return sizes;
}

static json_object *detail_value(const struct measurement *m, const struct series *series,
                                 const struct series_detail *detail) {
    const void *values = series_detail_values(series, detail);
    int is_status = detail == &series_details[DETAIL_status];
    return detail->shape == PER_POINT ? line(values, detail->type, is_status, 0, m->points)
                                      : nested(m, values, detail->shape, detail->type);
}

static json_object *series_object(const struct measurement *m, const struct series *series) {
    json_object *object = json_object_new_object();
    json_output_put_text(object, "library", series->name);
    json_output_put(object, "facts", json_output_facts(&series->facts));
    json_output_put(object, "seconds", nested(m, series->seconds, PER_SAMPLE, DETAIL_REAL));
    for (size_t i = 0; i < DETAILS; i++)
        if (series->details[i])
            json_output_put(object, series_details[i].name,
                            detail_value(m, series, &series_details[i]));
    return object;
}

static json_object *parameters_object(const struct measurement *m) {
    json_object *object = json_object_new_object();
    for (size_t i = 0; i < m->parameter_count; i++)
        json_output_put(object, m->parameters[i].name,
                        line(m->parameters[i].values, DETAIL_REAL, 0, 0, m->points));
    return object;
}

static json_object *measurement_object(const struct measurement *m) {
    json_object *object = json_object_new_object(), *libraries = json_object_new_array();
    json_output_put_text(object, "action", m->name);
    json_output_put(object, "facts", json_output_facts(&m->facts));
    json_output_put_integer(object, "rounds", (int64_t)m->rounds);
    json_output_put_integer(object, "max_seeds", (int64_t)m->max_seeds);
    if (m->team)
        json_output_put_integer(object, "team", (int64_t)m->team);
    json_output_put(object, "sizes", json_output_integers(m->sizes, m->points));
    json_output_put(object, "seeds", json_output_integers(m->seeds, m->points));
    json_output_put(object, "parameters", parameters_object(m));

    /* Puts the terms that exist. */
    for (size_t i = 0; i < MEASUREMENT_TERMS; i++) {
        const double *values = measurement_term_values(m, &measurement_terms[i]);
        if (values)
            json_output_put(object, measurement_terms[i].name,
                            line(values, DETAIL_REAL, 0, 0, m->points));
    }

    for (size_t i = 0; i < m->series_count; i++)
        json_object_array_add(libraries, series_object(m, &m->series[i]));
    json_output_put(object, "libraries", libraries);
    return object;
}

/* {"run", "facts", "actions": [{"action", "facts", "rounds", "max_seeds", "team" if there is one,
 * "sizes", "seeds", "parameters", the terms, "libraries": [{"library", "facts",
 * "seconds": [size][round][seed], and the details}]}]} */
static json_object *show_json(const struct run *run) {
    json_object *object = json_object_new_object(), *actions = json_object_new_array();
    json_output_put_text(object, "run", run->name);
    json_output_put(object, "facts", json_output_facts(&run->facts));
    for (size_t i = 0; i < run->measurement_count; i++)
        json_object_array_add(actions, measurement_object(&run->measurements[i]));
    json_output_put(object, "actions", actions);
    return object;
}

/* --- the command line --- */

enum { FACT = 0x100 };

static const struct argp_option options[] = {
    {"fact", FACT, "NAME", 0, "print only this fact of the run, such as topology, in full", 0},
    {0},
};

struct request {
    struct arguments line;
    const char *fact;
};

static error_t parse(int key, char *argument, struct argp_state *state) {
    struct request *request = state->input;
    switch (key) {
    case ARGP_KEY_INIT:
        request->line.takes_runs = 1;
        state->child_inputs[0] = &request->line;
        return 0;
    case FACT:
        request->fact = argument;
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

/* --- one fact --- */

static int print_fact(const struct archive *archive, const struct run *run, const char *name,
                      struct err *err) {
    const struct fact *fact = facts_find(&run->facts, name);
    if (!fact) {
        struct known_names known = {.suggestion = {.wanted = name}};
        for (size_t i = 0; i < run->facts.count; i++)
            known_names_add(&known, run->facts.items[i].name);
        return err_set(err, ERR_USAGE, "%s: %s has no fact \"%s\"%s", archive_path(archive),
                       run->name, name, known_words(&known, "it has").text);
    }
    if (fact->kind == FACT_TEXT) {
        /* Prints the text as it is, so that it can be piped; on a terminal, replaces control
         * characters. */
        char *text = fact->text;
        int is_shown = isatty(STDOUT_FILENO);
        for (char *line; (line = strsep(&text, "\n"));) {
            if (is_shown)
                utf8_clean(line, '?');
            puts(line);
        }
    } else if (fact->kind == FACT_INTEGER)
        printf("%" PRId64 "\n", fact->integer);
    else
        printf("%.17g\n", fact->real);
    return 0;
}

/* --- runs --- */

static int show_runs(const struct request *request, struct archive *archive,
                     const struct selection *selection, struct err *err) {
    int brackets = request->line.is_json && !request->fact, code = 0;
    size_t shown = 0;
    if (brackets)
        putchar('[');
    for (size_t i = 0; i < archive_run_count(archive) && !code; i++)
        if (selection->is_selected[i]) {
            size_t already = shown++;
            struct run *run;
            int status = archive_read_run(archive, i, NULL, &run, err);
            if (status)
                code = status;
            else {
                if (request->fact)
                    status = print_fact(archive, run, request->fact, err);
                else if (request->line.is_json)
                    json_output_print(already ? ",\n" : "\n", show_json(run));
                else
                    show_text(run, archive_path(archive), already > 0);
                run_free(run);
                code = status;
            }
        }
    if (brackets)
        fputs("\n]\n", stdout);
    return code;
}

static int run(int argc, char **argv, struct err *err) {
    static const struct argp argp = {
        options,
        parse,
        "[ARCHIVE] [RUN...]",
        "Shows everything that is known of a run: the machine, the libraries, and what became of "
        "each of them at each size. JSON has the seconds of every sample.\v"
        "RUN is latest (default), first, all, a number (7), a name (run_000007), -1 for the last, "
        "a "
        "span (3..7), a day (2026-11-25, yesterday), or the first 8 digits or more of a uuid; "
        "several with commas. Where no ARCHIVE is named it is " COMMAND_LINE_ARCHIVE ".",
        arguments_formatted,
        NULL,
        NULL};
    struct request request = {0};
    struct archive *archive = NULL;
    argp_parse(&argp, argc, argv, 0, NULL, &request);
    int code = archive_open_with(&archive, request.line.archive, &request.line.common.access, err);
    if (!code) {
        char latest[] = "latest", *usual[] = {latest};
        const struct arguments *line = &request.line;
        struct selection selection;
        int status = select_runs(archive, line->run_count ? line->runs : usual,
                                 line->run_count ? line->run_count : 1, &selection, err);
        if (status)
            code = status;
        else {
            status = show_runs(&request, archive, &selection, err);
            select_release(&selection);
            code = status;
        }
    }
    archive_close(archive);
    arguments_release(&request.line);
    return code;
}

const struct command_entry command_show = {"show", "everything that is known of a run", run};

/* --- text --- */

#define NAME_WIDTH ((size_t)24)
#define TEXT_WIDTH ((size_t)100) /* of a whole line */
#define VALUE_SIZE ((size_t)2048)

/* --- facts --- */

/* Words are wrapped to the right of the fact's name; a text of more than a few lines is cut. */
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

/* Joins the lines of TEXT into one. The caller must free the result. */
static char *joined_lines(const char *text) {
    char *joined;
    size_t size;
    FILE *stream = xopen_memstream(&joined, &size);
    for (const char *c = text; *c; c++)
        if (*c != '\n')
            putc(*c, stream);
        else if (c[1] && c[1] != '\n')
            fputs(" · ", stream);
    xclose_memstream(stream);
    return joined;
}

static void print_text(const char *text, size_t indent) {
    char *clean = joined_lines(text);
    utf8_clean(clean, ' ');
    if (*clean)
        print_wrapped(clean, indent);
    else
        putchar('\n');
    free(clean);
}

static void print_name(const char *name) {
    char *clean = xstrdup(name);
    utf8_clean(clean, '?');
    fputs(clean, stdout);
    free(clean);
}

static void print_facts(const struct facts *facts, size_t indent) {
    size_t width = 0;
    for (size_t i = 0; i < facts->count; i++) {
        size_t length = utf8_width(facts->items[i].name);
        width = length > width && length <= NAME_WIDTH ? length : width;
    }
    for (size_t i = 0; i < facts->count; i++) {
        const struct fact *fact = &facts->items[i];
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
}

/* --- the results of a library at a size --- */

struct cell {
    const struct measurement *m;
    const struct series *series;
    size_t point;
};

static void put_seconds(struct text_table *table, double seconds) {
    char text[40];
    text_table_add(table, seconds_format(text, sizeof text, seconds, 3));
}

static void put_real(struct text_table *table, double real) {
    if (isnan(real))
        text_table_add(table, "-");
    else
        text_table_addf(table, "%.3g", real);
}

static void put_integer(struct text_table *table, int64_t integer) {
    if (integer < 0)
        text_table_add(table, "-");
    else
        text_table_addf(table, "%" PRId64, integer);
}

/* Returns the finite samples of a cell, sorted, and sets COUNT; the caller must free them. */
static double *sorted_samples(const struct cell *cell, size_t *count) {
    size_t most = cell->m->rounds * cell->m->max_seeds;
    const double *from = cell->series->seconds + measurement_index(cell->m, cell->point, 0, 0);
    double *samples = xcalloc(most, sizeof *samples);
    *count = 0;
    for (size_t i = 0; i < most; i++)
        if (isfinite(from[i]))
            samples[(*count)++] = from[i];
    qsort(samples, *count, sizeof *samples, ascending_reals);
    return samples;
}

/* Prints a given value with all its digits, unlike measured values. */
static void put_given(struct text_table *table, double value) {
    if (isnan(value))
        text_table_add(table, "-");
    else
        text_table_addf(table, "%.15g", value);
}

static void put_status(struct text_table *table, const struct cell *cell) {
    text_table_add(table, cell_status_name((int)cell->series->status[cell->point]));
}

static void put_sample_count(struct text_table *table, const struct cell *cell) {
    size_t count;
    free(sorted_samples(cell, &count));
    text_table_addf(table, "%zu", count);
}

static void put_fastest(struct text_table *table, const struct cell *cell) {
    size_t count;
    double *samples = sorted_samples(cell, &count);
    put_seconds(table, count ? samples[0] : NAN);
    free(samples);
}

static void put_median(struct text_table *table, const struct cell *cell) {
    size_t count;
    double *samples = sorted_samples(cell, &count);
    put_seconds(table, count ? (samples[(count - 1) / 2] + samples[count / 2]) / 2 : NAN);
    free(samples);
}

static void put_slowest(struct text_table *table, const struct cell *cell) {
    size_t count;
    double *samples = sorted_samples(cell, &count);
    put_seconds(table, count ? samples[count - 1] : NAN);
    free(samples);
}

static void put_first_call(struct text_table *table, const struct cell *cell) {
    put_seconds(table, cell->series->first_call[cell->point]);
}

static void put_calls(struct text_table *table, const struct cell *cell) {
    put_integer(table, cell->series->calls[cell->point]);
}

static void put_copies(struct text_table *table, const struct cell *cell) {
    put_integer(table, cell->series->copies[cell->point]);
}

static void put_warm_up(struct text_table *table, const struct cell *cell) {
    put_integer(table, cell->series->warm_up_calls[cell->point]);
}

static void put_max_error(struct text_table *table, const struct cell *cell) {
    put_real(table, cell->series->max_error[cell->point]);
}

static void put_tolerance(struct text_table *table, const struct cell *cell) {
    put_real(table, cell->series->tolerance[cell->point]);
}

static void put_residual(struct text_table *table, const struct cell *cell) {
    put_real(table, cell->series->residual[cell->point]);
}

static const struct {
    const char *heading;
    char side; /* r: aligned to the right */
    void (*put)(struct text_table *, const struct cell *);
} columns[] = {
    {"status", 'l', put_status},       {"samples", 'r', put_sample_count},
    {"fastest", 'r', put_fastest},     {"median", 'r', put_median},
    {"slowest", 'r', put_slowest},     {"first call", 'r', put_first_call},
    {"calls", 'r', put_calls},         {"warm-up", 'r', put_warm_up},
    {"copies", 'r', put_copies},       {"error", 'r', put_max_error},
    {"tolerance", 'r', put_tolerance}, {"residual", 'r', put_residual},
};
enum { COLUMNS = sizeof columns / sizeof *columns };

static void put_spot_headings(struct text_table *table, const struct measurement *m) {
    text_table_add(table, facts_text(&m->facts, FACT_SIZE_NAME, "size"));
    for (size_t i = 0; i < m->parameter_count; i++)
        text_table_add(table, m->parameters[i].name);
}

static void put_spot(struct text_table *table, const struct measurement *m, size_t point) {
    text_table_addf(table, "%" PRId64, m->sizes[point]);
    for (size_t i = 0; i < m->parameter_count; i++)
        put_given(table, m->parameters[i].values[point]);
}

/* --- terms --- */

static int has_terms(const struct measurement *m) {
    int has = 0;
    for (size_t i = 0; i < MEASUREMENT_TERMS; i++)
        has |= measurement_term_values(m, &measurement_terms[i]) != NULL;
    return has;
}

/* --- the run --- */

static void print_team(const struct measurement *m) {
    const char *seconds = facts_text(&m->facts, FACT_TRIAL_SECONDS, NULL);
    fputs("; trials of ", stdout);
    if (seconds) {
        print_name(seconds);
        fputs(" s, ", stdout);
    }
    printf("up to %zu thread%s", m->team, m->team == 1 ? "" : "s");
}

static void print_measurement(const struct measurement *m) {
    fputs("\naction ", stdout);
    print_name(m->name);
    printf("  (%zu %s%s, %zu round%s, up to %zu seed%s", m->points,
           m->parameter_count ? "point" : "size", m->points == 1 ? "" : "s", m->rounds,
           m->rounds == 1 ? "" : "s", m->max_seeds, m->max_seeds == 1 ? "" : "s");
    if (m->team)
        print_team(m);
    fputs(")\n", stdout);
    print_facts(&m->facts, 2);
    if (has_terms(m)) {
        char terms_sides[1 + RUN_MAX_PARAMETERS + MEASUREMENT_TERMS];
        struct text_table terms_table = {.columns = 1 + m->parameter_count + MEASUREMENT_TERMS,
                                         .right = terms_sides};
        memset(terms_sides, 'r', sizeof terms_sides);
        put_spot_headings(&terms_table, m);
        for (size_t i = 0; i < MEASUREMENT_TERMS; i++)
            text_table_add(&terms_table, measurement_terms[i].name);
        for (size_t p = 0; p < m->points; p++) {
            put_spot(&terms_table, m, p);
            for (size_t i = 0; i < MEASUREMENT_TERMS; i++) {
                const double *values = measurement_term_values(m, &measurement_terms[i]);
                put_given(&terms_table, values ? values[p] : NAN);
            }
        }
        putchar('\n');
        text_table_print(&terms_table, 2, stdout);
        text_table_release(&terms_table);
    }
    for (size_t i = 0; i < m->series_count; i++) {
        fputs("\n  library ", stdout);
        print_name(m->series[i].name);
        putchar('\n');
        print_facts(&m->series[i].facts, 4);
        putchar('\n');

        const struct series *series = &m->series[i];
        char sides[1 + RUN_MAX_PARAMETERS + COLUMNS];
        struct text_table table = {.columns = 1 + m->parameter_count + COLUMNS, .right = sides};

        size_t before = 1 + m->parameter_count;
        memset(sides, 'r', before);
        put_spot_headings(&table, m);
        for (size_t c = 0; c < COLUMNS; c++) {
            sides[before + c] = columns[c].side;
            text_table_add(&table, columns[c].heading);
        }

        for (size_t p = 0; p < m->points; p++) {
            const struct cell cell = {m, series, p};
            put_spot(&table, m, p);
            for (size_t c = 0; c < COLUMNS; c++)
                columns[c].put(&table, &cell);
        }
        text_table_print(&table, 4, stdout);
        text_table_release(&table);
    }
}

void show_text(const struct run *run, const char *path, int another) {
    printf("%s%s of %s\n", another ? "\n" : "", run->name, path);
    print_facts(&run->facts, 2);
    for (size_t i = 0; i < run->measurement_count; i++)
        print_measurement(&run->measurements[i]);
}
