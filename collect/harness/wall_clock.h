/* SPDX-License-Identifier: GPL-3.0-or-later */
/* wall_clock.h: the clock on the wall, for everything but what is measured. */
#ifndef BENCHMAT_COLLECT_HARNESS_WALL_CLOCK_H
#define BENCHMAT_COLLECT_HARNESS_WALL_CLOCK_H

/* Seconds since some fixed moment, which never jump. */
double wall_clock_now(void);

#endif
