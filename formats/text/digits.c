/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/text/digits.h"

#include <stdio.h>
#include <stdlib.h>

struct digits digits_shortest(double value) {
    struct digits d;
    for (int digits = 15; digits <= 17; digits++) {
        snprintf(d.text, sizeof d.text, "%.*g", digits, value);
        if (digits == 17 || strtod(d.text, NULL) == value)
            break;
    }
    return d;
}
