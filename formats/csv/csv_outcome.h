/* SPDX-License-Identifier: GPL-3.0-or-later */
/* csv_outcome.h: the words with which tables of others say what became of a cell. */
#ifndef BENCHMAT_FORMATS_CSV_CSV_OUTCOME_H
#define BENCHMAT_FORMATS_CSV_CSV_OUTCOME_H

#include "formats/model/run.h"

/* Reads what people write in the place of a time that there is none of: "timeout", "crash", "n.a.".
 * Ignores case. Returns whether TEXT is that. */
int csv_outcome_read(const char *text, enum cell_status *status);

/* Reads the answer to whether a result is right: CELL_OK for "yes", "true", "pass", 1 and a check
 * that was skipped, CELL_FAILED for "no", "false" and 0, else an outcome as above. Ignores case.
 * Returns whether TEXT is an answer. */
int csv_verdict_read(const char *text, enum cell_status *status);

#endif
