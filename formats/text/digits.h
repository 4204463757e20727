/* SPDX-License-Identifier: GPL-3.0-or-later */
/* digits.h: numbers for programs. */
#ifndef BENCHMAT_FORMATS_TEXT_DIGITS_H
#define BENCHMAT_FORMATS_TEXT_DIGITS_H

struct digits {
    char text[32];
};

/* The fewest significant digits (15, 16 or 17) that read back as the very same double, in the C
 * locale's notation, which is JSON's as well. VALUE must be finite. */
struct digits digits_shortest(double value);

#endif
