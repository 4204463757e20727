/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "store/schema/samples.h"

#include <stdlib.h>
#include <string.h>

#include "store/hdf5/attribute.h"
#include "store/hdf5/h5.h"
#include "store/hdf5/members.h"

#define NUMBER sizeof(uint64_t)

/* --- which arrays there are --- */

static int no_memory(struct err *err) {
    return err_set(err, ERR_FAILED, "no memory for its arrays");
}

int samples_add_series(struct samples *s) {
    uint64_t *has = realloc(s->has, (s->series_count + 1) * sizeof *has);
    if (!has)
        return -1;
    s->has = has;
    has[s->series_count++] = 0;
    return 0;
}

int samples_add(struct samples *s, const struct series_detail *detail,
                const struct samples_array *array) {
    struct samples_array *arrays = realloc(s->arrays, (s->count + 1) * sizeof *arrays);
    if (!arrays)
        return -1;
    s->arrays = arrays;
    arrays[s->count++] = *array;
    if (detail)
        s->has[s->series_count - 1] |= (uint64_t)1 << (detail - series_details);
    return 0;
}

/* --- arrays that HDF5 reads --- */

/* Opens an array. Sets CHUNK if its chunks went through filters, and so must be read whole. HDF5
 * caches the chunks that it read last at the price of a copy, which is useless without filters:
 * then turns the cache off. */
static hid_t open_array(hid_t action, const char *name, hsize_t *chunk) {
    hid_t array = H5Dopen2(action, name, H5P_DEFAULT);
    hid_t list = array >= 0 ? H5Dget_create_plist(array) : -1;
    int is_chunked = list >= 0 && H5Pget_layout(list) == H5D_CHUNKED;
    int is_filtered = is_chunked && H5Pget_nfilters(list) > 0;
    chunk[0] = 1;
    if (is_filtered && H5Pget_chunk(list, SAMPLES_RANK, chunk) != SAMPLES_RANK)
        chunk[0] = 1;
    h5_close(list);
    if (!is_chunked || is_filtered)
        return array;
    hid_t access = H5Pcreate(H5P_DATASET_ACCESS);
    H5Pset_chunk_cache(access, H5D_CHUNK_CACHE_NSLOTS_DEFAULT, 0, H5D_CHUNK_CACHE_W0_DEFAULT);
    h5_close(array);
    array = H5Dopen2(action, name, access);
    h5_close(access);
    return array;
}

/* PATH is relative to ACTION. Of the chunk shape, only the first length is used, for
 * samples_step. */
static int add_opened(struct samples *s, hid_t action, const char *path,
                      const struct series_detail *detail, const struct measurement *m,
                      struct err *err) {
    const char *name = detail ? detail->name : path;
    enum array_type type = detail && detail->type == DETAIL_INTEGER ? ARRAY_INTEGER : ARRAY_REAL;
    struct samples_array added = {.place = {.rank = SAMPLES_RANK, .type = type}};
    added.array = open_array(action, path, added.place.chunk);
    if (added.array < 0)
        return h5_error(err, ERR_DAMAGED, "array \"%s\" cannot be opened", name);

    hid_t array = added.array;
    const struct array_shape right = array_over(m, PER_SAMPLE);
    struct array_shape found = {.rank = SAMPLES_RANK};
    int code = array_check(array, name, type, &found, err);
    if (!code && memcmp(found.dims, right.dims, SAMPLES_RANK * sizeof *found.dims) != 0)
        code = err_set(err, ERR_DAMAGED,
                       "array \"%s\" has not the shape of the sizes, rounds and seeds", name);

    if (!code && samples_add(s, detail, &added))
        code = no_memory(err);
    if (code)
        h5_close(added.array);
    return code;
}

static int add_details(struct samples *s, hid_t action, const char *field,
                       const struct measurement *m, enum reader_extent extent, struct err *err) {
    int code = 0;
    char path[600];
    for (size_t i = 0; i < series_detail_count && !code; i++) {
        const struct series_detail *detail = &series_details[i];
        if (detail->shape != PER_SAMPLE || !reader_wants(extent, m, detail))
            continue;
        int length = snprintf(path, sizeof path, LAYOUT_DETAILS "/%s/%s", field, detail->name);
        char *last = strrchr(path, '/');
        if (length < 0 || (size_t)length >= sizeof path)
            return err_set(err, ERR_DAMAGED, "a name in it is too long");
        *last = '\0';
        int exists = H5Lexists(action, LAYOUT_DETAILS, H5P_DEFAULT) > 0 &&
                     H5Lexists(action, path, H5P_DEFAULT) > 0;
        *last = '/';
        if (exists && H5Lexists(action, path, H5P_DEFAULT) > 0)
            code = add_opened(s, action, path, detail, m, err);
    }
    return code;
}

