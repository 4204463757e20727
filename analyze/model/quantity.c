/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyze/model/quantity.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "formats/import/header_words.h"

#define FASTER "faster", "slower", "fastest", 0
#define HIGHER "faster", "slower", "fastest", 1
#define LESS   "less", "more", "least", 0

static const struct {
    struct quantity_words words;
    size_t array; /* offset of a double * in struct series */
} quantities[QUANTITIES] = {
    [QUANTITY_SECONDS] = {{"seconds", "s", "time", "times", "time per call", FASTER},
                          offsetof(struct series, seconds)},
#define QUANTITY(ID, name, detail, unit, better, per_cell, one, many, about)                       \
    [QUANTITY_##ID] = {{#name, unit, one, many, about, better}, offsetof(struct series, detail)},
#include "formats/model/detail.def"
};

/* --- names of files --- */

/* A quantity that only files have a name for. */
static struct named {
    struct quantity_words words;
    struct file_measure measure;
    char about[MEASURE_NAME];
    int is_told;  /* its unit is known */
    int is_rates; /* it is of_rates[is_rates - 1] of some file; 0: of none */
} named[QUANTITY_MOST_NAMED];
static size_t named_count;

const struct quantity_words *quantity_words(enum quantity quantity) {
    return (int)quantity < QUANTITIES ? &quantities[quantity].words
                                      : &named[(int)quantity - QUANTITIES].words;
}

enum { QUANTITY_NONE = -1 };

static size_t count_all(void) {
    return QUANTITIES + named_count;
}

/* Whether A and B are units of rates that differ by no more than their case and prefix. */
static int are_one_unit(const char *a, const char *b) {
    char of_a[MEASURE_UNIT], of_b[MEASURE_UNIT];
    return measured_unit_base(a, strlen(a), of_a) && measured_unit_base(b, strlen(b), of_b) &&
           strcmp(of_a, of_b) == 0;
}

/* Returns the quantity called NAME; QUANTITY_NONE if there is none. */
static int find_called(const char *name) {
    for (size_t i = 0; i < count_all(); i++)
        if (strcmp(quantity_words((enum quantity)i)->name, name) == 0)
            return (int)i;
    return QUANTITY_NONE;
}

static int find_unit(const char *name) {
    for (size_t i = QUANTITIES; i < count_all(); i++)
        if (are_one_unit(quantity_words((enum quantity)i)->name, name))
            return (int)i;
    return QUANTITY_NONE;
}

static int add_named(const char *name, struct err *err) {
    if (!*name || named_count == QUANTITY_MOST_NAMED) {
        err_set(err, ERR_USAGE,
                *name ? "%s is one quantity too many" : "--measure: the name is empty", name);
        return QUANTITY_NONE;
    }
    struct named *added = &named[named_count];
    added->measure = measure_of(name, NULL, BETTER_NEITHER);
    snprintf(added->about, sizeof added->about, "as the file has it");
    name = added->measure.name;
    added->words = (struct quantity_words){name, "1", name, name, added->about, LESS};
    return (int)(QUANTITIES + named_count++);
}

int quantity_find(const char *name, enum quantity *quantity, struct err *err) {
    int found = find_called(name);
    if (found == QUANTITY_NONE)
        found = find_unit(name);
    if (found == QUANTITY_NONE)
        found = add_named(name, err);
    if (found == QUANTITY_NONE)
        return ERR_USAGE;
    *quantity = (enum quantity)found;
    return 0;
}

static int is_per_second(const struct quantity_words *words) {
    char base[MEASURE_UNIT];
    return measured_unit_base(words->unit, strlen(words->unit), base);
}

static struct named *find_named(enum quantity quantity) {
    return (int)quantity < QUANTITIES ? NULL : &named[(int)quantity - QUANTITIES];
}

/* Gives ONE the unit of a rate. */
static void tell_rate(struct named *one, const char *unit) {
    struct measured_unit measured, of_name;
    snprintf(one->measure.unit, sizeof one->measure.unit, "%s", unit);
    one->words.unit = one->measure.unit;
    measured_unit_read(unit, strlen(unit), &measured);
    snprintf(one->about, sizeof one->about, "%s",
             measured.kind == UNIT_FLOP_RATE   ? "floating-point operations per second"
             : measured.kind == UNIT_BYTE_RATE ? quantities[QUANTITY_BYTE_RATE].words.about
             : measured.kind == UNIT_BIT_RATE  ? "bits per second"
                                               : quantities[QUANTITY_RATE].words.about);
    /* A name that is a unit says nothing in a sentence. */
    if (measured_unit_read(one->measure.name, strlen(one->measure.name), &of_name)) {
        one->words.one = "rate";
        one->words.many = "rates";
    }
}

void quantity_tell_unit(enum quantity quantity, const char *unit) {
    static const char *const units[] = {"s", "B", "1"};
    struct named *one = find_named(quantity);
    char base[MEASURE_UNIT];
    size_t u = 0;
    if (!one || one->is_told)
        return;
    one->is_told = 1;
    while (u < sizeof units / sizeof *units && strcmp(units[u], unit) != 0)
        u++;
    if (u < sizeof units / sizeof *units) {
        one->words.unit = units[u];
    } else if (measured_unit_base(unit, strlen(unit), base) && strcmp(base, unit) == 0) {
        tell_rate(one, unit);
    } else {
        snprintf(one->about, sizeof one->about, "in %s, as the file has it", unit);
    }
}

void quantity_tell_better(enum quantity quantity) {
    struct named *one = find_named(quantity);
    if (!one)
        return;
    int is_speed = is_per_second(&one->words);
    one->words.less = is_speed ? "faster" : "better";
    one->words.more = is_speed ? "slower" : "worse";
    one->words.least = is_speed ? "fastest" : "best";
    one->words.is_rate = 1;
}

int quantity_is_speed(enum quantity quantity) {
    const struct quantity_words *words = quantity_words(quantity);
    return quantity == QUANTITY_SECONDS || quantity == QUANTITY_BATCH_MEAN ||
           (words->is_rate && is_per_second(words));
}

enum quantity_sense quantity_sense(enum quantity quantity) {
    return quantity_is_speed(quantity)         ? SENSE_SPEED
           : quantity_words(quantity)->is_rate ? SENSE_WORTH
                                               : SENSE_AMOUNT;
}

double quantity_cost(enum quantity quantity, double value) {
    return quantity_words(quantity)->is_rate && value != 0 ? 1 / value : value;
}

static const enum quantity plain_rates[FILE_RATES] = {
    [FILE_RATE] = QUANTITY_RATE, [FILE_BYTE_RATE] = QUANTITY_BYTE_RATE};

/* Returns what a file calls NAME, of which ARRAYS has what was before: it may have "MB/s" beside
 * "GB/s". QUANTITY_SECONDS: one too many. */
static enum quantity learn_name(const struct quantity_arrays *arrays, const char *name) {
    enum quantity quantity;
    if (quantity_find(name, &quantity, NULL))
        return QUANTITY_SECONDS;
    for (size_t i = 0; i < RUN_MAX_MEASURES; i++)
        if (arrays->of_measure[i] == quantity) {
            int added = add_named(name, NULL);
            return added == QUANTITY_NONE ? QUANTITY_SECONDS : (enum quantity)added;
        }
    return quantity;
}

/* Learns what a file calls its rates, and returns it; 0: nothing. */
static enum quantity learn_rate(const struct quantity_arrays *arrays,
                                const struct file_measure *rate, size_t r) {
    enum quantity quantity = *rate->name ? learn_name(arrays, rate->name) : QUANTITY_SECONDS;
    if (!find_named(quantity))
        return QUANTITY_SECONDS;
    find_named(quantity)->is_rates = (int)r + 1;
    quantity_tell_unit(quantity, rate->unit);
    quantity_tell_better(quantity);
    return quantity;
}

struct quantity_arrays quantity_arrays_of(const struct measurement *m) {
    struct quantity_arrays arrays = {{0}, {0}};
    const struct file_rates rates = file_rates_read(&m->facts);
    const char *list = facts_text(&m->facts, FACT_MEASURES, "");
    struct file_measure measure;
    for (size_t k = 0; k < RUN_MAX_MEASURES && measures_take(&list, &measure); k++) {
        enum quantity *quantity = &arrays.of_measure[k];
        *quantity = learn_name(&arrays, measure.name);
        quantity_tell_unit(*quantity, measure.unit);
        if (measure.better == BETTER_MORE)
            quantity_tell_better(*quantity);
    }
    for (size_t r = 0; r < FILE_RATES; r++)
        arrays.of_rates[r] = learn_rate(&arrays, &rates.of[r], r);
    return arrays;
}

enum quantity quantity_called(enum quantity quantity, const struct quantity_arrays *arrays) {
    for (size_t r = 0; r < FILE_RATES; r++)
        if (quantity == plain_rates[r] && arrays->of_rates[r])
            return arrays->of_rates[r];
    return quantity;
}

/* --- values --- */

/* Returns the array at OFFSET of SERIES. */
static const double *array_at(const struct series *series, size_t offset) {
    const double *values;
    memcpy(&values, (const char *)series + offset, sizeof values);
    return values;
}

/* Returns NULL if SERIES does not have the array: the quantity's own; else that of the measure, of
 * the rates, or of the detail of samples, which is called like it. */
static const double *array_of(enum quantity quantity, const struct quantity_arrays *arrays,
                              const struct series *series) {
    int is_named = (int)quantity >= QUANTITIES;
    const double *values = is_named ? NULL : array_at(series, quantities[quantity].array);
    for (size_t k = 0; !values && quantity && k < RUN_MAX_MEASURES; k++)
        if (arrays->of_measure[k] == quantity)
            values = series->measures[k];
    size_t r = is_named ? (size_t)find_named(quantity)->is_rates : 0;
    if (r && !values && (!arrays->of_rates[r - 1] || arrays->of_rates[r - 1] == quantity))
        values = array_at(series, quantities[plain_rates[r - 1]].array);
    for (size_t d = 0; is_named && !values && d < DETAILS; d++)
        if (series_details[d].shape == PER_SAMPLE && series_details[d].type == DETAIL_REAL &&
            strcmp(series_details[d].name, quantity_words(quantity)->name) == 0)
            values = series->details[d];
    return values;
}

enum quantity quantity_of_measurement(const struct measurement *m) {
    const char *name = facts_text(&m->facts, FACT_MEASURED, "");
    struct quantity_arrays arrays;
    for (size_t d = 0; d < DETAILS; d++) {
        if (strcmp(series_details[d].name, name) != 0)
            continue;
        size_t k = measures_number(&series_details[d]);
        arrays = quantity_arrays_of(m);
        for (int q = 0; q < QUANTITIES; q++)
            if (quantities[q].array == offsetof(struct series, details) + d * sizeof(void *))
                return quantity_called((enum quantity)q, &arrays);
        return k < RUN_MAX_MEASURES ? arrays.of_measure[k] : QUANTITY_SECONDS;
    }
    return QUANTITY_SECONDS;
}

const double *quantity_values(enum quantity quantity, const struct quantity_arrays *arrays,
                              const struct series *series, size_t first, size_t count,
                              double *workspace) {
    const double *values = array_of(quantity, arrays, series);
    for (size_t i = 0; !values && i < count; i++)
        workspace[i] = NAN;
    return values ? values + first : workspace;
}

/* --- steps --- */

struct resolution quantity_resolution(enum quantity quantity, const double *values, size_t n) {
    static const double of_memory[] = {4096, 1024, 1}, of_counts[] = {1};
    const char *unit = quantity_words(quantity)->unit;
    const double *steps = quantity == QUANTITY_MEMORY ? of_memory : of_counts;
    struct resolution r = resolution_of(values, n);
    if (!r.is_guess || *unit == 's' || quantity_words(quantity)->is_rate)
        return r;
    while (*steps > 1 && fmod(r.centre, *steps) != 0)
        steps++;
    r.step = *steps;
    return r;
}

/* --- sets --- */

/* Whether the file with these ARRAYS may call something QUANTITY. */
static int is_name_of(const struct quantity_arrays *arrays, enum quantity quantity) {
    size_t r = (int)quantity < QUANTITIES ? 0 : (size_t)find_named(quantity)->is_rates;
    size_t k = 0;
    while (k < RUN_MAX_MEASURES && arrays->of_measure[k] != quantity)
        k++;
    return quantity_called(quantity, arrays) == quantity &&
           (!r || k < RUN_MAX_MEASURES || arrays->of_rates[r - 1] == quantity);
}

quantity_set quantity_known(quantity_set known, const struct quantity_arrays *arrays,
                            const struct measurement *m, const struct series *series) {
    size_t count = measurement_elements(m, PER_SAMPLE);
    for (size_t quantity = 0; quantity < count_all(); quantity++) {
        if (known >> quantity & 1 || !is_name_of(arrays, (enum quantity)quantity))
            continue;
        const double *values = array_of((enum quantity)quantity, arrays, series);
        for (size_t i = 0; values && i < count && !(known >> quantity & 1); i++)
            known |= (quantity_set)(isfinite(values[i]) != 0) << quantity;
    }
    return known;
}

void quantity_list(quantity_set set, char *list, size_t size) {
    size_t used = 0, left = (size_t)__builtin_popcountll(set), listed = 0;
    snprintf(list, size, "nothing");
    for (size_t i = 0; i < count_all() && used < size; i++)
        if (set >> i & 1) {
            const char *between = listed++ == 0 ? "" : --left == 1 ? " and " : ", ";
            used += (size_t)snprintf(list + used, size - used, "%s%s", between,
                                     quantity_words((enum quantity)i)->name);
        }
}
