/* SPDX-License-Identifier: GPL-3.0-or-later */
/* array.h: stores arrays of numbers and of characters as datasets. Private.
 *
 * Every dataset is chunked, with all its chunks stored and checked by fletcher32. It keeps no
 * times, and has the attribute MATLAB_class that makes it a variable of a MAT-file. */
#ifndef BENCHMAT_STORE_HDF5_ARRAY_H
#define BENCHMAT_STORE_HDF5_ARRAY_H

#include <stdint.h>

#include "formats/model/run.h"
#include "store/hdf5/h5.h"

enum array_type { ARRAY_INTEGER, ARRAY_REAL, ARRAY_TEXT }; /* int64_t, double, uint16_t */

#define ARRAY_MAX_RANK 4

/* How the elements are stored in the file. Reading is the same for both. */
enum array_storage {
    ARRAY_COMPACT,  /* deflated, in few chunks: for data that are written once */
    ARRAY_IN_PLACE, /* not deflated, in chunks of 4 KiB: rewriting a part leaves it in place, and
                       touches little else */
};

struct array_shape {
    int rank;
    hsize_t dims[ARRAY_MAX_RANK];
    enum array_storage storage; /* used for writing */
};

/* Returns the shape of an array of M: points, and for samples rounds and seeds, and for single
 * threads also the team. */
struct array_shape array_over(const struct measurement *m, enum detail_shape shape);

/* Creates the dataset NAME in GROUP and writes VALUES, one element per point of SHAPE, slowest
 * dimension first. Returns its id, which the caller must close, or a negative code with ERR
 * filled. */
hid_t array_write(hid_t group, const char *name, enum array_type type,
                  const struct array_shape *shape, const void *values, struct err *err);

/* Overwrites a part of the dataset NAME in GROUP: from START on, as many elements as SHAPE says. */
int array_write_part(hid_t group, const char *name, enum array_type type, const hsize_t *start,
                     const struct array_shape *shape, const void *values, struct err *err);

/* Opens the dataset NAME of GROUP and checks it. Returns the id, or a negative code with ERR
 * filled. */
hid_t array_open(hid_t group, const char *name, enum array_type type, struct array_shape *shape,
                 struct err *err);

/* Checks that ARRAY, an open dataset, can be read safely: its rank, its type, no more elements than
 * RUN_MAX_ELEMENTS or than its bytes in the file can hold, only HDF5's own filters, all its data in
 * this very file. SHAPE has the expected rank; its dims are filled in. */
int array_check(hid_t array, const char *name, enum array_type type, struct array_shape *shape,
                struct err *err);

/* Returns why ARRAY, which claims ELEMENTS elements of ELEMENT_SIZE bytes each, cannot be read
 * safely: data in another file, filters that are not HDF5's own, more than its bytes can hold. NULL
 * if it can. The string is static. */
const char *array_storage_fault(hid_t array, hsize_t elements, size_t element_size);

/* Reads a whole array that has been checked. Returns 0 or a negative code with ERR filled. */
int array_read(hid_t array, const char *name, enum array_type type, void *values, struct err *err);

/* Returns the size in bytes of the file that contains ARRAY. */
hsize_t array_file_size(hid_t array);

#endif
