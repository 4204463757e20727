/* SPDX-License-Identifier: GPL-3.0-or-later */
/* choose.h: which runs and actions of an archive a command line means. */
#ifndef BENCHMAT_STORE_CHOOSE_H
#define BENCHMAT_STORE_CHOOSE_H

#include <stddef.h>

#include "store/archive.h"

/* One measurement: an action of a run. */
struct choice {
    size_t run;         /* its number in the archive, from 0 */
    const char *action; /* valid until archive_close */
};

struct choices {
    struct choice *items; /* by action's first appearance, then by run */
    size_t count;
    size_t passed_over; /* older measurements of the chosen actions that "latest" left out */
};

/* Finds the measurements that RUNS and ACTION mean.
 *
 * RUNS: NULL or "latest" for each action's latest run; "all"; a run's name "run_000007" or number
 * "7"; a span "3..7". ACTION: NULL for all, or a name, with or without "action_" in front.
 * A run or action that is not there is an ERR_USAGE that lists those that are. On success COUNT is
 * at least 1, and the caller gives CHOICES to choices_release. */
int archive_choose(struct archive *archive, const char *runs, const char *action,
                   struct choices *choices, struct err *err);
/* The same with more to it: only runs that were measured on HOST (NULL: on any), and started at
 * SINCE or later, in seconds since 1970 (NaN: whenever); "latest" is the latest of these. */
struct choice_terms {
    const char *runs, *action, *host;
    double since;
};
int archive_choose_by(struct archive *archive, const struct choice_terms *terms,
                      struct choices *choices, struct err *err);

/* Whether ACTION is the one that is WANTED: as above. */
int choice_means(const char *action, const char *wanted);

void choices_release(struct choices *choices);

/* Reads what was chosen, as archive_read_times does, one measurement after the other, and gives
 * each to VISIT with CONTEXT; both are valid until it returns. A result other than 0 ends the
 * reading and is returned. */
typedef int choice_visitor(void *context, const struct run *run,
                           const struct measurement *measurement, struct err *err);
int choices_read(struct archive *archive, const struct choices *choices, choice_visitor *visit,
                 void *context, struct err *err);

#endif
