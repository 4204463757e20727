/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "store/choose.h"

/* A measurement being put together. */
struct whole {
    choice_visit *visit;
    void *context;
    const struct run *run;
    struct run *copy; /* its only measurement is whole */
};

static int no_memory(const struct measurement *m, struct err *err) {
    return err_set(err, ERR_FAILED, "%s: no memory for its samples", m->name);
}

static int copy_points(struct measurement *to, const struct measurement *from, struct err *err) {
    memcpy(to->sizes, from->sizes, from->points * sizeof *to->sizes);
    memcpy(to->seeds, from->seeds, from->points * sizeof *to->seeds);
    for (size_t i = 0; i < from->parameter_count; i++) {
        const struct parameter *parameter = &from->parameters[i];
        struct parameter *added = measurement_add_parameter(to, parameter->name, err);
        if (!added)
            return ERR_FAILED;
        memcpy(added->values, parameter->values, from->points * sizeof *added->values);
    }
    return facts_copy(&to->facts, &from->facts) ? no_memory(from, err) : 0;
}

/* Copies what FROM has of an array, to the place of the point FIRST. */
static int copy_detail(const struct measurement *m, struct series *to, const struct series *from,
                       const struct series_detail *detail, const struct measurement *window,
                       size_t first, struct err *err) {
    const double *values = series_detail_values(from, detail);
    size_t before = detail->shape == PER_POINT ? first : first * m->rounds * m->max_seeds;
    int code = values && detail->is_optional ? measurement_add_detail(m, to, detail->name, err) : 0;
    if (!code && values)
        memcpy((double *)series_detail_values(to, detail) + before, values,
               measurement_elements(window, detail->shape) * sizeof *values);
    return code;
}

static int copy_arrays(struct measurement *to, const struct measurement *window, size_t first,
                       enum detail_shape shape, struct err *err) {
    int code = 0;
    for (size_t i = 0; i < window->series_count; i++)
        for (size_t d = 0; d < series_detail_count && !code; d++)
            if (series_details[d].shape == shape)
                code = copy_detail(to, &to->series[i], &window->series[i], &series_details[d],
                                   window, first, err);
    return code;
}

static int begin(void *context, const struct run *run, const struct measurement *m,
                 struct err *err) {
    struct whole *w = context;
    w->run = run;
    w->copy = run_new();
    struct measurement *copy =
        w->copy ? run_add_measurement(w->copy, m->name, m->points, m->rounds, m->max_seeds, err)
                : NULL;
    if (!copy)
        return no_memory(m, err);
    int code = copy_points(copy, m, err);
    for (size_t i = 0; i < m->series_count && !code; i++) {
        struct series *series = measurement_add_series(copy, m->series[i].name, err);
        if (!series || facts_copy(&series->facts, &m->series[i].facts))
            code = no_memory(m, err);
    }
    return code ? code : copy_arrays(copy, m, 0, PER_POINT, err);
}

static int points(void *context, const struct measurement *window, size_t first, struct err *err) {
    struct whole *w = context;
    struct measurement *copy = &w->copy->measurements[0];
    for (size_t i = 0; i < window->series_count; i++)
        memcpy(copy->series[i].seconds + first * copy->rounds * copy->max_seeds,
               window->series[i].seconds,
               measurement_elements(window, PER_SAMPLE) * sizeof(double));
    return copy_arrays(copy, window, first, PER_SAMPLE, err);
}

static int end(void *context, struct err *err) {
    struct whole *w = context;
    struct run run = *w->run;
    run.measurements = w->copy->measurements;
    int code = w->visit(w->context, &run, &run.measurements[0], err);
    run_free(w->copy);
    w->copy = NULL;
    return code;
}

int choices_read(struct archive *archive, const struct choices *choices, choice_visit *visit,
                 void *context, struct err *err) {
    static const struct choice_visitor visitor = {begin, points, end};
    struct whole whole = {.visit = visit, .context = context};
    int code = choices_stream(archive, choices, READER_TIMES, &visitor, &whole, err);
    run_free(whole.copy);
    return code;
}
