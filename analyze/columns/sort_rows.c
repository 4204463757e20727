/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyze/columns/sort_rows.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct key {
    struct column column;
    int descending;
    size_t *ranks; /* of a group: [records] the first record with the same value */
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
    [COLUMN_TEXT] = compare_text,   [COLUMN_INTEGER] = compare_integer,
    [COLUMN_COUNT] = compare_count, [COLUMN_REAL] = compare_real,
    [COLUMN_WORD] = compare_word,   [COLUMN_WARNED] = compare_warned,
};

static int is_defined(enum column_type type, const void *value) {
    if (type == COLUMN_TEXT)
        return *(const char *const *)value != NULL;
    return type != COLUMN_REAL || !isnan(*(const double *)value);
}

/* --- records, by their numbers --- */

static const void *record(const struct records *records, size_t i) {
    return (const char *)records->first + i * records->all.record_size;
}

static int compare_values(const struct records *records, const struct key *key, size_t a,
                          size_t b) {
    double room_a, room_b;
    const void *x = column_value(&key->column, record(records, a), &room_a);
    const void *y = column_value(&key->column, record(records, b), &room_b);
    int has_x = is_defined(key->column.type, x), has_y = is_defined(key->column.type, y);
    if (!has_x || !has_y)
        return has_y - has_x;
    int order = compares[key->column.type](x, y);
    return key->descending ? -order : order;
}

static int compare_key(const struct records *records, const struct key *key, size_t a, size_t b) {
    if (!key->ranks)
        return compare_values(records, key, a, b);
    return (key->ranks[a] > key->ranks[b]) - (key->ranks[a] < key->ranks[b]);
}

/* For qsort_r; equal records stay as they come. */
static int compare(const void *left, const void *right, void *context) {
    const struct keys *keys = context;
    size_t a = *(const size_t *)left, b = *(const size_t *)right;
    for (size_t k = 0; k < keys->count; k++) {
        int order = compare_key(keys->records, &keys->items[k], a, b);
        if (order)
            return order;
    }
    return (a > b) - (a < b);
}

static size_t *new_order(const struct keys *keys) {
    size_t count = keys->records->count, *order = calloc(count + 1, sizeof *order);
    for (size_t i = 0; order && i < count; i++)
        order[i] = i;
    if (order)
        qsort_r(order, count, sizeof *order, compare, (void *)keys);
    return order;
}

/* --- keys --- */

/* Sorted by its values, those that are equal stand together, the first of them in front. */
static int rank(const struct records *records, struct key *key) {
    struct keys alone = {records, key, 1};
    size_t *order = new_order(&alone);
    size_t *ranks = calloc(records->count + 1, sizeof *ranks);
    for (size_t i = 0; order && ranks && i < records->count; i++) {
        int is_new = i == 0 || compare_values(records, key, order[i - 1], order[i]) != 0;
        ranks[order[i]] = is_new ? order[i] : ranks[order[i - 1]];
    }
    key->ranks = ranks;
    int ok = order && ranks;
    free(order);
    return ok;
}

static int add_keys(struct keys *keys, const struct view_list *list, int are_groups) {
    int ok = 1;
    for (size_t i = 0; ok && i < list->count; i++) {
        struct key key = {.descending = list->items[i].sign == '-'};
        if (!view_find(&list->items[i], &keys->records->all, &key.column))
            continue;
        ok = !are_groups || rank(keys->records, &key);
        keys->items[keys->count++] = key;
    }
    return ok;
}

int sort_rows_records(struct records *records, const struct view *view) {
    size_t most = view->groups.count + view->sort.count;
    struct keys keys = {records, calloc(most + 1, sizeof *keys.items), 0};
    int ok = keys.items && add_keys(&keys, &view->groups, 1) && add_keys(&keys, &view->sort, 0);
    size_t *order = ok && keys.count ? new_order(&keys) : NULL;
    ok = ok && (order || !keys.count);
    if (order) {
        free(records->order);
        records->order = order;
    }
    for (size_t k = 0; k < keys.count; k++)
        free(keys.items[k].ranks);
    free(keys.items);
    return ok;
}
