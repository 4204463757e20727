/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/text/seconds.h"

#include <math.h>
#include <stdio.h>

static const struct seconds_unit units[] = {
    {1e-12, "ps"}, {1e-9, "ns"}, {1e-6, "µs"}, {1e-3, "ms"}, {1.0, "s"},
};
enum { UNITS = sizeof units / sizeof *units };

const struct seconds_unit *seconds_unit(double seconds) {
    double magnitude = fabs(seconds);
    if (!(magnitude > 0))
        return &units[UNITS - 1];
    int i = UNITS - 1;
    while (i > 0 && magnitude < units[i].seconds)
        i--;
    return &units[i];
}

char *seconds_format(char *buffer, size_t size, double seconds, int digits) {
    if (isnan(seconds)) {
        snprintf(buffer, size, "-");
        return buffer;
    }

    double rounded;
    if (seconds == 0 || !isfinite(seconds))
        rounded = seconds;
    else {
        double scale = pow(10.0, digits - 1 - floor(log10(fabs(seconds))));
        rounded = round(seconds * scale) / scale;
    }

    const struct seconds_unit *unit = seconds_unit(rounded * (1 + 1e-12));
    double value = rounded / unit->seconds;
    int before = value == 0 || !isfinite(value) ? 1 : (int)floor(log10(fabs(value)) + 1e-12) + 1;
    int decimals = digits > before ? digits - before : 0;
    snprintf(buffer, size, "%.*f %s", decimals, value, unit->name);
    return buffer;
}
