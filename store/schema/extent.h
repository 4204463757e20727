/* SPDX-License-Identifier: GPL-3.0-or-later */
/* extent.h: how much of a measurement to read. */
#ifndef BENCHMAT_STORE_SCHEMA_EXTENT_H
#define BENCHMAT_STORE_SCHEMA_EXTENT_H

/* Each level includes those before it. What is not read of a series is undefined. */
enum reader_extent {
    READER_SECONDS, /* sizes, seeds, terms, parameters and seconds; of the details, status and, for
                       rates, operations; the facts of the run and of its measurements up to 4096
                       bytes each; of the facts of the series, FACT_CONTROL_OF */
    READER_TIMES,   /* what statistics need: also calls, interval_calls, unsteady, disturbed, the
                       errors of the answers; batch_mean, cpu_seconds, run_delay and steal; all
                       optional details;
                       of the facts of the series, FACT_OUTPUT_ERRORS of any length */
    READER_ALL,     /* also the details of single threads, except in a stream (choices_stream) */

    /* Flags to add to one of those: */
    READER_HEAD = 4, /* no arrays of samples, and memory only for what is read */
    READER_FACTS = 8 /* also all facts of the series up to 4096 bytes */
};

/* Returns the level without the flags. */
static inline enum reader_extent reader_amount(enum reader_extent extent) {
    return (enum reader_extent)(extent & 3);
}

#endif
