/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/csv/csv_write.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "formats/csv_text/csv_field.h"
#include "formats/csv/csv_names.h"
#include "formats/model/measures.h"
#include "formats/model/run.h"
#include "formats/model/sample_words.h"
#include "formats/text/decimal.h"
#include "formats/text/unicode.h"
#include "formats/import/format.h"

/* Names, each of which is a column. */
struct names {
    char **items;
    size_t count;
};

struct table {
    char delimiter;
    int is_plain;
    int has_size, has_size_name, has_samples_are, has_type, has_status,
        has_control; /* in some measurement */
    struct names parameters, libraries;
    int has_term[MEASUREMENT_TERMS];
    struct names measures;     /* as their columns are called */
    const double **of_measure; /* [measures.count] of the series that is being written, or NULL */
    struct detail_set details; /* optional details of samples that are known */
    struct file_rates rates;   /* what all measurements call theirs */
    int has_several[FILE_RATES];
};

/* One cell, or one point of a wide table (SERIES is NULL). */
struct place {
    const struct run *run;
    const struct measurement *m;
    const struct series *series;
    size_t point;
};

/* --- names --- */

static int has_name(const struct names *names, const char *name) {
    for (size_t i = 0; i < names->count; i++)
        if (strcmp(names->items[i], name) == 0)
            return 1;
    return 0;
}

static int add_name(struct names *names, const char *name, struct err *err) {
    if (has_name(names, name))
        return 0;
    char **items = realloc(names->items, (names->count + 1) * sizeof *items);
    if (items)
        names->items = items;
    if (!items || !(items[names->count] = strdup(name)))
        return err_set(err, ERR_FAILED, "no memory for the columns of a table");
    names->count++;
    return 0;
}

static void release_names(struct names *names) {
    for (size_t i = 0; i < names->count; i++)
        free(names->items[i]);
    free(names->items);
}

/* The names of the columns of a table of any shape; libraries of a wide one have others. */
static int is_column(const char *name) {
    static const char *const columns[] = {
        "run",  "action", "library",   "size",       "round",      "seed",        "seconds",
        "type", "status", "size_name", "mean",       "calls",      "cpu_seconds", "n",
        "sd",   "min",    "max",       "control_of", "samples_are"};
    for (size_t i = 0; i < sizeof columns / sizeof *columns; i++)
        if (strcasecmp(columns[i], name) == 0)
            return 1;
    return 0;
}

/* --- planning the columns --- */

static int plan_libraries(struct table *table, const struct measurement *m, struct err *err) {
    int code = 0;
    for (size_t s = 0; s < m->series_count && code == 0; s++) {
        if (is_column(m->series[s].name))
            return err_set(err, ERR_USAGE,
                           "a wide table has no column for a library called %s; export samples",
                           m->series[s].name);
        code = add_name(&table->libraries, m->series[s].name, err);
    }
    return code;
}

static int plan_parameters(struct table *table, const struct measurement *m, struct err *err) {
    int code =
        facts_find(&m->facts, FACT_THREADS) ? add_name(&table->parameters, FACT_THREADS, err) : 0;
    for (size_t i = 0; i < m->parameter_count && code == 0; i++)
        code = add_name(&table->parameters, m->parameters[i].name, err);
    return code;
}

/* Measures (measures.h) that are called alike and have one unit share a column: "GB/s [B/s]". */
enum { COLUMN = MEASURE_NAME + MEASURE_UNIT + 4 };

static int plan_measures(struct table *table, const struct measurement *m, struct err *err) {
    const char *list = facts_text(&m->facts, FACT_MEASURES, "");
    struct file_measure measure;
    int code = 0;
    for (size_t k = 0; code == 0 && k < RUN_MAX_MEASURES && measures_take(&list, &measure); k++) {
        char column[COLUMN];
        snprintf(column, sizeof column, "%s [%s]", measure.name, measure.unit);
        code = add_name(&table->measures, column, err);
    }
    const double **of_measure =
        reallocarray(table->of_measure, table->measures.count + 1, sizeof *of_measure);
    table->of_measure = of_measure ? of_measure : table->of_measure;
    return code || of_measure ? code : err_set(err, ERR_FAILED, "no memory for a table");
}

