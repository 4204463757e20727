/* SPDX-License-Identifier: GPL-3.0-or-later */
/* writer.h: a run put into an open archive. Private.
 *
 * To be called inside a sandbox (update.h). What HDF5 writes there stays in memory, so where it
 * fails it has read what it should not have: ERR_DAMAGED. */
#ifndef BENCHMAT_STORE_SCHEMA_WRITER_H
#define BENCHMAT_STORE_SCHEMA_WRITER_H

#include "formats/model/run.h"
#include "store/hdf5/array.h"
#include "store/hdf5/h5.h"
#include "store/hdf5/mat.h"

/* Writes RUN as the group NAME of the root. Returns 0 or a negative code with ERR filled. */
int writer_write_run(hid_t file, const char *name, const struct run *run, struct err *err);
/* Writes RUN in the place of the one that is the group NAME; the room of that is used again. */
int writer_rewrite_run(hid_t file, const char *name, const struct run *run, struct err *err);

/* --- a run, bit by bit ---------------------------------------------------------------------- */

/* Add to the group of a run, begun by mat_struct_begin. */
int writer_add_facts(struct mat_struct *run, const struct facts *facts, struct err *err);
int writer_add_measurement(struct mat_struct *run, const struct measurement *m,
                           enum array_storage storage, struct err *err);

/* Adds an optional detail of a series to the group of its details, LIBRARY, which is below that of
 * its ACTION; that was added with ARRAY_IN_PLACE. */
int writer_add_detail(hid_t action, struct mat_struct *library, const struct measurement *m,
                      const struct series *series, const struct series_detail *detail,
                      struct err *err);

#endif
