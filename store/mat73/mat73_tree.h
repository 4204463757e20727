/* SPDX-License-Identifier: GPL-3.0-or-later */
/* mat73_tree.h: reads all variables of a MAT-file of version 7.3 from its HDF5 part. Private.
 *
 * Call these only inside a sandbox. */
#ifndef BENCHMAT_STORE_MAT73_MAT73_TREE_H
#define BENCHMAT_STORE_MAT73_MAT73_TREE_H

#include "formats/mat/mat_array.h"
#include "formats/mat/mat_element.h"
#include "formats/mat_runs/mat_variables.h"
#include "store/hdf5/h5.h"

/* Adds the variables at the root of FILE to VARIABLES; MEMORY provides their memory. Groups become
 * structs, datasets become arrays; cells and the fields of several structs are references to what
 * is in them, mostly in MATLAB's own group #refs#. Sparse arrays, objects and function handles are
 * skipped and, at the root, reported by name. MATLAB's own groups, whose names begin with '#', are
 * no variables. ERR_DAMAGED: something is invalid or in another file, a struct or cell contains
 * itself or occurs twice, or memory runs out. PATH is for messages. */
int mat73_tree_read(hid_t file, const char *path, struct mat_memory *memory,
                    struct mat_variables *variables, struct err *err);

/* --- arrays --- */

/* Reads a dataset of a MAT-file of version 7.3 as an array. Private.
 *
 * Call these only inside a sandbox. */

/* Attributes of a dataset. */
#define MAT73_CLASS  "MATLAB_class"
#define MAT73_EMPTY  "MATLAB_empty" /* the dataset holds the dimensions */
#define MAT73_SPARSE "MATLAB_sparse"

/* Returns why an object of that MATLAB_class, which may be NULL, is not read: "a function handle".
 * NULL if it is read. The string is static. */
const char *mat73_skipped(const char *class);
/* Whether such a class is that of an object. */
int mat73_is_object(const char *class);

/* Reads DATASET, of a class that is not skipped, into ARRAY; scan->memory provides the memory.
 * Dimensions are in MATLAB's order, the reverse of HDF5's. Of complex numbers, and of structs and
 * cells, which are always empty here, reads only class and dimensions. ERR_DAMAGED: it is not such
 * an array, claims more than it can have, or memory runs out. */
int mat73_array_read(const struct mat_scan *scan, hid_t dataset, const char *class,
                     struct mat_array *array);

/* Whether OBJECT is a cell that is not empty, by its CLASS, which may be NULL. */
int mat73_is_cell(hid_t object, const char *class);

/* Whether OBJECT is a field of an array of several structs: references to the values. */
int mat73_is_field_of_several(hid_t object);

/* Reads the dimensions of DATASET, a cell or a field of several structs, into ARRAY, and the
 * references there into REFERENCES [array->count]; 0 refers to nothing. */
int mat73_array_read_references(const struct mat_scan *scan, hid_t dataset, struct mat_array *array,
                                const hobj_ref_t **references);

#endif
