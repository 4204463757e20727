/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "store/schema/samples.h"

#include <stdlib.h>
#include <string.h>

#include "store/hdf5/attribute.h"
#include "store/hdf5/h5.h"
#include "store/hdf5/members.h"

#define NUMBER      sizeof(uint64_t)
#define MOST_COPIED ((size_t)1 << 18) /* bytes: they stay in the nearer caches */

/* --- which arrays there are --- */

static int no_memory(struct err *err) {
    return err_set(err, ERR_FAILED, "no memory for its arrays");
}

int samples_add_series(struct samples *s) {
    struct detail_set *has = realloc(s->has, (s->series_count + 1) * sizeof *has);
    if (!has)
        return -1;
    s->has = has;
    has[s->series_count++] = (struct detail_set){0};
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
        detail_set_add(&s->has[s->series_count - 1], (size_t)(detail - series_details));
    return 0;
}

/* --- finding an array --- */

/* What all arrays of a measurement have in common. */
struct finding {
    struct file_view *image;
    hid_t action;
    const struct measurement *m;
    enum reader_extent extent;
};

/* Finds the chunks of the array at PATH for our own code to read. Returns 0, or -1 if HDF5 must
 * read it instead. */
static int find_chunks(const struct finding *f, const char *path, struct samples_array *array) {
    const struct array_shape right = array_over(f->m, PER_SAMPLE);
    H5O_info_t info;
    struct object object;
    if (H5Oget_info_by_name2(f->action, path, &info, H5O_INFO_BASIC, H5P_DEFAULT) < 0 ||
        object_read(f->image, info.addr, &object))
        return -1;
    const struct object_place *place = &object.place;
    if (object.kind == OBJECT_ARRAY && place->type == array->place.type &&
        place->rank == right.rank &&
        memcmp(place->dims, right.dims, SAMPLES_RANK * sizeof *right.dims) == 0)
        array->chunks = object_chunks(f->image, place, &array->chunk_count);
    if (array->chunks)
        array->place = *place;
    object_release(&object);
    return array->chunks ? 0 : -1;
}

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

/* Opens the array at PATH for HDF5 to read. NAME is for messages. Of the chunk shape, only the
 * first length is used, for samples_step. */
static int open_checked(const struct finding *f, const char *path, const char *name,
                        struct samples_array *opened, struct err *err) {
    hid_t array = opened->array = open_array(f->action, path, opened->place.chunk);
    if (array < 0)
        return h5_error(err, ERR_DAMAGED, "array \"%s\" cannot be opened", name);

    const struct array_shape right = array_over(f->m, PER_SAMPLE);
    struct array_shape found = {.rank = SAMPLES_RANK};
    int code = array_check(array, name, opened->place.type, &found, err);
    if (!code && memcmp(found.dims, right.dims, SAMPLES_RANK * sizeof *found.dims) != 0)
        code = err_set(err, ERR_DAMAGED,
                       "array \"%s\" has not the shape of the sizes, rounds and seeds", name);

    if (code)
        h5_close(array);
    return code;
}

/* --- finding all arrays --- */

/* PATH is relative to the action. */
static int add_array(struct samples *s, const struct finding *f, const char *path,
                     const struct series_detail *detail, struct err *err) {
    const char *name = detail ? detail->name : path;
    enum array_type type = detail && detail->type == DETAIL_INTEGER ? ARRAY_INTEGER : ARRAY_REAL;
    struct samples_array added = {.array = -1, .place = {.rank = SAMPLES_RANK, .type = type}};
    int code = find_chunks(f, path, &added) ? open_checked(f, path, name, &added, err) : 0;
    if (code || samples_add(s, detail, &added) == 0)
        return code;
    h5_close(added.array);
    free(added.chunks);
    return no_memory(err);
}

