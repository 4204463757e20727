/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "store/schema/cell.h"

#include <stdio.h>

#include "formats/model/identifiers.h"
#include "store/hdf5/array.h"
#include "store/hdf5/h5.h"
#include "store/hdf5/members.h"
#include "store/schema/writer.h"

struct place {
    size_t point, round;
};

/* Writes the values at PLACE of an array of that shape. */
static int put_values(hid_t group, const char *name, const struct measurement *m,
                      const struct place *place, enum detail_shape shape, enum detail_type type,
                      const void *values, struct err *err) {
    const hsize_t start[] = {place->point, place->round, 0, 0};
    struct array_shape part = array_over(m, shape);
    part.dims[0] = part.dims[1] = 1;
    size_t cell = measurement_index(m, place->point, place->round, 0);
    size_t first = shape == PER_POINT ? place->point : shape == PER_SAMPLE ? cell : cell * m->team;
    /* int64_t and double have the same size. */
    return array_write_part(group, name, type == DETAIL_INTEGER ? ARRAY_INTEGER : ARRAY_REAL, start,
                            &part, (const double *)values + first, err);
}

/* --- details that a series got after it was added --- */

static int add_late_details(hid_t action, hid_t details, const char *field,
                            const struct measurement *m, const struct series *series,
                            struct err *err) {
    char path[2 * IDENTIFIER_SIZE];
    int code = 0;
    for (size_t i = 0; i < DETAILS && !code; i++) {
        const struct series_detail *d = &series_details[i];
        snprintf(path, sizeof path, "%s/%s", field, d->name);
        if (series_detail_values(series, d) && H5Lexists(details, path, H5P_DEFAULT) == 0) {
            struct mat_struct library = {.group = -1};
            char **names = NULL;
            size_t count = 0;
            hid_t group = H5Gopen2(details, field, H5P_DEFAULT);
            int status = group < 0 ? h5_error(err, ERR_DAMAGED, "its details cannot be opened")
                                   : members_list(group, &names, &count, err);
            for (size_t j = 0; j < count && !status; j++)
                status = identifiers_add(&library.fields, names[j])
                             ? 0
                             : err_set(err, ERR_FAILED, "no memory for names");
            members_free(names, count);
            h5_close(group);

            if (!status)
                status = mat_struct_resume(&library, details, field, err);
            if (!status)
                code = mat_struct_end(&library,
                                      writer_add_detail(action, &library, m, series, d, err), err);
            else {
                mat_struct_forget(&library);
                code = status;
            }
        }
    }
    return code;
}

/* --- all series --- */

static int put_series(hid_t action, hid_t details, const char *field, const struct measurement *m,
                      const struct series *series, const struct place *place, struct err *err) {
    int code = add_late_details(action, details, field, m, series, err);
    hid_t group = code ? -1 : H5Gopen2(details, field, H5P_DEFAULT);
    if (!code && group < 0)
        code = h5_error(err, ERR_DAMAGED, "its details cannot be opened");
    if (!code)
        code = put_values(action, field, m, place, PER_SAMPLE, DETAIL_REAL, series->seconds, err);
    if (!code) {
        for (size_t i = 0; i < DETAILS && !code; i++) {
            const struct series_detail *d = &series_details[i];
            const void *values = series_detail_values(series, d);
            if (values)
                code = put_values(group, d->name, m, place, d->shape, d->type, values, err);
        }
    }
    h5_close(group);
    return code ? err_prefix(err, code, "library \"%s\"", series->name) : 0;
}

/* Takes the field names that precede those of the libraries in an action's group. Returns 0 if
 * memory runs out. */
static int take_own_fields(struct identifiers *fields, const struct measurement *m) {
    int ok = 1;
    for (size_t i = 0; ok && i < LAYOUT_OWN_FIELDS; i++)
        ok = identifiers_add(fields, layout_own_fields[i]) != NULL;
    if (ok && m->team)
        ok = identifiers_add(fields, LAYOUT_THREAD) != NULL;
    for (size_t i = 0; ok && i < MEASUREMENT_TERMS; i++)
        if (measurement_term_values(m, &measurement_terms[i]))
            ok = identifiers_add(fields, measurement_terms[i].name) != NULL;
    for (size_t i = 0; ok && i < m->parameter_count; i++)
        ok = identifiers_add(fields, m->parameters[i].name) != NULL;
    return ok;
}

int cell_put(hid_t action, const struct measurement *m, size_t point, size_t round,
             struct err *err) {
    const struct place place = {point, round};
    hid_t details = H5Gopen2(action, LAYOUT_DETAILS, H5P_DEFAULT);
    struct identifiers fields = {0};
    int ok = take_own_fields(&fields, m), code = 0;
    for (size_t i = 0; i < m->series_count && !code; i++) {
        const char *field = ok ? identifiers_add(&fields, m->series[i].name) : NULL;
        code = field ? put_series(action, details, field, m, &m->series[i], &place, err)
                     : err_set(err, ERR_FAILED, "no memory for the name of a library");
    }
    identifiers_release(&fields);
    h5_close(details);
    return code ? err_prefix(err, code, "action \"%s\"", m->name) : 0;
}
