/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ceilings.h: what peak_flops and stream_triad calculate with. A device calculates the same by
 * kernels of its own (collect/devices/device_kernel.h). */
#ifndef BENCHMAT_COLLECT_ACTIONS_CEILINGS_H
#define BENCHMAT_COLLECT_ACTIONS_CEILINGS_H

/* Enough independent chains of operations to hide the latency of each (5 cycles at most on two
 * units), few enough for 16 registers with A and B. All implementations iterate the same NUMBERS,
 * the most that the chains hold: floats in 64 bytes. */
enum { PEAK_CHAINS = 12, PEAK_NUMBERS = PEAK_CHAINS * 16 };

/* x := y, then x := A x + B, n times. A is exact in either precision, and so near to 1 that each of
 * the first few thousand steps still changes x. */
#define PEAK_A (1 - 1.0 / 1024)
#define PEAK_B (1.0 / 512)

struct peak_flops {
    void *x, *y;
};

/* a := b + s c */
struct stream_triad {
    void *a, *b, *c;
    double s;
};

#endif
