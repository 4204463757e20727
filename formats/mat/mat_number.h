/* SPDX-License-Identifier: GPL-3.0-or-later */
/* mat_number.h: numbers as files store them, made those that an array has. A file may store numbers
 * in any type that holds their values: doubles as bytes. */
#ifndef BENCHMAT_FORMATS_MAT_MAT_NUMBER_H
#define BENCHMAT_FORMATS_MAT_MAT_NUMBER_H

#include "formats/mat/mat_array.h"
#include "formats/mat/mat_element.h"

/* Bytes of a number stored as that type; 0 where it is none of numbers. */
size_t mat_type_bytes(uint32_t type);

/* The COUNT numbers of ELEMENT as those of CLASS, a numeric one; in NUMBERS, valid as long as both
 * the element's data and the scan's memory, and in place of a copy the data themselves where they
 * will do. What CLASS does not hold becomes the nearest that it does, NaN 0. ERR_DAMAGED unless
 * there are just as many. */
int mat_numbers(const struct mat_scan *scan, const struct mat_element *element,
                enum mat_class class, size_t count, const void **numbers);

/* The same as 1 for what is not 0. */
int mat_logicals(const struct mat_scan *scan, const struct mat_element *element, size_t count,
                 const void **numbers);

#endif
