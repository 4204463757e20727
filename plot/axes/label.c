/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plot/axes/label.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "formats/text/prefixed_unit.h"

/* --- dates --- */

enum { MINUTE = 60, HOUR = 3600, DAY = 86400, WEEK = 7 * DAY };

/* Weeks count from 1970-01-05, a Monday. */
static const double first_monday = 4.0 * DAY;
/* Years 1 to 9999, which have at most four digits. */
static const double earliest = -62135596800.0, latest = 253402300800.0;

enum form { FORM_NUMBER, FORM_YEAR, FORM_MONTH, FORM_DAY, FORM_MINUTE, FORM_SECOND };

/* LENGTH and ORIGIN are in seconds; for divisions of the calendar LENGTH is in months. */
struct division {
    enum form form;
    double length, origin;
    int of_calendar;
};

static const struct division divisions[] = {
    {FORM_SECOND, 1, 0, 0},
    {FORM_SECOND, 2, 0, 0},
    {FORM_SECOND, 5, 0, 0},
    {FORM_SECOND, 10, 0, 0},
    {FORM_SECOND, 15, 0, 0},
    {FORM_SECOND, 30, 0, 0},
    {FORM_MINUTE, MINUTE, 0, 0},
    {FORM_MINUTE, 2 * MINUTE, 0, 0},
    {FORM_MINUTE, 5 * MINUTE, 0, 0},
    {FORM_MINUTE, 10 * MINUTE, 0, 0},
    {FORM_MINUTE, 15 * MINUTE, 0, 0},
    {FORM_MINUTE, 30 * MINUTE, 0, 0},
    {FORM_MINUTE, HOUR, 0, 0},
    {FORM_MINUTE, 2 * HOUR, 0, 0},
    {FORM_MINUTE, 3 * HOUR, 0, 0},
    {FORM_MINUTE, 6 * HOUR, 0, 0},
    {FORM_MINUTE, 12 * HOUR, 0, 0},
    {FORM_DAY, DAY, 0, 0},
    {FORM_DAY, 2 * DAY, 0, 0},
    {FORM_DAY, WEEK, first_monday, 0},
    {FORM_DAY, 2 * WEEK, first_monday, 0},
    {FORM_MONTH, 1, 0, 1},
    {FORM_MONTH, 2, 0, 1},
    {FORM_MONTH, 3, 0, 1},
    {FORM_MONTH, 6, 0, 1},
    {FORM_YEAR, 12, 0, 1},
    {FORM_YEAR, 2 * 12, 0, 1},
    {FORM_YEAR, 5 * 12, 0, 1},
    {FORM_YEAR, 10 * 12, 0, 1},
    {FORM_YEAR, 20 * 12, 0, 1},
    {FORM_YEAR, 50 * 12, 0, 1},
    {FORM_YEAR, 100 * 12, 0, 1},
    {FORM_YEAR, 500 * 12, 0, 1},
    {FORM_YEAR, 1000 * 12, 0, 1},
};
enum { DIVISIONS = sizeof divisions / sizeof *divisions };

/* Returns 1900-01-00 for seconds beyond the range of the calendar. */
static struct tm calendar_of(double seconds) {
    struct tm calendar = {0};
    if (fabs(seconds) < 1e17) {
        time_t whole = (time_t)floor(seconds);
        gmtime_r(&whole, &calendar);
    }
    return calendar;
}

/* Returns the K-th tick of DIVISION. */
static double tick_at(const struct division *division, double k) {
    if (!division->of_calendar)
        return division->origin + k * division->length;

    double month = k * division->length;
    struct tm calendar = {.tm_mday = 1};
    double year = floor(month / 12);
    calendar.tm_year = (int)year - 1900;
    calendar.tm_mon = (int)(month - 12 * year);
    return (double)timegm(&calendar);
}

