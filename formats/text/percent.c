/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/text/percent.h"

#include <math.h>
#include <stdio.h>

struct percent percent_of(double part) {
    static const double most = 100, three_digits = 0.995;
    struct percent percent = {"over 10,000 %"};
    if (!(part > most))
        snprintf(percent.text, sizeof percent.text,
                 fabs(part) < three_digits ? "%.2g %%" : "%.0f %%", 100 * part);
    return percent;
}
