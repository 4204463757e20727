/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/csv/csv_wide.h"

#include <ctype.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "formats/csv/csv_results.h"
#include "formats/import/axes.h"

enum { SAMPLE_WORD = 64 }; /* bytes of a word for samples, with the 0 behind it */

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
        if (header->role == HEADER_SPREAD && header->leading != SIZE_MAX && header->unit.kind &&
            find_library(columns, name + header->name, header->length) == columns->count) {
            header->length += header->name - header->leading;
            header->name = header->leading;
            header->rank = RANK_PLAIN;
            header->role = HEADER_OF_NAME;
        } else if (header->role == HEADER_CPU && header->unit.kind)
            header->role = HEADER_OF_NAME;
    }
}

int csv_wide_is_of_name(const struct csv_column *column) {
    enum unit_kind kind = column->header.unit.kind;
    return column->role == CSV_UNDECIDED && column->header.role == HEADER_OF_NAME &&
           kind != UNIT_BYTES && (kind || !column->begins_with_text);
}

/* Whether the first column has round numbers that rise to the double at least, as sizes do under a
 * word that nobody knows, and samples do not. */
static int may_be_sizes(const struct csv_columns *columns) {
    const struct csv_column *first = &columns->items[0];
    return first->role == CSV_UNDECIDED && first->header.role == HEADER_OTHER &&
           !csv_columns_have_role(columns, CSV_SIZE) && first->is_rising && first->is_round &&
           !first->are_counted[1] && first->first > 0 && first->last >= 2 * first->first;
}

/* Takes a letter behind a name for a unit only if it stands behind all of them, save that of the
 * names of lines, or behind a word for what is done. */
static void settle_faint(struct csv_columns *columns) {
    int are_all = 1;
    for (size_t c = 0; c < columns->count; c++)
        are_all &= columns->items[c].role != CSV_UNDECIDED ||
                   columns->items[c].header.role != HEADER_OTHER ||
                   columns->items[c].begins_with_text || (c == 0 && may_be_sizes(columns));
    for (size_t c = 0; c < columns->count && !are_all; c++) {
        struct csv_column *column = &columns->items[c];
        if (!column->header.is_faint ||
            axis_is_operation(column->name + column->header.name, column->header.length))
            continue;
        column->header = (struct header){.length = strlen(column->name)};
        column->worth = NAN;
    }
}

/* The number of "Q4" or "q4_ms", and where it stands; 0: COLUMN is called otherwise. */
static unsigned long query_number(const struct csv_column *column, size_t *at, size_t *length) {
    const struct header *header = &column->header;
    char *end;
    *at = header->role == HEADER_SPREAD ? header->quantile : header->name;
    *length = header->role == HEADER_SPREAD ? header->quantile_length : header->length;
    const char *name = column->name + *at;
    if (column->role != CSV_UNDECIDED || *length < 2 || (*name != 'q' && *name != 'Q'))
        return 0;
    unsigned long number = strtoul(name + 1, &end, 10);
    return end == name + *length ? number : 0;
}

/* Queries may be called as quartiles are: q1 and q3 beside q2 are those. */
static void find_queries(struct csv_columns *columns) {
    size_t at, length;
    int has_query = 0;
    for (size_t c = 0; c < columns->count; c++) {
        unsigned long number = query_number(&columns->items[c], &at, &length);
        has_query |= number && columns->items[c].header.role != HEADER_SPREAD;
    }
    for (size_t c = 0; has_query && c < columns->count; c++) {
        struct header *header = &columns->items[c].header;
        if (header->role != HEADER_SPREAD || !query_number(&columns->items[c], &at, &length))
            continue;
        *header = (struct header){.role = header->unit.kind ? HEADER_OF_NAME : HEADER_OTHER,
                                  .unit = header->unit,
                                  .name = at,
                                  .length = length,
                                  .leading = SIZE_MAX,
                                  .trailing = SIZE_MAX};
    }
}

void csv_wide_settle_names(struct csv_columns *columns) {
    settle_faint(columns);
    find_names(columns);
}

/* Whether TEXT has the N bytes of NAME at AT, apart from other words. */
static int has_name(const char *text, size_t at, const char *name, size_t n) {
    static const char between[] = " _-.";
    size_t end = at + n, length = strlen(text);
    return end <= length && length > n && strncmp(text + at, name, n) == 0 &&
           (at == 0 || strchr(between, text[at - 1])) &&
           (end == length || strchr(between, text[end]) || isupper((unsigned char)text[end]));
}

