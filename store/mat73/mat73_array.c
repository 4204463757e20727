/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "store/mat73/mat73_array.h"

#include <string.h>

#include "formats/mat/mat_header.h"
#include "store/hdf5/array.h"

/* --- classes --- */

struct kind {
    const char *name;
    enum mat_class class;
    hid_t memory; /* 0: it has no numbers */
};

enum { KINDS = 13 };

/* A function, as HDF5's type ids are no constants. */
static struct kind kind_of(const char *name) {
    const struct kind kinds[KINDS] = {
        {"double", MAT_DOUBLE, H5T_NATIVE_DOUBLE},
        {"single", MAT_SINGLE, H5T_NATIVE_FLOAT},
        {"int8", MAT_INT8, H5T_NATIVE_INT8},
        {"uint8", MAT_UINT8, H5T_NATIVE_UINT8},
        {"int16", MAT_INT16, H5T_NATIVE_INT16},
        {"uint16", MAT_UINT16, H5T_NATIVE_UINT16},
        {"int32", MAT_INT32, H5T_NATIVE_INT32},
        {"uint32", MAT_UINT32, H5T_NATIVE_UINT32},
        {"int64", MAT_INT64, H5T_NATIVE_INT64},
        {"uint64", MAT_UINT64, H5T_NATIVE_UINT64},
        {"logical", MAT_UINT8, H5T_NATIVE_UINT8},
        {"char", MAT_CHAR, H5T_NATIVE_UINT16},
        {"struct", MAT_STRUCT, 0},
    };
    size_t k = 0;
    while (k < KINDS && strcmp(kinds[k].name, name) != 0)
        k++;
    return k < KINDS ? kinds[k] : (struct kind){NULL, MAT_OBJECT, 0};
}

const char *mat73_skipped(const char *class) {
    if (!class)
        return "no " MAT73_CLASS;
    if (strcmp(class, "cell") == 0)
        return "a cell array";
    if (strcmp(class, "function_handle") == 0)
        return mat_header_skipped(MAT_FUNCTION);
    return kind_of(class).name ? NULL : mat_header_skipped(MAT_OBJECT);
}

/* --- dimensions --- */

/* One dimension is a column, none a single number. */
static int set_dims(const struct mat_scan *scan, const hsize_t *from, int rank,
                    struct mat_array *array) {
    size_t *dims = mat_memory_take(scan->memory, (size_t)(rank < 2 ? 2 : rank), sizeof *dims);
    if (!dims)
        return mat_refuse_memory(scan);
    dims[0] = dims[1] = 1;
    for (int i = 0; i < rank; i++)
        dims[i] = from[rank - 1 - i];
    array->rank = (size_t)(rank < 2 ? 2 : rank);
    array->dims = dims;
    return mat_header_count(scan, dims, array->rank, &array->count);
}

static int take_dims(const struct mat_scan *scan, hid_t dataset, struct mat_array *array) {
    hsize_t dims[H5S_MAX_RANK] = {0};
    hid_t space = H5Dget_space(dataset);
    int is_empty = H5Sget_simple_extent_type(space) == H5S_NULL;
    int rank = is_empty ? 2 : H5Sget_simple_extent_dims(space, dims, NULL);
    h5_close(space);
    return rank < 0 ? mat_refuse(scan, "its dimensions cannot be read")
                    : set_dims(scan, dims, rank, array);
}

/* Of an empty array they are what the dataset holds. A struct is one, too, where it has no fields.
 */
static int take_empty(const struct mat_scan *scan, hid_t dataset, struct mat_array *array) {
    hsize_t dims[H5S_MAX_RANK];
    uint64_t stored[H5S_MAX_RANK];
    hid_t type = H5Dget_type(dataset);
    int is_whole = H5Tget_class(type) == H5T_INTEGER && H5Tget_size(type) <= sizeof *stored;
    size_t size = H5Tget_size(type), rank = array->count;
    h5_close(type);
    if (!is_whole || rank < 2 || rank > MAT_MOST_DIMS || array_storage_fault(dataset, rank, size) ||
        H5Dread(dataset, H5T_NATIVE_UINT64, H5S_ALL, H5S_ALL, H5P_DEFAULT, stored) < 0)
        return mat_refuse(scan, "it is empty, but its dimensions are none");
    for (size_t i = 0; i < rank; i++)
        dims[rank - 1 - i] = stored[i];
    int rc = set_dims(scan, dims, (int)rank, array);
    return rc || !array->count || array->class == MAT_STRUCT
               ? rc
               : mat_refuse(scan, "it is empty, but no dimension is 0");
}

