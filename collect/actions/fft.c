/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/actions/fft.h"

#include <math.h>

#include "collect/actions/fftw.h"

const struct bench_parameter fft_parameters[] = {
    {"planning", "0: by a rule of thumb, 1: by measuring, 2: by measuring more", 1}, {0}};

unsigned fft_flags(const struct bench *bench) {
    static const unsigned flags[] = {FFTW_ESTIMATE, FFTW_MEASURE, FFTW_PATIENT};
    return flags[(int)bench->parameters[0]];
}

size_t fft_row(const struct bench *bench) {
    size_t n = (size_t)bench->size;
    return bench_is_complex(bench) ? n : n / 2 + 1;
}

static double points(const struct bench *bench, int dimensions) {
    return pow((double)bench->size, dimensions);
}

int fft_setup(struct bench *bench, int dimensions) {
    struct fft *s = bench->state;
    double planning = bench->parameters[0];
    if (planning != 0 && planning != 1 && planning != 2) {
        bench_fail(bench, "planning is 0, 1 or 2");
        return 1;
    }
    if (bench->size > (1 << 30) || points(bench, dimensions) > 0x1p40) {
        bench_fail(bench, "a dimension is at most 2^30 long, and all have 2^40 numbers at most");
        return 1;
    }
    size_t n = (size_t)bench->size, all = (size_t)points(bench, dimensions);
    size_t answers = all / n * fft_row(bench), parts = bench_is_complex(bench) ? 1 : 2;
    s->dimensions = dimensions;
    s->in = bench_array(bench, all);
    s->out = bench_array(bench, parts * answers);
    s->tables = bench_memory(bench, dimensions > 1 ? 2 * n : n, sizeof *s->tables);
    bench_output_of(bench, "transform", s->out, answers, bench_is_single(bench) ? 'c' : 'z');
    return 0;
}

int fft_keep_plan(struct bench *bench, void *plan) {
    ((struct fft *)bench->state)->plan = plan;
    if (!plan)
        bench_fail(bench, "the library has no plan for this size");
    return !plan;
}

void fft_end_round(struct bench *bench) {
    struct fft *s = bench->state;
    if (s->plan)
        ((fftw_destroy_plan *)bench->routines[FFT_DESTROY])(s->plan);
    s->plan = NULL;
}

void fft_initialize(struct bench *bench, uint64_t seed) {
    struct fft *s = bench->state;
    (void)seed;
    bench_fill(bench, s->in, (size_t)points(bench, s->dimensions));
}

void fft_calculate(struct bench *bench, int64_t calls) {
    const struct fft *s = bench->state;
    fftw_execute *execute = (fftw_execute *)bench->routines[FFT_EXECUTE];
    for (int64_t c = 0; c < calls; c++)
        execute(s->plan);
}

double fft_tolerance(const struct bench *bench) {
    (void)bench;
    return INFINITY;
}

double fft_flops(const struct bench *bench, int dimensions) {
    double all = points(bench, dimensions);
    return (bench_is_complex(bench) ? 5 : 2.5) * all * log2(all);
}

double fft_bytes(const struct bench *bench, int dimensions) {
    return 2 * points(bench, dimensions) * (double)bench->element;
}
