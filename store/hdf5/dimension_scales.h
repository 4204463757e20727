/* SPDX-License-Identifier: GPL-3.0-or-later */
/* dimension_scales.h: which arrays are tied to a dimension, as HDF5's dimension scales
 * specification has it. Private.
 *
 * A tie is written down twice: the array's DIMENSION_LIST names the scale, the scale's
 * REFERENCE_LIST names the array. H5DSis_attached opens everything that both name, at every
 * question; here the scale's list is read once, and objects are told apart by their references.
 *
 * To be called inside a sandbox. */
#ifndef BENCHMAT_STORE_HDF5_DIMENSION_SCALES_H
#define BENCHMAT_STORE_HDF5_DIMENSION_SCALES_H

#include <stddef.h>

#include "store/hdf5/h5.h"

struct dimension_scales_array {
    hobj_ref_t array;
    int dimension;
};

/* A scale and what it says is tied to it. All zero is a scale without any. */
struct dimension_scales {
    hobj_ref_t scale;
    struct dimension_scales_array *arrays; /* sorted */
    size_t count;
};

/* What an array is tied to: for each of its dimensions, scales. */
struct dimension_scales_list {
    hobj_ref_t array;
    hid_t type, space;
    hvl_t *scales; /* of each dimension */
    size_t count;  /* dimensions */
};

/* Reads what SCALE is tied to. Returns 0, or -1 when that cannot be read. To be released either
 * way. */
int dimension_scales_of_scale(struct dimension_scales *ties, hid_t scale);
void dimension_scales_release(struct dimension_scales *ties);

/* Reads what ARRAY is tied to; nothing where it is damaged. To be released. */
struct dimension_scales_list dimension_scales_of_array(hid_t array);
void dimension_scales_list_release(struct dimension_scales_list *list);

/* Whether both say that the array's DIMENSION (from 0) is tied to that scale. */
int dimension_scales_hold(const struct dimension_scales *ties,
                          const struct dimension_scales_list *list, int dimension);

#endif
