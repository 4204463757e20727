/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "store/schema/inspect.h"

#include <hdf5_hl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "store/hdf5/array.h"
#include "store/hdf5/attribute.h"
#include "store/hdf5/h5.h"
#include "store/hdf5/mat.h"
#include "store/hdf5/members.h"
#include "store/hdf5/dimension_scales.h"
#include "store/schema/reader.h"

#define DEEPEST     4 /* levels: run, action, details, library */
#define PATH_SIZE   ((size_t)600)
#define PIECE_BYTES ((hsize_t)1 << 26)
#define MOST_SIZE   ((size_t)1 << 16) /* bytes per element */

/* The place of an object: its path below the run, its depth, and the action that contains it. */
struct where {
    char path[PATH_SIZE]; /* "axpy/details/openblas" */
    int depth;
    hid_t scales[ARRAY_MAX_RANK]; /* the action's sizes, round, seed and thread; negative outside an
                                     action, and without a team */
    hsize_t dims[ARRAY_MAX_RANK]; /* their lengths */
    struct dimension_scales ties[ARRAY_MAX_RANK];
    int is_rewritten; /* another program has copied arrays without their ties */
};

static int inspect_group(hid_t group, const struct where *where, struct err *err);

/* --- reading every byte --- */

/* What an array says about itself, which may be anything. */
struct extent {
    int rank;
    hsize_t dims[H5S_MAX_RANK], chunk[H5S_MAX_RANK];
    int is_chunked;
    size_t size; /* bytes per element */
    hid_t type, space;
};

/* Sets BYTES to the size of that many elements. Returns 0 if it overflows. */
static int count_bytes(const struct extent *e, const hsize_t *lengths, hsize_t *bytes) {
    *bytes = e->size;
    for (int i = 0; i < e->rank; i++)
        if (__builtin_mul_overflow(*bytes, lengths[i], bytes))
            return 0;
    return 1;
}

static int read_box(hid_t array, const struct extent *e, const hsize_t *start,
                    const hsize_t *lengths, void *values) {
    hid_t memory = H5Screate_simple(e->rank, lengths, NULL);
    int failed = H5Sselect_hyperslab(e->space, H5S_SELECT_SET, start, NULL, lengths, NULL) < 0 ||
                 H5Dread(array, e->type, memory, e->space, H5P_DEFAULT, values) < 0;
    h5_close(memory);
    return failed;
}

/* Returns how many slices of the slowest dimension to read at a time: whole chunks, bounded
 * memory. */
static hsize_t slices_at_a_time(const struct extent *e, hsize_t slice) {
    hsize_t step = e->is_chunked ? e->chunk[0] : 1;
    while (step < e->dims[0] && slice <= PIECE_BYTES / 2 / step)
        step *= 2;
    return step < e->dims[0] ? step : e->dims[0];
}

/* Reads the whole array, of BYTES bytes. */
static int read_pieces(hid_t array, const struct extent *e, hsize_t bytes) {
    hsize_t slice = bytes / e->dims[0], step = slices_at_a_time(e, slice);
    hsize_t start[H5S_MAX_RANK] = {0}, lengths[H5S_MAX_RANK];
    void *values = malloc(slice * step);
    int failed = !values;
    memcpy(lengths, e->dims, sizeof lengths);
    for (; start[0] < e->dims[0] && !failed; start[0] += step) {
        lengths[0] = e->dims[0] - start[0] < step ? e->dims[0] - start[0] : step;
        failed = read_box(array, e, start, lengths, values);
    }
    free(values);
    return failed;
}

static int read_chunked(hid_t array, const struct extent *e) {
    hsize_t count, chunk_bytes, stored, bytes;
    H5Sselect_all(e->space);
    if (H5Dget_num_chunks(array, e->space, &count) < 0 || !count_bytes(e, e->chunk, &chunk_bytes))
        return 1;
    int is_dense = count_bytes(e, e->dims, &bytes) &&
                   !__builtin_mul_overflow(count, chunk_bytes, &stored) && bytes <= stored;
    if (is_dense)
        return read_pieces(array, e, bytes);

    /* The array may be sparse, with room for any number of chunks: reads only the chunks that
     * exist. */
    void *values = malloc(chunk_bytes);
    int failed = !values;
    for (hsize_t i = 0; i < count && !failed; i++) {
        hsize_t start[H5S_MAX_RANK], lengths[H5S_MAX_RANK], size;
        unsigned skipped;
        haddr_t address;
        failed = H5Dget_chunk_info(array, e->space, i, start, &skipped, &address, &size) < 0;
        for (int k = 0; k < e->rank && !failed; k++) {
            hsize_t left = start[k] < e->dims[k] ? e->dims[k] - start[k] : 0;
            lengths[k] = left < e->chunk[k] ? left : e->chunk[k];
            failed = lengths[k] == 0;
        }
        failed = failed || read_box(array, e, start, lengths, values);
    }
    free(values);
    return failed;
}

/* For contiguous storage: fails if the array claims more bytes than the file has. */
static int read_plain(hid_t array, const struct extent *e) {
    hsize_t bytes;
    return !count_bytes(e, e->dims, &bytes) || bytes > array_file_size(array) ||
           read_pieces(array, e, bytes);
}

