/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/csv/csv_columns.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "formats/model/hash_table.h"
#include "formats/text/decimal.h"
#include "formats/text/suggest.h"

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

/* Other names for the column of libraries, the likeliest first. */
static const char *const library_names[] = {
    "implementation", "solver",  "algorithm", "method",    "variant",  "backend", "engine",
    "package",        "program", "command",   "compiler",  "function", "device",  "language",
    "framework",      "tool",    "name",      "benchmark", "test",     NULL,
};

/* Other names for the column of actions, looked for after the column of libraries. */
static const char *const action_names[] = {
    "benchmark", "test", "function", "operation", "kernel", "problem", "task", "name", NULL,
};

static const char *const sample_names[] = {
    "rep", "repetition", "repeat", "iteration", "iter", "trial", "index", "sample", NULL,
};

/* A column with one of these names is no parameter, even if it holds numbers. */
static const char *const time_names[] = {
    "timestamp", "time", "date",     "datetime", "epoch", "start",
    "started",   "end",  "finished", "pid",      NULL,
};

/* Columns with one of these names hold remarks. */
static const char *const remark_names[] = {
    "note", "notes", "comment", "comments", "remark", "remarks", "description", NULL,
};

/* The other columns of a summary, as bench-analyze calls them. They are no parameters, although
 * they hold numbers. */
