/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyze/columns/records.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analyze/aggregate/row.h"
#include "formats/model/measures.h"
#include "formats/model/sample_words.h"
#include "formats/text/unicode.h"
#include "formats/text/xalloc.h"

/* --- sorting --- */

struct key {
    struct column column;
    int descending;
    size_t *ranks; /* for a group: [records] index of the first record with the same value */
};

struct keys {
    const struct records *records;
    struct key *items;
    size_t count;
};

/* --- values --- */

static int compare_text(const void *a, const void *b) {
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static int compare_integer(const void *a, const void *b) {
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return (x > y) - (x < y);
}

static int compare_count(const void *a, const void *b) {
    size_t x = *(const size_t *)a, y = *(const size_t *)b;
    return (x > y) - (x < y);
}

static int compare_real(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static int compare_word(const void *a, const void *b) {
    int x = *(const int *)a, y = *(const int *)b;
    return (x > y) - (x < y);
}

static int compare_warned(const void *a, const void *b) {
    int x = __builtin_popcount(((const struct warned *)a)->rules);
    int y = __builtin_popcount(((const struct warned *)b)->rules);
    return (x > y) - (x < y);
}

static int (*const compares[COLUMN_TYPES])(const void *, const void *) = {
    [COLUMN_TEXT] = compare_text,     [COLUMN_INTEGER] = compare_integer,
    [COLUMN_COUNT] = compare_count,   [COLUMN_REAL] = compare_real,
    [COLUMN_INTERVAL] = compare_real, [COLUMN_WORD] = compare_word,
    [COLUMN_WARNED] = compare_warned,
};

static int is_defined(const struct column *column, const void *value) {
    if (column->type == COLUMN_TEXT)
        return *(const char *const *)value != NULL;
    return !column_is_real(column) || !isnan(*(const double *)value);
}

/* --- records by index --- */

static const void *record(const struct records *records, size_t i) {
    return (const char *)records->first + i * records->all.record_size;
}

static int compare_values(const struct records *records, const struct key *key, size_t a,
                          size_t b) {
    double room_a, room_b;
    const void *x = column_value(&key->column, record(records, a), &room_a);
    const void *y = column_value(&key->column, record(records, b), &room_b);
    int has_x = is_defined(&key->column, x), has_y = is_defined(&key->column, y);
    if (!has_x || !has_y)
        return has_y - has_x;
    int order = compares[key->column.type](x, y);
    return key->descending ? -order : order;
}

/* For qsort_r; equal records keep their order. */
static int compare(const void *left, const void *right, void *context) {
    const struct keys *keys = context;
    size_t a = *(const size_t *)left, b = *(const size_t *)right;
    for (size_t k = 0; k < keys->count; k++) {
        const struct records *records = keys->records;
        const struct key *key = &keys->items[k];
        int order = key->ranks ? (key->ranks[a] > key->ranks[b]) - (key->ranks[a] < key->ranks[b])
                               : compare_values(records, key, a, b);
        if (order)
            return order;
    }
    return (a > b) - (a < b);
}

static size_t *new_order(const struct keys *keys) {
    size_t count = keys->records->count, *order = xcalloc(count, sizeof *order);
    for (size_t i = 0; i < count; i++)
        order[i] = i;
    qsort_r(order, count, sizeof *order, compare, (void *)keys);
    return order;
}

/* --- keys --- */

/* Sorting by the key's values puts equal records together, the first of them in front. */
static void rank(const struct records *records, struct key *key) {
    struct keys alone = {records, key, 1};
    size_t *order = new_order(&alone);
    size_t *ranks = xcalloc(records->count, sizeof *ranks);
    for (size_t i = 0; i < records->count; i++) {
        int is_new = i == 0 || compare_values(records, key, order[i - 1], order[i]) != 0;
        ranks[order[i]] = is_new ? order[i] : ranks[order[i - 1]];
    }
    key->ranks = ranks;
    free(order);
}

static void add_keys(struct keys *keys, const struct view_list *list, int are_groups) {
    for (size_t i = 0; i < list->count; i++) {
        struct key key = {.descending = list->items[i].sign == '-'};
        if (!view_find(&list->items[i], &keys->records->all, &key.column))
            continue;
        if (are_groups)
            rank(keys->records, &key);
        keys->items[keys->count++] = key;
    }
}

/* Orders RECORDS as VIEW wants. Groups appear in the order of their first records; within a group
 * records are sorted, undefined values last, equal ones in their original order. Ignores names that
 * the records do not have. */
static void sort_rows_records(struct records *records, const struct view *view) {
    size_t most = view->groups.count + view->sort.count;
    struct keys keys = {records, xcalloc(most, sizeof *keys.items), 0};
    add_keys(&keys, &view->groups, 1);
    add_keys(&keys, &view->sort, 0);
    if (keys.count) {
        size_t *order = new_order(&keys);
        free(records->order);
        records->order = order;
    }
    for (size_t k = 0; k < keys.count; k++)
        free(keys.items[k].ranks);
    free(keys.items);
}

static const struct view usual_view;

/* --- all columns --- */

static struct column *find_parameter(const struct records *records, const char *parameter) {
    for (size_t c = 0; c < records->all.count; c++) {
        struct column *column = &records->all_columns[c];
        if (column->parameter && strcmp(column->parameter, parameter) == 0)
            return column;
    }
    return NULL;
}

static void add_column(struct records *records, const struct column *column,
                       enum quantity quantity) {
    struct column *all = xreallocarray(records->all_columns, records->all.count + 1, sizeof *all);
    records->all_columns = all;
    records->all.columns = all;
    all[records->all.count++] = column_for_quantity(column, quantity);
}

/* Takes NAME, which lives as long as the records. */
static const char *keep_name(struct records *records, char *name) {
    records->names = xreallocarray(records->names, records->name_count + 1, sizeof name);
    return records->names[records->name_count++] = name;
}

static void add_parameter(struct records *records, const char *parameter) {
    const char *name = keep_name(records, column_free_name(&records->all, parameter));
    struct column column = column_of_parameter(name, parameter);
    add_column(records, &column, QUANTITY_SECONDS);
}

/* Adds columns that say what the numbers are, if they are not seconds. A parameter that has such a
 * name keeps it. */
static void add_quantity(struct records *records, enum quantity quantity) {
    const struct quantity_words *words = quantity_words(quantity);
    const struct column columns[] = {
        column_of_text(RECORDS_MEASURE, words->name, "what was measured in place of seconds"),
        column_of_text(RECORDS_UNIT, words->unit,
                       "unit of the mean and of all columns in seconds otherwise"),
        column_of_text(RECORDS_BETTER, "higher",
                       "which of two means is better; ratios below 1 are, as always")};
    const size_t count = words->is_rate ? 3 : 2;
    for (size_t i = 0; quantity != QUANTITY_SECONDS && i < count; i++)
        if (!column_find(&records->all, columns[i].name))
            add_column(records, &columns[i], quantity);
}

/* Collects the columns of SET and of the parameters of COUNT sections. */
static void collect_columns(struct records *records, const struct column_set *set,
                            const struct section *sections, size_t count, enum quantity quantity) {
    records->all.record_size = set->record_size;
    for (size_t c = 0; c < set->count; c++) {
        const struct column *column = &set->columns[c];
        int is_size = set == &row_columns && column->offset == offsetof(struct row, size);
        add_column(records, column, quantity);
        for (size_t i = 0; is_size && i < count; i++) {
            const struct parameter_grid *space = sections[i].space;
            const struct column name = column_of_size_name();
            if (parameter_grid_size_name(space) && !column_find(&records->all, name.name))
                add_column(records, &name, quantity);
            for (size_t j = 1; j < space->axis_count; j++)
                if (!find_parameter(records, space->axes[j].name))
                    add_parameter(records, space->axes[j].name);
        }
    }
    add_quantity(records, quantity);
}

/* Adds the usual quantiles of a run in sample mode behind the median, whose place p50 takes. */
static void add_quantiles(struct records *records, const struct view_list *quantiles,
                          enum quantity quantity) {
    size_t count = quantiles->count, place = 0;
    while (place < records->all.count && strcmp(records->all_columns[place].name, "median") != 0)
        place++;
    for (size_t i = 0; i < count; i++) {
        const struct view_item *item = &quantiles->items[i];
        struct column column = column_of_quantile(item->name, item->quantile - 1);
        column.is_usual = 1;
        column.is_asked_for = 1; /* "-" if there are too few samples */
        add_column(records, &column, quantity);
    }
    struct column *behind = &records->all_columns[place + 1];
    size_t others = records->all.count - count - (place + 1);
    for (size_t i = 0; count && i < count; i++) {
        struct column column = behind[others + i];
        memmove(&behind[i + 1], &behind[i], others * sizeof column);
        behind[i] = column;
    }
    if (count)
        records->all_columns[place].is_usual = 0;
}

static struct column *find_member(struct records *records, size_t offset) {
    for (size_t c = 0; c < records->all.count; c++) {
        struct column *column = &records->all_columns[c];
        if (!column->parameter && !column->constant && !column->quantile &&
            column->offset == offset)
            return column;
    }
    return NULL;
}

/* From a member to the columns of its estimate and of its ends. */
static const size_t parts[] = {offsetof(struct interval, estimate), offsetof(struct interval, low),
                               offsetof(struct interval, high)};
enum { PARTS = sizeof parts / sizeof *parts };

/* Adds a column that says what ratios are of, if not of typical times, and shows that itself. */
static void add_statistic(struct records *records, struct statistic statistic, int summaries) {
    char name[STATISTIC_NAME];
    if (statistic.kind == STATISTIC_TYPICAL)
        return;
    statistic_name(statistic, name);
    struct column column = column_of_text(RECORDS_STATISTIC, keep_name(records, xstrdup(name)),
                                          "what ratios and verdicts are of");
    for (size_t i = 0; !summaries && i < PARTS; i++)
        find_member(records, offsetof(struct row, chosen) + parts[i])->is_on_request = 0;
    if (!column_find(&records->all, RECORDS_STATISTIC))
        add_column(records, &column, QUANTITY_SECONDS);
}

/* --- shown columns --- */

/* Chooses the columns, and sorts the rows. */
static void choose(struct records *records, const struct view *view, int for_people) {
    size_t most = records->all.count + view->columns.count;
    records->columns = xcalloc(most, sizeof *records->columns);
    records->column_count = view_choose(view, &records->all, for_people, records->columns);
    sort_rows_records(records, view);
}

/* Moves the column NAME, by which rows are grouped, to index FRONT. */
static size_t move_group(struct records *records, const char *name, size_t front) {
    for (size_t c = front; c < records->column_count; c++)
        if (strcmp(records->columns[c].name, name) == 0) {
            struct column column = records->columns[c];
            memmove(&records->columns[front + 1], &records->columns[front],
                    (c - front) * sizeof column);
            column.once = 1;
            records->columns[front] = column;
            return front + 1;
        }
    return front;
}

/* A blank means "same as above" only if everything before it is the same as well. */
static void show_groups(struct records *records, const struct view *view) {
    size_t front = 0;
    for (size_t i = 0; i < view->groups.count; i++)
        front = move_group(records, view->groups.items[i].name, front);
    while (!view->sort.count && front < records->column_count && records->columns[front].once)
        front++;
    for (size_t c = front; c < records->column_count; c++)
        records->columns[c].once = 0;
}

/* --- records --- */

/* --- headings --- */

enum { LONG_NAME = 16 };

int records_divides(const struct section *section) {
    return section->reference && utf8_width(section->reference) <= LONG_NAME;
}

void records_dividend(const struct section *section, char *dividend) {
    int is_time = section->quantity == QUANTITY_SECONDS;
    char name[STATISTIC_NAME] = "";
    if (section->statistic.kind != STATISTIC_TYPICAL)
        statistic_name(section->statistic, name);
    const char *what = is_time ? *name ? "" : "time" : quantity_words(section->quantity)->name;
    snprintf(dividend, RECORDS_DIVIDEND, "%s%s%s", name, *name && *what ? " " : "", what);
}

static void begin(struct records *records, const struct table *table, const struct table *heads,
                  const struct view *view, int summaries) {
    *records = (struct records){.first = summaries ? (const void *)table->summaries
                                                   : (const void *)table->rows,
                                .count = summaries ? table->summary_count : table->row_count};
    collect_columns(records, summaries ? &summary_columns : &row_columns, heads->sections,
                    heads->section_count, view->quantity);
    add_statistic(records, view->statistic, summaries);
}

int records_check(const struct table *table, const struct view *view, int summaries,
                  struct err *err) {
    struct records records;
    begin(&records, table, table, view ? view : &usual_view, summaries);
    int rc = view ? view_check(view, &records.all, err) : 0;
    records_release(&records);
    return rc;
}

void records_of_table(struct records *records, const struct table *table, const struct table *heads,
                      const struct view *view, int summaries) {
    view = view ? view : &usual_view;
    begin(records, table, heads, view, summaries);
    choose(records, view, 0);
}

/* Heads the column of the member at OFFSET with what it is of: "ratio of p99". */
static void head(struct records *records, struct statistic statistic, size_t offset) {
    struct column *column = find_member(records, offset);
    char heading[STATISTIC_HEADING];
    if (statistic.kind == STATISTIC_TYPICAL)
        return;
    statistic_heading(statistic, column_heading(column), heading);
    column->heading = keep_name(records, xstrdup(heading));
}

/* The statistic itself, if it is a quantile, which other columns do not show with its interval. */
static void head_chosen(struct records *records, struct statistic statistic) {
    struct column *column = find_member(records, offsetof(struct row, chosen));
    char name[STATISTIC_NAME];
    if (statistic.kind != STATISTIC_QUANTILE)
        return;
    statistic_name(statistic, name);
    column->is_usual = 1;
    find_member(records, offsetof(struct row, median))->is_wide &= statistic.probability != 0.5;
    column->heading = keep_name(records, xstrdup(name));
}

/* Zeros leave a count without a typical ratio. */
static int has_mean_ratio_alone(const struct row *row) {
    return row->quantity != QUANTITY_SECONDS && row->statistic.kind == STATISTIC_TYPICAL &&
           isnan(row->ratio.estimate) && !isnan(row->mean_ratio.estimate);
}

/* Heads ratios with what is divided: "time ÷ openblas", "p99 ÷ openblas", "memory ÷ gzip", and WHAT
 * is made of it. Rates divide the other way round, which does not show which one is better: "gzip ÷
 * rate, lower is faster". A long name leaves the heading to a legend. */
static void head_ratio(struct records *records, const struct section *section, size_t offset,
                       const char *what) {
    char of[RECORDS_DIVIDEND], *heading;
    if (!records_divides(section)) {
        char ratio[STATISTIC_HEADING];
        statistic_heading(section->statistic, "ratio", ratio);
        heading = xasprintf("%s%s", ratio, what);
    } else {
        records_dividend(section, of);
        const struct quantity_words *words = quantity_words(section->quantity);
        heading = words->is_rate ? xasprintf("%s ÷ %s%s, lower is %s", section->reference, of, what,
                                             words->less)
                                 : xasprintf("%s ÷ %s%s", of, section->reference, what);
    }
    find_member(records, offset)->heading = keep_name(records, heading);
}

static int are_all_reference(const struct records *records) {
    for (size_t i = 0; i < records->count; i++)
        if (!((const struct row *)records_at(records, i))->is_reference)
            return 0;
    return 1;
}

static void begin_rows(struct records *records, const struct table *table,
                       const struct section *section, const struct view *view) {
    *records =
        (struct records){.first = table->rows + section->first_row, .count = section->row_count};
    if (section->row_count == section->summary_count)
        records->order = table_fastest_first(table, section);
    collect_columns(records, &row_columns, section, 1, section->quantity);
    if (section_keeps_calls(section))
        add_quantiles(records, &view->usual_quantiles, section->quantity);

    /* Shows the ratio of means beside the ratio if the two disagree anywhere, or if a row has only
     * the ratio of means. */
    const struct parameter_grid *space = section->space;
    int disagree = 0, has_peak = 0, has_output = 0, has_slow = 0;
    for (size_t i = 0; i < records->count; i++) {
        const struct row *row = records_at(records, i);
        disagree |= row_means_disagree(row) || has_mean_ratio_alone(row);
        has_peak |= !isnan(row->efficiency);
        has_output |= row->reports.output_bytes > 0;
        has_slow |= row_leaves_slow_calls_out(row);
    }
    if (section->are_typical)
        find_member(records, offsetof(struct row, mean))->heading = "typical ±";
    char of_calls[SAMPLE_STATISTIC];
    const char *statistic = sample_statistic_word(section->samples_are, of_calls),
               *per = sample_per(section->samples_are);
    if (statistic || per) {
        char heading[MEASURE_NAME];
        if (!statistic)
            statistic = section->are_typical ? "typical" : "mean";
        snprintf(heading, sizeof heading, "%s%s%s ±", statistic, per ? SAMPLES_ARE_PER : "",
                 per ? per : "");
        find_member(records, offsetof(struct row, mean))->heading =
            keep_name(records, xstrdup(heading));
    }
    find_member(records, offsetof(struct row, batch_mean))->is_usual = has_slow;
    find_member(records, offsetof(struct row, flop_rate))->is_usual |= has_peak;
    find_member(records, offsetof(struct row, byte_rate))->is_usual |= has_peak;
    find_member(records, offsetof(struct row, reports.output_bytes))->is_usual = has_output;
    find_member(records, offsetof(struct row, mean_ratio))->is_usual = disagree;
    find_member(records, offsetof(struct row, throughput))->is_usual =
        section_shows_throughput(section) && section->quantity == QUANTITY_SECONDS;
    for (size_t i = 0; section->has_trials && i < PARTS; i++)
        find_member(records, offsetof(struct row, throughput) + parts[i])->unit = "op/s";
    if (section->has_trials)
        find_member(records, offsetof(struct row, thread_efficiency))->is_usual = 1;
    find_member(records, offsetof(struct row, size))->is_usual = space->has_size;
    if (parameter_grid_size_name(space)) {
        find_member(records, offsetof(struct row, size))->heading = space->axes[0].name;
        if (strcmp(space->axes[0].name, "n") == 0)
            find_member(records, offsetof(struct row, n))->heading = "samples";
    }
    find_member(records, offsetof(struct row, ratio))->is_usual = !are_all_reference(records);
    for (size_t i = 1; i < space->axis_count; i++)
        find_parameter(records, space->axes[i].name)->is_usual = space->axes[i].varies;

    head_chosen(records, section->statistic);
    head_ratio(records, section, offsetof(struct row, ratio), "");
    head(records, section->statistic, offsetof(struct row, speedup));
    head(records, section->statistic, offsetof(struct row, difference));
}

static void begin_summaries(struct records *records, const struct table *table,
                            const struct section *section) {
    *records = (struct records){.first = table->summaries + section->first_summary,
                                .count = section->summary_count,
                                .order = table_fastest_first(table, section)};
    collect_columns(records, &summary_columns, section, 1, section->quantity);

    /* The number of points in a mean is headed by what they are. If all points are on one side of
     * the caches' edge, the mean over that side equals the mean over all and is not shown. */
    const struct parameter_grid *space = section->space;
    int on_both_sides = 0, disagree = 0, differ = 0;
    for (size_t i = 0; i < records->count; i++) {
        const struct summary_row *summary = records_at(records, i);
        on_both_sides |= summary->in_cache.sizes && summary->out_of_cache.sizes;
        disagree |= summary_means_disagree(summary);
        differ |= summary->sizes != space->points;
    }
    find_member(records, offsetof(struct summary_row, means.ratio))->is_usual = disagree;
    find_member(records, offsetof(struct summary_row, in_cache.ratio))->is_wide &= on_both_sides;
    find_member(records, offsetof(struct summary_row, out_of_cache.ratio))->is_wide &=
        on_both_sides;
    find_member(records, offsetof(struct summary_row, sizes))->heading =
        parameter_grid_word(space, 2);
    find_member(records, offsetof(struct summary_row, sizes))->is_usual = differ;

    /* The verdicts in one column. */
    struct column *verdicts =
        find_member(records, offsetof(struct summary_row, verdicts[VERDICT_FASTER]));
    verdicts->is_usual = 1;
    verdicts->heading =
        keep_name(records, differ ? xstrdup("verdicts")
                                  : xasprintf("of %zu %s", space->points,
                                              parameter_grid_word(space, space->points)));

    head_ratio(records, section, offsetof(struct summary_row, ratio), ", geometric mean");
    head(records, section->statistic, offsetof(struct summary_row, speedup));
}

void records_of_section(struct records *records, const struct table *table,
                        const struct section *section, const struct view *view, int summaries) {
    view = view ? view : &usual_view;
    if (summaries)
        begin_summaries(records, table, section);
    else
        begin_rows(records, table, section, view);
    choose(records, view, 1);
    show_groups(records, view);
}

int records_of_array(struct records *records, const struct column_set *set, const void *first,
                     size_t count, const struct view *view, int for_people, struct err *err) {
    view = view ? view : &usual_view;
    *records = (struct records){.first = first, .count = count};
    collect_columns(records, set, NULL, 0, view->quantity);
    int rc = view_check(view, &records->all, err);
    if (rc == 0)
        choose(records, view, for_people);
    if (rc == 0 && for_people)
        show_groups(records, view);
    return rc;
}

void records_widen(struct records *records, const void *first, size_t size,
                   const struct column *columns, size_t count) {
    free(records->order);
    records->order = NULL;
    records->first = first;
    records->all.record_size = size;
    records->columns =
        xreallocarray(records->columns, records->column_count + count, sizeof *records->columns);
    memcpy(records->columns + records->column_count, columns, count * sizeof *columns);
    records->column_count += count;
}

void records_release(struct records *records) {
    for (size_t i = 0; i < records->name_count; i++)
        free(records->names[i]);
    free(records->names);
    free(records->all_columns);
    free(records->columns);
    free(records->order);
    *records = (struct records){0};
}

const void *records_at(const struct records *records, size_t i) {
    size_t at = records->order ? records->order[i] : i;
    return (const char *)records->first + at * records->all.record_size;
}
