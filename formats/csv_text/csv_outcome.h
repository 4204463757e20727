/* SPDX-License-Identifier: GPL-3.0-or-later */
/* csv_outcome.h: the words with which tables of others say what became of a cell. */
#ifndef BENCHMAT_FORMATS_CSV_TEXT_CSV_OUTCOME_H
#define BENCHMAT_FORMATS_CSV_TEXT_CSV_OUTCOME_H

#include "formats/model/run.h"

/* Reads what people write in the place of a time that there is none of: "timeout", "crash", "n.a.".
 * Ignores case. Returns whether TEXT is that. */
int csv_outcome_read(const char *text, enum cell_status *status);

/* Reads the answer to whether a result is right, or IS_OF_FAILURE, whether it failed. For the
 * first, CELL_OK is "yes", "true" and 1, and CELL_FAILED "no", "false" and 0; for the second it is
 * the other way round. Words such as "passed" and "skipped", for CELL_OK, and outcomes as above
 * mean the same for both. A remark may stand behind a bad one: "no (0.1)". Ignores case. Returns
 * whether TEXT is an answer. */
int csv_verdict_read(const char *text, int is_of_failure, enum cell_status *status);

/* Whether TEXT is the status of a cell: one in the words of cell_status_name, or a verdict. */
int csv_status_read(const char *text, enum cell_status *status);

/* Whether TEXT is a type of numbers: "d", "double", "float64". Sets TYPE, as in run.h. */
int csv_type_read(const char *text, char *type);

#endif