static int add_library(struct samples *s, hid_t action, const char *field,
                       const struct measurement *m, enum reader_extent extent, struct err *err) {
    char *library;
    int code = members_text(action, field, H5I_DATASET, LAYOUT_LIBRARY, &library, err);
    if (code || !library)
        return code;
    int is_expected =
        s->series_count < m->series_count && strcmp(m->series[s->series_count].name, library) == 0;
    if (!is_expected)
        code = err_set(err, ERR_DAMAGED, "its libraries are not what they were");
    else if (samples_add_series(s))
        code = no_memory(err);
    else
        code = add_opened(s, action, field, NULL, m, err);
    if (!code)
        code = add_details(s, action, field, m, extent, err);
    if (code)
        err_prefix(err, code, "library \"%s\"", library);
    free(library);
    return code;
}

int samples_open(struct samples *s, hid_t action, const struct measurement *m,
                 enum reader_extent extent, struct err *err) {
    char **names;
    size_t count;
    int code = members_list(action, &names, &count, err);
    if (code)
        return code;
    for (size_t i = 0; i < count && !code; i++)
        if (!layout_is_own(names[i]))
            code = add_library(s, action, names[i], m, extent & ~READER_HEAD, err);
    members_free(names, count);
    if (!code && s->series_count != m->series_count)
        code = err_set(err, ERR_DAMAGED, "its libraries are not what they were");
    return code;
}

/* In memory the box has the same shape. If it were a line there, HDF5 would go through it element
 * by element, which takes ten times as long. */
static int read_box(const struct samples_array *a, const hsize_t *start, const hsize_t *length,
                    void *values) {
    hid_t space = H5Dget_space(a->array);
    hid_t memory = H5Screate_simple(SAMPLES_RANK, length, NULL);
    hid_t type = a->place.type == ARRAY_REAL ? H5T_NATIVE_DOUBLE : H5T_NATIVE_INT64;
    int failed = H5Sselect_hyperslab(space, H5S_SELECT_SET, start, NULL, length, NULL) < 0 ||
                 H5Dread(a->array, type, memory, space, H5P_DEFAULT, values) < 0;
    h5_close(memory);
    h5_close(space);
    return failed ? -1 : 0;
}

static int read_by_hdf5(const struct samples *s, const struct samples_array *a, size_t first,
                        size_t count, double *values) {
    while (count) {
        hsize_t start[SAMPLES_RANK], length[SAMPLES_RANK];

        /* Reads whole slices of the slowest dimensions if possible, so that a part is one box or a
         * few: the largest box that begins at FIRST and has at most COUNT elements. */
        size_t row = s->dims[2], point = s->dims[1] * row;
        size_t at[] = {first / point, first / row % s->dims[1], first % row};
        size_t left[] = {s->dims[0] - at[0], s->dims[1] - at[1], s->dims[2] - at[2]};
        size_t points = first % point == 0 ? count / point : 0;
        size_t rows = first % row == 0 ? count / row : 0;
        size_t most = points ? left[0] : rows ? left[1] : left[2];
        size_t wanted = points ? points : rows ? rows : count;
        size_t slow = wanted < most ? wanted : most;
        for (int i = 0; i < 3; i++)
            start[i] = at[i];
        length[0] = points ? slow : 1;
        length[1] = points ? s->dims[1] : rows ? slow : 1;
        length[2] = points || rows ? row : slow;

        size_t done = (size_t)(length[0] * length[1] * length[2]);
        if (read_box(a, start, length, values))
            return -1;
        first += done;
        count -= done;
        values += done;
    }
    return 0;
}

/* --- arrays that our own code reads --- */

/* A part of an array, and the chunk that is being read. */
struct part {
    size_t first, count;
    double *values;
    const struct object_place *place;
    size_t begin[SAMPLES_RANK], length[SAMPLES_RANK]; /* of the chunk, within the array */
};

static size_t smaller(size_t a, size_t b) {
    return a < b ? a : b;
}

/* Returns how many elements of a chunk's row are in the part, and sets FROM to the first, counted
 * in the row. */
static size_t overlap(const struct part *p, size_t row, size_t *from) {
    size_t end = row + p->length[2], last = p->first + p->count;
    *from = row < p->first ? p->first - row : 0;
    if (row + *from >= end || row + *from >= last)
        return 0;
    return smaller(end, last) - row - *from;
}

static size_t row_of(const struct part *p, size_t i, size_t k) {
    const hsize_t *dims = p->place->dims;
    return (size_t)(((p->begin[0] + i) * dims[1] + p->begin[1] + k) * dims[2] + p->begin[2]);
}

/* Copies the rows of a chunk that are in the part. VALUES NULL: only returns whether there are
 * any. */
