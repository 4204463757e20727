/* SPDX-License-Identifier: GPL-3.0-or-later */
/* left_running.h: which cells of a measurement left processes running, as a fact of it: for each
 * library that did, a line with their number, the points, and its name:
 *
 *     37 0-4,7 openblas */
#ifndef BENCHMAT_FORMATS_MODEL_LEFT_RUNNING_H
#define BENCHMAT_FORMATS_MODEL_LEFT_RUNNING_H

#include <stddef.h>
#include <stdint.h>

#include "formats/model/facts.h"

/* Returns how many processes the library NAME left running, by the FACTS of a measurement with that
 * many POINTS, and sets those of its MARKS [points] that did. */
int64_t left_running_recall(const struct facts *facts, const char *name, size_t points,
                            unsigned char *marks);

/* Puts that into FACTS, in the place of what they say of that library. */
void left_running_record(struct facts *facts, const char *name, int64_t count, size_t points,
                         const unsigned char *marks);

#endif
