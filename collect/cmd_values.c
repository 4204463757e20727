/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/cmd_values.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

double values_positive(struct argp_state *state, const char *option, const char *text,
                       double most) {
    char *end;
    errno = 0;
    double value = strtod(text, &end);
    if (end == text || *end || errno || !(value > 0 && value <= most))
        argp_error(state, "--%s %s: a number above 0 is needed, at most %g", option, text, most);
    return value;
}

uint64_t values_count(struct argp_state *state, const char *option, const char *text,
                      uint64_t least, uint64_t most) {
    char *end;
    errno = 0;
    unsigned long long value = strtoull(text, &end, 10);
    if (end == text || *end || errno || text[strspn(text, " \t")] == '-' || value < least ||
        value > most)
        argp_error(state, "--%s %s: a whole number from %llu to %llu is needed", option, text,
                   (unsigned long long)least, (unsigned long long)most);
    return value;
}

/* "1%" or "0.01": a part of one. */
double values_part(struct argp_state *state, const char *option, const char *text) {
    char *end;
    double value = strtod(text, &end);
    if (end != text && strcmp(end, "%") == 0) {
        value /= 100;
        end++;
    }
    if (end == text || *end || !(value > 0 && value < 1))
        argp_error(state, "--%s %s: a part such as 1%% or 0.01 is needed", option, text);
    return value;
}

uint64_t values_bytes(struct argp_state *state, const char *option, const char *text) {
    static const char units[] = "KMGT";
    char *end;
    double value = strtod(text, &end);
    const char *unit = end != text && *end ? strchr(units, *end) : NULL;
    if (unit) {
        value = ldexp(value, 10 * (int)(unit - units + 1));
        end++;
    }
    if (end == text || *end || !(value >= 1 && value < 0x1p63))
        argp_error(state, "--%s %s: bytes are needed, such as 512M or 4G", option, text);
    return (uint64_t)value;
}

unsigned values_word(struct argp_state *state, const char *option, const char *const *words,
                     const char *text) {
    char all[128] = "";
    unsigned i;
    for (i = 0; words[i] && strcmp(words[i], text) != 0; i++) {
        strcat(all, i ? " or " : "");
        strcat(all, words[i]);
    }
    if (!words[i])
        argp_error(state, "--%s %s: %s is needed", option, text, all);
    return i;
}
