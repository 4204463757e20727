/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/decimal.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* More digits than this say nothing that a double can hold. */
enum { LONGEST = 128 };

static int is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

/* Copies TEXT without the blanks around it. 0 when it is longer than any number. */
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
    if (n && *text >= '0' && *text <= '9')
        return 0; /* as nearly all */
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

/* strtod alone would take hexadecimal digits and nan(...) as well. */
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

int decimal_read(const char *text, size_t n, double *value) {
    static const char *const infinities[] = {"inf", "infinity", NULL};
    char word[LONGEST];
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

int decimal_read_whole(const char *text, size_t n, int64_t *whole) {
    double value;
    return decimal_read(text, n, &value) && decimal_is_whole(value, whole);
}
