/* SPDX-License-Identifier: GPL-3.0-or-later */
/* run_range.h: runs as people count them: "7", "run_000007", "3..7". Private. */
#ifndef BENCHMAT_STORE_ARCHIVE_RUN_RANGE_H
#define BENCHMAT_STORE_ARCHIVE_RUN_RANGE_H

/* The numbers of runs, both ends included. */
struct run_range {
    unsigned long first, last;
};

/* Reads a run's number or name, or two of them with ".." between. Returns 0, or -1 where TEXT is
 * none of these or the last comes before the first. */
int run_range_parse(const char *text, struct run_range *span);

static inline int run_range_has(const struct run_range *span, unsigned long number) {
    return number >= span->first && number <= span->last;
}

#endif
