/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "store/schema/reader.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <hdf5_hl.h>

#include "formats/model/hash_table.h"
#include "formats/model/identifiers.h"
#include "store/hdf5/array.h"
#include "store/hdf5/attribute.h"
#include "store/hdf5/h5.h"
#include "store/hdf5/mat.h"
#include "store/hdf5/members.h"

int reader_action_name(hid_t run, const char *name, char **action, struct err *err) {
    return members_text(run, name, H5I_GROUP, LAYOUT_ACTION, action, err);
}

/* Whether NAME is an identifier, so that HDF5 cannot take it for a path. */
static int is_identifier(const char *name) {
    size_t i = 0;
    while (name[i] && identifiers_may_have(name[i]))
        i++;
    return i > 0 && !name[i];
}

int reader_is_named(hid_t run, const char *action) {
    H5L_info_t link;
    char *name = NULL;
    int is = is_identifier(action) && H5Lexists(run, action, H5P_DEFAULT) > 0 &&
             H5Lget_info(run, action, &link, H5P_DEFAULT) >= 0 && link.type == H5L_TYPE_HARD &&
             reader_action_name(run, action, &name, NULL) == 0 && name && strcmp(name, action) == 0;
    free(name);
    return is;
}

static int wants_few(enum reader_extent extent) {
    return reader_amount(extent) == READER_SECONDS;
}

static int wants_all(enum reader_extent extent) {
    return reader_amount(extent) == READER_ALL;
}

/* --- facts that are datasets --- */

static int read_long_text(hid_t group, const char *name, struct facts *facts, struct err *err) {
    char *true_name, *text;
    int code = members_text(group, name, H5I_DATASET, LAYOUT_FACT, &true_name, err);
    if (!true_name)
        return code;
    code = mat_text_read(group, name, &text, err);
    if (!code) {
        facts_set_text(facts, true_name, text);
        free(text);
    }
    free(true_name);
    return code;
}

static int read_long_texts(hid_t group, struct facts *facts, struct err *err) {
    char **names;
    size_t count;
    int code = members_list(group, &names, &count, err);
    if (code)
        return code;
    for (size_t i = 0; i < count && !code; i++)
        code = read_long_text(group, names[i], facts, err);
    members_free(names, count);
    return code;
}

static int read_facts(hid_t group, enum reader_extent extent, struct facts *facts,
                      struct err *err) {
    int code = attribute_read_facts(group, facts, err);
    if (!code && wants_all(extent))
        code = read_long_texts(group, facts, err);
    return !code && facts->incomplete ? err_set(err, ERR_FAILED, "no memory for its facts") : code;
}

/* --- arrays --- */

static enum array_type array_type_of(enum detail_type type) {
    return type == DETAIL_INTEGER ? ARRAY_INTEGER : ARRAY_REAL;
}

/* Checks that the array has the measurement's own dimensions. */
static int check_over(const struct measurement *m, hid_t array, const char *name,
                      enum detail_shape shape, enum detail_type type, struct err *err) {
    const struct array_shape right = array_over(m, shape);
    struct array_shape found = {.rank = right.rank};
    int code = array_check(array, name, array_type_of(type), &found, err);
    if (!code && memcmp(found.dims, right.dims, (size_t)found.rank * sizeof *found.dims) != 0)
        code = err_set(err, ERR_DAMAGED, "array \"%s\" has not the shape of the sizes, rounds%s",
                       name, shape == PER_THREAD ? ", seeds and threads" : " and seeds");
    return code;
}

static int read_named(const struct measurement *m, hid_t group, const char *name,
                      enum detail_shape shape, enum detail_type type, void *values,
                      struct err *err) {
    hid_t array = H5Dopen2(group, name, H5P_DEFAULT);
    if (array < 0)
        return h5_error(err, ERR_DAMAGED, "there is no array \"%s\" that can be opened", name);
    int code = check_over(m, array, name, shape, type, err);
    if (!code)
        code = array_read(array, name, array_type_of(type), values, err);
    h5_close(array);
    return code;
}

static int read_length(hid_t group, const char *name, size_t *length, struct err *err) {
    struct array_shape line = {.rank = 1};
    hid_t array = array_open(group, name, ARRAY_INTEGER, &line, err);
    if (array < 0)
        return (int)array;
    *length = line.dims[0];
    h5_close(array);
    return 0;
}

/* --- series --- */

