/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fftw.h: the routines of FFTW's interface, with the names of its manual (FFTW 3.3.10, section 4).
 * The single precision routines are the same, with names that begin with fftwf. Plans and arrays
 * are opaque here. */
#ifndef BENCHMAT_COLLECT_ACTIONS_FFTW_H
#define BENCHMAT_COLLECT_ACTIONS_FFTW_H

enum { FFTW_FORWARD = -1 };

/* How hard the planner tries: by a rule of thumb (ESTIMATE), or by timing candidates. */
enum { FFTW_ESTIMATE = 1 << 6, FFTW_MEASURE = 0, FFTW_PATIENT = 1 << 5 };

typedef void *fftw_plan_dft_1d(int n, void *in, void *out, int sign, unsigned flags);
typedef void *fftw_plan_dft_2d(int n0, int n1, void *in, void *out, int sign, unsigned flags);
typedef void *fftw_plan_dft_3d(int n0, int n1, int n2, void *in, void *out, int sign,
                               unsigned flags);
typedef void *fftw_plan_dft_r2c_1d(int n, void *in, void *out, unsigned flags);
typedef void *fftw_plan_dft_r2c_2d(int n0, int n1, void *in, void *out, unsigned flags);
typedef void *fftw_plan_dft_r2c_3d(int n0, int n1, int n2, void *in, void *out, unsigned flags);
typedef void fftw_execute(const void *plan);
typedef void fftw_destroy_plan(void *plan);

#endif
