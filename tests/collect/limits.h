/* SPDX-License-Identifier: GPL-3.0-or-later */
/* limits.h: a test of what hangs need not wait for long, nor hurry anybody else. */
#ifndef BENCHMAT_TESTS_COLLECT_LIMITS_H
#define BENCHMAT_TESTS_COLLECT_LIMITS_H

#include <sys/types.h>

#include "collect/harness/wire.h"

/* What a worker was asked: KIND (wire.h), at SIZE (0: nothing is set up), of what was loaded. */
typedef int limits_hangs(const struct wire_load *load, int64_t size, uint32_t kind);

/* From now on only questions for which HANGS returns nonzero have the limit that the program sets;
 * all others have a minute at least, and so has a worker that is to end. NULL: as users have it. */
void limits_leave(limits_hangs *hangs);

/* As on a busy machine, from now on process_end hears nothing before the child GUARDIAN has ended;
 * 0: it does. */
void limits_end_late(pid_t guardian);

#endif