/* Sets where in the header of COLUMN the name of LIBRARY stands, of what the words tell no more.
 * Returns whether it does. */
static int take_library(struct csv_column *column, const char *library) {
    size_t n = strlen(library), length = strlen(column->name);
    struct header *header = &column->header;
    if (header->role != HEADER_OTHER && header->role != HEADER_MEASURE &&
        header->unit.kind != UNIT_BYTES)
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
            header_word(column->measure, HEADER_OUTCOME) != HEADER_NO_WORD ||
            header_word(column->measure, HEADER_FAILURE) != HEADER_NO_WORD ||
            header_word(column->measure, HEADER_ERROR) != HEADER_NO_WORD ||
            header_word(column->measure, HEADER_EXIT) != HEADER_NO_WORD ||
            strcasecmp(column->measure, "status") == 0)
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
    char word[SAMPLE_WORD];
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

static int is_derived(const struct csv_column *column) {
    return csv_wide_is_of_name(column) &&
           header_is_derived(column->name + column->header.name, column->header.length);
}

/* Whether COLUMN has one statistic, of all that stands beside it. */
static int is_statistic(const struct csv_column *column) {
    return column->role == CSV_UNDECIDED && column->header.role == HEADER_RESULT &&
           column->header.rank != RANK_PLAIN;
}

int csv_wide_is_of_samples(const struct csv_column *column) {
    return column->role == CSV_UNDECIDED && column->header.role == HEADER_OTHER &&
           !column->begins_with_text && *column->name && !length_without_sample(column->name);
}

/* Whether COLUMN has numbers without a unit that are differences of those beside them. */
static int is_difference(const struct csv_column *column) {
    return column->role == CSV_UNDECIDED && column->header.role == HEADER_OTHER &&
           !column->begins_with_text && !column->is_given && header_is_difference(column->name);
}

/* Whether COLUMN may have what differences are of. */
static int may_be_compared(const struct csv_column *column) {
    enum header_role role = column->header.role;
    return *column->name && !column->begins_with_text && !is_difference(column) &&
           (role == HEADER_OTHER || role == HEADER_RESULT || role == HEADER_OF_NAME ||
            role == HEADER_SPREAD || column->is_given);
}

size_t csv_wide_find_difference(const struct csv_columns *columns) {
    size_t difference = columns->count;
    for (size_t c = 0; c < columns->count; c++) {
        if (may_be_compared(&columns->items[c]))
            return columns->count;
        if (is_difference(&columns->items[c]))
            difference = c;
    }
    return difference;
}

/* Leaves out the differences and quotients of columns before them, unless they are written as
 * ratios, which are measures beside results with units. Beside one column of results "delta" may be
 * a parameter, and before them, too. */
static void leave_out_differences(struct csv_columns *columns) {
    int have_units = 0;
    size_t compared = 0;
    for (size_t c = 0; c < columns->count; c++)
        have_units |= csv_wide_is_of_name(&columns->items[c]);
    for (size_t c = 0; c < columns->count; c++)
        if (columns->items[c].header.role == HEADER_RESULT || columns->items[c].role == CSV_SECONDS)
            return;
    for (size_t c = 0; c < columns->count; c++) {
        struct csv_column *column = &columns->items[c];
        const int is_quotient = compared > 1 && !have_units && column->begins_with_ratio &&
                                column->header.role == HEADER_OTHER && !column->is_given;
        if ((compared && is_difference(column) && !(have_units && column->begins_with_ratio)) ||
            (is_quotient && column->role == CSV_UNDECIDED))
            column->role = CSV_LEFT_OUT;
        compared +=
            column->role == CSV_UNDECIDED && may_be_compared(column) && !column->begins_with_ratio;
    }
}

