/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plot/axes/label.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "formats/text/seconds.h"
#include "plot/axes/ticks_date.h"

/* --- label --- */

/* Every digit of NUMBER as the glyph of that table. */
static void write_digits(char *buffer, size_t size, int number, const char *const glyphs[10]) {
    char plain[16];
    snprintf(plain, sizeof plain, "%d", abs(number));
    size_t used = 0;
    buffer[0] = 0;
    for (const char *digit = plain; *digit && used + 4 < size; digit++)
        used += (size_t)snprintf(buffer + used, size - used, "%s", glyphs[*digit - '0']);
}

static void write_exponent(char *buffer, size_t size, int exponent) {
    static const char *const raised[10] = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
    const char *sign = exponent < 0 ? "⁻" : "";
    strcpy(buffer, sign);
    write_digits(buffer + strlen(sign), size - strlen(sign), exponent, raised);
}

static int exact_power(double value, double base, int *exponent) {
    double e = round(log(value) / log(base));
    *exponent = (int)e;
    return fabs(pow(base, e) / value - 1) < 1e-9;
}

/* "10⁴", or "2×10⁴" for a value that has one significant digit. */
static int write_power_of_ten(char *buffer, double value) {
    int exponent = (int)floor(log10(value) + 1e-9);
    double factor = value / pow(10, exponent);
    char raised[LABEL_BYTES / 2];
    write_exponent(raised, sizeof raised, exponent);
    if (fabs(factor - 1) < 1e-9)
        snprintf(buffer, LABEL_BYTES, "10%s", raised);
    else
        snprintf(buffer, LABEL_BYTES, "%.3g×10%s", factor, raised);
    return fabs(factor - round(factor)) < 1e-9;
}

/* 12345 as "12,345". */
static void write_grouped(char *buffer, double value) {
    char plain[LABEL_BYTES / 2];
    int length = snprintf(plain, sizeof plain, "%.0f", value);
    size_t used = 0;
    for (int i = 0; i < length; i++) {
        if (i > 0 && (length - i) % 3 == 0)
            buffer[used++] = ',';
        buffer[used++] = plain[i];
    }
    buffer[used] = 0;
}

/* What is below zero with a sign of its own, and zero, of which no power is a part. */
static void write_signed(char *buffer, const struct tick *tick, label_format *write) {
    char positive[LABEL_BYTES];
    struct tick size = *tick;
    size.value = fabs(tick->value);
    if (size.value > 0)
        write(positive, &size);
    else
        strcpy(positive, "0");
    snprintf(buffer, LABEL_BYTES, "%s%.*s", tick->value < 0 ? "−" : "", LABEL_BYTES - 4, positive);
}

static void write_time(char *buffer, const struct tick *tick) {
    if (tick->value < 0.999e-12 || tick->value >= 0.999e5) {
        write_power_of_ten(buffer, tick->value);
        strncat(buffer, " s", LABEL_BYTES - strlen(buffer) - 1);
    } else {
        seconds_format(buffer, LABEL_BYTES, tick->value, tick->digits ? tick->digits : 1);
    }
}

void label_size(char *buffer, const struct tick *tick) {
    if (tick->value >= 0.999e4 && write_power_of_ten(buffer, tick->value))
        return;
    if (tick->value < 1e9)
        write_grouped(buffer, tick->value);
}

void label_power_of_two(char *buffer, const struct tick *tick) {
    int exponent;
    if (tick->value < 1000 || !exact_power(tick->value, 2, &exponent)) {
        label_size(buffer, tick);
        return;
    }
    char raised[LABEL_BYTES / 2];
    write_exponent(raised, sizeof raised, exponent);
    snprintf(buffer, LABEL_BYTES, "2%s", raised);
}

void label_number(char *buffer, const struct tick *tick) {
    double size = fabs(tick->value);
    const struct tick positive = {.value = size};
    const char *sign = tick->value < 0 ? "−" : "";
    char number[LABEL_BYTES - 4];
    if (size >= 1000 && size == floor(size)) {
        label_size(buffer, &positive);
        snprintf(number, sizeof number, "%s", buffer);
    } else {
        snprintf(number, sizeof number, "%.6g", size);
    }
    snprintf(buffer, LABEL_BYTES, "%s%s", sign, number);
}

/* --- parts, rates, errors --- */

static void write_part(char *buffer, const struct tick *tick) {
    snprintf(buffer, LABEL_BYTES, "%.6g %%", 100 * tick->value);
}

static void write_prefixed(char *buffer, const struct tick *tick) {
    static const char *const prefixes[] = {"", " k", " M", " G", " T", " P"};
    int thousands = (int)floor(log10(tick->value) / 3 + 1e-9);
    if (thousands < 0 || thousands >= (int)(sizeof prefixes / sizeof *prefixes))
        write_power_of_ten(buffer, tick->value);
    else
        snprintf(buffer, LABEL_BYTES, "%.6g%s", tick->value / pow(1000, thousands),
                 prefixes[thousands]);
}