static int add_details(struct samples *s, const struct finding *f, const char *field,
                       struct err *err) {
    hid_t action = f->action;
    int code = 0;
    char path[600];
    int length = snprintf(path, sizeof path, LAYOUT_DETAILS "/%s", field);
    if (length < 0 || (size_t)length >= sizeof path)
        return err_set(err, ERR_DAMAGED, "a name in it is too long");
    if (H5Lexists(action, LAYOUT_DETAILS, H5P_DEFAULT) <= 0 ||
        H5Lexists(action, path, H5P_DEFAULT) <= 0)
        return 0;
    for (size_t i = 0; i < DETAILS && !code; i++) {
        const struct series_detail *detail = &series_details[i];
        if (detail->shape != PER_SAMPLE || !reader_wants(f->extent, detail))
            continue;
        size_t room = sizeof path - (size_t)length;
        int more = snprintf(path + length, room, "/%s", detail->name);
        if (more < 0 || (size_t)more >= room)
            return err_set(err, ERR_DAMAGED, "a name in it is too long");
        if (H5Lexists(action, path, H5P_DEFAULT) > 0)
            code = add_array(s, f, path, detail, err);
    }
    return code;
}

static int add_library(struct samples *s, const struct finding *f, const char *field,
                       struct err *err) {
    const struct measurement *m = f->m;
    char *library;
    int code = members_text(f->action, field, H5I_DATASET, LAYOUT_LIBRARY, &library, err);
    if (code || !library)
        return code;
    int is_expected =
        s->series_count < m->series_count && strcmp(m->series[s->series_count].name, library) == 0;
    if (!is_expected)
        code = err_set(err, ERR_DAMAGED, "its libraries are not what they were");
    else if (samples_add_series(s))
        code = no_memory(err);
    else
        code = add_array(s, f, field, NULL, err);
    if (!code)
        code = add_details(s, f, field, err);
    if (code)
        err_prefix(err, code, "library \"%s\"", library);
    free(library);
    return code;
}

int samples_open(struct samples *s, struct file_view *image, hid_t action,
                 const struct measurement *m, enum reader_extent extent, struct err *err) {
    const struct finding finding = {image, action, m, extent & ~READER_HEAD};
    char **names;
    size_t count;
    int code = members_list(action, &names, &count, err);
    if (code)
        return code;
    for (size_t i = 0; i < count && !code; i++)
        if (!layout_is_own(names[i]))
            code = add_library(s, &finding, names[i], err);
    members_free(names, count);
    if (!code && s->series_count != m->series_count)
        code = err_set(err, ERR_DAMAGED, "its libraries are not what they were");
    return code;
}

/* --- arrays that HDF5 reads --- */

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

/* Returns how many of LENGTH elements from ROW on are in the part, and sets FROM to the first,
 * counted from ROW. */
