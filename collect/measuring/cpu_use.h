/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cpu_use.h: whether libraries worked on as many CPUs as they were told to. */
#ifndef BENCHMAT_COLLECT_MEASURING_CPU_USE_H
#define BENCHMAT_COLLECT_MEASURING_CPU_USE_H

#include "formats/model/run.h"

/* Processor time over time by the clock. A library may be off from its number of threads by this
 * part of it before the deviation is recorded. */
#define CPU_USE_SLACK 0.2

/* Sets the fact "threads_obeyed" of each series of MEASUREMENT that used more or fewer CPUs than
 * its fact "threads" says: the median, over those of its samples that did not wait for a CPU, of
 * processor time over time by the clock, to two digits behind the point. */
void cpu_use_record(struct measurement *measurement);

#endif
