/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "store/schema/head.h"

#include <stdlib.h>
#include <string.h>

#include "store/hdf5/h5.h"
#include "store/hdf5/members.h"

static int read_parts(struct head *head, const struct head_place *place, hid_t run,
                      const char *action, enum reader_extent extent, struct err *err) {
    const char *field;
    int code = reader_read_action(run, action, extent | READER_HEAD, place->common, head->run,
                                  &field, err);
    if (code)
        return code;
    const struct measurement *m = &head->run->measurements[0];
    const size_t dims[] = {m->points, m->rounds, m->max_seeds};
    memcpy(head->samples.dims, dims, sizeof dims);
    hid_t group = H5Gopen2(run, field, H5P_DEFAULT);
    if (group < 0)
        return h5_error(err, ERR_DAMAGED, "action \"%s\" cannot be opened", action);
    code = samples_open(&head->samples, place->image, group, m, extent, err);
    h5_close(group);
    return code ? err_prefix(err, code, "action \"%s\"", action) : 0;
}

int head_read(struct head *head, const struct head_place *place, const char *action,
              enum reader_extent extent, struct err *err) {
    *head = (struct head){0};
    if (place->address != HADDR_UNDEF &&
        native_header_read(head, place->image, place->address, action, extent) == 0)
        return 0;
    head_release(head);

    hid_t group = H5Gopen2(place->file, place->name, H5P_DEFAULT);
    head->run = run_new();
    int code = group < 0    ? h5_error(err, ERR_DAMAGED, "it cannot be opened")
               : !head->run ? err_set(err, ERR_FAILED, "no memory for it")
                            : read_parts(head, place, group, action, extent, err);
    h5_close(group);

    if (code)
        head_release(head);
    return code;
}

void head_release(struct head *head) {
    run_free(head->run);
    samples_release(&head->samples);
    *head = (struct head){0};
}

/* --- reading without HDF5 --- */

#define NUMBER sizeof(uint64_t)

/* A head being read. */
struct plain {
    struct file_view *image;
    struct head *head;
    enum reader_extent extent;
    struct measurement *m;
    struct chunk_room room;
};

/* --- arrays with one element per point --- */

/* Opens the array NAME of GROUP; fails if it does not have that type and rank. */
static int open_array(const struct plain *p, const struct object *group, const char *name,
                      enum array_type type, int rank, struct object *array) {
    const struct object_link *link = object_find(group, name);
    if (!link || object_read(p->image, link->address, array))
        return -1;
    if (array->kind == OBJECT_ARRAY && array->place.type == type && array->place.rank == rank)
        return 0;
    object_release(array);
    return -1;
}

/* Reads COUNT values of a chunk of ROOM elements: the last chunk may extend beyond the array's
 * end. */
static int read_chunk(struct plain *p, const struct object_chunk *chunk, size_t room, void *values,
                      size_t count, enum chunk_pipeline pipeline) {
    void *whole = count < room ? malloc(room * NUMBER) : values;
    const unsigned char *stored = file_view_at(p->image, chunk->address, chunk->size);
    int failed = !whole || !stored ||
                 chunk_decode(&p->room, pipeline, stored, chunk->size, whole, room) != NULL;
    if (!failed && whole != values)
        memcpy(values, whole, count * NUMBER);
    if (whole != values)
        free(whole);
    return failed ? -1 : 0;
}

/* Reads a one-dimensional array into VALUES, which has room for all of it. */
static int read_line(struct plain *p, const struct object_place *place, void *values) {
    size_t count, room = (size_t)place->chunk[0], left = (size_t)place->dims[0];
    struct object_chunk *chunks = object_chunks(p->image, place, &count);
    int failed = chunks ? 0 : -1;
    for (size_t i = 0; i < count && !failed; i++) {
        size_t part = left < room ? left : room;
        failed =
            read_chunk(p, &chunks[i], room, (double *)values + i * room, part, place->pipeline);
        left -= part;
    }
    free(chunks);
    return failed;
}

static int read_points(struct plain *p, const struct object *group, const char *name,
                       enum array_type type, void *values) {
    struct object array;
    if (open_array(p, group, name, type, 1, &array))
        return -1;
    int failed = array.place.dims[0] == p->m->points ? read_line(p, &array.place, values) : -1;
    object_release(&array);
    return failed;
}

/* --- dimensions --- */

static int find_line(struct plain *p, const struct object *action, const char *name,
                     struct object_place *line) {
    struct object array;
    if (open_array(p, action, name, ARRAY_INTEGER, 1, &array))
        return -1;
    *line = array.place;
    object_release(&array);
    return 0;
}

