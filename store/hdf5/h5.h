/* SPDX-License-Identifier: GPL-3.0-or-later */
/* h5.h: what all code that calls HDF5 needs: error handling, closing, and the names in the format.
 * Private. */
#ifndef BENCHMAT_STORE_HDF5_H5_H
#define BENCHMAT_STORE_HDF5_H5_H

#include <hdf5.h>

#include "formats/text/err.h"

/* Turns off HDF5's printing of errors and its loading of filter plug-ins. Call this before anything
 * else of HDF5; calling it again is harmless. */
void h5_prepare(void);

/* Returns how many HDF5 calls have failed in this process, whether or not the caller noticed. HDF5
 * 1.10 keeps an object header that it could load only in part, and later takes it for complete:
 * after a failure, anything that HDF5 says may be wrong. */
unsigned long h5_failures(void);

/* If CODE is 0 although HDF5 has failed since h5_failures returned BEFORE, sets ERR: something
 * unreadable was taken for absent. Returns the code. */
int h5_check(unsigned long before, int code, const char *path, struct err *err);

/* Sets the message to the given one, followed by the cause that HDF5 has recorded; returns CODE. */
int h5_error(struct err *err, int code, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Closes any id; ignores a negative one. */
void h5_close(hid_t id);

/* Returns the string type of the archive's attributes: UTF-8, null-terminated, exactly LENGTH bytes
 * (at least 1), so that a text of that length has no terminator. Negative on failure. */
hid_t h5_string_type(size_t length);

/* Returns the index for listing a group's members: the order of creation or, if another tool
 * rewrote the file and lost that order, the order of names. Asks instead of trying, as a failure
 * would count as damage. */
H5_index_t h5_order_of_members(hid_t group);

/* Sets the creation properties that make an object keep the order of attributes, have many of them,
 * and store no times. Returns 0 or -1. */
int h5_keep_attributes(hid_t creation);

/* --- names in the format --- */

/* Names in the format, which docs/archive-format.md explains. Private. */

/* Attributes of the root. A reader refuses a newer major version and accepts any minor one. */
#define LAYOUT_FORMAT_NAME    "format_name"
#define LAYOUT_FORMAT_VERSION "format_version"
#define LAYOUT_CREATOR        "creator"
#define LAYOUT_UUID           "uuid"
#define LAYOUT_NAME           "benchmat"
#define LAYOUT_MAJOR          1
#define LAYOUT_VERSION        "1.8"

/* Each of these attributes gives its object a role, and holds its true name. */
#define LAYOUT_ACTION  "action"  /* a group: a measurement */
#define LAYOUT_LIBRARY "library" /* a dataset: the seconds of a series */
#define LAYOUT_FACT    "fact"    /* a dataset: a text too long for an attribute */
/* The same for a dataset that is not a library: the values of a parameter at all points. A library
 * may have a fact of this name, which is also an attribute. */
#define LAYOUT_PARAMETER "parameter"
/* And for a dataset that is neither: a term at all points, by its name in formats/model/run.h. */
#define LAYOUT_TERM "term"

#define LAYOUT_UNITS "units"
#define LAYOUT_ABOUT "about"

/* Members of a measurement's group. */
#define LAYOUT_SIZES   "sizes"
#define LAYOUT_SEEDS   "seeds"
#define LAYOUT_ROUND   "round"
#define LAYOUT_SEED    "seed"
#define LAYOUT_DETAILS "details"

/* The dimension of threads, which only a measurement of a team has: a dataset of this name that is
 * a dimension scale. Without a team a library or parameter may have the name. */
#define LAYOUT_THREAD "thread"

/* All that every measurement has, in the order in which the names are assigned. If a library,
 * parameter or term has such a name, its array gets another one (identifiers.h). */
enum { LAYOUT_OWN_FIELDS = 5 };
extern const char *const layout_own_fields[LAYOUT_OWN_FIELDS];
int layout_is_own(const char *field);

#define LAYOUT_USER_BLOCK 512
#define LAYOUT_SUPERBLOCK 2 /* its version */

/* A longer text is stored as a compressed dataset instead of an attribute. */
#define LAYOUT_ATTRIBUTE_BYTES ((size_t)4096)

#endif
