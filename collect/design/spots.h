/* SPDX-License-Identifier: GPL-3.0-or-later */
/* spots.h: where an action is measured: every combination of what varies, in the order of its
 * points.
 *
 * A curve is all sizes of one combination, ascending, one after the other. Of the curves, which
 * follow one another, the last parameter of the action changes fastest and the threads slowest, so
 * that what is measured with as many threads stands together. All values are ascending. */
#ifndef BENCHMAT_COLLECT_DESIGN_SPOTS_H
#define BENCHMAT_COLLECT_DESIGN_SPOTS_H

#include "collect/design/settings.h"
#include "collect/harness/spot.h"
#include "collect/design/subject.h"
#include "formats/text/err.h"

enum { SPOTS_MAX = 10000, SPOTS_MOST_THREADS = 4096, SPOTS_TEXT = 160 };

/* What the threads are called among the parameters of a measurement. */
#define SPOTS_THREADS "threads"

/* Combines SIZES with the parameters of ACTION and the threads that SETTINGS ask for; what is not
 * asked for has its default value. ERR_USAGE: more than SPOTS_MAX, or nobody could tell an action's
 * parameter from the number of threads. To be given to spots_release, also after a failure. */
int spots_combine(struct spots *spots, const struct subject *action,
                  const struct settings *settings, const struct sizes *sizes, struct err *err);
void spots_release(struct spots *spots);

/* Whether each parameter that SETTINGS name, and their axis, is one of one of the COUNT ACTIONS;
 * else ERR_USAGE, with those that there are. */
int spots_check(const struct settings *settings, const struct subject *const *actions, size_t count,
                struct err *err);

/* The parameter that stands in charts where the size usually does: the settings' axis where the
 * action or, with several counts, the threads are of that name; the first parameter of an action
 * without a size; else NULL. */
const char *spots_axis(const struct subject *action, const struct settings *settings);

/* How many parameters ACTION has, and the number of the one of that NAME; as many where it has
 * none. */
size_t spots_count_parameters(const struct subject *action);
size_t spots_find_parameter(const struct subject *action, const char *name);

int spots_are_equal(const struct spot *a, const struct spot *b);
/* Whether they differ in their sizes alone. */
int spots_share_curve(const struct spot *a, const struct spot *b);

/* Behind the last of the curve that has spot BEGIN; and how many curves there are. */
size_t spots_end_curve(const struct spots *spots, size_t begin);
size_t spots_count_curves(const struct spots *spots);

/* Writes "n = 100, stride 8, 2 threads" for people: the size where the action has one, all its
 * parameters, the threads where there are several. */
void spots_describe(const struct subject *action, const struct spot *spot, char text[SPOTS_TEXT]);

#endif