/* --- numbers --- */

static int is_complex(hid_t type) {
    return H5Tget_class(type) == H5T_COMPOUND && H5Tget_nmembers(type) == 2 &&
           H5Tget_member_index(type, "real") >= 0 && H5Tget_member_index(type, "imag") >= 0;
}

/* HDF5 takes the memory of a whole chunk. */
static int check_chunk(const struct mat_scan *scan, hid_t dataset, size_t size) {
    hsize_t chunk[H5S_MAX_RANK];
    hid_t list = H5Dget_create_plist(dataset);
    int rank = H5Pget_layout(list) == H5D_CHUNKED ? H5Pget_chunk(list, H5S_MAX_RANK, chunk) : 0;
    size_t bytes = size, limit = scan->memory->budget->limit;
    h5_close(list);
    for (int i = 0; i < rank; i++)
        if (__builtin_mul_overflow(bytes, chunk[i], &bytes) || bytes > limit)
            return mat_refuse(scan,
                              "its chunks take more than the %zu MiB allowed; allow more by "
                              "bench-store import --memory",
                              limit >> 20);
    return rank < 0 ? mat_refuse(scan, "its chunks are none") : 0;
}

static int check_numbers(const struct mat_scan *scan, hid_t dataset, hid_t type, size_t count) {
    H5T_class_t class = H5Tget_class(type);
    size_t size = H5Tget_size(type);
    if ((class != H5T_INTEGER && class != H5T_FLOAT) || !size || size > sizeof(double))
        return mat_refuse(scan, "its numbers are of a type that no MAT-file has");
    const char *fault = array_storage_fault(dataset, count, size);
    return fault ? mat_refuse(scan, "%s", fault) : check_chunk(scan, dataset, size);
}

static int read_numbers(const struct mat_scan *scan, hid_t dataset, const struct kind *kind,
                        struct mat_array *array) {
    hid_t type = H5Dget_type(dataset);
    array->is_complex = is_complex(type);
    int rc = array->is_complex ? 0 : check_numbers(scan, dataset, type, array->count);
    h5_close(type);
    if (rc || array->is_complex)
        return rc;
    void *numbers = mat_memory_take(scan->memory, array->count, H5Tget_size(kind->memory));
    if (!numbers)
        return mat_refuse_memory(scan);
    array->real = numbers;
    if (array->count && H5Dread(dataset, kind->memory, H5S_ALL, H5S_ALL, H5P_DEFAULT, numbers) < 0)
        return mat_refuse(scan, "its numbers are damaged");
    return 0;
}

int mat73_is_field_of_several(hid_t object) {
    if (H5Iget_type(object) != H5I_DATASET || H5Aexists(object, MAT73_CLASS) != 0)
        return 0;
    hid_t type = H5Dget_type(object);
    int is = H5Tget_class(type) == H5T_REFERENCE;
    h5_close(type);
    return is;
}

int mat73_array_read_several(const struct mat_scan *scan, hid_t dataset, struct mat_array *array) {
    *array = (struct mat_array){.class = MAT_STRUCT};
    return take_dims(scan, dataset, array);
}

int mat73_array_read(const struct mat_scan *scan, hid_t dataset, const char *class,
                     struct mat_array *array) {
    const struct kind kind = kind_of(class);
    *array = (struct mat_array){.class = kind.class, .is_logical = strcmp(class, "logical") == 0};
    int rc = take_dims(scan, dataset, array);
    if (rc)
        return rc;
    if (H5Aexists(dataset, MAT73_EMPTY) > 0)
        return take_empty(scan, dataset, array);
    if (!kind.memory)
        return mat_refuse(scan, "a struct that is a dataset, but not empty");
    return read_numbers(scan, dataset, &kind, array);
}
