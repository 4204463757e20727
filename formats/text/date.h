/* SPDX-License-Identifier: GPL-3.0-or-later */
/* date.h: reads points in time as archives write them and as people type them. */
#ifndef BENCHMAT_FORMATS_TEXT_DATE_H
#define BENCHMAT_FORMATS_TEXT_DATE_H

#include "formats/text/err.h"

/* Returns the seconds since 1970-01-01T00:00:00Z of an ISO 8601 text: "2026-11-20",
 * "2026-11-20T12:03" or "2026-11-20 12:03:44.5". The time may have an offset: "+02:00", "+0200" or
 * "Z"; without one it is local time. Returns NaN if TEXT is NULL or anything else, or the year is
 * before 1970. */
double date_read(const char *text);

/* A stretch of time: from FROM, up to but not including UNTIL. */
struct date_period {
    double from, until;
};

/* Reads what people call a stretch of time, in local time where TEXT has no offset: a day
 * ("2026-11-20", "today", "yesterday"), a minute ("2026-11-20T12:03") or a second, a month
 * ("2026-11"), "this week" or "last month" (a week begins on Monday, and - and _ may stand for the
 * blank), or the last hours, days or weeks before NOW: "36h", "7d", "2w". Returns 0 if TEXT is
 * anything else. */
int date_period_read(const char *text, double now, struct date_period *period);

/* Sets SECONDS to where the period TEXT begins; ERR_USAGE if it is none. */
int date_parse(const char *text, double now, double *seconds, struct err *err);

#endif
