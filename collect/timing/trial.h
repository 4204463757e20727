/* SPDX-License-Identifier: GPL-3.0-or-later */
/* trial.h: one sample of a throughput action: seconds per operation of a team. */
#ifndef BENCHMAT_COLLECT_TIMING_TRIAL_H
#define BENCHMAT_COLLECT_TIMING_TRIAL_H

#include "collect/harness/wire.h"
#include "collect/harness/workspace.h"
#include "formats/text/err.h"

/* Makes a trial of SECONDS with the team of TRIAL and fills SAMPLE: its calls are the operations of
 * the whole team, its seconds the trial's time over them. ERR_FAILED as from team_operate; or no
 * operation ended in time. A wrong answer is no failure: SAMPLE says what is wrong. */
int trial_take(struct workspace *workspace, const struct wire_trial *trial, double seconds,
               uint64_t seed, struct wire_sample *sample, struct err *err);

#endif
