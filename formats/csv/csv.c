/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/csv/csv.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "formats/csv/csv_axes.h"
#include "formats/csv/csv_columns.h"
#include "formats/csv_text/csv_document.h"
#include "formats/csv/csv_headings.h"
#include "formats/csv_text/csv_number.h"
#include "formats/csv_text/csv_outcome.h"
#include "formats/csv/csv_results.h"
#include "formats/csv_text/csv_stacked.h"
#include "formats/csv_text/csv_titles.h"
#include "formats/csv_text/csv_turned.h"
#include "formats/csv/csv_write.h"
#include "formats/model/sample_words.h"
#include "formats/model/hash_table.h"
#include "formats/text/decimal.h"

/* --- reading a table --- */

#define PREFIX "csv_"

enum { MOST_RUNS = 10000, MOST_DETAILS = 64, NAME = 256, MOST_UNITS = 16 };

/* Wide tables of ours have no word of a unit. Numbers none of which is less are not beyond doubt
 * seconds. */
#define PLAIN_SECONDS 0.1

enum { JOINED_NAME = IMPORT_BUILDER_MOST_NAME + 2 }; /* bytes; one that was cut is too long */

/* What a reader that has made a table, or found it in a document, says of it. */
struct given {
    char mark; /* before decimals in one that it has made; 0: it is as in the file */
    const char *prefix;
    const char *titles;   /* the words above tables that are one; NULL: it is one as it is */
    const char *left_out; /* what else the file has; NULL: nothing */
};

/* A table while it is read. */
struct table {
    struct import_builder *builder;
    const struct format_options *options;
    struct csv_record record;
    struct csv_columns columns;
    char stem[NAME];            /* of the file's name; the default for names */
    char *library, *action;     /* [JOINED_NAME] names with the columns that join them */
    struct measured_unit given; /* by options->unit; UNIT_NONE: none */
    struct csv_title_units of_titles;
    int is_title_used;                      /* some result is in a unit of them */
    struct measured_unit units[MOST_UNITS]; /* in which results are, as far as they are said */
    size_t unit_count;
    double least; /* of the results above 0 to which nothing gives a unit */
    struct import_builder_measure measures[RUN_MAX_MEASURES]; /* of a sample */
    struct names {
        int are_there;
        size_t missing_in;        /* the first line without one; 0: none */
    } names[CSV_SINGLE_ROLES];    /* [role] of CSV_LIBRARY and CSV_ACTION */
    char *ratios;                 /* the first row of ratios, which was left out; NULL: none */
    struct import_builder **runs; /* a builder for each run, chained to the first */
    struct slots runs_by_name;
    size_t run_count, last_run;
};

/* --- cells --- */

/* Returns this line's text in the column with that ROLE; NULL if there is no such column or the
 * cell is missing. */
static const char *cell(const struct table *table, enum csv_role role) {
    size_t c = table->columns.of_role[role];
    const char *text = c < table->columns.count ? table->record.fields[c] : NULL;
    return text && !decimal_is_missing(text, strlen(text)) ? text : NULL;
}

/* Returns this line's name in the column with that ROLE, such as "-" or "None"; NULL if there is no
 * such column or the cell is empty. */
static const char *name_cell(const struct table *table, enum csv_role role) {
    size_t c = table->columns.of_role[role];
    const char *text = c < table->columns.count ? table->record.fields[c] : "";
    return text[strspn(text, " \t")] ? text : NULL;
}

static int refuse(const struct table *table, const char *text, const char *why, struct err *err) {
    return err_set(err, ERR_DAMAGED, "%s: line %zu: \"%.60s\" %s", table->record.source->path,
                   table->record.number, text, why);
}

/* Reads TEXT in units, or NaN if it is missing. */
static int read_measured(const struct table *table, const char *text, double *value,
                         struct measured_unit *unit, struct err *err) {
    size_t n = strlen(text);
    unit->kind = UNIT_NONE;
    *value = NAN;
    if (table->record.mark == '.' && decimal_read(text, n, value))
        return 0;
    if (decimal_is_missing(text, n) || csv_number_read(text, n, table->record.mark, value, unit))
        return 0;
    return refuse(table, text,
                  strchr(text, ',') ? "is not a number; decimals have a point" : "is not a number",
                  err);
}

static int read_number(const struct table *table, const char *text, double *value,
                       struct err *err) {
    struct measured_unit unit;
    int rc = read_measured(table, text, value, &unit, err);
    *value *= unit.kind ? unit.worth : 1;
    return rc;
}

/* Reads a whole number that is not written plainly, such as 1,000 or 4K. */
static int read_odd_whole(const struct table *table, const char *text, int64_t *value,
                          struct err *err) {
    struct measured_unit unit;
    double number;
    if (csv_number_read(text, strlen(text), table->record.mark, &number, &unit) &&
        (!unit.kind || unit.kind == UNIT_BYTES) &&
        decimal_is_whole(number * (unit.kind ? unit.worth : 1), value))
        return 0;
    return refuse(table, text, "is not a whole number", err);
}

/* Reads the whole number in the column with that ROLE, or OTHERWISE if it is missing. */
static int read_whole(const struct table *table, enum csv_role role, int64_t otherwise,
                      int64_t *value, struct err *err) {
    const char *text = cell(table, role);
    *value = otherwise;
    if (!text || (table->record.mark == '.' && decimal_read_whole(text, strlen(text), value)))
        return 0;
    return read_odd_whole(table, text, value, err);
}

/* Reads of how many calls the results of this line are, or -1 if nothing says it. */
static int read_line_calls(const struct table *table, int64_t *calls, struct err *err) {
    const size_t c = table->columns.of_role[CSV_CALLS];
    const char *text = cell(table, CSV_CALLS);
    double number;
    *calls = -1;
    if (!text || table->columns.items[c].calls_each == 1 || !table->columns.items[c].is_divisor)
        return read_whole(table, CSV_CALLS, -1, calls, err);
    int rc = read_number(table, text, &number, err);
    if (rc == 0 && !decimal_is_whole(number * table->columns.items[c].calls_each, calls))
        *calls = -1;
    return rc;
}

static int read_type(const struct table *table, char *type, struct err *err) {
    const char *text = cell(table, CSV_TYPE);
    *type = '\0';
    if (!text || csv_type_read(text, type))
        return 0;
    return refuse(
        table, text,
        "is not a type, such as s, d, c, z, i, l, float and double; call the column variant", err);
}

static int read_status(const struct table *table, enum cell_status *status, struct err *err) {
    const char *text = cell(table, CSV_STATUS);
    *status = CELL_OK;
    if (!text || csv_status_read(text, status))
        return 0;
    return err_set(err, ERR_DAMAGED,
                   "%s: line %zu: \"%.60s\" is not a status that a cell can have; give --as "
                   "\"%.60s=nothing\"",
                   table->record.source->path, table->record.number, text,
                   table->columns.items[table->columns.of_role[CSV_STATUS]].name);
}

