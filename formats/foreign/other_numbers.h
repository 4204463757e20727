/* SPDX-License-Identifier: GPL-3.0-or-later */
/* other_numbers.h: what a harness tells of a sample besides its time: counters, rates, secondary
 * metrics. */
#ifndef BENCHMAT_FORMATS_FOREIGN_OTHER_NUMBERS_H
#define BENCHMAT_FORMATS_FOREIGN_OTHER_NUMBERS_H

#include "formats/import/import_builder.h"

enum { OTHER_NUMBERS_MOST = 32 };

/* Zero-initialised: none. */
struct other_numbers {
    struct import_builder_detail details[OTHER_NUMBERS_MOST]; /* borrowed by a sample */
    size_t detail_count;
    char text[1000]; /* those without a detail: "GB/s 5.5, allocs/op 3" */
};

/* Adds VALUE, in UNIT, which may be NULL. If NAME is that of an optional detail of samples (run.h),
 * in any case and with "-" for "_", as "CACHE-MISSES", it becomes that; else it joins the text,
 * where UNIT follows it. */
void other_numbers_add(struct other_numbers *numbers, const char *name, const char *unit,
                       double value);

/* Puts the details into SAMPLE, which borrows NUMBERS, and the text into the fact PREFIX followed
 * by "measures" of BUILDER, a line for each benchmark with OF before it. */
void other_numbers_keep(const struct other_numbers *numbers, struct import_builder *builder,
                        struct import_builder_sample *sample, const char *prefix, const char *of);

#endif
