/* SPDX-License-Identifier: GPL-3.0-or-later */
/* label.h: the text beside a tick, in UTF-8 with Unicode's superscripts and fractions; and the
 * ticks, scale and labels of each unit. */
#ifndef BENCHMAT_PLOT_AXES_LABEL_H
#define BENCHMAT_PLOT_AXES_LABEL_H

#include <stddef.h>

#include "plot/axes/ticks.h"
#include "plot/figure/figure.h"

enum { LABEL_BYTES = 64 };

/* Writes the text of TICK into BUFFER, which has LABEL_BYTES bytes. */
typedef void label_format(char *buffer, const struct tick *tick);

/* "10 ns", "1 µs", "1.05 ms"; "10⁵ s" from 10^5 s on and below 1 ps. */
label_format label_time;
/* "100", "1,000", "10⁴", "2×10⁵", "12,345". */
label_format label_size;
/* "16", "512", "2¹⁰"; other numbers as label_size. */
label_format label_power_of_two;
/* Any number: "0.25", "−3", "1,000"; larger whole numbers as label_size. */
label_format label_number;
/* "0", "25 %". */
label_format label_part;
/* "500", "20 k", "1.5 G"; the unit is in the words beside the axis. */
label_format label_prefixed;
/* "0", "500 B", "20 kB", "1.5 GB". */
label_format label_bytes;
/* "10⁻⁸", "0.01", "1". */
label_format label_scientific;
/* "½×", "1×", "¹⁄₁₆×"; if the tick has digits, "0.95×", "10×", "10⁴×". */
label_format label_ratio;

/* --- dates --- */

/* Ticks at the usual divisions of time: years, months, Mondays, days, hours, minutes, seconds.
 *
 * Dates are in UTC, so that a chart is the same wherever it is drawn, and in the Gregorian calendar
 * without leap seconds. */

/* Fills TICKS for LOW to HIGH, in seconds since 1970, with the finest division that has at most
 * MOST ticks in the range. All are major and labelled; their digits hold the form of their labels.
 * If LOW or HIGH is outside the years 1 to 9999, the ticks are even numbers of seconds. */
void ticks_date(struct ticks *ticks, double low, double high, int most);

/* The part of a date that a tick of ticks_date needs: "2026", "2026-11", "Nov 22", "14:30",
 * "14:30:15". A tick at midnight among hours shows the day. */
label_format label_date;

/* --- units --- */

/* Fills TICKS for LOW to HIGH; at most about MOST of them are labelled. */
typedef void unit_ticks(struct ticks *ticks, double low, double high, int most);

struct unit {
    int is_linear;        /* by default; for UNIT_NUMBER the values decide */
    int begins_at_zero;   /* if the scale is linear */
    int is_chosen;        /* the user chose the values: if they are few, they are the ticks */
    int is_wide;          /* labels are long, so that fewer fit on an x axis */
    double least, margin; /* of a logarithmic range, as in range_padded */
    unit_ticks *log_ticks, *linear_ticks;
    label_format *label;
    struct range plain; /* sizes of numbers that are written without powers; 0 to 0: one style */
};

/* Gives TICKS of UNIT, which FORMAT will write, one style. Those that are all within its plain
 * range are written without powers, with commas where one of them has five digits; others as
 * powers, unless they are whole numbers that need more than two digits and are no powers of two for
 * FORMAT either. Even steps have the prefix of the largest: "0.8 µs" before "1.2 µs". */
void label_settle(struct ticks *ticks, const struct unit *unit, label_format *format);

const struct unit *unit_find(enum axis_unit unit);

#endif
