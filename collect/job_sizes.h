/* SPDX-License-Identifier: GPL-3.0-or-later */
/* job_sizes.h: at which sizes a job is measured: those asked for, as far as they fit in memory. */
#ifndef BENCHMAT_COLLECT_JOB_SIZES_H
#define BENCHMAT_COLLECT_JOB_SIZES_H

#include "collect/session.h"

/* Sets the sizes of JOB and the bytes of the arena that serves all libraries, one after the other.
 * What a size takes is its inputs and outputs with a copy of those that are renewed, and the
 * outputs that others are held against; it must stay within settings->memory, or within four
 * fifths of what is available. A given size that does not is ERR_USAGE; one that is measured by
 * default is left out with a note. More copies use what is left, up to 2 WORKSPACE_COPY_BYTES. */
int job_sizes_choose(const struct session *session, struct job *job, struct err *err);

#endif
