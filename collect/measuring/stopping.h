/* SPDX-License-Identifier: GPL-3.0-or-later */
/* stopping.h: how many rounds there are. */
#ifndef BENCHMAT_COLLECT_MEASURING_STOPPING_H
#define BENCHMAT_COLLECT_MEASURING_STOPPING_H

#include "collect/job/precision.h"
#include "collect/design/settings.h"
#include "formats/model/run.h"

/* All but WIDEST is to be set. */
struct stopping {
    const struct settings *settings;
    struct precision *precision; /* needed where the settings want a precision */
    double begin, until;         /* of the rounds, and settings->time's end, by wall_clock_now */
    struct precision_widest widest;
};

/* How many rounds a measurement must have room for: those the settings want, and with a precision
 * at least PRECISION_MOST_ROUNDS. */
size_t stopping_most_rounds(const struct settings *settings);

/* After ROUND rounds of M: finds the widest interval, where the settings want a precision. Returns
 * it; NULL when there is none. */
const struct precision_widest *stopping_look(struct stopping *stopping,
                                             const struct measurement *measurement, size_t rounds);

/* Why none is to be begun after so many ROUNDS, of MOST: "rounds", "time", "max-time", "precision".
 * NULL: one is. */
const char *stopping_reason(const struct stopping *stopping, size_t rounds, size_t most);

/* Sets the facts precision_target, precision_reached and rounds_ended_by (REASON, which may be
 * NULL), where the settings want a precision. */
void stopping_record(const struct stopping *stopping, const char *reason, struct facts *facts);

/* Whether a measurement that was recorded so is as precise as was wanted, or has taken as long as
 * it may. */
int stopping_has_ended(const struct measurement *measurement);

#endif
