/* SPDX-License-Identifier: GPL-3.0-or-later */
/* h5.h: what everything that speaks to HDF5 needs: silence, its reasons, closing. Private. */
#ifndef BENCHMAT_STORE_HDF5_H5_H
#define BENCHMAT_STORE_HDF5_H5_H

#include <hdf5.h>

#include "formats/text/err.h"

/* Turns HDF5's own printing of errors off, and the loading of filter plug-ins. To be called before
 * anything else of HDF5; calling it again does no harm. */
void h5_prepare(void);

/* How often a call of HDF5 has failed in this process, whether its caller took notice or not.
 * HDF5 1.10 keeps an object header of which it could not load all, and takes it for the whole when
 * it is asked again: whatever it says after a failure may be wrong. */
unsigned long h5_failures(void);

/* Sets ERR where CODE is 0 although HDF5 has failed since there were so many failures BEFORE:
 * something was taken for absent that could not be read. Returns the code. */
int h5_check(unsigned long before, int code, const char *path, struct err *err);

/* Sets the message to the one given, followed by the cause that HDF5 has noted; returns CODE. */
int h5_error(struct err *err, int code, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Closes anything that has an id; a negative one is nothing. */
void h5_close(hid_t id);

/* The string type of the archive's attributes: UTF-8, null-terminated, LENGTH bytes (at least 1)
 * and no more, so that a text of that length has no terminator. Negative on failure. */
hid_t h5_string_type(size_t length);

/* By which its members are listed: the order of creation, or, in a file that another tool rewrote
 * and that has lost it, that of names. Asked, not tried, as a failure would mean damage. */
H5_index_t h5_order_of_members(hid_t group);

/* The creation properties that make an object keep order and carry many attributes. */
int h5_keep_attributes(hid_t creation);

/* --- layout --- */

/* The words of the format. docs/archive-format.md says what they mean. Private. */

/* Attributes of the root. A reader refuses a newer major version and takes any minor one. */
#define LAYOUT_FORMAT_NAME    "format_name"
#define LAYOUT_FORMAT_VERSION "format_version"
#define LAYOUT_CREATOR        "creator"
#define LAYOUT_UUID           "uuid"
#define LAYOUT_NAME           "benchmat"
#define LAYOUT_MAJOR          1
#define LAYOUT_VERSION        "1.2"

/* Each of these attributes makes its object what it is, and holds its true name. */
#define LAYOUT_ACTION  "action"  /* a group: a measurement */
#define LAYOUT_LIBRARY "library" /* a dataset: the seconds of a series */
#define LAYOUT_FACT    "fact"    /* a dataset: a text too long for an attribute */
/* The same of a dataset that is no library: the values of a parameter at all points. A library may
 * have a fact of that name, which is an attribute as well. */
#define LAYOUT_PARAMETER "parameter"
/* And of one that is neither: a term, by its name in formats/model/run.h, at all points. */
#define LAYOUT_TERM "term"

#define LAYOUT_UNITS "units"
#define LAYOUT_ABOUT "about"

/* Members of a measurement's group. */
#define LAYOUT_SIZES   "sizes"
#define LAYOUT_SEEDS   "seeds"
#define LAYOUT_ROUND   "round"
#define LAYOUT_SEED    "seed"
#define LAYOUT_DETAILS "details"

/* All of them, in the order in which they are given out. The array of a library, parameter or term
 * of such a name has another (legend.h). */
enum { LAYOUT_OWN_FIELDS = 5 };
extern const char *const layout_own_fields[LAYOUT_OWN_FIELDS];
int layout_is_own(const char *field);

#define LAYOUT_USER_BLOCK 512

/* A text of more bytes than this is kept as a dataset, compressed, instead of an attribute. */
#define LAYOUT_ATTRIBUTE_BYTES ((size_t)4096)

#endif
