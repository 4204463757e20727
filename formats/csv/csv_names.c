/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/csv/csv_names.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "formats/csv/csv.h"
#include "formats/csv/csv_axes.h"
#include "formats/import/header_words.h"
#include "formats/text/suggest.h"

enum { GIVEN_NAME = 4096 }; /* bytes */

/* --- known names --- */

static const struct {
    const char *name;
    enum csv_role role;
} role_names[] = {
    {"seconds", CSV_SECONDS},
    {"library", CSV_LIBRARY},
    {"action", CSV_ACTION},
    {"size", CSV_SIZE},
    {"round", CSV_ROUND},
    {"seed", CSV_SEED},
    {"run", CSV_RUN},
    {"type", CSV_TYPE},
    {"status", CSV_STATUS},
    {"cpu_seconds", CSV_CPU_SECONDS},
    {"calls", CSV_CALLS},
    {"control_of", CSV_CONTROL_OF},
    {"size_name", CSV_SIZE_NAME},
    {"samples_are", CSV_SAMPLES_ARE},
};

/* The other columns of a summary, as bench-analyze calls them. They are no parameters, although
 * they hold numbers. */
static const char *const statistics[] = {
#define COUNT(name)    #name,
#define REAL(name)     #name,
#define INTERVAL(name) #name, #name "_low", #name "_high",
#define REPORT(name)   #name,
#include "formats/model/row.def"
#define QUANTITY(ID, name, detail, unit, better, per_cell, one, many, about) per_cell(#name)
#define MEAN(name)                                                           name,
#define LARGEST(name)                                                        name,
#define NONE(name)
#include "formats/model/detail.def"
    "mean_low",
    "mean_high",
    "value",
    "value_low",
    "value_high",
    "noise",
    "noise_low",
    "noise_high",
    "noise_floor",
    "verdict",
    "reference",
    "pairing",
    "warnings",
    /* in the summaries of other programs */
    "std",
    "stddev",
    "stdev",
    "variance",
    "count",
    "q1",
    "q3",
    "iqr",
    NULL,
};

static int is_one_of(const char *name, const char *const *names) {
    while (*names && strcasecmp(*names, name) != 0)
        names++;
    return *names != NULL;
}

const struct series_detail *csv_names_detail(const char *name) {
    for (size_t d = 0; d < DETAILS; d++)
        if (strcasecmp(series_details[d].name, name) == 0)
            return &series_details[d];
    return NULL;
}

/* Details of ours whose names others give to parameters. */
static const char *const ambiguous_names[] = {"level", "order", "copies", NULL};

/* Whether a column of that name says nothing of the sample that is known here. */
static int is_foreign_detail(const char *name) {
    return csv_names_detail(name) && !is_one_of(name, ambiguous_names);
}

/* --- given roles --- */

static const struct {
    const char *word;
    enum csv_role role;
} given_roles[] = {
    {"library", CSV_LIBRARY},  {"variant", CSV_OF_LIBRARY},  {"action", CSV_ACTION},
    {"size", CSV_SIZE},        {"parameter", CSV_PARAMETER}, {"sample", CSV_SAMPLE},
    {"round", CSV_ROUND},      {"seed", CSV_SEED},           {"run", CSV_RUN},
    {"nothing", CSV_LEFT_OUT}, {"calls", CSV_CALLS},
};
enum { GIVEN_ROLES = sizeof given_roles / sizeof *given_roles };

/* One COLUMN=ROLE. */
struct given {
    const char *name, *role;
    size_t name_length, role_length;
};

/* Takes the first of LIST, and returns what follows. Returns NULL if it is none. */
static const char *take_given(const char *list, struct given *given) {
    size_t length = strcspn(list, ","), role = length;
    while (role > 0 && list[role - 1] != '=')
        role--;
    if (role < 2) /* no sign of equality, or no name before it */
        return NULL;
    *given = (struct given){list, list + role, role - 1, length - role};
    return list + length + (list[length] == ',');
}

static size_t given_role(const struct given *given) {
    size_t i = 0;
    while (i < GIVEN_ROLES && (strlen(given_roles[i].word) != given->role_length ||
                               strncasecmp(given_roles[i].word, given->role, given->role_length)))
        i++;
    return i;
}

int csv_check_as(const char *as, struct err *err) {
    struct measured_unit unit;
    struct given given;
    do {
        as = take_given(as, &given);
        if (!as || (given_role(&given) == GIVEN_ROLES &&
                    !measured_unit_read(given.role, given.role_length, &unit)))
            return err_set(
                err, ERR_USAGE,
                "--as is COLUMN=ROLE, with commas between several; a role is library, "
                "variant, action, size, parameter, sample, round, seed, run, calls, nothing, or "
                "a unit such as ms");
    } while (*as);
    return 0;
}

