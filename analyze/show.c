/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyze/show.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "analyze/table.h"
#include "formats/seconds.h"

enum { MOST_DIGITS = 5, NUMBER_SIZE = 48 };

/* Up to 0.354 an uncertainty gets two digits, above that one. */
static const double RULE = 1 / 0.355;

/* --- digits --- */

static int digits_before_point(double value) {
    return value == 0 || !isfinite(value) ? 1 : (int)floor(log10(fabs(value))) + 1;
}

static int at_least(int value, int least) {
    return value < least ? least : value;
}

/* How many decimals of VALUE an interval of that HALF width supports. */
static int decimals_supported(double value, double half) {
    int before = digits_before_point(value);
    if (!(half > 0) || !isfinite(half))
        return at_least(3 - before, 0);
    int most = at_least(MOST_DIGITS - before, 0);
    int supported = at_least(2 - digits_before_point(half * RULE), 0);
    return supported < most ? supported : most;
}

static void print_number(char *text, size_t size, double value, int decimals) {
    if (!isfinite(value))
        snprintf(text, size, "-");
    else if (decimals > 2 * MOST_DIGITS || fabs(value) >= 1e9)
        snprintf(text, size, "%.*g", MOST_DIGITS, value);
    else
        snprintf(text, size, "%.*f", decimals, value);
}

/* --- times --- */

struct scale {
    const struct seconds_unit *unit;
    int decimals;
};

static struct scale scale_in(const struct seconds_unit *unit, double mean, double half) {
    return (struct scale){unit, decimals_supported(mean / unit->seconds, half / unit->seconds)};
}

static struct scale scale_of(double seconds, double half) {
    struct scale scale = scale_in(seconds_unit(seconds), seconds, half);
    double place = pow(10, -scale.decimals);
    if (fabs(seconds) / scale.unit->seconds >= 1000 - place / 2)
        scale = scale_in(seconds_unit(1001 * scale.unit->seconds), seconds, half);
    return scale;
}

static struct scale scale_of_mean(const struct row *row) {
    return scale_of(row->mean, row->mean_high - row->mean);
}

static double last_place(struct scale scale) {
    return scale.unit->seconds * pow(10, -scale.decimals);
}

/* As many digits as the mean's interval supports, but not too few of what is far below the mean. */
static struct scale scale_of_its_own(const struct row *row, double seconds) {
    struct scale supported = scale_of(seconds, row->mean_high - row->mean);
    struct scale least = scale_of(seconds, NAN);
    return last_place(least) < last_place(supported) ? least : supported;
}

static void show_time(struct scale scale, double seconds, char *text, size_t size) {
    char number[NUMBER_SIZE];
    print_number(number, sizeof number, seconds / scale.unit->seconds, scale.decimals);
    if (isfinite(seconds))
        snprintf(text, size, "%s\t %s", number, scale.unit->name);
    else
        snprintf(text, size, "-");
}

void show_mean(const void *record, char *text, size_t size) {
    const struct row *row = record;
    struct scale scale = scale_of_mean(row);
    double half = row->mean_high - row->mean;
    char mean[NUMBER_SIZE], width[NUMBER_SIZE];
    print_number(mean, sizeof mean, row->mean / scale.unit->seconds, scale.decimals);
    print_number(width, sizeof width, half / scale.unit->seconds, scale.decimals);
    if (!isfinite(row->mean))
        snprintf(text, size, "-");
    else if (!isfinite(half))
        snprintf(text, size, "%s\t\t %s", mean, scale.unit->name);
    else
        snprintf(text, size, "%s\t ± %s\t %s", mean, width, scale.unit->name);
}

void show_median(const void *record, char *text, size_t size) {
    const struct row *row = record;
    show_time(scale_of_mean(row), row->median, text, size);
}

void show_sd(const void *record, char *text, size_t size) {
    const struct row *row = record;
    show_time(scale_of_mean(row), row->sd, text, size);
}

/* --- what not every action reports --- */

static void show_number(double value, int decimals, char *text, size_t size) {
    *text = '\0';
    if (isfinite(value))
        print_number(text, size, value, decimals);
}

static void show_time_if_any(const struct row *row, double seconds, char *text, size_t size) {
    *text = '\0';
    if (seconds == 0)
        snprintf(text, size, "0");
    else if (isfinite(seconds))
        show_time(scale_of_its_own(row, seconds), seconds, text, size);
}

void show_whole(const void *record, char *text, size_t size) {
    const struct row *row = record;
    show_time_if_any(row, row->reports.whole, text, size);
}

void show_overhead(const void *record, char *text, size_t size) {
    const struct row *row = record;
    show_time_if_any(row, row->reports.overhead, text, size);
}

void show_cpus(const void *record, char *text, size_t size) {
    show_number(((const struct row *)record)->reports.cpus, 2, text, size);
}

