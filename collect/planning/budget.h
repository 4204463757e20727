/* SPDX-License-Identifier: GPL-3.0-or-later */
/* budget.h: how much can be measured in a given time.
 *
 * A round takes the time to start its workers, the time to keep its points, and its turns: sizes x
 * seeds x libraries, each with a part that does not depend on the batch. The plan knows all of
 * these. The budget chooses the rounds, the seeds, and the time per library, size and round, such
 * that the rounds fill the time and the intervals of the ratios are narrow:
 *
 *     width ~ t(R - 1) sqrt((1 + S / s) / R)
 *
 * with R rounds of s seconds per library and size, and t the 97.5 % point of Student's
 * distribution. S = 10 ms stands for the scatter within a round that has not averaged out yet; it
 * is a guess, and the choice hardly depends on it. Batches last about 0.2 ms: copies of one library
 * came nearest to the ratio of 1 when they took turns quickly; or as long as the period of the
 * machine's interruptions (interruptions.h), if there is room for two of them. There are at least
 * eight rounds, if so many can be made and starting workers then takes less than a third of the
 * time: where a busy machine makes each take twice as long, fewer still end in time. More than
 * eight are made only as long as starting workers takes less than an eighth of the time.
 *
 * Trials last as they do usually (SETTINGS_TRIAL), or shorter if there would be fewer than 20
 * rounds of them, but 50 ms at least; and longer if there would be more than 400 rounds. */
#ifndef BENCHMAT_COLLECT_PLANNING_BUDGET_H
#define BENCHMAT_COLLECT_PLANNING_BUDGET_H

#include "collect/planning/plan.h"
#include "collect/design/settings.h"

enum { BUDGET_LEAST_ROUNDS = 3 };

/* Chooses what SETTINGS leave open such that all rounds of PLAN take about SECONDS, and sets the
 * plan's seeds and calls accordingly. Returns the seconds that the rounds will take, which is more
 * than SECONDS if even the least possible takes more. */
double budget_settle(struct plan *plan, struct settings *settings, double seconds);

/* When the rounds began, what time it is, and when they must end. */
struct budget_clock {
    double begin, now, until;
};

/* Whether to make one more round after DONE, if it takes about NEXT seconds: yes if it will end
 * before the end or shortly after; the third one, if less than a fifth of the time later. The first
 * two are made in any case, because one says nothing of how processes differ. The plan assumes that
 * rounds take what trial calls took; on a busy machine they take longer, and there are fewer of
 * them. */
int budget_allows_round(const struct budget_clock *clock, double next, size_t done);

/* Sets the seeds and calls of all points as SETTINGS want them. Returns the seconds that the rounds
 * will take. */
double budget_keep(struct plan *plan, const struct settings *settings);

/* Sets in SETTINGS what is not fixed to values for a first look, while there is no plan yet. */
void budget_look(struct settings *settings);

/* The seconds that a transaction takes in the archive at PATH: about as long as three synchronised
 * writes to a scratch file beside it. */
double budget_put_seconds(const char *path);

/* The seconds that an invocation takes after its last round. */
double budget_end_seconds(double put_seconds);

#endif
