/* SPDX-License-Identifier: GPL-3.0-or-later */
/* scaling_axis.h: what a calculation is spread over: threads, ranks or nodes. Each is the parameter
 * of that name, if the points have it. */
#ifndef BENCHMAT_ANALYZE_MODEL_SCALING_AXIS_H
#define BENCHMAT_ANALYZE_MODEL_SCALING_AXIS_H

#include "analyze/model/parameter_grid.h"
#include "formats/text/err.h"

struct scaling_axis {
    const char *name, *one; /* "threads", "thread" */
    int shares_cpus;        /* its parts take turns where they are more than a machine's CPUs */
};

/* Returns ERR_USAGE if NAME is none of the three. */
int scaling_axis_check(const char *name, struct err *err);

/* Returns the axis of SPACE that scaling goes over: the one called OVER; or, if that is NULL, the
 * only one of the three that varies, else the only one that there is. NULL: none, or several. */
const struct parameter_grid_axis *scaling_axis_find(const struct parameter_grid *space,
                                                    const char *over);

/* Returns whether several of the three vary, so that one must be chosen. */
int scaling_axis_is_open(const struct parameter_grid *space, const char *over);

/* Returns the words for the axis that scaling_axis_find finds; those for threads if it finds none.
 * Static. */
const struct scaling_axis *scaling_axis_words(const struct parameter_grid *space, const char *over);

#endif