/* Reads the values in the type in which they are stored, as nothing is done with them. Skips types
 * of variable length, whose data are elsewhere in the file and which none of our arrays has, and
 * arrays that were never written to, which have no data in the file. */
static int read_all(hid_t array) {
    struct extent e = {.type = H5Dget_type(array), .space = H5Dget_space(array)};
    int failed = 0;
    if (H5Sget_simple_extent_ndims(e.space) > 0 && H5Sget_simple_extent_npoints(e.space) != 0 &&
        H5Tget_size(e.type) <= MOST_SIZE && H5Tdetect_class(e.type, H5T_VLEN) == 0 &&
        H5Dget_storage_size(array) > 0) {
        hid_t list = H5Dget_create_plist(array);
        e.rank = H5Sget_simple_extent_dims(e.space, e.dims, NULL);
        e.size = H5Tget_size(e.type);
        e.is_chunked = H5Pget_layout(list) == H5D_CHUNKED;
        int extent_failed = e.is_chunked && H5Pget_chunk(list, e.rank, e.chunk) != e.rank;
        h5_close(list);
        failed = extent_failed || (e.is_chunked ? read_chunked : read_plain)(array, &e);
    }
    h5_close(e.space);
    h5_close(e.type);
    return failed;
}

/* --- arrays that the format defines --- */

/* Returns the type for a MATLAB_class; -1 if no archive has that class. */
static int array_type_named(const char *matlab_class) {
    static const struct {
        const char *matlab_class;
        enum array_type type;
    } types[] = {{"int64", ARRAY_INTEGER}, {"double", ARRAY_REAL}, {"char", ARRAY_TEXT}};
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (strcmp(types[i].matlab_class, matlab_class) == 0)
            return (int)types[i].type;
    return -1;
}

static int rank_of(hid_t array) {
    hid_t space = H5Dget_space(array);
    int rank = H5Sget_simple_extent_ndims(space);
    h5_close(space);
    return rank;
}

/* Whether the array's dimensions are sizes, or sizes, rounds and seeds, or these and threads. */
static int is_over_dimensions(const struct array_shape *shape, const struct where *where) {
    if (shape->rank == 2 || where->scales[shape->rank - 1] < 0)
        return 0;
    return memcmp(shape->dims, where->dims, (size_t)shape->rank * sizeof *where->dims) == 0;
}

static int inspect_known(hid_t array, int type, const struct where *where, struct err *err) {
    struct array_shape shape = {.rank = rank_of(array)};
    if (type < 0 || shape.rank < 1 || shape.rank > ARRAY_MAX_RANK)
        return err_set(err, ERR_DAMAGED, "array \"%s\" is of a kind that no archive has",
                       where->path);
    int code = array_check(array, where->path, (enum array_type)type, &shape, err);
    if (code)
        return code;

    if (where->is_rewritten || H5DSis_scale(array) > 0 || !is_over_dimensions(&shape, where))
        return 0;
    struct dimension_scales_list list = dimension_scales_of_array(array);
    int is_tied = 1;
    for (int i = 0; i < shape.rank; i++)
        is_tied &= dimension_scales_hold(&where->ties[i], &list, i);
    dimension_scales_list_release(&list);
    return is_tied ? 0
                   : err_set(err, ERR_DAMAGED, "array \"%s\" is not tied to its dimensions",
                             where->path);
}

/* --- the members that a group lists for MATLAB --- */

static int is_spelled(const hvl_t *field, const char *name) {
    return field->len == strlen(name) && memcmp(field->p, name, field->len) == 0;
}

static int lists(const hvl_t *fields, size_t field_count, char **names, size_t count) {
    if (field_count != count)
        return 0;
    for (size_t i = 0; i < count; i++) {
        size_t k = 0;
        while (k < count && !is_spelled(&fields[k], names[i]))
            k++;
        if (k == count)
            return 0;
    }
    return 1;
}

/* Whether the open attribute lists exactly these names. */
static int attribute_lists(hid_t attribute, char **names, size_t count) {
    hid_t letter = H5Tcopy(H5T_C_S1), type = H5Tvlen_create(letter);
    hid_t space = H5Aget_space(attribute);
    hssize_t found = H5Sget_simple_extent_npoints(space);
    hvl_t *fields = found == (hssize_t)count ? calloc(count + 1, sizeof *fields) : NULL;
    int right = fields && H5Aread(attribute, type, fields) >= 0;
    if (right) {
        right = lists(fields, (size_t)found, names, count);
        H5Dvlen_reclaim(type, space, H5P_DEFAULT, fields);
    }
    free(fields);
    h5_close(space);
    h5_close(type);
    h5_close(letter);
    return right;
}

/* --- walking the groups --- */

