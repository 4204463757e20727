/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/csv/csv_cell_roles.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "formats/csv/csv_axes.h"
#include "formats/csv/csv_doubtful.h"
#include "formats/csv_text/csv_number.h"
#include "formats/csv_text/csv_outcome.h"
#include "formats/csv_text/csv_parts.h"
#include "formats/csv/csv_results.h"
#include "formats/text/array.h"
#include "formats/text/date.h"
#include "formats/text/decimal.h"

/* --- undecided columns --- */

/* Remembers FIELD until the first field repeats, which mostly happens soon. Returns 0 if memory
 * runs out. */
static int remember(struct csv_seen *seen, const char *field) {
    uint64_t hash = slots_hash_text(slots_hash(), field);
    uint32_t known = seen->fields.count;
    if (seen->is_again)
        return 1;
    uint32_t number = key_index_number(&seen->fields, &hash, sizeof hash);
    if (number < known) {
        seen->is_again = 1;
        key_index_release(&seen->fields);
    }
    return number != KEY_INDEX_NONE;
}

/* Counts a number among those that differ. Returns 0 if memory runs out. */
static int count_number(struct csv_column *column, double number) {
    for (size_t i = 0; i < column->distinct; i++)
        if (column->numbers[i] == number)
            return 1;
    if (column->distinct == CSV_MOST_DISTINCT)
        return 1;
    double *numbers = array_grow(column->numbers, column->distinct, sizeof *numbers);
    if (!numbers)
        return 0;
    column->numbers = numbers;
    numbers[column->distinct++] = number;
    return 1;
}

/* Notes whether a column has several of the words that stand for nothing. */
static int note_word(struct csv_column *column, const char *cell) {
    if (!*cell || column->is_text || column->has_words)
        return 1;
    if (!column->word)
        return (column->word = strdup(cell)) != NULL;
    column->has_words = strcmp(column->word, cell) != 0;
    return 1;
}

/* Whether TEXT is a date with a time of day, or a UUID, which name nothing that is compared. */
static int is_moment(const char *text) {
    static const char uuid[] = "xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx";
    size_t i = 0;
    if (strchr(text, ':') && !isnan(date_read(text)))
        return 1;
    while (text[i] && uuid[i] &&
           (uuid[i] == '-' ? text[i] == '-' : isxdigit((unsigned char)text[i])))
        i++;
    return !text[i] && !uuid[i];
}

static int is_statistic(const char *text) {
    const struct header header = header_read(text);
    return !header.length && header.rank != RANK_TOTAL &&
           (header.role == HEADER_SPREAD ||
            (header.role == HEADER_RESULT && header.rank != RANK_PLAIN));
}

static int look_at(struct csv_column *column, const char *cell, char mark) {
    double number;
    struct measured_unit unit;
    int64_t whole;
    size_t length = strlen(cell);
    if (!column->value && !(column->value = strdup(cell)))
        return 0;
    column->is_varying |= strcmp(column->value, cell) != 0;
    if (!csv_number_read(cell, length, mark, &number, &unit)) {
        int is_text = !decimal_is_missing(cell, length);
        column->is_text |= is_text;
        column->has_missing |= !is_text;
        column->has_names |= is_text && !column->has_names && !is_moment(cell);
        column->has_others |= is_text && !column->has_others && !is_statistic(cell);
        enum cell_status status;
        column->has_failures |=
            is_text && csv_outcome_read(cell, &status) && status != CELL_NOT_MEASURED;
        return note_word(column, cell) && remember(&column->seen, cell);
    }
    column->has_number = 1;
    column->has_plain |= !csv_number_is_ratio(cell, length);
    if (!column->is_text) {
        column->is_fractional |= !decimal_is_whole(number, &whole) || whole <= 0;
        if (!count_number(column, number))
            return 0;
    }
    return remember(&column->seen, cell);
}

