/* SPDX-License-Identifier: GPL-3.0-or-later */
/* announce.h: the first line of an invocation. */
#ifndef BENCHMAT_COLLECT_CLI_ANNOUNCE_H
#define BENCHMAT_COLLECT_CLI_ANNOUNCE_H

#include <stddef.h>

#include "collect/job/job.h"

/* Writes what JOB will measure and how long that takes, as far as that is known before planning:
 * "axpy: 4 libraries × 8 sizes, double precision; 5 rounds or more, at most about a minute".
 * IS_ALONE: no other action is measured. */
void announce_describe(const struct settings *settings, const struct job *job, int is_alone,
                       char *line, size_t size);

#endif
