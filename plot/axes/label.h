/* SPDX-License-Identifier: GPL-3.0-or-later */
/* label.h: the text beside a tick, in UTF-8 with Unicode's own superscripts and fractions. */
#ifndef BENCHMAT_PLOT_AXES_LABEL_H
#define BENCHMAT_PLOT_AXES_LABEL_H

#include <stddef.h>

#include "plot/axes/ticks.h"
#include "plot/figure/figure.h"

enum { LABEL_BYTES = 64 };

/* Writes the text of TICK into BUFFER, of LABEL_BYTES. */
typedef void label_format(char *buffer, const struct tick *tick);

/* "10 ns", "1 µs", "1.05 ms"; from 10^5 s on and below 1 ps "10⁵ s". */
label_format label_time;
/* "100", "1,000", "10⁴", "2×10⁵", "12,345". */
label_format label_size;
/* "16", "512", "2¹⁰"; other numbers as label_size. */
label_format label_power_of_two;
/* Any number: "0.25", "−3", "1,000"; larger ones as label_size. */
label_format label_number;
/* "0", "25 %". */
label_format label_part;
/* "500", "20 k", "1.5 G": of the unit that the words beside the axis name. */
label_format label_prefixed;
/* "10⁻⁸", "0.01", "1". */
label_format label_scientific;
/* "½×", "1×", "¹⁄₁₆×"; with digits "0.95×", "10×", "10⁴×". */
label_format label_ratio;

/* --- ticks date --- */

/* Ticks where people divide time: at years, months, Mondays, days, hours, minutes.
 *
 * Everything is in UTC, so that a chart is the same wherever it is drawn, and in the Gregorian
 * calendar without leap seconds. */

/* Seconds since 1970. Fills TICKS with the finest division of which at most MOST are in the range,
 * all major and labelled; the digits of each are the form of its label. Even numbers of seconds
 * where LOW or HIGH are thousands of years away. */
void ticks_date(struct ticks *ticks, double low, double high, int most);

/* As far as a tick of ticks_date needs it: "2026", "2026-11", "Nov 22", "14:30", "14:30:15"; at
 * midnight, among hours, the day. */
label_format label_date;

/* --- unit --- */

/* How the units of axes are presented, one line each. */

/* Fills TICKS for LOW to HIGH, of which at most about MOST are labelled. */
typedef void unit_ticks(struct ticks *ticks, double low, double high, int most);

struct unit {
    int is_linear;        /* usually; a number's values decide */
    int begins_at_zero;   /* where it is linear */
    int is_chosen;        /* somebody chose the values: where few, they are the ticks */
    int is_wide;          /* labels have many letters, so that across fewer fit */
    double least, margin; /* of a logarithmic range, as in range_padded */
    unit_ticks *log_ticks, *linear_ticks;
    label_format *label;
};

const struct unit *unit_find(enum axis_unit unit);

#endif
