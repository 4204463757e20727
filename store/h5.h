/* SPDX-License-Identifier: GPL-3.0-or-later */
/* h5.h: what everything that speaks to HDF5 needs: silence, its reasons, closing. Private. */
#ifndef BENCHMAT_STORE_H5_H
#define BENCHMAT_STORE_H5_H

#include <hdf5.h>

#include "formats/err.h"

/* Turns HDF5's own printing of errors off, and the loading of filter plug-ins. To be called before
 * anything else of HDF5; calling it again does no harm. */
void h5_prepare(void);

/* Sets the message to the one given, followed by the cause that HDF5 has noted; returns CODE. */
int h5_error(struct err *err, int code, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Closes anything that has an id; a negative one is nothing. */
void h5_close(hid_t id);

/* The string type of the archive's attributes: UTF-8, null-terminated, LENGTH bytes (at least 1)
 * and no more, so that a text of that length has no terminator. Negative on failure. */
hid_t h5_string_type(size_t length);

/* The creation properties that make an object keep order and carry many attributes. */
int h5_keep_attributes(hid_t creation);

#endif
