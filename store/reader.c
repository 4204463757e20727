/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "store/reader.h"

#include <stdlib.h>
#include <string.h>

#include "store/array.h"
#include "store/attribute.h"
#include "store/layout.h"
#include "store/mat_text.h"

#define MOST_MEMBERS ((size_t)1 << 20)

/* --- members --- */

struct members {
    char **names;
    size_t count;
    int is_foreign; /* a link leads out of the group */
};

static herr_t visit_member(hid_t group, const char *name, const H5L_info_t *info, void *data) {
    (void)group;
    struct members *members = data;
    members->is_foreign = info->type != H5L_TYPE_HARD;
    if (members->is_foreign || members->count == MOST_MEMBERS)
        return -1;
    /* Grown by doubling: at every power of two. */
    if ((members->count & (members->count - 1)) == 0) {
        size_t room = members->count ? 2 * members->count : 1;
        char **names = realloc(members->names, room * sizeof *names);
        if (!names)
            return -1;
        members->names = names;
    }
    members->names[members->count] = strdup(name);
    return members->names[members->count] ? (int)(members->count++, 0) : -1;
}

void reader_free_names(char **names, size_t count) {
    for (size_t i = 0; i < count; i++)
        free(names[i]);
    free(names);
}

static int visit_members(hid_t group, H5_index_t order, struct members *members) {
    hsize_t position = 0;
    *members = (struct members){0};
    if (H5Literate(group, order, H5_ITER_INC, &position, visit_member, members) >= 0)
        return 0;
    reader_free_names(members->names, members->count);
    return -1;
}

/* A file rewritten by another tool may have lost the order of creation. */
int reader_members(hid_t group, char ***names, size_t *count, struct err *err) {
    struct members members;
    if (visit_members(group, H5_INDEX_CRT_ORDER, &members) &&
        visit_members(group, H5_INDEX_NAME, &members))
        return members.is_foreign
                   ? err_set(err, ERR_DAMAGED, "a link in it leads elsewhere; no archive has such")
                   : h5_error(err, ERR_DAMAGED, "its members cannot be listed");
    *names = members.names;
    *count = members.count;
    return 0;
}

/* Sets TEXT to that of ATTRIBUTE of the member NAME, if that is an object of TYPE and has one;
 * otherwise to NULL. Few have: opening all would take longer than reading them. */
static int member_text(hid_t group, const char *name, H5I_type_t type, const char *attribute,
                       char **text, struct err *err) {
    htri_t exists = H5Aexists_by_name(group, name, attribute, H5P_DEFAULT);
    *text = NULL;
    if (exists == 0)
        return 0;
    hid_t object = exists > 0 ? H5Oopen(group, name, H5P_DEFAULT) : -1;
    if (object < 0)
        return h5_error(err, ERR_DAMAGED, "\"%s\" cannot be opened", name);
    if (H5Iget_type(object) == type)
        *text = attribute_read_text(object, attribute);
    h5_close(object);
    return 0;
}

int reader_action_name(hid_t run, const char *name, char **action, struct err *err) {
    return member_text(run, name, H5I_GROUP, LAYOUT_ACTION, action, err);
}

/* --- facts that are datasets --- */

static int read_long_text(hid_t group, const char *name, struct facts *facts, struct err *err) {
    char *true_name, *text;
    int code = member_text(group, name, H5I_DATASET, LAYOUT_FACT, &true_name, err);
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
    int code = reader_members(group, &names, &count, err);
    if (code)
        return code;
    for (size_t i = 0; i < count && !code; i++)
        code = read_long_text(group, names[i], facts, err);
    reader_free_names(names, count);
    return code;
}

static int read_facts(hid_t group, enum reader_extent extent, struct facts *facts,
                      struct err *err) {
    int code = attribute_read_facts(group, facts, err);
    if (!code && extent == READER_ALL)
        code = read_long_texts(group, facts, err);
    return !code && facts->incomplete ? err_set(err, ERR_FAILED, "no memory for its facts") : code;
}

/* --- arrays --- */

static enum array_type array_type_of(enum detail_type type) {
    return type == DETAIL_INTEGER ? ARRAY_INTEGER : ARRAY_REAL;
}

