/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "store/mat73/mat73_tree.h"

#include <stdlib.h>
#include <string.h>

#include "formats/mat/mat_file.h"
#include "formats/text/unicode.h"
#include "store/hdf5/array.h"
#include "store/hdf5/attribute.h"
#include "store/hdf5/members.h"

enum { MOST_STRUCTS = 20000 };

/* The variable that is being read, and the groups met in all variables. */
struct tree {
    struct mat_scan scan;
    haddr_t *groups; /* the addresses of all groups met so far */
    size_t group_count;
};

/* --- names --- */

static const char *copy_name(const struct mat_scan *scan, const char *name, int *code) {
    size_t bytes = strlen(name) + 1;
    char *copy = bytes <= MAT_MOST_NAME ? mat_memory_take(scan->memory, bytes, 1) : NULL;
    *code = copy                    ? 0
            : bytes > MAT_MOST_NAME ? mat_refuse(scan, "a name of %zu bytes", bytes - 1)
                                    : mat_refuse_memory(scan);
    if (copy)
        utf8_clean(memcpy(copy, name, bytes), '?');
    return copy;
}

/* --- structs --- */

/* Refuses a group that was met before: following it might never end, or, if each level had a group
 * twice, take practically forever. */
static int note_group(struct tree *tree, haddr_t address) {
    for (size_t i = 0; i < tree->group_count; i++)
        if (tree->groups[i] == address)
            return mat_refuse(&tree->scan, "a struct in it is there twice, or within itself");
    if (tree->group_count == MOST_STRUCTS)
        return mat_refuse(&tree->scan, "more than %d structs, which is the most", MOST_STRUCTS);
    if ((tree->group_count & (tree->group_count - 1)) == 0) {
        size_t room = tree->group_count ? 2 * tree->group_count : 1;
        haddr_t *larger = realloc(tree->groups, room * sizeof *larger);
        if (!larger)
            return mat_refuse_memory(&tree->scan);
        tree->groups = larger;
    }
    tree->groups[tree->group_count++] = address;
    return 0;
}

static int read_member(struct tree *tree, hid_t group, const char *name, haddr_t address, int depth,
                       struct mat_array *array, const char **skipped);

/* Sets ARE_SEVERAL to whether the fields of GROUP are those of several structs; if so, reads these
 * into ARRAY. */
static int read_several(struct tree *tree, hid_t group, char **names, size_t count,
                        struct mat_array *array, int *are_several) {
    int rc = 0;
    *are_several = count > 0;
    for (size_t f = 0; rc == 0 && *are_several && f < count; f++) {
        hid_t object = H5Oopen(group, names[f], H5P_DEFAULT);
        *are_several = object >= 0 && mat73_is_field_of_several(object);
        if (*are_several && f + 1 == count)
            rc = mat73_array_read_several(&tree->scan, object, array);
        if (object >= 0)
            h5_close(object);
    }
    return rc;
}

static int read_struct(struct tree *tree, hid_t group, int depth, struct mat_array *array) {
    static const size_t one[2] = {1, 1};
    char **names;
    haddr_t *addresses = NULL;
    if (depth > MAT_MOST_DEPTH)
        return mat_refuse(&tree->scan, "arrays within arrays, more than %d deep", MAT_MOST_DEPTH);
    *array = (struct mat_array){.class = MAT_STRUCT, .rank = 2, .dims = one, .count = 1};
    int rc = members_locate(group, &names, &addresses, &array->field_count, tree->scan.err);
    if (rc)
        return err_prefix(tree->scan.err, rc, "%s: variable %s", tree->scan.path, tree->scan.name);
    int are_several;
    size_t count = array->field_count;
    rc = read_several(tree, group, names, count, array, &are_several);
    if (rc == 0 && !are_several) {
        /* Skipped fields remain, as arrays without a class. */
        struct mat_memory *memory = tree->scan.memory;
        const char **fields = mat_memory_take(memory, array->field_count, sizeof *fields), *skipped;
        struct mat_array *items = mat_memory_take(memory, array->field_count, sizeof *items);
        rc = fields && items ? 0 : mat_refuse_memory(&tree->scan);
        for (size_t f = 0; rc == 0 && f < array->field_count; f++) {
            fields[f] = copy_name(&tree->scan, names[f], &rc);
            if (rc == 0)
                rc = read_member(tree, group, names[f], addresses[f], depth, &items[f], &skipped);
        }
        array->fields = fields;
        array->items = items;
    }
    members_free(names, count);
    free(addresses);
    return rc;
}

/* --- objects --- */

static int read_group(struct tree *tree, hid_t group, haddr_t address, int depth, const char *class,
                      struct mat_array *array, const char **skipped) {
    if (class && H5Aexists(group, MAT73_SPARSE) > 0)
        *skipped = "a sparse array";
    else if (!*skipped && strcmp(class, "struct") != 0)
        return mat_refuse(&tree->scan, "a group, but of class %s", class);
    if (*skipped)
        return 0;
    int rc = note_group(tree, address);
    return rc ? rc : read_struct(tree, group, depth, array);
}

