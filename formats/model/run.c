/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/model/run.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* --- cells --- */

static const char *const status_names[CELL_STATUSES] = {
    [CELL_OK] = "ok",         [CELL_NOT_MEASURED] = "not measured",
    [CELL_WRONG] = "wrong",   [CELL_CRASHED] = "crashed",
    [CELL_HUNG] = "hung",     [CELL_EXITED] = "exited",
    [CELL_FAILED] = "failed",
};

const char *cell_status_name(int status) {
    return status >= 0 && status < CELL_STATUSES ? status_names[status] : "unknown";
}

/* --- series --- */

#define ROW(id, shape, type, is_optional, source, unit, about)                                     \
    [DETAIL_##id] = {#id, shape, DETAIL_##type, is_optional, source, unit, about},
#define POINT(type, id, unit, about)    ROW(id, PER_POINT, type, 0, 0, unit, about)
#define BATCH(type, id, unit, about)    ROW(id, PER_SAMPLE, type, 0, 0, unit, about)
#define REPORT(source, id, unit, about) ROW(id, PER_SAMPLE, REAL, 1, FROM_##source, unit, about)
#define THREAD(id, unit, about)         ROW(id, PER_THREAD, REAL, 1, 0, unit, about)
#define COUNTER(n)                                                                                 \
    ROW(thread_counter_##n, PER_THREAD, REAL, 1, 0, "1",                                           \
        "what the thread counted in line " #n " of the fact counters")
#define MEASURE(n)                                                                                 \
    ROW(measure_##n, PER_SAMPLE, REAL, 1, 0, "1",                                                  \
        "what line " #n " of the fact measures names, in the unit that it tells")

const struct series_detail series_details[DETAILS] = {
#include "formats/model/detail.def"
};
_Static_assert((int)DETAILS <= 64 * DETAIL_WORDS, "sets of details have a bit for each");
_Static_assert(offsetof(struct series, measures) ==
                   offsetof(struct series, details) + DETAIL_measure_1 * sizeof(void *),
               "names and numbers mean the same details");

int series_tells_rate(const struct series *series, size_t sample) {
    return (series->rate && isfinite(series->rate[sample])) ||
           (series->byte_rate && isfinite(series->byte_rate[sample]));
}

static double *new_reals(size_t count) {
    double *values = calloc(count ? count : 1, sizeof *values);
    for (size_t i = 0; values && i < count; i++)
        values[i] = NAN;
    return values;
}

static int64_t *new_integers(size_t count, int64_t value) {
    int64_t *values = calloc(count ? count : 1, sizeof *values);
    for (size_t i = 0; values && i < count; i++)
        values[i] = value;
    return values;
}

static int64_t undefined_integer(const struct series_detail *detail) {
    return detail == &series_details[DETAIL_status] ? CELL_NOT_MEASURED : -1;
}

void *series_detail_new(const struct measurement *m, const struct series_detail *detail) {
    size_t count = measurement_elements(m, detail->shape);
    return detail->type == DETAIL_REAL ? (void *)new_reals(count)
                                       : (void *)new_integers(count, undefined_integer(detail));
}

int series_detail_is_known(const struct measurement *m, const struct series *series,
                           const struct series_detail *detail) {
    const void *values = series_detail_values(series, detail);
    size_t count = values ? measurement_elements(m, detail->shape) : 0, i = 0;
    int64_t undefined = undefined_integer(detail);
    if (detail->type == DETAIL_REAL)
        while (i < count && isnan(((const double *)values)[i]))
            i++;
    else
        while (i < count && ((const int64_t *)values)[i] == undefined)
            i++;
    return i < count;
}

/* Whether SERIES has detail D, and it has a dimension of rounds. */
static int has_rounds(const struct series *series, size_t d) {
    return series_details[d].shape != PER_POINT && series->details[d];
}

static void series_release(struct series *series) {
    free(series->name);
    facts_release(&series->facts);
    free(series->seconds);
    for (size_t i = 0; i < DETAILS; i++)
        free(series->details[i]);
}

/* Adds the details of that SHAPE that are not optional, unless SERIES has them. Returns 0 if memory
 * runs out. */
static int add_usual_details(const struct measurement *m, struct series *series,
                             enum detail_shape shape) {
    int complete = 1;
    for (size_t i = 0; i < DETAILS; i++) {
        const struct series_detail *detail = &series_details[i];
        if (detail->is_optional || detail->shape != shape || series->details[i])
            continue;
        series->details[i] = series_detail_new(m, detail);
        complete &= series->details[i] != NULL;
    }
    return complete;
}

static int series_allocate(struct series *series, const struct measurement *m) {
    series->seconds = new_reals(measurement_elements(m, PER_SAMPLE));
    return series->seconds && add_usual_details(m, series, PER_POINT);
}

/* --- terms --- */

const struct measurement_term measurement_terms[MEASUREMENT_TERMS] = {
    {"flops", offsetof(struct measurement, flops), "1",
     "floating-point operations of one call, as the action says"},
    {"bytes", offsetof(struct measurement, bytes), "byte",
     "bytes that one call moves, as the action says"},
};

static double **term_member(struct measurement *m, const struct measurement_term *term) {
    return (double **)((char *)m + term->offset);
}

double *measurement_term_values(const struct measurement *m, const struct measurement_term *term) {
    return *(double *const *)((const char *)m + term->offset);
}

double *measurement_add_term(struct measurement *m, const char *name, struct err *err) {
    for (size_t i = 0; i < MEASUREMENT_TERMS; i++) {
        if (strcmp(measurement_terms[i].name, name) != 0)
            continue;
        double **values = term_member(m, &measurement_terms[i]);
        if (!*values && !(*values = new_reals(m->points)))
            err_set(err, ERR_FAILED, "%s: its %s: no memory", m->name, name);
        return *values;
    }
    err_set(err, ERR_FAILED, "%s: no term is called %s", m->name, name);
    return NULL;
}

/* --- measurement and run --- */

struct run *run_new(void) {
    return calloc(1, sizeof(struct run));
}

static void parameter_release(struct parameter *parameter) {
    free(parameter->name);
    free(parameter->values);
}

static void measurement_release(struct measurement *m) {
    free(m->name);
    facts_release(&m->facts);
    free(m->sizes);
    free(m->seeds);
    for (size_t i = 0; i < m->parameter_count; i++)
        parameter_release(&m->parameters[i]);
    free(m->parameters);
    for (size_t i = 0; i < MEASUREMENT_TERMS; i++)
        free(*term_member(m, &measurement_terms[i]));
    for (size_t i = 0; i < m->series_count; i++)
        series_release(&m->series[i]);
    free(m->series);
    slots_release(&m->series_by_name);
}

void run_free(struct run *run) {
    if (!run)
        return;
    free(run->name);
    facts_release(&run->facts);
    for (size_t i = 0; i < run->measurement_count; i++)
        measurement_release(&run->measurements[i]);
    free(run->measurements);
    slots_release(&run->measurements_by_name);
    free(run);
}

static int shape_is_sound(size_t points, size_t rounds, size_t max_seeds, size_t team) {
    return points && rounds && max_seeds && points <= RUN_MAX_ELEMENTS &&
           rounds <= RUN_MAX_ELEMENTS / points && max_seeds <= RUN_MAX_ELEMENTS / points / rounds &&
           team <= RUN_MAX_ELEMENTS / points / rounds / max_seeds;
}

int runs_add(struct runs *runs, struct run *run) {
    struct run **items = realloc(runs->items, (runs->count + 1) * sizeof *items);
    if (!items) {
        run_free(run);
        return -1;
    }
    runs->items = items;
    items[runs->count++] = run;
    return 0;
}

void runs_release(struct runs *runs) {
    for (size_t i = 0; i < runs->count; i++)
        run_free(runs->items[i]);
    free(runs->items);
    *runs = (struct runs){0};
}

/* --- names --- */

/* So few names are faster to look through than to look up. */
enum { FEW = 16 };

static int is_series(const void *things, uint32_t number, const void *key) {
    return strcmp(((const struct series *)things)[number].name, key) == 0;
}

static int is_measurement(const void *things, uint32_t number, const void *key) {
    return strcmp(((const struct measurement *)things)[number].name, key) == 0;
}

/* Returns the number of the one of COUNT things that is called NAME, or at least COUNT. */
static size_t find_name(const struct slots *index, size_t count, slots_is *is, const void *things,
                        const char *name) {
    if (index->count && index->count >= count)
        return slots_find(index, slots_hash_text(slots_hash(), name), is, things, name);
    size_t i = 0;
    while (i < count && !is(things, (uint32_t)i, name))
        i++;
    return i;
}

static int index_name(struct slots *index, size_t number, const char *name) {
    return slots_add(index, slots_hash_text(slots_hash(), name), (uint32_t)number);
}

struct series *measurement_keep_series(struct measurement *m, const struct series *series) {
    size_t count = m->series_count;
    struct series *all = series->name ? realloc(m->series, (count + 1) * sizeof *all) : NULL;
    if (!all)
        return NULL;
    m->series = all;
    all[count] = *series;
    for (size_t i = m->series_by_name.count; count >= FEW && i <= count; i++)
        if (!index_name(&m->series_by_name, i, all[i].name))
            return NULL;
    m->series_count++;
    return &all[count];
}

struct measurement *run_keep_measurement(struct run *run, const struct measurement *measurement) {
    size_t count = run->measurement_count;
    struct measurement *all =
        measurement->name ? realloc(run->measurements, (count + 1) * sizeof *all) : NULL;
    if (!all)
        return NULL;
    run->measurements = all;
    all[count] = *measurement;
    for (size_t i = run->measurements_by_name.count; count >= FEW && i <= count; i++)
        if (!index_name(&run->measurements_by_name, i, all[i].name))
            return NULL;
    run->measurement_count++;
    return &all[count];
}

struct measurement *run_add_measurement(struct run *run, const char *name, size_t points,
                                        size_t rounds, size_t max_seeds, struct err *err) {
    if (!shape_is_sound(points, rounds, max_seeds, 0)) {
        err_set(err, ERR_FAILED, "%s: %zu sizes x %zu rounds x %zu seeds are no table of samples",
                name, points, rounds, max_seeds);
        return NULL;
    }
    struct measurement m = {.name = strdup(name),
                            .points = points,
                            .rounds = rounds,
                            .max_seeds = max_seeds,
                            .sizes = new_integers(points, 0),
                            .seeds = new_integers(points, 0)};
    struct measurement *kept = m.sizes && m.seeds ? run_keep_measurement(run, &m) : NULL;
    if (!kept) {
        err_set(err, ERR_FAILED, "%s: %zu sizes: no memory", name, points);
        measurement_release(&m);
    }
    return kept;
}

struct series *measurement_add_series(struct measurement *m, const char *name, struct err *err) {
    struct series series = {.name = strdup(name)};
    struct series *kept = series_allocate(&series, m) ? measurement_keep_series(m, &series) : NULL;
    if (!kept) {
        err_set(err, ERR_FAILED, "%s: %zu samples of %s: no memory", m->name,
                measurement_elements(m, PER_SAMPLE), name);
        series_release(&series);
    }
    return kept;
}

static int has_thread_details(const struct measurement *m) {
    for (size_t s = 0; s < m->series_count; s++)
        for (size_t i = 0; i < DETAILS; i++)
            if (series_details[i].shape == PER_THREAD && m->series[s].details[i])
                return 1;
    return 0;
}

int measurement_set_team(struct measurement *m, size_t team, struct err *err) {
    if (!shape_is_sound(m->points, m->rounds, m->max_seeds, team))
        return err_set(err, ERR_FAILED, "%s: no room for %zu threads in each of its samples",
                       m->name, team);
    if (team != m->team && has_thread_details(m))
        return err_set(err, ERR_FAILED, "%s: it already has details of %zu threads", m->name,
                       m->team);
    m->team = team;
    return 0;
}

int measurement_add_batch_details(const struct measurement *m, struct series *series,
                                  struct err *err) {
    return add_usual_details(m, series, PER_SAMPLE)
               ? 0
               : err_set(err, ERR_FAILED, "%s: what batches of %s tell: no memory", m->name,
                         series->name);
}

int measurement_add_detail(const struct measurement *m, struct series *series, const char *name,
                           struct err *err) {
    for (size_t i = 0; i < DETAILS; i++) {
        const struct series_detail *detail = &series_details[i];
        if (strcmp(detail->name, name) != 0)
            continue;
        if (detail->shape == PER_THREAD && !m->team)
            return err_set(err, ERR_FAILED, "%s: %s is of a team, which it does not have", m->name,
                           name);
        if (!series->details[i])
            series->details[i] = series_detail_new(m, detail);
        return series->details[i]
                   ? 0
                   : err_set(err, ERR_FAILED, "%s: its %s: no memory", m->name, name);
    }
    return err_set(err, ERR_FAILED, "%s: no detail is called %s", m->name, name);
}

struct parameter *measurement_add_parameter(struct measurement *m, const char *name,
                                            struct err *err) {
    struct parameter *known = measurement_find_parameter(m, name);
    if (known)
        return known;
    if (m->parameter_count == RUN_MAX_PARAMETERS) {
        err_set(err, ERR_FAILED, "%s: more than %zu parameters", m->name, RUN_MAX_PARAMETERS);
        return NULL;
    }
    struct parameter added = {strdup(name), new_reals(m->points)};
    struct parameter *all = realloc(m->parameters, (m->parameter_count + 1) * sizeof *all);
    if (all)
        m->parameters = all;
    if (!all || !added.name || !added.values) {
        err_set(err, ERR_FAILED, "%s: parameter %s: no memory", m->name, name);
        parameter_release(&added);
        return NULL;
    }
    all[m->parameter_count] = added;
    return &all[m->parameter_count++];
}

int measurement_check_seeds(const struct measurement *m, struct err *err) {
    for (size_t p = 0; p < m->points; p++)
        if (m->seeds[p] < 0 || (uint64_t)m->seeds[p] > m->max_seeds)
            return err_set(err, ERR_DAMAGED, "it claims %lld of at most %zu seeds",
                           (long long)m->seeds[p], m->max_seeds);
    return 0;
}

size_t measurement_elements(const struct measurement *m, enum detail_shape shape) {
    size_t samples = m->points * m->rounds * m->max_seeds;
    return shape == PER_POINT ? m->points : shape == PER_SAMPLE ? samples : samples * m->team;
}

/* Returns the number of elements of a round at one point. */
static size_t elements_per_round(const struct measurement *m, enum detail_shape shape) {
    return shape == PER_THREAD ? m->max_seeds * m->team : m->max_seeds;
}

/* SHAPE is that of the array, which has a dimension of rounds. */
static void trim_array(void *array, const struct measurement *m, enum detail_shape shape,
                       size_t rounds) {
    int64_t *values = array; /* int64_t and double have the same size */
    size_t each = elements_per_round(m, shape), kept = rounds * each, stride = m->rounds * each;
    for (size_t p = 1; p < m->points; p++)
        memmove(values + p * kept, values + p * stride, kept * sizeof *values);
}

void measurement_trim_rounds(struct measurement *m, size_t rounds) {
    if (rounds < 1 || rounds >= m->rounds)
        return;
    for (size_t s = 0; s < m->series_count; s++) {
        struct series *series = &m->series[s];
        trim_array(series->seconds, m, PER_SAMPLE, rounds);
        for (size_t i = 0; i < DETAILS; i++)
            if (has_rounds(series, i))
                trim_array(series->details[i], m, series_details[i].shape, rounds);
    }
    m->rounds = rounds;
}

/* Returns a copy of the array with room for ROUNDS rounds, where new elements are FILLING; NULL if
 * memory runs out. */
static void *extended_array(const void *array, const struct measurement *m, enum detail_shape shape,
                            size_t rounds, const void *filling) {
    const int64_t *values = array; /* int64_t and double have the same size */
    size_t each = elements_per_round(m, shape), had = m->rounds * each, wanted = rounds * each;
    int64_t *all = calloc(m->points * wanted, sizeof *all);
    for (size_t p = 0; all && p < m->points; p++) {
        memcpy(all + p * wanted, values + p * had, had * sizeof *all);
        for (size_t k = had; k < wanted; k++)
            memcpy(&all[p * wanted + k], filling, sizeof *all);
    }
    return all;
}

/* Sets TO to extended copies of FROM's arrays of samples. Returns 0 if memory runs out; the caller
 * frees those that were made. */
static int extend_series(struct series *to, const struct series *from, const struct measurement *m,
                         size_t rounds) {
    static const double nothing = NAN;
    static const int64_t none = -1;
    int complete =
        (to->seconds = extended_array(from->seconds, m, PER_SAMPLE, rounds, &nothing)) != NULL;
    for (size_t i = 0; i < DETAILS; i++) {
        const struct series_detail *d = &series_details[i];
        if (!has_rounds(from, i))
            continue;
        const void *filling = d->type == DETAIL_REAL ? (const void *)&nothing : &none;
        to->details[i] = extended_array(from->details[i], m, d->shape, rounds, filling);
        complete &= to->details[i] != NULL;
    }
    return complete;
}

int measurement_extend_rounds(struct measurement *m, size_t rounds, struct err *err) {
    if (rounds <= m->rounds)
        return 0;
    struct series *all = calloc(m->series_count + 1, sizeof *all);
    int complete = all && shape_is_sound(m->points, rounds, m->max_seeds, m->team);
    for (size_t s = 0; complete && s < m->series_count; s++)
        complete = extend_series(&all[s], &m->series[s], m, rounds);
    for (size_t s = 0; all && s < m->series_count; s++) {
        /* Give TO's arrays of samples to SERIES and free the old ones or, after a failure, free
         * TO's. */
        struct series *series = &m->series[s];
        struct series *to = &all[s];
        double *seconds = complete ? series->seconds : to->seconds;
        series->seconds = complete ? to->seconds : series->seconds;
        free(seconds);
        for (size_t i = 0; i < DETAILS; i++) {
            if (!has_rounds(series, i))
                continue;
            void *old = series->details[i], *new = to->details[i];
            free(complete ? old : new);
            series->details[i] = complete ? new : old;
        }
    }
    free(all);
    if (!complete)
        return err_set(err, ERR_FAILED, "%s: no room for %zu rounds", m->name, rounds);
    m->rounds = rounds;
    return 0;
}

struct series *measurement_find(const struct measurement *m, const char *name) {
    size_t i = find_name(&m->series_by_name, m->series_count, is_series, m->series, name);
    return i < m->series_count ? &m->series[i] : NULL;
}

struct parameter *measurement_find_parameter(const struct measurement *m, const char *name) {
    for (size_t i = 0; i < m->parameter_count; i++)
        if (strcmp(m->parameters[i].name, name) == 0)
            return &m->parameters[i];
    return NULL;
}

double measurement_threads(const struct measurement *m) {
    const struct fact *fact = facts_find(&m->facts, FACT_THREADS);
    const struct parameter *parameter = measurement_find_parameter(m, FACT_THREADS);
    double most = fact && fact->kind == FACT_INTEGER ? (double)fact->integer : 1;
    for (size_t p = 0; parameter && p < m->points; p++)
        most = fmax(most, parameter->values[p]);
    return most;
}

int measurement_is_paired(const struct measurement *m) {
    const char *by = facts_text(&m->facts, FACT_PAIRED_BY, NULL);
    return by ? strcmp(by, PAIRED_BY_NOTHING) != 0 : facts_find(&m->facts, FACT_SCHEDULE) != NULL;
}

int run_is_of_family(const char *name, const char *family) {
    size_t length = strlen(family);
    return strncmp(name, family, length) == 0 && name[length] == '-';
}

struct series *measurement_find_reference(const struct measurement *m, const char *name) {
    struct series *series = measurement_find(m, name);
    for (size_t i = 0; !series && i < m->series_count; i++)
        if (run_is_of_family(m->series[i].name, name))
            series = &m->series[i];
    return series;
}

const char *run_machine(const struct facts *facts) {
    const char *host = facts_text(facts, FACT_HOST, "");
    const char *node = facts_text(facts, FACT_SLURM_NODE, "");
    return *node ? node : host;
}

struct measurement *run_find(const struct run *run, const char *name) {
    size_t i = find_name(&run->measurements_by_name, run->measurement_count, is_measurement,
                         run->measurements, name);
    return i < run->measurement_count ? &run->measurements[i] : NULL;
}

/* --- summary of a cell --- */

/* Returns the sum of (x - ORIGIN)^POWER over those of the COUNT VALUES that are finite; sets N to
 * their number. */
static double sum(const double *values, size_t count, double origin, int power, size_t *n) {
    double total = 0;
    *n = 0;
    for (size_t i = 0; i < count; i++) {
        if (!isfinite(values[i]))
            continue;
        double deviation = values[i] - origin;
        total += power == 1 ? deviation : deviation * deviation;
        ++*n;
    }
    return total;
}

struct cell_summary cell_summary_of(const struct measurement *m, const struct series *series,
                                    size_t point) {
    struct cell_summary summary = {0, NAN, NAN, NAN, NAN};
    const double *values = series->seconds + measurement_index(m, point, 0, 0);
    size_t count = m->rounds * m->max_seeds, n;
    double mean = sum(values, count, 0, 1, &summary.n) / (double)summary.n;

    for (size_t i = 0; i < count; i++) {
        if (!isfinite(values[i]))
            continue;
        summary.min = fmin(summary.min, values[i]);
        summary.max = fmax(summary.max, values[i]);
    }

    if (summary.n) /* a second pass corrects the rounding error */
        summary.mean = mean + sum(values, count, mean, 1, &n) / (double)summary.n;
    if (summary.n > 1)
        summary.sd = sqrt(sum(values, count, summary.mean, 2, &n) / (double)(summary.n - 1));
    return summary;
}
