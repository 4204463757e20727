/* SPDX-License-Identifier: GPL-3.0-or-later */
/* layout.h: the words of the format. docs/archive-format.md says what they mean. Private. */
#ifndef BENCHMAT_STORE_HDF5_LAYOUT_H
#define BENCHMAT_STORE_HDF5_LAYOUT_H

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
 * of such a name has another (names.h). */
enum { LAYOUT_OWN_FIELDS = 5 };
extern const char *const layout_own_fields[LAYOUT_OWN_FIELDS];
int layout_is_own(const char *field);

#define LAYOUT_USER_BLOCK 512

/* A text of more bytes than this is kept as a dataset, compressed, instead of an attribute. */
#define LAYOUT_ATTRIBUTE_BYTES ((size_t)4096)

#endif
