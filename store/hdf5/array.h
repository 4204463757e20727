/* SPDX-License-Identifier: GPL-3.0-or-later */
/* array.h: arrays of numbers and of characters as datasets. Private.
 *
 * Every dataset is chunked, all its chunks are there and checked by fletcher32, it keeps no times,
 * and bears the MATLAB_class that makes it a variable of a MAT-file. */
#ifndef BENCHMAT_STORE_HDF5_ARRAY_H
#define BENCHMAT_STORE_HDF5_ARRAY_H

#include <stdint.h>

#include "formats/model/run.h"
#include "store/hdf5/h5.h"

enum array_type { ARRAY_INTEGER, ARRAY_REAL, ARRAY_TEXT }; /* int64_t, double, uint16_t */

#define ARRAY_MAX_RANK 3

/* How the elements lie in the file. Both are read alike. */
enum array_storage {
    ARRAY_COMPACT,  /* deflated, in few chunks: for what is written once */
    ARRAY_IN_PLACE, /* not deflated, in chunks of 4 KiB: a part that is written again stays where it
                       is, and little else is touched */
};

struct array_shape {
    int rank;
    hsize_t dims[ARRAY_MAX_RANK];
    enum array_storage storage; /* of what is written */
};

/* Creates the dataset NAME in GROUP and writes VALUES, an element per point of SHAPE, slowest
 * dimension first. Returns its id for the caller to close, or a negative code with ERR filled. */
hid_t array_write(hid_t group, const char *name, enum array_type type,
                  const struct array_shape *shape, const void *values, struct err *err);

/* Writes over a part of the dataset NAME in GROUP: from START on, as many elements as SHAPE says.
 */
int array_write_part(hid_t group, const char *name, enum array_type type, const hsize_t *start,
                     const struct array_shape *shape, const void *values, struct err *err);

/* Opens the dataset NAME of GROUP and checks it. Returns the id, or a negative code with ERR
 * filled. */
hid_t array_open(hid_t group, const char *name, enum array_type type, struct array_shape *shape,
                 struct err *err);

/* Whether ARRAY, an open dataset, can be read without harm: its rank, its type, no more elements
 * than RUN_MAX_ELEMENTS nor than its bytes in the file can hold, filters of HDF5's own, all its
 * data in this very file. SHAPE's rank is that expected; its dims are filled. */
int array_check(hid_t array, const char *name, enum array_type type, struct array_shape *shape,
                struct err *err);

/* Why ELEMENTS of ELEMENT_SIZE bytes each in the file, which ARRAY says that it has, cannot be read
 * without harm: data in another file, filters that are not HDF5's own, more than its bytes can
 * hold. NULL where they can. Static. */
const char *array_storage_fault(hid_t array, hsize_t elements, size_t element_size);

/* Reads a whole array that has been checked. Returns 0 or a negative code with ERR filled. */
int array_read(hid_t array, const char *name, enum array_type type, void *values, struct err *err);

/* How many bytes the file has that ARRAY is in. */
hsize_t array_file_size(hid_t array);

#endif
