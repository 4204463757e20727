/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/csv/csv_header_roles.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "formats/csv/csv.h"
#include "formats/csv/csv_number.h"
#include "formats/import/header_words.h"
#include "formats/model/sample_words.h"
#include "formats/text/decimal.h"
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
};

/* The other columns of a summary, as bench-analyze calls them. They are no parameters, although
 * they hold numbers. */
static const char *const statistics[] = {
    "mean_low",
    "mean_high",
    "batch_mean",
    "batch_mean_low",
    "batch_mean_high",
    "se",
    "throughput",
    "throughput_low",
    "throughput_high",
    "whole",
    "overhead",
    "median",
    "median_low",
    "median_high",
    "mad",
    "sd",
    "cv",
    "round_sd",
    "skewness",
    "kurtosis",
    "min",
    "max",
    "n",
    "trimmed",
    "outliers",
    "sigma_outliers",
    "cpus",
    "user",
    "system",
    "memory",
    "minor_faults",
    "major_faults",
    "voluntary_switches",
    "involuntary_switches",
    "exit_status",
    "output_bytes",
    "iterations",
    "operations",
    "rate",
    "flops",
    "bytes",
    "flop_rate",
    "flop_rate_low",
    "flop_rate_high",
    "byte_rate",
    "byte_rate_low",
    "byte_rate_high",
    "efficiency",
    "scaling",
    "scaling_low",
    "scaling_high",
    "thread_efficiency",
    "thread_efficiency_low",
    "thread_efficiency_high",
    "scaled_speedup",
    "scaled_speedup_low",
    "scaled_speedup_high",
    "weak_efficiency",
    "weak_efficiency_low",
    "weak_efficiency_high",
    "weak_size",
    "weak_work",
    "rounds",
    "value",
    "value_low",
    "value_high",
    "ratio",
    "ratio_low",
    "ratio_high",
    "ratio_se",
    "ratio_degrees",
    "mean_ratio",
    "mean_ratio_low",
    "mean_ratio_high",
    "speedup",
    "speedup_low",
    "speedup_high",
    "difference",
    "difference_low",
    "difference_high",
    "noise",
    "noise_low",
    "noise_high",
    "noise_floor",
    "p",
    "p_adjusted",
    "p_equal",
    "p_equal_adjusted",
    "detectable",
    "p_fastest",
    "verdict",
    "reference",
    "pairing",
    "max_error",
    "mean_error",
    "total_error",
    "relative_error",
    "residual",
    "tolerance",
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
    "user",
    "system",
    NULL,
};

static int is_one_of(const char *name, const char *const *names) {
    while (*names && strcasecmp(*names, name) != 0)
        names++;
    return *names != NULL;
}

static const struct series_detail *find_detail(const char *name) {
    for (size_t d = 0; d < series_detail_count; d++)
        if (strcasecmp(series_details[d].name, name) == 0)
            return &series_details[d];
    return NULL;
}

/* Details of ours whose names others give to parameters. */
static const char *const ambiguous_names[] = {"level", "order", "copies", NULL};

/* Whether a column of that name says nothing of the sample that is known here. */
static int is_foreign_detail(const char *name) {
    return find_detail(name) && !is_one_of(name, ambiguous_names);
}

/* --- given roles --- */

