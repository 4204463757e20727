/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "store/schema/writer.h"

#include <hdf5_hl.h>
#include <stdio.h>
#include <stdlib.h>

#include "store/hdf5/array.h"
#include "store/hdf5/attribute.h"
#include "store/hdf5/dimension_scales.h"
#include "store/hdf5/h5.h"
#include "store/hdf5/mat.h"
#include "store/schema/root.h"

/* --- facts --- */

static int write_long_texts(struct mat_struct *s, const struct facts *facts, struct err *err) {
    int code = 0;
    for (size_t i = 0; i < facts->count && !code; i++)
        if (attribute_is_long(&facts->items[i])) {
            const struct fact *fact = &facts->items[i];
            const char *field = mat_struct_field(s, fact->name, err);
            hid_t array = field ? mat_text_write(s->group, field, fact->text, err) : -1;
            if (array < 0)
                code = (int)array;
            else {
                int status = attribute_write_text(array, LAYOUT_FACT, fact->name, err);
                h5_close(array);
                code = status;
            }
        }
    return code;
}

/* --- the arrays of a measurement --- */

/* A measurement being written. */
struct action {
    const struct measurement *m;
    enum array_storage storage;
    struct mat_struct fields;
    hid_t scales[ARRAY_MAX_RANK]; /* sizes, round, seed, thread: the dimensions of its arrays */
    struct dimension_scales ties[ARRAY_MAX_RANK];
};

#define NO_SCALES                                                                                  \
    { -1, -1, -1, -1 }

/* Writes what is attached to the dimensions, unless CODE says that something has failed, and closes
 * them. Returns CODE, or what fails here. */
static int end_scales(struct action *a, int code, struct err *err) {
    for (int i = 0; i < ARRAY_MAX_RANK; i++) {
        if (!code && a->scales[i] >= 0 && dimension_scales_write(&a->ties[i], a->scales[i]))
            code = h5_error(err, ERR_DAMAGED, "a dimension's arrays cannot be listed");
        dimension_scales_release(&a->ties[i]);
        h5_close(a->scales[i]);
    }
    return code;
}

/* Writes an array over as many of the measurement's dimensions as SHAPE says. */
static hid_t write_over(struct action *a, hid_t group, const char *name, enum detail_shape shape,
                        enum detail_type type, const void *values, struct err *err) {
    struct array_shape dims = array_over(a->m, shape);
    dims.storage = a->storage;
    enum array_type array_type = type == DETAIL_INTEGER ? ARRAY_INTEGER : ARRAY_REAL;
    hid_t array = array_write(group, name, array_type, &dims, values, err);
    if (array >= 0 && dimension_scales_attach(a->ties, array, (size_t)dims.rank)) {
        h5_close(array);
        return h5_error(err, ERR_DAMAGED, "array \"%s\": its dimensions cannot be attached", name);
    }
    return array;
}

static int describe(hid_t array, const char *units, const char *about, struct err *err) {
    int code = attribute_write_text(array, LAYOUT_UNITS, units, err);
    return code ? code : attribute_write_text(array, LAYOUT_ABOUT, about, err);
}

static int write_detail(struct action *a, struct mat_struct *library, const struct series *series,
                        const struct series_detail *detail, struct err *err) {
    const char *field = mat_struct_field(library, detail->name, err);
    hid_t array = field ? write_over(a, library->group, field, detail->shape, detail->type,
                                     series_detail_values(series, detail), err)
                        : -1;
    if (array < 0)
        return (int)array;
    int code = describe(array, detail->unit, detail->about, err);
    h5_close(array);
    return code;
}

/* Compact storage means that the measurement is complete, so leaves out details without any defined
 * value. Other details may still come: cell.c adds them then. */
static int is_written(const struct action *a, const struct series *series,
                      const struct series_detail *detail) {
    int is_status = detail == &series_details[DETAIL_status];
    return a->storage == ARRAY_COMPACT && !is_status ? series_detail_is_known(a->m, series, detail)
                                                     : series_detail_values(series, detail) != NULL;
}

static int write_details(struct action *a, hid_t details, const char *field,
                         const struct series *series, struct err *err) {
    struct mat_struct library;
    int code = mat_struct_begin(&library, details, field, err);
    if (code)
        return code;
    for (size_t i = 0; i < DETAILS && !code; i++)
        if (is_written(a, series, &series_details[i]))
            code = write_detail(a, &library, series, &series_details[i], err);
    if (!code)
        code = write_long_texts(&library, &series->facts, err);
    return mat_struct_end(&library, code, err);
}

static int write_seconds(struct action *a, const char *field, const struct series *series,
                         struct err *err) {
    hid_t array =
        write_over(a, a->fields.group, field, PER_SAMPLE, DETAIL_REAL, series->seconds, err);
    if (array < 0)
        return (int)array;
    int code = attribute_write_text(array, LAYOUT_LIBRARY, series->name, err);
    if (!code)
        code = attribute_write_text(array, LAYOUT_UNITS, "s", err);
    if (!code)
        code = attribute_write_facts(array, &series->facts, err);
    h5_close(array);
    return code;
}

