/* SPDX-License-Identifier: GPL-3.0-or-later */
/* dimension_scales.h: finds which arrays are attached to a dimension, following HDF5's dimension
 * scales specification. Private.
 *
 * An attachment is stored twice: the array's DIMENSION_LIST names the scale, the scale's
 * REFERENCE_LIST names the array. H5DSis_attached opens everything that both name, on every call;
 * here the scale's list is read once, and objects are identified by their references.
 *
 * Call these only inside a sandbox. */
#ifndef BENCHMAT_STORE_HDF5_DIMENSION_SCALES_H
#define BENCHMAT_STORE_HDF5_DIMENSION_SCALES_H

#include <stddef.h>

#include "store/hdf5/h5.h"

struct dimension_scales_array {
    hobj_ref_t array;
    int dimension;
};

/* A scale and the arrays that it lists. Zero-initialised: a scale without arrays. */
struct dimension_scales {
    hobj_ref_t scale;
    struct dimension_scales_array *arrays; /* sorted */
    size_t count;
};

/* What an array is attached to: scales for each of its dimensions. */
struct dimension_scales_list {
    hobj_ref_t array;
    hid_t type, space;
    hvl_t *scales; /* for each dimension */
    size_t count;  /* number of dimensions */
};

/* Reads what SCALE lists. Returns 0, or -1 if that cannot be read. The caller must release TIES
 * either way. */
int dimension_scales_of_scale(struct dimension_scales *ties, hid_t scale);
void dimension_scales_release(struct dimension_scales *ties);

/* Reads what ARRAY is attached to; nothing if it is damaged. The caller must release the result. */
struct dimension_scales_list dimension_scales_of_array(hid_t array);
void dimension_scales_list_release(struct dimension_scales_list *list);

/* Whether both lists say that the array's DIMENSION (from 0) is attached to that scale. */
int dimension_scales_hold(const struct dimension_scales *ties,
                          const struct dimension_scales_list *list, int dimension);

#endif
