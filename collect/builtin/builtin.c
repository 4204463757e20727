/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The built-in library: BLAS and LAPACK routines as a textbook would write them, with the Fortran
 * interface of 32-bit integers. Built as a shared object of its own, so that it is loaded,
 * bound and measured exactly as any other library. */
#include <math.h>

#pragma GCC diagnostic ignored "-Wmissing-prototypes" /* nothing but Fortran names is exported */

#define REAL       float
#define NAME(name) s##name##_
#define ROOT       sqrtf
#include "collect/builtin/routines.h"
#undef REAL
#undef NAME
#undef ROOT

#define REAL       double
#define NAME(name) d##name##_
#define ROOT       sqrt
#include "collect/builtin/routines.h"
