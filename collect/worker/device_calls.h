/* SPDX-License-Identifier: GPL-3.0-or-later */
/* device_calls.h: an action's calls of a library that calculates on a device.
 *
 * The data are brought to the device before calls are timed, and the answers back afterwards.
 * Between two marks in the device's queue its own clock says how long the calls took; the harness's
 * clock, around the same calls and the wait for their end, gives the whole time. So everything else
 * is as with a library on the CPU. */
#ifndef BENCHMAT_COLLECT_WORKER_DEVICE_CALLS_H
#define BENCHMAT_COLLECT_WORKER_DEVICE_CALLS_H

#include "collect/harness/wire.h"
#include "collect/worker/bind.h"
#include "formats/model/run.h"
#include "formats/text/err.h"

/* Whether the first object of BINDING is such a library. */
int device_calls_can_do(const struct binding *binding);

/* Opens the device that LOAD asks for and the library on it, whose routines BINDING then has; of an
 * action that calls none, a kernel of ours (device_kernel.h) that takes their place. *ACTION
 * becomes the same action on the device. Adds to FACTS what the device is. ERR_ABSENT:
 * there is none, or the library does not start on it; ERR_FAILED: there is no kernel. */
int device_calls_start(const struct wire_load *load, struct binding *binding,
                       const struct bench_action **action, struct facts *facts, struct err *err);

int device_calls_are_there(void);

/* Whether the next calls are to leave their answers, values that they return included. */
void device_calls_keep_answer(int keeps);

/* Brings the outputs of the last call, which was told to leave them, to the workspace. *FIRST_CALL
 * becomes at least the seconds that the very first call took when the point was set up, with the
 * compiling of kernels. */
int device_calls_take_outputs(struct workspace *workspace, double *first_call, struct err *err);

/* Whether it can be told how hot the device is. */
int device_calls_have_temperature(void);

/* Adds to SAMPLE what became of the device during its batch. */
void device_calls_tell(struct wire_sample *sample);

#endif