static int read_object(struct tree *tree, hid_t object, haddr_t address, int depth,
                       struct mat_array *array, const char **skipped) {
    H5I_type_t type = H5Iget_type(object);
    char *class = type == H5I_DATATYPE ? NULL : attribute_read_text(object, MAT73_CLASS);
    int rc = 0;
    *array = (struct mat_array){.class = MAT_OPAQUE};
    *skipped = mat73_skipped(class);
    if (type == H5I_GROUP)
        rc = read_group(tree, object, address, depth, class, array, skipped);
    else if (!*skipped)
        rc = mat73_array_read(&tree->scan, object, class, array);
    free(class);
    return rc;
}

static int read_member(struct tree *tree, hid_t group, const char *name, haddr_t address, int depth,
                       struct mat_array *array, const char **skipped) {
    hid_t object = H5Oopen(group, name, H5P_DEFAULT);
    if (object < 0)
        return mat_refuse(&tree->scan, "it is damaged");
    int rc = read_object(tree, object, address, depth + 1, array, skipped);
    h5_close(object);
    return rc;
}

/* --- variables --- */

static int read_variable(struct tree *tree, hid_t file, const char *name, haddr_t address,
                         struct mat_variables *variables) {
    struct mat_array array;
    const char *skipped = NULL;
    int rc = 0;
    tree->scan.name = "number 1";
    const char *copy = copy_name(&tree->scan, name, &rc);
    if (rc)
        return rc;
    tree->scan.name = copy;
    rc = read_member(tree, file, name, address, 0, &array, &skipped);
    if (rc)
        return rc;
    return skipped ? mat_variables_skip(variables, copy, skipped, NULL, tree->scan.path,
                                        tree->scan.err)
                   : mat_variables_add(variables, copy, &array, tree->scan.path, tree->scan.err);
}

int mat73_tree_read(hid_t file, const char *path, struct mat_memory *memory,
                    struct mat_variables *variables, struct err *err) {
    struct tree tree = {.scan = {.path = path, .memory = memory, .err = err}};
    char **names;
    haddr_t *addresses = NULL;
    size_t count;
    int rc = members_locate(file, &names, &addresses, &count, err);
    if (rc)
        return err_prefix(err, rc, "%s", path);
    for (size_t i = 0; rc == 0 && i < count; i++)
        if (names[i][0] != '#')
            rc = read_variable(&tree, file, names[i], addresses[i], variables);
    members_free(names, count);
    free(addresses);
    free(tree.groups);
    return rc;
}

/* --- classes --- */

struct kind {
    const char *name;
    enum mat_class class;
    hid_t memory; /* 0: a class without numbers */
};

enum { KINDS = 13 };

/* A function, since HDF5's type ids are not constants. */
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

/* One dimension means a column, none a single number. */
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

/* --- numbers --- */

static int is_complex(hid_t type) {
    return H5Tget_class(type) == H5T_COMPOUND && H5Tget_nmembers(type) == 2 &&
           H5Tget_member_index(type, "real") >= 0 && H5Tget_member_index(type, "imag") >= 0;
}

static int check_numbers(const struct mat_scan *scan, hid_t dataset, hid_t type, size_t count) {
    H5T_class_t class = H5Tget_class(type);
    size_t size = H5Tget_size(type);
    if ((class != H5T_INTEGER && class != H5T_FLOAT) || !size || size > sizeof(double))
        return mat_refuse(scan, "its numbers are of a type that no MAT-file has");
    const char *fault = array_storage_fault(dataset, count, size);
    if (fault)
        return mat_refuse(scan, "%s", fault);

    /* HDF5 allocates memory for a whole chunk. */
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
    if (H5Aexists(dataset, MAT73_EMPTY) > 0) {
        /* The dataset of an empty array holds its dimensions. A struct without fields is stored
         * like this too. */
        hsize_t dims[H5S_MAX_RANK];
        uint64_t stored[H5S_MAX_RANK];
        hid_t type = H5Dget_type(dataset);
        int is_whole = H5Tget_class(type) == H5T_INTEGER && H5Tget_size(type) <= sizeof *stored;
        size_t size = H5Tget_size(type), rank = array->count;
        h5_close(type);
        if (!is_whole || rank < 2 || rank > MAT_MOST_DIMS ||
            array_storage_fault(dataset, rank, size) ||
            H5Dread(dataset, H5T_NATIVE_UINT64, H5S_ALL, H5S_ALL, H5P_DEFAULT, stored) < 0)
            return mat_refuse(scan, "it is empty, but its dimensions are none");
        for (size_t i = 0; i < rank; i++)
            dims[rank - 1 - i] = stored[i];
        int empty_rc = set_dims(scan, dims, (int)rank, array);
        return empty_rc || !array->count || array->class == MAT_STRUCT
                   ? empty_rc
                   : mat_refuse(scan, "it is empty, but no dimension is 0");
    }
    if (!kind.memory)
        return mat_refuse(scan, "a struct that is a dataset, but not empty");

    hid_t type = H5Dget_type(dataset);
    array->is_complex = is_complex(type);
    int numbers_rc = array->is_complex ? 0 : check_numbers(scan, dataset, type, array->count);
    h5_close(type);
    if (numbers_rc || array->is_complex)
        return numbers_rc;
    void *numbers = mat_memory_take(scan->memory, array->count, H5Tget_size(kind.memory));
    if (!numbers)
        return mat_refuse_memory(scan);
    array->real = numbers;
    if (array->count && H5Dread(dataset, kind.memory, H5S_ALL, H5S_ALL, H5P_DEFAULT, numbers) < 0)
        return mat_refuse(scan, "its numbers are damaged");
    return 0;
}
