/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/text/decimal.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* --- reading --- */

enum {
    LONGEST = 128,    /* bytes of a number with a NUL; more digits would not change a double */
    MOST_DIGITS = 15, /* any number of that many digits is exact in a double */
};

static int is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

/* Copies TEXT without the blanks around it. Returns 0 if it is longer than any number or has a NUL.
 */
static int copy_word(char word[LONGEST], const char *text, size_t n) {
    while (n && is_blank(*text))
        text++, n--;
    while (n && is_blank(text[n - 1]))
        n--;
    if (n >= LONGEST || memchr(text, '\0', n))
        return 0;
    memcpy(word, text, n);
    word[n] = '\0';
    return 1;
}

static int is_one_of(const char *word, const char *const *words) {
    for (; *words; words++)
        if (strcasecmp(word, *words) == 0)
            return 1;
    return 0;
}

int decimal_is_missing(const char *text, size_t n) {
    static const char *const words[] = {"", "nan", "na", "n/a", "null", "none", "-", NULL};
    char word[LONGEST];
    if (n && !is_blank(*text) && !strchr("nN-", *text))
        return 0; /* the usual case */
    return copy_word(word, text, n) && is_one_of(word, words);
}

static const char *skip_digits(const char *text, size_t *digits) {
    size_t n = strspn(text, "0123456789");
    *digits += n;
    return text + n;
}

static const char *skip_sign(const char *text) {
    return text + (*text == '-' || *text == '+');
}

/* Excludes hexadecimal numbers and nan(...), which strtod also accepts. */
static int is_decimal(const char *word) {
    size_t digits = 0, exponent = 0;
    word = skip_digits(skip_sign(word), &digits);
    if (*word == '.')
        word = skip_digits(word + 1, &digits);
    if (digits && (*word == 'e' || *word == 'E')) {
        word = skip_digits(skip_sign(word + 1), &exponent);
        digits = exponent;
    }
    return digits && !*word;
}

/* The digits of a number, collected. */
struct digit_run {
    uint64_t all;
    int count, scale; /* the number is ALL * 10^SCALE */
};

static const char *take_digits(const char *at, const char *end, int step, struct digit_run *d) {
    for (; at < end && *at >= '0' && *at <= '9' && d->count <= MOST_DIGITS; at++) {
        d->all = 10 * d->all + (uint64_t)(*at - '0');
        d->count++;
        d->scale += step;
    }
    return at;
}

static const char *take_exponent(const char *at, const char *end, struct digit_run *d) {
    if (at == end || (*at != 'e' && *at != 'E') || !d->count)
        return at;
    struct digit_run exponent = {0};
    int is_negative = ++at < end && *at == '-';
    at += at < end && (*at == '-' || *at == '+');
    at = take_digits(at, end, 0, &exponent);
    if (!exponent.count || exponent.count > 3)
        return NULL;
    d->scale += (int)(is_negative ? -(int64_t)exponent.all : (int64_t)exponent.all);
    return at;
}

/* Reads a number with so few digits that they and the power of ten are exact, so that the result is
 * rounded only once (W. D. Clinger, "How to read floating point numbers accurately", 1990). Returns
 * 0 for any other text. */
static int read_short(const char *text, size_t n, double *value) {
    static const double powers[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                    1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                    1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
    const int most = sizeof powers / sizeof *powers - 1;
    const char *end = text + n;
    struct digit_run d = {0};
    int is_negative = n && *text == '-';
    const char *at = take_digits(text + is_negative, end, 0, &d);
    if (at < end && *at == '.')
        at = take_digits(at + 1, end, -1, &d);
    at = take_exponent(at, end, &d);
    if (at != end || !d.count || d.count > MOST_DIGITS || d.scale > most || d.scale < -most)
        return 0;
    double digits = (double)d.all;
    digits = d.scale < 0 ? digits / powers[-d.scale] : digits * powers[d.scale];
    *value = is_negative ? -digits : digits;
    return 1;
}

int decimal_read(const char *text, size_t n, double *value) {
    static const char *const infinities[] = {"inf", "infinity", NULL};
    char word[LONGEST];
    if (read_short(text, n, value))
        return 1;
    if (!copy_word(word, text, n))
        return 0;
    if (!is_decimal(word) && !is_one_of(skip_sign(word), infinities))
        return 0;
    *value = strtod(word, NULL);
    return 1;
}

int decimal_is_whole(double value, int64_t *whole) {
    if (!(fabs(value) <= 0x1p53) || value != floor(value))
        return 0;
    *whole = (int64_t)value;
    return 1;
}

int decimal_read_amount(const char *text, size_t n, double *value) {
    static const char prefixes[] = "kMGTKmgt"; /* the last three are milli and others without a B */
    size_t end = n;
    int is_bytes = end && (text[end - 1] == 'B' || text[end - 1] == 'b');
    end -= (size_t)is_bytes;
    int is_binary = end && text[end - 1] == 'i';
    end -= (size_t)is_binary;
    const char *prefix = end ? memchr(prefixes, text[end - 1], is_bytes ? 8 : 5) : NULL;
    end -= prefix != NULL;
    int is_plain = !prefix && (is_binary || (is_bytes && text[n - 1] == 'b'));
    if (is_plain || end == n || !end || !(isdigit((unsigned char)text[end - 1])))
        return decimal_read(text, n, value);
    if (!decimal_read(text, end, value))
        return 0;
    *value *= prefix ? pow(is_binary ? 1024 : 1000, (double)((prefix - prefixes) % 4 + 1)) : 1;
    return 1;
}

int decimal_read_whole(const char *text, size_t n, int64_t *whole) {
    double value;
    return decimal_read(text, n, &value) && decimal_is_whole(value, whole);
}

/* --- writing --- */

struct digits digits_shortest(double value) {
    struct digits d;
    for (int digits = 15; digits <= 17; digits++) {
        snprintf(d.text, sizeof d.text, "%.*g", digits, value);
        if (digits == 17 || strtod(d.text, NULL) == value)
            break;
    }
    return d;
}

/* --- percentages --- */

int percent_parse(const char *text, double *part) {
    char *end;
    double value = strtod(text, &end);
    int is_number = end != text && isfinite(value);
    end += strspn(end, " ");
    int is_percent = strcmp(end, "%") == 0;
    if (!is_number || (*end && !is_percent))
        return 0;
    *part = is_percent ? value / 100 : value;
    return 1;
}
