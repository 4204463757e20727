/* SPDX-License-Identifier: GPL-3.0-or-later */
/* mat73_tree.h: all variables of a MAT-file of version 7.3, as its HDF5 part has them. Private.
 *
 * To be called inside a sandbox. */
#ifndef BENCHMAT_STORE_MAT73_MAT73_TREE_H
#define BENCHMAT_STORE_MAT73_MAT73_TREE_H

#include "formats/mat_runs/mat_variables.h"
#include "store/hdf5/h5.h"

/* Adds what is at the root of FILE to VARIABLES; what they consist of comes from MEMORY. Groups are
 * structs, datasets arrays; of several structs in one array only the dimensions are taken. Cells,
 * sparse arrays, objects and function handles are skipped and, at the root, named. MATLAB's own
 * groups, whose names begin with '#', are passed over. ERR_DAMAGED: something is not as it should
 * be, in another file, or a group within itself or there twice; or there is no memory for it. PATH
 * is for messages. */
int mat73_tree_read(hid_t file, const char *path, struct mat_memory *memory,
                    struct mat_variables *variables, struct err *err);

#endif
