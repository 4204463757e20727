/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The built-in library: BLAS and LAPACK routines as a textbook would write them, with the Fortran
 * interface and 32-bit integers, and sorting and searching with a C one. It is a shared object of
 * its own, so that it is loaded, bound and measured exactly like any other library. */
#include <complex.h>
#include <math.h>
#include <stddef.h>

#pragma GCC diagnostic ignored "-Wmissing-prototypes" /* only what libraries have is exported */

#define NUMBER     float
#define REAL       float
#define IS_COMPLEX 0
#define NAME(name) s##name##_
#define SY(name)   ssy##name##_
#define GER        sger_
#define NRM2       snrm2_
#define CONJ(x)    (x)
#define RE(x)      (x)
#define IM(x)      0
#define ROOT       sqrtf
#define SORT       sortf
#define BOUND      lower_boundf
#include "collect/builtin/routines.h"

#define NUMBER     double
#define REAL       double
#define IS_COMPLEX 0
#define NAME(name) d##name##_
#define SY(name)   dsy##name##_
#define GER        dger_
#define NRM2       dnrm2_
#define CONJ(x)    (x)
#define RE(x)      (x)
#define IM(x)      0
#define ROOT       sqrt
#define SORT       sort
#define BOUND      lower_bound
#include "collect/builtin/routines.h"

#define NUMBER     float complex
#define REAL       float
#define IS_COMPLEX 1
#define NAME(name) c##name##_
#define SY(name)   che##name##_
#define GER        cgerc_
#define NRM2       scnrm2_
#define DOTC_SUB   cblas_cdotc_sub
#define CONJ       conjf
#define RE         crealf
#define IM         cimagf
#define ROOT       sqrtf
#include "collect/builtin/routines.h"

#define NUMBER     double complex
#define REAL       double
#define IS_COMPLEX 1
#define NAME(name) z##name##_
#define SY(name)   zhe##name##_
#define GER        zgerc_
#define NRM2       dznrm2_
#define DOTC_SUB   cblas_zdotc_sub
#define CONJ       conj
#define RE         creal
#define IM         cimag
#define ROOT       sqrt
#include "collect/builtin/routines.h"
