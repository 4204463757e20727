/* SPDX-License-Identifier: GPL-3.0-or-later */
/* dimension_scales.h: attaches arrays to dimensions, and finds which are attached, following HDF5's
 * dimension scales specification. Private.
 *
 * An attachment is stored twice: the array's DIMENSION_LIST names the scale, the scale's
 * REFERENCE_LIST names the array. H5DSis_attached opens everything that both name, and
 * H5DSattach_scale writes the scale's whole list, on every call; here that list is read once and
 * written once, and objects are identified by their references.
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
    struct dimension_scales_array *arrays; /* sorted when they were read */
    size_t count, room;
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

/* Attaches ARRAY, which is attached to nothing yet, to a scale for each of its COUNT dimensions.
 * What the scales list is changed in memory only. Returns 0, or -1. */
int dimension_scales_attach(struct dimension_scales *ties, hid_t array, size_t count);

/* Writes the list of TIES to its SCALE, in the place of an earlier one. Returns 0, or -1. */
int dimension_scales_write(const struct dimension_scales *ties, hid_t scale);

/* Reads what ARRAY is attached to; nothing if it is damaged. The caller must release the result. */
struct dimension_scales_list dimension_scales_of_array(hid_t array);
void dimension_scales_list_release(struct dimension_scales_list *list);

/* Whether both lists say that the array's DIMENSION (from 0) is attached to that scale. */
int dimension_scales_hold(const struct dimension_scales *ties,
                          const struct dimension_scales_list *list, int dimension);

#endif