/* Finds the arrays of SERIES, of M, for the columns of measures. */
static void find_measures(struct table *table, const struct measurement *m,
                          const struct series *series) {
    const char *list = facts_text(&m->facts, FACT_MEASURES, "");
    struct file_measure measure;
    for (size_t i = 0; i < table->measures.count; i++)
        table->of_measure[i] = NULL;
    for (size_t k = 0; k < RUN_MAX_MEASURES && measures_take(&list, &measure); k++) {
        char column[COLUMN];
        snprintf(column, sizeof column, "%s [%s]", measure.name, measure.unit);
        for (size_t i = 0; i < table->measures.count; i++)
            if (strcmp(table->measures.items[i], column) == 0)
                table->of_measure[i] = series->measures[k];
    }
}

static const char *control_of(const struct series *series) {
    return facts_text(&series->facts, FACT_CONTROL_OF, NULL);
}

static int is_planned(const struct table *table, size_t detail) {
    return detail_set_has(&table->details, detail);
}

/* Each optional detail of samples that is known somewhere gets a column behind the seconds. */
static void plan_samples(struct writing *writing, const struct measurement *window) {
    struct table *table = writing->state;
    for (size_t s = 0; s < window->series_count; s++)
        for (size_t d = 0; d < DETAILS; d++)
            if (series_details[d].shape == PER_SAMPLE && series_details[d].is_optional &&
                measures_number(&series_details[d]) == RUN_MAX_MEASURES && !is_planned(table, d) &&
                series_detail_is_known(window, &window->series[s], &series_details[d]))
                detail_set_add(&table->details, d);
}

static const char *const rate_details[FILE_RATES] = {
    [FILE_RATE] = "rate", [FILE_BYTE_RATE] = "byte_rate"};

static void plan_rates(struct table *table, const struct measurement *m) {
    const struct file_rates rates = file_rates_read(&m->facts);
    const char *measured = facts_text(&m->facts, FACT_MEASURED, "");
    for (size_t r = 0; r < FILE_RATES; r++) {
        const struct file_measure *one = &rates.of[r], *known = &table->rates.of[r];
        int is_other = strcmp(one->name, known->name) != 0 || strcmp(one->unit, known->unit) != 0;
        if (*one->name || strcmp(measured, rate_details[r]) == 0)
            table->has_several[r] |= !*one->name || (*known->name && is_other);
        file_rates_note(&table->rates, one);
    }
}

/* Whether a reader would not take the column NAME for a parameter, or might not know it from
 * another column: a detail, or a parameter that differs in case. */
static int needs_mark(const struct table *table, const char *name) {
    int needs = is_column(name) || !csv_names_take_parameter(name);
    for (size_t t = 0; t < MEASUREMENT_TERMS; t++)
        needs |= table->has_term[t] && strcasecmp(measurement_terms[t].name, name) == 0;
    for (size_t d = 0; d < DETAILS; d++)
        needs |= is_planned(table, d) && strcasecmp(series_details[d].name, name) == 0;
    for (size_t i = 0; i < table->parameters.count; i++)
        needs |= strcasecmp(table->parameters.items[i], name) == 0 &&
                 strcmp(table->parameters.items[i], name) != 0;
    return needs;
}

static int plan(struct writing *writing, const struct run *run, const struct measurement *whole,
                struct err *err) {
    struct table *table = writing->state;
    int is_wide = writing->options->shape == WRITING_WIDE;
    (void)run;
    table->has_size |= !facts_find(&whole->facts, FACT_AXIS);
    table->has_size_name |= facts_find(&whole->facts, FACT_SIZE_NAME) != NULL;
    table->has_samples_are |= facts_find(&whole->facts, FACT_SAMPLES_ARE) != NULL;
    table->has_type |= facts_find(&whole->facts, FACT_TYPE) != NULL;

    for (size_t s = 0; s < whole->series_count; s++)
        for (size_t p = 0; p < whole->points; p++) {
            int64_t status = whole->series[s].status[p];
            table->has_status |= status != CELL_OK && status != CELL_NOT_MEASURED;
        }

    for (size_t s = 0; s < whole->series_count; s++)
        table->has_control |= control_of(&whole->series[s]) != NULL;
    const char *measured = facts_text(&whole->facts, FACT_MEASURED, NULL);
    if (measured && (is_wide || writing->options->shape == WRITING_SUMMARY))
        return err_set(err, ERR_USAGE,
                       "%s holds no times but %s, for which a %s has no column; "
                       "export samples",
                       whole->name, measured, is_wide ? "wide table" : "summary");
    if (is_wide && whole->parameter_count)
        return err_set(err, ERR_USAGE,
                       "%s has parameters, for which a wide table has no columns; export samples",
                       whole->name);
    int code = is_wide ? plan_libraries(table, whole, err) : plan_parameters(table, whole, err);
    int has_samples = writing->options->shape != WRITING_SUMMARY && !is_wide;
    for (size_t t = 0; has_samples && t < MEASUREMENT_TERMS; t++)
        table->has_term[t] |= measurement_term_values(whole, &measurement_terms[t]) != NULL;
    plan_rates(table, whole);
    return code || !has_samples ? code : plan_measures(table, whole, err);
}

