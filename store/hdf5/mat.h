/* SPDX-License-Identifier: GPL-3.0-or-later */
/* mat.h: makes an HDF5 file a MAT-file of version 7.3 too. Private.
 *
 * It follows MATLAB's conventions, as matio and Octave read them: a header in the user block; every
 * group is a struct that lists its fields; every dataset states its class; a text is a row of
 * UTF-16 units. */
#ifndef BENCHMAT_STORE_HDF5_MAT_H
#define BENCHMAT_STORE_HDF5_MAT_H

#include "formats/text/err.h"
#include "formats/model/identifiers.h"
#include "store/hdf5/h5.h"

/* Fills the user block: text, version, byte order. The text names CREATOR. */
void mat_header(char block[LAYOUT_USER_BLOCK], const char *creator);

int mat_set_class(hid_t object, const char *class, struct err *err);

/* A struct that is being written: its group, and the fields that it has so far. */
struct mat_struct {
    hid_t group;
    struct identifiers fields;
};

/* Creates the group. On success the caller ends it with mat_struct_end. */
int mat_struct_begin(struct mat_struct *s, hid_t parent, const char *name, struct err *err);

/* Opens the group of a struct that mat_struct_pause closed, so that it can get more fields. S still
 * has the old ones. */
int mat_struct_resume(struct mat_struct *s, hid_t parent, const char *name, struct err *err);
/* Opens the group of a struct and removes all that it has, so that it can be written anew. */
int mat_struct_renew(struct mat_struct *s, hid_t parent, const char *name, struct err *err);

/* Adds a field for TRUE_NAME and returns its name (identifiers.h), valid until the next field is
 * added; NULL with ERR filled if memory runs out. The caller creates the object of that name. */
const char *mat_struct_field(struct mat_struct *s, const char *true_name, struct err *err);

/* Closes the group; if CODE, the result of the work on it, is 0, lists its fields first. Returns
 * CODE, or the code of its own failure. */
int mat_struct_end(struct mat_struct *s, int code, struct err *err);
/* The same, but S keeps its fields; the caller releases them by mat_struct_forget. */
int mat_struct_pause(struct mat_struct *s, int code, struct err *err);
void mat_struct_forget(struct mat_struct *s);

/* --- text --- */

/* Text as MATLAB stores it: a row of UTF-16 units of class char. Private. */

/* Writes TEXT (UTF-8; invalid bytes become U+FFFD) as a char array, and returns its id, which the
 * caller must close, or a negative code. */
hid_t mat_text_write(hid_t group, const char *name, const char *text, struct err *err);

/* Reads a char array into TEXT, which the caller must free. */
int mat_text_read(hid_t group, const char *name, char **text, struct err *err);

#endif
