/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/text/date.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "formats/text/suggest.h"

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

/* --- periods --- */

/* The point in local time where the day begins that is DAYS after that of TM, and MONTHS later. */
static double day_begins(const struct tm *tm, int months, int days) {
    struct tm day = {.tm_year = tm->tm_year,
                     .tm_mon = tm->tm_mon + months,
                     .tm_mday = tm->tm_mday + days,
                     .tm_isdst = -1};
    return (double)mktime(&day);
}

static int is_phrase(const char *text, const char *phrase) {
    for (; *phrase; text++, phrase++)
        if (tolower((unsigned char)*text) != *phrase &&
            !(*phrase == ' ' && (*text == '-' || *text == '_')))
            return 0;
    return !*text;
}

static int read_phrase(const char *text, double now, struct date_period *period) {
    static const struct {
        const char *phrase;
        enum { DAY, WEEK, MONTH } unit;
        int from; /* units after the present one */
    } phrases[] = {{"today", DAY, 0},       {"yesterday", DAY, -1},   {"this week", WEEK, 0},
                   {"last week", WEEK, -1}, {"this month", MONTH, 0}, {"last month", MONTH, -1}};
    time_t seconds = (time_t)now;
    struct tm today;
    if (!localtime_r(&seconds, &today))
        return 0;
    for (size_t i = 0; i < sizeof phrases / sizeof *phrases; i++) {
        int from = phrases[i].from, monday = -((today.tm_wday + 6) % 7), first = 1 - today.tm_mday;
        if (!is_phrase(text, phrases[i].phrase))
            continue;
        if (phrases[i].unit == DAY)
            *period =
                (struct date_period){day_begins(&today, 0, from), day_begins(&today, 0, from + 1)};
        else if (phrases[i].unit == WEEK)
            *period = (struct date_period){day_begins(&today, 0, monday + 7 * from),
                                           day_begins(&today, 0, monday + 7 * from + 7)};
        else
            *period = (struct date_period){day_begins(&today, from, first),
                                           day_begins(&today, from + 1, first)};
        return 1;
    }
    return 0;
}

static int read_span(const char *text, double now, struct date_period *period) {
    static const struct {
        char unit;
        double seconds;
    } units[] = {{'h', 3600}, {'d', 86400}, {'w', 604800}};
    char *end;
    double span = strtod(text, &end);
    for (size_t i = 0; i < sizeof units / sizeof *units; i++)
        if (end != text && isdigit((unsigned char)end[-1]) && *end == units[i].unit && !end[1] &&
            span >= 0 && isfinite(span)) {
            *period = (struct date_period){now - span * units[i].seconds, INFINITY};
            return 1;
        }
    return 0;
}

static int read_month(const char *text, struct date_period *period) {
    struct tm month = {.tm_mday = 1};
    int length = 0;
    if (sscanf(text, "%4d-%2d%n", &month.tm_year, &month.tm_mon, &length) != 2 || text[length] ||
        length != 7)
        return 0;
    month.tm_year -= 1900;
    month.tm_mon--;
    if (!is_day(&month))
        return 0;
    *period = (struct date_period){day_begins(&month, 0, 0), day_begins(&month, 1, 0)};
    return 1;
}

/* A day, or a minute or second of one. */
static int read_date(const char *text, struct date_period *period) {
    struct tm day = {0};
    int length = 0;
    period->from = date_read(text);
    if (isnan(period->from) ||
        sscanf(text, "%4d-%2d-%2d%n", &day.tm_year, &day.tm_mon, &day.tm_mday, &length) != 3)
        return 0;
    day.tm_year -= 1900;
    day.tm_mon--;
    const char *rest = text + length;
    size_t colons = 0, end = strcspn(rest, "+-Zz");
    for (size_t i = 0; i < end; i++)
        colons += rest[i] == ':';
    period->until = !*rest       ? day_begins(&day, 0, 1)
                    : colons > 1 ? period->from + 1
                                 : period->from + 60;
    return 1;
}

int date_period_read(const char *text, double now, struct date_period *period) {
    return read_date(text, period) || read_month(text, period) || read_phrase(text, now, period) ||
           read_span(text, now, period);
}

int date_parse(const char *text, double now, double *seconds, struct err *err) {
    struct date_period period;
    int ok = date_period_read(text, now, &period);
    *seconds = ok ? period.from : NAN;
    return ok ? 0
              : err_set(err, ERR_USAGE,
                        "'%s' is not a date; give one as 2026-11-20, 2026-11-20T12:00, yesterday, "
                        "last week, or a span before now as 36h, 7d or 2w%s",
                        text,
                        suggest_among(text, "today, yesterday, last-week, this-week, "
                                            "last-month, this-month")
                            .text);
}
