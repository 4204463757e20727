/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "store/mat73/mat73_tree.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "formats/mat/mat_file.h"
#include "formats/text/unicode.h"
#include "store/hdf5/array.h"
#include "store/hdf5/attribute.h"
#include "store/hdf5/members.h"

enum {
    MOST_STRUCTS = 20000, /* and cells */
    MOST_REFERENCES = 1 << 20,
};

/* The variable that is being read, and what was met in all variables. */
struct tree {
    struct mat_scan scan;
    haddr_t *groups; /* the addresses of all groups and cells met so far */
    size_t group_count, references;
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

/* Refuses a group or cell that was met before: following it might never end, or, if each level had
 * one twice, take practically forever. */
static int note_group(struct tree *tree, haddr_t address) {
    for (size_t i = 0; i < tree->group_count; i++)
        if (tree->groups[i] == address)
            return mat_refuse(&tree->scan,
                              "a struct or cell in it is there twice, or within itself");
    if (tree->group_count == MOST_STRUCTS)
        return mat_refuse(&tree->scan, "more than %d structs and cells, which is the most",
                          MOST_STRUCTS);
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

static int read_object(struct tree *tree, hid_t object, haddr_t address, int depth,
                       struct mat_array *array, const char **skipped);
static int read_member(struct tree *tree, hid_t group, const char *name, haddr_t address, int depth,
                       struct mat_array *array, const char **skipped);

static int check_depth(const struct tree *tree, int depth) {
    return depth <= MAT_MOST_DEPTH
               ? 0
               : mat_refuse(&tree->scan, "arrays within arrays, more than %d deep", MAT_MOST_DEPTH);
}

/* Reads what REFERENCE, an element of DATASET, refers to. */
static int read_referred(struct tree *tree, hid_t dataset, hobj_ref_t reference, int depth,
                         struct mat_array *item) {
    static const size_t dims[2] = {0, 0};
    const char *skipped = NULL;
    H5O_info_t info;
    *item = (struct mat_array){.class = MAT_DOUBLE, .rank = 2, .dims = dims};
    if (!reference)
        return 0;
    hid_t object = H5Rdereference2(dataset, H5P_DEFAULT, H5R_OBJECT, &reference);
    int rc = object < 0 || H5Oget_info2(object, &info, H5O_INFO_BASIC) < 0
                 ? mat_refuse(&tree->scan, "what is in it cannot be found")
                 : read_object(tree, object, info.addr, depth + 1, item, &skipped);
    if (object >= 0)
        h5_close(object);
    return rc;
}

/* Reads the COUNT elements of DATASET into every STEPth of ITEMS. */
static int read_all_referred(struct tree *tree, hid_t dataset, const hobj_ref_t *references,
                             size_t count, int depth, struct mat_array *items, size_t step) {
    int rc = 0;
    if (count > MOST_REFERENCES - tree->references)
        return mat_refuse(&tree->scan,
                          "more than %d elements of cells and structs, which is the most",
                          MOST_REFERENCES);
    tree->references += count;
    for (size_t i = 0; rc == 0 && i < count; i++)
        rc = read_referred(tree, dataset, references[i], depth, &items[i * step]);
    return rc;
}

static struct mat_array *take_items(struct tree *tree, size_t count, size_t each) {
    size_t all;
    return __builtin_mul_overflow(count, each, &all)
               ? NULL
               : mat_memory_take(tree->scan.memory, all, sizeof(struct mat_array));
}

static int read_cell(struct tree *tree, hid_t dataset, haddr_t address, int depth,
                     struct mat_array *array) {
    const hobj_ref_t *references = NULL;
    int rc = check_depth(tree, depth);
    if (rc == 0)
        rc = note_group(tree, address);
    if (rc == 0)
        rc = mat73_array_read_references(&tree->scan, dataset, array, &references);
    array->class = MAT_CELL;
    if (rc)
        return rc;
    struct mat_array *items = take_items(tree, array->count, 1);
    if (!items)
        return mat_refuse_memory(&tree->scan);
    array->items = items;
    return read_all_referred(tree, dataset, references, array->count, depth, items, 1);
}

/* Whether the fields of GROUP are those of several structs. */
static int has_several(hid_t group, char **names, size_t count) {
    int has = count > 0;
    for (size_t f = 0; has && f < count; f++) {
        hid_t object = H5Oopen(group, names[f], H5P_DEFAULT);
        has = object >= 0 && mat73_is_field_of_several(object);
        if (object >= 0)
            h5_close(object);
    }
    return has;
}

/* Reads field F of several structs. The first says how many they are. */
static int read_field(struct tree *tree, hid_t dataset, size_t f, int depth,
                      struct mat_array *array, struct mat_array **items) {
    const hobj_ref_t *references = NULL;
    struct mat_array field;
    int rc = mat73_array_read_references(&tree->scan, dataset, &field, &references);
    if (rc)
        return rc;
    if (f == 0) {
        array->rank = field.rank;
        array->dims = field.dims;
        array->count = field.count;
        array->items = *items = take_items(tree, field.count, array->field_count);
        if (!*items)
            return mat_refuse_memory(&tree->scan);
    }
    if (field.count != array->count)
        return mat_refuse(&tree->scan, "its fields do not have equally many elements");
    return read_all_referred(tree, dataset, references, field.count, depth, *items + f,
                             array->field_count);
}

static int read_several(struct tree *tree, hid_t group, char **names, int depth,
                        struct mat_array *array) {
    const char **fields = mat_memory_take(tree->scan.memory, array->field_count, sizeof *fields);
    struct mat_array *items = NULL;
    int rc = fields ? 0 : mat_refuse_memory(&tree->scan);
    array->fields = fields;
    for (size_t f = 0; rc == 0 && f < array->field_count; f++) {
        hid_t object = H5Oopen(group, names[f], H5P_DEFAULT);
        fields[f] = copy_name(&tree->scan, names[f], &rc);
        if (rc == 0)
            rc = read_field(tree, object, f, depth, array, &items);
        if (object >= 0)
            h5_close(object);
    }
    return rc;
}

static int read_struct(struct tree *tree, hid_t group, int depth, struct mat_array *array) {
    static const size_t one[2] = {1, 1};
    char **names;
    haddr_t *addresses = NULL;
    *array = (struct mat_array){.class = MAT_STRUCT, .rank = 2, .dims = one, .count = 1};
    int rc = check_depth(tree, depth);
    if (rc)
        return rc;
    rc = members_locate(group, &names, &addresses, &array->field_count, tree->scan.err);
    if (rc)
        return err_prefix(tree->scan.err, rc, "%s: variable %s", tree->scan.path, tree->scan.name);
    size_t count = array->field_count;
    if (has_several(group, names, count))
        rc = read_several(tree, group, names, depth, array);
    else {
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

static int set_class(struct tree *tree, const char *class, struct mat_array *array) {
    char *name = mat_memory_take(tree->scan.memory, MAT_MOST_CLASS + 1, 1);
    if (!name)
        return mat_refuse_memory(&tree->scan);
    snprintf(name, MAT_MOST_CLASS + 1, "%s", class);
    utf8_clean(name, '?');
    array->class_name = name;
    return 0;
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
    else if (mat73_is_cell(object, class))
        rc = read_cell(tree, object, address, depth, array);
    else if (*skipped && mat73_is_object(class))
        rc = set_class(tree, class, array);
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
    return skipped ? mat_variables_skip(variables, copy, skipped, array.class_name, tree->scan.path,
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

enum { KINDS = 15 };

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
        {"cell", MAT_CELL, 0},
        /* What MATLAB has for elements that were never set. */
        {"canonical empty", MAT_DOUBLE, H5T_NATIVE_DOUBLE},
    };
    size_t k = 0;
    while (k < KINDS && strcmp(kinds[k].name, name) != 0)
        k++;
    return k < KINDS ? kinds[k] : (struct kind){NULL, MAT_OBJECT, 0};
}

const char *mat73_skipped(const char *class) {
    if (!class)
        return "no " MAT73_CLASS;
    if (strcmp(class, "function_handle") == 0)
        return mat_header_skipped(MAT_FUNCTION);
    return kind_of(class).name ? NULL : mat_header_skipped(MAT_OBJECT);
}

int mat73_is_object(const char *class) {
    return class && strcmp(class, "function_handle") != 0 && !kind_of(class).name;
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

static int check_storage(const struct mat_scan *scan, hid_t dataset, size_t size, size_t count) {
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

static int check_numbers(const struct mat_scan *scan, hid_t dataset, hid_t type, size_t count) {
    H5T_class_t class = H5Tget_class(type);
    size_t size = H5Tget_size(type);
    if ((class != H5T_INTEGER && class != H5T_FLOAT) || !size || size > sizeof(double))
        return mat_refuse(scan, "its numbers are of a type that no MAT-file has");
    return check_storage(scan, dataset, size, count);
}

/* --- references --- */

static int has_references(hid_t object) {
    if (H5Iget_type(object) != H5I_DATASET)
        return 0;
    hid_t type = H5Dget_type(object);
    int has = H5Tget_class(type) == H5T_REFERENCE && H5Tequal(type, H5T_STD_REF_OBJ) > 0;
    h5_close(type);
    return has;
}

int mat73_is_cell(hid_t object, const char *class) {
    return class && strcmp(class, "cell") == 0 && has_references(object);
}

int mat73_is_field_of_several(hid_t object) {
    return has_references(object) && H5Aexists(object, MAT73_CLASS) == 0;
}

int mat73_array_read_references(const struct mat_scan *scan, hid_t dataset, struct mat_array *array,
                                const hobj_ref_t **references) {
    *array = (struct mat_array){.class = MAT_STRUCT};
    int rc = take_dims(scan, dataset, array);
    if (rc == 0)
        rc = check_storage(scan, dataset, sizeof **references, array->count);
    if (rc)
        return rc;
    hobj_ref_t *all = mat_memory_take(scan->memory, array->count, sizeof *all);
    if (!all)
        return mat_refuse_memory(scan);
    *references = all;
    if (array->count && H5Dread(dataset, H5T_STD_REF_OBJ, H5S_ALL, H5S_ALL, H5P_DEFAULT, all) < 0)
        return mat_refuse(scan, "its references are damaged");
    return 0;
}

/* --- arrays --- */

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
        return mat_refuse(scan, "a %s that is a dataset of neither references nor dimensions",
                          class);

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
