/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "store/schema/run_summary.h"

#include <stdlib.h>
#include <string.h>

#include "formats/model/identifiers.h"
#include "store/hdf5/array.h"
#include "store/hdf5/attribute.h"
#include "store/hdf5/h5.h"
#include "store/hdf5/members.h"

/* --- adding to a summary --- */

/* Takes ownership of NAME. Returns NULL if memory runs out, with NAME freed. */
static struct measurement *add_action(struct run *run, char *name) {
    struct measurement *kept = run_keep_measurement(run, &(struct measurement){.name = name});
    if (!kept)
        free(name);
    return kept;
}

static int add_library(struct measurement *m, char *name) {
    int is_kept = measurement_keep_series(m, &(struct series){.name = name}) != NULL;
    if (!is_kept)
        free(name);
    return is_kept ? 0 : -1;
}

/* --- reading: facts --- */

static const char *const run_facts[] = {FACT_UUID, FACT_STARTED, FACT_STATE, FACT_HOST,
                                        FACT_SLURM_NODE};
static const char *const action_facts[] = {FACT_TYPE};

static void read_facts(hid_t object, const char *const *names, size_t count, struct facts *facts) {
    for (size_t i = 0; i < count; i++) {
        char *text = attribute_read_text(object, names[i]);
        facts_set_text(facts, names[i], text);
        free(text);
    }
}

/* --- reading: libraries --- */

/* Whether FIELD is certainly its library's own name. A field that identifiers_add may have altered
 * (identifiers.h) must be looked up in the array; all others need not, which saves opening nearly
 * every array. */
static int is_true_name(const char *field) {
    return *field != 'x' && !strchr(field, '_') && strlen(field) < IDENTIFIER_SIZE - 1;
}

static char *library_name(hid_t action, const char *field) {
    if (is_true_name(field))
        return strdup(field);
    hid_t array = H5Dopen2(action, field, H5P_DEFAULT);
    char *name = array >= 0 ? attribute_read_text(array, LAYOUT_LIBRARY) : NULL;
    h5_close(array);
    return name;
}

/* Every library has a group among the details, and nothing else does. */
static int read_libraries(struct measurement *m, hid_t action, struct err *err) {
    if (H5Lexists(action, LAYOUT_DETAILS, H5P_DEFAULT) <= 0)
        return 0;
    char **fields;
    size_t count;
    hid_t details = H5Gopen2(action, LAYOUT_DETAILS, H5P_DEFAULT);
    if (details < 0)
        return h5_error(err, ERR_DAMAGED, "\"%s\" cannot be opened", LAYOUT_DETAILS);
    int code = members_list(details, &fields, &count, err);
    h5_close(details);
    if (code)
        return code;
    for (size_t i = 0; i < count && !code; i++) {
        const char *field = fields[i];
        char *name = library_name(action, field);
        if (!name)
            code = err_set(err, ERR_DAMAGED, "library \"%s\" cannot be opened", field);
        else
            code =
                add_library(m, name) ? err_set(err, ERR_FAILED, "no memory for its libraries") : 0;
    }
    members_free(fields, count);
    return code;
}

/* --- reading: actions --- */

static int read_sizes(struct measurement *m, hid_t action, struct err *err) {
    struct array_shape line = {.rank = 1};
    hid_t sizes = array_open(action, LAYOUT_SIZES, ARRAY_INTEGER, &line, err);
    if (sizes < 0)
        return (int)sizes;
    m->sizes = calloc(line.dims[0] ? line.dims[0] : 1, sizeof *m->sizes);
    m->points = m->sizes ? line.dims[0] : 0;
    int code = m->sizes ? array_read(sizes, LAYOUT_SIZES, ARRAY_INTEGER, m->sizes, err)
                        : err_set(err, ERR_FAILED, "no memory for its sizes");
    h5_close(sizes);
    return code;
}

static int read_action(struct run *run, hid_t action, char *name, struct err *err) {
    struct measurement *m = add_action(run, name);
    if (!m)
        return err_set(err, ERR_FAILED, "no memory for its actions");
    read_facts(action, action_facts, sizeof action_facts / sizeof *action_facts, &m->facts);
    int code = read_sizes(m, action, err);
    if (!code)
        code = read_libraries(m, action, err);
    return code ? err_prefix(err, code, "action \"%s\"", m->name) : 0;
}

