/* SPDX-License-Identifier: GPL-3.0-or-later */
/* rates.h: what is done per second, and how near that comes to a peak.
 *
 *     rate = work of a call / seconds of a call,    efficiency = rate / peak
 *
 * The ends of an interval are those of the time's, the other way round. Work is a number of
 * floating-point operations (flop) or of bytes. */
#ifndef BENCHMAT_ANALYZE_AGGREGATE_RATES_H
#define BENCHMAT_ANALYZE_AGGREGATE_RATES_H

#include "analyze/statistics/interval.h"
#include "formats/text/err.h"

enum rates_kind { RATES_FLOPS, RATES_BYTES, RATES_KINDS };

/* "flop/s" or "B/s". Static. */
const char *rates_unit(enum rates_kind kind);

/* WORK per second where a call takes SECONDS. NaN where WORK is not above 0 or a time is not: an
 * interval of the time that reaches 0 sets no upper end to the rate. */
struct interval rates_of(struct interval seconds, double work);

/* --- peaks ---------------------------------------------------------------------------------- */

/* Zero-initialised is none. */
struct rates_peak {
    double values[RATES_KINDS]; /* per second, by kind; NaN or 0 where none was given */
    int is_measured;            /* the largest rate that was measured is to be the peak */
};

/* Reads what --peak says into PEAK, which keeps what it has of other kinds: "50Gflop/s", "20 GB/s",
 * a bare number, which stands for flop/s and B/s alike ("1.5e10", "15G"), or "measured". Prefixes
 * are k, M, G, T and P, powers of 1000. Anything else is an ERR_USAGE, and PEAK stays as it was. */
int rates_parse_peak(const char *text, struct rates_peak *peak, struct err *err);

/* The peak of a KIND, NaN where there is none. LARGEST is the largest rate of that kind of any
 * library at any point, NaN where none is known; it counts for a peak that is measured only. */
double rates_peak_value(const struct rates_peak *peak, enum rates_kind kind, double largest);

/* RATE over PEAK; 1 is all of it. NaN where PEAK is not above 0. */
struct interval rates_efficiency(struct interval rate, double peak);

#endif
