/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/csv_text/csv_number.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

#include "formats/csv_text/csv_marks.h"
#include "formats/import/format.h"
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

/* Returns the length of the separator of thousands at AT in the N bytes at TEXT that is no decimal
 * mark; 0 if there is none: an underscore, an apostrophe, or a blank, which may be narrow. */
static size_t take_separator(const char *text, size_t n, size_t at) {
    static const char *const separators[] = {
        "_", "'", " ", "\302\240", "\342\200\211", "\342\200\257", "\342\200\231"};
    for (size_t i = 0; i < sizeof separators / sizeof *separators; i++) {
        size_t length = strlen(separators[i]);
        if (n - at > length && memcmp(text + at, separators[i], length) == 0)
            return csv_leads_thousands(text, at) &&
                           is_group(text + at + length - 1, n - at - length + 1)
                       ? length
                       : 0;
    }
    return 0;
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
        size_t separator = is_fraction || has_exponent ? 0 : take_separator(text, n, i);
        if (separator) {
            i += separator - 1;
            continue;
        }
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

/* Reads the raised digits at the begin of the N bytes at TEXT. Returns their length, or 0. */
static size_t take_raised(const char *text, size_t n, double *value) {
    static const char *const digits[] = {
        "\342\201\260", "\302\271",     "\302\262",     "\302\263",     "\342\201\264",
        "\342\201\265", "\342\201\266", "\342\201\267", "\342\201\270", "\342\201\271"};
    enum { MOST_DIGITS = 3 };
    size_t at = 0;
    *value = 0;
    for (size_t count = 0; count < MOST_DIGITS; count++) {
        size_t d = 0, length = 0;
        for (; d < sizeof digits / sizeof *digits; d++) {
            length = strlen(digits[d]);
            if (n - at >= length && memcmp(text + at, digits[d], length) == 0)
                break;
        }
        if (d == sizeof digits / sizeof *digits)
            break;
        *value = 10 * *value + (double)d;
        at += length;
    }
    return at;
}

/* Reads " << 20" at the begin of the N bytes at TEXT. Returns its length, or 0. */
static size_t take_shift(const char *text, size_t n, double *places) {
    size_t at = 0, begin;
    while (at < n && text[at] == ' ')
        at++;
    if (n - at < 3 || memcmp(text + at, "<<", 2) != 0)
        return 0;
    for (at += 2; at < n && text[at] == ' '; at++)
        ;
    for (begin = at; at < n && isdigit((unsigned char)text[at]); at++)
        ;
    return at > begin && at - begin < 3 && decimal_read(text + begin, at - begin, places) ? at : 0;
}

/* Whether BASE with EXPONENT raised is a power: "10\302\262" may be a 10 with a footnote. */
static int is_power(double base, double exponent) {
    enum { LEAST = 4 };
    return (base == 2 || base == 10) && exponent >= LEAST;
}

/* Reads the number at the begin of the N bytes at TEXT, with the blanks behind it: "1,234.5",
 * "2^10", "2**20", "1 << 20", and the 64 of "64x64". Returns its length, or 0. */
static size_t take_number(const char *text, size_t n, char mark, double *value) {
    static const char *const powers[] = {"^", "**"}, *const times[] = {"x", "X", "\303\227"};
    char plain[LONGEST];
    double other;
    size_t at = copy_plain(plain, text, n, mark), length, behind;
    if (!at || !decimal_read(plain, strlen(plain), value))
        return 0;
    for (size_t i = 0; i < sizeof powers / sizeof *powers; i++)
        if (n - at > (length = strlen(powers[i])) && memcmp(text + at, powers[i], length) == 0 &&
            (behind = copy_plain(plain, text + at + length, n - at - length, mark)) &&
            decimal_read(plain, strlen(plain), &other)) {
            *value = pow(*value, other);
            at += length + behind;
        }
    if ((length = take_raised(text + at, n - at, &other)) && is_power(*value, other)) {
        *value = pow(*value, other);
        at += length;
    }
    behind = take_shift(text + at, n - at, &other);
    *value *= behind ? exp2(other) : 1;
    at += behind;
    for (size_t i = 0; i < sizeof times / sizeof *times; i++)
        while (n - at > (length = strlen(times[i])) && memcmp(text + at, times[i], length) == 0 &&
               (behind = copy_plain(plain, text + at + length, n - at - length, mark)) &&
               decimal_read(plain, strlen(plain), &other) && other == *value)
            at += length + behind;
    while (at < n && text[at] == ' ')
        at++;
    return at;
}

/* Whether TEXT is what follows a number without changing it: the "x" of "1.8x", "%". */
static int is_ratio_sign(const char *text, size_t n) {
    return (n == 1 && strchr("xX%", *text)) || (n == 2 && memcmp(text, "\303\227", 2) == 0);
}

static size_t trimmed(const char *text, size_t n) {
    while (n && (text[n - 1] == ' ' || text[n - 1] == '\t'))
        n--;
    return n;
}

/* Where in the N bytes at TEXT "±" or what is written for it stands, and how long it is; N and 0 if
 * nowhere. */
static size_t find_sign(const char *text, size_t n, size_t *length) {
    static const char *const signs[] = {"\302\261", "\261", "+/-", "+-"};
    for (size_t at = 0; at < n; at++)
        for (size_t i = 0; i < sizeof signs / sizeof *signs; i++) {
            *length = strlen(signs[i]);
            if (n - at >= *length && memcmp(text + at, signs[i], *length) == 0)
                return at;
        }
    *length = 0;
    return n;
}

/* How what is written behind a number differs: by VALUE, in UNIT if that has a kind, or per cent
 * of the number; NaN: by what stands elsewhere. */
struct spread {
    double value;
    int is_percent;
    struct measured_unit unit;
};

/* Reads the N bytes at TEXT, behind a "±". */
static int read_spread(const char *text, size_t n, char mark, struct spread *spread) {
    while (n && *text == ' ') {
        text++;
        n--;
    }
    n = trimmed(text, n);
    if (n == 0)
        return 1;
    size_t at = take_number(text, n, mark, &spread->value);
    spread->is_percent = n - at == 1 && text[at] == '%';
    return at &&
           (at == n || spread->is_percent || measured_unit_read(text + at, n - at, &spread->unit));
}

/* Whether a ratio stands in the N bytes at TEXT: "3.2x", "5 %", "2.00x faster". */
static int has_ratio(const char *text, size_t n) {
    for (size_t i = 0; i < n; i++) {
        size_t behind = i + 1;
        while (behind < n && text[behind] == ' ')
            behind++;
        if (isdigit((unsigned char)text[i]) && behind < n &&
            (is_ratio_sign(text + behind, 1) ||
             (n - behind > 1 && is_ratio_sign(text + behind, 2))))
            return 1;
    }
    return 0;
}

/* Whether the N bytes at TEXT are a number beside another one: "1.6", "27.8 GFLOPS", "64 KiB",
 * "1K" and "2\342\201\267". */
static int is_beside(const char *text, size_t n, char mark) {
    struct measured_unit unit;
    double number, power;
    const size_t length = take_number(text, n, mark, &number);
    return length && (length == n || read_prefix(text + length, n - length, &power) ||
                      take_raised(text + length, n - length, &power) == n - length ||
                      measured_unit_read(text + length, n - length, &unit));
}

/* Takes "= 17 MB/s" from the end of the N bytes at TEXT. Returns what is left of them. */
static size_t drop_equal(const char *text, size_t n, char mark) {
    size_t at = n;
    while (at && text[at - 1] != '=')
        at--;
    const char *behind = text + at;
    while (at && behind < text + n && *behind == ' ')
        behind++;
    return at > 1 && is_beside(behind, (size_t)(text + n - behind), mark) ? trimmed(text, at - 1)
                                                                          : n;
}

/* Takes "(3.2x)", "(2x slower)", "(5 %)", "(1.6)", "(27.8 GFLOPS)" or "(± 0.2)" from the end of the
 * N bytes at TEXT. Returns what is left of them. */
static size_t drop_remark(const char *text, size_t n, char mark, struct spread *spread) {
    size_t open = n, length;
    while (open && text[open - 1] != '(')
        open--;
    if (!open || text[n - 1] != ')')
        return n;
    const char *in = text + open;
    size_t size = n - open - 1, sign = find_sign(in, size, &length);
    int is_spread = sign == 0 && length && read_spread(in + length, size - length, mark, spread);
    return is_spread || is_beside(in, size, mark) || has_ratio(in, size) ? trimmed(text, open - 1)
                                                                         : n;
}

int csv_number_is_ratio(const char *text, size_t n) {
    size_t length;
    csv_marks_drop(&text, &n);
    n = find_sign(text, n, &length);
    const char *open = memchr(text, '(', n);
    n = trimmed(text, open ? (size_t)(open - text) : n);
    return (n && is_ratio_sign(text + n - 1, 1)) || (n > 1 && is_ratio_sign(text + n - 2, 2));
}

/* Reads the number of one of the parts of a duration, which may have decimals if it IS_LAST. */
static int take_part(const char **text, const char *end, int is_last, double *part) {
    char plain[LONGEST];
    size_t used = 0;
    for (; *text < end && used + 1 < LONGEST; ++*text) {
        int is_mark = is_last && (**text == '.' || **text == ',');
        if (!is_mark && !isdigit((unsigned char)**text))
            break;
        plain[used++] = is_mark ? '.' : **text;
    }
    plain[used] = '\0';
    return used && decimal_read(plain, used, part);
}

/* Reads the unit of a part of a duration, with what parts it from the next one. */
static int take_duration_unit(const char **text, const char *end, double *worth) {
    static const struct {
        const char *names;
        double worth;
    } units[] = {
        {"d day days", 86400},
        {"h hr hrs hour hours std", 3600},
        {"m min mins minute minutes", 60},
        {"s sec secs second seconds", 1},
        {"ms msec msecs", 1e-3},
        {"us \302\265s \316\274s", 1e-6},
        {"ns", 1e-9},
    };
    enum { LONGEST_NAME = 8 };
    char name[LONGEST_NAME + 1];
    size_t length = 0, u = 0;
    while (*text < end && **text == ' ')
        ++*text;
    while (length < LONGEST_NAME && *text + length < end &&
           !isdigit((unsigned char)(*text)[length]) && !strchr(" .,:", (*text)[length])) {
        name[length] = (*text)[length];
        length++;
    }
    name[length] = '\0';
    while (u < sizeof units / sizeof *units && !words_have(units[u].names, name))
        u++;
    if (!length || u == sizeof units / sizeof *units)
        return 0;
    *worth = units[u].worth;
    for (*text += length; *text < end && strchr(" ,:", **text); ++*text)
        ;
    return 1;
}

/* Whether what is between TEXT and END has two digits before its decimals, as "05,2" does: minutes
 * or seconds behind the hours or minutes that LAST is worth. */
static int is_sixtieth(const char *text, const char *end, double last) {
    return (last == 60 || last == 3600) && end - text > 1 && strchr("012345", text[0]) &&
           isdigit((unsigned char)text[1]) && !(end - text > 2 && isdigit((unsigned char)text[2]));
}

/* Reads "1h 2m", "2m:00s", "1 min, 2.5 s": parts with units, each a smaller one; and "7min 12". */
static int read_units(const char *text, const char *end, double *seconds) {
    double part, worth, last = INFINITY;
    int parts = 0;
    for (*seconds = 0; text < end; parts++, last = worth) {
        const char *begin = text;
        if (!take_part(&text, end, 1, &part))
            return 0;
        if (text == end && is_sixtieth(begin, end, last))
            worth = last / 60;
        else if (!take_duration_unit(&text, end, &worth) || worth >= last)
            return 0;
        *seconds += part * worth;
    }
    return parts > 1;
}

int csv_duration_read(const char *text, size_t n, double *seconds) {
    double part;
    int parts = 0;
    csv_marks_drop(&text, &n);
    const char *end = text + n;
    if (read_units(text, end, seconds))
        return 1;
    for (*seconds = 0; parts < 3 && text < end; parts++) {
        int is_last = !memchr(text, ':', (size_t)(end - text));
        if (!take_part(&text, end, is_last, &part))
            return 0;
        *seconds = 60 * *seconds + part;
        if (text < end && *text++ != ':')
            return 0;
    }
    return parts > 1 && text == end;
}

/* Reads the number, its unit and what stands behind them. */
static int read_cell(const char *text, size_t n, char mark, double *value,
                     struct measured_unit *unit, struct spread *spread) {
    double worth;
    size_t sign;
    *unit = (struct measured_unit){.kind = UNIT_NONE, .worth = NAN};
    *spread = (struct spread){.value = NAN, .unit = *unit};
    if (mark == '.' && decimal_read(text, n, value))
        return 1;
    /* Among decimal commas, a point that separates no thousands is one of decimals. */
    if (mark == ',' && !memchr(text, ',', n) && !is_grouped(text, n) &&
        decimal_read(text, n, value))
        return 1;
    csv_marks_drop(&text, &n);
    size_t length = take_number(text, n, mark, value);
    if (!length)
        return 0;
    text += length;
    n = drop_equal(text, n - length, mark);
    n = drop_remark(text, n, mark, spread);
    if (read_prefix(text, n, &worth)) {
        *value *= worth;
        return 1;
    }
    size_t at = find_sign(text, n, &sign);
    if (sign && !read_spread(text + at + sign, n - at - sign, mark, spread))
        return 0;
    n = trimmed(text, at);
    if (n == 0)
        *unit = spread->unit;
    return n == 0 || is_ratio_sign(text, n) || measured_unit_read(text, n, unit);
}

int csv_number_read(const char *text, size_t n, char mark, double *value,
                    struct measured_unit *unit) {
    struct spread spread;
    return read_cell(text, n, mark, value, unit, &spread) &&
           (!spread.unit.kind || spread.unit.kind == unit->kind);
}

int csv_number_error(const char *text, size_t n, char mark, double *error) {
    struct spread spread;
    struct measured_unit unit;
    double value;
    if (!read_cell(text, n, mark, &value, &unit, &spread) || isnan(spread.value))
        return 0;
    *error = spread.is_percent  ? spread.value / 100 * value
             : spread.unit.kind ? spread.value * spread.unit.worth / unit.worth
                                : spread.value;
    return 1;
}
