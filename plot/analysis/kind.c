/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plot/analysis/kind.h"

size_t kind_measure_count(const struct kind *kind) {
    size_t count = 0;
    while (count < KIND_MOST_MEASURES && kind->measures[count])
        count++;
    return count;
}