static void write_scientific(char *buffer, const struct tick *tick) {
    if (tick->value >= 0.999e-2 && tick->value < 1000)
        snprintf(buffer, LABEL_BYTES, "%.6g", tick->value);
    else
        write_power_of_ten(buffer, tick->value);
}

/* --- ratios --- */

/* A half, a quarter, ... as one fraction. */
static void write_fraction(char *buffer, int halvings) {
    static const char *const lowered[10] = {"₀", "₁", "₂", "₃", "₄", "₅", "₆", "₇", "₈", "₉"};
    static const char *const single[] = {"½", "¼", "⅛"};
    char denominator[LABEL_BYTES / 2];
    if (halvings <= 3) {
        snprintf(buffer, LABEL_BYTES, "%s×", single[halvings - 1]);
        return;
    }
    write_digits(denominator, sizeof denominator, 1 << halvings, lowered);
    snprintf(buffer, LABEL_BYTES, "¹⁄%s×", denominator);
}

static void write_decimal_ratio(char *buffer, const struct tick *tick) {
    int whole = tick->value > 0 ? (int)floor(log10(tick->value) + 1e-9) + 1 : 1;
    int decimals = tick->digits > whole ? tick->digits - whole : 0;
    if (tick->value == 0)
        strcpy(buffer, "0");
    else if (tick->value >= 0.999e4 || tick->value < 0.999e-3)
        write_power_of_ten(buffer, tick->value);
    else if (tick->value >= 999.5)
        write_grouped(buffer, tick->value);
    else
        snprintf(buffer, LABEL_BYTES / 2, "%.*f", decimals, tick->value);
    strncat(buffer, "×", LABEL_BYTES - strlen(buffer) - 1);
}

static void write_ratio(char *buffer, const struct tick *tick) {
    int exponent;
    int is_power = tick->value > 0 && exact_power(tick->value, 2, &exponent);
    if (tick->digits == 0 && is_power && exponent < 0 && exponent > -16)
        write_fraction(buffer, -exponent);
    else
        write_decimal_ratio(buffer, tick);
}

/* --- with their signs --- */

void label_time(char *buffer, const struct tick *tick) {
    write_signed(buffer, tick, write_time);
}

void label_part(char *buffer, const struct tick *tick) {
    write_signed(buffer, tick, write_part);
}

void label_prefixed(char *buffer, const struct tick *tick) {
    write_signed(buffer, tick, write_prefixed);
}

void label_scientific(char *buffer, const struct tick *tick) {
    write_signed(buffer, tick, write_scientific);
}

void label_ratio(char *buffer, const struct tick *tick) {
    write_signed(buffer, tick, write_ratio);
    if (tick->value == 0)
        strcpy(buffer, "0×");
}

/* --- unit --- */

static const struct unit units[UNITS] = {
    [UNIT_NUMBER] = {.is_chosen = 1,
                     .least = 1.5,
                     .margin = 0.02,
                     .log_ticks = ticks_decades,
                     .linear_ticks = ticks_even,
                     .label = label_number},
    [UNIT_SIZE] = {.is_chosen = 1,
                   .least = 1.5,
                   .margin = 0.02,
                   .log_ticks = ticks_decades,
                   .linear_ticks = ticks_even,
                   .label = label_size},
    [UNIT_SECONDS] = {.begins_at_zero = 1,
                      .is_wide = 1,
                      .least = 1.05,
                      .margin = 0.04,
                      .log_ticks = ticks_decades,
                      .linear_ticks = ticks_even,
                      .label = label_time},
    [UNIT_RATIO] = {.begins_at_zero = 1,
                    .least = 1.02,
                    .margin = 0.05,
                    .log_ticks = ticks_ratio,
                    .linear_ticks = ticks_even,
                    .label = label_ratio},
    [UNIT_PART] = {.is_linear = 1,
                   .begins_at_zero = 1,
                   .least = 1.05,
                   .margin = 0.04,
                   .log_ticks = ticks_decades,
                   .linear_ticks = ticks_even,
                   .label = label_part},
    [UNIT_RATE] = {.is_linear = 1,
                   .begins_at_zero = 1,
                   .least = 1.05,
                   .margin = 0.04,
                   .log_ticks = ticks_decades,
                   .linear_ticks = ticks_even,
                   .label = label_prefixed},
    [UNIT_ERROR] = {.least = 100,
                    .margin = 0.04,
                    .log_ticks = ticks_decades,
                    .linear_ticks = ticks_even,
                    .label = label_scientific},
    [UNIT_COUNT] = {.is_linear = 1,
                    .begins_at_zero = 1,
                    .least = 1.5,
                    .margin = 0.04,
                    .log_ticks = ticks_decades,
                    .linear_ticks = ticks_even,
                    .label = label_number},
    [UNIT_DATE] = {.is_linear = 1,
                   .is_wide = 1,
                   .least = 1.0001,
                   .margin = 0.02,
                   .log_ticks = ticks_decades,
                   .linear_ticks = ticks_date,
                   .label = label_date},
};

const struct unit *unit_find(enum axis_unit unit) {
    return &units[unit];
}