/* Sets STATUS, unless it tells already what went wrong, by what COLUMN says of the result. */
static void read_verdict(const struct table *table, const struct csv_column *column,
                         enum cell_status *status) {
    const char *text = table->record.fields[column - table->columns.items];
    double exit;
    if (*status != CELL_OK || decimal_is_missing(text, strlen(text)))
        return;
    if (column->is_exit)
        *status = decimal_read(text, strlen(text), &exit) && exit == 0 ? CELL_OK : CELL_FAILED;
    else if (!csv_verdict_read(text, column->is_of_failure, status) && column->is_error)
        *status = CELL_FAILED;
}

/* Reads the verdicts of the whole line. */
static void read_verdicts(const struct table *table, enum cell_status *status) {
    const struct csv_columns *columns = &table->columns;
    for (size_t c = 0; columns->counts[CSV_VERDICT] && c < columns->count; c++)
        if (columns->items[c].role == CSV_VERDICT && columns->items[c].owner == columns->count)
            read_verdict(table, &columns->items[c], status);
}

/* Refuses a line without a name in the column with that ROLE, unless all are. */
static int check_name(struct table *table, enum csv_role role, struct err *err) {
    size_t c = table->columns.of_role[role];
    struct names *names = &table->names[role];
    if (c == table->columns.count)
        return 0;
    if (name_cell(table, role))
        names->are_there = 1;
    else if (!names->missing_in)
        names->missing_in = table->record.number;
    if (!names->are_there || !names->missing_in)
        return 0;
    return err_set(err, ERR_DAMAGED,
                   "%s: line %zu: the name in column \"%.60s\" is empty, and others are not; write "
                   "it there, or delete the line or the column's name in the header",
                   table->record.source->path, names->missing_in, table->columns.items[c].name);
}

/* --- runs --- */

static int is_run(const void *things, uint32_t number, const void *name) {
    return strcmp(((struct import_builder *const *)things)[number]->run, name) == 0;
}

static int keep_run(struct table *table, struct import_builder *run) {
    if (!slots_add(&table->runs_by_name, slots_hash_text(slots_hash(), run->run),
                   (uint32_t)table->run_count))
        return 0;
    table->runs[table->run_count++] = run;
    return 1;
}

/* Returns the builder of this line's run and adds it if it is new. Returns NULL, with ERR set, if
 * there are too many runs or memory runs out. */
static struct import_builder *find_run(struct table *table, struct err *err) {
    const char *name = name_cell(table, CSV_RUN);
    if (!name)
        name = "";
    if (table->run_count && strcmp(table->runs[table->last_run]->run, name) == 0)
        return table->runs[table->last_run];
    size_t run = slots_find(&table->runs_by_name, slots_hash_text(slots_hash(), name), is_run,
                            table->runs, name);
    run = run < table->run_count ? run : table->run_count;
    table->last_run = run;
    if (run < table->run_count)
        return table->runs[run];
    struct import_builder *added = NULL;
    if (run == 0 && (table->builder->run = strdup(name)))
        added = table->builder;
    else if (run > 0 && run < MOST_RUNS)
        added = import_builder_add_run(table->runs[run - 1], name);
    if (!added || !keep_run(table, added)) {
        refuse(table, name, "is one run too many", err);
        return NULL;
    }
    return added;
}

/* --- results --- */

/* Where the results of a sample gather. DETAILS has room for MOST_DETAILS. */
struct results {
    struct import_builder_detail *details;
    size_t count, measures;
    double seconds;
    struct import_builder_measure error; /* what stands behind it; NaN: nothing */
    enum cell_status status; /* of a cell with a word in the place of a number; else CELL_OK */
};

/* Sets CALLS to the number of calls that the result of this line in COLUMN is of. */
static int read_calls(const struct table *table, const struct csv_column *column, double *calls,
                      struct err *err) {
    const struct csv_columns *columns = &table->columns;
    *calls = 1;
    if (column->calls == columns->count)
        return 0;
    const char *text = table->record.fields[column->calls];
    struct measured_unit unit;
    int rc = read_measured(table, text, calls, &unit, err);
    *calls *= columns->items[column->calls].calls_each;
    if (rc || (*calls > 0 && isfinite(*calls) && !unit.kind))
        return rc;
    return err_set(err, ERR_DAMAGED,
                   "%s: line %zu: \"%.60s\" in column \"%.60s\" is no number of calls, by which "
                   "\"%.60s\" is divided; give --as \"%.60s=nothing\" if it is of one",
                   table->record.source->path, table->record.number, text,
                   columns->items[column->calls].name, column->name,
                   columns->items[column->calls].name);
}

/* Tells the unit of a result in COLUMN of which neither the cell nor the header says it. */
static int tell_unit(struct table *table, const struct csv_column *column,
                     struct measured_unit *unit, struct err *err) {
    const char *text = cell(table, CSV_UNIT);
    *unit = table->given;
    if (text && !measured_unit_read(text, strlen(text), unit))
        return refuse(table, text, "is not a unit of times or rates", err);
    if (!unit->kind) {
        *unit = csv_titles_unit(&table->of_titles, &column->header)->unit;
        table->is_title_used |= unit->kind != UNIT_NONE;
    }
    if (unit->kind || table->columns.is_plain)
        return 0;
    if (header_is_plainly_rate(column->name))
        return csv_results_refuse_rate(&table->record, column->name, err);
    return err_set(err, ERR_DAMAGED,
                   "%s: line %zu: nothing says in what unit \"%.60s\" is; call it \"%.60s_ms\" in "
                   "the header (or _s, _us, _ns, _GFLOPS), or give --unit ms",
                   table->record.source->path, table->record.number, column->name, column->name);
}

static const struct series_detail *detail_of(enum unit_kind kind) {
    const char *name = unit_kind_detail(kind);
    size_t d = 0;
    while (name && strcmp(series_details[d].name, name) != 0)
        d++;
    return name ? &series_details[d] : NULL;
}

static int is_cost(enum unit_kind kind) {
    return kind == UNIT_TIME || kind == UNIT_CYCLES;
}

/* Refuses a time in UNIT, in COLUMN, that is not of what those before are. */
static int check_per(const struct table *table, const struct csv_column *column,
                     const struct measured_unit *unit, struct err *err) {
    size_t i = 0;
    while (i < table->unit_count && (table->units[i].kind != unit->kind || !is_cost(unit->kind) ||
                                     strcmp(table->units[i].per, unit->per) == 0))
        i++;
    if (i == table->unit_count)
        return 0;
    const char *per = table->units[i].per;
    return err_set(err, ERR_DAMAGED,
                   "%s: line %zu: \"%.60s\" is per %s there, and per %s before; make two files of "
                   "it",
                   table->record.source->path, table->record.number, column->name,
                   *unit->per ? unit->per : "call", *per ? per : "call");
}

