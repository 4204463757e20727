/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A BLAS of which daxpy is there, a plain function, and what a library can be asked by, all right,
 * with calls that take a known time: the first of a process FIRST nanoseconds, whatever it calls;
 * of daxpy every EVERYth another SLOW, all USUAL and up to a tenth more. They take it by a clock of
 * their own, which is built with CLOCK and preloaded. In a process that calls this library only the
 * calls, and each reading by 25 ns, move that clock on, however busy the machine is; in any other
 * it is the system's. */
#include <stddef.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#ifdef CLOCK

void clock_go_on(int64_t nanoseconds);

static int64_t now;
static int is_own;

void clock_go_on(int64_t nanoseconds) {
    is_own = 1;
    now += nanoseconds;
}

int clock_gettime(clockid_t clock, struct timespec *time) {
    int status = (int)syscall(SYS_clock_gettime, clock, time);
    if (clock != CLOCK_MONOTONIC)
        return status;
    now = is_own ? now + 25 : 1000000000 * (int64_t)time->tv_sec + time->tv_nsec;
    *time = (struct timespec){now / 1000000000, now % 1000000000};
    return status;
}

#else

#    ifndef FIRST
#        define FIRST 0
#    endif
#    ifndef SLOW
#        define SLOW 0
#    endif
#    ifndef EVERY
#        define EVERY 100
#    endif
#    ifndef USUAL
#        define USUAL 50
#    endif

void clock_go_on(int64_t nanoseconds);
char *openblas_get_config(void);
double dasum_(const int *n, const double *x, const int *incx);
double sum(size_t n, const double *x);
void daxpy_(const int *n, const double *a, const double *x, const int *incx, double *y,
            const int *incy);

/* So that the cost of the clock is that of this one. */
__attribute__((constructor)) static void take_the_clock(void) {
    clock_go_on(0);
}

static void wake_up(void) {
    static int is_awake;
    clock_go_on(is_awake ? 0 : FIRST);
    is_awake = 1;
}

char *openblas_get_config(void) {
    static char text[] = "OpenBLAS of known times";
    wake_up();
    return text;
}

double sum(size_t n, const double *x) {
    double all = 0;
    wake_up();
    while (n-- > 0)
        all += x[n];
    return all;
}

double dasum_(const int *n, const double *x, const int *incx) {
    double sum = 0;
    wake_up();
    for (int i = 0; i < *n; i++)
        sum += x[i * *incx] < 0 ? -x[i * *incx] : x[i * *incx];
    return sum;
}

void daxpy_(const int *n, const double *a, const double *x, const int *incx, double *y,
            const int *incy) {
    static uint64_t calls;
    uint64_t place = (uintptr_t)y / 64 % 64; /* which differs between rounds */
    uint64_t more = (64 * calls + place) * 0x9e3779b97f4a7c15u >> 40;
    clock_go_on(USUAL + (int64_t)(more * (USUAL / 10) >> 24));
    wake_up();
    if (++calls % EVERY == 0)
        clock_go_on(SLOW);
    for (int i = 0; i < *n; i++)
        y[i * *incy] += *a * x[i * *incx];
}

#endif
