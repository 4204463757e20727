/* SPDX-License-Identifier: GPL-3.0-or-later */
/* mat73_tree.h: all variables of a MAT-file of version 7.3, as its HDF5 part has them. Private.
 *
 * To be called inside a sandbox. */
#ifndef BENCHMAT_STORE_MAT73_MAT73_TREE_H
#define BENCHMAT_STORE_MAT73_MAT73_TREE_H

#include "formats/mat/mat_array.h"
#include "formats/mat/mat_element.h"
#include "formats/mat_runs/mat_theirs.h"
#include "store/hdf5/h5.h"

/* Adds what is at the root of FILE to VARIABLES; what they consist of comes from MEMORY. Groups are
 * structs, datasets arrays; of several structs in one array only the dimensions are taken. Cells,
 * sparse arrays, objects and function handles are skipped and, at the root, named. MATLAB's own
 * groups, whose names begin with '#', are passed over. ERR_DAMAGED: something is not as it should
 * be, in another file, or a group within itself or there twice; or there is no memory for it. PATH
 * is for messages. */
int mat73_tree_read(hid_t file, const char *path, struct mat_memory *memory,
                    struct mat_variables *variables, struct err *err);

/* --- mat73 array --- */

/* A dataset of a MAT-file of version 7.3 as the array that it is. Private.
 *
 * To be called inside a sandbox. */

/* Its attributes. */
#define MAT73_CLASS  "MATLAB_class"
#define MAT73_EMPTY  "MATLAB_empty" /* the dataset holds the dimensions */
#define MAT73_SPARSE "MATLAB_sparse"

/* Why an object of that MATLAB_class, which may be NULL, is not read: "a function handle". NULL
 * where it is. Static. */
const char *mat73_skipped(const char *class);

/* Reads DATASET, of a class that is not skipped, into ARRAY; what it consists of comes from
 * scan->memory. Dimensions are in MATLAB's order, which is the reverse of HDF5's. Of complex
 * numbers and structs, which are empty here, only class and dimensions. ERR_DAMAGED: it is no such
 * array, claims what it cannot have, or is more than there is memory for. */
int mat73_array_read(const struct mat_scan *scan, hid_t dataset, const char *class,
                     struct mat_array *array);

/* Whether OBJECT is a field of an array of several structs: references to its values, which are
 * not followed. */
int mat73_is_field_of_several(hid_t object);

/* The array of structs that DATASET is a field of: its dimensions, without fields. */
int mat73_array_read_several(const struct mat_scan *scan, hid_t dataset, struct mat_array *array);

#endif