/* Remembers UNIT, in which a result in COLUMN is, for what is said of the file. What is no unit is
 * of seconds, or of counts. */
static int note_unit(struct table *table, const struct csv_column *column,
                     const struct measured_unit *unit, struct err *err) {
    struct csv_columns *columns = &table->columns;
    size_t i = 0;
    while (i < table->unit_count && !measured_unit_equals(&table->units[i], unit))
        i++;
    if (!unit->kind || i < table->unit_count || i == MOST_UNITS)
        return 0;
    int rc = check_per(table, column, unit, err);
    if (rc)
        return rc;
    table->units[table->unit_count++] = *unit;
    if (*unit->per && !sample_per(columns->samples_are)) {
        struct header header = column->header;
        header.unit = *unit;
        memcpy(header.per, unit->per, sizeof header.per);
        columns->samples_are = header_samples_are(column->name, &header, columns->samples_text);
    }
    return 0;
}

/* Notes what the file calls rates whose UNIT the header of COLUMN says; else TEXT of its cell does,
 * or another column, or the user. */
static void note_rate(const struct table *table, const struct csv_column *column, const char *text,
                      enum unit_kind kind) {
    struct file_rates *rates = &table->builder->rates;
    const char *of_line = cell(table, CSV_UNIT), *given = table->options->unit;
    struct file_measure rate = {.name = ""};
    if (!unit_kind_is_rate(kind) ||
        *rates->of[kind == UNIT_BYTE_RATE ? FILE_BYTE_RATE : FILE_RATE].name)
        return;
    if (column->measure) { /* a table of ours */
        rate = measure_of(column->measure, column->unit, BETTER_MORE);
    } else if (column->header.unit.kind == kind) {
        rate = header_rate(column->name, &column->header);
    } else {
        const char *units[] = {text + strspn(text, "0123456789.,eE+- "), of_line, given,
                               table->of_titles.rate.words};
        char base[MEASURE_UNIT];
        for (size_t i = 0; i < sizeof units / sizeof *units && !*rate.name; i++)
            if (units[i] && measured_unit_base(units[i], strlen(units[i]), base))
                rate = measure_of(units[i], base, BETTER_MORE);
    }
    if (*rate.name)
        file_rates_note(rates, &rate);
}

/* Refuses a unit in the line that is not the one in the header of COLUMN. */
static int check_unit(const struct table *table, const struct csv_column *column, struct err *err) {
    const char *text = cell(table, CSV_UNIT);
    struct measured_unit unit;
    if (!text || !column->header.unit.kind || !measured_unit_read(text, strlen(text), &unit) ||
        unit.kind != column->header.unit.kind || unit.worth == column->worth)
        return 0;
    return err_set(err, ERR_DAMAGED,
                   "%s: line %zu: \"%.60s\" is in another unit than \"%.60s\"; leave one of both "
                   "out",
                   table->record.source->path, table->record.number, column->name, text);
}

/* Refuses TEXT in COLUMN if it is a ratio, or in a UNIT that is not the one in the header, nor the
 * same rate with a prefix: "0.6M/s" below "samples/s". */
static int check_cell(const struct table *table, const struct csv_column *column, const char *text,
                      struct measured_unit unit, struct err *err) {
    const struct measured_unit of_header = column->header.unit;
    if (csv_number_is_ratio(text, strlen(text)))
        return err_set(err, ERR_DAMAGED,
                       "%s: line %zu: \"%.60s\" in column \"%.60s\" is a ratio; delete the name in "
                       "the header to leave the column out",
                       table->record.source->path, table->record.number, text, column->name);
    const int is_prefixed = unit_kind_is_rate(unit.kind) && of_header.worth == 1;
    if (!unit.kind || !of_header.kind || column->header.is_usual ||
        (unit.kind == of_header.kind && (unit.worth == of_header.worth || is_prefixed)))
        return 0;
    return err_set(
        err, ERR_DAMAGED,
        "%s: line %zu: \"%.60s\" is in another unit than its column, \"%.60s\"; leave the "
        "one in the header out",
        table->record.source->path, table->record.number, text, column->name);
}

static void begin_results(struct results *results) {
    *results = (struct results){
        .details = results->details, .seconds = NAN, .error.value = NAN, .status = CELL_OK};
}

/* Takes "± 0.1" behind the result in TEXT, in UNIT, of which one there is WORTH. */
static void read_error(const struct table *table, const char *text, const char *unit, double worth,
                       struct results *results) {
    double error;
    if (!csv_number_error(text, strlen(text), table->record.mark, &error))
        return;
    results->error =
        (struct import_builder_measure){"error", unit, BETTER_LESS, fabs(error) * worth};
}

/* Adds the result in COLUMN to RESULTS, unless it is missing. OF_LINE is the unit that the line
 * gives what has none; NULL: none. */
static int read_result(struct table *table, const struct csv_column *column,
                       const struct measured_unit *of_line, struct results *results,
                       struct err *err) {
    const char *text = table->record.fields[column - table->columns.items];
    const struct series_detail *detail = column->detail;
    struct measured_unit unit;
    double value;
    int rc = read_measured(table, text, &value, &unit, NULL);
    int is_duration = rc && csv_duration_read(text, strlen(text), &value);
    if (is_duration) {
        unit = (struct measured_unit){.kind = UNIT_TIME, .worth = 1};
        rc = 0;
    }
    if (rc && csv_outcome_read(text, &results->status))
        return 0;
    if (rc)
        return err_set(err, ERR_DAMAGED,
                       "%s: line %zu: \"%.60s\" is not a number, in column \"%.60s\"; %s",
                       table->record.source->path, table->record.number, text, column->name,
                       strchr(text, ',') ? "decimals have a point"
                                         : "write one, or failed if it was not measured");
    if (isnan(value))
        return 0;
    if (!(value >= 0 && isfinite(value)))
        return err_set(
            err, ERR_DAMAGED,
            "%s: line %zu: \"%.60s\" in column \"%.60s\" is negative or has no end; leave "
            "the cell empty, or write failed or timeout, if it was not measured",
            table->record.source->path, table->record.number, text, column->name);
    if (!is_duration && (rc = check_cell(table, column, text, unit, err)))
        return rc;
    if (!unit.kind && of_line)
        unit = *of_line;
    double worth = unit.kind ? unit.worth : column->worth;
    if (!unit.kind && isnan(worth)) {
        rc = tell_unit(table, column, &unit, err);
        worth = unit.kind ? unit.worth : 1;
        if (!unit.kind && value > 0 && value < table->least)
            table->least = value;
    }
    double calls;
    if (rc || (rc = check_unit(table, column, err)) ||
        (rc = read_calls(table, column, &calls, err)))
        return rc;
    value /= calls;
    if (unit.kind)
        detail = detail_of(unit.kind);
    else
        unit = (struct measured_unit){.kind = column->header.unit.kind, .worth = worth};
    if (*column->header.per && !*unit.per && is_cost(unit.kind))
        memcpy(unit.per, column->header.per, sizeof unit.per);
    if ((rc = note_unit(table, column, &unit, err)))
        return rc;
    read_error(table, text, detail ? unit_kind_base(unit.kind) : "s", worth / calls, results);
    note_rate(table, column, text, unit.kind);
    if (!detail)
        results->seconds = value * worth;
    else if (results->count < MOST_DETAILS)
        results->details[results->count++] = (struct import_builder_detail){detail, value * worth};
    return 0;
}

