/* SPDX-License-Identifier: GPL-3.0-or-later */
/* attribute.h: single values, such as facts, as attributes of groups and datasets. Private. */
#ifndef BENCHMAT_STORE_HDF5_ATTRIBUTE_H
#define BENCHMAT_STORE_HDF5_ATTRIBUTE_H

#include "formats/model/run.h"
#include "store/hdf5/h5.h"

/* The most facts of one object: HDF5 counts the attributes that it ever had in 16 bits, and some
 * are no facts. */
#define ATTRIBUTE_MOST_FACTS ((size_t)65000)

/* The writers return 0 or, with ERR filled, a negative code. */
int attribute_write_text(hid_t object, const char *name, const char *text, struct err *err);

/* Writes FACTS except those that are too long for an attribute (attribute_is_long). ERR_FAILED if
 * they are too many. */
int attribute_write_facts(hid_t object, const struct facts *facts, struct err *err);
int attribute_is_long(const struct fact *fact);

/* Returns the text of that attribute, which the caller must free; NULL if it does not exist, is not
 * a text of fixed length, or is unreasonably long. */
char *attribute_read_text(hid_t object, const char *name);

/* Adds the facts in OBJECT's attributes to FACTS, in the order in which they were written. Skips
 * attributes that are not facts. */
int attribute_read_facts(hid_t object, struct facts *facts, struct err *err);

#endif
