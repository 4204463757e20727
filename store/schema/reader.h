/* SPDX-License-Identifier: GPL-3.0-or-later */
/* reader.h: runs read out of an open archive. Private. */
#ifndef BENCHMAT_STORE_SCHEMA_READER_H
#define BENCHMAT_STORE_SCHEMA_READER_H

#include "formats/model/run.h"
#include "store/schema/extent.h"
#include "store/hdf5/h5.h"

/* Whether DETAIL is among what is read of M, whose facts and parameters have been. */
int reader_wants(enum reader_extent extent, const struct measurement *m,
                 const struct series_detail *detail);

/* Adds a series as measurement_add_series does; with READER_HEAD it has the arrays that EXTENT
 * wants, and NULL for all others. */
struct series *reader_add_series(struct measurement *m, const char *name, enum reader_extent extent,
                                 struct err *err);

/* Whether the member of RUN that is called ACTION is that action, as it mostly is: then the others
 * need not be looked at, which of a run of thousands takes long. */
int reader_is_named(hid_t run, const char *action);

/* Sets ACTION to the true name of the action that member NAME of a run's group holds, to be freed;
 * to NULL when it is something else. A member that cannot be opened is an error. */
int reader_action_name(hid_t run, const char *name, char **action, struct err *err);

/* Reads the facts and the measurements of a run's group into RESULT, an empty run; of the
 * measurements only that of ACTION, unless it is NULL. */
int reader_read_run(hid_t run, const char *action, enum reader_extent extent, struct run *result,
                    struct err *err);

#endif