/* Adds the number in COLUMN, a measure, to those of RESULTS. What is no number is missing. */
static int read_measure(struct table *table, struct csv_column *column, struct results *results,
                        struct err *err) {
    const char *text = table->record.fields[column - table->columns.items];
    struct measured_unit unit = {.kind = UNIT_NONE, .worth = NAN};
    double value, worth = column->worth;
    if (table->record.mark != '.' || !decimal_read(text, strlen(text), &value)) {
        if (csv_duration_read(text, strlen(text), &value)) {
            unit = (struct measured_unit){.kind = UNIT_TIME, .worth = 1};
        } else if (!csv_number_read(text, strlen(text), table->record.mark, &value, &unit)) {
            column->is_text |= !decimal_is_missing(text, strlen(text));
            return 0;
        }
    }
    column->has_number = 1;
    if (!isfinite(value))
        return 0;
    enum unit_kind kind = unit.kind ? unit.kind : column->kind;
    if (unit.kind)
        worth = unit.worth;
    else if (isnan(worth)) {
        int rc = tell_unit(table, column, &unit, err);
        if (rc)
            return rc;
        kind = unit.kind ? unit.kind : kind;
        worth = unit.kind ? unit.worth : 1;
    }
    if (results->measures < RUN_MAX_MEASURES)
        table->measures[results->measures++] = (struct import_builder_measure){
            column->measure, column->unit ? column->unit : unit_kind_base(kind), column->better,
            value * worth};
    return 0;
}

/* Adds the measures of the chain that begins with column C, and heeds its verdicts. */
static int read_chain(struct table *table, size_t c, struct results *results, struct err *err) {
    struct csv_columns *columns = &table->columns;
    int rc = 0;
    for (; rc == 0 && c < columns->count; c = columns->items[c].next)
        if (columns->items[c].role == CSV_VERDICT)
            read_verdict(table, &columns->items[c], &results->status);
        else
            rc = read_measure(table, &columns->items[c], results, err);
    return rc;
}

/* Adds those of the line and, in their place, those of the library whose first column is OWNER. */
static int read_measures(struct table *table, size_t owner, struct results *results,
                         struct err *err) {
    const struct csv_columns *columns = &table->columns;
    size_t own = owner < columns->count ? columns->items[owner].measures : owner;
    results->measures = 0;
    int rc = read_chain(table, columns->measures, results, err);
    return rc ? rc : read_chain(table, own, results, err);
}

/* --- lines --- */

static int read_parameters(const struct table *table, struct import_builder_parameter *parameters,
                           size_t *count, struct err *err) {
    int rc = 0;
    *count = 0;
    for (size_t c = 0; rc == 0 && table->columns.counts[CSV_PARAMETER] && c < table->columns.count;
         c++) {
        if (table->columns.items[c].role != CSV_PARAMETER)
            continue;
        if (*count == RUN_MAX_PARAMETERS)
            return refuse(table, table->columns.items[c].name, "is one parameter too many", err);
        parameters[*count].name = csv_parameter_name(table->columns.items[c].name);
        parameters[*count].text = table->record.fields[c];
        rc = read_number(table, table->record.fields[c], &parameters[*count].value, err);
        ++*count;
    }
    return rc;
}

static int read_terms(const struct table *table, double terms[MEASUREMENT_TERMS], struct err *err) {
    int rc = 0;
    for (size_t t = 0; rc == 0 && t < MEASUREMENT_TERMS; t++) {
        const char *text = cell(table, (enum csv_role)(CSV_TERMS + t));
        if (text)
            rc = read_number(table, text, &terms[t], err);
    }
    return rc;
}

static int read_size(const struct table *table, int64_t *size, struct err *err) {
    size_t c = table->columns.of_role[CSV_SIZE];
    int rc = read_whole(table, CSV_SIZE, IMPORT_BUILDER_NO_SIZE, size, NULL);
    if (c == table->columns.count || (rc == 0 && *size != IMPORT_BUILDER_NO_SIZE))
        return rc;
    const char *text = table->record.fields[c], *name = table->columns.items[c].name;
    if (!*text)
        return err_set(err, ERR_DAMAGED,
                       "%s: line %zu: the size in column \"%.60s\" is empty; write it there, or "
                       "delete the line",
                       table->record.source->path, table->record.number, name);
    return err_set(err, ERR_DAMAGED,
                   "%s: line %zu: \"%.60s\" in column \"%.60s\" is not a whole number, as sizes "
                   "are; delete the line, or give --as \"%.60s=action\" if it has names",
                   table->record.source->path, table->record.number, text, name, name);
}

/* Returns NAME with the columns of this line with that ROLE, which join it, in ROOM. */
static const char *join_columns(const struct table *table, enum csv_role role, const char *name,
                                char room[JOINED_NAME]) {
    size_t used = 0;
    for (size_t c = 0; table->columns.counts[role] && c < table->columns.count; c++) {
        if (table->columns.items[c].role != role || !*table->record.fields[c])
            continue;
        if (!used)
            used = (size_t)snprintf(room, JOINED_NAME, "%s", name);
        if (used < JOINED_NAME)
            used += (size_t)snprintf(room + used, JOINED_NAME - used, " (%s=%s)",
                                     table->columns.items[c].name, table->record.fields[c]);
    }
    return used ? room : name;
}

/* Returns NAME with the columns of this line that join a library's. */
static const char *join_variant(struct table *table, const char *name) {
    return join_columns(table, CSV_OF_LIBRARY, name, table->library);
}

/* Returns the library of this line, with the columns that join its name. */
static const char *join_library(struct table *table) {
    const char *name = name_cell(table, CSV_LIBRARY);
    if (!name)
        name = table->options->library ? table->options->library : table->stem;
    return join_variant(table, name);
}

/* Returns what the samples of this line are: as a table of ours says, the means of a summary of it,
 * or as the headers say. */
static const char *samples_are(const struct table *table, char buffer[SAMPLE_MEANS]) {
    const char *said = cell(table, CSV_SAMPLES_ARE), *are = table->columns.samples_are;
    int are_means = are && strcmp(are, SAMPLES_ARE_MEANS) == 0;
    return said && are_means ? sample_means_of(said, buffer) : said ? said : are;
}