int reader_wants(enum reader_extent extent, const struct series_detail *detail) {
    static const enum detail statistics[] = {
        DETAIL_batch_mean,     DETAIL_cpu_seconds, DETAIL_run_delay,      DETAIL_steal,
        DETAIL_calls,          DETAIL_status,      DETAIL_interval_calls, DETAIL_unsteady,
        DETAIL_disturbed,      DETAIL_max_error,   DETAIL_mean_error,     DETAIL_total_error,
        DETAIL_relative_error, DETAIL_residual,    DETAIL_tolerance,
    };
    enum detail d = (enum detail)(detail - series_details);
    if (extent & READER_HEAD && detail->shape != PER_POINT)
        return 0;
    if (detail->shape == PER_THREAD)
        return wants_all(extent);
    if (wants_few(extent))
        return d == DETAIL_status || d == DETAIL_operations;
    int wants = wants_all(extent) || detail->is_optional;
    for (size_t i = 0; i < sizeof statistics / sizeof *statistics; i++)
        wants |= d == statistics[i];
    return wants;
}

/* Returns 0 if memory ran out. */
static int add_wanted(const struct measurement *m, struct series *series,
                      enum reader_extent extent) {
    int complete = 1;
    for (size_t i = 0; i < DETAILS; i++) {
        const struct series_detail *detail = &series_details[i];
        if (detail->is_optional || !reader_wants(extent, detail))
            continue;
        series->details[i] = series_detail_new(m, detail);
        complete &= series->details[i] != NULL;
    }
    return complete;
}

struct series *reader_add_series(struct measurement *m, const char *name, enum reader_extent extent,
                                 struct err *err) {
    if (!(extent & READER_HEAD))
        return measurement_add_series(m, name, err);
    char *own = strdup(name);
    struct series *series = measurement_keep_series(m, &(struct series){.name = own});
    if (series && add_wanted(m, series, extent))
        return series;
    if (!series)
        free(own);
    err_set(err, ERR_FAILED, "%s: %s: no memory", m->name, name);
    return NULL;
}

/* An archive of another minor version may lack some details; those stay undefined. */
static int read_detail(const struct measurement *m, struct series *series, hid_t library,
                       const struct series_detail *detail, struct err *err) {
    if (H5Lexists(library, detail->name, H5P_DEFAULT) <= 0)
        return 0;
    if (detail->shape == PER_THREAD && !m->team)
        return err_set(err, ERR_DAMAGED, "array \"%s\" has no dimension \"%s\"", detail->name,
                       LAYOUT_THREAD);
    if (detail->shape != PER_POINT) {
        /* Allocates memory only after the array has been checked. */
        hid_t array = H5Dopen2(library, detail->name, H5P_DEFAULT);
        if (array < 0)
            return h5_error(err, ERR_DAMAGED, "array \"%s\" cannot be opened", detail->name);
        int code = check_over(m, array, detail->name, detail->shape, detail->type, err);
        if (!code)
            code = measurement_add_detail(m, series, detail->name, err);
        if (!code)
            code = array_read(array, detail->name, array_type_of(detail->type),
                              series_detail_values(series, detail), err);
        h5_close(array);
        return code;
    }
    return read_named(m, library, detail->name, detail->shape, detail->type,
                      series_detail_values(series, detail), err);
}

/* Reads the only fact that statistics need and that may be long. */
static int read_long_errors(hid_t library, struct facts *facts, struct err *err) {
    return H5Lexists(library, FACT_OUTPUT_ERRORS, H5P_DEFAULT) > 0
               ? read_long_text(library, FACT_OUTPUT_ERRORS, facts, err)
               : 0;
}

static int read_details(const struct measurement *m, struct series *series, hid_t details,
                        const char *field, enum reader_extent extent, struct err *err) {
    if (details < 0 || H5Lexists(details, field, H5P_DEFAULT) <= 0)
        return 0;
    hid_t library = H5Gopen2(details, field, H5P_DEFAULT);
    if (library < 0)
        return h5_error(err, ERR_DAMAGED, "its details cannot be opened");
    int code = 0;
    for (size_t i = 0; i < DETAILS && !code; i++)
        if (reader_wants(extent, &series_details[i]))
            code = read_detail(m, series, library, &series_details[i], err);
    if (!code)
        code = wants_all(extent)   ? read_long_texts(library, &series->facts, err)
               : wants_few(extent) ? 0
                                   : read_long_errors(library, &series->facts, err);
    h5_close(library);
    return code;
}

