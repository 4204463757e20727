/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "store/hdf5/array.h"

#include <math.h>
#include <string.h>

#include "store/hdf5/mat.h"

#define CHUNK_ELEMENTS ((hsize_t)128 * 1024)
#define PLACE_ELEMENTS ((hsize_t)512) /* elements of a chunk that is written again and again */
#define DEFLATE_LEVEL  4
#define CHECKSUM_BYTES ((hsize_t)4)
#define DEFLATE_RATIO  ((hsize_t)1032) /* the most that deflate can shrink data */

struct element {
    hid_t file, memory;
    size_t size;
    H5T_class_t class;
    const char *matlab_class;
    const void *fill;
};

/* A function, since HDF5's type ids are not constants. */
static struct element element_of(enum array_type type) {
    static const double undefined = NAN;
    static const int64_t unknown = -1;
    static const uint16_t nothing = 0;
    const struct element elements[] = {
        [ARRAY_INTEGER] = {H5T_STD_I64LE, H5T_NATIVE_INT64, 8, H5T_INTEGER, "int64", &unknown},
        [ARRAY_REAL] = {H5T_IEEE_F64LE, H5T_NATIVE_DOUBLE, 8, H5T_FLOAT, "double", &undefined},
        [ARRAY_TEXT] = {H5T_STD_U16LE, H5T_NATIVE_UINT16, 2, H5T_INTEGER, "char", &nothing},
    };
    return elements[type];
}

struct array_shape array_over(const struct measurement *m, enum detail_shape shape) {
    static const int ranks[] = {[PER_POINT] = 1, [PER_SAMPLE] = 3, [PER_THREAD] = 4};
    return (struct array_shape){.rank = ranks[shape],
                                .dims = {m->points, m->rounds, m->max_seeds, m->team}};
}

/* --- writing --- */

/* Without deflate a chunk keeps its size, and so its place. */
static int set_filters(hid_t list, enum array_storage storage) {
    if (storage == ARRAY_COMPACT &&
        (H5Pset_shuffle(list) < 0 || H5Pset_deflate(list, DEFLATE_LEVEL) < 0))
        return -1;
    if (storage == ARRAY_IN_PLACE && H5Pset_alloc_time(list, H5D_ALLOC_TIME_EARLY) < 0)
        return -1;
    return H5Pset_fletcher32(list) < 0 ? -1 : 0;
}

static hid_t creation_list(const struct array_shape *shape, const struct element *element) {
    hsize_t chunk[ARRAY_MAX_RANK];

    /* A chunk is made of whole slices of the slowest dimensions, as many as stay within the
     * limit. */
    hsize_t left = shape->storage == ARRAY_IN_PLACE ? PLACE_ELEMENTS : CHUNK_ELEMENTS;
    for (int i = shape->rank - 1; i >= 0; i--) {
        chunk[i] = shape->dims[i] < left ? shape->dims[i] : left;
        left /= chunk[i];
        if (left == 0)
            left = 1;
    }

    hid_t list = H5Pcreate(H5P_DATASET_CREATE);
    if (H5Pset_chunk(list, shape->rank, chunk) < 0 || set_filters(list, shape->storage) ||
        H5Pset_fill_value(list, element->memory, element->fill) < 0 || h5_keep_attributes(list)) {
        h5_close(list);
        return -1;
    }
    return list;
}

hid_t array_write(hid_t group, const char *name, enum array_type type,
                  const struct array_shape *shape, const void *values, struct err *err) {
    struct element element = element_of(type);
    hid_t list = creation_list(shape, &element);
    hid_t space = H5Screate_simple(shape->rank, shape->dims, NULL);
    hid_t array = H5Dcreate2(group, name, element.file, space, H5P_DEFAULT, list, H5P_DEFAULT);
    h5_close(space);
    h5_close(list);

    if (array < 0 || H5Dwrite(array, element.memory, H5S_ALL, H5S_ALL, H5P_DEFAULT, values) < 0) {
        h5_close(array);
        return h5_error(err, ERR_DAMAGED, "array \"%s\" cannot be written", name);
    }
    int code = mat_set_class(array, element.matlab_class, err);
    if (!code)
        return array;
    h5_close(array);
    return code;
}

int array_write_part(hid_t group, const char *name, enum array_type type, const hsize_t *start,
                     const struct array_shape *shape, const void *values, struct err *err) {
    struct element element = element_of(type);
    hid_t array = H5Dopen2(group, name, H5P_DEFAULT), space = H5Dget_space(array);
    hid_t part = H5Screate_simple(shape->rank, shape->dims, NULL);
    int failed = H5Sselect_hyperslab(space, H5S_SELECT_SET, start, NULL, shape->dims, NULL) < 0 ||
                 H5Dwrite(array, element.memory, part, space, H5P_DEFAULT, values) < 0;
    h5_close(part);
    h5_close(space);
    h5_close(array);
    return failed ? h5_error(err, ERR_DAMAGED, "a part of array \"%s\" cannot be written", name)
                  : 0;
}

/* --- reading --- */

static const char *shape_fault(hid_t array, struct array_shape *shape) {
    hid_t space = H5Dget_space(array);
    int right = H5Sget_simple_extent_type(space) == H5S_SIMPLE &&
                H5Sget_simple_extent_ndims(space) == shape->rank &&
                H5Sget_simple_extent_dims(space, shape->dims, NULL) == shape->rank;
    h5_close(space);
    hsize_t left = RUN_MAX_ELEMENTS;
    for (int i = 0; right && i < shape->rank; i++) {
        right = shape->dims[i] > 0 && shape->dims[i] <= left;
        if (right)
            left /= shape->dims[i];
    }
    return right ? NULL : "its shape is wrong";
}

