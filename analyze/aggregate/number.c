/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyze/aggregate/number.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { MOST_DIGITS = 5, NUMBER_SIZE = 48 };

/* A half width that starts with digits up to 354 gets two digits, above that one. */
static const double RULE = 1 / 0.355;

/* --- digits --- */

/* The number of places of VALUE before the decimal point: 3 for 123.4, -2 for 0.0012. */
static int places_of(double value) {
    return value == 0 || !isfinite(value) ? 1 : (int)floor(log10(fabs(value))) + 1;
}

static int at_least(int value, int least) {
    return value < least ? least : value;
}

int number_decimals(double value, double half) {
    int before = places_of(value);
    if (!(half > 0) || !isfinite(half))
        return at_least(3 - before, 0);
    int most = at_least(MOST_DIGITS - before, 0);
    int supported = at_least(2 - places_of(half * RULE), 0);
    return supported < most ? supported : most;
}

void number_write(char *text, size_t size, double value, int decimals) {
    if (!isfinite(value))
        snprintf(text, size, "-");
    else if (decimals > 2 * MOST_DIGITS || fabs(value) >= 1e9)
        snprintf(text, size, "%.*g", MOST_DIGITS, value);
    else
        snprintf(text, size, "%.*f", decimals, value);
    if (isfinite(value)) {
        /* Drop the sign of a number that rounds to 0. */
        if (*text == '-' && !text[1 + strspn(text + 1, "0.")])
            memmove(text, text + 1, strlen(text));
    }
}

static void write_end(char *text, size_t size, double value, int decimals) {
    if (isinf(value))
        snprintf(text, size, "∞");
    else
        number_write(text, size, value, decimals);
}

struct number_ends number_ends(struct interval interval, double one, int decimals) {
    char low[NUMBER_SIZE], high[NUMBER_SIZE];
    struct number_ends ends;
    write_end(low, sizeof low, interval.low / one, decimals);
    write_end(high, sizeof high, interval.high / one, decimals);
    snprintf(ends.text, sizeof ends.text, "[%s, %s%c", low, high, isinf(interval.high) ? ')' : ']');
    return ends;
}

/* Writes VALUE in units of ONE, in three parts. */
static void write_parts(struct interval value, double one, int decimals, const char *unit,
                        char *text, size_t size) {
    char number[NUMBER_SIZE], width[NUMBER_SIZE];
    double half = interval_half(value);
    number_write(number, sizeof number, value.estimate / one, decimals);
    number_write(width, sizeof width, half / one, decimals);
    if (isfinite(half))
        snprintf(text, size, "%s\t ± %s%s%s", number, width, *unit ? "\t " : "", unit);
    else
        snprintf(text, size, "%s%s%s", number, *unit ? "\t\t " : "", unit);
}

/* --- times, bytes and counts --- */

static struct number_scale scale_in(struct prefixed_unit unit, double amount, double half) {
    return (struct number_scale){unit, number_decimals(amount / unit.worth, half / unit.worth)};
}

struct number_scale number_scale(const char *unit, double amount, double half) {
    double largest = fmax(fabs(amount), half);
    struct number_scale scale = scale_in(prefixed_unit(unit, largest), largest, half);
    double place = pow(10, -scale.decimals);
    if (largest / scale.unit.worth >= 1000 - place / 2)
        scale = scale_in(prefixed_unit(unit, 1001 * scale.unit.worth), largest, half);
    return scale;
}

double number_last_place(struct number_scale scale) {
    return scale.unit.worth * pow(10, -scale.decimals);
}

void number_scaled(struct number_scale scale, double amount, char *text, size_t size) {
    char number[NUMBER_SIZE];
    *text = '\0';
    if (!isfinite(amount))
        return;
    number_write(number, sizeof number, amount / scale.unit.worth, scale.decimals);
    snprintf(text, size, "%s\t%s%s", number, *scale.unit.name ? " " : "", scale.unit.name);
}

void number_amount(struct interval value, const char *unit, char *text, size_t size) {
    struct number_scale scale = number_scale(unit, value.estimate, interval_half(value));
    *text = '\0';
    if (isfinite(value.estimate))
        write_parts(value, scale.unit.worth, scale.decimals, scale.unit.name, text, size);
}

/* --- other units --- */

