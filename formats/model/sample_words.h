/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sample_words.h: what samples are that are statistics of calls, in the words of FACT_SAMPLES_ARE.
 */
#ifndef BENCHMAT_FORMATS_MODEL_SAMPLE_WORDS_H
#define BENCHMAT_FORMATS_MODEL_SAMPLE_WORDS_H

#define SAMPLES_ARE_MEANS   "means"
#define SAMPLES_ARE_MEDIANS "medians"
#define SAMPLES_ARE_MINIMA  "minima"
#define SAMPLES_ARE_MAXIMA  "maxima"
/* Means, medians or minima: the file does not say which. */
#define SAMPLES_ARE_ESTIMATES "estimates"
/* A quantile is called as in the file: "p99". Behind any of these, or "times" or "cycles", stands
 * what they are for, if that is no call: "times per byte", "medians per 1000 ops". */
#define SAMPLES_ARE_PER " per "

enum { SAMPLE_STATISTIC = 8, SAMPLE_MEANS = 256 }; /* bytes, with the NUL */

/* Returns the word for one of samples that are SAMPLES_ARE, if that is a statistic other than the
 * mean: "median", "minimum", "maximum", "estimate", "p99". NULL for everything else, and for NULL.
 * The string is static, or in BUFFER. */
const char *sample_statistic_word(const char *samples_are, char buffer[SAMPLE_STATISTIC]);

/* Returns what samples that are SAMPLES_ARE are for, in it: "byte"; NULL if that is a call. */
const char *sample_per(const char *samples_are);

/* Writes what means of samples that are SAMPLES_ARE are, and returns it: "means of medians";
 * "means" for NULL. */
const char *sample_means_of(const char *samples_are, char buffer[SAMPLE_MEANS]);

#endif
