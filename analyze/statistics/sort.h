/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sort.h: many numbers put in order.
 *
 * By their digits, of eleven bits each, from the last to the first, in time proportional to their
 * number: D. E. Knuth, "The Art of Computer Programming", volume 3, section 5.2.5, algorithm R. A
 * digit that all have alike takes one look. Few numbers are sorted by heaps. */
#ifndef BENCHMAT_ANALYZE_STATISTICS_SORT_H
#define BENCHMAT_ANALYZE_STATISTICS_SORT_H

#include <stddef.h>

/* VALUES rise afterwards; none may be NaN. ROOM is for N numbers, with nothing of use in it
 * afterwards. Zeros of both signs count as different, the negative ones first. */
void sort_numbers(double *values, size_t n, double *workspace);

#endif