static int inspect_object(hid_t object, const struct where *where, struct err *err) {
    switch (H5Iget_type(object)) {
    case H5I_GROUP:
        return inspect_group(object, where, err);
    case H5I_DATASET: {
        char *class = attribute_read_text(object, "MATLAB_class");
        int code = class ? inspect_known(object, array_type_named(class), where, err) : 0;
        free(class);
        if (!code && read_all(object))
            code = h5_error(err, ERR_DAMAGED, "array \"%s\" cannot be read", where->path);
        return code;
    }
    default:
        return err_set(err, ERR_DAMAGED, "\"%s\" is neither group nor array", where->path);
    }
}

static int inspect_member(hid_t group, const struct where *above, const char *name,
                          struct err *err) {
    struct where where = *above;
    size_t length = strlen(above->path);
    where.depth++;
    if (snprintf(where.path + length, PATH_SIZE - length, "%s%s", length ? "/" : "", name) >=
            (int)(PATH_SIZE - length) ||
        where.depth > DEEPEST)
        return err_set(err, ERR_DAMAGED, "\"%s\" is deeper than any archive goes", above->path);
    hid_t object = H5Oopen(group, name, H5P_DEFAULT);
    if (object < 0)
        return h5_error(err, ERR_DAMAGED, "\"%s\" cannot be opened", where.path);
    struct facts facts = {0};
    int code = attribute_read_facts(object, &facts, err);
    facts_release(&facts);
    if (code)
        err_prefix(err, code, "\"%s\"", where.path);
    else
        code = inspect_object(object, &where, err);
    h5_close(object);
    return code;
}

static int inspect_members(hid_t group, const struct where *where, struct err *err) {
    char **names;
    size_t count;
    int code = members_list(group, &names, &count, err);
    if (code)
        return *where->path ? err_prefix(err, code, "\"%s\"", where->path) : code;

    char *class = attribute_read_text(group, "MATLAB_class");
    int right = class && strcmp(class, "struct") == 0;
    free(class);
    if (right && count) {
        hid_t attribute = H5Aopen(group, "MATLAB_fields", H5P_DEFAULT);
        right = attribute >= 0 && attribute_lists(attribute, names, count);
        h5_close(attribute);
    }
    if (right)
        code = 0;
    else {
        H5Eclear2(H5E_DEFAULT);
        code = *where->path
                   ? err_set(err, ERR_DAMAGED, "\"%s\" does not list its members", where->path)
                   : err_set(err, ERR_DAMAGED, "it does not list its members");
    }

    for (size_t i = 0; i < count && !code; i++)
        code = inspect_member(group, where, names[i], err);
    members_free(names, count);
    return code;
}

static int open_scales(hid_t action, struct where *where, struct err *err) {
    static const char *const names[] = {LAYOUT_SIZES, LAYOUT_ROUND, LAYOUT_SEED, LAYOUT_THREAD};
    for (size_t i = 0; i < ARRAY_MAX_RANK; i++) {
        if (i == 3 && !reader_has_team(action))
            break;
        struct array_shape line = {.rank = 1};
        where->scales[i] = array_open(action, names[i], ARRAY_INTEGER, &line, err);
        if (where->scales[i] < 0)
            return err_prefix(err, (int)where->scales[i], "\"%s\"", where->path);
        where->dims[i] = line.dims[0];
        if (H5DSis_scale(where->scales[i]) <= 0 ||
            dimension_scales_of_scale(&where->ties[i], where->scales[i]))
            return err_set(err, ERR_DAMAGED, "array \"%s/%s\" is not a dimension any more",
                           where->path, names[i]);
    }
    return 0;
}

static int inspect_action(hid_t action, const struct where *above, struct err *err) {
    struct where where = *above;
    int code = open_scales(action, &where, err);
    if (!code)
        code = inspect_members(action, &where, err);
    for (size_t i = 0; i < ARRAY_MAX_RANK; i++) {
        dimension_scales_release(&where.ties[i]);
        h5_close(where.scales[i]);
    }
    return code;
}

static int inspect_group(hid_t group, const struct where *where, struct err *err) {
    return H5Aexists(group, LAYOUT_ACTION) > 0 && where->scales[0] < 0
               ? inspect_action(group, where, err)
               : inspect_members(group, where, err);
}

int inspect_run(hid_t run, struct err *err) {
    H5F_info2_t file = {.super = {.version = LAYOUT_SUPERBLOCK}};
    H5Fget_info2(run, &file);
    const struct where where = {.scales = {-1, -1, -1, -1},
                                .is_rewritten = file.super.version > LAYOUT_SUPERBLOCK};
    return inspect_members(run, &where, err);
}

/* --- the user block --- */

int inspect_user_block(int fd, struct err *err) {
    char found[LAYOUT_USER_BLOCK], right[LAYOUT_USER_BLOCK];
    static const size_t text = 116; /* here the free text that names the creator ends */
    static const size_t known = 19; /* "MATLAB 7.3 MAT-file" */
    mat_header(right, "");
    if (pread(fd, found, sizeof found, 0) != (ssize_t)sizeof found ||
        memcmp(found, right, known) != 0 || memcmp(found + text, right + text, 12) != 0)
        return err_set(err, ERR_DAMAGED,
                       "its first 512 bytes are not those of a MAT-file; HDF5 does not mind");
    return 0;
}