static int no_such_column(const struct csv_columns *columns, const struct csv_record *record,
                          const char *name, struct err *err) {
    struct known_names known = {.suggestion = {.wanted = name}};
    for (size_t c = 0; c < columns->count; c++)
        known_names_add(&known, columns->items[c].name);
    return err_set(err, ERR_USAGE, "%s: line %zu: no column is called \"%s\"%s",
                   record->source->path, record->number, name,
                   known_words(&known, "there are").text);
}

/* Gives a column its role, or reads its header as if it had the unit. */
static int take_role(struct csv_columns *columns, const struct csv_record *record,
                     const struct given *given, struct err *err) {
    char name[GIVEN_NAME], *with_unit;
    snprintf(name, sizeof name, "%.*s", (int)given->name_length, given->name);
    size_t c = csv_columns_find(columns, name), i = given_role(given);
    enum csv_axis axis = csv_axis_called(name);
    if (c == columns->count && axis && i < GIVEN_ROLES && given_roles[i].role == CSV_LIBRARY) {
        columns->given_axis = axis;
        return 0;
    }
    if (c == columns->count)
        return no_such_column(columns, record, name, err);
    if (i < GIVEN_ROLES) {
        enum csv_role role = given_roles[i].role;
        if (role == CSV_LIBRARY && csv_columns_have_role(columns, role))
            role = CSV_OF_LIBRARY;
        csv_columns_set_role(columns, c, role);
        columns->items[c].is_given = 1;
        return 0;
    }
    if (asprintf(&with_unit, "%s [%.*s]", columns->items[c].name, (int)given->role_length,
                 given->role) < 0)
        return csv_columns_no_memory(record, err);
    columns->items[c].header = header_read(with_unit);
    columns->items[c].worth = columns->items[c].header.unit.worth;
    free(with_unit);
    return 0;
}

static int take_roles(struct csv_columns *columns, const struct csv_record *record, const char *as,
                      struct err *err) {
    struct given given;
    int rc = 0;
    while (rc == 0 && as && *as && (as = take_given(as, &given)))
        rc = take_role(columns, record, &given, err);
    return rc;
}
/* --- roles by names --- */

int csv_names_are_analysed(const struct csv_columns *columns) {
    return csv_columns_have(columns, "action") && csv_columns_have(columns, "run");
}

/* The role by the name alone, as far as that tells it whatever else the table has. */
static enum csv_role role_of(const struct csv_columns *columns, const struct csv_column *column) {
    const char *name = column->name;
    for (size_t i = 0; i < sizeof role_names / sizeof *role_names; i++)
        if (strcasecmp(role_names[i].name, name) == 0)
            return role_names[i].role;
    if (column->header.role == HEADER_SAMPLE)
        return CSV_SAMPLE;
    if (!*name ||
        (columns->are_means && csv_names_are_analysed(columns) && is_one_of(name, statistics)))
        return CSV_LEFT_OUT;
    int is_measure = column->header.detail || column->header.role == HEADER_RESULT ||
                     column->header.role == HEADER_MEASURE;
    if (is_foreign_detail(name) && (columns->is_ours || !is_measure))
        return CSV_LEFT_OUT;
    return CSV_UNDECIDED;
}

int csv_names_take_parameter(const char *name) {
    static const struct csv_columns ours = {.is_ours = 1, .are_means = 1};
    char *copy = strdup(name);
    const struct csv_column column = {.name = copy, .header = header_read(name)};
    enum header_role role = column.header.role;
    int is_taken = copy && !csv_has_parameter_mark(name) &&
                   strcasecmp(name, FACT_LOGICAL_CPUS) != 0 &&
                   (role == HEADER_OTHER || role == HEADER_PARAMETER || role == HEADER_CALLS) &&
                   role_of(&ours, &column) == CSV_UNDECIDED;
    free(copy);
    return is_taken;
}

/* Whether the table is like those that are exported. */
static int is_exported(const struct csv_columns *columns) {
    static const char *const exported[] = {"run", "action", "library", "round", "seed", "seconds"};
    for (size_t i = 0; i < sizeof exported / sizeof *exported; i++)
        if (!csv_columns_have(columns, exported[i]))
            return 0;
    return 1;
}

/* Returns the rate that NAME begins with, as in "rate:GFLOPS [FLOPS]", and takes it from there;
 * NULL if it is none. */
static const struct series_detail *exported_rate(const char **name) {
    static const char *const rates[] = {"rate", "byte_rate"};
    for (size_t r = 0; r < sizeof rates / sizeof *rates; r++) {
        size_t n = strlen(rates[r]);
        if (strncmp(*name, rates[r], n) == 0 && (*name)[n] == ':') {
            *name += n + 1;
            return csv_names_detail(rates[r]);
        }
    }
    return NULL;
}

