/* SPDX-License-Identifier: GPL-3.0-or-later */
/* profile.h: a chart of performance profiles (analyze/ranking/profile.h): for each library the
 * share of the problems in which it is within a factor of the fastest, as a step line with its
 * interval. */
#ifndef BENCHMAT_PLOT_KINDS_PROFILE_H
#define BENCHMAT_PLOT_KINDS_PROFILE_H

#include "plot/analysis/axis_options.h"
#include "plot/analysis/chart_set.h"
#include "plot/kinds/kinds.h"

/* Adds one chart of all measurements that OPTIONS choose, from all their files. */
int profile_make(struct chart_set *set, const struct kind *kind, const struct options *options,
                 struct err *err);

#endif