void number_rate(struct interval value, const char *unit, char *text, size_t size) {
    static const char *const prefixes[] = {"", "k", "M", "G", "T", "P", "E"};

    /* Find the largest power of 1000 of which VALUE, rounded to the digits shown, is at least 1. */
    size_t most = sizeof prefixes / sizeof *prefixes - 1;
    size_t power = 0;
    for (double one = 1; power < most; power++, one *= 1000) {
        int decimals = number_decimals(value.estimate / one, interval_half(value) / one);
        if (fabs(value.estimate) / one < 1000 - pow(10, -decimals) / 2)
            break;
    }

    double one = pow(1000, (double)power);
    char prefixed[NUMBER_SIZE];
    *text = '\0';
    if (!isfinite(value.estimate))
        return;
    snprintf(prefixed, sizeof prefixed, "%s%s", prefixes[power], unit + (*unit == '1'));
    double shown = power ? fmax(fabs(value.estimate) / one, 1) : value.estimate;
    write_parts(value, one, number_decimals(shown, interval_half(value) / one), prefixed, text,
                size);
}

void number_percent(struct interval value, const char *unit, char *text, size_t size) {
    (void)unit;
    *text = '\0';
    if (isfinite(value.estimate))
        write_parts(value, 0.01, number_decimals(100 * value.estimate, 100 * interval_half(value)),
                    "%", text, size);
}

void number_plain(struct interval value, const char *unit, char *text, size_t size) {
    (void)unit;
    *text = '\0';
    if (isfinite(value.estimate))
        write_parts(value, 1, number_decimals(value.estimate, interval_half(value)), "", text,
                    size);
}

void number_probability(struct interval value, const char *unit, char *text, size_t size) {
    double percent = 100 * value.estimate;
    (void)unit;
    *text = '\0';
    if (percent > 0 && percent < 0.05)
        snprintf(text, size, "<0.1\t %%");
    else if (percent > 99.95 && percent < 100)
        snprintf(text, size, ">99.9\t %%");
    else if (percent == 0 || percent == 100)
        snprintf(text, size, "%.0f\t %%", percent);
    else if (!isnan(percent))
        snprintf(text, size, "%.1f\t %%", percent);
}

void number_p_value(struct interval value, const char *unit, char *text, size_t size) {
    (void)unit;
    *text = '\0';
    if (isfinite(value.estimate) && value.estimate < 0.001)
        snprintf(text, size, "<0.001");
    else if (isfinite(value.estimate))
        number_write(text, size, value.estimate, at_least(2 - places_of(value.estimate), 2));
}

void number_error(struct interval value, const char *unit, char *text, size_t size) {
    (void)unit;
    *text = '\0';
    if (isfinite(value.estimate))
        snprintf(text, size, "%.2g", value.estimate);
}

void number_count(struct interval value, const char *unit, char *text, size_t size) {
    (void)unit;
    int is_whole = value.estimate == floor(value.estimate);
    *text = '\0';
    if (isfinite(value.estimate))
        number_write(text, size, value.estimate,
                     is_whole ? 0 : at_least(4 - places_of(value.estimate), 0));
}

/* --- ratios --- */

/* Writes two parts: up to the decimal point, and from there. */
static void write_split(char *text, size_t size, double value, int decimals) {
    char number[NUMBER_SIZE];
    number_write(number, sizeof number, value, decimals);
    int before = (int)strcspn(number, ".");
    snprintf(text, size, "%.*s\t%s", before, number, number + before);
}

void number_ratio(struct interval value, const char *unit, char *text, size_t size) {
    (void)unit;
    int decimals = number_decimals(value.estimate, interval_width(value) / 2);
    decimals = at_least(decimals, at_least(3 - at_least(places_of(value.estimate), 1), 0));
    char number[NUMBER_SIZE];
    write_split(number, sizeof number, value.estimate, decimals);
    *text = '\0';
    if (!isfinite(value.estimate))
        return;
    if (!isfinite(interval_width(value)))
        snprintf(text, size, "%s×", number);
    else
        snprintf(text, size, "%s×\t  %s", number, number_ends(value, 1, decimals).text);
}

void number_ratio_in_words(struct interval ratio, FILE *file) {
    char parts[3 * NUMBER_SIZE];
    number_ratio(ratio, "1", parts, sizeof parts);
    char before = ' ';
    for (const char *c = parts; *c; c++)
        if (*c != '\t' && (*c != ' ' || before != ' '))
            fputc(before = *c, file);
}
