/* SPDX-License-Identifier: GPL-3.0-or-later */
/* encoding.h: how HDF5 writes down types and spaces. Private. */
#ifndef BENCHMAT_STORE_NATIVE_ENCODING_H
#define BENCHMAT_STORE_NATIVE_ENCODING_H

#include "store/hdf5/array.h"
#include "store/native/cursor.h"

/* Classes of types: the lower half of a type's first byte. */
enum { ENCODING_INTEGER = 0, ENCODING_REAL = 1, ENCODING_TEXT = 3 };

/* Whether the SIZE bytes at TYPE are those of int64_t, double, uint16_t, little-endian. */
int encoding_is_integer(const unsigned char *type, size_t size);
int encoding_is_real(const unsigned char *type, size_t size);
int encoding_is_character(const unsigned char *type, size_t size);

/* Takes a space and returns its rank, 0 for a single value; -1 when it is of another kind. */
int encoding_space(struct cursor *cursor, hsize_t dims[ARRAY_MAX_RANK]);

#endif