hsize_t array_file_size(hid_t array) {
    hid_t file = H5Iget_file_id(array);
    hsize_t size = 0;
    H5Fget_filesize(file, &size);
    h5_close(file);
    return size;
}

/* HDF5's checksum filter reads before its buffer if the file claims fewer bytes than a checksum
 * has. */
static int is_possible(hsize_t stored, hsize_t raw) {
    return stored > CHECKSUM_BYTES && stored <= raw + raw / 100 + 64;
}

static const char *chunk_fault(hid_t array, hid_t list, const struct array_shape *shape,
                               size_t element_size) {
    hsize_t chunk[ARRAY_MAX_RANK], raw = element_size;
    if (H5Pget_chunk(list, shape->rank, chunk) != shape->rank)
        return "its chunks are wrong";
    for (int i = 0; i < shape->rank; i++) {
        if (chunk[i] > shape->dims[i])
            return "its chunks are larger than itself";
        raw *= chunk[i];
    }

    hsize_t at[ARRAY_MAX_RANK] = {0}, end = array_file_size(array);
    int i;
    do {
        /* The index of chunks has no checksum: if damaged, it may lose a chunk, or skip its
         * filters. The first call walks the whole index, the second descends it, as reading
         * does. HDF5 itself reads elsewhere if an address and a size add up to more than 64 bits.
         */
        unsigned skipped = 0;
        haddr_t address = HADDR_UNDEF;
        hsize_t listed = 0, found = 0;
        if (!(H5Dget_chunk_info_by_coord(array, at, &skipped, &address, &listed) >= 0 &&
              H5Dget_chunk_storage_size(array, at, &found) >= 0 && skipped == 0 &&
              listed == found && is_possible(found, raw) && found <= end && address <= end - found))
            return "a part of it is missing or damaged";
        for (i = shape->rank - 1; i >= 0 && (at[i] += chunk[i]) >= shape->dims[i]; i--)
            at[i] = 0;
    } while (i >= 0);
    return NULL;
}

static const char *layout_fault(hid_t list) {
    H5D_layout_t layout = H5Pget_layout(list);
    if (H5Pget_external_count(list) != 0 || layout == H5D_VIRTUAL)
        return "its data are in another file";
    if (layout != H5D_CHUNKED && layout != H5D_CONTIGUOUS && layout != H5D_COMPACT)
        return "its storage is of an unknown kind";

    static const H5Z_filter_t known[] = {H5Z_FILTER_DEFLATE, H5Z_FILTER_SHUFFLE,
                                         H5Z_FILTER_FLETCHER32};
    int count = H5Pget_nfilters(list);
    int right = count >= 0 && count <= 8;
    for (int i = 0; right && i < count; i++) {
        unsigned flags, config;
        size_t values = 0;
        H5Z_filter_t filter =
            H5Pget_filter2(list, (unsigned)i, &flags, &values, NULL, 0, NULL, &config);
        right = 0;
        for (size_t k = 0; k < sizeof known / sizeof *known; k++)
            right |= filter == known[k];
    }
    return right ? NULL : "it went through a filter that is not read here";
}

const char *array_storage_fault(hid_t array, hsize_t elements, size_t element_size) {
    hid_t list = H5Dget_create_plist(array);
    const char *fault = layout_fault(list);
    h5_close(list);
    if (fault)
        return fault;

    hsize_t stored = H5Dget_storage_size(array), bytes;
    int possible = stored <= array_file_size(array) &&
                   !__builtin_mul_overflow(elements, element_size, &bytes) &&
                   bytes / DEFLATE_RATIO <= stored;
    return possible ? NULL : "it claims more than its bytes can hold";
}

static const char *storage_fault(hid_t array, const struct array_shape *shape,
                                 size_t element_size) {
    hid_t list = H5Dget_create_plist(array);
    hsize_t count = 1;
    for (int i = 0; i < shape->rank; i++)
        count *= shape->dims[i];
    const char *fault = array_storage_fault(array, count, element_size);
    if (!fault && H5Pget_layout(list) == H5D_CHUNKED)
        fault = chunk_fault(array, list, shape, element_size);
    h5_close(list);
    return fault;
}

static const char *fault_of(hid_t array, enum array_type type, struct array_shape *shape) {
    struct element element = element_of(type);
    hid_t fault_type = H5Dget_type(array);
    int right =
        H5Tget_class(fault_type) == element.class && H5Tget_size(fault_type) <= element.size;
    h5_close(fault_type);
    const char *fault = right ? NULL : "its elements are of the wrong type";
    fault = fault ? fault : shape_fault(array, shape);
    return fault ? fault : storage_fault(array, shape, element.size);
}

int array_check(hid_t array, const char *name, enum array_type type, struct array_shape *shape,
                struct err *err) {
    const char *fault = fault_of(array, type, shape);
    return fault ? err_set(err, ERR_DAMAGED, "array \"%s\": %s", name, fault) : 0;
}

hid_t array_open(hid_t group, const char *name, enum array_type type, struct array_shape *shape,
                 struct err *err) {
    hid_t array = H5Dopen2(group, name, H5P_DEFAULT);
    if (array < 0)
        return h5_error(err, ERR_DAMAGED, "there is no array \"%s\" that can be opened", name);
    int code = array_check(array, name, type, shape, err);
    if (!code)
        return array;
    h5_close(array);
    return code;
}

int array_read(hid_t array, const char *name, enum array_type type, void *values, struct err *err) {
    struct element element = element_of(type);
    if (H5Dread(array, element.memory, H5S_ALL, H5S_ALL, H5P_DEFAULT, values) < 0)
        return h5_error(err, ERR_DAMAGED, "array \"%s\" cannot be read", name);
    return 0;
}