static int read_seconds(struct measurement *m, hid_t array, const char *field, const char *name,
                        enum reader_extent extent, struct err *err) {
    if (measurement_find(m, name))
        return err_set(err, ERR_DAMAGED, "it is there twice");
    /* Checks the array first, as a series takes many times the memory of its seconds. A head takes
     * little, and samples_open checks the array. */
    int code = extent & READER_HEAD ? 0 : check_over(m, array, field, PER_SAMPLE, DETAIL_REAL, err);
    if (code)
        return code;
    struct series *series = reader_add_series(m, name, extent, err);
    if (!series || extent & READER_HEAD)
        return series ? 0 : ERR_FAILED;
    return array_read(array, field, ARRAY_REAL, series->seconds, err);
}

static void read_fact(hid_t array, const char *name, struct facts *facts) {
    char *text = H5Aexists(array, name) > 0 ? attribute_read_text(array, name) : NULL;
    facts_set_text(facts, name, text);
    free(text);
}

/* --- the members of an action --- */

static int read_parameter(struct measurement *m, hid_t array, const char *field, const char *name,
                          struct err *err) {
    if (measurement_find_parameter(m, name))
        return err_set(err, ERR_DAMAGED, "it is there twice");
    int code = check_over(m, array, field, PER_POINT, DETAIL_REAL, err);
    if (code)
        return code;
    if (m->parameter_count == RUN_MAX_PARAMETERS)
        return err_set(err, ERR_DAMAGED, "there are more than %zu", RUN_MAX_PARAMETERS);
    struct parameter *parameter = measurement_add_parameter(m, name, err);
    return parameter ? array_read(array, field, ARRAY_REAL, parameter->values, err) : ERR_FAILED;
}

/* Whether an array declares itself to be TERM by its attribute. Without that attribute it may be a
 * library or parameter of the same name. */
static int is_term(hid_t array, const struct measurement_term *term) {
    if (H5Aexists(array, LAYOUT_LIBRARY) > 0 || H5Aexists(array, LAYOUT_TERM) <= 0)
        return 0;
    char *name = attribute_read_text(array, LAYOUT_TERM);
    int is_it = name && strcmp(name, term->name) == 0;
    free(name);
    return is_it;
}

static int read_terms(struct measurement *m, hid_t action, struct err *err) {
    int code = 0;
    for (size_t i = 0; i < MEASUREMENT_TERMS && !code; i++)
        if (H5Lexists(action, measurement_terms[i].name, H5P_DEFAULT) > 0) {
            const struct measurement_term *term = &measurement_terms[i];
            hid_t object = H5Oopen(action, term->name, H5P_DEFAULT);
            if (object < 0)
                code = h5_error(err, ERR_DAMAGED, "\"%s\" cannot be opened", term->name);
            else {
                int status = 0;
                if (H5Iget_type(object) == H5I_DATASET && is_term(object, term)) {
                    status = check_over(m, object, term->name, PER_POINT, DETAIL_REAL, err);
                    double *values = status ? NULL : measurement_add_term(m, term->name, err);
                    if (!status)
                        status = values ? array_read(object, term->name, ARRAY_REAL, values, err)
                                        : ERR_FAILED;
                }
                h5_close(object);
                code = status;
            }
        }
    return code;
}

/* A member of an action's group, and how much of it to read. */
struct member {
    struct measurement *m;
    hid_t action, details;
    const char *field;
    enum reader_extent extent;
};

/* A library may have a fact called "parameter", so LAYOUT_LIBRARY is checked first. */
static int read_array(const struct member *member, hid_t array, int parameters, struct err *err) {
    char *library = attribute_read_text(array, LAYOUT_LIBRARY), *name = NULL;
    const char *kind = library ? "library" : "parameter";
    int code = 0;
    if (!library && parameters)
        name = attribute_read_text(array, LAYOUT_PARAMETER);
    if (library && !parameters) {
        struct measurement *m = member->m;
        hid_t details = member->details;
        const char *field = member->field;
        enum reader_extent extent = member->extent;
        int status = read_seconds(m, array, field, library, extent, err);
        if (status)
            code = status;
        else {
            struct series *series = &m->series[m->series_count - 1];
            if (wants_all(extent) || extent & READER_FACTS)
                status = attribute_read_facts(array, &series->facts, err);
            else {
                read_fact(array, FACT_CONTROL_OF, &series->facts);
                if (!wants_few(extent))
                    read_fact(array, FACT_OUTPUT_ERRORS, &series->facts);
            }
            if (!status)
                status = read_details(m, series, details, field, extent, err);
            code = !status && series->facts.incomplete
                       ? err_set(err, ERR_FAILED, "no memory for its facts")
                       : status;
        }
    } else if (name)
        code = read_parameter(member->m, array, member->field, name, err);
    if (code)
        err_prefix(err, code, "%s \"%s\"", kind, library ? library : name);
    free(library);
    free(name);
    return code;
}

