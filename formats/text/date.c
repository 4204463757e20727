/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/text/date.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { LOCAL = -1 };

/* Sets OFFSET to seconds east of Greenwich, or to LOCAL if TEXT is empty. Returns 0 if TEXT is not
 * an offset. */
static int read_offset(const char *text, long *offset) {
    int hours, minutes = 0, end = 0;
    *offset = strcmp(text, "Z") == 0 || strcmp(text, "z") == 0 ? 0 : LOCAL;
    if (*text == '\0' || *offset == 0)
        return 1;
    if (*text != '+' && *text != '-')
        return 0;
    if ((sscanf(text + 1, "%2d:%2d%n", &hours, &minutes, &end) == 2 ||
         sscanf(text + 1, "%2d%2d%n", &hours, &minutes, &end) == 2 ||
         sscanf(text + 1, "%2d%n", &hours, &end) == 1) &&
        text[1 + end] == '\0' && hours >= 0 && hours <= 14 && minutes >= 0 && minutes < 60) {
        *offset = (*text == '-' ? -1 : 1) * (hours * 3600L + minutes * 60L);
        return 1;
    }
    return 0;
}

/* Reads a time; sets *END to the first character after it. */
static int read_time(const char *text, struct tm *tm, double *fraction, const char **end) {
    double seconds = 0;
    int length = 0;
    if (sscanf(text, "%2d:%2d%n", &tm->tm_hour, &tm->tm_min, &length) != 2 || !length)
        return 0;
    *end = text + length;
    if (**end == ':') {
        if (!isdigit((unsigned char)(*end)[1]))
            return 0;
        char *rest;
        seconds = strtod(*end + 1, &rest);
        *end = rest;
    }
    tm->tm_sec = (int)seconds;
    *fraction = seconds - tm->tm_sec;
    return tm->tm_hour >= 0 && tm->tm_hour < 24 && tm->tm_min >= 0 && tm->tm_min < 60 &&
           seconds < 61;
}

/* Returns whether the day exists: timegm turns 30 February into a day in March. The year must be
 * 1970 to 9999. */
static int is_day(const struct tm *tm) {
    struct tm day = {.tm_year = tm->tm_year, .tm_mon = tm->tm_mon, .tm_mday = tm->tm_mday};
    timegm(&day);
    return tm->tm_year >= 1970 - 1900 && tm->tm_year < 10000 - 1900 && day.tm_mon == tm->tm_mon &&
           day.tm_mday == tm->tm_mday;
}

double date_read(const char *text) {
    struct tm tm = {.tm_isdst = -1};
    double fraction = 0;
    long offset = LOCAL;
    int length = 0;
    if (!text || sscanf(text, "%4d-%2d-%2d%n", &tm.tm_year, &tm.tm_mon, &tm.tm_mday, &length) != 3)
        return NAN;
    tm.tm_year -= 1900;
    tm.tm_mon--;
    const char *rest = text + length;
    if (*rest && (!strchr("T ", *rest) || !read_time(rest + 1, &tm, &fraction, &rest)))
        return NAN;
    if (!is_day(&tm) || !read_offset(rest, &offset))
        return NAN;
    return (double)(offset == LOCAL ? mktime(&tm) : timegm(&tm) - offset) + fraction;
}

int date_parse(const char *text, double now, double *seconds, struct err *err) {
    static const struct {
        const char *unit;
        double seconds;
    } units[] = {{"h", 3600}, {"d", 86400}, {"w", 604800}};
    char *end;
    double span = strtod(text, &end);
    *seconds = date_read(text);
    for (size_t i = 0; isnan(*seconds) && i < sizeof units / sizeof *units; i++)
        if (end != text && strcmp(end, units[i].unit) == 0 && span >= 0 && isfinite(span))
            *seconds = now - span * units[i].seconds;
    return isnan(*seconds)
               ? err_set(err, ERR_USAGE,
                         "'%s' is not a date; give one as 2026-11-20, 2026-11-20T12:00, "
                         "or a span before now as 36h, 7d or 2w",
                         text)
               : 0;
}