static int is_group(hid_t run, const char *field, int *is, struct err *err) {
    H5O_info_t info;
    if (H5Oget_info_by_name2(run, field, &info, H5O_INFO_BASIC, H5P_DEFAULT) < 0)
        return h5_error(err, ERR_DAMAGED, "\"%s\" cannot be opened", field);
    *is = info.type == H5O_TYPE_GROUP;
    return 0;
}

static int read_group(struct run *result, hid_t run, const char *field, struct err *err) {
    hid_t action = H5Gopen2(run, field, H5P_DEFAULT);
    if (action < 0)
        return h5_error(err, ERR_DAMAGED, "\"%s\" cannot be opened", field);
    char *name = attribute_read_text(action, LAYOUT_ACTION);
    int code = name ? read_action(result, action, name, err) : 0;
    h5_close(action);
    return code;
}

int run_summary_read(hid_t run, struct run *result, struct err *err) {
    read_facts(run, run_facts, sizeof run_facts / sizeof *run_facts, &result->facts);
    if (result->facts.incomplete)
        return err_set(err, ERR_FAILED, "no memory for its facts");
    char **fields;
    size_t count;
    int code = members_list(run, &fields, &count, err);
    if (code)
        return code;
    for (size_t i = 0; i < count && !code; i++) {
        const char *field = fields[i];
        int is = 0, status = is_group(run, field, &is, err);
        code = is ? read_group(result, run, field, err) : status;
    }
    members_free(fields, count);
    return code;
}

/* --- as a message --- */

static void put_facts(struct message *message, const char *const *names, size_t count,
                      const struct facts *facts) {
    for (size_t i = 0; i < count; i++)
        message_put_text(message, facts_text(facts, names[i], NULL));
}

void run_summary_put(struct message *message, const struct run *run) {
    put_facts(message, run_facts, sizeof run_facts / sizeof *run_facts, &run->facts);
    message_put_number(message, run->measurement_count);
    for (size_t i = 0; i < run->measurement_count; i++) {
        const struct measurement *m = &run->measurements[i];
        message_put_text(message, m->name);
        put_facts(message, action_facts, sizeof action_facts / sizeof *action_facts, &m->facts);
        message_put_number(message, m->points);
        message_put(message, m->sizes, m->points * sizeof *m->sizes);
        message_put_number(message, m->series_count);
        for (size_t j = 0; j < m->series_count; j++)
            message_put_text(message, m->series[j].name);
    }
}

static void take_facts(struct message *message, const char *const *names, size_t count,
                       struct facts *facts) {
    for (size_t i = 0; i < count; i++) {
        char *text = message_take_text(message);
        facts_set_text(facts, names[i], text);
        free(text);
    }
    message->failed |= facts->incomplete;
}

static void take_action(struct message *message, struct run *run) {
    char *name = message_take_text(message);
    struct measurement *m = name ? add_action(run, name) : NULL;
    if (!m) {
        message->failed = 1;
        return;
    }
    take_facts(message, action_facts, sizeof action_facts / sizeof *action_facts, &m->facts);

    m->points = message_take_count(message, sizeof *m->sizes);
    m->sizes = calloc(m->points ? m->points : 1, sizeof *m->sizes);
    if (m->sizes)
        message_take(message, m->sizes, m->points * sizeof *m->sizes);
    else
        message->failed = 1;

    size_t count = message_take_count(message, sizeof(uint64_t));
    for (size_t i = 0; i < count && !message->failed; i++) {
        char *library = message_take_text(message);
        message->failed |= !library || add_library(m, library);
    }
}

void run_summary_take(struct message *message, struct run *run) {
    take_facts(message, run_facts, sizeof run_facts / sizeof *run_facts, &run->facts);
    size_t count = message_take_count(message, sizeof(uint64_t));
    for (size_t i = 0; i < count && !message->failed; i++)
        take_action(message, run);
}
