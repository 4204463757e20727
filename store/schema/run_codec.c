/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "store/schema/run_codec.h"

#include <stdlib.h>
#include <string.h>

#include "store/hdf5/attribute.h"

#define NUMBER sizeof(uint64_t)

static size_t detail_bytes(const struct measurement *m, const struct series_detail *detail) {
    return measurement_elements(m, detail->shape) * NUMBER;
}

/* --- packing --- */

static void put_fact(struct message *message, const struct fact *fact) {
    message_put_text(message, fact->name);
    message_put_number(message, fact->kind);
    message_put_text(message, fact->kind == FACT_TEXT ? fact->text : NULL);
    message_put(message, &fact->integer, sizeof fact->integer);
    message_put(message, &fact->real, sizeof fact->real);
}

static int put_count(struct message *message, size_t count, size_t most, const char *what,
                     struct err *err) {
    if (count > most)
        return err_set(err, ERR_FAILED, "it has %zu %s, of which no more than %zu can be read",
                       count, what, most);
    message_put_number(message, count);
    return 0;
}

static int put_facts(struct message *message, const struct facts *facts, struct err *err) {
    int code = put_count(message, facts->count, ATTRIBUTE_MOST_FACTS, "facts", err);
    for (size_t i = 0; i < facts->count && !code; i++)
        put_fact(message, &facts->items[i]);
    return code;
}

/* Puts whether the term is present, and its values. */
static void put_term(struct message *message, const struct measurement *m,
                     const struct measurement_term *term) {
    const double *values = measurement_term_values(m, term);
    message_put_number(message, values != NULL);
    if (values)
        message_put(message, values, m->points * NUMBER);
}

static int put_measurement(struct message *message, const struct measurement *m,
                           enum reader_extent extent, struct err *err) {
    message_put_text(message, m->name);
    message_put_number(message, m->points);
    message_put_number(message, m->rounds);
    message_put_number(message, m->max_seeds);
    message_put_number(message, m->team);
    message_put(message, m->sizes, m->points * NUMBER);
    message_put(message, m->seeds, m->points * NUMBER);
    for (size_t i = 0; i < MEASUREMENT_TERMS; i++)
        put_term(message, m, &measurement_terms[i]);
    message_put_number(message, m->parameter_count);
    for (size_t i = 0; i < m->parameter_count; i++) {
        const struct parameter *parameter = &m->parameters[i];
        message_put_text(message, parameter->name);
        message_put(message, parameter->values, m->points * NUMBER);
    }
    int code = put_facts(message, &m->facts, err);
    if (!code)
        code = put_count(message, m->series_count, RUN_CODEC_MOST, "libraries", err);
    for (size_t i = 0; i < m->series_count && !code; i++) {
        const struct series *s = &m->series[i];
        message_put_text(message, s->name);
        if (!(extent & READER_HEAD))
            message_put(message, s->seconds, measurement_elements(m, PER_SAMPLE) * NUMBER);
        for (size_t j = 0; j < DETAILS; j++)
            if (reader_wants(extent, &series_details[j])) {
                /* Of what may be missing, puts whether it is there. */
                const struct series_detail *detail = &series_details[j];
                const void *values = series_detail_values(s, detail);
                if (detail->shape != PER_POINT)
                    message_put_number(message, values != NULL);
                if (values)
                    message_put(message, values, detail_bytes(m, detail));
            }
        code = put_facts(message, &s->facts, err);
    }
    return code;
}

int run_codec_put_run(struct message *message, const struct run *run, enum reader_extent extent,
                      struct err *err) {
    int code = put_facts(message, &run->facts, err);
    if (!code)
        code = put_count(message, run->measurement_count, RUN_CODEC_MOST, "actions", err);
    for (size_t i = 0; i < run->measurement_count && !code; i++)
        code = put_measurement(message, &run->measurements[i], extent, err);
    return code;
}

/* --- unpacking --- */

static int impossible(struct err *err) {
    return err_set(err, ERR_DAMAGED, "an impossible run");
}

static int take_count(struct message *message, size_t least, size_t most, size_t *count,
                      struct err *err) {
    *count = message_take_count(message, least);
    return message->failed || *count > most ? impossible(err) : 0;
}

static int take_fact(struct message *message, struct fact *fact) {
    fact->name = message_take_text(message);
    uint64_t kind = message_take_number(message);
    fact->text = message_take_text(message);
    message_take(message, &fact->integer, sizeof fact->integer);
    message_take(message, &fact->real, sizeof fact->real);
    fact->kind = kind == FACT_INTEGER ? FACT_INTEGER : kind == FACT_REAL ? FACT_REAL : FACT_TEXT;
    int is_text = kind == FACT_TEXT;
    return fact->name && kind <= FACT_REAL && (fact->text != NULL) == is_text ? 0 : -1;
}

static int by_name(const void *a, const void *b) {
    return strcmp((*(const struct fact *const *)a)->name, (*(const struct fact *const *)b)->name);
}

static int are_distinct(const struct facts *facts) {
    const struct fact **sorted = calloc(facts->count + 1, sizeof *sorted);
    for (size_t i = 0; sorted && i < facts->count; i++)
        sorted[i] = &facts->items[i];
    int distinct = sorted != NULL;
    if (sorted)
        qsort(sorted, facts->count, sizeof *sorted, by_name);
    for (size_t i = 1; distinct && i < facts->count; i++)
        distinct = strcmp(sorted[i - 1]->name, sorted[i]->name) != 0;
    free(sorted);
    return distinct;
}