/* Names: first the format's own, then those of the parameters, then those of the libraries. */
static int write_members(struct action *a, struct err *err) {
    const char *field = mat_struct_field(&a->fields, LAYOUT_DETAILS, err);
    struct mat_struct details;
    int code = field ? mat_struct_begin(&details, a->fields.group, field, err) : ERR_FAILED;
    if (code)
        return code;
    for (size_t i = 0; i < a->m->parameter_count && !code; i++) {
        const struct parameter *parameter = &a->m->parameters[i];
        const char *parameter_field = mat_struct_field(&a->fields, parameter->name, err);
        hid_t array = parameter_field ? write_over(a, a->fields.group, parameter_field, PER_POINT,
                                                   DETAIL_REAL, parameter->values, err)
                                      : -1;
        if (array < 0)
            code = (int)array;
        else {
            int parameter_code =
                attribute_write_text(array, LAYOUT_PARAMETER, parameter->name, err);
            if (!parameter_code)
                parameter_code = attribute_write_text(array, LAYOUT_ABOUT,
                                                      "a parameter: its value at each point", err);
            h5_close(array);
            code = parameter_code
                       ? err_prefix(err, parameter_code, "parameter \"%s\"", parameter->name)
                       : 0;
        }
    }
    for (size_t i = 0; i < a->m->series_count && !code; i++) {
        /* Each library has a field of the same name in `details`. */
        const struct series *series = &a->m->series[i];
        const char *library_field = mat_struct_field(&a->fields, series->name, err);
        if (!library_field || !mat_struct_field(&details, library_field, err))
            code = ERR_FAILED;
        else {
            int status = write_seconds(a, library_field, series, err);
            if (!status)
                status = write_details(a, details.group, library_field, series, err);
            code = status ? err_prefix(err, status, "library \"%s\"", series->name) : 0;
        }
    }
    return mat_struct_end(&details, code, err);
}

/* --- dimensions --- */

static hid_t write_scale(struct action *a, const char *name, const char *scale_name, size_t length,
                         const int64_t *values, const char *about, struct err *err) {
    const char *field = mat_struct_field(&a->fields, name, err);
    struct array_shape line = {.rank = 1, .dims = {length}};
    hid_t array =
        field ? array_write(a->fields.group, field, ARRAY_INTEGER, &line, values, err) : -1;
    if (array < 0)
        return array;
    int code = H5DSset_scale(array, scale_name) >= 0
                   ? describe(array, "1", about, err)
                   : h5_error(err, ERR_DAMAGED, "array \"%s\" cannot be made a dimension", name);
    if (!code)
        return array;
    h5_close(array);
    return code;
}

/* Writes a dimension without coordinates: 1, 2, 3, ... under the name that tells this to netCDF. */
static hid_t write_counter(struct action *a, const char *name, size_t length, const char *about,
                           struct err *err) {
    char scale_name[80];
    snprintf(scale_name, sizeof scale_name,
             "This is a netCDF dimension but not a netCDF variable. %9d", (int)length);
    int64_t *values = malloc(length * sizeof *values);
    if (!values)
        return err_set(err, ERR_FAILED, "no memory for %zu numbers", length);
    for (size_t i = 0; i < length; i++)
        values[i] = (int64_t)i + 1;
    hid_t array = write_scale(a, name, scale_name, length, values, about, err);
    free(values);
    return array;
}

static int write_seed_counts(struct action *a, struct err *err) {
    const char *field = mat_struct_field(&a->fields, LAYOUT_SEEDS, err);
    hid_t array =
        field ? write_over(a, a->fields.group, field, PER_POINT, DETAIL_INTEGER, a->m->seeds, err)
              : -1;
    if (array < 0)
        return (int)array;
    int code = describe(array, "1", "how many seeds were measured at each size", err);
    h5_close(array);
    return code;
}

/* Makes SCALE number I of the dimensions; returns SCALE if it is an error. */
static int keep_scale(struct action *a, size_t i, hid_t scale, struct err *err) {
    a->scales[i] = scale;
    if (scale >= 0 && dimension_scales_of_scale(&a->ties[i], scale))
        return h5_error(err, ERR_DAMAGED, "what is attached to a dimension cannot be read");
    return scale < 0 ? (int)scale : 0;
}

