/* SPDX-License-Identifier: GPL-3.0-or-later */
/* design_points.h: where an action is measured: every combination of what varies, in the order of
 * its points.
 *
 * A curve is all sizes of one combination, ascending, one after the other. Of the curves, which
 * follow one another, the last parameter of the action changes fastest and the threads slowest, so
 * that what is measured with as many threads stands together. All values are ascending. */
#ifndef BENCHMAT_COLLECT_DESIGN_DESIGN_POINTS_H
#define BENCHMAT_COLLECT_DESIGN_DESIGN_POINTS_H

#include "collect/design/settings.h"
#include "collect/harness/design_point.h"
#include "collect/design/action_info.h"
#include "formats/text/err.h"

enum { DESIGN_POINTS_MAX = 10000, DESIGN_POINTS_MOST_THREADS = 4096, DESIGN_POINTS_TEXT = 160 };

/* What the threads are called among the parameters of a measurement. */
#define DESIGN_POINTS_THREADS "threads"

/* Combines SIZES with the parameters of ACTION and the threads that SETTINGS ask for; what is not
 * asked for has its default value. ERR_USAGE: more than DESIGN_POINTS_MAX, or nobody could tell an
 * action's parameter from the number of threads. To be given to design_points_release, also after a
 * failure. */
int design_points_combine(struct design_points *design_points, const struct action_info *action,
                          const struct settings *settings, const struct sizes *sizes,
                          struct err *err);
void design_points_release(struct design_points *design_points);

/* Whether each parameter that SETTINGS name, and their axis, is one of one of the COUNT ACTIONS;
 * else ERR_USAGE, with those that there are. */
int design_points_check(const struct settings *settings, const struct action_info *const *actions,
                        size_t count, struct err *err);

/* The parameter that stands in charts where the size usually does: the settings' axis where the
 * action or, with several counts, the threads are of that name; the first parameter of an action
 * without a size; else NULL. */
const char *design_points_axis(const struct action_info *action, const struct settings *settings);

/* How many parameters ACTION has, and the number of the one of that NAME; as many where it has
 * none. */
size_t design_points_count_parameters(const struct action_info *action);
size_t design_points_find_parameter(const struct action_info *action, const char *name);

int design_points_are_equal(const struct design_point *a, const struct design_point *b);
/* Whether they differ in their sizes alone. */
int design_points_share_curve(const struct design_point *a, const struct design_point *b);

/* Behind the last of the curve that has design point BEGIN; and how many curves there are. */
size_t design_points_end_curve(const struct design_points *design_points, size_t begin);
size_t design_points_count_curves(const struct design_points *design_points);

/* Writes "n = 100, stride 8, 2 threads" for people: the size where the action has one, all its
 * parameters, the threads where there are several. */
void design_points_describe(const struct action_info *action,
                            const struct design_point *design_point, char text[DESIGN_POINTS_TEXT]);

#endif