static int add_results(struct table *table, struct import_builder *run,
                       struct import_builder_sample *sample, struct results *results,
                       struct err *err) {
    struct import_builder_measure *measures = table->measures;
    char means[SAMPLE_MEANS];
    enum cell_status of_line = sample->status;
    if (isfinite(results->error.value) && results->measures < RUN_MAX_MEASURES)
        measures[results->measures++] = results->error;
    sample->seconds = results->seconds;
    sample->detail_count = results->count;
    sample->measure_count = results->measures;
    sample->samples_are = samples_are(table, means);
    sample->status = results->status ? results->status : of_line;
    int rc = import_builder_add(run, sample, err);
    sample->status = of_line;
    return rc;
}

/* Whether the line has neither a result nor the name of what was done. */
static int is_of_nothing(const struct table *table, const struct results *results) {
    const char *action = name_cell(table, CSV_ACTION);
    return action && decimal_is_missing(action, strlen(action)) && isnan(results->seconds) &&
           !results->count && results->status == CELL_OK;
}

static int add_tidy(struct table *table, struct import_builder *run,
                    struct import_builder_sample *sample, struct results *results,
                    struct err *err) {
    const struct csv_columns *columns = &table->columns;
    const char *cpu = cell(table, CSV_CPU_SECONDS);
    size_t c = columns->of_role[CSV_SECONDS], processor = columns->of_role[CSV_CPU_SECONDS];
    int rc = 0;
    begin_results(results);
    sample->library = join_library(table);
    sample->control_of = cell(table, CSV_CONTROL_OF);
    if (c < columns->count)
        rc = read_result(table, &columns->items[c], NULL, results, err);
    /* Of a line without times, the first detail is the result. */
    for (int are_results = 1; rc == 0 && columns->counts[CSV_DETAIL] && are_results >= 0;
         are_results--)
        for (c = 0; rc == 0 && c < columns->count; c++)
            if (columns->items[c].role == CSV_DETAIL &&
                (columns->items[c].header.role == HEADER_RESULT) == are_results)
                rc = read_result(table, &columns->items[c], NULL, results, err);
    if (rc == 0 && columns->counts[CSV_MEASURE])
        rc = read_measures(table, columns->count, results, err);
    double calls = 1;
    sample->cpu_seconds = NAN;
    if (rc == 0 && cpu)
        rc = read_number(table, cpu, &sample->cpu_seconds, err);
    if (rc == 0 && cpu)
        rc = read_calls(table, &columns->items[processor], &calls, err);
    if (rc == 0 && cpu && !isnan(columns->items[processor].worth))
        sample->cpu_seconds *= columns->items[processor].worth;
    sample->cpu_seconds /= calls;
    return rc || is_of_nothing(table, results) ? rc : add_results(table, run, sample, results, err);
}

/* Returns the library that COLUMN is named after; of the row, if the row names one, too. What the
 * only column is called, such as "Zeit [ms]", tells nothing from nothing. */
static const char *library_of(struct table *table, const struct csv_column *column) {
    int is_named = name_cell(table, CSV_LIBRARY) != NULL;
    if (!*column->library || (is_named && table->columns.counts[CSV_TIMES] == 1))
        return join_library(table);
    if (!is_named)
        return join_variant(table, column->library);
    const char *name = join_library(table);
    if (name != table->library)
        snprintf(table->library, JOINED_NAME, "%s", name);
    size_t used = strlen(table->library);
    snprintf(table->library + used, JOINED_NAME - used, " (%s)", column->library);
    return table->library;
}

/* Returns the action that COLUMN is named after, with that of the row, if it names one, before it.
 */
static const char *action_of(const char *of_row, const struct csv_column *column,
                             char action[JOINED_NAME]) {
    if (!of_row)
        return column->library;
    snprintf(action, JOINED_NAME, "%s (%s)", of_row, column->library);
    return action;
}

static int add_wide(struct table *table, struct import_builder *run,
                    struct import_builder_sample *sample, struct results *results,
                    struct err *err) {
    const struct csv_columns *columns = &table->columns;
    int are_actions = columns->are_actions && name_cell(table, CSV_LIBRARY), rc = 0;
    const char *of_row = name_cell(table, CSV_ACTION) ? sample->action : NULL;
    char action[JOINED_NAME];
    sample->cpu_seconds = NAN;
    for (size_t c = 0; rc == 0 && c < columns->count; c++) {
        if (columns->items[c].role != CSV_TIMES || columns->items[c].is_next)
            continue;
        begin_results(results);
        if (are_actions)
            sample->action = action_of(of_row, &columns->items[c], action);
        sample->library = are_actions ? join_library(table) : library_of(table, &columns->items[c]);
        for (size_t each = c; rc == 0 && each < columns->count; each = columns->items[each].next)
            rc = read_result(table, &columns->items[each], NULL, results, err);
        if (rc == 0)
            rc = read_measures(table, c, results, err);
        if (rc == 0)
            rc = add_results(table, run, sample, results, err);
    }
    return rc;
}

/* Refuses a line that begins with a number where the header has numbers, too, unless that is called
 * as libraries are. */
static int check_row(const struct table *table, struct err *err) {
    size_t c = table->columns.of_role[CSV_LIBRARY];
    const char *text = table->record.fields[c];
    struct measured_unit unit;
    double number;
    if (header_word(table->columns.items[c].name, HEADER_LIBRARY) != HEADER_NO_WORD ||
        !csv_number_read(text, strlen(text), table->record.mark, &number, &unit))
        return 0;
    return err_set(err, ERR_DAMAGED,
                   "%s: line %zu: it begins with a number, %.60s, and the header has numbers, too; "
                   "call either as what they are: n=100, threads=2, or the first column library",
                   table->record.source->path, table->record.number, text);
}

/* Refuses a row label of a pivot table that is a name among sizes, or a size among names. */
static int check_label(const struct table *table, struct err *err) {
    const char *text = table->record.fields[0];
    struct measured_unit unit;
    double number;
    int are_sizes = table->columns.of_role[CSV_SIZE] == 0;
    if (!table->columns.has_row_labels || !*text ||
        csv_number_read(text, strlen(text), table->record.mark, &number, &unit) == are_sizes)
        return 0;
    return refuse(table, text,
                  are_sizes
                      ? "is a name among the sizes of a pivot table; give it the tabular form, "
                        "and repeat all labels, so that each has a column"
                      : "is a number among the names of a pivot table; give it the tabular "
                        "form, and repeat all labels, so that each has a column",
                  err);
}

/* Whether the line has ratios of others, in place of results: "speedup", "ratio (%)". */
static int is_of_ratios(const struct table *table, const struct header *header) {
    return header->role == HEADER_MEASURE && !header->unit.kind &&
           !csv_columns_have_role(&table->columns, CSV_UNIT);
}

/* Refuses a line that has the sizes of the header once more. */
static int check_sizes(const struct table *table, struct err *err) {
    const struct csv_columns *columns = &table->columns;
    size_t sizes = 0;
    for (size_t c = 0; c < columns->count; c++) {
        const char *text = table->record.fields[c];
        struct measured_unit unit;
        double number;
        if (columns->items[c].role != CSV_AT_SIZE)
            continue;
        if (strcmp(text, columns->items[c].name) != 0 &&
            (!csv_number_read(text, strlen(text), table->record.mark, &number, &unit) ||
             number != (double)columns->items[c].size))
            return 0;
        sizes++;
    }
    return sizes < 2 ? 0 : csv_headings_refuse_header(&table->record, err);
}

