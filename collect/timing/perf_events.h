/* SPDX-License-Identifier: GPL-3.0-or-later */
/* perf_events.h: what the processor and the kernel count while calls are timed: perf_event_open(2).
 *
 * Events are those of this process, of the threads that it starts after they are opened, and of the
 * processes that it launches. The processor's events are counted in the program alone, because
 * that needs no privileges. */
#ifndef BENCHMAT_COLLECT_TIMING_PERF_EVENTS_H
#define BENCHMAT_COLLECT_TIMING_PERF_EVENTS_H

#include "collect/harness/wire.h"

/* Opens all events, which then stand still. Call this once, before a library is loaded, because it
 * may start threads. ERRORS gets 0, or the errno that tells why there is no such event here. */
void perf_events_open(int32_t errors[PERF_EVENTS]);

/* Count from here on, and no longer. They do nothing if no event is open. */
void perf_events_start(void);
void perf_events_stop(void);

/* Forgets what was counted so far. */
void perf_events_clear(void);

/* Writes what was counted since perf_events_clear to COUNTS; NaN for an event that is not open, or
 * that shared the processor's counters with others (another profiler, say) and so was not counted
 * all the time. */
void perf_events_read(double counts[PERF_EVENTS]);

#endif
