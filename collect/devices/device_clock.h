/* SPDX-License-Identifier: GPL-3.0-or-later */
/* device_clock.h: times what an action itself puts into a device's queue (bench_device_begin). */
#ifndef BENCHMAT_COLLECT_DEVICES_DEVICE_CLOCK_H
#define BENCHMAT_COLLECT_DEVICES_DEVICE_CLOCK_H

#include "collect/harness/workspace.h"

extern const struct workspace_devices device_clock;

#endif
