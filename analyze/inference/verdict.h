/* SPDX-License-Identifier: GPL-3.0-or-later */
/* verdict.h: decides which libraries are faster or slower than the reference, which are equal, and
 * for which this cannot be told.
 *
 * A difference counts if it is shown to be beyond a margin, as a log ratio
 *
 *     margin = ln(1 + minimum effect)
 *
 * so that with 1 % a library is faster below 1 / 1.01 and slower above 1.01. By default the minimum
 * effect is 0. What a mere change of process makes, scatter and lasting differences, is part of the
 * standard error of moderated-t (error_model.h).
 *
 * The other tests have no such part: their error is the scatter of the cell's own rounds. For them
 * the margin is at least the noise floor F, from the ratio that the reference had to itself at the
 * same point (multiplicity.h):
 *
 *     margin = ln max(1 + minimum effect, F)
 *
 * F is the far end of the control's interval, not the control's ratio, which is as likely too small
 * as too large. In return paired-t over rounds, at a level of 1 - confidence, never gives a verdict
 * if the row marks the ratio as no more than noise (noise_hides). F is a single draw at each point,
 * so it costs power, and does not bound lasting differences if many rounds make its interval
 * narrow. Simulated at 5 %, with 12 sizes, and 0.4 % of scatter between processes:
 *
 *                                                        paired-t beyond F     moderated-t
 *     rounds                                                 5       12         5       12
 *     a library 2 % slower is shown to be                    6 %     90 %      89 %    100 %
 *     tables that give an equal library a verdict            0 %      0 %       0 %      0 %
 *     the same, with a lasting 0.5 % in each cell            2 %     24 %       3 %      3 %
 *
 * Equality is shown if the difference is within a limit that the user gives: by two one-sided tests
 * with the same standard error (welch_probability_within). What is neither is inconclusive.
 *
 * A single round is one process of each library, and says nothing about differences between
 * processes: up to 12 % was measured between copies of one library. So with a single round, unless
 * the user asked for another minimum effect, a difference must exceed VERDICT_ALONE, twice that. A
 * smaller one is not "no difference shown", but more than one process can tell. */
#ifndef BENCHMAT_ANALYZE_INFERENCE_VERDICT_H
#define BENCHMAT_ANALYZE_INFERENCE_VERDICT_H

#include "analyze/model/quantity.h"
#include "formats/text/err.h"

enum verdict {
    VERDICT_NONE, /* the reference itself, or not measured */
    VERDICT_FASTER,
    VERDICT_SLOWER,
    VERDICT_NOT_SHOWN,
    VERDICT_ONE_PROCESS,  /* not shown by a single round */
    VERDICT_EQUAL,        /* shown to differ by no more than the user calls equal */
    VERDICT_INCONCLUSIVE, /* neither a difference nor equality is shown, if equality was asked for
                           */
    VERDICTS
};

/* The minimum effect for a single round. */
#define VERDICT_ALONE 0.25

struct evidence {
    double log_ratio; /* ln of t(library) / t(reference); NaN for the reference and if unknown */
    double margin;    /* verdict_margin, at least 0: the margin that P was tested against */
    double p;         /* of |log ratio| <= margin (hypothesis.h), adjusted (multiplicity.h) */
    int side;         /* direction of the test: 1 slower, -1 faster */
    int is_alone;     /* it comes from a single round */
    int asks_equal;   /* the user says what is equal */
    double p_equal;   /* of |log ratio| >= that (unpaired.h), adjusted for all rows on its own */
};

/* Returns the margin of a log ratio. MIN_EFFECT is a fraction, such as 0.01; NOISE_FLOOR is a
 * factor of at least 1, NaN if unknown. */
double verdict_margin(double min_effect, double noise_floor);

/* Returns faster or slower if P is at most LEVEL, such as 0.05, and the ratio lies beyond the
 * margin on the test's own side: if ranks and means disagree, neither is shown. A P of NaN shows
 * nothing. If equality is asked for and shown, it wins: a small difference may be shown as well. */
enum verdict verdict_of(const struct evidence *evidence, double level);

/* For programs: "none", "faster", "slower", "not_shown", "one_process", "equal", "inconclusive".
 * For quantities other than seconds, faster means less and slower means more. Static. */
const char *verdict_name(enum verdict verdict);
/* For people: "", "faster", "slower", "no difference shown", "one process only", "equal",
 * "inconclusive"; for quantities other than seconds, "less" and "more". Static. */
const char *verdict_words(enum verdict verdict, enum quantity quantity);

/* Reads a minimum effect: "1%", "2.5 %" or "0.01"; 0 means none. A negative one, or one that is not
 * below 1, is an ERR_USAGE. */
int verdict_parse_min_effect(const char *text, double *min_effect, struct err *err);
/* Reads the largest difference that is equal, likewise; it must be above 0. */
int verdict_parse_equal(const char *text, double *equal, struct err *err);

#endif
