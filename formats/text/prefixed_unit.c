/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/text/prefixed_unit.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

struct step {
    double worth;
    const char *name;
};

static const struct step times[] = {
    {1e-12, "ps"}, {1e-9, "ns"}, {1e-6, "µs"}, {1e-3, "ms"}, {1, "s"},
};
static const struct step amounts[] = {
    {1, "B"}, {1e3, "kB"}, {1e6, "MB"}, {1e9, "GB"}, {1e12, "TB"}, {1e15, "PB"},
};
static const struct step byte_rates[] = {
    {1, "B/s"}, {1e3, "kB/s"}, {1e6, "MB/s"}, {1e9, "GB/s"}, {1e12, "TB/s"},
};
static const struct step rates[] = {
    {1, "/s"}, {1e3, "k/s"}, {1e6, "M/s"}, {1e9, "G/s"}, {1e12, "T/s"},
};
static const struct step numbers[] = {{1, ""}};
static const struct step named[] = {
    {1, ""}, {1e3, "k"}, {1e6, "M"}, {1e9, "G"}, {1e12, "T"}, {1e15, "P"},
};

#define ALL(units) units, sizeof units / sizeof *units
static const struct scale {
    const char *base;         /* "": any other */
    const struct step *units; /* ascending */
    size_t count;
    size_t usual; /* for zero */
} scales[] = {{"s", ALL(times), 4},   {"B", ALL(amounts), 0}, {"B/s", ALL(byte_rates), 0},
              {"1/s", ALL(rates), 0}, {"1", ALL(numbers), 0}, {"", ALL(named), 0}};
enum { SCALES = sizeof scales / sizeof *scales };

static const struct scale *scale_of(const char *base) {
    size_t i = 0;
    while (i + 1 < SCALES && strcmp(scales[i].base, base) != 0)
        i++;
    return &scales[i];
}

struct prefixed_unit prefixed_unit(const char *base, double value) {
    const struct scale *scale = scale_of(base);
    double magnitude = fabs(value);
    size_t i = scale->count - 1;
    while (i > 0 && magnitude < scale->units[i].worth)
        i--;
    if (!(magnitude > 0))
        i = scale->usual;
    struct prefixed_unit unit = {.worth = scale->units[i].worth};
    snprintf(unit.name, sizeof unit.name, "%s%.*s", scale->units[i].name, PREFIXED_UNIT_BASE,
             *scale->base ? "" : base);
    return unit;
}

char *prefixed_unit_format(char *buffer, size_t size, const char *base, double value, int digits) {
    if (isnan(value)) {
        snprintf(buffer, size, "-");
        return buffer;
    }

    double rounded;
    if (value == 0 || !isfinite(value))
        rounded = value;
    else {
        double scale = pow(10.0, digits - 1 - floor(log10(fabs(value))));
        rounded = round(value * scale) / scale;
    }

    const struct prefixed_unit unit = prefixed_unit(base, rounded * (1 + 1e-12));
    double shown = rounded / unit.worth;
    int before = shown == 0 || !isfinite(shown) ? 1 : (int)floor(log10(fabs(shown)) + 1e-12) + 1;
    int decimals = digits > before ? digits - before : 0;
    snprintf(buffer, size, "%.*f%s%s", decimals, shown, *unit.name ? " " : "", unit.name);
    return buffer;
}