/* Notes that LIBRARY has a row at the point KEY. Returns 0 if memory runs out. */
static int meet(struct csv_meetings *meetings, uint64_t key, uint64_t library) {
    uint32_t known = meetings->points.count;
    uint32_t at = key_index_find(&meetings->points, &key, sizeof key);
    if (at != KEY_INDEX_NONE) {
        struct csv_meeting *item = &meetings->items[at];
        meetings->met += (size_t)(!item->is_met && item->library != library);
        item->is_met |= item->library != library;
        return 1;
    }
    if (known == CSV_MOST_MEETINGS)
        return 1;
    struct csv_meeting *items = array_grow(meetings->items, known, sizeof *items);
    if (!items)
        return 0;
    meetings->items = items;
    items[known] = (struct csv_meeting){library, 0};
    return key_index_number(&meetings->points, &key, sizeof key) != KEY_INDEX_NONE;
}

static int note_meeting(const struct csv_columns *columns, const struct csv_record *record,
                        size_t c) {
    static const enum csv_role beside[] = {CSV_SIZE, CSV_ACTION};
    if (columns->is_ours || columns->items[c].is_text ||
        !csv_columns_have_role(columns, CSV_LIBRARY))
        return 1;
    uint64_t key = slots_hash_text(slots_hash(), record->fields[c]);
    for (size_t i = 0; i < sizeof beside / sizeof *beside; i++)
        if (csv_columns_have_role(columns, beside[i]))
            key = slots_hash_text(slots_hash_number(key, i),
                                  record->fields[columns->of_role[beside[i]]]);
    const char *library = record->fields[columns->of_role[CSV_LIBRARY]];
    return meet(&columns->items[c].meetings, key, slots_hash_text(slots_hash(), library));
}

static int is_verdict(const char *field, int is_of_failure) {
    enum cell_status status;
    return decimal_is_missing(field, strlen(field)) ||
           csv_verdict_read(field, is_of_failure, &status);
}

