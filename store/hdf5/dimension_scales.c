/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "store/hdf5/dimension_scales.h"

#include <hdf5_hl.h>
#include <stdlib.h>
#include <string.h>

#define MOST_ARRAYS ((hssize_t)1 << 24) /* attached to one scale */

static hssize_t elements_of(hid_t attribute) {
    hid_t space = H5Aget_space(attribute);
    hssize_t count = H5Sget_simple_extent_npoints(space);
    h5_close(space);
    return count;
}

static hobj_ref_t reference_to(hid_t object) {
    hobj_ref_t reference = 0;
    return H5Rcreate(&reference, object, ".", H5R_OBJECT, -1) < 0 ? 0 : reference;
}

/* --- reading a scale's list --- */

static int by_array(const void *a, const void *b) {
    const struct dimension_scales_array *left = a, *right = b;
    return left->array != right->array
               ? (left->array > right->array ? 1 : -1)
               : (left->dimension > right->dimension) - (left->dimension < right->dimension);
}

static hid_t make_list_type(void) {
    hid_t type = H5Tcreate(H5T_COMPOUND, sizeof(struct dimension_scales_array));
    H5Tinsert(type, "dataset", HOFFSET(struct dimension_scales_array, array), H5T_STD_REF_OBJ);
    H5Tinsert(type, "dimension", HOFFSET(struct dimension_scales_array, dimension), H5T_NATIVE_INT);
    return type;
}

static int read_list(struct dimension_scales *ties, hid_t attribute) {
    hssize_t count = elements_of(attribute);
    if (count < 0 || count > MOST_ARRAYS)
        return -1;
    ties->arrays = calloc((size_t)count + 1, sizeof *ties->arrays);
    hid_t type = make_list_type();
    int failed = !ties->arrays || H5Aread(attribute, type, ties->arrays) < 0;
    h5_close(type);
    ties->count = ties->room = failed ? 0 : (size_t)count;
    return failed ? -1 : 0;
}

int dimension_scales_of_scale(struct dimension_scales *ties, hid_t scale) {
    *ties = (struct dimension_scales){.scale = reference_to(scale)};
    if (H5Aexists(scale, REFERENCE_LIST) <= 0)
        return 0;
    hid_t attribute = H5Aopen(scale, REFERENCE_LIST, H5P_DEFAULT);
    int failed = attribute < 0 || read_list(ties, attribute);
    h5_close(attribute);
    if (!failed)
        qsort(ties->arrays, ties->count, sizeof *ties->arrays, by_array);
    return failed ? -1 : 0;
}

void dimension_scales_release(struct dimension_scales *ties) {
    free(ties->arrays);
    *ties = (struct dimension_scales){0};
}

/* --- reading an array's list --- */

static int read_scales(struct dimension_scales_list *list, hid_t attribute) {
    hssize_t count = elements_of(attribute);
    if (count < 0 || count > H5S_MAX_RANK)
        return -1;
    list->space = H5Aget_space(attribute);
    list->type = H5Tvlen_create(H5T_STD_REF_OBJ);
    list->scales = calloc((size_t)count + 1, sizeof *list->scales);
    int failed = !list->scales || H5Aread(attribute, list->type, list->scales) < 0;
    list->count = failed ? 0 : (size_t)count;
    return failed ? -1 : 0;
}

struct dimension_scales_list dimension_scales_of_array(hid_t array) {
    struct dimension_scales_list list = {.array = reference_to(array), .type = -1, .space = -1};
    if (H5Aexists(array, DIMENSION_LIST) <= 0)
        return list;
    hid_t attribute = H5Aopen(array, DIMENSION_LIST, H5P_DEFAULT);
    if (attribute < 0 || read_scales(&list, attribute))
        H5Eclear2(H5E_DEFAULT);
    h5_close(attribute);
    return list;
}

void dimension_scales_list_release(struct dimension_scales_list *list) {
    if (list->count)
        H5Dvlen_reclaim(list->type, list->space, H5P_DEFAULT, list->scales);
    free(list->scales);
    h5_close(list->space);
    h5_close(list->type);
}

/* --- attaching --- */

/* Writes COUNT elements of TYPE as an attribute of one dimension. */
static int write_line(hid_t object, const char *name, hid_t type, size_t count,
                      const void *values) {
    hid_t space = H5Screate_simple(1, (hsize_t[]){count}, NULL);
    hid_t attribute = H5Acreate2(object, name, type, space, H5P_DEFAULT, H5P_DEFAULT);
    int failed = attribute < 0 || H5Awrite(attribute, type, values) < 0;
    h5_close(attribute);
    h5_close(space);
    return failed ? -1 : 0;
}

static int note_array(struct dimension_scales *ties, hobj_ref_t array, size_t dimension) {
    if (ties->count == ties->room) {
        size_t room = 2 * ties->room + 16;
        struct dimension_scales_array *arrays = realloc(ties->arrays, room * sizeof *arrays);
        if (!arrays)
            return -1;
        ties->arrays = arrays;
        ties->room = room;
    }
    struct dimension_scales_array *noted = &ties->arrays[ties->count++];
    memset(noted, 0, sizeof *noted);
    noted->array = array;
    noted->dimension = (int)dimension;
    return 0;
}

int dimension_scales_attach(struct dimension_scales *ties, hid_t array, size_t count) {
    hvl_t scales[H5S_MAX_RANK];
    hobj_ref_t reference = reference_to(array);
    int failed = !reference || count > H5S_MAX_RANK;
    for (size_t i = 0; !failed && i < count; i++) {
        scales[i] = (hvl_t){.len = 1, .p = &ties[i].scale};
        failed = !ties[i].scale || note_array(&ties[i], reference, i);
    }
    hid_t type = H5Tvlen_create(H5T_STD_REF_OBJ);
    failed = failed || write_line(array, DIMENSION_LIST, type, count, scales);
    h5_close(type);
    return failed ? -1 : 0;
}

int dimension_scales_write(const struct dimension_scales *ties, hid_t scale) {
    if (H5Aexists(scale, REFERENCE_LIST) > 0 && H5Adelete(scale, REFERENCE_LIST) < 0)
        return -1;
    hid_t type = make_list_type();
    int failed = ties->count && write_line(scale, REFERENCE_LIST, type, ties->count, ties->arrays);
    h5_close(type);
    return failed ? -1 : 0;
}

/* --- comparing both lists --- */

int dimension_scales_hold(const struct dimension_scales *ties,
                          const struct dimension_scales_list *list, int dimension) {
    const struct dimension_scales_array sought = {list->array, dimension};
    if (dimension < 0 || (size_t)dimension >= list->count || !ties->count ||
        !bsearch(&sought, ties->arrays, ties->count, sizeof sought, by_array))
        return 0;
    const hvl_t *scales = &list->scales[dimension];
    for (size_t i = 0; i < scales->len; i++)
        if (((const hobj_ref_t *)scales->p)[i] == ties->scale)
            return 1;
    return 0;
}