void show_iterations(const void *record, char *text, size_t size) {
    double iterations = ((const struct row *)record)->reports.iterations;
    int is_whole = iterations == floor(iterations);
    show_number(iterations, is_whole ? 0 : at_least(4 - digits_before_point(iterations), 0), text,
                size);
}

void show_rate(const void *record, char *text, size_t size) {
    static const char *const units[] = {"/s", "k/s", "M/s", "G/s", "T/s", "P/s"};
    double rate = ((const struct row *)record)->reports.rate;
    size_t unit = 0;
    char number[NUMBER_SIZE];
    *text = '\0';
    if (!isfinite(rate))
        return;
    for (; rate >= 999.5 && unit + 1 < sizeof units / sizeof *units; unit++)
        rate /= 1000;
    print_number(number, sizeof number, rate, at_least(3 - digits_before_point(1.0005 * rate), 0));
    snprintf(text, size, "%s\t %s", number, units[unit]);
}

static void show_error(const struct row *row, double error, char *text, size_t size) {
    *text = '\0';
    if (row->status == CELL_WRONG && !isnan(error))
        snprintf(text, size, "%.2g", error);
}

void show_max_error(const void *record, char *text, size_t size) {
    const struct row *row = record;
    show_error(row, row->reports.max_error, text, size);
}

void show_mean_error(const void *record, char *text, size_t size) {
    const struct row *row = record;
    show_error(row, row->reports.mean_error, text, size);
}

void show_total_error(const void *record, char *text, size_t size) {
    const struct row *row = record;
    show_error(row, row->reports.total_error, text, size);
}

/* --- ratios --- */

/* In two parts: up to the decimal point, and from there. */
static void print_split(char *text, size_t size, double value, int decimals) {
    char number[NUMBER_SIZE];
    print_number(number, sizeof number, value, decimals);
    int before = (int)strcspn(number, ".");
    snprintf(text, size, "%.*s\t%s", before, number, number + before);
}

static const char *hidden_mark(const struct noise *noise, struct interval ratio) {
    return noise_hides(noise, ratio) ? "\t " SHOW_HIDDEN : "";
}

static void show_quotient(struct interval quotient, const struct noise *noise, char *text,
                          size_t size) {
    double ratio = quotient.centre, low = quotient.low, high = quotient.high;
    int decimals = decimals_supported(ratio, (high - low) / 2);
    decimals = at_least(decimals, at_least(3 - at_least(digits_before_point(ratio), 1), 0));
    const char *mark = hidden_mark(noise, quotient);
    char number[NUMBER_SIZE], from[NUMBER_SIZE], to[NUMBER_SIZE];
    print_split(number, sizeof number, ratio, decimals);
    print_number(from, sizeof from, low, decimals);
    print_number(to, sizeof to, high, decimals);
    if (!isfinite(ratio))
        snprintf(text, size, "-");
    else if (!isfinite(high - low))
        snprintf(text, size, "%s×%s%s", number, *mark ? "\t" : "", mark);
    else
        snprintf(text, size, "%s×\t  [%s, %s]%s", number, from, to, mark);
}

static void show_ratio_or_one(int is_reference, struct interval ratio, const struct noise *noise,
                              char *text, size_t size) {
    if (is_reference && ratio.centre == 1)
        snprintf(text, size, "1");
    else
        show_quotient(ratio, noise, text, size);
}

void show_ratio(const void *record, char *text, size_t size) {
    const struct row *row = record;
    struct interval ratio = {row->ratio, row->ratio_low, row->ratio_high};
    show_ratio_or_one(row->is_reference, ratio, &row->noise, text, size);
}

void show_mean_ratio(const void *record, char *text, size_t size) {
    const struct summary_row *summary = record;
    struct interval ratio = {summary->ratio, summary->ratio_low, summary->ratio_high};
    show_ratio_or_one(summary->is_reference, ratio, &summary->noise, text, size);
}

/* --- the rest --- */

void show_size(const void *record, char *text, size_t size) {
    snprintf(text, size, "%" PRId64, ((const struct row *)record)->size);
}

void show_library(const void *record, char *text, size_t size) {
    snprintf(text, size, "%s", ((const struct row *)record)->library);
}

void show_n(const void *record, char *text, size_t size) {
    snprintf(text, size, "%zu", ((const struct row *)record)->n);
}

void show_status(const void *record, char *text, size_t size) {
    enum cell_status status = ((const struct row *)record)->status;
    snprintf(text, size, "%s", status == CELL_OK ? "" : cell_status_name((int)status));
}

void show_mean_library(const void *record, char *text, size_t size) {
    snprintf(text, size, "%s", ((const struct summary_row *)record)->library);
}

void show_sizes(const void *record, char *text, size_t size) {
    snprintf(text, size, "%zu", ((const struct summary_row *)record)->sizes);
}