/* Adds the results of a line at all sizes. The library may have the unit behind its name. */
static int add_sizes(struct table *table, struct import_builder *run,
                     struct import_builder_sample *sample, struct results *results,
                     struct err *err) {
    const struct csv_columns *columns = &table->columns;
    const char *library = join_library(table);
    const struct header header = header_read(library);
    char name[IMPORT_BUILDER_MOST_NAME];
    int rc = check_sizes(table, err);
    if (rc == 0 && is_of_ratios(table, &header)) {
        if (!table->ratios)
            table->ratios = strdup(library);
        return 0;
    }
    if (rc == 0)
        rc = check_row(table, err);
    int has_unit = columns->is_plain && header.unit.kind && header.role == HEADER_OF_NAME;
    snprintf(name, sizeof name, "%.*s", (int)header.length, library + header.name);
    sample->library = has_unit ? name : library;
    sample->cpu_seconds = NAN;
    for (size_t c = 0; rc == 0 && c < columns->count; c++) {
        const struct csv_column *column = &columns->items[c];
        if (column->role != CSV_AT_SIZE || column->is_next)
            continue;
        begin_results(results);
        sample->size = column->size;
        for (size_t each = c; rc == 0 && each < columns->count; each = columns->items[each].next)
            rc = read_result(table, &columns->items[each], has_unit ? &header.unit : NULL, results,
                             err);
        if (rc == 0)
            rc = add_results(table, run, sample, results, err);
    }
    return rc;
}

static int add_lines(struct table *table, struct err *err) {
    /* What the size is called: by a table of ours in a column, by others in their header. */
    size_t size = table->columns.of_role[CSV_SIZE];
    int has_size_name = table->columns.of_role[CSV_SIZE_NAME] < table->columns.count;
    const char *size_name =
        size < table->columns.count ? table->columns.items[size].name : table->columns.size_name;
    struct import_builder_parameter parameters[RUN_MAX_PARAMETERS];
    struct import_builder_detail details[MOST_DETAILS];
    struct import_builder_sample sample;
    int rc;
    while ((rc = csv_columns_next(&table->columns, &table->record, err)) == 1) {
        /* What all times of one line share. */
        const char *action = table->options->action ? table->options->action : table->stem;
        int has_seeds = table->columns.of_role[CSV_SEED] < table->columns.count;
        struct results results = {.details = details};
        sample = (struct import_builder_sample){.parameters = parameters,
                                                .details = details,
                                                .measures = table->measures,
                                                .place = table->record.number};
        sample.action = name_cell(table, CSV_ACTION);
        if (!sample.action)
            sample.action = action;
        sample.action = join_columns(table, CSV_OF_ACTION, sample.action, table->action);
        sample.size_name = has_size_name ? cell(table, CSV_SIZE_NAME) : size_name;
        sample.size_text = size < table->columns.count ? table->record.fields[size] : NULL;
        rc = check_name(table, CSV_LIBRARY, err);
        if (rc == 0)
            rc = check_label(table, err);
        if (rc == 0)
            rc = check_name(table, CSV_ACTION, err);
        if (rc == 0)
            rc = read_size(table, &sample.size, err);
        if (rc == 0)
            rc = read_whole(table, CSV_ROUND, 0, &sample.round, err);
        if (rc == 0)
            rc = read_whole(table, has_seeds ? CSV_SEED : CSV_SAMPLE, IMPORT_BUILDER_NEXT,
                            &sample.seed, err);
        sample.is_paired = cell(table, CSV_ROUND) && cell(table, CSV_SEED);
        if (rc == 0)
            rc = read_line_calls(table, &sample.calls, err);
        if (rc == 0)
            rc = read_type(table, &sample.type, err);
        if (rc == 0)
            rc = read_status(table, &sample.status, err);
        if (rc == 0)
            read_verdicts(table, &sample.status);
        if (rc == 0)
            rc = read_parameters(table, parameters, &sample.parameter_count, err);
        if (rc == 0)
            rc = read_terms(table, sample.terms, err);

        struct import_builder *run = rc == 0 ? find_run(table, err) : NULL;
        if (rc == 0)
            rc = !run                        ? ERR_DAMAGED
                 : table->columns.is_by_size ? add_sizes(table, run, &sample, &results, err)
                 : table->columns.is_wide    ? add_wide(table, run, &sample, &results, err)
                                             : add_tidy(table, run, &sample, &results, err);
        if (rc)
            return rc;
    }
    return rc;
}

/* --- whole tables --- */

/* Refuses a header in the midst of a table if nothing tells the lines below it from those above. */
static int check_repeated(const struct table *table, struct err *err) {
    static const enum csv_role names[] = {CSV_LIBRARY, CSV_ACTION, CSV_RUN};
    int has_names = table->columns.is_wide;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        has_names |= csv_columns_have_role(&table->columns, names[i]);
    if (has_names || !table->record.repeated)
        return 0;
    return err_set(err, ERR_DAMAGED,
                   "%s: line %zu: the header once more: if another table begins there, give each a "
                   "file, or all lines a column library",
                   table->record.source->path, table->record.repeated);
}

/* Refuses lines that are statistics of the columns, as pandas' describe() and R's summary() write
 * them. */
static int check_statistics(struct table *table, struct err *err) {
    static const char *const pairs[][2] = {{"count", "50%"}, {"Min.", "1st Qu."}};
    enum { PAIRS = sizeof pairs / sizeof *pairs, LOOKED_AT = 12 };
    int has[PAIRS][2] = {{0}}, are_there = 0;
    for (size_t line = 0;
         line < LOOKED_AT && csv_columns_next(&table->columns, &table->record, NULL) == 1; line++)
        for (size_t i = 0; i < PAIRS; i++)
            for (size_t k = 0; k < 2; k++)
                has[i][k] |= strcmp(table->record.fields[0], pairs[i][k]) == 0;
    for (size_t i = 0; i < PAIRS; i++)
        are_there |= has[i][0] && has[i][1];
    if (are_there)
        return err_set(
            err, ERR_DAMAGED,
            "%s: its lines are statistics of the columns (count, mean, ...), no samples; "
            "write the samples, or turn it, so that each statistic has a column",
            table->record.source->path);
    return csv_columns_skip_header(&table->columns, &table->record, err);
}

/* Refuses a table without a word of a unit unless its numbers can hardly be anything but seconds.
 */
static int check_plain(const struct table *table, struct err *err) {
    if (!isfinite(table->least) || table->least < PLAIN_SECONDS)
        return 0;
    return err_set(err, ERR_DAMAGED,
                   "%s: nothing says in what unit its numbers are; name its columns in the header "
                   "with one, such as size,a_ms,b_ms, or give --unit ms",
                   table->record.source->path);
}

