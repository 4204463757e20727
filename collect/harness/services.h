/* SPDX-License-Identifier: GPL-3.0-or-later */
/* services.h: what an action can ask of the harness, done for a workspace. */
#ifndef BENCHMAT_COLLECT_HARNESS_SERVICES_H
#define BENCHMAT_COLLECT_HARNESS_SERVICES_H

#include "collect/action.h"

/* For a struct bench that is the first member of a struct workspace. */
extern const struct bench_services services;

#endif
