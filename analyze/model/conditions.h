/* SPDX-License-Identifier: GPL-3.0-or-later */
/* conditions.h: what of a measurement is not as usual, in words: times of cold caches or several
 * threads must not be taken for the usual ones. */
#ifndef BENCHMAT_ANALYZE_MODEL_CONDITIONS_H
#define BENCHMAT_ANALYZE_MODEL_CONDITIONS_H

#include "analyze/model/parameter_grid.h"

/* "2 threads, cold caches, stride 8", to be freed: conditions and the parameters that are the same
 * at all points. Empty where there are none; NULL when there is no memory. */
char *conditions_words(const struct measurement *m, const struct parameter_grid *space);

#endif
