/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/text/seconds.h"

#include "formats/text/prefixed_unit.h"

char *seconds_format(char *buffer, size_t size, double seconds, int digits) {
    return prefixed_unit_format(buffer, size, "s", seconds, digits);
}
