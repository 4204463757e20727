/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/actions/fft.h"
#include "collect/actions/fftw.h"

static int setup(struct bench *bench) {
    return fft_setup(bench, 2);
}

static int begin_round(struct bench *bench) {
    const struct fft *s = bench->state;
    bench_function plan = bench->routines[FFT_PLAN];
    const int n = (int)bench->size;
    const unsigned flags = fft_flags(bench);
    return fft_keep_plan(bench,
                         bench_is_complex(bench)
                             ? ((fftw_plan_dft_2d *)plan)(n, n, s->in, s->out, FFTW_FORWARD, flags)
                             : ((fftw_plan_dft_r2c_2d *)plan)(n, n, s->in, s->out, flags));
}

static double flops(const struct bench *bench) {
    return fft_flops(bench, 2);
}

static double bytes(const struct bench *bench) {
    return fft_bytes(bench, 2);
}

/* Topic: transforms. */
const struct bench_action action_fft_2d = {
    BENCH_ACTION_HEAD,
    .name = "fft_2d",
    .about = "X := F x, discrete Fourier transform, 2-d",
    .size_means = "length of each dimension",
    .largest = 250,
    .types = "sdcz",
    .routines = (const struct bench_routine[]){{NULL, "fftw{f}_plan_dft<_r2c|>_2d"},
                                               {NULL, "fftw{f}_execute"},
                                               {NULL, "fftw{f}_destroy_plan"},
                                               {0}},
    .parameters = fft_parameters,
    .state_bytes = sizeof(struct fft),
    .setup = setup,
    .begin_round = begin_round,
    .end_round = fft_end_round,
    .initialize = fft_initialize,
    .calculate = fft_calculate,
    .residual = fft_residual,
    .tolerance = fft_tolerance,
    .flops = flops,
    .bytes = bytes,
    .flops_formula = "5 N log2 N, N = n^2; of real types half of it",
    .bytes_formula = "2 N elements",
};