static const struct {
    const char *word;
    enum csv_role role;
} given_roles[] = {
    {"library", CSV_LIBRARY},     {"action", CSV_ACTION}, {"size", CSV_SIZE},
    {"parameter", CSV_PARAMETER}, {"sample", CSV_SAMPLE}, {"round", CSV_ROUND},
    {"seed", CSV_SEED},           {"run", CSV_RUN},       {"nothing", CSV_LEFT_OUT},
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
            return err_set(err, ERR_USAGE,
                           "--as is COLUMN=ROLE, with commas between several; a role is library, "
                           "action, size, parameter, sample, round, seed, run, nothing, or a unit "
                           "such as ms");
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

/* Whether a table of means is one that bench-analyze or bench-store wrote. */
static int is_analysed(const struct csv_columns *columns) {
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
    if (!*name || (columns->are_means && is_analysed(columns) && is_one_of(name, statistics)))
        return CSV_LEFT_OUT;
    int is_measure = column->header.detail || column->header.role == HEADER_RESULT ||
                     column->header.role == HEADER_MEASURE;
    if (is_foreign_detail(name) && (columns->is_ours || !is_measure))
        return CSV_LEFT_OUT;
    return CSV_UNDECIDED;
}

int csv_header_roles_take_parameter(const char *name) {
    static const struct csv_columns ours = {.is_ours = 1, .are_means = 1};
    char *copy = strdup(name);
    const struct csv_column column = {.name = copy, .header = header_read(name)};
    enum header_role role = column.header.role;
    int is_taken = copy && !csv_has_parameter_mark(name) &&
                   strcasecmp(name, FACT_LOGICAL_CPUS) != 0 &&
                   (role == HEADER_OTHER || role == HEADER_PARAMETER) &&
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
            return find_detail(rates[r]);
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
        const struct series_detail *detail = find_detail(columns->items[c].name);
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

/* Unless a column already has ROLE, gives it to the undecided column with the likeliest of the
 * words of NAMES. */
static void find_role(struct csv_columns *columns, enum csv_role role, enum header_role names) {
    size_t best = columns->count, least = HEADER_NO_WORD;
    if (csv_columns_have_role(columns, role))
        return;
    for (size_t c = 0; c < columns->count; c++) {
        size_t place = header_word(columns->items[c].name, names);
        if (columns->items[c].role != CSV_UNDECIDED || place >= least)
            continue;
        least = place;
        best = c;
    }
    if (best < columns->count)
        csv_columns_set_role(columns, best, role);
}

/* --- results --- */

/* A time, or something whose unit will be told elsewhere. */
static int is_primary(const struct csv_column *column) {
    enum unit_kind kind = column->header.unit.kind;
    return column->role == CSV_UNDECIDED && column->header.role == HEADER_RESULT &&
           (kind == UNIT_TIME || (kind == UNIT_NONE && !column->header.is_rate));
}

static const struct series_detail *rate_of(const struct csv_column *column) {
    enum unit_kind kind = column->header.unit.kind;
    return unit_kind_is_rate(kind) || kind == UNIT_CYCLES ? find_detail(unit_kind_detail(kind))
                                                          : NULL;
}

static int refuse_two(const struct csv_record *record, const char *one, const char *other,
                      struct err *err) {
    return err_set(err, ERR_DAMAGED,
                   "%s: line %zu: two columns say what was measured, \"%.60s\" and \"%.60s\"; "
                   "delete the name of one in the header to leave it out, or give --as "
                   "COLUMN=nothing",
                   record->source->path, record->number, one, other);
}

/* Sets what the samples of a table are whose results stand in COLUMN. */
static void tell_samples(struct csv_columns *columns, const struct csv_column *column) {
    const char *are = header_samples_are(column->name, &column->header, columns->quantile);
    if (are)
        columns->samples_are = are;
}

/* Whether some column has rates in a unit and nothing else. */
static int has_rate(const struct csv_columns *columns) {
    size_t c = 0;
    while (c < columns->count &&
           (columns->items[c].role != CSV_UNDECIDED ||
            columns->items[c].header.role != HEADER_RESULT || !rate_of(&columns->items[c])))
        c++;
    return c < columns->count;
}

/* Finds the column with the results of a table whose libraries stand in a column of their own. */
static int find_seconds(struct csv_columns *columns, const struct csv_record *record,
                        struct err *err) {
    size_t best = columns->count;
    if (csv_columns_have_role(columns, CSV_SECONDS))
        return 0;
    for (size_t c = 0; c < columns->count; c++) {
        const struct csv_column *column = &columns->items[c], *other = &columns->items[best];
        if (!is_primary(column) ||
            (best < columns->count && column->header.rank > other->header.rank))
            continue;
        if (best < columns->count && column->header.rank == other->header.rank)
            return refuse_two(record, other->name, column->name, err);
        best = c;
    }
    if (best == columns->count)
        return 0;
    if (!columns->items[best].header.unit.kind && !columns->is_unit_told && has_rate(columns))
        return 0;
    csv_columns_set_role(columns, best, CSV_SECONDS);
    tell_samples(columns, &columns->items[best]);
    return 0;
}

/* Returns the first column with results; `count` if there is none. */
static size_t result_of(const struct csv_columns *columns) {
    size_t c = 0;
    if (csv_columns_have_role(columns, CSV_SECONDS))
        return columns->of_role[CSV_SECONDS];
    while (c < columns->count && columns->items[c].role != CSV_TIMES)
        c++;
    return c;
}

/* Gives what else is measured its role: rates, processor time, memory, what the processor counted,
 * statistics, and what has no detail. The first column of several with the same detail has it. */
static int find_measures(struct csv_columns *columns, const struct csv_record *record,
                         struct err *err) {
    struct detail_set taken = {0};
    for (size_t c = 0; c < columns->count; c++) {
        struct csv_column *column = &columns->items[c];
        const struct header *header = &column->header;
        const struct series_detail *detail = NULL;
        if (column->role != CSV_UNDECIDED)
            continue;
        if (header->role == HEADER_RESULT)
            detail = rate_of(column);
        if ((header->role == HEADER_MEASURE || header->role == HEADER_CPU) && header->detail)
            detail = find_detail(header->detail);
        if (detail && *detail->unit != '1' && !header->unit.kind)
            detail = NULL;
        /* Beside seconds, "time" may be the time of day. */
        int is_moment = header->role == HEADER_RESULT && header->is_time && !header->unit.kind &&
                        csv_columns_have_role(columns, CSV_SECONDS);
        int is_measure = (header->role == HEADER_RESULT && !is_moment) ||
                         header->role == HEADER_MEASURE || header->role == HEADER_CPU ||
                         header->role == HEADER_SPREAD ||
                         (header->role == HEADER_OF_NAME && header->unit.kind);
        if (!detail || columns->is_wide ||
            detail_set_has(&taken, (size_t)(detail - series_details))) {
            size_t like = header->role == HEADER_MEASURE ? columns->count : result_of(columns);
            if (is_measure && !csv_columns_make_measure(columns, c, NULL, like))
                return csv_columns_no_memory(record, err);
            continue;
        }
        detail_set_add(&taken, (size_t)(detail - series_details));
        column->detail = detail;
        if (header->role == HEADER_RESULT && !columns->samples_are &&
            !csv_columns_have_role(columns, CSV_SECONDS))
            tell_samples(columns, column);
        if (!header->unit.kind)
            column->worth = 1;
        csv_columns_set_role(columns, c, detail->is_optional ? CSV_DETAIL : CSV_CPU_SECONDS);
    }
    return 0;
}

/* --- wide tables --- */

static size_t find_library(const struct csv_columns *columns, const char *name, size_t n) {
    size_t c = 0;
    while (c < columns->count &&
           (columns->items[c].header.role != HEADER_OF_NAME ||
            columns->items[c].header.length != n ||
            strncmp(columns->items[c].name + columns->items[c].header.name, name, n) != 0))
        c++;
    return c;
}

/* What looks like a spread or processor time, but is of a library: "max_flow_ms" without "flow_ms",
 * "cpu_ms" beside "gpu_ms". */
static void find_names(struct csv_columns *columns) {
    for (size_t c = 0; c < columns->count; c++) {
        struct header *header = &columns->items[c].header;
        const char *name = columns->items[c].name;
        if (header->role == HEADER_SPREAD && header->leading != SIZE_MAX &&
            find_library(columns, name + header->name, header->length) == columns->count) {
            header->length += header->name - header->leading;
            header->name = header->leading;
            header->rank = RANK_PLAIN;
            header->role = HEADER_OF_NAME;
        } else if (header->role == HEADER_CPU && header->unit.kind)
            header->role = HEADER_OF_NAME;
    }
}

static int is_of_name(const struct csv_column *column) {
    return column->role == CSV_UNDECIDED && column->header.role == HEADER_OF_NAME &&
           column->header.unit.kind != UNIT_BYTES;
}

/* Takes a letter behind a name for a unit only if it stands behind all of them. */
static void settle_faint(struct csv_columns *columns) {
    int are_all = 1;
    for (size_t c = 0; c < columns->count; c++)
        are_all &= columns->items[c].role != CSV_UNDECIDED ||
                   columns->items[c].header.role != HEADER_OTHER;
    for (size_t c = 0; c < columns->count && !are_all; c++)
        if (columns->items[c].header.is_faint) {
            columns->items[c].header = (struct header){.length = strlen(columns->items[c].name)};
            columns->items[c].worth = NAN;
        }
}

/* Whether TEXT has the N bytes of NAME at AT, apart from other words. */
static int has_name(const char *text, size_t at, const char *name, size_t n) {
    static const char between[] = " _-.";
    size_t end = at + n, length = strlen(text);
    return end <= length && length > n && strncmp(text + at, name, n) == 0 &&
           (at == 0 || strchr(between, text[at - 1])) &&
           (end == length || strchr(between, text[end]));
}

/* Sets where in the header of COLUMN the name of LIBRARY stands, of what the words tell no more.
 * Returns whether it does. */
static int take_library(struct csv_column *column, const char *library) {
    size_t n = strlen(library), length = strlen(column->name);
    struct header *header = &column->header;
    if (header->role != HEADER_OTHER && header->role != HEADER_MEASURE)
        return header->length == n && strncmp(column->name + header->name, library, n) == 0;
    for (size_t end = 0; end < 2 && n < length; end++)
        if (has_name(column->name, end ? length - n : 0, library, n)) {
            header->name = end ? length - n : 0;
            header->length = n;
            return 1;
        }
    return 0;
}

/* Finds what else was measured of the libraries of a wide table: "a_std_ms", "a_speedup". Of
 * several libraries that it may be of, the one with the longest name is meant. */
static int find_measures_of(struct csv_columns *columns, const struct csv_record *record,
                            struct err *err) {
    for (size_t c = 0; c < columns->count; c++) {
        struct csv_column *column = &columns->items[c];
        const char *library = column->role == CSV_MEASURE ? column->library : NULL;
        size_t owner = columns->count;
        if (column->role != CSV_UNDECIDED && !library)
            continue;
        for (size_t t = 0; t < columns->count; t++) {
            const struct csv_column *of = &columns->items[t];
            if (of->role != CSV_TIMES || of->is_next ||
                (owner < columns->count &&
                 strlen(of->library) <= strlen(columns->items[owner].library)))
                continue;
            if (library ? strcmp(of->library, library) == 0 : take_library(column, of->library))
                owner = t;
        }
        if (owner == columns->count)
            continue;
        size_t like = column->header.role == HEADER_SPREAD ? owner : columns->count;
        take_library(column, columns->items[owner].library);
        if (!csv_columns_make_measure(columns, c, columns->items[owner].library, like))
            return csv_columns_no_memory(record, err);
        column->owner = owner;
        /* Whether the column holds verdicts, its cells say. */
        if (header_word(column->measure, HEADER_VERDICT) != HEADER_NO_WORD ||
            header_word(column->measure, HEADER_FAILURE) != HEADER_NO_WORD)
            column->role = CSV_UNDECIDED;
    }
    return 0;
}

/* The columns with results of one library, or with those of one kind. */
struct group {
    size_t last;
};

struct groups {
    struct slots slots;
    struct group *items;
    size_t count;
    const struct csv_columns *columns;
    int is_by_kind;
};

static int is_group(const void *things, uint32_t number, const void *key) {
    const struct groups *groups = things;
    const struct csv_column *a = &groups->columns->items[groups->items[number].last], *b = key;
    return strcmp(a->library, b->library) == 0 && (!groups->is_by_kind || a->detail == b->detail);
}

/* Returns the group of column C, which is new if nothing has been its last; NULL if memory runs
 * out. */
static struct group *group_of(struct groups *groups, size_t c) {
    const struct csv_column *column = &groups->columns->items[c];
    size_t detail =
        groups->is_by_kind && column->detail ? 1 + (size_t)(column->detail - series_details) : 0;
    uint64_t hash = slots_hash_number(slots_hash_text(slots_hash(), column->library), detail);
    uint32_t at = slots_find(&groups->slots, hash, is_group, groups, column);
    if (at != SLOTS_NONE)
        return &groups->items[at];
    if (!groups->items && !(groups->items = calloc(groups->columns->count, sizeof *groups->items)))
        return NULL;
    groups->items[groups->count] = (struct group){c};
    if (!slots_add(&groups->slots, hash, (uint32_t)groups->count))
        return NULL;
    return &groups->items[groups->count++];
}

static void release_groups(struct groups *groups) {
    slots_release(&groups->slots);
    free(groups->items);
}

/* Returns the length of LIBRARY without a word for a sample and its number at the end, as in
 * "a_run1" or "trial 2"; its own length if it has none. */
static size_t length_without_sample(const char *library) {
    size_t length = strlen(library), end = length;
    char word[GIVEN_NAME];
    while (end && strchr("0123456789", library[end - 1]))
        end--;
    if (end == length)
        return length;
    while (end && strchr(" _-#.", library[end - 1]))
        end--;
    size_t begin = end;
    while (begin && !strchr(" _-.", library[begin - 1]))
        begin--;
    snprintf(word, sizeof word, "%.*s", (int)(end - begin), library + begin);
    if (strcasecmp(word, "run") != 0 && strcasecmp(word, "round") != 0 &&
        header_word(word, HEADER_SAMPLE) == HEADER_NO_WORD)
        return length;
    while (begin && strchr(" _-.", library[begin - 1]))
        begin--;
    return begin;
}

/* If all results are of samples with numbers, several of each library, makes them so. */
static void find_samples(struct csv_columns *columns) {
    size_t results = 0, samples = 0;
    if (columns->is_ours)
        return;
    for (size_t c = 0; c < columns->count; c++) {
        const char *library = columns->items[c].library;
        if (columns->items[c].role != CSV_TIMES)
            continue;
        results++;
        samples += library[length_without_sample(library)] != '\0';
    }
    for (size_t c = 0; results > 1 && samples == results && c < columns->count; c++) {
        char *library = columns->items[c].library;
        if (columns->items[c].role != CSV_TIMES)
            continue;
        library[length_without_sample(library)] = '\0';
        columns->items[c].is_sample = 1;
    }
}

/* Of several columns of one library with one kind of unit, takes the likeliest; the others are
 * measures. */
static int choose_results(struct csv_columns *columns, const struct csv_record *record,
                          struct err *err) {
    struct groups groups = {.columns = columns, .is_by_kind = 1};
    int rc = 0;
    for (size_t c = 0; rc == 0 && c < columns->count; c++) {
        const struct csv_column *column = &columns->items[c];
        struct group *group = column->role == CSV_TIMES ? group_of(&groups, c) : NULL;
        if (column->role != CSV_TIMES || column->is_sample || (group && group->last == c))
            continue;
        const struct csv_column *before = group ? &columns->items[group->last] : NULL;
        if (before && before->header.rank == column->header.rank)
            rc = refuse_two(record, before->name, column->name, err);
        if (rc || !before)
            break;
        size_t kept = column->header.rank < before->header.rank ? c : group->last;
        size_t other = kept == c ? group->last : c;
        group->last = kept;
        if (!csv_columns_make_measure(columns, other, columns->items[kept].library, kept))
            rc = csv_columns_no_memory(record, err);
    }
    release_groups(&groups);
    return rc;
}

/* Chains the columns with results of one library. */
static int link_results(struct csv_columns *columns, const struct csv_record *record,
                        struct err *err) {
    struct groups groups = {.columns = columns};
    int ok = 1;
    for (size_t c = 0; ok && c < columns->count; c++) {
        struct group *group = NULL;
        if (columns->items[c].role != CSV_TIMES || columns->items[c].is_sample)
            continue;
        ok = (group = group_of(&groups, c)) != NULL;
        if (!ok || group->last == c)
            continue;
        columns->items[group->last].next = c;
        columns->items[c].is_next = 1;
        group->last = c;
    }
    release_groups(&groups);
    return ok ? 0 : csv_columns_no_memory(record, err);
}

static int make_wide(struct csv_columns *columns, const struct csv_record *record,
                     struct err *err) {
    columns->is_wide = 1;
    for (size_t c = 0; c < columns->count; c++) {
        struct csv_column *column = &columns->items[c];
        int is_taken = columns->is_ours ? column->role == CSV_UNDECIDED
                       : columns->is_plain
                           ? column->role == CSV_UNDECIDED && column->header.role == HEADER_OTHER
                           : is_of_name(column);
        if (!is_taken)
            continue;
        column->library = columns->is_ours
                              ? strdup(column->name)
                              : strndup(column->name + column->header.name, column->header.length);
        if (!column->library)
            return csv_columns_no_memory(record, err);
        column->detail = rate_of(column);
        if (columns->is_ours)
            column->worth = 1;
        column->next = columns->count;
        column->role = CSV_TIMES;
        tell_samples(columns, column);
    }
    find_samples(columns);
    int rc = choose_results(columns, record, err);
    if (rc == 0)
        rc = link_results(columns, record, err);
    if (rc || columns->is_ours || columns->is_plain)
        return rc;
    return find_measures_of(columns, record, err);
}

/* --- tables with a column for each size --- */

/* Whether the header has a name, or several, and numbers behind them that rise. */
static int has_sizes(const struct csv_columns *columns) {
    size_t sizes = 0, last = 0;
    for (size_t c = 0; c < columns->count; c++) {
        struct csv_column *column = &columns->items[c];
        const char *name = column->name;
        struct measured_unit unit;
        double number;
        int is_number = csv_number_read(name, strlen(name), '.', &number, &unit) &&
                        decimal_is_whole(number * (unit.kind ? unit.worth : 1), &column->size) &&
                        column->size > 0 && (!unit.kind || unit.kind == UNIT_BYTES);
        if (!is_number && sizes)
            return 0;
        if (is_number && sizes && column->size <= columns->items[last].size)
            return 0;
        last = is_number ? c : last;
        sizes += (size_t)is_number;
    }
    return sizes > 1 && sizes < columns->count;
}

/* Makes each number of the header a size. The unit stands in the first name, if at all, or in those
 * of libraries. */
static void make_sizes(struct csv_columns *columns) {
    const struct measured_unit unit = columns->items[0].header.unit;
    columns->is_by_size = 1;
    columns->is_plain = !unit.kind;
    for (size_t c = 0; c < columns->count; c++) {
        struct csv_column *column = &columns->items[c];
        if (!column->size || column->is_given)
            continue;
        column->role = CSV_AT_SIZE;
        column->header.unit = unit;
        column->worth = unit.kind ? unit.worth : NAN;
        column->detail = rate_of(column);
    }
    if (!csv_columns_have_role(columns, CSV_LIBRARY))
        csv_columns_set_role(columns, 0, CSV_LIBRARY);
}

/* --- shapes --- */

static int refuse_header(const struct csv_record *record, struct err *err) {
    return csv_columns_refuse(
        record, ERR_DAMAGED,
        "no header that says what the times are: a column time_ms (or _s, _us, _ns), "
        "seconds or mean, or a column size with one such as a_ms for each library",
        "", err);
}

/* Where nothing else tells results, the greatest times, or their quantiles, do. */
static void take_extremes(struct csv_columns *columns) {
    for (size_t c = 0; c < columns->count; c++) {
        const struct csv_column *column = &columns->items[c];
        int is_result = column->header.role == HEADER_RESULT ||
                        (column->header.role == HEADER_OF_NAME && column->header.unit.kind);
        if (column->role == CSV_SECONDS || (column->role == CSV_UNDECIDED && is_result))
            return;
    }
    for (size_t c = 0; c < columns->count; c++) {
        struct header *header = &columns->items[c].header;
        enum unit_kind kind = header->unit.kind;
        int is_name = header->rank == RANK_MOST && header->leading != SIZE_MAX; /* "max_flow" */
        if (columns->items[c].role == CSV_UNDECIDED && header->role == HEADER_SPREAD &&
            header->rank >= RANK_QUANTILE && !is_name && kind != UNIT_BYTES &&
            (kind || columns->is_unit_told))
            header->role = header->length ? HEADER_OF_NAME : HEADER_RESULT;
    }
}

static int tell_shape(struct csv_columns *columns, const struct csv_record *record,
                      struct err *err) {
    take_extremes(columns);
    int rc = find_seconds(columns, record, err), are_named = 0, are_others = 0, has_rate = 0;
    for (size_t c = 0; c < columns->count; c++)
        if (columns->items[c].role == CSV_UNDECIDED &&
            columns->items[c].header.role == HEADER_UNIT &&
            !csv_columns_have_role(columns, CSV_UNIT))
            csv_columns_set_role(columns, c, CSV_UNIT);
    if (rc)
        return rc;
    if (!csv_columns_have_role(columns, CSV_SECONDS)) {
        settle_faint(columns);
        find_names(columns);
        for (size_t c = 0; c < columns->count; c++) {
            are_named += is_of_name(&columns->items[c]);
            are_others += columns->items[c].role == CSV_UNDECIDED &&
                          columns->items[c].header.role == HEADER_OTHER;
        }
    }
    if (are_named)
        rc = make_wide(columns, record, err);
    if (rc == 0)
        rc = find_measures(columns, record, err);
    for (size_t c = 0; c < columns->count; c++)
        has_rate |=
            columns->items[c].role == CSV_DETAIL && columns->items[c].header.role == HEADER_RESULT;
    if (rc || columns->is_wide || csv_columns_have_role(columns, CSV_SECONDS) || has_rate ||
        (csv_columns_count_role(columns, CSV_DETAIL) &&
         (csv_columns_have_role(columns, CSV_SIZE) || are_others)))
        return rc;
    columns->is_plain = 1;
    if (!are_others || !csv_columns_have_role(columns, CSV_SIZE) ||
        csv_columns_have_role(columns, CSV_LIBRARY))
        return refuse_header(record, err);
    return make_wide(columns, record, err);
}

/* If there are several columns that number samples, or seeds as well, they count something else. */
static void settle_samples(struct csv_columns *columns) {
    if (csv_columns_count_role(columns, CSV_SAMPLE) < 2 &&
        !csv_columns_have_role(columns, CSV_SEED))
        return;
    columns->of_role[CSV_SAMPLE] = columns->count;
    for (size_t c = 0; c < columns->count; c++)
        if (columns->items[c].role == CSV_SAMPLE)
            columns->items[c].role = CSV_LEFT_OUT;
}

static void find_size_by_name(struct csv_columns *columns, const char *name) {
    size_t c = csv_columns_find(columns, name), size = columns->of_role[CSV_SIZE];
    if (size < columns->count && columns->items[size].is_given)
        return;
    if (c < columns->count && !columns->items[c].is_given)
        csv_columns_set_role(columns, c, CSV_SIZE);
    else if (!columns->is_ours)
        find_role(columns, CSV_SIZE, HEADER_SIZE);
}

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

int csv_header_roles_assign(struct csv_columns *columns, const struct csv_record *record,
                            const struct format_options *options, struct err *err) {
    const char *size = options->size_param ? options->size_param : "size";
    if (options->size_param && !csv_columns_have(columns, size))
        return no_such_column(columns, record, size, err);
    columns->are_means = has_means(columns);
    columns->is_wide = is_wide_of_ours(columns);
    columns->is_ours = is_exported(columns) || columns->are_means || columns->is_wide;
    for (size_t role = 0; role < CSV_SINGLE_ROLES; role++)
        columns->of_role[role] = columns->count;
    for (size_t c = 0; c < columns->count && !columns->is_ours; c++)
        if (columns->items[c].header.has_two_units)
            return err_set(err, ERR_DAMAGED,
                           "%s: line %zu: column \"%.60s\" has two units; leave one in the header",
                           record->source->path, record->number, columns->items[c].name);
    columns->is_unit_told = options->unit != NULL;
    for (size_t c = 0; c < columns->count; c++)
        columns->is_unit_told |= columns->items[c].header.role == HEADER_UNIT;
    int rc = take_roles(columns, record, options->as, err);
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
        csv_columns_set_role(columns, c, is_parameter || is_other ? CSV_UNDECIDED : role);
    }
    if (is_exported(columns) && !find_details(columns))
        return csv_columns_no_memory(record, err);
    if (columns->are_means)
        csv_columns_set_role(columns, csv_columns_find(columns, "mean"), CSV_SECONDS);
    if (csv_columns_have_role(columns, CSV_SECONDS))
        columns->items[columns->of_role[CSV_SECONDS]].worth = 1;
    find_size_by_name(columns, size);
    settle_samples(columns);
    int is_summary = columns->are_means && !is_analysed(columns);
    if (!columns->is_ours && has_sizes(columns)) {
        make_sizes(columns);
        find_role(columns, CSV_ACTION, HEADER_ACTION);
        return rc;
    }
    rc = rc                 ? rc
         : columns->is_wide ? make_wide(columns, record, err)
         : is_summary       ? find_measures(columns, record, err)
         : columns->is_ours ? 0
                            : tell_shape(columns, record, err);
    if (rc)
        return rc;
    if (columns->are_means)
        columns->samples_are = SAMPLES_ARE_MEANS;
    if (columns->is_wide)
        find_role(columns, CSV_ACTION, HEADER_ACTION);
    find_role(columns, CSV_LIBRARY, HEADER_LIBRARY);
    find_role(columns, CSV_ACTION, HEADER_ACTION);
    return 0;
}
