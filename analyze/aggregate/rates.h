/* SPDX-License-Identifier: GPL-3.0-or-later */
/* rates.h: work done per second, and how close that comes to a peak.
 *
 *     rate = work of a call / seconds of a call,    efficiency = rate / peak
 *
 * The ends of a rate's interval come from the opposite ends of the time's. Work is a number of
 * floating-point operations (flop) or of bytes. */
#ifndef BENCHMAT_ANALYZE_AGGREGATE_RATES_H
#define BENCHMAT_ANALYZE_AGGREGATE_RATES_H

#include "analyze/statistics/interval.h"
#include "formats/text/err.h"

enum rates_kind { RATES_FLOPS, RATES_BYTES, RATES_KINDS };

/* "flop/s" or "B/s". Static. */
const char *rates_unit(enum rates_kind kind);

/* Returns WORK per second if a call takes SECONDS. NaN if WORK is not above 0, and for each time
 * that is not: if the interval of the time reaches 0, the rate has no upper end. */
struct interval rates_of(struct interval seconds, double work);

/* --- peaks ---------------------------------------------------------------------------------- */

/* Zero-initialised: no peak. */
struct rates_peak {
    double values[RATES_KINDS]; /* per second, by kind; NaN or 0 if not given */
    int is_measured;            /* use the largest measured rate as the peak */
};

/* Parses the argument of --peak into PEAK: "50Gflop/s", "20 GB/s", a bare number, which sets both
 * flop/s and B/s ("1.5e10", "15G"), or "measured". Peaks of kinds it does not name stay unchanged.
 * Prefixes are k, M, G, T and P, powers of 1000. Anything else is ERR_USAGE and leaves PEAK
 * unchanged. */
int rates_parse_peak(const char *text, struct rates_peak *peak, struct err *err);

/* Returns whether PEAK has a rate, or asks for the measured one. */
int rates_has_peak(const struct rates_peak *peak);

/* Returns the peak of a KIND, NaN if there is none. LARGEST is the largest rate of that kind of any
 * library at any point, NaN if unknown; it is used only if the peak is the measured one. */
double rates_peak_value(const struct rates_peak *peak, enum rates_kind kind, double largest);

/* Returns RATE / PEAK; 1 means the peak is reached. NaN if PEAK is not above 0. */
struct interval rates_efficiency(struct interval rate, double peak);

#endif
