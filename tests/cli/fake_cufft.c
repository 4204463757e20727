/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A cuFFT for the made-up driver of fake_cuda.c: sums as the definition of the transform has them.
 * CUDA_FAKE is a list of words:
 *
 *     fft_full=N   there is no memory to plan transforms of length N
 *     fft_fail=N   transforms of length N fail
 *     fft_wrong=N  in transforms of length N one number is wrong */
#include <complex.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { INVALID_PLAN = 1, ALLOC_FAILED = 2, INVALID_TYPE = 3, EXEC_FAILED = 6, FORWARD = -1 };
enum { C2C = 0x29, R2C = 0x2a, Z2Z = 0x69, D2Z = 0x6a, PLANS = 64 };

static struct plan {
    int dimensions, n, type;
    void *stream;
} plans[PLANS];

static int is_size(const char *word, int n) {
    const char *fake = getenv("CUDA_FAKE"), *at = fake ? strstr(fake, word) : NULL;
    return at && atoi(at + strlen(word)) == n;
}

static int plan(int *handle, int dimensions, int n, int type) {
    if (is_size("fft_full=", n))
        return ALLOC_FAILED;
    for (int i = 0; i < PLANS; i++)
        if (!plans[i].dimensions) {
            plans[i] = (struct plan){dimensions, n, type, NULL};
            *handle = i;
            return 0;
        }
    return ALLOC_FAILED; /* plans that nobody destroys */
}

int cufftPlan1d(int *handle, int n, int type, int batch) {
    return batch == 1 ? plan(handle, 1, n, type) : INVALID_PLAN;
}

int cufftPlan2d(int *handle, int n0, int n1, int type) {
    return n0 == n1 ? plan(handle, 2, n0, type) : INVALID_PLAN;
}

int cufftPlan3d(int *handle, int n0, int n1, int n2, int type) {
    return n0 == n1 && n1 == n2 ? plan(handle, 3, n0, type) : INVALID_PLAN;
}

int cufftSetStream(int handle, void *stream) {
    plans[handle].stream = stream;
    return stream ? 0 : INVALID_PLAN;
}

int cufftDestroy(int handle) {
    int was = plans[handle].dimensions;
    plans[handle].dimensions = 0;
    return was ? 0 : INVALID_PLAN;
}

/* Transforms N numbers STRIDE apart at X. */
static void transform(double complex *x, int n, int stride) {
    double complex *sums = malloc((size_t)n * sizeof *sums);
    for (int k = 0; k < n; k++) {
        sums[k] = 0;
        for (int j = 0; j < n; j++)
            sums[k] += x[j * stride] * cexp(-2 * M_PI * I * (double)((long)j * k % n) / n);
    }
    for (int k = 0; k < n; k++)
        x[k * stride] = sums[k];
    free(sums);
}

static int execute(int handle, int type, const void *in, void *out, int direction) {
    const struct plan *p = &plans[handle];
    int all = 1, is_real = type == R2C || type == D2Z, is_single = type == C2C || type == R2C;
    if (!p->dimensions || !p->stream || direction != FORWARD)
        return INVALID_PLAN;
    if (p->type != type)
        return INVALID_TYPE;
    if (is_size("fft_fail=", p->n))
        return EXEC_FAILED;
    for (int d = 0; d < p->dimensions; d++)
        all *= p->n;
    double complex *x = malloc((size_t)all * sizeof *x);
    for (int i = 0; i < all; i++)
        x[i] = type == C2C   ? ((const float complex *)in)[i]
               : type == R2C ? ((const float *)in)[i]
               : type == Z2Z ? ((const double complex *)in)[i]
                             : ((const double *)in)[i];
    for (int stride = 1; stride < all; stride *= p->n)
        for (int i = 0; i < all; i++)
            if (i / stride % p->n == 0)
                transform(x + i, p->n, stride);
    if (is_size("fft_wrong=", p->n))
        x[0] += 1;
    for (int i = 0, to = 0; i < all; i++) {
        if (is_real && i % p->n > p->n / 2)
            continue;
        if (is_single)
            ((float complex *)out)[to++] = (float complex)x[i];
        else
            ((double complex *)out)[to++] = x[i];
    }
    free(x);
    return 0;
}

int cufftExecC2C(int handle, const void *in, void *out, int direction) {
    return execute(handle, C2C, in, out, direction);
}

int cufftExecZ2Z(int handle, const void *in, void *out, int direction) {
    return execute(handle, Z2Z, in, out, direction);
}

int cufftExecR2C(int handle, const void *in, void *out) {
    return execute(handle, R2C, in, out, FORWARD);
}

int cufftExecD2Z(int handle, const void *in, void *out) {
    return execute(handle, D2Z, in, out, FORWARD);
}
