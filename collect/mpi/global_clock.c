/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/mpi/global_clock.h"

#include <fcntl.h>
#include <time.h>
#include <unistd.h>

#include "collect/harness/clock.h"
#include "collect/mpi/clock_fit.h"
#include "collect/mpi/collective.h"
#include "collect/mpi/mpi.h"

enum { EXCHANGES = 20, COMPARISONS = 11, PAUSE = 10000000 /* ns */ };

static struct {
    int is_known, is_one;
    struct clock_fit fit; /* to rank 0's clock */
} state;

/* --- one clock or several --- */

static uint64_t mix(uint64_t hash, const char *text, ssize_t length) { /* FNV-1a */
    for (ssize_t i = 0; i < length; i++)
        hash = (hash ^ (unsigned char)text[i]) * UINT64_C(1099511628211);
    return hash;
}

/* Linux counts CLOCK_MONOTONIC from the start of the machine, or of the time namespace. Returns a
 * number of both, which a double holds exactly; 0: unknown. */
static double clock_number(void) {
    char text[64];
    uint64_t hash = UINT64_C(14695981039346656037);
    int file = open("/proc/sys/kernel/random/boot_id", O_RDONLY | O_CLOEXEC);
    ssize_t length = file < 0 ? -1 : read(file, text, sizeof text);
    if (file >= 0)
        close(file);
    if (length <= 0)
        return 0;
    hash = mix(hash, text, length);
    hash = mix(hash, text, readlink("/proc/self/ns/time", text, sizeof text));
    return (double)(hash >> 12);
}

int global_clock_is_one(void) {
    if (!state.is_known) {
        double number = clock_number(), largest = number, smallest = number;
        collective_largest(&largest, 1);
        collective_smallest(&smallest, 1);
        state.is_one = largest == smallest && number > 0;
        state.is_known = 1;
    }
    return state.is_one;
}

/* --- comparing --- */

static int64_t own_now(void) {
    return clock_now().nanoseconds;
}

static void answer(int rank) {
    char question;
    for (int i = 0; i < EXCHANGES; i++) {
        mpi_receive(&question, 1, rank);
        int64_t now = own_now();
        mpi_send(&now, sizeof now, rank);
    }
}

struct comparison {
    int64_t own, offset;
};

static struct comparison ask(void) {
    struct comparison best = {0, 0};
    int64_t shortest = INT64_MAX;
    for (int i = 0; i < EXCHANGES; i++) {
        char question = 0;
        int64_t shown, asked = own_now();
        mpi_send(&question, 1, 0);
        mpi_receive(&shown, sizeof shown, 0);
        int64_t trip = own_now() - asked;
        if (trip < shortest) {
            shortest = trip;
            best.own = asked + trip / 2;
            best.offset = shown - best.own;
        }
    }
    return best;
}

/* Rank 0 answers the others one after the other. Returns by how many seconds this one was off. */
static double compare(void) {
    if (mpi_rank() == 0) {
        for (int rank = 1; rank < mpi_ranks(); rank++)
            answer(rank);
        return 0;
    }
    struct comparison found = ask();
    double off = 1e-9 * clock_fit_miss(&state.fit, found.own, found.offset);
    clock_fit_add(&state.fit, found.own, found.offset);
    return off;
}

void global_clock_start(void) {
    state.fit = (struct clock_fit){0};
    if (global_clock_is_one())
        return;
    for (int i = 0; i < COMPARISONS; i++) {
        compare();
        nanosleep(&(struct timespec){0, PAUSE}, NULL);
    }
}

double global_clock_check(void) {
    if (global_clock_is_one())
        return 0;
    double off = compare();
    collective_largest(&off, 1);
    return off;
}

/* --- reading --- */

int64_t global_clock_of(int64_t own) {
    return clock_fit_to_other(&state.fit, own);
}

int64_t global_clock_now(void) {
    return global_clock_of(own_now());
}

int64_t global_clock_to_own(int64_t global) {
    return clock_fit_to_own(&state.fit, global);
}
