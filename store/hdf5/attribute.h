/* SPDX-License-Identifier: GPL-3.0-or-later */
/* attribute.h: single values beside groups and datasets, and facts among them. Private. */
#ifndef BENCHMAT_STORE_HDF5_ATTRIBUTE_H
#define BENCHMAT_STORE_HDF5_ATTRIBUTE_H

#include "formats/model/run.h"
#include "store/hdf5/h5.h"

/* The writers return 0 or, with ERR filled, a negative code. */
int attribute_write_text(hid_t object, const char *name, const char *text, struct err *err);

/* Writes FACTS, but not those that attribute_is_long says are too long for one. */
int attribute_write_facts(hid_t object, const struct facts *facts, struct err *err);
int attribute_is_long(const struct fact *fact);

/* The text of that attribute, to be freed; NULL when there is none, it is no text of fixed length,
 * or it is unreasonably long. */
char *attribute_read_text(hid_t object, const char *name);

/* Adds to FACTS what OBJECT's attributes hold, in the order in which they were written. What is no
 * fact is passed over. */
int attribute_read_facts(hid_t object, struct facts *facts, struct err *err);

#endif