/* --- fields --- */

/* Escapes the bytes that are not printable UTF-8: a reader accepts nothing else. */
static void write_text(FILE *file, const struct table *table, const char *text) {
    char *escaped = utf8_escape(text);
    csv_field_write(file, escaped ? escaped : "?", table->delimiter, table->is_plain);
    free(escaped);
}

/* Writes a delimiter and TEXT. */
static void next_text(FILE *file, const struct table *table, const char *text) {
    fputc(table->delimiter, file);
    if (text && *text)
        write_text(file, table, text);
}

/* Writes the header of DETAIL: "rate", or "rate:GFLOPS [FLOPS]" if the file has a word for it. */
static void next_detail(FILE *file, const struct table *table, const char *detail) {
    char column[COLUMN + 16];
    snprintf(column, sizeof column, "%s", detail);
    for (size_t r = 0; r < FILE_RATES; r++)
        if (strcmp(detail, rate_details[r]) == 0 && *table->rates.of[r].name &&
            !table->has_several[r])
            snprintf(column, sizeof column, "%s:%s [%s]", detail, table->rates.of[r].name,
                     table->rates.of[r].unit);
    next_text(file, table, column);
}

static void next_real(FILE *file, const struct table *table, double value) {
    fprintf(file, "%c%s", table->delimiter, isfinite(value) ? digits_shortest(value).text : "");
}

static void next_integer(FILE *file, const struct table *table, int64_t value) {
    fprintf(file, "%c%lld", table->delimiter, (long long)value);
}

/* Writes a delimiter and the header of the parameter NAME. */
static int next_parameter(FILE *file, const struct table *table, const char *name,
                          struct err *err) {
    char *header = NULL;
    if (asprintf(&header, "%s%s", needs_mark(table, name) ? CSV_PARAMETER_MARK : "", name) < 0)
        return err_set(err, ERR_FAILED, "no memory for the columns of a table");
    next_text(file, table, header);
    free(header);
    return 0;
}

static double parameter_at(const struct place *place, const char *name) {
    const struct parameter *parameter = measurement_find_parameter(place->m, name);
    if (parameter)
        return parameter->values[place->point];
    const struct fact *fact = facts_find(&place->m->facts, name);
    int is_threads = strcmp(name, FACT_THREADS) == 0 && fact;
    return !is_threads                  ? NAN
           : fact->kind == FACT_INTEGER ? (double)fact->integer
           : fact->kind == FACT_REAL    ? fact->real
                                        : NAN;
}

/* --- lines --- */

/* Returns what the line holds: a wide one, which is of no library alone, has means of it. */
static const char *samples_are(const struct place *place, char means[SAMPLE_MEANS]) {
    const char *are = facts_text(&place->m->facts, FACT_SAMPLES_ARE, "");
    return *are && !place->series ? sample_means_of(are, means) : are;
}

