/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "store/mat73/mat73_tree.h"

#include <stdlib.h>
#include <string.h>

#include "formats/text/utf8.h"
#include "store/hdf5/attribute.h"
#include "store/mat73/mat73_array.h"
#include "store/hdf5/members.h"

enum { MOST_STRUCTS = 20000 };

/* A variable being read. */
struct tree {
    struct mat_scan scan;
    haddr_t *groups; /* all that have been seen */
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

/* A group that is met again leads to no end, or, met twice on each floor, to nearly none. */
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

/* The fields that are skipped stay, as arrays of no class. */
static int read_fields(struct tree *tree, hid_t group, char **names, const haddr_t *addresses,
                       int depth, struct mat_array *array) {
    struct mat_memory *memory = tree->scan.memory;
    const char **fields = mat_memory_take(memory, array->field_count, sizeof *fields), *skipped;
    struct mat_array *items = mat_memory_take(memory, array->field_count, sizeof *items);
    int rc = fields && items ? 0 : mat_refuse_memory(&tree->scan);
    for (size_t f = 0; rc == 0 && f < array->field_count; f++) {
        fields[f] = copy_name(&tree->scan, names[f], &rc);
        if (rc == 0)
            rc = read_member(tree, group, names[f], addresses[f], depth, &items[f], &skipped);
    }
    array->fields = fields;
    array->items = items;
    return rc;
}

/* Whether the fields of GROUP are those of several structs; ARRAY is these then. */
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
    if (rc == 0 && !are_several)
        rc = read_fields(tree, group, names, addresses, depth, array);
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
    return skipped ? mat_variables_skip(variables, copy, skipped, tree->scan.path, tree->scan.err)
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