static int copy_rows(const struct part *p, const double *values) {
    int any = 0;
    const hsize_t *chunk = p->place->chunk;
    for (size_t i = 0; i < p->length[0]; i++)
        for (size_t k = 0; k < p->length[1]; k++) {
            size_t from, row = row_of(p, i, k), count = overlap(p, row, &from);
            any |= count > 0;
            if (count && values)
                memcpy(p->values + (row + from - p->first),
                       values + (i * chunk[1] + k) * chunk[2] + from, count * NUMBER);
            else if (count)
                return 1;
        }
    return any;
}

static int make_room(void **bytes, size_t *room, size_t size) {
    if (size <= *room)
        return 0;
    free(*bytes);
    *bytes = malloc(size);
    *room = *bytes ? size : 0;
    return *bytes ? 0 : -1;
}

/* Sets the place of the chunk with that number. */
static void place_chunk(struct part *p, size_t number) {
    for (int i = SAMPLES_RANK - 1; i >= 0; i--) {
        size_t dim = (size_t)p->place->dims[i], chunk = (size_t)p->place->chunk[i];
        size_t across = (dim + chunk - 1) / chunk;
        p->begin[i] = number % across * chunk;
        p->length[i] = smaller(chunk, dim - p->begin[i]);
        number /= across;
    }
}

static const char *read_chunks(struct samples *s, struct file_view *image,
                               const struct samples_array *a, size_t first, size_t count,
                               double *values) {
    struct part part = {.first = first, .count = count, .values = values, .place = &a->place};
    size_t slices = (s->dims[0] + (size_t)a->place.chunk[0] - 1) / (size_t)a->place.chunk[0];
    size_t in_slice = a->chunk_count / slices,
           slice = (size_t)a->place.chunk[0] * s->dims[1] * s->dims[2];
    size_t end = smaller(a->chunk_count, ((first + count - 1) / slice + 1) * in_slice);
    const char *fault = NULL;
    for (size_t i = first / slice * in_slice; i < end && !fault; i++) {
        place_chunk(&part, i);
        if (copy_rows(&part, NULL)) {
            const struct object_chunk *chunk = &a->chunks[i];
            const hsize_t *dims = part.place->chunk;
            size_t read_chunk_count = (size_t)(dims[0] * dims[1] * dims[2]);

            /* If the chunk's elements are in the same order in the part, decodes straight into the
             * part. */
            const hsize_t *place_dims = part.place->dims, *place_chunk = part.place->chunk;
            int is_slice = place_chunk[1] == place_dims[1] && place_chunk[2] == place_dims[2] &&
                           part.length[0] == place_chunk[0];
            size_t row = row_of(&part, 0, 0),
                   place_count = (size_t)(place_chunk[0] * place_chunk[1] * place_chunk[2]);
            double *direct =
                is_slice && row >= part.first && row + place_count <= part.first + part.count
                    ? part.values + (row - part.first)
                    : NULL;
            if (make_room((void **)&s->stored, &s->stored_room, chunk->size) ||
                (!direct &&
                 make_room((void **)&s->values, &s->value_room, read_chunk_count * NUMBER)))
                fault = "there is no memory for a part of it";
            else if (file_view_read(image, chunk->address, s->stored, chunk->size))
                fault = "a part of it is not in the file";
            else {
                const char *chunk_fault =
                    chunk_decode(&s->room, part.place->pipeline, s->stored, chunk->size,
                                 direct ? direct : s->values, read_chunk_count);
                if (!chunk_fault && !direct)
                    copy_rows(&part, s->values);
                fault = chunk_fault;
            }
        }
    }
    return fault;
}

/* --- arrays of both kinds --- */

size_t samples_step(const struct samples *s) {
    return s->count && s->arrays[0].place.chunk[0] ? (size_t)s->arrays[0].place.chunk[0] : 1;
}

int samples_read(struct samples *s, struct file_view *image, size_t array, size_t first,
                 size_t count, void *values, struct err *err) {
    const struct samples_array *a = &s->arrays[array];
    if (a->array >= 0)
        return read_by_hdf5(s, a, first, count, values)
                   ? h5_error(err, ERR_DAMAGED, "an array of samples cannot be read")
                   : 0;
    const char *fault = read_chunks(s, image, a, first, count, values);
    return fault ? err_set(err, ERR_DAMAGED, "an array of samples: %s", fault) : 0;
}

void samples_release(struct samples *s) {
    for (size_t i = 0; i < s->count; i++) {
        h5_close(s->arrays[i].array);
        free(s->arrays[i].chunks);
    }
    free(s->arrays);
    free(s->has);
    free(s->stored);
    free(s->values);
    chunk_room_release(&s->room);
    *s = (struct samples){0};
}
