/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "store/schema/digest.h"

#include <endian.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "formats/files/sha256.h"

#define WORDS 512 /* numbers hashed at a time */

static const uint64_t canonical_nan = UINT64_C(0x7FF8000000000000);

/* --- numbers and texts --- */

static void put_number(struct sha256_ctx *hash, uint64_t number) {
    uint64_t bytes = htole64(number);
    sha256_update(hash, sizeof bytes, (const uint8_t *)&bytes);
}

static void put_text(struct sha256_ctx *hash, const char *text) {
    put_number(hash, strlen(text));
    sha256_update(hash, strlen(text), (const uint8_t *)text);
}

static uint64_t bits_of(double real) {
    uint64_t bits;
    memcpy(&bits, &real, sizeof bits);
    return isnan(real) ? canonical_nan : bits;
}

static void put_integers(struct sha256_ctx *hash, const int64_t *values, size_t count) {
    uint64_t words[WORDS];
    while (count) {
        size_t part = count < WORDS ? count : WORDS;
        for (size_t i = 0; i < part; i++)
            words[i] = htole64((uint64_t)values[i]);
        sha256_update(hash, part * sizeof *words, (const uint8_t *)words);
        values += part;
        count -= part;
    }
}

static void put_reals(struct sha256_ctx *hash, const double *values, size_t count) {
    uint64_t words[WORDS];
    while (count) {
        size_t part = count < WORDS ? count : WORDS;
        for (size_t i = 0; i < part; i++)
            words[i] = htole64(bits_of(values[i]));
        sha256_update(hash, part * sizeof *words, (const uint8_t *)words);
        values += part;
        count -= part;
    }
}

/* --- sorting --- */

/* The common beginning of facts, parameters, series and measurements: their name. */
struct named {
    const char *name;
};

static int by_name(const void *a, const void *b) {
    const struct named *left = *(const void *const *)a, *right = *(const void *const *)b;
    return strcmp(left->name, right->name);
}

/* Returns pointers to the COUNT items of SIZE bytes, sorted by name; the caller must free the
 * array. NULL if memory runs out. */
static const void **sorted(const void *items, size_t count, size_t size) {
    const void **order = calloc(count ? count : 1, sizeof *order);
    for (size_t i = 0; order && i < count; i++)
        order[i] = (const char *)items + i * size;
    if (order && count)
        qsort(order, count, sizeof *order, by_name);
    return order;
}

/* --- the parts of a run --- */

static int put_facts(struct sha256_ctx *hash, const struct facts *facts) {
    const void **order = sorted(facts->items, facts->count, sizeof *facts->items);
    if (!order)
        return -1;
    put_number(hash, facts->count);
    for (size_t i = 0; i < facts->count; i++) {
        /* "running" is hashed as "interrupted", since the state shown depends on who reads the run,
         * and when. */
        const struct fact *settled_fact = order[i];
        static const struct fact interrupted = {
            .name = (char *)FACT_STATE, .kind = FACT_TEXT, .text = (char *)"interrupted"};
        int is_running = settled_fact->kind == FACT_TEXT &&
                         strcmp(settled_fact->name, FACT_STATE) == 0 &&
                         strcmp(settled_fact->text, "running") == 0;
        const struct fact *fact = is_running ? &interrupted : settled_fact;
        put_text(hash, fact->name);
        put_number(hash, fact->kind);
        if (fact->kind == FACT_TEXT)
            put_text(hash, fact->text);
        else
            put_number(hash,
                       fact->kind == FACT_REAL ? bits_of(fact->real) : (uint64_t)fact->integer);
    }
    free(order);
    return 0;
}

static int any_defined_real(const double *values, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (!isnan(values[i]))
            return 1;
    return 0;
}

static int put_series(struct sha256_ctx *hash, const struct measurement *m,
                      const struct series *series) {
    put_text(hash, series->name);
    if (put_facts(hash, &series->facts))
        return -1;
    put_reals(hash, series->seconds, measurement_elements(m, PER_SAMPLE));
    for (size_t i = 0; i < DETAILS; i++) {
        const struct series_detail *detail = &series_details[i];
        const void *values = series_detail_values(series, detail);
        size_t count = measurement_elements(m, detail->shape);
        if (series_detail_is_known(m, series, detail)) {
            put_text(hash, detail->name);
            if (detail->type == DETAIL_REAL)
                put_reals(hash, values, count);
            else
                put_integers(hash, values, count);
        }
    }
    put_text(hash, "");
    return 0;
}

static int put_parameters(struct sha256_ctx *hash, const struct measurement *m) {
    const void **order = sorted(m->parameters, m->parameter_count, sizeof *m->parameters);
    put_text(hash, "parameters");
    put_number(hash, m->parameter_count);
    for (size_t i = 0; order && i < m->parameter_count; i++) {
        const struct parameter *parameter = order[i];
        put_text(hash, parameter->name);
        put_reals(hash, parameter->values, m->points);
    }
    free(order);
    return order ? 0 : -1;
}

static int put_measurement(struct sha256_ctx *hash, const struct measurement *m) {
    put_text(hash, m->name);
    const void **order = sorted(m->series, m->series_count, sizeof *m->series);
    if (!order || put_facts(hash, &m->facts)) {
        free(order);
        return -1;
    }
    put_number(hash, m->points);
    put_number(hash, m->rounds);
    put_number(hash, m->max_seeds);
    if (m->team) {
        put_text(hash, "team");
        put_number(hash, m->team);
    }
    put_integers(hash, m->sizes, m->points);
    put_integers(hash, m->seeds, m->points);
    for (size_t i = 0; i < MEASUREMENT_TERMS; i++) {
        /* As with details, a term that is undefined at every point counts as absent. */
        const struct measurement_term *term = &measurement_terms[i];
        const double *values = measurement_term_values(m, term);
        if (values && any_defined_real(values, m->points)) {
            put_text(hash, term->name);
            put_reals(hash, values, m->points);
        }
    }
    int failed = m->parameter_count ? put_parameters(hash, m) : 0;
    put_number(hash, m->series_count);
    for (size_t i = 0; i < m->series_count && !failed; i++)
        failed = put_series(hash, m, order[i]);
    free(order);
    return failed;
}

int digest_run(const struct run *run, char text[DIGEST_TEXT], struct err *err) {
    struct sha256_ctx hash;
    sha256_init(&hash);
    put_text(&hash, "benchmat run 1");

    const void **order =
        sorted(run->measurements, run->measurement_count, sizeof *run->measurements);
    int failed = !order || put_facts(&hash, &run->facts);
    put_number(&hash, run->measurement_count);
    for (size_t i = 0; i < run->measurement_count && !failed; i++)
        failed = put_measurement(&hash, order[i]);
    free(order);
    if (failed)
        return err_set(err, ERR_FAILED, "no memory to sort it by");
    sha256_write(&hash, text);
    return 0;
}