/* Reads the member if it is of the wanted kind: parameter or library. */
static int read_member(const struct member *member, int parameters, struct err *err) {
    if (layout_is_own(member->field) ||
        (member->m->team && strcmp(member->field, LAYOUT_THREAD) == 0) ||
        (parameters &&
         H5Aexists_by_name(member->action, member->field, LAYOUT_PARAMETER, H5P_DEFAULT) == 0))
        return 0;
    hid_t object = H5Oopen(member->action, member->field, H5P_DEFAULT);
    if (object < 0)
        return h5_error(err, ERR_DAMAGED, "\"%s\" cannot be opened", member->field);
    int code = H5Iget_type(object) == H5I_DATASET ? read_array(member, object, parameters, err) : 0;
    h5_close(object);
    return code;
}

/* Reads parameters first: they decide which details of the libraries are wanted. */
static int read_members(struct member *member, struct err *err) {
    char **names;
    size_t count;
    int code = members_list(member->action, &names, &count, err);
    if (code)
        return code;
    for (int parameters = 1; parameters >= 0; parameters--)
        for (size_t i = 0; i < count && !code; i++) {
            member->field = names[i];
            code = read_member(member, parameters, err);
        }
    members_free(names, count);
    return code;
}

static int read_arrays(struct measurement *m, hid_t action, enum reader_extent extent,
                       struct err *err) {
    int exists = H5Lexists(action, LAYOUT_DETAILS, H5P_DEFAULT) > 0;
    hid_t details = exists ? H5Gopen2(action, LAYOUT_DETAILS, H5P_DEFAULT) : -1;
    if (exists && details < 0)
        return h5_error(err, ERR_DAMAGED, "\"%s\" cannot be opened", LAYOUT_DETAILS);
    struct member member = {.m = m, .action = action, .details = details, .extent = extent};
    int code = read_members(&member, err);
    h5_close(details);
    return code;
}

/* --- measurement and run --- */

int reader_has_team(hid_t action) {
    if (H5Lexists(action, LAYOUT_THREAD, H5P_DEFAULT) <= 0)
        return 0;
    hid_t object = H5Oopen(action, LAYOUT_THREAD, H5P_DEFAULT);
    int has = object >= 0 && H5Iget_type(object) == H5I_DATASET && H5DSis_scale(object) > 0;
    h5_close(object);
    return has;
}

static int read_dimensions(hid_t action, hid_t sizes, const char *name, struct run *run,
                           struct err *err) {
    struct array_shape line = {.rank = 1};
    size_t rounds = 0, seeds = 0, team = 0;
    int code = array_check(sizes, LAYOUT_SIZES, ARRAY_INTEGER, &line, err);
    if (!code) {
        int status = read_length(action, LAYOUT_ROUND, &rounds, err);
        code = status ? status : read_length(action, LAYOUT_SEED, &seeds, err);
    }
    if (!code && reader_has_team(action))
        code = read_length(action, LAYOUT_THREAD, &team, err);
    if (code)
        return code;
    struct measurement *m = run_add_measurement(run, name, line.dims[0], rounds, seeds, err);
    if (!m || measurement_set_team(m, team, err))
        return ERR_DAMAGED;
    code = array_read(sizes, LAYOUT_SIZES, ARRAY_INTEGER, m->sizes, err);
    if (!code)
        code = read_named(m, action, LAYOUT_SEEDS, PER_POINT, DETAIL_INTEGER, m->seeds, err);
    return code ? code : measurement_check_seeds(m, err);
}