static void begin_line(FILE *file, const struct table *table, const struct place *place) {
    char means[SAMPLE_MEANS];
    write_text(file, table, place->run->name ? place->run->name : "");
    next_text(file, table, place->m->name);
    if (place->series)
        next_text(file, table, place->series->name);
    if (place->series && table->has_control)
        next_text(file, table, control_of(place->series));
    if (table->has_size)
        next_integer(file, table, place->m->sizes[place->point]);
    if (table->has_size_name)
        next_text(file, table, facts_text(&place->m->facts, FACT_SIZE_NAME, ""));
    if (table->has_samples_are)
        next_text(file, table, samples_are(place, means));
    if (table->has_type)
        next_text(file, table, facts_text(&place->m->facts, FACT_TYPE, ""));
    for (size_t i = 0; i < table->parameters.count; i++)
        next_real(file, table, parameter_at(place, table->parameters.items[i]));
    if (place->series && table->has_status)
        next_text(file, table, cell_status_name((int)place->series->status[place->point]));
}

static void next_details(FILE *file, const struct table *table, const struct series *series,
                         size_t sample) {
    for (size_t d = 0; d < DETAILS; d++) {
        if (!is_planned(table, d))
            continue;
        const double *values = series->details[d];
        next_real(file, table, values ? values[sample] : NAN);
    }
    for (size_t i = 0; i < table->measures.count; i++)
        next_real(file, table, table->of_measure[i] ? table->of_measure[i][sample] : NAN);
}

/* Returns the results of SERIES that stand in the place of times, or NULL (FACT_MEASURED). */
static const double *measured_of(const struct measurement *m, const struct series *series) {
    const char *name = facts_text(&m->facts, FACT_MEASURED, "");
    for (size_t d = 0; d < DETAILS; d++)
        if (series_details[d].is_optional && strcmp(series_details[d].name, name) == 0)
            return series->details[d];
    return NULL;
}

static void next_terms(FILE *file, const struct table *table, const struct place *place) {
    for (size_t t = 0; t < MEASUREMENT_TERMS; t++) {
        const double *values = measurement_term_values(place->m, &measurement_terms[t]);
        if (table->has_term[t])
            next_real(file, table, values ? values[place->point] : NAN);
    }
}

static void write_cell(FILE *file, const struct table *table, const struct place *place) {
    int64_t status = place->series->status[place->point];

    const struct measurement *m = place->m;
    int is_paired = measurement_is_paired(m);
    const double *measured = measured_of(m, place->series);
    size_t written = 0;
    for (size_t r = 0; r < m->rounds; r++)
        for (size_t k = 0; k < m->max_seeds; k++) {
            size_t sample = measurement_index(m, place->point, r, k);
            double seconds = place->series->seconds[sample];
            if (!isfinite(seconds) && !(measured && isfinite(measured[sample])) &&
                !series_tells_rate(place->series, sample))
                continue;
            begin_line(file, table, place);
            next_integer(file, table, (int64_t)r);
            if (is_paired)
                next_integer(file, table, (int64_t)k);
            else
                fputc(table->delimiter, file);
            next_real(file, table, seconds);
            next_details(file, table, place->series, sample);
            next_terms(file, table, place);
            fputc('\n', file);
            written++;
        }
    if (written || !table->has_status || status <= CELL_NOT_MEASURED)
        return;
    begin_line(file, table, place);
    fprintf(file, "%c%c%c", table->delimiter, table->delimiter, table->delimiter);
    for (size_t d = 0; d < DETAILS; d++)
        if (is_planned(table, d))
            fputc(table->delimiter, file);
    for (size_t i = 0; i < table->measures.count; i++)
        fputc(table->delimiter, file);
    next_terms(file, table, place);
    fputc('\n', file);
}

static void write_summary(FILE *file, const struct table *table, const struct place *place) {
    struct cell_summary summary = cell_summary_of(place->m, place->series, place->point);
    if (!summary.n && place->series->status[place->point] <= CELL_NOT_MEASURED)
        return;
    begin_line(file, table, place);
    next_integer(file, table, (int64_t)summary.n);
    const double values[] = {summary.mean, summary.sd, summary.min, summary.max};
    for (size_t i = 0; i < sizeof values / sizeof *values; i++)
        next_real(file, table, values[i]);
    fputc('\n', file);
}

static void write_wide(FILE *file, const struct table *table, const struct place *place) {
    begin_line(file, table, place);
    for (size_t i = 0; i < table->libraries.count; i++) {
        /* A table without a status has no time of a wrong answer. */
        const struct series *series = measurement_find(place->m, table->libraries.items[i]);
        int is_right = series && series->status[place->point] != CELL_WRONG;
        next_real(file, table,
                  is_right ? cell_summary_of(place->m, series, place->point).mean : NAN);
    }
    fputc('\n', file);
}

