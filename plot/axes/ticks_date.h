/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ticks_date.h: ticks where people divide time: at years, months, Mondays, days, hours, minutes.
 *
 * Everything is in UTC, so that a chart is the same wherever it is drawn, and in the Gregorian
 * calendar without leap seconds. */
#ifndef BENCHMAT_PLOT_AXES_TICKS_DATE_H
#define BENCHMAT_PLOT_AXES_TICKS_DATE_H

#include "plot/axes/label.h"
#include "plot/axes/ticks.h"

/* Seconds since 1970. Fills TICKS with the finest division of which at most MOST are in the range,
 * all major and labelled; the digits of each are the form of its label. Even numbers of seconds
 * where LOW or HIGH are thousands of years away. */
void ticks_date(struct ticks *ticks, double low, double high, int most);

/* As far as a tick of ticks_date needs it: "2026", "2026-11", "Nov 22", "14:30", "14:30:15"; at
 * midnight, among hours, the day. */
label_format label_date;

#endif