/* Makes a column a measure if it is called like one that was exported: "GB/s [B/s]". Returns 0 if
 * memory runs out. */
static int take_exported(struct csv_columns *columns, size_t c) {
    struct csv_column *column = &columns->items[c];
    const char *name = column->name, *open = strrchr(name, '[');
    size_t length = strlen(name);
    if (!open || open - name < 2 || open[-1] != ' ' || name[length - 1] != ']')
        return 1;
    const struct series_detail *rate = exported_rate(&name);
    if (!csv_columns_make_measure(columns, c, NULL, columns->count))
        return 0;
    free(column->measure);
    free(column->unit);
    column->measure = strndup(name, (size_t)(open - 1 - name));
    column->unit = strndup(open + 1, (size_t)(column->name + length - 2 - open));
    column->worth = 1;
    if (!column->measure || !column->unit)
        return 0;
    struct measured_unit unit;
    measured_unit_read(column->unit, strlen(column->unit), &unit);
    if (rate) {
        column->header.unit = unit;
        column->detail = rate;
        csv_columns_set_role(columns, c, CSV_DETAIL);
    }
    column->better = header_better(column->measure, unit.kind);
    return 1;
}

static void take_term(struct csv_columns *columns, size_t c) {
    for (size_t t = 0; t < MEASUREMENT_TERMS; t++)
        if (strcmp(columns->items[c].name, measurement_terms[t].name) == 0)
            csv_columns_set_role(columns, c, (enum csv_role)(CSV_TERMS + t));
}

/* Gives the columns behind the seconds that are named after optional details of samples, after
 * measures or terms, their role. Returns 0 if memory runs out. */
static int find_details(struct csv_columns *columns) {
    for (size_t c = csv_columns_find(columns, "seconds") + 1; c < columns->count; c++) {
        const struct series_detail *detail = csv_names_detail(columns->items[c].name);
        take_term(columns, c);
        if (!detail && !take_exported(columns, c))
            return 0;
        if (!detail || !detail->is_optional || detail->shape != PER_SAMPLE)
            continue;
        columns->items[c].detail = detail;
        columns->items[c].worth = 1;
        csv_columns_set_role(columns, c, CSV_DETAIL);
    }
    return 1;
}

/* Whether the column has numbers under a word for names of ROLE: sizes in a "dataset", times of a
 * "query". */
static int is_of_numbers(const struct csv_column *column, enum csv_role role) {
    static const char actions[] = "dataset data_set instance corpus input question indicator",
                      libraries[] = "server tag";
    if (role == CSV_LIBRARY)
        return column->begins_with_number && words_have(libraries, column->name);
    return column->begins_with_fraction ||
           (column->begins_with_number && words_have(actions, column->name));
}

void csv_names_find_role(struct csv_columns *columns, enum csv_role role, enum header_role names) {
    size_t best = columns->count, least = HEADER_NO_WORD;
    if (csv_columns_have_role(columns, role))
        return;
    for (size_t c = 0; c < columns->count; c++) {
        size_t place = header_word(columns->items[c].name, names);
        if (columns->items[c].role != CSV_UNDECIDED || place >= least ||
            is_of_numbers(&columns->items[c], role))
            continue;
        least = place;
        best = c;
    }
    if (best < columns->count)
        csv_columns_set_role(columns, best, role);
}
/* --- tables of ours --- */

static int have_all(const struct csv_columns *columns, const char *const *names) {
    while (*names && csv_columns_have(columns, *names))
        names++;
    return !*names;
}

/* Whether the column mean holds seconds: in a summary of ours, or in what hyperfine writes by
 * --export-csv. */
static int has_means(const struct csv_columns *columns) {
    static const char *const ours[] = {"action", "library", "mean", NULL};
    static const char *const of_hyperfine[] = {"command", "mean",   "stddev", "median",
                                               "user",    "system", NULL};
    return !csv_columns_have(columns, "seconds") &&
           (have_all(columns, ours) || have_all(columns, of_hyperfine));
}

/* Tells the unit of what pytest-benchmark writes by --csv. */
static void tell_unit_of_pytest(struct csv_columns *columns) {
    static const char *const all[] = {"name",   "min", "max",    "mean",
                                      "stddev", "ops", "rounds", NULL};
    static const char *const times[] = {"min", "max", "mean", "stddev", "median", "iqr", NULL};
    for (size_t c = 0; have_all(columns, all) && c < columns->count; c++)
        if (is_one_of(columns->items[c].name, times)) {
            columns->items[c].header.unit = (struct measured_unit){.kind = UNIT_TIME, .worth = 1};
            columns->items[c].worth = 1;
        }
}

