/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cell.h: writes what was measured at one point in one round into a run that is being measured.
 * Private.
 *
 * Call this only inside a sandbox (update.h). */
#ifndef BENCHMAT_STORE_SCHEMA_CELL_H
#define BENCHMAT_STORE_SCHEMA_CELL_H

#include "formats/model/run.h"
#include "store/hdf5/h5.h"

/* Writes what all series of M have at POINT in ROUND into ACTION, the group of an action that was
 * added with ARRAY_IN_PLACE: the seconds and the details of that point and round, and the details
 * of the point. First adds the optional details that a series has got since it was added. */
int cell_put(hid_t action, const struct measurement *m, size_t point, size_t round,
             struct err *err);

#endif
