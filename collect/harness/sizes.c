/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/harness/sizes.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "formats/model/ascending.h"

static int add(struct sizes *sizes, int64_t size, struct err *err) {
    if (sizes->count == SIZES_MAX)
        return err_set(err, ERR_USAGE, "more than %d sizes", SIZES_MAX);
    if (!sizes->items)
        sizes->items = malloc(SIZES_MAX * sizeof *sizes->items);
    if (!sizes->items)
        return err_set(err, ERR_FAILED, "no memory for a list of sizes");
    sizes->items[sizes->count++] = size;
    return 0;
}

static void sort_and_unite(struct sizes *sizes) {
    size_t kept = 0;
    if (sizes->count)
        qsort(sizes->items, sizes->count, sizeof *sizes->items, ascending_integers);
    for (size_t i = 0; i < sizes->count; i++)
        if (kept == 0 || sizes->items[i] != sizes->items[kept - 1])
            sizes->items[kept++] = sizes->items[i];
    sizes->count = kept;
}

/* Step I of COUNT steps of equal ratio from FROM to TO. */
static int64_t step(int64_t from, int64_t to, size_t i, size_t count) {
    if (i == 0)
        return from;
    if (i == count - 1)
        return to;
    double ratio = log((double)to / (double)from) / (double)(count - 1);
    return (int64_t)round((double)from * exp(ratio * (double)i));
}

/* What a number in the list is, what may follow it, and between what it may be. */
struct place {
    const char *name, *followers; /* may include the NUL at the end of the text */
    size_t follower_count;
    int64_t least, most;
};

static const struct place size_or_first = {"size", ":,", 3, 0, SIZES_LARGEST},
                          last = {"size", ":", 1, 1, SIZES_LARGEST},
                          steps = {"number of steps", ",", 2, 1, SIZES_MAX},
                          difference = {"step", ",", 2, 1, SIZES_LARGEST};

/* "k" or "K", "M", "G": the thousands that follow a size; 1 if there are none. */
static double take_thousands(char **end) {
    double thousands = **end == 'k' || **end == 'K' ? 1e3
                       : **end == 'M'               ? 1e6
                       : **end == 'G'               ? 1e9
                                                    : 1;
    *end += thousands > 1;
    return thousands;
}

/* Reads a whole number and moves the cursor to the character after it. */
static int read_number(const char **cursor, const struct place *place, int64_t *number,
                       const char *whole, struct err *err) {
    char *end;
    double value = strtod(*cursor, &end);
    value *= end > *cursor ? take_thousands(&end) : 1;
    int is_decimal = strspn(*cursor, "0123456789.eE+-kKMG") >= (size_t)(end - *cursor);
    if (end == *cursor || !is_decimal || !memchr(place->followers, *end, place->follower_count))
        return err_set(err, ERR_USAGE,
                       "invalid size list \"%s\"; write 8,16,32k or from:to:steps, such as "
                       "10:1M:30, or from:to:+step, such as 10:50:+10, or full",
                       whole);
    if (!(value >= (double)place->least && value <= (double)place->most) || value != floor(value))
        return err_set(err, ERR_USAGE, "%s %.*s: must be a whole number from %lld to %lld",
                       place->name, (int)(end - *cursor), *cursor, (long long)place->least,
                       (long long)place->most);
    *number = (int64_t)value;
    *cursor = end;
    return 0;
}

static int read_range(const char **cursor, int64_t from, struct sizes *sizes, const char *whole,
                      struct err *err) {
    int64_t to = 0, count = 0;
    if (from == 0)
        return err_set(err, ERR_USAGE,
                       "size 0: no range of equal ratios begins at 0; write it by itself, as in "
                       "0,1:1k:10");
    ++*cursor;
    int status = read_number(cursor, &last, &to, whole, err);
    int is_linear = status == 0 && (*cursor)[1] == '+';
    if (status == 0) {
        *cursor += 1 + is_linear;
        status = read_number(cursor, is_linear ? &difference : &steps, &count, whole, err);
    }
    if (status)
        return status;
    if (to < from)
        return err_set(err, ERR_USAGE,
                       "sizes %lld:%lld:%s%lld: the first must not exceed the second",
                       (long long)from, (long long)to, is_linear ? "+" : "", (long long)count);
    if (is_linear) {
        for (int64_t i = 0; status == 0 && i <= (to - from) / count; i++)
            status = add(sizes, from + i * count, err);
        return status;
    }
    if (count == 1 && to > from)
        return err_set(err, ERR_USAGE,
                       "sizes %lld:%lld:1: from one to the other it takes 2 steps or more; for the "
                       "first alone write %lld",
                       (long long)from, (long long)to, (long long)from);
    for (int64_t i = 0; status == 0 && i < count; i++)
        status = add(sizes, step(from, to, (size_t)i, (size_t)count), err);
    return status;
}

int sizes_parse(struct sizes *sizes, const char *text, struct err *err) {
    *sizes = (struct sizes){0};
    const char *cursor = text;
    int status;
    for (;;) {
        int64_t number = 0;
        status = read_number(&cursor, &size_or_first, &number, text, err);
        if (status == 0)
            status = *cursor == ':' ? read_range(&cursor, number, sizes, text, err)
                                    : add(sizes, number, err);
        if (status || *cursor == '\0')
            break;
        cursor++;
    }
    if (status)
        sizes_release(sizes);
    else
        sort_and_unite(sizes);
    return status;
}

int sizes_classic(struct sizes *sizes, int64_t largest, size_t count, struct err *err) {
    enum { POINTS = 100, ONE_BY_ONE = 9 };
    *sizes = (struct sizes){0};
    int status = 0;
    for (size_t i = 0; status == 0 && i < count; i++) {
        size_t point = count == 1 ? POINTS - 1
                                  : (size_t)lround((double)i * (POINTS - 1) / (double)(count - 1));
        int64_t size = point < ONE_BY_ONE
                           ? (int64_t)point + 1
                           : step(10, largest, point - ONE_BY_ONE, POINTS - ONE_BY_ONE);
        if (size <= largest)
            status = add(sizes, size, err);
    }
    if (status)
        sizes_release(sizes);
    else
        sort_and_unite(sizes);
    return status;
}

int sizes_powers(struct sizes *sizes, int64_t from, int64_t largest, struct err *err) {
    *sizes = (struct sizes){0};
    int status = 0;
    for (int64_t size = from; status == 0 && size <= largest; size *= 2)
        status = add(sizes, size, err);
    if (status)
        sizes_release(sizes);
    return status;
}

void sizes_release(struct sizes *sizes) {
    free(sizes->items);
    *sizes = (struct sizes){0};
}