static int look_at_line(struct csv_columns *columns, const struct csv_record *record,
                        size_t *compared, struct err *err) {
    for (size_t c = 0; c < columns->count; c++) {
        struct csv_column *column = &columns->items[c];
        if (column->role != CSV_UNDECIDED && c != columns->of_role[CSV_LIBRARY])
            continue;
        if (!look_at(column, record->fields[c], record->mark) || !note_meeting(columns, record, c))
            return csv_columns_no_memory(record, err);
        if (column->is_verdict && !column->no_verdict &&
            !is_verdict(record->fields[c], column->is_of_failure) &&
            !(column->no_verdict = strdup(record->fields[c])))
            return csv_columns_no_memory(record, err);
        *compared += !column->seen.is_again;
        if (*compared > CSV_MOST_COMPARED)
            return csv_columns_refuse(
                record, ERR_DAMAGED,
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

/* Whether the cells of COLUMN have units of times, and so has its name, but not of those that are
 * chosen: "gc_time", "think_time". A "window" of 10 ms may be chosen, too. */
static int is_time(const struct csv_column *column) {
    static const char chosen[] = "think_time sleep_time delay_time warmup_time wait_time run_time "
                                 "duration";
    return column->units > 0 && (column->header.is_time || column->header.role == HEADER_CPU) &&
           !words_have(chosen, column->name);
}

/* Whether a column of numbers was measured: it differs in every row, or hardly any two libraries
 * have a number in common. Parameters are what makes points of several libraries meet. */
static int is_measured(const struct csv_columns *columns, const struct csv_column *column) {
    size_t library = columns->of_role[CSV_LIBRARY];
    int has_libraries = library < columns->count && columns->items[library].is_varying;
    int is_ratio = column->has_number && !column->has_plain;
    int is_chosen = column->header.role == HEADER_PARAMETER || column->header.role == HEADER_SIZE ||
                    csv_column_is_of_library(column);
    int is_moment = column->header.role == HEADER_MOMENT;
    if (is_chosen || is_moment || columns->is_ours || !column->is_varying)
        return 0;
    if (is_ratio || is_time(column))
        return 1;
    if (has_libraries)
        return !column->seen.is_again || 2 * column->meetings.met < column->meetings.points.count;
    return column->is_fractional && !column->seen.is_again;
}

/* Whether all texts of COLUMN are points in time or UUIDs, or it is called so and tells when each
 * row was measured. */
static int are_moments(const struct csv_column *column) {
    int is_of_rows = column->header.role == HEADER_MOMENT && !column->seen.is_again;
    return is_of_rows || (column->is_text && !column->has_names && !column->has_words);
}

/* Whether COLUMN has texts that tell what was calculated, and no names. */
static int are_checksums(const struct csv_column *column) {
    return column->is_text && words_have("chk checksum check_sum chksum", column->name);
}

/* Whether what was taken for libraries is the same in all lines: the version, or the language, of
 * what is compared. */
static int is_constant_library(const struct csv_columns *columns) {
    const struct csv_column *library = &columns->items[columns->of_role[CSV_LIBRARY]];
    return !library->is_varying && !library->is_given && !columns->is_ours &&
           words_have("version language compiler device framework backend package server tag",
                      library->name);
}

/* Whether column C has the titles of several tables, which may be the same in all lines of a part.
 */
static int is_section(const struct csv_columns *columns, size_t c) {
    return columns->is_part && strcasecmp(columns->items[c].name, CSV_SECTION) == 0;
}

/* Gives the libraries to the first column of varying texts if no name tells them, or the actions
 * where libraries have columns. Where these have both, texts behind them tell who won. */
static void find_texts(struct csv_columns *columns) {
    int are_libraries = csv_axes_are_libraries_in_columns(columns),
        has_action = csv_columns_have_role(columns, CSV_ACTION);
    size_t end = are_libraries && has_action ? csv_results_first(columns) : columns->count;
    if (csv_columns_have_role(columns, CSV_LIBRARY) && !is_constant_library(columns))
        return;
    for (size_t c = 0; c < end; c++) {
        const struct csv_column *column = &columns->items[c];
        if (column->role != CSV_UNDECIDED || column->is_verdict || !column->is_text ||
            is_section(columns, c) || are_moments(column) || !column->is_varying ||
            column->header.role != HEADER_OTHER)
            continue;
        if (csv_columns_have_role(columns, CSV_LIBRARY))
            columns->items[columns->of_role[CSV_LIBRARY]].role = CSV_FACT;
        columns->of_role[CSV_LIBRARY] = columns->count;
        csv_columns_set_role(columns, c, are_libraries && !has_action ? CSV_ACTION : CSV_LIBRARY);
        return;
    }
}

/* Returns the column of groups of what was done, by names or, if there MAY_BE_NUMBERS, these;
 * `count` if there is none. */
static size_t find_group_column(const struct csv_columns *columns, int may_be_numbers) {
    size_t c = 0;
    for (; c < columns->count; c++) {
        const struct csv_column *column = &columns->items[c];
        if (column->role == CSV_UNDECIDED && (column->is_varying || is_section(columns, c)) &&
            (column->is_text || (may_be_numbers && !column->is_fractional)) &&
            words_have("category group suite section area", column->name))
            break;
    }
    return c;
}

/* Lets groups of what was done name the actions, of which what stands in them are compared, or join
 * their names where others are: those of libraries are left to others. */
static void find_groups(struct csv_columns *columns) {
    size_t library = columns->of_role[CSV_LIBRARY], action = columns->of_role[CSV_ACTION];
    int has_action = action < columns->count, has_library = library < columns->count;
    int are_compared = has_library || csv_axes_are_libraries_in_columns(columns);
    size_t group = find_group_column(columns, has_action && !are_compared);
    int are_benchmarks =
        has_library && header_word(columns->items[library].name, HEADER_ACTION) != HEADER_NO_WORD;
    if (columns->is_ours || group == columns->count)
        return;
    if (has_action && are_compared)
        csv_columns_set_role(columns, group, CSV_OF_ACTION);
    else if (has_action && !columns->items[action].is_given) {
        columns->of_role[CSV_ACTION] = columns->count;
        csv_columns_set_role(columns, action, CSV_LIBRARY);
        csv_columns_set_role(columns, group, CSV_ACTION);
    } else if (are_benchmarks)
        csv_columns_set_role(columns, group, CSV_ACTION);
}

/* Makes columns such as "system" measures if they have numbers, and names if they have texts.
 * Returns 0 if memory runs out. */
static int settle_processor_times(struct csv_columns *columns) {
    for (size_t c = 0; c < columns->count; c++) {
        struct csv_column *column = &columns->items[c];
        if (column->role != CSV_UNDECIDED || column->header.role != HEADER_CPU)
            continue;
        if (column->is_text && column->units <= 0)
            column->header.role = HEADER_OTHER;
        else if (!csv_columns_make_measure(columns, c, NULL, csv_results_first(columns)))
            return 0;
    }
    return 1;
}

/* Finds the columns whose names ask whether results are right: of a line, or of one library. */
static void find_verdicts(struct csv_columns *columns) {
    for (size_t c = 0; c < columns->count && !columns->is_ours; c++) {
        struct csv_column *column = &columns->items[c];
        const char *name = column->measure ? column->measure : column->name;
        if (column->role != CSV_UNDECIDED)
            continue;
        column->is_error = header_word(name, HEADER_ERROR) != HEADER_NO_WORD;
        column->is_exit = header_word(name, HEADER_EXIT) != HEADER_NO_WORD;
        column->is_of_failure =
            column->is_error || header_word(name, HEADER_FAILURE) != HEADER_NO_WORD;
        column->may_be_verdict = header_word(name, HEADER_OUTCOME) != HEADER_NO_WORD;
        column->is_verdict = (column->is_of_failure && !column->is_error) ||
                             column->may_be_verdict ||
                             header_word(name, HEADER_VERDICT) != HEADER_NO_WORD;
    }
}

/* Makes a column of what went wrong, or of how programs ended, one of verdicts, or of other numbers
 * a measure. Returns 0 if memory runs out. */
static int settle_error(struct csv_columns *columns, size_t c) {
    struct csv_column *column = &columns->items[c];
    if (!column->measure && !csv_columns_make_measure(columns, c, NULL, columns->count))
        return 0;
    column->role = column->is_text != column->is_exit ? CSV_VERDICT : CSV_MEASURE;
    return 1;
}

/* Whether COLUMN tells what went wrong. Numbers below "timeout" are chosen. */
static int tells_error(const struct csv_column *column) {
    return !is_nothing(column) &&
           (column->is_exit ? !column->is_text
                            : column->is_error && (column->is_text || column->measure ||
                                                   column->header.role == HEADER_MEASURE));
}

/* "status", "check_status", "checkStatus" */
static int ends_in_status(const char *name) {
    static const char word[] = "status";
    size_t length = strlen(name), n = strlen(word);
    return length >= n && strcasecmp(name + length - n, word) == 0;
}

/* Whether COLUMN has a status for each line, and some of these are failures: "crash" beside words
 * of the author's. */
static int tells_failures(const struct csv_column *column) {
    return column->is_text && column->is_varying && column->has_failures &&
           (words_have("state outcome", column->name) || ends_in_status(column->name));
}

/* Makes a column whose name asks whether results are right one of verdicts if it has words, of
 * which others than answers say nothing, and a measure if it has other numbers than 0 and 1.
 * Returns 0 if memory runs out. */
static int settle_verdict(struct csv_columns *columns, size_t c) {
    struct csv_column *column = &columns->items[c];
    int are_numbers = !column->is_text && (column->no_verdict || column->may_be_verdict);
    if (!column->measure && !csv_columns_make_measure(columns, c, NULL, columns->count))
        return 0;
    column->role = are_numbers ? CSV_MEASURE : CSV_VERDICT;
    return 1;
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
    if ((are_moments(column) || are_checksums(column)) && !columns->is_ours)
        return CSV_LEFT_OUT;
    if (is_text)
        return CSV_DOUBTFUL;
    if (is_measured(columns, column))
        return CSV_LEFT_OUT;
    if (csv_doubtful_is_version(columns, column))
        return CSV_DOUBTFUL;
    return columns->is_ours && never_again ? CSV_DOUBTFUL : CSV_PARAMETER;
}

/* Whether column C, by which totals are divided, is what the points of libraries differ in, too. */
static int is_only_axis(const struct csv_columns *columns, size_t c) {
    int is_axis = !csv_columns_have_role(columns, CSV_SIZE) && columns->items[c].is_varying &&
                  role_of_cells(columns, &columns->items[c]) == CSV_PARAMETER;
    for (size_t other = 0; is_axis && other < columns->count; other++) {
        const struct csv_column *column = &columns->items[other];
        int is_parameter =
            column->role == CSV_PARAMETER ||
            (column->role == CSV_UNDECIDED && role_of_cells(columns, column) == CSV_PARAMETER);
        is_axis = other == c || !is_parameter || !column->is_varying;
    }
    return is_axis;
}

/* A table of others without a size has it in the parameter with the most values, all of them there,
 * whole, above 0 and in no unit of times: one with round numbers, if there is one. What comes out
 * is seldom round. */
static void find_size(struct csv_columns *columns) {
    size_t best = columns->count;
    if (columns->is_ours || csv_columns_have_role(columns, CSV_SIZE) ||
        csv_columns_have(columns, "seconds"))
        return;
    for (size_t c = 0; c < columns->count; c++) {
        const struct csv_column *column = &columns->items[c];
        const struct csv_column *other = &columns->items[best];
        if (column->role != CSV_PARAMETER || column->is_fractional || column->has_missing ||
            column->units > 0)
            continue;
        if (best == columns->count || (column->is_round && !other->is_round) ||
            (column->is_round == other->is_round && column->distinct > other->distinct))
            best = c;
    }
    if (best < columns->count)
        csv_columns_set_role(columns, best, CSV_SIZE);
}

/* Whether a column of numbers may be of a library that lacks the unit which the headers of others
 * have. */
static int may_lack_unit(const struct csv_columns *columns) {
    size_t c = 0;
    while (c < columns->count &&
           (columns->items[c].role != CSV_TIMES || columns->items[c].header.unit.kind ||
            columns->items[c].units <= 0))
        c++;
    return columns->is_wide && !columns->are_actions && c == columns->count;
}

/* Refuses, in a table with a column for each library, numbers that are neither parameters nor have
 * a unit as the others do. */
static int check_named(const struct csv_columns *columns, const struct csv_record *record,
                       struct err *err) {
    int may_lack = may_lack_unit(columns);
    for (size_t c = 0; may_lack && c < columns->count; c++) {
        const struct csv_column *column = &columns->items[c];
        int is_known = column->header.role != HEADER_OTHER || header_is_count(column->name);
        if ((column->role == CSV_PARAMETER || column->role == CSV_LEFT_OUT) && column->value &&
            !column->is_text && column->is_varying && !is_known && *column->name &&
            column->has_plain && (column->is_fractional || !column->seen.is_again))
            return header_is_plainly_rate(column->name)
                       ? csv_results_refuse_rate(record, column->name, err)
                       : err_set(err, ERR_DAMAGED,
                                 "%s: nothing says whether column \"%.60s\" holds results, as "
                                 "those beside it do; call it \"%.60s_ms\" (or _s, _us, _ns) if it "
                                 "holds times, or give --as \"%.60s=parameter\" or "
                                 "\"%.60s=nothing\"",
                                 record->source->path, column->name, column->name, column->name,
                                 column->name);
    }
    return 0;
}

/* Refuses the means that bench-analyze --measure writes, such as those of memory: they are not the
 * times of calls. */
static int check_measure(const struct csv_columns *columns, const struct csv_record *record,
                         struct err *err) {
    size_t measure = csv_columns_find(columns, "measure");
    if (!columns->are_means || measure == columns->count || !csv_columns_have(columns, "unit") ||
        !columns->items[measure].is_text)
        return 0;
    return err_set(err, ERR_DAMAGED,
                   "%s: its means are of %s, as the column measure says, not times of calls; read "
                   "the file that they are from, with --measure",
                   record->source->path, columns->items[measure].value);
}

/* Refuses a table that has a line for each of several statistics, as a column says. Kernels may be
 * called "min" and "max", too. */
static int check_statistics(const struct csv_columns *columns, const struct csv_record *record,
                            struct err *err) {
    for (size_t c = 0; !columns->is_ours && c < columns->count; c++) {
        const struct csv_column *column = &columns->items[c];
        if (column->has_names && column->is_varying && !column->has_others && !column->is_given &&
            header_word(column->name, HEADER_LIBRARY) == HEADER_NO_WORD &&
            header_word(column->name, HEADER_ACTION) == HEADER_NO_WORD)
            return err_set(
                err, ERR_DAMAGED,
                "%s: the lines are of several statistics, as column \"%.60s\" says; keep "
                "those of one, such as \"%.60s\", or give each a column",
                record->source->path, column->name, column->value);
    }
    return 0;
}

/* Refuses a table that has a line for each of several measures, which a column names. */
static int check_metric(const struct csv_columns *columns, const struct csv_record *record,
                        struct err *err) {
    static const char words[] = "metric measure quantity statistic counter";
    const struct csv_column *result = &columns->items[columns->of_role[CSV_SECONDS]];
    if (columns->is_ours || !csv_columns_have_role(columns, CSV_SECONDS) ||
        csv_columns_have_role(columns, CSV_UNIT) || result->header.unit.kind)
        return 0;
    for (size_t c = 0; c < columns->count; c++) {
        const struct csv_column *column = &columns->items[c];
        if (column->is_text && column->is_varying && words_have(words, column->name))
            return err_set(err, ERR_DAMAGED,
                           "%s: column \"%.60s\" says what \"%.60s\" is; give each of its words, "
                           "such as \"%.60s\", a column",
                           record->source->path, column->name, result->name, column->value);
    }
    return 0;
}

int csv_cell_roles_decide(struct csv_columns *columns, struct csv_record *record, struct err *err) {
    size_t compared = 0;
    int rc = csv_columns_skip_header(columns, record, err);
    find_verdicts(columns);
    while (rc == 0 && (rc = csv_columns_next(columns, record, err)) == 1)
        rc = look_at_line(columns, record, &compared, err);
    for (size_t c = 0; c < columns->count; c++)
        columns->items[c].is_text |= columns->items[c].has_words && !columns->items[c].has_number;
    if (rc == 0 && !settle_processor_times(columns))
        rc = csv_columns_no_memory(record, err);
    if (rc == 0) {
        find_groups(columns);
        find_texts(columns);
        for (size_t c = 0; c < columns->count; c++) {
            struct csv_column *column = &columns->items[c];
            if (column->role == CSV_UNDECIDED && is_section(columns, c))
                csv_columns_set_role(columns, c,
                                     csv_columns_have_role(columns, CSV_ACTION) ? CSV_OF_ACTION
                                                                                : CSV_ACTION);
            if (column->role != CSV_UNDECIDED)
                continue;
            int is_other_text = column->is_text && (!column->is_varying || column->may_be_verdict);
            if (column->is_verdict && !is_nothing(column) &&
                !(column->no_verdict && is_other_text)) {
                if (!settle_verdict(columns, c))
                    return csv_columns_no_memory(record, err);
            } else if (tells_error(column) || tells_failures(column)) {
                if (!settle_error(columns, c))
                    return csv_columns_no_memory(record, err);
            } else if (strcasecmp(column->name, "run") == 0)
                csv_columns_set_role(columns, c,
                                     column->is_text || csv_columns_have_role(columns, CSV_SAMPLE)
                                         ? CSV_RUN
                                         : CSV_SAMPLE);
            else if (column->is_divisor && !is_only_axis(columns, c))
                csv_columns_set_role(columns, c, CSV_CALLS);
            else
                column->role = role_of_cells(columns, column);
        }
        find_size(columns);
        rc = check_named(columns, record, err);
        for (size_t c = 0; rc == 0 && c < columns->count; c++)
            if (columns->items[c].role == CSV_LEFT_OUT &&
                is_measured(columns, &columns->items[c]) &&
                !csv_columns_make_measure(columns, c, NULL, columns->count))
                rc = csv_columns_no_memory(record, err);
    }
    if (rc == 0)
        rc = check_measure(columns, record, err);
    if (rc == 0)
        rc = check_statistics(columns, record, err);
    if (rc == 0)
        rc = check_metric(columns, record, err);
    return rc ? rc : csv_doubtful_settle(columns, record, err);
}