/* Whether it is an array of the measurement's own dimensions. */
static int check_over(const struct measurement *m, hid_t array, const char *name,
                      enum detail_shape shape, enum detail_type type, struct err *err) {
    const hsize_t dims[] = {m->points, m->rounds, m->max_seeds};
    struct array_shape found = {.rank = shape == PER_POINT ? 1 : 3};
    int code = array_check(array, name, array_type_of(type), &found, err);
    if (!code && memcmp(found.dims, dims, (size_t)found.rank * sizeof *dims) != 0)
        code = err_set(err, ERR_DAMAGED,
                       "array \"%s\" has not the shape of the sizes, rounds and seeds", name);
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
    static const size_t statistics[] = {
        offsetof(struct series, status),
        offsetof(struct series, interval_calls),
        offsetof(struct series, unsteady),
        offsetof(struct series, disturbed),
    };
    for (size_t i = 0; i < sizeof statistics / sizeof *statistics; i++)
        if (detail->offset == statistics[i])
            return 1;
    return extent == READER_ALL && !detail->is_optional;
}

/* Another minor version may have fewer details; those stay undefined. */
static int read_detail(const struct measurement *m, const struct series *series, hid_t library,
                       const struct series_detail *detail, struct err *err) {
    if (!series_detail_values(series, detail) || H5Lexists(library, detail->name, H5P_DEFAULT) <= 0)
        return 0;
    return read_named(m, library, detail->name, detail->shape, detail->type,
                      series_detail_values(series, detail), err);
}

static int read_details(const struct measurement *m, struct series *series, hid_t details,
                        const char *field, enum reader_extent extent, struct err *err) {
    if (details < 0 || H5Lexists(details, field, H5P_DEFAULT) <= 0)
        return 0;
    hid_t library = H5Gopen2(details, field, H5P_DEFAULT);
    if (library < 0)
        return h5_error(err, ERR_DAMAGED, "its details cannot be opened");
    int code = 0;
    for (size_t i = 0; i < series_detail_count && !code; i++)
        if (reader_wants(extent, &series_details[i]))
            code = read_detail(m, series, library, &series_details[i], err);
    if (!code && extent == READER_ALL)
        code = read_long_texts(library, &series->facts, err);
    h5_close(library);
    return code;
}

static int read_seconds(struct measurement *m, hid_t array, const char *field, const char *name,
                        struct err *err) {
    if (measurement_find(m, name))
        return err_set(err, ERR_DAMAGED, "it is there twice");
    /* Checked first, as a series takes many times the memory of its seconds. */
    int code = check_over(m, array, field, PER_SAMPLE, DETAIL_REAL, err);
    if (code)
        return code;
    struct series *series = measurement_add_series(m, name, err);
    return series ? array_read(array, field, ARRAY_REAL, series->seconds, err) : ERR_FAILED;
}

static void read_control_of(hid_t array, struct facts *facts) {
    if (H5Aexists(array, FACT_CONTROL_OF) <= 0)
        return;
    char *library = attribute_read_text(array, FACT_CONTROL_OF);
    facts_set_text(facts, FACT_CONTROL_OF, library);
    free(library);
}

static int read_series(struct measurement *m, hid_t array, hid_t details, const char *field,
                       const char *name, enum reader_extent extent, struct err *err) {
    int code = read_seconds(m, array, field, name, err);
    if (code)
        return code;
    struct series *series = &m->series[m->series_count - 1];
    if (extent == READER_ALL)
        code = attribute_read_facts(array, &series->facts, err);
    else
        read_control_of(array, &series->facts);
    if (!code)
        code = read_details(m, series, details, field, extent, err);
    return !code && series->facts.incomplete ? err_set(err, ERR_FAILED, "no memory for its facts")
                                             : code;
}

static int is_own_field(const char *field) {
    static const char *const own[] = {LAYOUT_SIZES, LAYOUT_SEEDS, LAYOUT_ROUND, LAYOUT_SEED,
                                      LAYOUT_DETAILS};
    for (size_t i = 0; i < sizeof own / sizeof *own; i++)
        if (strcmp(field, own[i]) == 0)
            return 1;
    return 0;
}

