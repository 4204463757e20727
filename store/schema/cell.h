/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cell.h: what was measured at one point in one round, put into a run that grows. Private.
 *
 * To be called inside a sandbox (update.h). */
#ifndef BENCHMAT_STORE_SCHEMA_CELL_H
#define BENCHMAT_STORE_SCHEMA_CELL_H

#include "formats/model/run.h"
#include "store/hdf5/h5.h"

/* Writes what all series of M have at POINT in ROUND, into the group of an action that was added
 * with ARRAY_IN_PLACE: the seconds and the details of that point and round, and the details of the
 * point. An optional detail that a series got since then is added first. */
int cell_put(hid_t action, const struct measurement *m, size_t point, size_t round,
             struct err *err);

#endif
