/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/csv/csv_number.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

#include "formats/text/decimal.h"

enum { LONGEST = 80 };

int csv_leads_thousands(const char *text, size_t at) {
    size_t digits = 0;
    while (digits < at && isdigit((unsigned char)text[at - digits - 1]))
        digits++;
    return digits > 0 && digits <= 3 && !(digits == 1 && text[at - 1] == '0');
}

/* Whether the next group of thousands stands at TEXT: a separator, three digits and no more. */
static int is_group(const char *text, size_t left) {
    return left >= 4 && isdigit((unsigned char)text[1]) && isdigit((unsigned char)text[2]) &&
           isdigit((unsigned char)text[3]) && !(left > 4 && isdigit((unsigned char)text[4]));
}

static int is_grouped(const char *text, size_t n) {
    const char *point = memchr(text, '.', n);
    return point && csv_leads_thousands(text, (size_t)(point - text)) &&
           is_group(point, n - (size_t)(point - text));
}

/* Copies the number at the begin of the N bytes at TEXT to PLAIN as decimal_read has it. Returns
 * its length in TEXT, or 0. */
static size_t copy_plain(char *plain, const char *text, size_t n, char mark) {
    const char other = mark == '.' ? ',' : '.';
    size_t i = 0, used = 0, digits = 0;
    int is_fraction = 0, has_exponent = 0;
    for (; i < n && used + 1 < LONGEST; i++) {
        char c = text[i];
        int is_sign = (c == '-' || c == '+') && (used == 0 || plain[used - 1] == 'e');
        char next = i + 1 < n ? text[i + 1] : '\0';
        int is_signed = next == '-' || next == '+';
        int is_exponent =
            digits && !has_exponent &&
            (((c == 'e' || c == 'E') && (is_signed || isdigit((unsigned char)next))) ||
             ((c == 'd' || c == 'D') && is_signed)); /* of Fortran */
        if (c == other && !is_fraction && !has_exponent && csv_leads_thousands(text, i) &&
            is_group(text + i, n - i))
            continue;
        if (c == mark && !is_fraction && !has_exponent) {
            is_fraction = 1;
            c = '.';
        } else if (is_exponent) {
            has_exponent = 1;
            c = 'e';
        } else if (isdigit((unsigned char)c))
            digits++;
        else if (!is_sign)
            break;
        plain[used++] = c;
    }
    plain[used] = '\0';
    return digits ? i : 0;
}

/* Reads k, M, G, T, Ki, ... alone. */
static int read_prefix(const char *text, size_t n, double *worth) {
    static const char letters[] = "kmgt";
    const char *letter = n ? strchr(letters, tolower((unsigned char)*text)) : NULL;
    int is_binary = n == 2 && tolower((unsigned char)text[1]) == 'i';
    if (!letter || !*letter || (n != 1 && !is_binary) || *text == 'm')
        return 0;
    *worth = pow(is_binary ? 1024 : 1000, (double)(letter - letters + 1));
    return 1;
}

/* Returns the length of "± 0.1" and the blanks behind it at the begin of TEXT, and sets ERROR; 0 if
 * it is not there. The number may stand in another column: ERROR is NaN then. */
static size_t take_error(const char *text, size_t n, char mark, double *error) {
    static const char *const signs[] = {"\302\261", "\261", "+/-", "+-"};
    char plain[LONGEST];
    *error = NAN;
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++) {
        size_t at = strlen(signs[i]);
        if (n < at || memcmp(text, signs[i], at) != 0)
            continue;
        if (n == at)
            return at;
        while (at < n && text[at] == ' ')
            at++;
        size_t length = copy_plain(plain, text + at, n - at, mark);
        at += length;
        while (length && at < n && text[at] == ' ')
            at++;
        return length && decimal_read(plain, strlen(plain), error) ? at : 0;
    }
    return 0;
}

/* Whether TEXT is what follows a number without changing it: the "x" of "1.8x", "%". */
static int is_ratio_sign(const char *text, size_t n) {
    return (n == 1 && strchr("xX%", *text)) || (n == 2 && memcmp(text, "\303\227", 2) == 0);
}

int csv_number_is_ratio(const char *text, size_t n) {
    while (n && (text[n - 1] == ' ' || text[n - 1] == '\t'))
        n--;
    return (n && is_ratio_sign(text + n - 1, 1)) || (n > 1 && is_ratio_sign(text + n - 2, 2));
}

/* Reads the number of one of the parts of a duration, which may have decimals if it IS_LAST. */
static int take_part(const char **text, const char *end, int is_last, double *part) {
    const char *from = *text;
    while (*text < end && (isdigit((unsigned char)**text) || (is_last && **text == '.')))
        ++*text;
    return *text > from && decimal_read(from, (size_t)(*text - from), part);
}

int csv_duration_read(const char *text, size_t n, double *seconds) {
    const char *end = text + n;
    double part;
    int parts = 0;
    *seconds = 0;
    if (memchr(text, ':', n)) {
        for (; parts < 3 && text < end; parts++) {
            int is_last = !memchr(text, ':', (size_t)(end - text));
            if (!take_part(&text, end, is_last, &part))
                return 0;
            *seconds = 60 * *seconds + part;
            if (text < end && *text++ != ':')
                return 0;
        }
        return parts > 1 && text == end;
    }
    static const struct {
        char letter;
        double worth;
    } units[] = {{'h', 3600}, {'m', 60}, {'s', 1}};
    for (size_t u = 0; u < sizeof units / sizeof *units && text < end; u++) {
        const char *from = text;
        if (!take_part(&text, end, 1, &part) || text == end || *text != units[u].letter) {
            text = from;
            continue;
        }
        *seconds += part * units[u].worth;
        parts++;
        for (text++; text < end && *text == ' '; text++)
            ;
    }
    return parts > 1 && text == end;
}

int csv_number_read(const char *text, size_t n, char mark, double *value,
                    struct measured_unit *unit) {
    char plain[LONGEST];
    double worth = 1;
    *unit = (struct measured_unit){.kind = UNIT_NONE, .worth = NAN};
    if (mark == '.' && decimal_read(text, n, value))
        return 1;
    /* Among decimal commas, a point that separates no thousands is one of decimals. */
    if (mark == ',' && !memchr(text, ',', n) && !is_grouped(text, n) &&
        decimal_read(text, n, value))
        return 1;
    while (n && (*text == ' ' || *text == '\t')) {
        text++;
        n--;
    }
    while (n && (text[n - 1] == ' ' || text[n - 1] == '\t'))
        n--;
    size_t length = copy_plain(plain, text, n, mark);
    if (!length || !decimal_read(plain, strlen(plain), value))
        return 0;
    while (length < n && text[length] == ' ')
        length++;
    if (length == n)
        return 1;
    if (read_prefix(text + length, n - length, &worth)) {
        *value *= worth;
        return 1;
    }
    text += length;
    n -= length;
    double error;
    size_t skipped = take_error(text, n, mark, &error);
    text += skipped;
    n -= skipped;
    if (n == 0 || is_ratio_sign(text, n))
        return 1;
    length = 0;
    return measured_unit_read(text + length, n - length, unit);
}

int csv_number_error(const char *text, size_t n, char mark, double *error) {
    char plain[LONGEST];
    size_t at = copy_plain(plain, text, n, mark);
    while (at && at < n && text[at] == ' ')
        at++;
    return at && take_error(text + at, n - at, mark, error) > 0 && !isnan(*error);
}
