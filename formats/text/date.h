/* SPDX-License-Identifier: GPL-3.0-or-later */
/* date.h: points in time as archives write them and people type them. */
#ifndef BENCHMAT_FORMATS_TEXT_DATE_H
#define BENCHMAT_FORMATS_TEXT_DATE_H

#include "formats/text/err.h"

/* Seconds since 1970-01-01T00:00:00Z of an ISO 8601 text: "2026-11-20", "2026-11-20T12:03",
 * "2026-11-20 12:03:44.5", each with an offset "+02:00", "+0200" or "Z" behind the time. Without
 * one it is local time. NaN where TEXT, which may be NULL, is no such thing. */
double date_read(const char *text);

/* The point in time that a command line means: the same, or a span before NOW: "36h", "7d", "2w"
 * (hours, days, weeks). Anything else is an ERR_USAGE. */
int date_parse(const char *text, double now, double *seconds, struct err *err);

#endif
