/* SPDX-License-Identifier: GPL-3.0-or-later */
/* budget.h: how much can be measured in a given time.
 *
 * A round takes what its workers need to start, what keeping its points takes, and its
 * turns: (sizes x seeds x libraries), each with a part that does not depend on the batch. All of
 * these are in the plan. Chosen are rounds, seeds and the time per library, size and round, such
 * that the rounds fill the time and the intervals of the ratios are narrow:
 *
 *     width ~ t(R - 1) sqrt((1 + S / s) / R)
 *
 * with R rounds of s seconds per library and size, t the 97.5 % point of Student's distribution,
 * and S = 10 ms, which stands for the scatter within a round that has not averaged out yet; it is a
 * guess, and the choice hardly depends on it. Batches last about 0.2 ms, for of copies of one
 * library those that took turns quickly came nearest to the ratio of 1. Of more than five rounds
 * no more are made than let starting workers stay below an eighth of the time. */
#ifndef BENCHMAT_COLLECT_PLANNING_BUDGET_H
#define BENCHMAT_COLLECT_PLANNING_BUDGET_H

#include "collect/planning/plan.h"
#include "collect/design/settings.h"

enum { BUDGET_LEAST_ROUNDS = 3 };

/* Chooses what of SETTINGS is not fixed so that all rounds of PLAN take about SECONDS, and sets the
 * plan's seeds and calls accordingly. Returns the seconds that the rounds will take: more than was
 * asked for where the least possible does. */
double budget_settle(struct plan *plan, struct settings *settings, double seconds);

/* Whether one more round is made, after DONE of them from BEGIN until NOW: as long as it will most
 * likely end less than half a round after UNTIL, and in any case BUDGET_LEAST_ROUNDS. The plan is
 * that of a quiet machine; on a busy one rounds take longer, and there are fewer of them. */
int budget_allows_round(double begin, double now, double until, size_t done);

/* Sets the seeds and calls of all points as SETTINGS want them. Returns what the rounds will take.
 */
double budget_keep(struct plan *plan, const struct settings *settings);

/* What planning may do in a budget whose plan is not known yet: SETTINGS for a first look. */
void budget_look(struct settings *settings);

/* The seconds a transaction takes in the archive of that PATH: about what three
 * synchronised writes to a scratch file beside it take. */
double budget_put_seconds(const char *path);

/* The seconds that an invocation takes after its last round. */
double budget_end_seconds(double put_seconds);

#endif
