/* SPDX-License-Identifier: GPL-3.0-or-later */
/* design_points.h: the design points of an action: every combination of what varies, in the order
 * of the points.
 *
 * A curve is all sizes of one combination, ascending, one after the other. From curve to curve the
 * last parameter of the action changes fastest and the threads slowest, so that all points with one
 * number of threads are adjacent. All values are ascending. */
#ifndef BENCHMAT_COLLECT_DESIGN_DESIGN_POINTS_H
#define BENCHMAT_COLLECT_DESIGN_DESIGN_POINTS_H

#include "collect/design/settings.h"
#include "collect/harness/design_point.h"
#include "collect/design/action_info.h"
#include "formats/text/err.h"

enum { DESIGN_POINTS_MAX = 10000, DESIGN_POINTS_MOST_THREADS = 4096, DESIGN_POINTS_TEXT = 160 };

/* The names of the threads among the parameters of a measurement. */
#define DESIGN_POINTS_THREADS "threads"
#define DESIGN_POINTS_RANKS   "ranks"

/* The one of these that ACTION has. */
const char *design_points_threads(const struct action_info *action);

/* Combines SIZES with the parameters of ACTION and the threads that SETTINGS ask for; whatever they
 * do not mention has its default value. ERR_USAGE: more than DESIGN_POINTS_MAX, or several numbers
 * of threads and a parameter of the action called "threads"; of a parallel action ranks are meant.
 * The caller gives DESIGN_POINTS to design_points_release, also after a failure. */
int design_points_combine(struct design_points *design_points, const struct action_info *action,
                          const struct settings *settings, const struct sizes *sizes,
                          struct err *err);
void design_points_release(struct design_points *design_points);

/* Checks that each parameter that SETTINGS name, and their axis, is a parameter of one of the COUNT
 * ACTIONS; else ERR_USAGE, which lists the parameters. */
int design_points_check(const struct settings *settings, const struct action_info *const *actions,
                        size_t count, struct err *err);

/* The parameter that charts show in place of the size: the settings' axis, if it names a parameter
 * of the action or, with several numbers of threads, the threads; else the first parameter of an
 * action without a size; else NULL. */
const char *design_points_axis(const struct action_info *action, const struct settings *settings);

/* The number of parameters of ACTION, and the position of the parameter called NAME, or that number
 * if there is none. */
size_t design_points_count_parameters(const struct action_info *action);
size_t design_points_find_parameter(const struct action_info *action, const char *name);

int design_points_are_equal(const struct design_point *a, const struct design_point *b);
/* Whether they differ at most in size. */
int design_points_share_curve(const struct design_point *a, const struct design_point *b);

/* The position after the last point of the curve that begins at BEGIN; and the number of curves. */
size_t design_points_end_curve(const struct design_points *design_points, size_t begin);
size_t design_points_count_curves(const struct design_points *design_points);

/* Writes "n = 100, stride 8, 2 threads" for people: the size if the action has one, all its
 * parameters, the threads if there are several; "" if nothing of that can vary. */
void design_points_describe(const struct action_info *action,
                            const struct design_point *design_point, char text[DESIGN_POINTS_TEXT]);

#endif
