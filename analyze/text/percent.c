/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyze/text/percent.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

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
