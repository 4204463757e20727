/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyze/columns/format_number.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "analyze/aggregate/number.h"
#include "analyze/aggregate/row.h"
#include "analyze/aggregate/table.h"

/* Marks a value that is undefined but could have been known. */
static void dash_if_nothing(char *text, size_t size) {
    if (!*text)
        snprintf(text, size, "-");
}

/* --- times --- */

static const char *unit_of(const struct row *row) {
    return quantity_words(row->quantity)->unit;
}

static struct number_scale scale_of_mean(const struct row *row) {
    return number_scale(unit_of(row), row->mean.estimate, interval_half(row->mean));
}

void format_number_mean(const void *record, char *text, size_t size) {
    const struct row *row = record;
    number_amount(row->mean, unit_of(row), text, size);
    dash_if_nothing(text, size);
}

void format_number_in_unit(const struct row *row, double amount, char *text, size_t size) {
    struct number_scale scale =
        isfinite(row->mean.estimate) ? scale_of_mean(row) : number_scale(unit_of(row), amount, NAN);
    number_scaled(scale, amount, text, size);
}

void format_number_median(const void *record, char *text, size_t size) {
    format_number_in_unit(record, ((const struct row *)record)->median.estimate, text, size);
    dash_if_nothing(text, size);
}

void format_number_sd(const void *record, char *text, size_t size) {
    format_number_in_unit(record, ((const struct row *)record)->sd, text, size);
    dash_if_nothing(text, size);
}

/* --- statistics that only some actions report --- */

static void show_time_if_any(const struct row *row, double seconds, char *text, size_t size) {
    *text = '\0';
    if (seconds == 0)
        snprintf(text, size, "0");
    else if (isfinite(seconds)) {
        /* As many digits as the mean's interval supports, if that is of a time, but enough for a
         * time far below the mean. */
        double half = *unit_of(row) == 's' ? interval_half(row->mean) : NAN;
        struct number_scale supported = number_scale("s", seconds, half);
        struct number_scale least = number_scale("s", seconds, NAN);
        number_scaled((number_last_place(least) < number_last_place(supported) ? least : supported),
                      seconds, text, size);
    }
}

void format_number_whole(const void *record, char *text, size_t size) {
    const struct row *row = record;
    show_time_if_any(row, row->reports.whole, text, size);
}

void format_number_overhead(const void *record, char *text, size_t size) {
    const struct row *row = record;
    show_time_if_any(row, row->reports.overhead, text, size);
}

void format_number_cpus(const void *record, char *text, size_t size) {
    double cpus = ((const struct row *)record)->reports.cpus;
    *text = '\0';
    if (isfinite(cpus))
        number_write(text, size, cpus, 2);
}

static void show_error(const struct row *row, double error, char *text, size_t size) {
    *text = '\0';
    if (row->status == CELL_WRONG)
        number_error(interval_alone(error), "1", text, size);
}

void format_number_max_error(const void *record, char *text, size_t size) {
    const struct row *row = record;
    show_error(row, row->reports.max_error, text, size);
}

void format_number_mean_error(const void *record, char *text, size_t size) {
    const struct row *row = record;
    show_error(row, row->reports.mean_error, text, size);
}

void format_number_total_error(const void *record, char *text, size_t size) {
    const struct row *row = record;
    show_error(row, row->reports.total_error, text, size);
}

/* --- ratios --- */

/* A ratio that may lie within the MARGIN, of its logarithm, is marked; NaN marks none. */
static int is_hidden(struct interval ratio, double margin) {
    return noise_hides(&(struct noise){.floor = exp(margin)}, ratio);
}

static void show_ratio_or_one(int is_reference, struct interval ratio, double margin, char *text,
                              size_t size) {
    if (is_reference && ratio.estimate == 1)
        snprintf(text, size, "1");
    else {
        number_ratio(ratio, "1", text, size);
        dash_if_nothing(text, size);
        int has_interval = isfinite(interval_width(ratio));
        size_t length = strlen(text);
        if (is_hidden(ratio, margin) && length < size)
            snprintf(text + length, size - length, "%s\t " FORMAT_NUMBER_HIDDEN,
                     has_interval ? "" : "\t");
    }
}

/* The verdict tells whether noise may explain it. */
void format_number_ratio(const void *record, char *text, size_t size) {
    const struct row *row = record;
    show_ratio_or_one(row->is_reference, row->ratio, NAN, text, size);
}

