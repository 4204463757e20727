/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/mpi/collective.h"

#include <math.h>
#include <string.h>

#include "collect/mpi/mpi.h"

void collective_barrier(void) {
    int rank = mpi_rank(), ranks = mpi_ranks();
    char sent = 0, received;
    for (int distance = 1; distance < ranks; distance *= 2)
        mpi_exchange(&sent, (rank + distance) % ranks, &received, (rank + ranks - distance) % ranks,
                     1);
}

/* --- reducing --- */

typedef double operation(double a, double b);

enum { PART = 256 };

/* The numbers of all ranks end up in rank 0: at each DISTANCE half of those that are left send
 * theirs to their lower neighbours. Returns the distance at which this rank sent. */
static int gather(double *numbers, size_t count, operation *combine) {
    int rank = mpi_rank(), ranks = mpi_ranks(), distance = 1;
    double other[PART];
    for (; distance < ranks && !(rank & distance); distance *= 2) {
        if (rank + distance >= ranks)
            continue;
        mpi_receive(other, count * sizeof *other, rank + distance);
        for (size_t i = 0; i < count; i++)
            numbers[i] = combine(numbers[i], other[i]);
    }
    if (distance < ranks)
        mpi_send(numbers, count * sizeof *numbers, rank - distance);
    return distance;
}

/* The same way back. */
static void scatter(double *numbers, size_t count, int distance) {
    int rank = mpi_rank(), ranks = mpi_ranks();
    if (distance < ranks)
        mpi_receive(numbers, count * sizeof *numbers, rank - distance);
    while (distance /= 2)
        if (rank + distance < ranks)
            mpi_send(numbers, count * sizeof *numbers, rank + distance);
}

static void reduce(double *numbers, size_t count, operation *combine) {
    for (size_t from = 0; from < count; from += PART) {
        size_t some = count - from < PART ? count - from : PART;
        scatter(numbers + from, some, gather(numbers + from, some, combine));
    }
}

static double add(double a, double b) {
    return a + b;
}

void collective_sum(double *numbers, size_t count) {
    reduce(numbers, count, add);
}

void collective_largest(double *numbers, size_t count) {
    reduce(numbers, count, fmax);
}

void collective_smallest(double *numbers, size_t count) {
    reduce(numbers, count, fmin);
}