/* A member that is no library is passed over. */
static int read_member(struct measurement *m, hid_t action, hid_t details, const char *field,
                       enum reader_extent extent, struct err *err) {
    hid_t object = is_own_field(field) ? -1 : H5Oopen(action, field, H5P_DEFAULT);
    if (object < 0)
        return is_own_field(field) ? 0
                                   : h5_error(err, ERR_DAMAGED, "\"%s\" cannot be opened", field);
    char *name =
        H5Iget_type(object) == H5I_DATASET ? attribute_read_text(object, LAYOUT_LIBRARY) : NULL;
    int code = name ? read_series(m, object, details, field, name, extent, err) : 0;
    h5_close(object);
    if (code)
        err_prefix(err, code, "library \"%s\"", name);
    free(name);
    return code;
}

static int read_members(struct measurement *m, hid_t action, hid_t details,
                        enum reader_extent extent, struct err *err) {
    char **names;
    size_t count;
    int code = reader_members(action, &names, &count, err);
    if (code)
        return code;
    for (size_t i = 0; i < count && !code; i++)
        code = read_member(m, action, details, names[i], extent, err);
    reader_free_names(names, count);
    return code;
}

static int read_libraries(struct measurement *m, hid_t action, enum reader_extent extent,
                          struct err *err) {
    int exists = H5Lexists(action, LAYOUT_DETAILS, H5P_DEFAULT) > 0;
    hid_t details = exists ? H5Gopen2(action, LAYOUT_DETAILS, H5P_DEFAULT) : -1;
    if (exists && details < 0)
        return h5_error(err, ERR_DAMAGED, "\"%s\" cannot be opened", LAYOUT_DETAILS);
    int code = read_members(m, action, details, extent, err);
    h5_close(details);
    return code;
}

/* --- measurement and run --- */

static int check_seeds(const struct measurement *m, struct err *err) {
    for (size_t p = 0; p < m->points; p++)
        if (m->seeds[p] < 0 || (uint64_t)m->seeds[p] > m->max_seeds)
            return err_set(err, ERR_DAMAGED, "it claims %lld of at most %zu seeds",
                           (long long)m->seeds[p], m->max_seeds);
    return 0;
}

static int read_lengths(hid_t action, size_t *rounds, size_t *seeds, struct err *err) {
    int code = read_length(action, LAYOUT_ROUND, rounds, err);
    return code ? code : read_length(action, LAYOUT_SEED, seeds, err);
}

static int read_dimensions(hid_t action, hid_t sizes, const char *name, struct run *run,
                           struct err *err) {
    struct array_shape line = {.rank = 1};
    size_t rounds = 0, seeds = 0;
    int code = array_check(sizes, LAYOUT_SIZES, ARRAY_INTEGER, &line, err);
    if (!code)
        code = read_lengths(action, &rounds, &seeds, err);
    if (code)
        return code;
    struct measurement *m = run_add_measurement(run, name, line.dims[0], rounds, seeds, err);
    if (!m)
        return ERR_DAMAGED;
    code = array_read(sizes, LAYOUT_SIZES, ARRAY_INTEGER, m->sizes, err);
    if (!code)
        code = read_named(m, action, LAYOUT_SEEDS, PER_POINT, DETAIL_INTEGER, m->seeds, err);
    return code ? code : check_seeds(m, err);
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
    return code ? code : read_libraries(m, action, extent, err);
}

static int read_if_wanted(hid_t run, const char *field, const char *wanted,
                          enum reader_extent extent, struct run *result, struct err *err) {
    char *name;
    int code = reader_action_name(run, field, &name, err);
    if (name && (!wanted || strcmp(name, wanted) == 0)) {
        hid_t action = H5Gopen2(run, field, H5P_DEFAULT);
        code = read_measurement(action, name, extent, result, err);
        h5_close(action);
        if (code)
            err_prefix(err, code, "action \"%s\"", name);
    }
    free(name);
    return code;
}

int reader_read_run(hid_t run, const char *action, enum reader_extent extent, struct run *result,
                    struct err *err) {
    int code = read_facts(run, extent, &result->facts, err);
    if (code)
        return code;
    char **names;
    size_t count;
    code = reader_members(run, &names, &count, err);
    if (code)
        return code;
    for (size_t i = 0; i < count && !code; i++)
        code = read_if_wanted(run, names[i], action, extent, result, err);
    reader_free_names(names, count);
    if (!code && action && result->measurement_count == 0)
        code = err_set(err, ERR_USAGE, "it has no action \"%s\"", action);
    return code;
}
