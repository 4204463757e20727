/* SPDX-License-Identifier: GPL-3.0-or-later */
/* hog CPU BUSY IDLE: keeps that CPU busy for about BUSY seconds, rests for about IDLE, and so on,
 * each drawn from an exponential distribution; with IDLE 0 it never rests. To be killed. */
#include <math.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <signal.h>
#include <time.h>
#include <unistd.h>

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void work(double seconds) {
    static double memory[1 << 18];
    double end = now() + seconds;
    while (now() < end)
        for (size_t i = 0; i < sizeof memory / sizeof *memory; i++)
            memory[i] += 1;
}

static void rest(double seconds) {
    struct timespec t = {(time_t)seconds, (long)(1e9 * (seconds - floor(seconds)))};
    nanosleep(&t, NULL);
}

int main(int argc, char **argv) {
    cpu_set_t cpus;
    if (argc != 4)
        return 64;
    double busy = atof(argv[2]), idle = atof(argv[3]);
    CPU_ZERO(&cpus);
    CPU_SET(atoi(argv[1]), &cpus);
    if (sched_setaffinity(0, sizeof cpus, &cpus) || prctl(PR_SET_PDEATHSIG, SIGKILL)) {
        perror("hog");
        return 1;
    }
    srand48((long)getpid());
    for (;;) {
        work(-busy * log1p(-drand48()));
        if (idle > 0)
            rest(-idle * log1p(-drand48()));
    }
}
