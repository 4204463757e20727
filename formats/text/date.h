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

/* Sets SECONDS to the point in time that an argument of a command means: a text as above, or a span
 * before NOW: "36h", "7d", "2w" (hours, days, weeks). ERR_USAGE for anything else. */
int date_parse(const char *text, double now, double *seconds, struct err *err);

#endif