/* Sets TEAM to 0 if the measurement has no dimension of threads. */
static int find_team(struct plain *p, const struct object *action, size_t *team) {
    const struct object_link *link = object_find(action, LAYOUT_THREAD);
    struct object array;
    char *class = NULL;
    *team = 0;
    if (!link)
        return 0;
    if (object_read(p->image, link->address, &array))
        return -1;
    int failed = object_text(&array, "CLASS", &class);
    int is_dimension = class && strcmp(class, "DIMENSION_SCALE") == 0;
    if (is_dimension && array.kind == OBJECT_ARRAY && array.place.type == ARRAY_INTEGER &&
        array.place.rank == 1)
        *team = (size_t)array.place.dims[0];
    free(class);
    object_release(&array);
    return failed || (is_dimension && !*team) ? -1 : 0;
}

/* Nobody needs the arrays of round and seed numbers; their lengths are checked against the
 * samples. */
static int read_dimensions(struct plain *p, const struct object *action, const char *name) {
    struct object_place sizes, rounds, seeds;
    size_t team;
    if (find_line(p, action, LAYOUT_SIZES, &sizes) || find_line(p, action, LAYOUT_ROUND, &rounds) ||
        find_line(p, action, LAYOUT_SEED, &seeds) || find_team(p, action, &team))
        return -1;
    const size_t dims[] = {(size_t)sizes.dims[0], (size_t)rounds.dims[0], (size_t)seeds.dims[0]};
    p->m = run_add_measurement(p->head->run, name, dims[0], dims[1], dims[2], NULL);
    memcpy(p->head->samples.dims, dims, sizeof dims);
    return !p->m || measurement_set_team(p->m, team, NULL) || read_line(p, &sizes, p->m->sizes) ||
                   read_points(p, action, LAYOUT_SEEDS, ARRAY_INTEGER, p->m->seeds) ||
                   measurement_check_seeds(p->m, NULL)
               ? -1
               : 0;
}

/* --- arrays of samples --- */

static int has_shape(const struct object_place *place, const struct measurement *m) {
    return place->rank == SAMPLES_RANK && place->dims[0] == m->points &&
           place->dims[1] == m->rounds && place->dims[2] == m->max_seeds;
}

static int add_samples(struct plain *p, const struct object *array,
                       const struct series_detail *detail) {
    struct samples_array added = {.array = -1, .place = array->place};
    if (array->kind != OBJECT_ARRAY || !has_shape(&array->place, p->m))
        return -1;
    added.chunks = object_chunks(p->image, &array->place, &added.chunk_count);
    int failed = !added.chunks || samples_add(&p->head->samples, detail, &added);
    if (failed)
        free(added.chunks);
    return failed ? -1 : 0;
}

/* --- series --- */

static int read_detail(struct plain *p, const struct object *library, struct series *series,
                       const struct series_detail *detail) {
    enum array_type type = detail->type == DETAIL_INTEGER ? ARRAY_INTEGER : ARRAY_REAL;
    struct object array;
    if (!object_find(library, detail->name))
        return 0;
    if (detail->shape == PER_POINT && detail->is_optional)
        return -1;
    if (detail->shape == PER_POINT)
        return read_points(p, library, detail->name, type, series_detail_values(series, detail));
    if (open_array(p, library, detail->name, type, SAMPLES_RANK, &array))
        return -1;
    int failed = add_samples(p, &array, detail);
    object_release(&array);
    return failed;
}

static int read_fact(const struct object *array, const char *name, struct facts *facts) {
    char *text;
    int failed = object_text(array, name, &text);
    facts_set_text(facts, name, text);
    free(text);
    return failed || facts->incomplete ? -1 : 0;
}

static int read_series(struct plain *p, const struct object *array, const struct object *details,
                       const char *field, const char *name) {
    struct series *series = measurement_find(p->m, name)
                                ? NULL
                                : reader_add_series(p->m, name, p->extent | READER_HEAD, NULL);
    if (!series || array->place.type != ARRAY_REAL || samples_add_series(&p->head->samples) ||
        add_samples(p, array, NULL) || read_fact(array, FACT_CONTROL_OF, &series->facts))
        return -1;
    if (p->extent & READER_FACTS && object_facts(array, &series->facts))
        return -1;
    if (reader_amount(p->extent) != READER_SECONDS &&
        read_fact(array, FACT_OUTPUT_ERRORS, &series->facts))
        return -1;

    const struct object_link *link = object_find(details, field);
    struct object library;
    if (!link)
        return 0;
    if (object_read(p->image, link->address, &library))
        return -1;
    int failed = library.kind != OBJECT_GROUP || (reader_amount(p->extent) != READER_SECONDS &&
                                                  object_find(&library, FACT_OUTPUT_ERRORS));
    for (size_t i = 0; i < DETAILS && !failed; i++)
        if (reader_wants(p->extent, &series_details[i]))
            failed = read_detail(p, &library, series, &series_details[i]);
    object_release(&library);
    return failed ? -1 : 0;
}

/* --- the members of an action --- */

static int read_parameter(struct plain *p, const struct object *action, const char *field,
                          const char *name) {
    if (measurement_find_parameter(p->m, name))
        return -1;
    struct parameter *parameter = measurement_add_parameter(p->m, name, NULL);
    return parameter ? read_points(p, action, field, ARRAY_REAL, parameter->values) : -1;
}