/* Returns the number of the first tick at or after LOW. */
static double first_at(const struct division *division, double low) {
    if (!division->of_calendar)
        return ceil((low - division->origin) / division->length);

    /* Months count from the year 0. */
    struct tm calendar = calendar_of(low);
    double k = floor((12.0 * (calendar.tm_year + 1900) + calendar.tm_mon) / division->length);
    return tick_at(division, k) < low ? k + 1 : k;
}

static int count(const struct division *division, double low, double high, int most) {
    int n = 0;
    for (double k = first_at(division, low); tick_at(division, k) <= high && n <= most; k++)
        n++;
    return n;
}

void ticks_date(struct ticks *ticks, double low, double high, int most) {
    int d = 0;
    if (!(low > earliest && high < latest)) {
        ticks_even(ticks, low, high, most);
        for (size_t i = 0; i < ticks->count; i++)
            ticks->items[i].digits = FORM_NUMBER;
        return;
    }
    while (d < DIVISIONS - 1 && count(&divisions[d], low, high, most) > most)
        d++;
    ticks->count = 0;
    for (double k = first_at(&divisions[d], low);
         tick_at(&divisions[d], k) <= high && ticks->count < TICKS_MAX; k++)
        ticks->items[ticks->count++] =
            (struct tick){tick_at(&divisions[d], k), 1, 1, (int)divisions[d].form, TICK_ALONE, 0};
}

