/* SPDX-License-Identifier: GPL-3.0-or-later */
/* extent.h: how much of a measurement somebody wants to read. */
#ifndef BENCHMAT_STORE_SCHEMA_EXTENT_H
#define BENCHMAT_STORE_SCHEMA_EXTENT_H

/* Each has all of those before it. What is left out of a series is undefined. */
enum reader_extent {
    READER_SECONDS, /* sizes, seeds, terms, parameters and seconds; of the details status; the facts
                       of the run and of its measurements up to 4096 bytes each, of the series
                       FACT_CONTROL_OF */
    READER_TIMES,   /* what statistics need: also interval_calls, unsteady, disturbed, the errors of
                       the answers, with threads batch_mean and cpu_seconds, what is optional, and
                       of the series FACT_OUTPUT_ERRORS, long or not */
    READER_ALL,

    /* To be added to one of those: */
    READER_HEAD = 4, /* but no array of samples, and room only for what is read */
    READER_FACTS = 8 /* and all facts of the series up to 4096 bytes */
};

/* One of the first three. */
static inline enum reader_extent reader_amount(enum reader_extent extent) {
    return (enum reader_extent)(extent & 3);
}

#endif
