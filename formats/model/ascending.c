/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/model/ascending.h"

#include <stdint.h>

int ascending_reals(const void *a, const void *b) {
    double left = *(const double *)a, right = *(const double *)b;
    return (left > right) - (left < right);
}

int ascending_integers(const void *a, const void *b) {
    int64_t left = *(const int64_t *)a, right = *(const int64_t *)b;
    return (left > right) - (left < right);
}