/* Refuses a table that has rows of ratios alone. */
static int check_ratios(const struct table *table, struct err *err) {
    if (!table->ratios || table->unit_count || isfinite(table->least))
        return 0;
    return err_set(err, ERR_DAMAGED,
                   "%s: its rows are ratios, such as \"%.60s\", and nothing has times: speed-ups "
                   "are no times; write the times that they were calculated from",
                   table->record.source->path, table->ratios);
}

static int is_standard_fact(const char *name) {
    static const char *const standard[] = {FACT_STARTED,    FACT_FINISHED, FACT_HOST,
                                           FACT_SLURM_NODE, FACT_CPU,      FACT_LOGICAL_CPUS,
                                           FACT_COMMAND};
    for (size_t i = 0; i < sizeof standard / sizeof *standard; i++)
        if (strcmp(standard[i], name) == 0)
            return 1;
    return 0;
}

/* Drops an empty run name, so that the run gets the name of the file. */
static void forget_empty_name(struct import_builder *builder) {
    if (builder->run && !*builder->run) {
        free(builder->run);
        builder->run = NULL;
    }
}

/* Whether the results are called as counts mostly are, without a word that they are per second. */
static int are_likely_counts(const struct csv_columns *columns) {
    size_t c = 0;
    while (c < columns->count &&
           !(columns->items[c].header.unit.is_likely_count &&
             (columns->items[c].role == CSV_TIMES || columns->items[c].role == CSV_AT_SIZE ||
              columns->items[c].role == CSV_DETAIL)))
        c++;
    return c < columns->count;
}

/* Whether TEXT is one of those in ALL, which have BETWEEN between them. */
static int is_said(const char *all, const char *between, const char *text) {
    const size_t n = strlen(text), m = strlen(between);
    for (const char *at = all; (at = strstr(at, text)); at++)
        if ((at == all || ((size_t)(at - all) >= m && memcmp(at - m, between, m) == 0)) &&
            (!at[n] || strncmp(at + n, between, m) == 0))
            return 1;
    return 0;
}

/* Sets the fact called NAME to TEXT, behind what it says of tables before this one. */
static void add_to_fact(struct facts *facts, const char *name, const char *between,
                        const char *text) {
    const char *before = facts_text(facts, name, NULL);
    char *all = NULL;
    if (before && !is_said(before, between, text) &&
        asprintf(&all, "%s%s%s", before, between, text) >= 0)
        facts_set_text(facts, name, all);
    else if (!before)
        facts_set_text(facts, name, text);
    free(all);
}

/* Sets the facts that say how the table was understood. */
static void say_units(const struct table *table, struct facts *facts) {
    const struct csv_columns *columns = &table->columns;
    size_t used = 0;
    char name[NAME], units[NAME] = "";
    for (size_t i = 0; i < table->unit_count && used < sizeof units; i++) {
        measured_unit_call(table->units[i], &table->builder->rates, name, sizeof name);
        used += (size_t)snprintf(units + used, sizeof units - used, "%s%s", i ? " and " : "", name);
    }
    int has_calls = columns->calls < columns->count;
    const struct csv_column *calls = &columns->items[columns->calls];
    const char *in = used                ? units
                     : columns->is_plain ? "seconds, as no unit is said"
                     : has_calls         ? "seconds"
                                         : "counts";
    char all[2 * NAME];
    int n =
        snprintf(all, sizeof all, "%s%s%s", in, table->is_title_used ? ", as the title says" : "",
                 are_likely_counts(columns) ? ", taken for rates" : "");
    if (columns->merged)
        n += snprintf(all + n, sizeof all - (size_t)n, ", blanks filled from above");
    if (has_calls)
        snprintf(all + n, sizeof all - (size_t)n, ", %sdivided by %.100s",
                 columns->are_divided ? "" : "not ", calls->library ? calls->measure : calls->name);
    add_to_fact(facts, FACT_SOURCE_UNIT, " and ", all);
}

/* Writes what of COLUMN was left out to TEXT. Returns 0 if nothing was. */
static int call_left_out(const struct csv_column *column, char text[NAME]) {
    if (!*column->name)
        return 0;
    if (column->role == CSV_VERDICT && column->no_verdict)
        return snprintf(text, NAME, "words of %.100s such as %.100s", column->name,
                        column->no_verdict);
    if (column->role != CSV_LEFT_OUT &&
        !(column->role == CSV_MEASURE && column->is_text && !column->has_number))
        return 0;
    return snprintf(text, NAME, "%.*s", NAME - 3, column->name);
}

/* Sets the fact that names what was left out: the first, and how many others there are. */
static void say_left_out(const struct table *table, const struct given *given) {
    enum { MOST_NAMED = 12 };
    char all[MOST_NAMED * NAME + 128] = "", name[NAME], text[NAME];
    size_t count = 0, used = 0;
    for (size_t c = 0; c < table->columns.count; c++)
        if (call_left_out(&table->columns.items[c], text) && count++ < MOST_NAMED)
            used += (size_t)snprintf(all + used, sizeof all - used, "%s%s", used ? ", " : "", text);
    if (count > MOST_NAMED)
        used += (size_t)snprintf(all + used, sizeof all - used, " and %zu more columns",
                                 count - MOST_NAMED);
    if (table->record.has_totals)
        used +=
            (size_t)snprintf(all + used, sizeof all - used, "%srows of totals", used ? ", " : "");
    if (given->left_out && *given->left_out)
        used += (size_t)snprintf(all + used, sizeof all - used, "%s%.160s", used ? ", " : "",
                                 given->left_out);
    if (table->ratios)
        snprintf(all + used, sizeof all - used, "%srows such as %.*s", used ? ", " : "", NAME - 20,
                 table->ratios);
    snprintf(name, sizeof name, "%sleft_out", given->prefix);
    if (*all)
        add_to_fact(&table->builder->facts, name, ", ", all);
}

/* Sets the facts of the columns that are some. */
static void say_columns(const struct table *table, const char *prefix) {
    struct facts *facts = &table->builder->facts;
    char name[NAME];
    for (size_t c = 0; c < table->columns.count; c++) {
        const struct csv_column *column = &table->columns.items[c];
        snprintf(name, sizeof name, "%s%s", is_standard_fact(column->name) ? "" : prefix,
                 column->name);
        if (column->role == CSV_FACT)
            facts_set_text(facts, name, column->value);
    }
    snprintf(name, sizeof name, "%stitle", prefix);
    if (table->columns.titles)
        facts_set_text(facts, name, table->columns.titles);
    char other_way[NAME];
    snprintf(other_way, sizeof other_way, "--as %s=library",
             csv_axis_name(table->columns.other_axis));
    snprintf(name, sizeof name, "%sother_way", prefix);
    if (table->columns.other_axis)
        facts_set_text(facts, name, other_way);
}