static int add(struct writing *writing, const struct run *run, const struct measurement *m,
               struct err *err) {
    struct table *table = writing->state;
    FILE *file = writing->destination.file;
    enum writing_shape shape = writing->options->shape;
    int code = 0;
    if (!writing->measurements) {
        static const char *const ends[WRITING_SHAPES][6] = {
            [WRITING_USUAL] = {"round", "seed", "seconds"},
            [WRITING_SAMPLES] = {"round", "seed", "seconds"},
            [WRITING_SUMMARY] = {"n", "mean", "sd", "min", "max"},
        };
        fputs("run", file);
        next_text(file, table, "action");
        if (shape != WRITING_WIDE)
            next_text(file, table, "library");
        if (shape != WRITING_WIDE && table->has_control)
            next_text(file, table, "control_of");
        if (table->has_size)
            next_text(file, table, "size");
        if (table->has_size_name)
            next_text(file, table, "size_name");
        if (table->has_samples_are)
            next_text(file, table, "samples_are");
        if (table->has_type)
            next_text(file, table, "type");
        for (size_t i = 0; i < table->parameters.count && code == 0; i++)
            code = next_parameter(file, table, table->parameters.items[i], err);
        if (table->has_status && shape != WRITING_WIDE)
            next_text(file, table, "status");
        for (size_t i = 0; ends[shape][i]; i++)
            next_text(file, table, ends[shape][i]);
        for (size_t d = 0; d < DETAILS; d++)
            if (is_planned(table, d))
                next_detail(file, table, series_details[d].name);
        for (size_t i = 0; i < table->measures.count; i++)
            next_text(file, table, table->measures.items[i]);
        for (size_t t = 0; t < MEASUREMENT_TERMS; t++)
            if (table->has_term[t])
                next_text(file, table, measurement_terms[t].name);
        for (size_t i = 0; i < table->libraries.count; i++)
            next_text(file, table, table->libraries.items[i]);
        fputc('\n', file);
    }
    for (size_t p = 0; shape == WRITING_WIDE && p < m->points; p++)
        write_wide(file, table, &(struct place){run, m, NULL, p});
    for (size_t s = 0; shape != WRITING_WIDE && s < m->series_count; s++) {
        find_measures(table, m, &m->series[s]);
        for (size_t p = 0; p < m->points; p++) {
            const struct place place = {run, m, &m->series[s], p};
            (shape == WRITING_SUMMARY ? write_summary : write_cell)(file, table, &place);
        }
    }
    return code; /* the commit reports a failed write */
}

/* --- writers --- */

static int begin_table(struct writing *writing, char delimiter, struct err *err) {
    struct table *table = calloc(1, sizeof *table);
    if (!table)
        return err_set(err, ERR_FAILED, "no memory for a table");
    table->delimiter = delimiter;
    table->is_plain = writing->options->is_plain;
    writing->state = table;
    return 0;
}

static int begin_csv(struct writing *writing, struct err *err) {
    return begin_table(writing, ',', err);
}

static int begin_tsv(struct writing *writing, struct err *err) {
    return begin_table(writing, '\t', err);
}

static void release(void *state) {
    struct table *table = state;
    if (!table)
        return;
    release_names(&table->parameters);
    release_names(&table->libraries);
    release_names(&table->measures);
    free(table->of_measure);
    free(table);
}

enum { SHAPES = 1 << WRITING_SAMPLES | 1 << WRITING_SUMMARY | 1 << WRITING_WIDE };

const struct format_writer csv_writer = {.shapes = SHAPES,
                                         .has_mixed = 1,
                                         .holds_many_runs = 1,
                                         .begin = begin_csv,
                                         .plan = plan,
                                         .plan_samples = plan_samples,
                                         .add = add,
                                         .release = release};
const struct format_writer tsv_writer = {.shapes = SHAPES,
                                         .has_mixed = 1,
                                         .holds_many_runs = 1,
                                         .begin = begin_tsv,
                                         .plan = plan,
                                         .plan_samples = plan_samples,
                                         .add = add,
                                         .release = release};