void label_date(char *buffer, const struct tick *tick) {
    struct tm calendar = calendar_of(tick->value);
    int is_midnight = calendar.tm_hour + calendar.tm_min + calendar.tm_sec == 0;
    int form = tick->digits;
    if (form == FORM_YEAR)
        snprintf(buffer, LABEL_BYTES, "%d", calendar.tm_year + 1900);
    else if (form == FORM_MONTH)
        snprintf(buffer, LABEL_BYTES, "%d-%02d", calendar.tm_year + 1900, calendar.tm_mon + 1);
    else if (form == FORM_DAY || (is_midnight && form > FORM_DAY)) {
        static const char months[12][4] = {"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                           "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
        snprintf(buffer, LABEL_BYTES, "%s %d", months[calendar.tm_mon % 12], calendar.tm_mday);
    } else if (form == FORM_MINUTE)
        snprintf(buffer, LABEL_BYTES, "%02d:%02d", calendar.tm_hour, calendar.tm_min);
    else if (form == FORM_SECOND)
        snprintf(buffer, LABEL_BYTES, "%02d:%02d:%02d", calendar.tm_hour, calendar.tm_min,
                 calendar.tm_sec);
    else
        label_number(buffer, tick);
}

/* --- numbers --- */

/* Writes each digit of NUMBER as its entry in GLYPHS. */
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

/* Writes VALUE as "10⁴", "2×10⁴" or "2.35×10⁴", with at most six digits. Returns whether it has one
 * significant digit. */
static int write_power_of_ten(char *buffer, double value) {
    char factor[16], raised[LABEL_BYTES / 2];
    snprintf(factor, sizeof factor, "%.5e", value); /* rounds before it chooses the exponent */
    write_exponent(raised, sizeof raised, atoi(strchr(factor, 'e') + 1));
    double size = strtod(strtok(factor, "e"), NULL);
    if (size == 1)
        snprintf(buffer, LABEL_BYTES, "10%s", raised);
    else
        snprintf(buffer, LABEL_BYTES, "%.6g×10%s", size, raised);
    return size == floor(size);
}

/* Writes 12345 as "12,345". */
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

/* Writes a negative value with a minus sign. Writes zero as "0", because it is no power of
 * anything. */
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

/* Writes the value with the digits of TICK as a multiple of WORTH. */
static void write_multiple(char *buffer, const struct tick *tick, double worth, const char *unit) {
    int before = (int)floor(log10(tick->value / worth) + 1e-9) + 1;
    int decimals = tick->digits > before ? tick->digits - before : 0;
    snprintf(buffer, LABEL_BYTES, "%.*f %s", decimals, tick->value / worth, unit);
}

/* Writes an amount of BASE, "s" or "B", with the prefix that its axis has or with its own. */
static void write_amount(char *buffer, const struct tick *tick, const char *base) {
    const struct prefixed_unit unit = prefixed_unit(base, tick->like);
    if (tick->like > 0)
        write_multiple(buffer, tick, unit.worth, unit.name);
    else
        prefixed_unit_format(buffer, LABEL_BYTES, base, tick->value,
                             tick->digits ? tick->digits : 1);
}

static void write_time(char *buffer, const struct tick *tick) {
    double like = tick->like > 0 ? tick->like : tick->value;
    if (tick->style == TICK_POWER || like < 0.999e-12 || like >= 0.999e5) {
        write_power_of_ten(buffer, tick->value);
        strncat(buffer, " s", LABEL_BYTES - strlen(buffer) - 1);
    } else {
        write_amount(buffer, tick, "s");
    }
}

/* Writes a value above 0 in the style of its axis. */
static void write_in_style(char *buffer, const struct tick *tick) {
    if (tick->style == TICK_POWER)
        write_power_of_ten(buffer, tick->value);
    else if (tick->style == TICK_GROUPED && tick->value >= 1000)
        write_grouped(buffer, tick->value);
    else
        snprintf(buffer, LABEL_BYTES, "%.6g", tick->value);
}

void label_size(char *buffer, const struct tick *tick) {
    if (tick->style != TICK_ALONE) {
        write_in_style(buffer, tick);
        return;
    }
    if (tick->value >= 0.999e4 && write_power_of_ten(buffer, tick->value))
        return;
    if (tick->value < 1e9)
        write_grouped(buffer, tick->value);
}

void label_power_of_two(char *buffer, const struct tick *tick) {
    int exponent, is_plain = tick->style == TICK_PLAIN || tick->style == TICK_GROUPED;
    int is_small = tick->value < 1000 && tick->style != TICK_POWER;
    if (is_plain || is_small || !exact_power(tick->value, 2, &exponent)) {
        label_size(buffer, tick);
        return;
    }
    char raised[LABEL_BYTES / 2];
    write_exponent(raised, sizeof raised, exponent);
    snprintf(buffer, LABEL_BYTES, "2%s", raised);
}

void label_number(char *buffer, const struct tick *tick) {
    double size = fabs(tick->value);
    const struct tick positive = {.value = size, .style = tick->style};
    const char *sign = tick->value < 0 ? "−" : "";
    char number[LABEL_BYTES - 4];
    int is_whole = size >= 1000 && size == floor(size);
    if (is_whole || (size > 0 && tick->style == TICK_POWER)) {
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
    double like = tick->like > 0 ? tick->like : tick->value;
    int thousands = (int)floor(log10(like) / 3 + 1e-9);
    if (tick->style == TICK_PLAIN && thousands < 0)
        snprintf(buffer, LABEL_BYTES, "%.6g", tick->value);
    else if (tick->style == TICK_POWER || thousands < 0 ||
             thousands >= (int)(sizeof prefixes / sizeof *prefixes))
        write_power_of_ten(buffer, tick->value);
    else
        snprintf(buffer, LABEL_BYTES, "%.6g%s", tick->value / pow(1000, thousands),
                 prefixes[thousands]);
}

static void write_bytes(char *buffer, const struct tick *tick) {
    double like = tick->like > 0 ? tick->like : tick->value;
    if (tick->style != TICK_POWER && like < 0.999e18)
        write_amount(buffer, tick, "B");
    else {
        write_power_of_ten(buffer, tick->value);
        strncat(buffer, " B", LABEL_BYTES - strlen(buffer) - 1);
    }
}

static void write_scientific(char *buffer, const struct tick *tick) {
    int is_plain = tick->value >= 0.999e-2 && tick->value < 1000;
    if (tick->style == TICK_ALONE ? is_plain : tick->style == TICK_PLAIN)
        snprintf(buffer, LABEL_BYTES, "%.6g", tick->value);
    else
        write_power_of_ten(buffer, tick->value);
}

/* --- ratios --- */

/* Writes 1 / 2^HALVINGS as one fraction: "½×", "¼×". */
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

static void write_ratio(char *buffer, const struct tick *tick) {
    int exponent;
    int is_power = tick->value > 0 && exact_power(tick->value, 2, &exponent);
    if (tick->digits == 0 && is_power && exponent < 0 && exponent > -16 &&
        tick->style != TICK_POWER)
        write_fraction(buffer, -exponent);
    else {
        int whole = tick->value > 0 ? (int)floor(log10(tick->value) + 1e-9) + 1 : 1;
        int decimals = tick->digits > whole ? tick->digits - whole : 0;
        if (tick->value == 0)
            strcpy(buffer, "0");
        else if (tick->style == TICK_ALONE ? tick->value >= 0.999e4 || tick->value < 0.999e-3
                                           : tick->style == TICK_POWER)
            write_power_of_ten(buffer, tick->value);
        else if (tick->value >= 999.5 && tick->style != TICK_PLAIN)
            write_grouped(buffer, tick->value);
        else
            snprintf(buffer, LABEL_BYTES / 2, "%.*f", decimals, tick->value);
        strncat(buffer, "×", LABEL_BYTES - strlen(buffer) - 1);
    }
}

/* --- labels with a sign --- */

void label_time(char *buffer, const struct tick *tick) {
    write_signed(buffer, tick, write_time);
}

void label_part(char *buffer, const struct tick *tick) {
    write_signed(buffer, tick, write_part);
}

void label_prefixed(char *buffer, const struct tick *tick) {
    write_signed(buffer, tick, write_prefixed);
}

void label_bytes(char *buffer, const struct tick *tick) {
    write_signed(buffer, tick, write_bytes);
}

void label_scientific(char *buffer, const struct tick *tick) {
    write_signed(buffer, tick, write_scientific);
}

void label_ratio(char *buffer, const struct tick *tick) {
    write_signed(buffer, tick, write_ratio);
    if (tick->value == 0)
        strcpy(buffer, "0×");
}

/* --- units --- */

static const struct unit units[UNITS] = {
    [UNIT_NUMBER] = {.is_chosen = 1,
                     .least = 1.5,
                     .margin = 0.02,
                     .log_ticks = ticks_decades,
                     .linear_ticks = ticks_even,
                     .plain = {1e-4, 1e6},
                     .label = label_number},
    [UNIT_SIZE] = {.is_chosen = 1,
                   .least = 1.5,
                   .margin = 0.02,
                   .log_ticks = ticks_decades,
                   .linear_ticks = ticks_even,
                   .plain = {1, 1e6},
                   .label = label_size},
    [UNIT_SECONDS] = {.begins_at_zero = 1,
                      .is_wide = 1,
                      .least = 1.05,
                      .margin = 0.04,
                      .log_ticks = ticks_decades,
                      .linear_ticks = ticks_even,
                      .plain = {1e-12, 1e5},
                      .label = label_time},
    [UNIT_BYTES] = {.begins_at_zero = 1,
                    .is_wide = 1,
                    .least = 1.05,
                    .margin = 0.04,
                    .log_ticks = ticks_decades,
                    .linear_ticks = ticks_even,
                    .plain = {1, 1e18},
                    .label = label_bytes},
    [UNIT_RATIO] = {.begins_at_zero = 1,
                    .least = 1.02,
                    .margin = 0.05,
                    .log_ticks = ticks_ratio,
                    .linear_ticks = ticks_even,
                    .plain = {1e-4, 1e6},
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
                   .plain = {1e-3, 1e18},
                   .label = label_prefixed},
    [UNIT_ERROR] = {.least = 100,
                    .margin = 0.04,
                    .log_ticks = ticks_decades,
                    .linear_ticks = ticks_even,
                    .plain = {1e-2, 1e3},
                    .label = label_scientific},
    [UNIT_COUNT] = {.is_linear = 1,
                    .begins_at_zero = 1,
                    .least = 1.5,
                    .margin = 0.04,
                    .log_ticks = ticks_decades,
                    .linear_ticks = ticks_even,
                    .plain = {1e-4, 1e6},
                    .label = label_number},
    [UNIT_DATE] = {.is_linear = 1,
                   .is_wide = 1,
                   .least = 1.0001,
                   .margin = 0.02,
                   .log_ticks = ticks_decades,
                   .linear_ticks = ticks_date,
                   .label = label_date},
    [UNIT_PLACE] = {.is_linear = 1,
                    .least = 1.5,
                    .margin = 0.02,
                    .log_ticks = ticks_none,
                    .linear_ticks = ticks_none,
                    .label = label_number},
};

static const double near = 1e-9; /* allows for rounding */

static int is_labelled(const struct tick *tick) {
    return tick->labelled && tick->value != 0;
}

static struct range sizes_of_labelled(const struct ticks *ticks) {
    struct range sizes = RANGE_EMPTY;
    for (size_t i = 0; i < ticks->count; i++)
        if (is_labelled(&ticks->items[i]))
            range_include(&sizes, fabs(ticks->items[i].value));
    return sizes;
}

static int has_decimals(const struct tick *tick) {
    double size = fabs(tick->value);
    return size >= 1000 && size != floor(size);
}

static int is_power_of_two(const struct tick *tick) {
    int exponent;
    return exact_power(fabs(tick->value), 2, &exponent);
}

/* "1.5×10⁶" is read at once, "1.23457×10⁶" is not, nor 12,345 as a power. */
static int is_brief(const struct tick *tick) {
    double tenths = 10 * fabs(tick->value) / pow(10, floor(log10(fabs(tick->value)) + near));
    return fabs(tenths - round(tenths)) < near * tenths;
}

static int any_labelled(const struct ticks *ticks, int (*is_so)(const struct tick *), int wanted) {
    for (size_t i = 0; i < ticks->count; i++)
        if (is_labelled(&ticks->items[i]) && is_so(&ticks->items[i]) == wanted)
            return 1;
    return 0;
}

static enum tick_style choose_style(const struct ticks *ticks, const struct unit *unit,
                                    struct range sizes, int (*is_short)(const struct tick *)) {
    const double most_grouped = 1e15; /* is exact */
    int is_plain =
        sizes.low >= unit->plain.low * (1 - near) && sizes.high < unit->plain.high * (1 - near);
    int is_whole =
        sizes.low >= 1 && sizes.high < most_grouped && !any_labelled(ticks, has_decimals, 1);
    if (!(unit->plain.low < unit->plain.high))
        return TICK_ALONE;
    if (!is_plain && (!is_whole || !any_labelled(ticks, is_short, 0)))
        return TICK_POWER;
    int is_small = sizes.high < 1e4 * (1 - near);
    return is_small || any_labelled(ticks, has_decimals, 1) || unit->label == label_prefixed
               ? TICK_PLAIN
               : TICK_GROUPED;
}

static int are_even(const struct ticks *ticks) {
    double step = 0, before = NAN;
    for (size_t i = 0; i < ticks->count; i++) {
        if (!ticks->items[i].labelled)
            continue;
        double gap = ticks->items[i].value - before;
        if (step > 0 && fabs(gap - step) > 1e-6 * step)
            return 0;
        step = isnan(gap) ? 0 : gap;
        before = ticks->items[i].value;
    }
    return step > 0;
}

void label_settle(struct ticks *ticks, const struct unit *unit, label_format *format) {
    struct range sizes = sizes_of_labelled(ticks);
    enum tick_style style =
        choose_style(ticks, unit, sizes, format == label_power_of_two ? is_power_of_two : is_brief);
    const double most_apart = 10; /* "0.2 µs" is read beside "1.2 µs", "0.02 µs" is not */
    int are_close = sizes.high < most_apart * sizes.low * (1 - near) && are_even(ticks);
    double like = are_close ? sizes.high * (1 + near) : 0;
    for (size_t i = 0; i < ticks->count; i++) {
        ticks->items[i].style = style;
        ticks->items[i].like = like;
    }
}

const struct unit *unit_find(enum axis_unit unit) {
    return &units[unit];
}
