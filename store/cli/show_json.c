/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "store/cli/show_json.h"

#include "store/cli/json.h"

static json_object *element(const void *values, enum detail_type type, int is_status, size_t i) {
    if (type == DETAIL_REAL)
        return cmd_json_real(((const double *)values)[i]);
    int64_t value = ((const int64_t *)values)[i];
    if (is_status)
        return cmd_json_text(cell_status_name((int)value));
    return value == -1 ? NULL : json_object_new_int64(value);
}

/* An array of COUNT elements that begins at OFFSET. */
static json_object *line(const void *values, enum detail_type type, int is_status, size_t offset,
                         size_t count) {
    json_object *array = json_object_new_array();
    for (size_t i = 0; i < count; i++)
        json_object_array_add(array, element(values, type, is_status, offset + i));
    return array;
}

/* [size][round][seed] */
static json_object *cube(const struct measurement *m, const void *values, enum detail_type type) {
    json_object *sizes = json_object_new_array();
    for (size_t p = 0; p < m->points; p++) {
        json_object *rounds = json_object_new_array();
        for (size_t r = 0; r < m->rounds; r++)
            json_object_array_add(
                rounds, line(values, type, 0, measurement_index(m, p, r, 0), m->max_seeds));
        json_object_array_add(sizes, rounds);
    }
    return sizes;
}

static json_object *detail_value(const struct measurement *m, const struct series *series,
                                 const struct series_detail *detail) {
    const void *values = series_detail_values(series, detail);
    int is_status = detail->offset == offsetof(struct series, status);
    return detail->shape == PER_POINT ? line(values, detail->type, is_status, 0, m->points)
                                      : cube(m, values, detail->type);
}

static json_object *series_object(const struct measurement *m, const struct series *series) {
    json_object *object = json_object_new_object();
    cmd_json_put_text(object, "library", series->name);
    cmd_json_put(object, "facts", cmd_json_facts(&series->facts));
    cmd_json_put(object, "seconds", cube(m, series->seconds, DETAIL_REAL));
    for (size_t i = 0; i < series_detail_count; i++)
        if (series_detail_values(series, &series_details[i]))
            cmd_json_put(object, series_details[i].name,
                         detail_value(m, series, &series_details[i]));
    return object;
}

static json_object *parameters_object(const struct measurement *m) {
    json_object *object = json_object_new_object();
    for (size_t i = 0; i < m->parameter_count; i++)
        cmd_json_put(object, m->parameters[i].name,
                     line(m->parameters[i].values, DETAIL_REAL, 0, 0, m->points));
    return object;
}

/* Those that there are. */
static void put_terms(json_object *object, const struct measurement *m) {
    for (size_t i = 0; i < MEASUREMENT_TERMS; i++) {
        const double *values = measurement_term_values(m, &measurement_terms[i]);
        if (values)
            cmd_json_put(object, measurement_terms[i].name,
                         line(values, DETAIL_REAL, 0, 0, m->points));
    }
}

static json_object *measurement_object(const struct measurement *m) {
    json_object *object = json_object_new_object(), *libraries = json_object_new_array();
    cmd_json_put_text(object, "action", m->name);
    cmd_json_put(object, "facts", cmd_json_facts(&m->facts));
    cmd_json_put_integer(object, "rounds", (int64_t)m->rounds);
    cmd_json_put_integer(object, "max_seeds", (int64_t)m->max_seeds);
    cmd_json_put(object, "sizes", cmd_json_integers(m->sizes, m->points));
    cmd_json_put(object, "seeds", cmd_json_integers(m->seeds, m->points));
    cmd_json_put(object, "parameters", parameters_object(m));
    put_terms(object, m);
    for (size_t i = 0; i < m->series_count; i++)
        json_object_array_add(libraries, series_object(m, &m->series[i]));
    cmd_json_put(object, "libraries", libraries);
    return object;
}

json_object *show_json(const struct run *run) {
    json_object *object = json_object_new_object(), *actions = json_object_new_array();
    cmd_json_put_text(object, "run", run->name);
    cmd_json_put(object, "facts", cmd_json_facts(&run->facts));
    for (size_t i = 0; i < run->measurement_count; i++)
        json_object_array_add(actions, measurement_object(&run->measurements[i]));
    cmd_json_put(object, "actions", actions);
    return object;
}