/* The arrays that people look for come first. */
static int write_dimensions(struct action *a, struct err *err) {
    const struct measurement *m = a->m;
    static const char sizes[] = "the sizes, one per point; the action says what size means";
    hid_t scale = write_scale(a, LAYOUT_SIZES, LAYOUT_SIZES, m->points, m->sizes, sizes, err);
    int code = keep_scale(a, 0, scale, err);
    if (!code)
        code = write_seed_counts(a, err);
    if (!code) {
        scale = write_counter(a, LAYOUT_ROUND, m->rounds, "number of the round", err);
        code = keep_scale(a, 1, scale, err);
    }
    if (!code) {
        scale = write_counter(a, LAYOUT_SEED, m->max_seeds, "number of the seed", err);
        code = keep_scale(a, 2, scale, err);
    }
    if (!code && m->team) {
        static const char thread[] = "number of the thread in its team";
        code = keep_scale(a, 3, write_counter(a, LAYOUT_THREAD, m->team, thread, err), err);
    }
    return code;
}

/* --- measurement and run --- */

static int write_action(struct action *a, struct err *err) {
    int code = attribute_write_text(a->fields.group, LAYOUT_ACTION, a->m->name, err);
    if (!code)
        code = attribute_write_facts(a->fields.group, &a->m->facts, err);
    if (!code)
        code = write_dimensions(a, err);
    if (!code) {
        for (size_t i = 0; i < MEASUREMENT_TERMS && !code; i++)
            if (measurement_term_values(a->m, &measurement_terms[i])) {
                const struct measurement_term *term = &measurement_terms[i];
                const char *field = mat_struct_field(&a->fields, term->name, err);
                hid_t array = field ? write_over(a, a->fields.group, field, PER_POINT, DETAIL_REAL,
                                                 measurement_term_values(a->m, term), err)
                                    : -1;
                if (array < 0)
                    code = (int)array;
                else {
                    int status = attribute_write_text(array, LAYOUT_TERM, term->name, err);
                    if (!status)
                        status = describe(array, term->unit, term->about, err);
                    h5_close(array);
                    code = status;
                }
            }
    }
    if (!code && a->m->series_count + a->m->parameter_count)
        code = write_members(a, err);
    if (!code)
        code = write_long_texts(&a->fields, &a->m->facts, err);
    return code;
}

int writer_add_measurement(struct mat_struct *run, const struct measurement *m,
                           enum array_storage storage, struct err *err) {
    struct action a = {.m = m, .storage = storage, .scales = NO_SCALES};
    const char *field = mat_struct_field(run, m->name, err);
    int code = field ? mat_struct_begin(&a.fields, run->group, field, err) : ERR_FAILED;
    if (code)
        return code;
    code = end_scales(&a, write_action(&a, err), err);
    code = mat_struct_end(&a.fields, code, err);
    return code ? err_prefix(err, code, "action \"%s\"", m->name) : 0;
}

int writer_add_facts(struct mat_struct *run, const struct facts *facts, struct err *err) {
    int code = attribute_write_facts(run->group, facts, err);
    return code ? code : write_long_texts(run, facts, err);
}

static int write_run(struct mat_struct *group, const struct run *run, struct err *err) {
    int code = attribute_write_facts(group->group, &run->facts, err);
    for (size_t i = 0; i < run->measurement_count && !code; i++)
        code = writer_add_measurement(group, &run->measurements[i], ARRAY_COMPACT, err);
    return code ? code : write_long_texts(group, &run->facts, err);
}

int writer_write_run(hid_t file, const char *name, const struct run *run, struct err *err) {
    struct mat_struct group;
    int code = root_raise_version(file, err);
    if (!code)
        code = mat_struct_begin(&group, file, name, err);
    return code ? code : mat_struct_end(&group, write_run(&group, run, err), err);
}

int writer_rewrite_run(hid_t file, const char *name, const struct run *run, struct err *err) {
    struct mat_struct group;
    int code = root_raise_version(file, err);
    if (!code)
        code = mat_struct_renew(&group, file, name, err);
    return code ? code : mat_struct_end(&group, write_run(&group, run, err), err);
}

/* --- a detail that came later --- */

static int open_scales(struct action *a, hid_t group, struct err *err) {
    static const char *const names[] = {LAYOUT_SIZES, LAYOUT_ROUND, LAYOUT_SEED, LAYOUT_THREAD};
    int code = 0;
    for (size_t i = 0; !code && i < (a->m->team ? 4 : 3); i++) {
        hid_t scale = H5Dopen2(group, names[i], H5P_DEFAULT);
        code = scale < 0 ? h5_error(err, ERR_DAMAGED, "array \"%s\" cannot be opened", names[i])
                         : keep_scale(a, i, scale, err);
    }
    return code;
}

int writer_add_detail(hid_t action, struct mat_struct *library, const struct measurement *m,
                      const struct series *series, const struct series_detail *detail,
                      struct err *err) {
    struct action a = {.m = m, .storage = ARRAY_IN_PLACE, .scales = NO_SCALES};
    int code = open_scales(&a, action, err);
    if (!code)
        code = write_detail(&a, library, series, detail, err);
    return end_scales(&a, code, err);
}