void format_number_ratio_of_means(const void *record, char *text, size_t size) {
    const struct row *row = record;
    show_ratio_or_one(row->is_reference, row->mean_ratio, NAN, text, size);
}

void format_number_speedup(const void *record, char *text, size_t size) {
    const struct row *row = record;
    show_ratio_or_one(row->is_reference, row->speedup, NAN, text, size);
}

void format_number_difference(const void *record, char *text, size_t size) {
    const struct row *row = record;
    if (row->is_reference && row->difference.estimate == 0)
        snprintf(text, size, "0");
    else
        number_amount(row->difference, unit_of(row), text, size);
    dash_if_nothing(text, size);
}

void format_number_verdict(const void *record, char *text, size_t size) {
    const struct row *row = record;
    snprintf(text, size, "%s",
             row->verdict == VERDICT_NOT_SHOWN ? FORMAT_NUMBER_HIDDEN
                                               : verdict_words(row->verdict, row->quantity));
}

void format_number_mean_ratio(const void *record, char *text, size_t size) {
    const struct summary_row *summary = record;
    show_ratio_or_one(summary->is_reference, summary->ratio, summary->margin, text, size);
}

void format_number_verdicts(const void *record, char *text, size_t size) {
    static const enum verdict told[] = {VERDICT_FASTER,    VERDICT_SLOWER,
                                        VERDICT_EQUAL,     VERDICT_INCONCLUSIVE,
                                        VERDICT_NOT_SHOWN, VERDICT_ONE_PROCESS};
    const struct summary_row *summary = record;
    size_t length = 0;
    *text = '\0';
    for (size_t i = 0; i < sizeof told / sizeof *told && length < size; i++) {
        size_t count = summary->verdicts[told[i]];
        if (count)
            length += (size_t)snprintf(text + length, size - length, "%s%s %zu", length ? ", " : "",
                                       told[i] == VERDICT_NOT_SHOWN
                                           ? FORMAT_NUMBER_HIDDEN
                                           : verdict_words(told[i], summary->quantity),
                                       count);
    }
}

void format_number_mean_speedup(const void *record, char *text, size_t size) {
    const struct summary_row *summary = record;
    show_ratio_or_one(summary->is_reference, summary->speedup, NAN, text, size);
}

static void show_partial(int is_reference, const struct partial_mean *mean, char *text,
                         size_t size) {
    *text = '\0';
    if (!isnan(mean->ratio.estimate))
        show_ratio_or_one(is_reference, mean->ratio, NAN, text, size);
}

void format_number_means(const void *record, char *text, size_t size) {
    const struct summary_row *summary = record;
    show_partial(summary->is_reference, &summary->means, text, size);
}

void format_number_in_cache(const void *record, char *text, size_t size) {
    const struct summary_row *summary = record;
    show_partial(summary->is_reference, &summary->in_cache, text, size);
}

void format_number_out_of_cache(const void *record, char *text, size_t size) {
    const struct summary_row *summary = record;
    show_partial(summary->is_reference, &summary->out_of_cache, text, size);
}

/* --- the status --- */

void format_number_status(const void *record, char *text, size_t size) {
    enum cell_status status = ((const struct row *)record)->status;
    snprintf(text, size, "%s", status == CELL_OK ? "" : cell_status_name((int)status));
}

/* --- colours --- */

/* Coloured if the interval lies beyond 1 and the margin. */
static enum terminal_tone tone_of(struct interval ratio, double margin) {
    int side = is_hidden(ratio, margin) ? 0 : interval_side(interval_log(ratio), 0);
    return side < 0 ? TERMINAL_GOOD : side > 0 ? TERMINAL_BAD : TERMINAL_PLAIN;
}

enum terminal_tone format_number_verdict_tone(const void *record) {
    enum verdict verdict = ((const struct row *)record)->verdict;
    return verdict == VERDICT_FASTER   ? TERMINAL_GOOD
           : verdict == VERDICT_SLOWER ? TERMINAL_BAD
                                       : TERMINAL_PLAIN;
}

enum terminal_tone format_number_means_tone(const void *record) {
    return row_means_disagree(record) ? TERMINAL_WARNING : TERMINAL_PLAIN;
}

enum terminal_tone format_number_mean_ratio_tone(const void *record) {
    const struct summary_row *summary = record;
    return tone_of(summary->ratio, summary->margin);
}

enum terminal_tone format_number_status_tone(const void *record) {
    return ((const struct row *)record)->status == CELL_OK ? TERMINAL_PLAIN : TERMINAL_WARNING;
}
