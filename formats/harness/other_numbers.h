/* SPDX-License-Identifier: GPL-3.0-or-later */
/* other_numbers.h: what a harness tells of a sample besides its time: counters, rates, secondary
 * metrics. They become details of the sample, or measures (measures.h). */
#ifndef BENCHMAT_FORMATS_HARNESS_OTHER_NUMBERS_H
#define BENCHMAT_FORMATS_HARNESS_OTHER_NUMBERS_H

#include "formats/import/import_builder.h"
#include "formats/json/json_read.h"

enum { OTHER_NUMBERS_MOST = 64 };

/* Zero-initialised: none. */
struct other_numbers {
    struct import_builder_detail details[OTHER_NUMBERS_MOST];
    struct import_builder_measure measures[OTHER_NUMBERS_MOST];
    size_t detail_count, measure_count;
};

/* Adds VALUE, unless it is not finite or one too many, in UNIT; NULL: that which NAME is, as of
 * "GB/s", or none. NAME and a UNIT that is not known (header_words.h) are borrowed. If NAME is that
 * of an optional detail of samples (run.h), in any case and with "-" for "_", as "CACHE-MISSES", it
 * becomes that. */
void other_numbers_add(struct other_numbers *numbers, const char *name, const char *unit,
                       double value);

/* How exact a harness calls a mean whose samples it does not tell. */
struct told_spread {
    const char *key; /* of the member */
    const char *name, *unit;
};

/* Adds those members of OBJECT, if it is one, that are among the COUNT of SPREADS. */
void other_numbers_add_spreads(struct other_numbers *numbers, json_object *object,
                               const struct told_spread *spreads, size_t count);

/* Gives them to SAMPLE, which borrows them. What is told once for all samples of a benchmark should
 * be of one only: other_numbers_take takes them back from SAMPLE. */
void other_numbers_give(const struct other_numbers *numbers, struct import_builder_sample *sample);
void other_numbers_take(struct import_builder_sample *sample);

#endif
