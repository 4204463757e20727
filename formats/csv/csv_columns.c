/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/csv/csv_columns.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "formats/csv/csv_number.h"
#include "formats/import/header_words.h"
#include "formats/model/hash_table.h"
#include "formats/text/decimal.h"
#include "formats/text/suggest.h"

enum { GIVEN_NAME = 4096 }; /* bytes */

/* --- known names --- */

static const struct {
    const char *name;
    enum csv_role role;
} role_names[] = {
    {"seconds", CSV_SECONDS}, {"library", CSV_LIBRARY},
    {"action", CSV_ACTION},   {"size", CSV_SIZE},
    {"round", CSV_ROUND},     {"seed", CSV_SEED},
    {"run", CSV_RUN},         {"type", CSV_TYPE},
    {"status", CSV_STATUS},   {"cpu_seconds", CSV_CPU_SECONDS},
    {"calls", CSV_CALLS},     {"control_of", CSV_CONTROL_OF},
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

/* Whether NAME is a name for what libraries differ in, such as "compiler". */
static int is_of_library(const char *name) {
    return header_word(name, HEADER_LIBRARY) != HEADER_NO_WORD;
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

static int refuse(const struct csv_record *record, int code, const char *why, const char *name,
                  struct err *err) {
    return err_set(err, code, "%s: line %zu: %s%s", record->source->path, record->number, why,
                   name);
}

/* --- names --- */

/* Returns a copy of FIELD without the blanks around it; NULL if memory runs out. */
static char *take_name(const char *field) {
    field += strspn(field, " \t");
    size_t length = strlen(field);
    while (length && strchr(" \t", field[length - 1]))
        length--;
    return strndup(field, length);
}

static size_t find(const struct csv_columns *columns, const char *name) {
    size_t c = 0;
    while (c < columns->count && strcasecmp(columns->items[c].name, name) != 0)
        c++;
    return c;
}

/* Adds a column whose header is TEXT. */
static int add_name(struct csv_columns *columns, const char *text) {
    struct csv_column *column = &columns->items[columns->count];
    column->name = take_name(text);
    if (!column->name)
        return 0;
    column->header = header_read(column->name);
    column->worth = column->header.unit.kind ? column->header.unit.worth : NAN;
    columns->count++;
    return 1;
}

static int no_memory(const struct csv_record *record, struct err *err) {
    return err_set(err, ERR_FAILED, "%s: no memory to read it", record->source->path);
}

static int take_names(struct csv_columns *columns, const struct csv_record *record,
                      struct err *err) {
    columns->header_lines = 1;
    columns->items = calloc(record->count, sizeof *columns->items);
    for (size_t c = 0; c < record->count; c++)
        if (!columns->items || !add_name(columns, record->fields[c]))
            return no_memory(record, err);
    return 0;
}

static int has_mark(const char *name) {
    return strncasecmp(name, CSV_PARAMETER_MARK, strlen(CSV_PARAMETER_MARK)) == 0;
}

const char *csv_parameter_name(const char *name) {
    return name + (has_mark(name) ? strlen(CSV_PARAMETER_MARK) : 0);
}

/* Whether no column before C has its name, in the same case. */
static int is_new(const struct csv_columns *columns, size_t c) {
    for (size_t b = 0; b < c; b++)
        if (strcmp(columns->items[b].name, columns->items[c].name) == 0)
            return 0;
    return 1;
}

static int check_names(const struct csv_columns *columns, const struct csv_record *record,
                       struct err *err) {
    size_t numbers = 0;
    for (size_t c = 0; c < columns->count; c++) {
        const char *name = columns->items[c].name;
        double number;
        numbers += (size_t)decimal_read(name, strlen(name), &number);
        if (*name && find(columns, name) < c && !(has_mark(name) && is_new(columns, c)))
            return refuse(record, ERR_DAMAGED, "two columns are called ", name, err);
    }
    return numbers < columns->count || !numbers
               ? 0
               : refuse(record, ERR_DAMAGED,
                        "numbers where the header should be; the first line must name the columns, "
                        "such as size,a_ms,b_ms",
                        "", err);
}

/* --- headers of several lines --- */

/* Whether RECORD goes on with the header: no field is a number, and each that is not empty is a
 * unit or stands where names are missing or not all different. */
static int is_second_line(const struct csv_columns *columns, const struct csv_record *record) {
    int are_units = 1, are_apart = 1;
    size_t fields = 0;
    if (record->count != columns->count)
        return 0;
    for (size_t c = 0; c < columns->count; c++) {
        const char *name = columns->items[c].name, *field = record->fields[c];
        struct measured_unit unit;
        double number;
        are_apart &= *name && find(columns, name) == c;
        if (!*field)
            continue;
        fields++;
        are_units &= measured_unit_read(field, strlen(field), &unit) ||
                     decimal_is_missing(field, strlen(field));
        if (csv_number_read(field, strlen(field), record->mark, &number, &unit))
            return 0;
    }
    return fields && (are_units || !are_apart);
}

/* Whether RECORD is the line in which pandas names the index of its rows. */
static int is_index_line(const struct csv_columns *columns, const struct csv_record *record) {
    int is_one = record->count == columns->count && *record->fields[0];
    for (size_t c = 1; is_one && c < record->count; c++)
        is_one = !*record->fields[c];
    return is_one;
}

static int rename_column(struct csv_columns *columns, size_t c, const char *name) {
    struct csv_columns renamed = {.items = columns->items, .count = c};
    free(columns->items[c].name);
    return add_name(&renamed, name);
}

/* Joins the names of the second line to those of the first, where a name above stands for the empty
 * fields behind it, too. RECORD is the second line. */
static int join_names(struct csv_columns *columns, const struct csv_record *record) {
    char *above = NULL, *joined = NULL;
    int ok = 1, is_begun = 0;
    for (size_t c = 0; ok && c < columns->count; c++) {
        const char *field = record->fields[c];
        is_begun |= *columns->items[c].name != '\0';
        if (*columns->items[c].name || !is_begun) {
            free(above);
            above = strdup(columns->items[c].name);
        }
        int has_field = *field && !decimal_is_missing(field, strlen(field));
        ok = above && asprintf(&joined, "%s%s%s", above, *above && has_field ? " " : "",
                               has_field ? field : "") >= 0;
        if (ok) {
            ok = rename_column(columns, c, joined);
            free(joined);
        }
    }
    free(above);
    return ok;
}

/* Takes the second and the third line of a header, if it has them. */
static int take_more_names(struct csv_columns *columns, struct csv_record *record,
                           struct err *err) {
    size_t line = record->number;
    int rc = csv_record_next(record, err);
    if (rc == 1 && is_second_line(columns, record)) {
        columns->header_lines++;
        if (!join_names(columns, record))
            return no_memory(record, err);
        rc = csv_record_next(record, err);
        if (rc == 1 && is_index_line(columns, record)) {
            columns->header_lines++;
            if (!rename_column(columns, 0, record->fields[0]))
                return no_memory(record, err);
        }
    }
    record->number = line;
    return rc < 0 ? rc : rc > 1 ? rc : 0;
}

/* --- roles --- */

static void set_role(struct csv_columns *columns, size_t c, enum csv_role role) {
    columns->items[c].role = role;
    if (role < CSV_SINGLE_ROLES)
        columns->of_role[role] = c;
}

static int has(const struct csv_columns *columns, const char *name) {
    return find(columns, name) < columns->count;
}

static int has_role(const struct csv_columns *columns, enum csv_role role) {
    return columns->of_role[role] < columns->count;
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
    size_t c = find(columns, name), i = given_role(given);
    if (c == columns->count)
        return no_such_column(columns, record, name, err);
    if (i < GIVEN_ROLES) {
        enum csv_role role = given_roles[i].role;
        if (role == CSV_LIBRARY && has_role(columns, role))
            role = CSV_OF_LIBRARY;
        set_role(columns, c, role);
        columns->items[c].is_given = 1;
        return 0;
    }
    if (asprintf(&with_unit, "%s [%.*s]", columns->items[c].name, (int)given->role_length,
                 given->role) < 0)
        return no_memory(record, err);
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

/* The role by the name alone, as far as that tells it whatever else the table has. */
static enum csv_role role_of(const struct csv_columns *columns, const struct csv_column *column) {
    const char *name = column->name;
    for (size_t i = 0; i < sizeof role_names / sizeof *role_names; i++)
        if (strcasecmp(role_names[i].name, name) == 0)
            return role_names[i].role;
    if (column->header.role == HEADER_SAMPLE)
        return CSV_SAMPLE;
    if (!*name || (columns->are_means && is_one_of(name, statistics)))
        return CSV_LEFT_OUT;
    int is_measure = column->header.detail || column->header.role == HEADER_RESULT;
    if (is_foreign_detail(name) && (columns->is_ours || !is_measure))
        return CSV_LEFT_OUT;
    return CSV_UNDECIDED;
}

int csv_columns_take_parameter(const char *name) {
    static const struct csv_columns ours = {.is_ours = 1, .are_means = 1};
    char *copy = strdup(name);
    const struct csv_column column = {.name = copy, .header = header_read(name)};
    enum header_role role = column.header.role;
    int is_taken = copy && !has_mark(name) && strcasecmp(name, FACT_LOGICAL_CPUS) != 0 &&
                   (role == HEADER_OTHER || role == HEADER_PARAMETER || role == HEADER_SIZE) &&
                   role_of(&ours, &column) == CSV_UNDECIDED;
    free(copy);
    return is_taken;
}

/* In a table like those that are exported, gives the columns behind the seconds that are named
 * after optional details of samples their role. */
static int is_exported(const struct csv_columns *columns) {
    static const char *const exported[] = {"run", "action", "library", "round", "seed", "seconds"};
    for (size_t i = 0; i < sizeof exported / sizeof *exported; i++)
        if (!has(columns, exported[i]))
            return 0;
    return 1;
}

static void find_details(struct csv_columns *columns) {
    for (size_t c = find(columns, "seconds") + 1; c < columns->count; c++) {
        const struct series_detail *detail = find_detail(columns->items[c].name);
        if (!detail || !detail->is_optional || detail->shape != PER_SAMPLE)
            continue;
        columns->items[c].detail = detail;
        columns->items[c].worth = 1;
        set_role(columns, c, CSV_DETAIL);
    }
}

/* Unless a column already has ROLE, gives it to the undecided column with the likeliest of the
 * words of NAMES. */
static void find_role(struct csv_columns *columns, enum csv_role role, enum header_role names) {
    size_t best = columns->count, least = HEADER_NO_WORD;
    if (has_role(columns, role))
        return;
    for (size_t c = 0; c < columns->count; c++) {
        size_t place = header_word(columns->items[c].name, names);
        if (columns->items[c].role != CSV_UNDECIDED || place >= least)
            continue;
        least = place;
        best = c;
    }
    if (best < columns->count)
        set_role(columns, best, role);
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
    return kind == UNIT_FLOP_RATE || kind == UNIT_BYTE_RATE || kind == UNIT_RATE
               ? find_detail(unit_kind_detail(kind))
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

static const char *words_of_rank(enum header_rank rank) {
    static const char *const words[] = {[RANK_PLAIN] = NULL,
                                        [RANK_MEAN] = "means",
                                        [RANK_MEDIAN] = "medians",
                                        [RANK_TOTAL] = NULL,
                                        [RANK_LEAST] = "the best of several tries"};
    return words[rank];
}

/* Finds the column with the results of a table whose libraries stand in a column of their own. */
static int find_seconds(struct csv_columns *columns, const struct csv_record *record,
                        struct err *err) {
    size_t best = columns->count;
    if (has_role(columns, CSV_SECONDS))
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
    set_role(columns, best, CSV_SECONDS);
    columns->samples_are = words_of_rank(columns->items[best].header.rank);
    for (size_t c = 0; c < columns->count; c++)
        if (is_primary(&columns->items[c]))
            columns->items[c].role = CSV_LEFT_OUT;
    return 0;
}

/* Gives what else is measured its role: rates, processor time, memory, what the processor counted.
 * The first column of several with the same detail is taken. */
static void find_measures(struct csv_columns *columns) {
    uint64_t taken = 0;
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
        int is_moment = header->role == HEADER_RESULT && header->is_time && !header->unit.kind;
        if ((header->role == HEADER_RESULT && !is_moment) || header->role == HEADER_MEASURE ||
            header->role == HEADER_CPU || header->role == HEADER_SPREAD ||
            (header->role == HEADER_OF_NAME && header->unit.kind))
            column->role = CSV_LEFT_OUT;
        if (!detail || (taken >> (detail - series_details) & 1))
            continue;
        taken |= (uint64_t)1 << (detail - series_details);
        column->detail = detail;
        if (!header->unit.kind)
            column->worth = 1;
        set_role(columns, c, detail->is_optional ? CSV_DETAIL : CSV_CPU_SECONDS);
    }
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
            return no_memory(record, err);
        column->detail = rate_of(column);
        if (columns->is_ours)
            column->worth = 1;
        column->next = columns->count;
        column->role = CSV_TIMES;
        if (words_of_rank(column->header.rank))
            columns->samples_are = words_of_rank(column->header.rank);

        /* Of several columns of one library with one unit, the likeliest is taken. */
        for (size_t b = 0; b < c; b++) {
            struct csv_column *before = &columns->items[b];
            if (before->role != CSV_TIMES || strcmp(before->library, column->library) != 0)
                continue;
            if (before->detail == column->detail) {
                if (before->header.rank == column->header.rank)
                    return refuse_two(record, before->name, column->name, err);
                int is_better = column->header.rank < before->header.rank;
                (is_better ? before : column)->role = CSV_LEFT_OUT;
            }
        }
    }
    for (size_t c = 0; c < columns->count; c++)
        for (size_t b = c; columns->items[c].role == CSV_TIMES && b-- > 0;)
            if (columns->items[b].role == CSV_TIMES &&
                strcmp(columns->items[b].library, columns->items[c].library) == 0) {
                columns->items[b].next = c;
                columns->items[c].is_next = 1;
                break;
            }
    return 0;
}

/* --- shapes --- */

static int refuse_header(const struct csv_record *record, struct err *err) {
    return refuse(record, ERR_DAMAGED,
                  "no header that says what the times are: a column time_ms (or _s, _us, _ns), "
                  "seconds or mean, or a column size with one such as a_ms for each library",
                  "", err);
}

static int count_role(const struct csv_columns *columns, enum csv_role role) {
    int count = 0;
    for (size_t c = 0; c < columns->count; c++)
        count += columns->items[c].role == role;
    return count;
}

/* Finds where the results are in a table that is not ours. */
static int tell_shape(struct csv_columns *columns, const struct csv_record *record,
                      struct err *err) {
    int rc = find_seconds(columns, record, err), are_named = 0, are_others = 0;
    for (size_t c = 0; c < columns->count; c++)
        if (columns->items[c].role == CSV_UNDECIDED &&
            columns->items[c].header.role == HEADER_UNIT && !has_role(columns, CSV_UNIT))
            set_role(columns, c, CSV_UNIT);
    if (rc)
        return rc;
    if (!has_role(columns, CSV_SECONDS)) {
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
    find_measures(columns);
    if (rc || columns->is_wide || has_role(columns, CSV_SECONDS) ||
        (count_role(columns, CSV_DETAIL) && (has_role(columns, CSV_SIZE) || are_others)))
        return rc;
    columns->is_plain = 1;
    if (!are_others || !has_role(columns, CSV_SIZE) || has_role(columns, CSV_LIBRARY))
        return refuse_header(record, err);
    return make_wide(columns, record, err);
}

/* If there are several columns that number samples, or seeds as well, they count something else. */
static void settle_samples(struct csv_columns *columns) {
    if (count_role(columns, CSV_SAMPLE) < 2 && !has_role(columns, CSV_SEED))
        return;
    columns->of_role[CSV_SAMPLE] = columns->count;
    for (size_t c = 0; c < columns->count; c++)
        if (columns->items[c].role == CSV_SAMPLE)
            columns->items[c].role = CSV_LEFT_OUT;
}

static void find_size_by_name(struct csv_columns *columns, const char *name) {
    size_t c = find(columns, name), size = columns->of_role[CSV_SIZE];
    if (size < columns->count && columns->items[size].is_given)
        return;
    if (c < columns->count && !columns->items[c].is_given)
        set_role(columns, c, CSV_SIZE);
    else if (!columns->is_ours)
        find_role(columns, CSV_SIZE, HEADER_SIZE);
}

static int assign_roles(struct csv_columns *columns, const struct csv_record *record,
                        const struct format_options *options, struct err *err) {
    const char *size = options->size_param ? options->size_param : "size";
    if (options->size_param && !has(columns, size))
        return no_such_column(columns, record, size, err);
    columns->are_means = !has(columns, "seconds") && has(columns, "mean");
    /* The first columns of a wide table of ours. */
    columns->is_wide = has(columns, "run") && has(columns, "action") && has(columns, "size") &&
                       has(columns, "type") && !has(columns, "seconds") && !columns->are_means &&
                       !has(columns, "library");
    columns->is_ours = is_exported(columns) || columns->are_means || columns->is_wide;
    for (size_t role = 0; role < CSV_SINGLE_ROLES; role++)
        columns->of_role[role] = columns->count;
    int rc = take_roles(columns, record, options->as, err);
    for (size_t c = 0; c < columns->count; c++) {
        enum csv_role role = role_of(columns, &columns->items[c]);
        if (columns->items[c].is_given)
            continue;
        if (has_mark(columns->items[c].name)) {
            set_role(columns, c, CSV_PARAMETER);
            continue;
        }
        int is_parameter = (role == CSV_SIZE && options->size_param) ||
                           (role == CSV_CALLS && !has(columns, "cpu_seconds"));
        /* "Run" of others may be a number of the sample. */
        int is_other =
            !csv_columns_are_plain(columns) && (role == CSV_RUN || role == CSV_CPU_SECONDS);
        set_role(columns, c, is_parameter || is_other ? CSV_UNDECIDED : role);
    }
    if (is_exported(columns))
        find_details(columns);
    if (columns->are_means)
        set_role(columns, find(columns, "mean"), CSV_SECONDS);
    if (has_role(columns, CSV_SECONDS))
        columns->items[columns->of_role[CSV_SECONDS]].worth = 1;
    find_size_by_name(columns, size);
    settle_samples(columns);
    rc = rc                 ? rc
         : columns->is_wide ? make_wide(columns, record, err)
         : columns->is_ours ? 0
                            : tell_shape(columns, record, err);
    if (rc)
        return rc;
    if (columns->are_means)
        columns->samples_are = "means";
    if (columns->is_wide)
        find_role(columns, CSV_ACTION, HEADER_ACTION);
    find_role(columns, CSV_LIBRARY, HEADER_LIBRARY);
    find_role(columns, CSV_ACTION, HEADER_ACTION);
    return 0;
}

/* --- undecided columns --- */

static int is_hash(const void *things, uint32_t number, const void *key) {
    return ((const uint64_t *)things)[number] == *(const uint64_t *)key;
}

static void forget(struct csv_seen *seen) {
    slots_release(&seen->slots);
    free(seen->hashes);
    *seen = (struct csv_seen){.is_again = seen->is_again};
}

/* Remembers FIELD until the first field repeats, which mostly happens soon. Returns 0 if memory
 * runs out. */
static int remember(struct csv_seen *seen, const char *field) {
    uint64_t hash = slots_hash_text(slots_hash(), field);
    if (seen->is_again)
        return 1;
    if (slots_find(&seen->slots, hash, is_hash, seen->hashes, &hash) != SLOTS_NONE) {
        seen->is_again = 1;
        forget(seen);
        return 1;
    }
    if ((seen->count & (seen->count - 1)) == 0) {
        size_t room = seen->count ? 2 * seen->count : 1;
        uint64_t *hashes = reallocarray(seen->hashes, room, sizeof *hashes);
        if (!hashes || seen->count >= SLOTS_NONE - 1)
            return 0;
        seen->hashes = hashes;
    }
    seen->hashes[seen->count] = hash;
    return slots_add(&seen->slots, hash, (uint32_t)seen->count++);
}

/* Counts a number among those that differ. Returns 0 if memory runs out. */
static int count_number(struct csv_column *column, double number) {
    for (size_t i = 0; i < column->distinct; i++)
        if (column->numbers[i] == number)
            return 1;
    if (column->distinct == CSV_MOST_DISTINCT)
        return 1;
    if (!column->numbers && !(column->numbers = calloc(CSV_MOST_DISTINCT, sizeof *column->numbers)))
        return 0;
    column->numbers[column->distinct++] = number;
    return 1;
}

static int look_at(struct csv_column *column, const char *cell, char mark) {
    double number;
    struct measured_unit unit;
    int64_t whole;
    size_t length = strlen(cell);
    if (!column->value && !(column->value = strdup(cell)))
        return 0;
    column->is_varying |= strcmp(column->value, cell) != 0;
    if (!csv_number_read(cell, length, mark, &number, &unit))
        column->is_text |= !decimal_is_missing(cell, length);
    else if (!column->is_text) {
        column->is_fractional |= !decimal_is_whole(number, &whole) || whole <= 0;
        if (!count_number(column, number))
            return 0;
    }
    return remember(&column->seen, cell);
}

static int is_meeting(const void *things, uint32_t number, const void *key) {
    return ((const struct csv_meeting *)things)[number].key == *(const uint64_t *)key;
}

/* Notes that LIBRARY has a row at the point KEY. Returns 0 if memory runs out. */
static int meet(struct csv_meetings *meetings, uint64_t key, uint64_t library) {
    uint32_t at = slots_find(&meetings->slots, key, is_meeting, meetings->items, &key);
    if (at != SLOTS_NONE) {
        struct csv_meeting *item = &meetings->items[at];
        meetings->met += (size_t)(!item->is_met && item->library != library);
        item->is_met |= item->library != library;
        return 1;
    }
    if (meetings->count == CSV_MOST_MEETINGS)
        return 1;
    if (!meetings->items && !(meetings->items = calloc(CSV_MOST_MEETINGS, sizeof *meetings->items)))
        return 0;
    meetings->items[meetings->count] = (struct csv_meeting){key, library, 0};
    return slots_add(&meetings->slots, key, (uint32_t)meetings->count++);
}

static int note_meeting(const struct csv_columns *columns, const struct csv_record *record,
                        size_t c) {
    static const enum csv_role beside[] = {CSV_SIZE, CSV_ACTION};
    uint64_t key = slots_hash_text(slots_hash(), record->fields[c]);
    if (columns->is_ours || columns->items[c].is_text || !has_role(columns, CSV_LIBRARY))
        return 1;
    for (size_t i = 0; i < sizeof beside / sizeof *beside; i++)
        if (has_role(columns, beside[i]))
            key = slots_hash_text(slots_hash_number(key, i),
                                  record->fields[columns->of_role[beside[i]]]);
    const char *library = record->fields[columns->of_role[CSV_LIBRARY]];
    return meet(&columns->items[c].meetings, key, slots_hash_text(slots_hash(), library));
}

static int is_undecided(const struct csv_columns *columns) {
    return count_role(columns, CSV_UNDECIDED) > 0;
}

static int look_at_line(struct csv_columns *columns, const struct csv_record *record,
                        size_t *compared, struct err *err) {
    for (size_t c = 0; c < columns->count; c++) {
        struct csv_column *column = &columns->items[c];
        if (column->role != CSV_UNDECIDED && c != columns->of_role[CSV_LIBRARY])
            continue;
        if (!look_at(column, record->fields[c], record->mark) || !note_meeting(columns, record, c))
            return no_memory(record, err);
        *compared += !column->seen.is_again;
        if (*compared > CSV_MOST_COMPARED)
            return refuse(record, ERR_DAMAGED,
                          "too many different fields; delete in the header, to leave them out, "
                          "the name ",
                          column->name, err);
    }
    return 0;
}

static int is_nothing(const struct csv_column *column) {
    return !column->value ||
           (!column->is_varying && decimal_is_missing(column->value, strlen(column->value)));
}

/* --- what the cells decide --- */

/* Whether a column of numbers was measured: it differs in every row, or hardly any two libraries
 * have a number in common. Parameters are what makes points of several libraries meet. */
static int is_measured(const struct csv_columns *columns, const struct csv_column *column) {
    size_t library = columns->of_role[CSV_LIBRARY];
    int has_libraries = library < columns->count && columns->items[library].is_varying;
    int is_chosen = column->header.role == HEADER_PARAMETER || column->header.role == HEADER_SIZE ||
                    is_of_library(column->name);
    if (is_chosen || columns->is_ours || !column->is_varying)
        return 0;
    if (has_libraries)
        return !column->seen.is_again || 2 * column->meetings.met < column->meetings.count;
    return column->is_fractional && !column->seen.is_again;
}

/* Gives the libraries to the first column of varying texts if no name tells them. */
static void find_texts(struct csv_columns *columns) {
    for (size_t c = 0; c < columns->count && !has_role(columns, CSV_LIBRARY); c++) {
        const struct csv_column *column = &columns->items[c];
        if (column->role == CSV_UNDECIDED && column->is_text && column->is_varying &&
            column->header.role == HEADER_OTHER)
            set_role(columns, c, CSV_LIBRARY);
    }
}

static enum csv_role role_of_cells(const struct csv_columns *columns,
                                   const struct csv_column *column) {
    size_t library = columns->of_role[CSV_LIBRARY];
    int has_libraries = library < columns->count && columns->items[library].is_varying;
    int never_again = has_libraries && column->is_varying && !column->seen.is_again;
    int is_text = column->is_text || column->header.role == HEADER_MOMENT ||
                  (column->header.role == HEADER_RESULT && column->header.is_time) ||
                  /* The one number that tells of the machine. */
                  (!column->is_varying && strcmp(column->name, FACT_LOGICAL_CPUS) == 0);
    if (is_nothing(column))
        return CSV_LEFT_OUT;
    if (is_text && !column->is_varying)
        return CSV_FACT;
    if (is_text)
        return column->header.role == HEADER_REMARK ? CSV_LEFT_OUT : CSV_DOUBTFUL;
    if (is_measured(columns, column))
        return CSV_LEFT_OUT;
    return columns->is_ours && never_again ? CSV_DOUBTFUL : CSV_PARAMETER;
}

/* A table of others without a size has it in the parameter with the most values, all of them whole
 * and above 0. */
static void find_size(struct csv_columns *columns) {
    size_t best = columns->count;
    if (columns->is_ours || has_role(columns, CSV_SIZE) || has(columns, "seconds"))
        return;
    for (size_t c = 0; c < columns->count; c++) {
        const struct csv_column *column = &columns->items[c];
        if (column->role == CSV_PARAMETER && !column->is_fractional &&
            (best == columns->count || column->distinct > columns->items[best].distinct))
            best = c;
    }
    if (best < columns->count)
        set_role(columns, best, CSV_SIZE);
}

/* Refuses, in a table with a column for each library, numbers that are neither parameters nor have
 * a unit as the others do. */
static int check_named(const struct csv_columns *columns, const struct csv_record *record,
                       struct err *err) {
    for (size_t c = 0; columns->is_wide && c < columns->count; c++) {
        const struct csv_column *column = &columns->items[c];
        int is_known = column->header.role != HEADER_OTHER;
        if ((column->role == CSV_PARAMETER || column->role == CSV_LEFT_OUT) && column->value &&
            !column->is_text && column->is_varying && !is_known && *column->name &&
            (column->is_fractional || !column->seen.is_again))
            return err_set(
                err, ERR_DAMAGED,
                "%s: column \"%.60s\" has no unit, and others have; call it \"%.60s_ms\" "
                "(or _s, _us, _ns) if it holds times, or give --as COLUMN=parameter or "
                "COLUMN=nothing",
                record->source->path, column->name, column->name);
    }
    return 0;
}

/* Refuses the means that bench-analyze --measure writes, such as those of memory: they are not the
 * times of calls. */
static int check_measure(const struct csv_columns *columns, const struct csv_record *record,
                         struct err *err) {
    size_t measure = find(columns, "measure");
    if (!columns->are_means || measure == columns->count || !has(columns, "unit") ||
        !columns->items[measure].is_text)
        return 0;
    return err_set(err, ERR_DAMAGED,
                   "%s: its means are of %s, as the column measure says, not times of calls; read "
                   "the file that they are from, with --measure",
                   record->source->path, columns->items[measure].value);
}

int csv_columns_next(const struct csv_columns *columns, struct csv_record *record,
                     struct err *err) {
    int rc = csv_record_next(record, err);
    if (rc != 1 || record->count == columns->count)
        return rc;
    return err_set(err, ERR_DAMAGED, "%s: line %zu: %zu columns, where the header has %zu",
                   record->source->path, record->number, record->count, columns->count);
}

/* Goes to the first line below the header. */
static int skip_header(const struct csv_columns *columns, struct csv_record *record,
                       struct err *err) {
    csv_record_rewind(record);
    for (size_t i = 0; i < columns->header_lines; i++) {
        int rc = csv_record_next(record, err);
        if (rc < 0)
            return ERR_DAMAGED;
    }
    return 0;
}

/* Decides the roles of the undecided columns from all their cells. */
static int look_at_all(struct csv_columns *columns, struct csv_record *record, struct err *err) {
    size_t compared = 0;
    int rc = skip_header(columns, record, err);
    while (rc == 0 && (rc = csv_columns_next(columns, record, err)) == 1)
        rc = look_at_line(columns, record, &compared, err);
    if (rc == 0) {
        find_texts(columns);
        for (size_t c = 0; c < columns->count; c++) {
            struct csv_column *column = &columns->items[c];
            if (column->role != CSV_UNDECIDED)
                continue;
            if (strcasecmp(column->name, "run") == 0)
                set_role(columns, c,
                         column->is_text || has_role(columns, CSV_SAMPLE) ? CSV_RUN : CSV_SAMPLE);
            else
                column->role = role_of_cells(columns, column);
        }
        find_size(columns);
        rc = check_named(columns, record, err);
    }
    if (rc == 0)
        rc = check_measure(columns, record, err);
    return rc ? rc : csv_cells_settle(columns, record, err);
}

int csv_columns_read(struct csv_columns *columns, struct csv_record *record,
                     const struct format_options *options, struct err *err) {
    *columns = (struct csv_columns){0};
    int rc = csv_record_next(record, err);
    if (rc <= 0)
        return rc ? rc : refuse(record, ERR_DAMAGED, "the file is empty", "", err);
    rc = take_names(columns, record, err);
    if (rc == 0)
        rc = take_more_names(columns, record, err);
    if (rc == 0)
        rc = check_names(columns, record, err);
    if (rc == 0)
        rc = assign_roles(columns, record, options, err);
    if (rc == 0 && is_undecided(columns))
        rc = look_at_all(columns, record, err);
    for (size_t c = 0; c < columns->count; c++)
        columns->counts[columns->items[c].role]++;
    return rc ? rc : skip_header(columns, record, err);
}

int csv_columns_are_plain(const struct csv_columns *columns) {
    return columns->is_ours || has(columns, "seconds");
}

void csv_columns_release(struct csv_columns *columns) {
    for (size_t c = 0; c < columns->count; c++) {
        struct csv_column *column = &columns->items[c];
        free(column->name);
        free(column->library);
        free(column->value);
        free(column->numbers);
        forget(&column->seen);
        slots_release(&column->meetings.slots);
        free(column->meetings.items);
    }
    free(columns->items);
    *columns = (struct csv_columns){0};
}

/* Reads HEAD up to the end of its third line, or all of it. */
int csv_columns_recognise(const char *head, size_t n) {
    static const struct format_options none;
    struct source source = {.path = "", .text = head, .length = n};
    struct csv_record record;
    struct csv_columns columns = {0};
    int rc = csv_record_begin(&record, &source, NULL);
    if (rc == 0)
        rc = csv_record_next(&record, NULL) == 1 ? 0 : ERR_DAMAGED;
    if (rc == 0)
        rc = take_names(&columns, &record, NULL);
    if (rc == 0)
        rc = take_more_names(&columns, &record, NULL);
    if (rc == 0)
        rc = check_names(&columns, &record, NULL);
    if (rc == 0)
        rc = assign_roles(&columns, &record, &none, NULL);
    int is_table = rc == 0 && columns.count > 1;
    csv_columns_release(&columns);
    csv_record_release(&record);
    return is_table;
}

/* --- doubtful columns --- */

/* A cell, as its first row tells it. */
struct cell {
    uint64_t key; /* a hash of its run, action, library, ... */
    size_t line;
};

struct cells {
    struct cell *items;
    uint64_t *values; /* [count][doubtful] hashes of the first rows' fields */
    size_t count, doubtful;
    struct slots by_key;
};

static int is_cell(const void *things, uint32_t number, const void *key) {
    return ((const struct cell *)things)[number].key == *(const uint64_t *)key;
}

static int is_key(enum csv_role role) {
    return role == CSV_RUN || role == CSV_ACTION || role == CSV_LIBRARY || role == CSV_SIZE ||
           role == CSV_TYPE || role == CSV_PARAMETER || role == CSV_OF_LIBRARY;
}

static uint64_t hash_value(const char *field) {
    return slots_hash_text(slots_hash(), field);
}

/* Returns the index of the cell with that KEY; cells->count if it is new. */
static size_t cells_find(const struct cells *cells, uint64_t key) {
    uint32_t at = slots_find(&cells->by_key, key, is_cell, cells->items, &key);
    return at == SLOTS_NONE ? cells->count : at;
}

static int add(struct cells *cells, uint64_t key, const struct csv_columns *columns,
               const struct csv_record *record) {
    if ((cells->count & (cells->count - 1)) == 0) {
        size_t room = cells->count ? 2 * cells->count : 1;
        struct cell *items = reallocarray(cells->items, room, sizeof *items);
        cells->items = items ? items : cells->items;
        uint64_t *values = reallocarray(cells->values, room, cells->doubtful * sizeof *values);
        cells->values = values ? values : cells->values;
        if (!items || !values)
            return 0;
    }
    uint64_t *value = cells->values + cells->count * cells->doubtful;
    for (size_t c = 0; c < columns->count; c++)
        if (columns->items[c].role == CSV_DOUBTFUL)
            *value++ = hash_value(record->fields[c]);
    cells->items[cells->count] = (struct cell){key, record->number};
    return slots_add(&cells->by_key, key, (uint32_t)cells->count++);
}

static size_t count_doubtful(const struct csv_columns *columns) {
    size_t count = 0;
    for (size_t c = 0; c < columns->count; c++)
        count += columns->items[c].role == CSV_DOUBTFUL;
    return count;
}

/* Sets differs_in and differs_from of each doubtful column. */
static int compare_all(struct csv_columns *columns, struct csv_record *record, struct err *err) {
    struct cells cells = {.doubtful = count_doubtful(columns)};
    size_t most = CSV_MOST_COMPARED / cells.doubtful;
    int rc = 0, has_memory = 1;
    for (size_t c = 0; c < columns->count; c++)
        columns->items[c].differs_in = 0;
    rc = skip_header(columns, record, err);
    while (rc == 0 && has_memory && (rc = csv_columns_next(columns, record, err)) == 1) {
        rc = 0;
        uint64_t key = slots_hash();
        for (size_t c = 0; c < columns->count; c++)
            if (is_key(columns->items[c].role))
                key = slots_hash_text(slots_hash_number(key, c), record->fields[c]);
        size_t cell = cells_find(&cells, key);
        if (cell < cells.count) {
            /* Notes the doubtful columns in which this row differs from the first row of CELL. */
            const uint64_t *value = cells.values + cell * cells.doubtful;
            for (size_t c = 0; c < columns->count; c++) {
                struct csv_column *column = &columns->items[c];
                if (column->role != CSV_DOUBTFUL || *value++ == hash_value(record->fields[c]) ||
                    column->differs_in)
                    continue;
                column->differs_in = record->number;
                column->differs_from = cells.items[cell].line;
            }
        } else
            has_memory = cells.count < most && add(&cells, key, columns, record);
    }
    if (!has_memory)
        rc = err_set(err, ERR_FAILED,
                     "%s: no memory to compare all lines in %zu columns that are unknown; delete "
                     "their names in the header to leave them out",
                     record->source->path, cells.doubtful);
    free(cells.items);
    free(cells.values);
    slots_release(&cells.by_key);
    return rc;
}

/* Lets each doubtful column that differs within a cell join the name of the library, if its name is
 * one for what libraries differ in; if none is, the first that holds texts which come again.
 * Returns whether one did, which changes the cells. */
static int join_libraries(struct csv_columns *columns) {
    int joined = 0;
    for (int by_cells = 0; by_cells < 2 && !joined; by_cells++)
        for (size_t c = 0; c < columns->count && !(by_cells && joined); c++) {
            struct csv_column *column = &columns->items[c];
            int is_name = by_cells ? column->is_text && column->seen.is_again &&
                                         column->header.role == HEADER_OTHER
                                   : is_of_library(column->name);
            if (column->role != CSV_DOUBTFUL || !column->differs_in || !is_name)
                continue;
            column->role = CSV_OF_LIBRARY;
            joined = 1;
        }
    return joined;
}

int csv_cells_settle(struct csv_columns *columns, struct csv_record *record, struct err *err) {
    int rc = 0;
    do
        rc = count_doubtful(columns) ? compare_all(columns, record, err) : 0;
    while (rc == 0 && count_doubtful(columns) && join_libraries(columns));
    for (size_t c = 0; rc == 0 && c < columns->count; c++) {
        struct csv_column *column = &columns->items[c];
        if (column->role == CSV_DOUBTFUL && column->differs_in)
            return err_set(
                err, ERR_DAMAGED,
                "%s: lines %zu and %zu differ in column \"%.60s\", which is unknown; rename it in "
                "the header: variant if it tells libraries apart, run or round if it says when, "
                "iteration if it counts; or delete its name there to leave it out",
                record->source->path, column->differs_from, column->differs_in, column->name);
        if (column->role == CSV_DOUBTFUL)
            column->role = column->is_text ? CSV_LEFT_OUT : CSV_PARAMETER;
    }
    return rc;
}