/* Takes the runs that tables before this one have begun. */
static void find_runs(struct table *table) {
    for (struct import_builder *run = table->builder; run && run->run; run = run->next)
        if (table->run_count == MOST_RUNS || !keep_run(table, run))
            return;
}

static int read_table(struct import_builder *builder, const struct source *source,
                      const struct given *given, const struct format_options *options,
                      struct err *err) {
    const char mark = given->mark;
    struct table table = {.builder = builder, .options = options, .least = INFINITY};
    if (options->unit)
        measured_unit_read(options->unit, strlen(options->unit), &table.given);
    source_stem(table.stem, sizeof table.stem, source->path);
    builder->place_name = "line";
    table.runs = calloc(MOST_RUNS, sizeof *table.runs);
    table.library = malloc(JOINED_NAME);
    table.action = malloc(JOINED_NAME);
    int rc = !table.runs || !table.library || !table.action
                 ? err_set(err, ERR_FAILED, "%s: no memory to read it", source->path)
             : mark ? csv_record_begin_made(&table.record, source, err)
                    : csv_record_begin(&table.record, source, err);
    if (mark)
        table.record.mark = mark;
    if (rc == 0)
        find_runs(&table);
    if (rc == 0)
        rc = csv_columns_read(&table.columns, &table.record, given->titles, options, err);
    table.of_titles = csv_titles_units(table.columns.titles);
    if (rc == 0)
        rc = csv_headings_check(&table.columns, &table.record, err);
    if (rc == 0)
        rc = check_statistics(&table, err);
    if (rc == 0)
        rc = add_lines(&table, err);
    if (rc == 0)
        rc = check_repeated(&table, err);
    if (rc == 0)
        rc = check_plain(&table, err);
    if (rc == 0)
        rc = check_ratios(&table, err);
    if (rc == 0) {
        say_columns(&table, given->prefix);
        say_left_out(&table, given);
        if (!csv_columns_are_plain(&table.columns) || table.unit_count > 1 ||
            table.columns.calls < table.columns.count)
            say_units(&table, &builder->facts);
        for (size_t r = 1; r < table.run_count; r++)
            facts_copy(&table.runs[r]->facts, &builder->facts);
    }
    for (size_t r = 0; r < table.run_count; r++)
        forget_empty_name(table.runs[r]);
    free(table.runs);
    if (rc == ERR_DAMAGED && !mark)
        csv_headings_blame(&table.columns, &table.record, err);
    free(table.ratios);
    free(table.library);
    free(table.action);
    slots_release(&table.runs_by_name);
    csv_columns_release(&table.columns);
    csv_record_release(&table.record);
    return rc;
}

/* Reads the table of RECORD, which lies on its side. */
static int read_turned(struct import_builder *builder, struct csv_record *record,
                       const char *left_out, const struct format_options *options,
                       struct err *err) {
    struct source turned;
    const struct given given = {record->mark, PREFIX, NULL, left_out};
    int rc = csv_turned_make(record, &turned, err);
    rc = rc ? rc : read_table(builder, &turned, &given, options, err);
    builder->place_name = "column";
    source_release(&turned);
    if (rc)
        csv_turned_name_place(err);
    return rc;
}

/* Reads the tables of RECORD that stand below each other, or the only one. */
static int read_stacked(struct import_builder *builder, struct csv_record *record,
                        const char *left_out, const struct format_options *options,
                        struct err *err) {
    struct source stacked;
    int rc = csv_stacked_make(record, &stacked, err);
    const struct given given = {rc == 1 ? record->mark : '\0', PREFIX, rc == 1 ? "" : NULL,
                                left_out};
    if (rc != 1)
        return rc ? rc : read_table(builder, record->source, &given, options, err);
    rc = read_table(builder, &stacked, &given, options, err);
    source_release(&stacked);
    return rc;
}

/* Reads SOURCE, a part of whose file was LEFT_OUT. */
static int read_text(struct import_builder *builder, const struct source *source,
                     const char *left_out, const struct format_options *options, struct err *err) {
    struct csv_record record;
    int rc = csv_record_begin(&record, source, err);
    if (rc == 0)
        rc = csv_turned_is(&record) ? read_turned(builder, &record, left_out, options, err)
                                    : read_stacked(builder, &record, left_out, options, err);
    csv_record_release(&record);
    return rc;
}

static int read_csv(struct import_builder *builder, const struct source *source,
                    const struct format_options *options, struct err *err) {
    struct csv_document document;
    int is_document = csv_document_read(&document, source, err), rc = 0;
    if (is_document < 0)
        rc = is_document;
    else if (!document.count)
        rc = read_text(builder, is_document ? &document.text : source, document.left_out, options,
                       err);
    for (size_t i = 0; rc == 0 && i < document.count; i++) {
        const struct csv_document_part *part = &document.parts[i];
        const struct given given = {part->mark, PREFIX, part->titles ? part->titles : "",
                                    document.left_out};
        rc = read_table(builder, &part->text, &given, options, err);
    }
    csv_document_release(&document);
    return rc;
}

int csv_read_made(struct import_builder *builder, const struct source *text, const char *prefix,
                  const struct format_options *options, struct err *err) {
    const struct given given = {.mark = '.', .prefix = prefix};
    return read_table(builder, text, &given, options, err);
}

/* Whether a line like "|---|---:|" stands in HEAD, as below the header of a table in Markdown. */
static int has_markdown_rule(const char *head, size_t n) {
    static const char rule[] = "|-: \t\r";
    for (size_t at = 0, length; at < n; at += length + 1) {
        const char *line = head + at, *end = memchr(line, '\n', n - at);
        size_t ruled = 0, dashes = 0;
        length = end ? (size_t)(end - line) : n - at;
        for (; ruled < length && strchr(rule, line[ruled]); ruled++)
            dashes += line[ruled] == '-';
        if (ruled == length && dashes > 2 && memchr(line, '|', length))
            return 1;
    }
    return 0;
}

/* What is wrong with a table in Markdown is told when it is read. */
static int recognises(const char *head, size_t n, const char *path) {
    (void)path;
    return csv_columns_recognise(head, n, 2) || has_markdown_rule(head, n);
}

/* tsv claims no file: the csv reader accepts every delimiter. */
static int recognises_nothing(const char *head, size_t n, const char *path) {
    (void)head;
    (void)n;
    (void)path;
    return 0;
}

const struct format csv_format = {
    .name = "csv",
    .about = "tables of times: one sample a line, or one column a library",
    .extensions = "csv",
    .recognises = recognises,
    .has_columns = 1,
    .read = read_csv,
    .writer = &csv_writer,
};

const struct format tsv_format = {
    .name = "tsv",
    .about = "the same with tabs between columns",
    .extensions = "tsv",
    .recognises = recognises_nothing,
    .has_columns = 1,
    .read = read_csv,
    .writer = &tsv_writer,
};
