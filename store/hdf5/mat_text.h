/* SPDX-License-Identifier: GPL-3.0-or-later */
/* mat_text.h: text as MATLAB keeps it: a row of UTF-16 units of class char. Private. */
#ifndef BENCHMAT_STORE_HDF5_MAT_TEXT_H
#define BENCHMAT_STORE_HDF5_MAT_TEXT_H

#include "formats/text/err.h"
#include "store/hdf5/h5.h"

/* Writes TEXT (UTF-8; a byte that is none becomes U+FFFD) as a char array, and returns its id for
 * the caller to close, or a negative code. */
hid_t mat_text_write(hid_t group, const char *name, const char *text, struct err *err);

/* Reads a char array. The text is to be freed. */
int mat_text_read(hid_t group, const char *name, char **text, struct err *err);

#endif
