/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plot/axes/ticks_date.h"

#include <math.h>
#include <stdio.h>
#include <time.h>

enum { MINUTE = 60, HOUR = 3600, DAY = 86400, WEEK = 7 * DAY };

/* The day that weeks are counted from, 1970-01-05, was a Monday. */
static const double first_monday = 4.0 * DAY;
/* Years of four figures, which strftime and everybody understands. */
static const double earliest = -62135596800.0, latest = 253402300800.0;

enum form { FORM_NUMBER, FORM_YEAR, FORM_MONTH, FORM_DAY, FORM_MINUTE, FORM_SECOND };

/* LENGTH is in seconds, or for calendar divisions in months. */
struct division {
    enum form form;
    double length, origin;
    int of_calendar;
};

static const struct division divisions[] = {
    {FORM_SECOND, 1, 0, 0},
    {FORM_SECOND, 2, 0, 0},
    {FORM_SECOND, 5, 0, 0},
    {FORM_SECOND, 10, 0, 0},
    {FORM_SECOND, 15, 0, 0},
    {FORM_SECOND, 30, 0, 0},
    {FORM_MINUTE, MINUTE, 0, 0},
    {FORM_MINUTE, 2 * MINUTE, 0, 0},
    {FORM_MINUTE, 5 * MINUTE, 0, 0},
    {FORM_MINUTE, 10 * MINUTE, 0, 0},
    {FORM_MINUTE, 15 * MINUTE, 0, 0},
    {FORM_MINUTE, 30 * MINUTE, 0, 0},
    {FORM_MINUTE, HOUR, 0, 0},
    {FORM_MINUTE, 2 * HOUR, 0, 0},
    {FORM_MINUTE, 3 * HOUR, 0, 0},
    {FORM_MINUTE, 6 * HOUR, 0, 0},
    {FORM_MINUTE, 12 * HOUR, 0, 0},
    {FORM_DAY, DAY, 0, 0},
    {FORM_DAY, 2 * DAY, 0, 0},
    {FORM_DAY, WEEK, first_monday, 0},
    {FORM_DAY, 2 * WEEK, first_monday, 0},
    {FORM_MONTH, 1, 0, 1},
    {FORM_MONTH, 2, 0, 1},
    {FORM_MONTH, 3, 0, 1},
    {FORM_MONTH, 6, 0, 1},
    {FORM_YEAR, 12, 0, 1},
    {FORM_YEAR, 2 * 12, 0, 1},
    {FORM_YEAR, 5 * 12, 0, 1},
    {FORM_YEAR, 10 * 12, 0, 1},
    {FORM_YEAR, 20 * 12, 0, 1},
    {FORM_YEAR, 50 * 12, 0, 1},
    {FORM_YEAR, 100 * 12, 0, 1},
    {FORM_YEAR, 500 * 12, 0, 1},
    {FORM_YEAR, 1000 * 12, 0, 1},
};
enum { DIVISIONS = sizeof divisions / sizeof *divisions };

/* Of seconds beyond what the calendar can hold, 1900-01-00. */
static struct tm calendar_of(double seconds) {
    struct tm calendar = {0};
    if (fabs(seconds) < 1e17) {
        time_t whole = (time_t)floor(seconds);
        gmtime_r(&whole, &calendar);
    }
    return calendar;
}

/* Counted from the year 0. */
static double month_of(double seconds) {
    struct tm calendar = calendar_of(seconds);
    return 12.0 * (calendar.tm_year + 1900) + calendar.tm_mon;
}

static double start_of_month(double month) {
    struct tm calendar = {.tm_mday = 1};
    double year = floor(month / 12);
    calendar.tm_year = (int)year - 1900;
    calendar.tm_mon = (int)(month - 12 * year);
    return (double)timegm(&calendar);
}

/* The K-th tick of DIVISION. */
static double tick_at(const struct division *division, double k) {
    return division->of_calendar ? start_of_month(k * division->length)
                                 : division->origin + k * division->length;
}

/* The first tick that is not before LOW. */
static double first_at(const struct division *division, double low) {
    if (!division->of_calendar)
        return ceil((low - division->origin) / division->length);
    double k = floor(month_of(low) / division->length);
    return tick_at(division, k) < low ? k + 1 : k;
}

static int count(const struct division *division, double low, double high, int most) {
    int n = 0;
    for (double k = first_at(division, low); tick_at(division, k) <= high && n <= most; k++)
        n++;
    return n;
}

void ticks_date(struct ticks *ticks, double low, double high, int most) {
    int d = 0;
    if (!(low > earliest && high < latest)) {
        ticks_even(ticks, low, high, most);
        for (size_t i = 0; i < ticks->count; i++)
            ticks->items[i].digits = FORM_NUMBER;
        return;
    }
    while (d < DIVISIONS - 1 && count(&divisions[d], low, high, most) > most)
        d++;
    ticks->count = 0;
    for (double k = first_at(&divisions[d], low);
         tick_at(&divisions[d], k) <= high && ticks->count < TICKS_MAX; k++)
        ticks->items[ticks->count++] =
            (struct tick){tick_at(&divisions[d], k), 1, 1, (int)divisions[d].form};
}

static void write_day(char *buffer, const struct tm *calendar) {
    static const char months[12][4] = {"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                       "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
    snprintf(buffer, LABEL_BYTES, "%s %d", months[calendar->tm_mon % 12], calendar->tm_mday);
}

void label_date(char *buffer, const struct tick *tick) {
    struct tm calendar = calendar_of(tick->value);
    int is_midnight = calendar.tm_hour + calendar.tm_min + calendar.tm_sec == 0;
    int form = tick->digits;
    if (form == FORM_YEAR)
        snprintf(buffer, LABEL_BYTES, "%d", calendar.tm_year + 1900);
    else if (form == FORM_MONTH)
        snprintf(buffer, LABEL_BYTES, "%d-%02d", calendar.tm_year + 1900, calendar.tm_mon + 1);
    else if (form == FORM_DAY || (is_midnight && form > FORM_DAY))
        write_day(buffer, &calendar);
    else if (form == FORM_MINUTE)
        snprintf(buffer, LABEL_BYTES, "%02d:%02d", calendar.tm_hour, calendar.tm_min);
    else if (form == FORM_SECOND)
        snprintf(buffer, LABEL_BYTES, "%02d:%02d:%02d", calendar.tm_hour, calendar.tm_min,
                 calendar.tm_sec);
    else
        label_number(buffer, tick);
}
