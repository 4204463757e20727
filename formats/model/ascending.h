/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ascending.h: comparison functions for qsort and bsearch. */
#ifndef BENCHMAT_FORMATS_MODEL_ASCENDING_H
#define BENCHMAT_FORMATS_MODEL_ASCENDING_H

/* Compares two doubles, neither of which may be NaN. */
int ascending_reals(const void *a, const void *b);

/* Compares two int64_t. */
int ascending_integers(const void *a, const void *b);

#endif