/* Tells what benchmark.js logs: rates in "hz", and how the harness found them. */
static void tell_columns_of_benchmark_js(struct csv_columns *columns) {
    static const char *const all[] = {"name", "error", "count", "cycles", "hz", NULL};
    static const char *const left_out[] = {"count", "cycles", NULL};
    if (!have_all(columns, all))
        return;
    for (size_t c = 0; c < columns->count; c++) {
        struct csv_column *column = &columns->items[c];
        if (column->is_given || column->header.unit.kind)
            continue;
        if (strcasecmp(column->name, "hz") == 0) {
            column->header = header_read("1/s");
            column->worth = 1;
        } else if (is_one_of(column->name, left_out))
            column->role = CSV_LEFT_OUT;
    }
}

/* Whether the first columns are those of a wide table of ours, whose libraries have no units. */
static int is_wide_of_ours(const struct csv_columns *columns) {
    int has_unit = 0;
    for (size_t c = 0; c < columns->count; c++)
        has_unit |= columns->items[c].header.unit.kind != 0;
    return csv_columns_find(columns, "run") == 0 && csv_columns_find(columns, "action") == 1 &&
           csv_columns_have(columns, "size") && (csv_columns_have(columns, "type") || !has_unit) &&
           !csv_columns_have(columns, "seconds") && !columns->are_means &&
           !csv_columns_have(columns, "library");
}

/* Refuses headers that do not say which unit their numbers are in. */
static int check_units(const struct csv_columns *columns, const struct csv_record *record,
                       struct err *err) {
    for (size_t c = 0; c < columns->count; c++) {
        const struct csv_column *column = &columns->items[c];
        const char *doubt = column->is_given ? NULL
                            : column->header.has_two_units
                                ? "has two units; leave one in the header"
                            : column->header.may_be_tokens
                                ? "may be times in seconds or tokens per second; call it time_s or "
                                  "tokens/s"
                                : NULL;
        if (doubt)
            return err_set(err, ERR_DAMAGED, "%s: line %zu: column \"%.60s\" %s",
                           record->source->path, record->number, column->name, doubt);
    }
    return 0;
}

int csv_names_assign(struct csv_columns *columns, const struct csv_record *record,
                     const struct format_options *options, struct err *err) {
    if (options->size_param && !csv_columns_have(columns, options->size_param))
        return no_such_column(columns, record, options->size_param, err);
    tell_unit_of_pytest(columns);
    columns->are_means = has_means(columns);
    columns->is_wide = is_wide_of_ours(columns);
    columns->is_ours = is_exported(columns) || columns->are_means || columns->is_wide;
    for (size_t role = 0; role < CSV_SINGLE_ROLES; role++)
        columns->of_role[role] = columns->count;
    columns->calls = columns->count;
    for (size_t c = 0; c < columns->count; c++)
        columns->items[c].calls = columns->count;
    int rc = take_roles(columns, record, options->as, err);
    if (rc == 0 && !columns->is_ours)
        rc = check_units(columns, record, err);
    if (rc)
        return rc;
    int are_plain = csv_columns_are_plain(columns);
    for (size_t c = 0; c < columns->count; c++) {
        enum csv_role role = role_of(columns, &columns->items[c]);
        if (columns->items[c].is_given)
            continue;
        if (csv_has_parameter_mark(columns->items[c].name)) {
            csv_columns_set_role(columns, c, CSV_PARAMETER);
            continue;
        }
        int is_parameter = (role == CSV_SIZE && options->size_param) ||
                           (role == CSV_CALLS && !csv_columns_have(columns, "cpu_seconds"));
        /* "Run" of others may be a number of the sample. */
        int is_other = !are_plain && (role == CSV_RUN || role == CSV_CPU_SECONDS);
        /* and "type" may be anything. */
        is_other |= !are_plain && (role == CSV_TYPE || role == CSV_STATUS) &&
                    !columns->items[c].begins_with_word;
        csv_columns_set_role(columns, c, is_parameter || is_other ? CSV_UNDECIDED : role);
    }
    for (size_t c = 0; c < columns->count; c++)
        if (columns->items[c].role == CSV_LIBRARY && c != columns->of_role[CSV_LIBRARY])
            columns->items[c].role = CSV_OF_LIBRARY;
    tell_columns_of_benchmark_js(columns);
    if (is_exported(columns) && !find_details(columns))
        return csv_columns_no_memory(record, err);
    if (columns->are_means)
        csv_columns_set_role(columns, csv_columns_find(columns, "mean"), CSV_SECONDS);
    if (csv_columns_have_role(columns, CSV_SECONDS)) {
        struct csv_column *seconds = &columns->items[columns->of_role[CSV_SECONDS]];
        seconds->header.unit = (struct measured_unit){.kind = UNIT_TIME, .worth = 1};
        seconds->worth = 1;
    }
    return rc;
}
