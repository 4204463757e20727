/* SPDX-License-Identifier: GPL-3.0-or-later */
/* terms_record.h: what an action says of a call (terms.h), written down in its measurement. */
#ifndef BENCHMAT_COLLECT_PLANNING_TERMS_RECORD_H
#define BENCHMAT_COLLECT_PLANNING_TERMS_RECORD_H

#include "collect/design/action_info.h"
#include "formats/model/run.h"

/* Puts what ACTION says of a call at SPOT into MEASUREMENT, whose point number POINT that is, as
 * far as it says anything and has been asked: what is only guessed is nobody's statement.
 * ERR_FAILED: no memory. */
int terms_record(struct measurement *measurement, size_t point, const struct action_info *action,
                 const struct design_point *design_point, struct err *err);

/* Writes "flops of a call were 20 and are 40" to LINE where ACTION says something else of SPOT than
 * it did when the point was recorded, else "". What was not said then, or is not now, is no
 * difference. */
void terms_compare(const struct measurement *measurement, size_t point,
                   const struct action_info *action, const struct design_point *design_point,
                   char *line, size_t size);

#endif
