/* SPDX-License-Identifier: GPL-3.0-or-later */
/* verdict.h: which libraries are faster or slower than the reference, and which nobody can tell.
 *
 * A difference counts when it is shown to be beyond a margin: at least the minimum effect that
 * somebody asked for, and at least the noise floor F, the ratio that the reference had to itself at
 * that very point (multiplicity.h). As a log ratio
 *
 *     margin = ln max(1 + minimum effect, F)
 *
 * so that with 1 % a library is faster below 1 / 1.01 and slower above 1.01.
 *
 * F is the far end of the control's interval, not the control's ratio itself. What the margin has
 * to bound is the true difference that a mere change of process makes; of that the ratio is one
 * estimate, as likely too small as too large, and the interval's end is a bound. In return
 * paired-t over rounds, at a level of 1 - confidence, never gives a verdict where the row marks the
 * ratio as no more than noise (noise_hides). Simulated with it at 5 %, 5 rounds, 12 sizes, and 0.4
 * % that is each process's own:
 *
 *     margin                                            0     control's ratio     F
 *     a library 2 % slower is shown to be              39 %        26 %           5 %
 *     a library 5 % slower is shown to be             100 %       100 %          95 %
 *     runs in which one of equals has a verdict         2 %         1 %           0 %
 *     the same where processes differ by a lasting
 *     1 % that rounds do not average out               86 %        35 %           9 %
 *
 * F is a single draw of such lasting differences, and does not bound them where many rounds make
 * its interval narrow: with 12 rounds the last line is 100 %, 90 % and 68 %. That is what a minimum
 * effect is for. Where there is no control, the margin is that of the minimum effect alone.
 *
 * A single round is one process of each library, and knows nothing of what differs from one process
 * to the next: up to 12 % was measured between copies of one library. Unless somebody asked for
 * another minimum effect, there only VERDICT_ALONE counts, twice of that; what is not shown to be
 * beyond is not "no difference shown", but nothing that one process could tell. */
#ifndef BENCHMAT_ANALYZE_INFERENCE_VERDICT_H
#define BENCHMAT_ANALYZE_INFERENCE_VERDICT_H

#include "formats/text/err.h"

enum verdict {
    VERDICT_NONE, /* the reference itself, or nothing was measured */
    VERDICT_FASTER,
    VERDICT_SLOWER,
    VERDICT_NOT_SHOWN,
    VERDICT_ONE_PROCESS, /* not shown, from a single round */
    VERDICTS
};

/* The minimum effect of a single round. */
#define VERDICT_ALONE 0.25

struct evidence {
    double log_ratio; /* ln of t(library) / t(reference); NaN for the reference and where unknown */
    double margin;    /* verdict_margin, at least 0: what P was tested against */
    double p;         /* of |log ratio| <= margin (hypothesis.h), adjusted (multiplicity.h) */
    int side;         /* where the test points: 1 slower, -1 faster */
    int is_alone;     /* it comes from a single round */
};

/* MIN_EFFECT is a part, such as 0.01; NOISE_FLOOR a factor of at least 1, NaN where unknown. */
double verdict_margin(double min_effect, double noise_floor);

/* The library is faster or slower where P is at most LEVEL, such as 0.05, and its ratio lies beyond
 * the margin on the test's own side: ranks and means may disagree, and then neither is shown. A P
 * of NaN shows nothing. */
enum verdict verdict_of(const struct evidence *evidence, double level);

/* For programs: "none", "faster", "slower", "not_shown", "one_process". Static. */
const char *verdict_name(enum verdict verdict);
/* For people: "", "faster", "slower", "no difference shown", "one process only". Static. */
const char *verdict_words(enum verdict verdict);

/* Reads a minimum effect: "1%", "2.5 %" or "0.01"; 0 asks for none. What is negative or not below 1
 * is an ERR_USAGE. */
int verdict_parse_min_effect(const char *text, double *min_effect, struct err *err);

#endif
