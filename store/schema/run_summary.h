/* SPDX-License-Identifier: GPL-3.0-or-later */
/* run_summary.h: reads what a list of runs shows of a run, in a tenth of a millisecond. Private.
 *
 * A summary is a struct run with some of the facts (uuid, started, state, host; the actions'
 * types), the names and sizes of its actions, and the names of their libraries. All other numbers
 * and arrays are zero and NULL. */
#ifndef BENCHMAT_STORE_SCHEMA_RUN_SUMMARY_H
#define BENCHMAT_STORE_SCHEMA_RUN_SUMMARY_H

#include "formats/model/run.h"
#include "store/hdf5/h5.h"
#include "formats/processes/message.h"

/* Reads the summary of a run's group into RESULT, an empty run. Call this only inside a sandbox. */
int run_summary_read(hid_t run, struct run *result, struct err *err);

/* Put a summary into a message, and take it out again into an empty run; the process that takes it
 * need not trust the one that put it. A failure is recorded in the message. */
void run_summary_put(struct message *message, const struct run *run);
void run_summary_take(struct message *message, struct run *run);

#endif