static size_t overlap(const struct part *p, size_t row, size_t length, size_t *from) {
    size_t end = row + length, last = p->first + p->count;
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
            size_t from, row = row_of(p, i, k), count = overlap(p, row, p->length[2], &from);
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

static const char no_memory_for_part[] = "there is no memory for a part of it";
static const char not_in_file[] = "a part of it is not in the file";

/* If the chunk's elements are in the same order in the part, decodes straight into the part. */
static const char *read_filtered(struct samples *s, struct file_view *image, const struct part *p,
                                 const struct object_chunk *chunk) {
    const hsize_t *dims = p->place->dims, *shape = p->place->chunk;
    size_t count = (size_t)(shape[0] * shape[1] * shape[2]), row = row_of(p, 0, 0);
    int is_slice = shape[1] == dims[1] && shape[2] == dims[2] && p->length[0] == shape[0];
    double *direct = is_slice && row >= p->first && row + count <= p->first + p->count
                         ? p->values + (row - p->first)
                         : NULL;
    if (make_room((void **)&s->stored, &s->stored_room, chunk->size) ||
        (!direct && make_room((void **)&s->values, &s->value_room, count * NUMBER)))
        return no_memory_for_part;
    if (file_view_read(image, chunk->address, s->stored, chunk->size))
        return not_in_file;
    const char *fault = chunk_decode(&s->room, p->place->pipeline, s->stored, chunk->size,
                                     direct ? direct : s->values, count);
    if (!fault && !direct)
        copy_rows(p, s->values);
    return fault;
}

/* Reads LENGTH elements at ADDRESS, of which the first is number ROW of the array: those of them
 * that are in the part. */
static int read_run(struct file_view *image, const struct part *p, uint64_t address, size_t row,
                    size_t length) {
    size_t from, count = overlap(p, row, length, &from);
    return count ? file_view_read_numbers(image, address + from * NUMBER,
                                          p->values + (row + from - p->first), count)
                 : 0;
}

/* Reads at ADDRESS the rows that a chunk without filters has at its point I. Short rows are read
 * together and then copied, since a request for each would take longer. */
static int read_rows(struct samples *s, struct file_view *image, const struct part *p,
                     uint64_t address, size_t i) {
    size_t rows = p->length[1], row = (size_t)p->place->chunk[2], count = rows * row;
    size_t begin = row_of(p, i, 0), end = row_of(p, i, rows - 1) + p->length[2];
    if (row == p->place->dims[2])
        return read_run(image, p, address, begin, count);

    int is_inside = begin >= p->first && end <= p->first + p->count;
    int is_together = is_inside && count * NUMBER <= MOST_COPIED;
    int failed = is_together && (make_room((void **)&s->values, &s->value_room, count * NUMBER) ||
                                 file_view_read_numbers(image, address, s->values, count));
    for (size_t k = 0; k < rows && !failed; k++)
        if (is_together)
            memcpy(p->values + (row_of(p, i, k) - p->first), s->values + k * row,
                   p->length[2] * NUMBER);
        else
            failed = read_run(image, p, address + k * row * NUMBER, row_of(p, i, k), p->length[2]);
    return failed;
}

/* Reads nothing but what is in the part. */
static const char *read_plain(struct samples *s, struct file_view *image, const struct part *p,
                              const struct object_chunk *chunk) {
    size_t point = (size_t)(p->place->chunk[1] * p->place->chunk[2]);
    int failed = 0;
    for (size_t i = 0; i < p->length[0] && !failed; i++)
        failed = read_rows(s, image, p, chunk->address + i * point * NUMBER, i);
    return failed ? not_in_file : NULL;
}

static const char *read_chunks(struct samples *s, struct file_view *image,
                               const struct samples_array *a, size_t first, size_t count,
                               double *values) {
    struct part part = {.first = first, .count = count, .values = values, .place = &a->place};
    size_t slices = (s->dims[0] + (size_t)a->place.chunk[0] - 1) / (size_t)a->place.chunk[0];
    size_t in_slice = a->chunk_count / slices,
           slice = (size_t)a->place.chunk[0] * s->dims[1] * s->dims[2];
    size_t end = smaller(a->chunk_count, ((first + count - 1) / slice + 1) * in_slice);
    int is_plain = a->place.pipeline == CHUNK_PLAIN;
    const char *fault = NULL;
    for (size_t i = first / slice * in_slice; i < end && !fault; i++) {
        place_chunk(&part, i);
        if (copy_rows(&part, NULL))
            fault = is_plain ? read_plain(s, image, &part, &a->chunks[i])
                             : read_filtered(s, image, &part, &a->chunks[i]);
    }
    return fault;
}

/* --- arrays of both kinds --- */

size_t samples_step(const struct samples *s) {
    const struct samples_array *a = s->count ? &s->arrays[0] : NULL;
    int is_plain = a && a->array < 0 && a->place.pipeline == CHUNK_PLAIN;
    return a && !is_plain && a->place.chunk[0] ? (size_t)a->place.chunk[0] : 1;
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