/* Libraries are read after all parameters are known, which decide which of their details are
 * wanted. */
struct library {
    const char *field;
    char *name;
    struct object array;
};

static int read_member(struct plain *p, const struct object *action, const struct object_link *link,
                       struct library *libraries, size_t *count) {
    struct library member = {.field = link->name};
    char *parameter = NULL;
    if (layout_is_own(link->name) || (p->m->team && strcmp(link->name, LAYOUT_THREAD) == 0))
        return 0;
    if (object_read(p->image, link->address, &member.array))
        return -1;
    int failed = object_text(&member.array, LAYOUT_LIBRARY, &member.name);
    if (!failed && member.name) {
        libraries[(*count)++] = member;
        return 0;
    }
    if (!failed)
        failed = object_text(&member.array, LAYOUT_PARAMETER, &parameter);
    if (!failed && parameter)
        failed = read_parameter(p, action, link->name, parameter);
    else if (!failed) {
        /* Neither a library nor a parameter: reads a term, ignores text and groups, and leaves
         * arrays of other numbers to HDF5. */
        const char *field = link->name;
        char *term;
        int other_failed = object_text(&member.array, LAYOUT_TERM, &term);
        if (!other_failed && term) {
            double *values = measurement_add_term(p->m, term, NULL);
            other_failed = values ? read_points(p, action, field, ARRAY_REAL, values) : -1;
        } else if (!other_failed)
            other_failed =
                member.array.kind == OBJECT_ARRAY && member.array.place.type != ARRAY_TEXT;
        free(term);
        failed = other_failed ? -1 : 0;
    }
    free(parameter);
    object_release(&member.array);
    return failed;
}

static int read_members(struct plain *p, const struct object *action) {
    const struct object_link *link = object_find(action, LAYOUT_DETAILS);
    struct object details = {.kind = OBJECT_GROUP};
    struct library *libraries = calloc(action->link_count + 1, sizeof *libraries);
    size_t count = 0;
    int failed = !libraries || (link && object_read(p->image, link->address, &details));
    failed |= details.kind != OBJECT_GROUP;
    for (size_t i = 0; i < action->link_count && !failed; i++)
        failed = read_member(p, action, &action->links[i], libraries, &count);
    for (size_t i = 0; i < count; i++) {
        struct library *library = &libraries[i];
        if (!failed)
            failed = read_series(p, &library->array, &details, library->field, library->name);
        free(library->name);
        object_release(&library->array);
    }
    free(libraries);
    object_release(&details);
    return failed;
}

static int read_action(struct plain *p, const struct object *run, const char *name) {
    const struct object_link *link = object_find(run, name);
    struct object action;
    char *true_name;
    if (!link || object_read(p->image, link->address, &action))
        return -1;
    int failed = object_text(&action, LAYOUT_ACTION, &true_name) || !true_name ||
                 strcmp(true_name, name) != 0 || action.kind != OBJECT_GROUP ||
                 read_dimensions(p, &action, name) || object_facts(&action, &p->m->facts) ||
                 read_members(p, &action);
    free(true_name);
    object_release(&action);
    return failed ? -1 : 0;
}

int native_header_read(struct head *head, struct file_view *image, uint64_t address,
                       const char *action, enum reader_extent extent) {
    struct plain p = {.image = image, .head = head, .extent = extent};
    struct object run;
    if (reader_amount(extent) == READER_ALL || object_read(image, address, &run))
        return -1;
    head->run = run_new();
    int failed = !head->run || run.kind != OBJECT_GROUP || object_facts(&run, &head->run->facts) ||
                 read_action(&p, &run, action);
    object_release(&run);
    chunk_room_release(&p.room);
    return failed ? -1 : 0;
}

/* --- listing actions --- */

static int by_text(const void *a, const void *b) {
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static int add_action(struct file_view *image, const struct object_link *link, char **actions,
                      size_t *count) {
    struct object member;
    char *name;
    if (object_read(image, link->address, &member))
        return -1;
    int failed = object_text(&member, LAYOUT_ACTION, &name);
    if (member.kind == OBJECT_GROUP && name)
        actions[(*count)++] = name;
    else
        free(name);
    object_release(&member);
    return failed;
}

int native_header_actions(struct file_view *image, uint64_t address, char ***actions,
                          size_t *count) {
    struct object run;
    if (address == HADDR_UNDEF || object_read(image, address, &run))
        return -1;
    *actions = calloc(run.link_count + 1, sizeof **actions);
    *count = 0;
    int failed = !*actions || run.kind != OBJECT_GROUP;
    for (size_t i = 0; i < run.link_count && !failed; i++)
        failed = add_action(image, &run.links[i], *actions, count);
    object_release(&run);
    if (failed)
        members_free(*actions, *count);
    else if (*count)
        qsort(*actions, *count, sizeof **actions, by_text);
    return failed ? -1 : 0;
}
