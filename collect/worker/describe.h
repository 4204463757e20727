/* SPDX-License-Identifier: GPL-3.0-or-later */
/* describe.h: what an action says of itself, put into frames. */
#ifndef BENCHMAT_COLLECT_WORKER_DESCRIBE_H
#define BENCHMAT_COLLECT_WORKER_DESCRIBE_H

#include "collect/action.h"
#include "collect/harness/design_point.h"
#include "collect/harness/wire.h"
#include "formats/text/err.h"

/* ERR_FAILED when it does not fit, which cannot be once plugin_check has passed it. */
int describe_action(const struct bench_action *action, struct wire_described *described,
                    struct err *err);

/* ERR_FAILED as of workspace_measure. */
int describe_spot(const struct bench_action *action, char type,
                  const struct design_point *design_point, struct wire_terms *terms,
                  struct err *err);

#endif