static const char *const statistics[] = {
    "mean_low",
    "mean_high",
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
static int csv_columns_is_of_library(const char *name) {
    return is_one_of(name, library_names);
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

static int take_names(struct csv_columns *columns, const struct csv_record *record,
                      struct err *err) {
    columns->items = calloc(record->count, sizeof *columns->items);
    for (size_t c = 0; c < record->count; c++) {
        char *name = columns->items ? take_name(record->fields[c]) : NULL;
        if (!name)
            return err_set(err, ERR_FAILED, "%s: no memory to read it", record->source->path);
        columns->items[c].name = name;
        int is_twice = *name && find(columns, name) < columns->count;
        columns->count++;
        if (is_twice)
            return refuse(record, ERR_DAMAGED, "two columns are called ", name, err);
    }
    return 0;
}

/* --- roles --- */

static enum csv_role role_of(const struct csv_columns *columns, const char *name) {
    for (size_t i = 0; i < sizeof role_names / sizeof *role_names; i++)
        if (strcasecmp(role_names[i].name, name) == 0)
            return role_names[i].role;
    if (is_one_of(name, sample_names))
        return CSV_SAMPLE;
    if (columns->is_wide && *name)
        return CSV_TIMES;
    if (!*name || is_foreign_detail(name) || (columns->are_means && is_one_of(name, statistics)))
        return CSV_LEFT_OUT;
    return CSV_UNDECIDED;
}

static void set_role(struct csv_columns *columns, size_t c, enum csv_role role) {
    columns->items[c].role = role;
    if (role < CSV_SINGLE_ROLES)
        columns->of_role[role] = c;
}

static int has(const struct csv_columns *columns, const char *name) {
    return find(columns, name) < columns->count;
}

static int tell_shape(struct csv_columns *columns, const char *size,
                      const struct csv_record *record, struct err *err) {
    columns->are_means = !has(columns, "seconds") && has(columns, "mean");
    columns->is_wide = !has(columns, "seconds") && !has(columns, "mean") &&
                       !has(columns, "library") && has(columns, size);
    if (has(columns, "seconds") || columns->are_means || columns->is_wide)
        return 0;
    return refuse(record, ERR_DAMAGED,
                  "no header that says what the times are: a column seconds, a column mean, or "
                  "a column size with one for each library",
                  "", err);
}

/* In a table like those that are exported, gives the columns behind the seconds that are named
 * after optional details of samples their role. */
static void find_details(struct csv_columns *columns) {
    static const char *const exported[] = {"run", "action", "library", "round", "seed", "seconds"};
    for (size_t i = 0; i < sizeof exported / sizeof *exported; i++)
        if (!has(columns, exported[i]))
            return;
    for (size_t c = find(columns, "seconds") + 1; c < columns->count; c++) {
        const struct series_detail *detail = find_detail(columns->items[c].name);
        if (!detail || !detail->is_optional || detail->shape != PER_SAMPLE)
            continue;
        columns->items[c].detail = detail;
        set_role(columns, c, CSV_DETAIL);
    }
}

/* Unless a column already has ROLE, gives it to the first undecided column that has one of NAMES,
 * in the order of NAMES. */
static void find_role(struct csv_columns *columns, enum csv_role role, const char *const *names) {
    if (columns->of_role[role] < columns->count)
        return;
    for (; *names; names++) {
        size_t c = find(columns, *names);
        if (c < columns->count && columns->items[c].role == CSV_UNDECIDED) {
            set_role(columns, c, role);
            return;
        }
    }
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

static int assign_roles(struct csv_columns *columns, const struct csv_record *record,
                        const char *size_param, struct err *err) {
    const char *size = size_param ? size_param : "size";
    if (size_param && !has(columns, size))
        return no_such_column(columns, record, size, err);
    int rc = tell_shape(columns, size, record, err);
    for (size_t role = 0; role < CSV_SINGLE_ROLES; role++)
        columns->of_role[role] = columns->count;
    for (size_t c = 0; rc == 0 && c < columns->count; c++) {
        enum csv_role role = role_of(columns, columns->items[c].name);
        int is_parameter =
            (role == CSV_SIZE && size_param) || (role == CSV_CALLS && !has(columns, "cpu_seconds"));
        set_role(columns, c, is_parameter ? CSV_UNDECIDED : role);
    }
    if (rc == 0)
        find_details(columns);
    if (rc == 0 && columns->are_means)
        set_role(columns, find(columns, "mean"), CSV_SECONDS);
    if (rc == 0 && has(columns, size))
        set_role(columns, find(columns, size), CSV_SIZE);

    /* If there are several columns that number samples, or seeds as well, they count something
     * else. */
    size_t count = 0;
    for (size_t c = 0; c < columns->count; c++)
        count += columns->items[c].role == CSV_SAMPLE;
    if (!(count < 2) || columns->of_role[CSV_SEED] != columns->count) {
        columns->of_role[CSV_SAMPLE] = columns->count;
        for (size_t c = 0; c < columns->count; c++)
            if (columns->items[c].role == CSV_SAMPLE)
                columns->items[c].role = CSV_LEFT_OUT;
    }

    if (rc || columns->is_wide)
        return rc;
    find_role(columns, CSV_LIBRARY, library_names);
    find_role(columns, CSV_ACTION, action_names);
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

static int look_at(struct csv_column *column, const char *cell) {
    double number;
    size_t length = strlen(cell);
    if (!column->value && !(column->value = strdup(cell)))
        return 0;
    column->is_varying |= strcmp(column->value, cell) != 0;
    column->is_text |= !decimal_read(cell, length, &number) && !decimal_is_missing(cell, length);
    return column->is_text || remember(&column->seen, cell);
}

static int is_undecided(const struct csv_columns *columns) {
    size_t c = 0;
    while (c < columns->count && columns->items[c].role != CSV_UNDECIDED)
        c++;
    return c < columns->count;
}

static int look_at_line(struct csv_columns *columns, const struct csv_record *record,
                        size_t *compared, struct err *err) {
    for (size_t c = 0; c < columns->count; c++) {
        struct csv_column *column = &columns->items[c];
        if (column->role != CSV_UNDECIDED && c != columns->of_role[CSV_LIBRARY])
            continue;
        if (!look_at(column, record->fields[c]))
            return err_set(err, ERR_FAILED, "%s: no memory to read it", record->source->path);
        *compared += !column->is_text && !column->seen.is_again;
        if (*compared > CSV_MOST_COMPARED)
            return refuse(record, ERR_DAMAGED,
                          "too many different numbers; delete in the header, to leave them out, "
                          "the name ",
                          column->name, err);
    }
    return 0;
}

static int is_nothing(const struct csv_column *column) {
    return !column->value ||
           (!column->is_varying && decimal_is_missing(column->value, strlen(column->value)));
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

int csv_columns_read(struct csv_columns *columns, struct csv_record *record,
                     const struct format_options *options, struct err *err) {
    *columns = (struct csv_columns){0};
    int rc = csv_record_next(record, err);
    if (rc <= 0)
        return rc ? rc : refuse(record, ERR_DAMAGED, "the file is empty", "", err);
    rc = take_names(columns, record, err);
    if (rc == 0)
        rc = assign_roles(columns, record, options->size_param, err);
    if (rc || !is_undecided(columns))
        return rc;
    size_t compared = 0;
    rc = 0;
    while (rc == 0 && (rc = csv_columns_next(columns, record, err)) == 1)
        rc = look_at_line(columns, record, &compared, err);
    for (size_t c = 0; c < columns->count; c++)
        if (columns->items[c].role == CSV_UNDECIDED) {
            struct csv_column *column = &columns->items[c];
            size_t library = columns->of_role[CSV_LIBRARY];
            int has_libraries = library < columns->count && columns->items[library].is_varying;
            int never_again = has_libraries && column->is_varying && !column->seen.is_again;
            column->is_text |= is_one_of(column->name, time_names);
            /* The one number that tells of the machine. */
            column->is_text |= !column->is_varying && strcmp(column->name, FACT_LOGICAL_CPUS) == 0;
            if (is_nothing(column))
                column->role = CSV_LEFT_OUT;
            else if (!column->is_text)
                column->role = never_again ? CSV_DOUBTFUL : CSV_PARAMETER;
            else if (!column->is_varying)
                column->role = CSV_FACT;
            else
                column->role = is_one_of(column->name, remark_names) ? CSV_LEFT_OUT : CSV_DOUBTFUL;
        }
    if (rc == 0)
        rc = check_measure(columns, record, err);
    if (rc == 0)
        rc = csv_cells_settle(columns, record, err);
    csv_record_rewind(record);
    return rc ? rc : (csv_record_next(record, err) < 0 ? ERR_DAMAGED : 0);
}

void csv_columns_release(struct csv_columns *columns) {
    for (size_t c = 0; c < columns->count; c++) {
        free(columns->items[c].name);
        free(columns->items[c].value);
        forget(&columns->items[c].seen);
    }
    free(columns->items);
    *columns = (struct csv_columns){0};
}

/* Reads HEAD up to the end of its first line, or all of it if the line has no end. */
int csv_columns_recognise(const char *head, size_t n) {
    const char *end = memchr(head, '\n', n);
    struct source source = {.path = "", .text = head, .length = end ? (size_t)(end - head) : n};
    struct csv_record record;
    struct csv_columns columns = {0};
    int rc = csv_record_begin(&record, &source, NULL);
    if (rc == 0)
        rc = csv_record_next(&record, NULL) == 1 ? 0 : ERR_DAMAGED;
    if (rc == 0)
        rc = take_names(&columns, &record, NULL);
    if (rc == 0)
        rc = assign_roles(&columns, &record, NULL, NULL);
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
    csv_record_rewind(record);
    rc = csv_columns_next(columns, record, err); /* the header */
    while (rc == 1 && has_memory && (rc = csv_columns_next(columns, record, err)) == 1) {
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

/* Lets each doubtful column that differs within a cell join the name of the library, if its name
 * allows that. Returns whether one did, which changes the cells. */
static int join_libraries(struct csv_columns *columns) {
    int joined = 0;
    for (size_t c = 0; c < columns->count; c++) {
        struct csv_column *column = &columns->items[c];
        if (column->role != CSV_DOUBTFUL || !column->differs_in ||
            !csv_columns_is_of_library(column->name))
            continue;
        column->role = CSV_OF_LIBRARY;
        joined = 1;
    }
    return joined;
}

int csv_cells_settle(struct csv_columns *columns, struct csv_record *record, struct err *err) {
    int rc = count_doubtful(columns) ? compare_all(columns, record, err) : 0;
    if (rc == 0 && join_libraries(columns) && count_doubtful(columns))
        rc = compare_all(columns, record, err);
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
