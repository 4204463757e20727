/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ascending.h: comparisons of numbers, for qsort and bsearch. */
#ifndef BENCHMAT_FORMATS_MODEL_ASCENDING_H
#define BENCHMAT_FORMATS_MODEL_ASCENDING_H

/* double, none of which is NaN. */
int ascending_reals(const void *a, const void *b);

/* int64_t */
int ascending_integers(const void *a, const void *b);

#endif
