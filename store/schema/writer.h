/* SPDX-License-Identifier: GPL-3.0-or-later */
/* writer.h: writes a run into an open archive. Private.
 *
 * Call these only inside a sandbox (update.h). What HDF5 writes there stays in memory, so if it
 * fails, the cause is damage in what it read: ERR_DAMAGED. */
#ifndef BENCHMAT_STORE_SCHEMA_WRITER_H
#define BENCHMAT_STORE_SCHEMA_WRITER_H

#include "formats/model/run.h"
#include "store/hdf5/array.h"
#include "store/hdf5/h5.h"
#include "store/hdf5/mat.h"

/* Writes RUN as the group NAME of the root. Returns 0 or a negative code with ERR filled. */
int writer_write_run(hid_t file, const char *name, const struct run *run, struct err *err);
/* Replaces the run that is the group NAME by RUN; the old run's space is reused. */
int writer_rewrite_run(hid_t file, const char *name, const struct run *run, struct err *err);

/* --- a run, piece by piece -------------------------------------------------------------------- */

/* Add to the group of a run, which mat_struct_begin has opened. */
int writer_add_facts(struct mat_struct *run, const struct facts *facts, struct err *err);
int writer_add_measurement(struct mat_struct *run, const struct measurement *m,
                           enum array_storage storage, struct err *err);

/* Adds an optional detail of a series to LIBRARY, the group of its details below the group ACTION.
 * The action must have been added with ARRAY_IN_PLACE. */
int writer_add_detail(hid_t action, struct mat_struct *library, const struct measurement *m,
                      const struct series *series, const struct series_detail *detail,
                      struct err *err);

#endif
