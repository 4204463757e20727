/* SPDX-License-Identifier: GPL-3.0-or-later */
/* simulation.h: what the simulations share: draws that differ each time, and limits that allow for
 * the simulation's own error.
 *
 * A simulation prints its Markdown tables to standard output, and what is beyond its limit to
 * standard error. `make tables` puts the tables into the docs, between the lines
 * "<!-- tests/soak/NAME -->" and "<!-- end -->". */
#ifndef BENCHMAT_TESTS_SOAK_SIMULATION_H
#define BENCHMAT_TESTS_SOAK_SIMULATION_H

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

/* Draws a seed and says which; BENCHMAT_SEED=1234 repeats one. */
static inline void simulation_seed(unsigned short seed[3]) {
    const char *given = getenv("BENCHMAT_SEED");
    unsigned drawn = 0;
    if (given)
        drawn = (unsigned)strtoul(given, NULL, 10);
    else if (getrandom(&drawn, sizeof drawn, 0) != sizeof drawn)
        abort();
    seed[0] = (unsigned short)drawn;
    seed[1] = (unsigned short)(drawn >> 16);
    seed[2] = 1;
    fprintf(stderr, "BENCHMAT_SEED=%u\n", drawn);
}

/* Three standard errors of a share of LIMIT among N. */
static inline double simulation_error(double limit, size_t n) {
    return 3 * sqrt(limit * (1 - limit) / (double)n);
}

/* Each returns 1, and says so, if HITS of N are beyond LIMIT, such as 0.05, by more than chance. */
static inline int simulation_exceeds(const char *what, size_t hits, size_t n, double limit) {
    double share = (double)hits / (double)n;
    int is_beyond = share > limit + simulation_error(limit, n);
    if (is_beyond)
        fprintf(stderr, "%s: %.2f %% of %zu, at most %g %% are claimed\n", what, 100 * share, n,
                100 * limit);
    return is_beyond;
}

static inline int simulation_falls_short(const char *what, size_t hits, size_t n, double limit) {
    double share = (double)hits / (double)n;
    int is_beyond = share < limit - simulation_error(limit, n);
    if (is_beyond)
        fprintf(stderr, "%s: %.2f %% of %zu, at least %g %% are claimed\n", what, 100 * share, n,
                100 * limit);
    return is_beyond;
}

#endif
