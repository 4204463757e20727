/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/csv/csv_number.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

#include "formats/text/decimal.h"

enum { LONGEST = 80 };

/* Whether the next group of thousands stands at TEXT: a separator, three digits and no more. */
static int is_group(const char *text, size_t left) {
    return left >= 4 && isdigit((unsigned char)text[1]) && isdigit((unsigned char)text[2]) &&
           isdigit((unsigned char)text[3]) && !(left > 4 && isdigit((unsigned char)text[4]));
}

static int is_grouped(const char *text, size_t n) {
    const char *point = memchr(text, '.', n);
    return point && is_group(point, n - (size_t)(point - text));
}

/* Copies the number at the begin of the N bytes at TEXT to PLAIN as decimal_read has it. Returns
 * its length in TEXT, or 0. */
static size_t copy_plain(char *plain, const char *text, size_t n, char mark) {
    const char other = mark == '.' ? ',' : '.';
    size_t i = 0, used = 0, digits = 0, groups = 0;
    int is_fraction = 0, has_exponent = 0;
    for (; i < n && used + 1 < LONGEST; i++) {
        char c = text[i];
        int is_sign = (c == '-' || c == '+') && (used == 0 || plain[used - 1] == 'e');
        int is_exponent =
            (c == 'e' || c == 'E') && digits && !has_exponent && i + 1 < n &&
            (isdigit((unsigned char)text[i + 1]) || text[i + 1] == '-' || text[i + 1] == '+');
        if (c == other && digits && !is_fraction && !has_exponent && (groups || digits <= 3) &&
            is_group(text + i, n - i)) {
            groups++;
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

int csv_number_read(const char *text, size_t n, char mark, double *value,
                    struct measured_unit *unit) {
    char plain[LONGEST];
    double worth = 1;
    *unit = (struct measured_unit){UNIT_NONE, NAN};
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
    return measured_unit_read(text + length, n - length, unit);
}