void csv_wide_leave_out_derived(struct csv_columns *columns) {
    find_queries(columns);
    leave_out_differences(columns);
    size_t named = 0, samples = 0, names = csv_columns_have_role(columns, CSV_LIBRARY);
    for (size_t c = 0; c < columns->count; c++) {
        const struct csv_column *column = &columns->items[c];
        named += csv_wide_is_of_name(column) && !is_derived(column);
        samples += csv_wide_is_of_samples(column);
        names += column->begins_with_text && !column->is_given;
    }
    for (size_t c = 0; c < columns->count; c++) {
        struct csv_column *column = &columns->items[c];
        int is_over_others = !names && is_statistic(column) && (named > 1 || samples > 1);
        if (!column->is_given && (is_over_others || (named > 0 && is_derived(column))))
            column->role = CSV_LEFT_OUT;
    }
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
        if (before && !csv_results_is_likelier(before, column) &&
            !csv_results_is_likelier(column, before))
            rc = csv_results_refuse_two(record, before->name, column->name, err);
        if (rc || !before)
            break;
        size_t kept = csv_results_is_likelier(column, before) ? c : group->last;
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

/* Refuses results of two libraries that are different statistics, or for one of different things:
 * means beside minima, or times per byte beside times. */
static int check_statistics(const struct csv_column *one, const struct csv_column *other,
                            const struct csv_record *record, struct err *err) {
    char texts[2][HEADER_SAMPLES];
    const char *a = header_samples_are(one->name, &one->header, texts[0]);
    const char *b = header_samples_are(other->name, &other->header, texts[1]);
    int differ = a && b ? strcmp(a, b) != 0 : (a || b) && sample_per(a ? a : b);
    return differ ? err_set(err, ERR_DAMAGED,
                            "%s: line %zu: \"%.60s\" and \"%.60s\" do not measure the same, and "
                            "cannot be compared; delete the name of one in the header to leave it "
                            "out, or give each a file",
                            record->source->path, record->number, one->name, other->name)
                  : 0;
}

/* Tells what the samples are by the columns of times; where there are none, by the first results
 * and those like them. */
static int tell_samples(struct csv_columns *columns, const struct csv_record *record,
                        struct err *err) {
    const struct csv_column *first = NULL;
    int rc = 0;
    for (size_t c = 0; c < columns->count; c++) {
        const struct csv_column *column = &columns->items[c];
        if (column->role == CSV_TIMES && (!first || (first->detail && !column->detail)))
            first = column;
    }
    for (size_t c = 0; rc == 0 && first && c < columns->count; c++)
        if (columns->items[c].role == CSV_TIMES && columns->items[c].detail == first->detail) {
            rc = check_statistics(first, &columns->items[c], record, err);
            csv_results_tell_samples(columns, &columns->items[c]);
        }
    return rc;
}

/* Takes away brackets around all of NAME. */
static void drop_brackets(char *name) {
    size_t length = strlen(name);
    if (length < 3 || *name != '(' || strcspn(name + 1, "()") != length - 2)
        return;
    memmove(name, name + 1, length - 2);
    name[length - 2] = '\0';
}

/* Settles the first column of a table without units: it has the sizes, or numbers the lines. */
static void settle_first(struct csv_columns *columns) {
    struct csv_column *first = &columns->items[0];
    if (columns->is_plain && may_be_sizes(columns))
        csv_columns_set_role(columns, 0, CSV_SIZE);
    if (columns->is_plain && first->role == CSV_UNDECIDED && first->begins_with_number &&
        words_have("order id no no. nr nr. # row line", first->name))
        first->role = CSV_LEFT_OUT;
}

int csv_wide_make(struct csv_columns *columns, const struct csv_record *record, struct err *err) {
    columns->is_wide = 1;
    settle_first(columns);
    for (size_t c = 0; c < columns->count; c++) {
        struct csv_column *column = &columns->items[c];
        int is_taken = columns->is_ours ? column->role == CSV_UNDECIDED
                       : columns->is_plain
                           ? column->role == CSV_UNDECIDED && column->header.role == HEADER_OTHER &&
                                 !column->begins_with_text
                           : csv_wide_is_of_name(column);
        if (!is_taken)
            continue;
        column->library = columns->is_ours
                              ? strdup(column->name)
                              : strndup(column->name + column->header.name, column->header.length);
        if (!column->library)
            return csv_columns_no_memory(record, err);
        drop_brackets(column->library);
        column->detail = csv_results_rate(column);
        if (columns->is_ours)
            column->worth = 1;
        column->next = columns->count;
        column->role = CSV_TIMES;
    }
    find_samples(columns);
    int rc = choose_results(columns, record, err);
    if (rc == 0)
        rc = tell_samples(columns, record, err);
    if (rc == 0)
        rc = link_results(columns, record, err);
    if (rc || columns->is_ours || columns->is_plain)
        return rc;
    return find_measures_of(columns, record, err);
}