static int take_facts(struct message *message, struct facts *facts, struct err *err) {
    size_t count;
    int code = take_count(message, 5 * NUMBER, ATTRIBUTE_MOST_FACTS, &count, err);
    if (code || count == 0)
        return code;
    facts->items = calloc(count, sizeof *facts->items);
    if (!facts->items)
        return err_set(err, ERR_FAILED, "no memory for its facts");
    while (facts->count < count && !code) {
        facts->count++;
        code = take_fact(message, &facts->items[facts->count - 1]) ? impossible(err) : 0;
    }
    return code || are_distinct(facts) ? code : impossible(err);
}

static int take_detail(struct message *message, const struct measurement *m, struct series *s,
                       const struct series_detail *detail, struct err *err) {
    int code = 0;
    if (detail->shape != PER_POINT) {
        uint64_t is_there = message_take_number(message);
        if (is_there > 1 || (is_there && (detail_bytes(m, detail) == 0 ||
                                          detail_bytes(m, detail) > message_left(message))))
            return impossible(err);
        code = is_there ? measurement_add_detail(m, s, detail->name, err) : 0;
    }
    void *values = series_detail_values(s, detail);
    if (!code && values)
        message_take(message, values, detail_bytes(m, detail));
    return code;
}

static int take_parameters(struct message *message, struct measurement *m, struct err *err) {
    size_t count = message_take_count(message, 2 * NUMBER);
    int code = message->failed || count > RUN_MAX_PARAMETERS ? impossible(err) : 0;
    for (size_t i = 0; i < count && !code; i++) {
        char *name = message_take_text(message);
        size_t bytes = m->points * NUMBER;
        int is_possible =
            name && bytes <= message_left(message) && !measurement_find_parameter(m, name);
        struct parameter *parameter = is_possible ? measurement_add_parameter(m, name, err) : NULL;
        free(name);
        if (!parameter)
            code = is_possible ? ERR_FAILED : impossible(err);
        else {
            message_take(message, parameter->values, bytes);
            code = 0;
        }
    }
    return code;
}

static int add_measurement(struct message *message, struct run *run, struct measurement **m,
                           struct err *err) {
    char *name = message_take_text(message);
    size_t points = message_take_number(message), rounds = message_take_number(message);
    size_t seeds = message_take_number(message), team = message_take_number(message);
    int is_possible =
        name && points <= message_left(message) / (2 * NUMBER) && !run_find(run, name);
    *m = is_possible ? run_add_measurement(run, name, points, rounds, seeds, err) : NULL;
    free(name);
    return *m && !measurement_set_team(*m, team, NULL) ? 0 : impossible(err);
}

static int take_measurement(struct message *message, enum reader_extent extent, struct run *run,
                            struct err *err) {
    struct measurement *m;
    int code = add_measurement(message, run, &m, err);
    if (code)
        return code;
    message_take(message, m->sizes, m->points * NUMBER);
    message_take(message, m->seeds, m->points * NUMBER);
    if (measurement_check_seeds(m, NULL))
        return impossible(err);

    code = 0;
    for (size_t i = 0; i < MEASUREMENT_TERMS && !code; i++) {
        const struct measurement_term *term = &measurement_terms[i];
        uint64_t is_there = message_take_number(message);
        size_t bytes = m->points * NUMBER;
        if (is_there > 1 || (is_there && bytes > message_left(message)))
            code = impossible(err);
        else {
            double *values = is_there ? measurement_add_term(m, term->name, err) : NULL;
            if (values)
                message_take(message, values, bytes);
            code = values || !is_there ? 0 : ERR_FAILED;
        }
    }

    if (!code)
        code = take_parameters(message, m, err);
    if (!code)
        code = take_facts(message, &m->facts, err);
    size_t count = 0;
    if (!code)
        code = take_count(message, 2 * NUMBER, RUN_CODEC_MOST, &count, err);
    for (size_t i = 0; i < count && !code; i++) {
        char *name = message_take_text(message);
        size_t bytes = extent & READER_HEAD ? 0 : measurement_elements(m, PER_SAMPLE) * NUMBER;
        int is_possible = name && bytes <= message_left(message) && !measurement_find(m, name);
        struct series *s = is_possible ? reader_add_series(m, name, extent, err) : NULL;
        free(name);
        if (!s)
            code = is_possible ? ERR_FAILED : impossible(err);
        else {
            if (bytes)
                message_take(message, s->seconds, bytes);
            int status = 0;
            for (size_t j = 0; j < DETAILS && !status; j++)
                if (reader_wants(extent, &series_details[j]))
                    status = take_detail(message, m, s, &series_details[j], err);
            code = status ? status : take_facts(message, &s->facts, err);
        }
    }
    return code;
}

static int take_all(struct message *message, enum reader_extent extent, struct run *run,
                    struct err *err) {
    size_t count = 0;
    int code = take_facts(message, &run->facts, err);
    if (!code)
        code = take_count(message, 5 * NUMBER, RUN_CODEC_MOST, &count, err);
    for (size_t i = 0; i < count && !code; i++)
        code = take_measurement(message, extent, run, err);
    return code || !message->failed ? code : impossible(err);
}

int run_codec_take_next(struct message *message, enum reader_extent extent, struct run **run,
                        struct err *err) {
    *run = run_new();
    int code =
        *run ? take_all(message, extent, *run, err) : err_set(err, ERR_FAILED, "no memory for it");
    if (code) {
        run_free(*run);
        *run = NULL;
    }
    return code;
}

int run_codec_take_run(struct message *message, enum reader_extent extent, struct run **run,
                       struct err *err) {
    int code = run_codec_take_next(message, extent, run, err);
    if (code || message_is_done(message))
        return code;
    run_free(*run);
    *run = NULL;
    return impossible(err);
}