static int read_measurement(hid_t action, const char *name, enum reader_extent extent,
                            struct run *run, struct err *err) {
    if (run_find(run, name))
        return err_set(err, ERR_DAMAGED, "it is there twice");
    hid_t sizes = H5Dopen2(action, LAYOUT_SIZES, H5P_DEFAULT);
    if (sizes < 0)
        return h5_error(err, ERR_DAMAGED, "there is no array \"%s\"", LAYOUT_SIZES);
    int code = read_dimensions(action, sizes, name, run, err);
    h5_close(sizes);
    if (code)
        return code;
    struct measurement *m = &run->measurements[run->measurement_count - 1];
    code = read_facts(action, extent, &m->facts, err);
    if (!code)
        code = read_terms(m, action, err);
    return code ? code : read_arrays(m, action, extent, err);
}

static int read_member_named(hid_t run, const char *field, const char *name,
                             enum reader_extent extent, struct run *result, struct err *err) {
    hid_t action = H5Gopen2(run, field, H5P_DEFAULT);
    int code = read_measurement(action, name, extent, result, err);
    h5_close(action);
    return code ? err_prefix(err, code, "action \"%s\"", name) : 0;
}

static int read_member_if_action(hid_t run, const char *field, enum reader_extent extent,
                                 struct run *result, struct err *err) {
    char *name;
    int code = reader_action_name(run, field, &name, err);
    if (name)
        code = read_member_named(run, field, name, extent, result, err);
    free(name);
    return code;
}

int reader_read_run(hid_t run, enum reader_extent extent, struct run *result, struct err *err) {
    char **names;
    size_t count;
    int code = read_facts(run, extent, &result->facts, err);
    if (!code)
        code = members_list(run, &names, &count, err);
    if (code)
        return code;
    for (size_t i = 0; i < count && !code; i++)
        code = read_member_if_action(run, names[i], extent, result, err);
    members_free(names, count);
    return code;
}

/* --- one action after the other --- */

static int is_called(const void *names, uint32_t number, const void *name) {
    return strcmp(((char *const *)names)[number], name) == 0;
}

static uint64_t hash_of(const char *name) {
    return slots_hash_text(slots_hash(), name);
}

static void forget_actions(struct reader_common *common) {
    for (size_t i = 0; common->names && i < common->count; i++)
        free(common->names[i]);
    free(common->names);
    if (common->fields)
        members_free(common->fields, common->count);
    slots_release(&common->by_name);
    common->fields = common->names = NULL;
}

void reader_common_release(struct reader_common *common) {
    forget_actions(common);
    facts_release(&common->facts);
    *common = (struct reader_common){0};
}

static int list_actions(hid_t run, struct reader_common *common, struct err *err) {
    int code = members_list(run, &common->fields, &common->count, err);
    if (code)
        return code;
    int has_room = (common->names = calloc(common->count + 1, sizeof *common->names)) != NULL;
    for (size_t i = 0; i < common->count && !code && has_room; i++) {
        char **name = &common->names[i];
        code = reader_action_name(run, common->fields[i], name, err);
        has_room = code || !*name || slots_add(&common->by_name, hash_of(*name), (uint32_t)i);
    }
    return code || has_room ? code : err_set(err, ERR_FAILED, "no memory for its actions");
}

/* Sets FIELD to the member of RUN that is ACTION. */
static int find_action(hid_t run, struct reader_common *common, const char *action,
                       const char **field, struct err *err) {
    *field = action;
    if (reader_is_named(run, action))
        return 0;
    int code = common->fields ? 0 : list_actions(run, common, err);
    if (code) {
        forget_actions(common);
        return code;
    }
    uint32_t number =
        slots_find(&common->by_name, hash_of(action), is_called, common->names, action);
    *field = number == SLOTS_NONE ? NULL : common->fields[number];
    return *field ? 0 : err_set(err, ERR_USAGE, "it has no action \"%s\"", action);
}

static int take_facts(hid_t run, enum reader_extent extent, struct reader_common *common,
                      struct facts *facts, struct err *err) {
    int code = common->has_facts ? 0 : read_facts(run, extent, &common->facts, err);
    common->has_facts = !code;
    if (code)
        facts_release(&common->facts);
    else if (facts_copy(facts, &common->facts))
        code = err_set(err, ERR_FAILED, "no memory for its facts");
    return code;
}

int reader_read_action(hid_t run, const char *action, enum reader_extent extent,
                       struct reader_common *common, struct run *result, const char **field,
                       struct err *err) {
    int code = take_facts(run, extent, common, &result->facts, err);
    if (!code)
        code = find_action(run, common, action, field, err);
    return code ? code : read_member_named(run, *field, action, extent, result, err);
}
