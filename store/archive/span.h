/* SPDX-License-Identifier: GPL-3.0-or-later */
/* span.h: runs as people count them: "7", "run_000007", "3..7". Private. */
#ifndef BENCHMAT_STORE_ARCHIVE_SPAN_H
#define BENCHMAT_STORE_ARCHIVE_SPAN_H

/* The numbers of runs, both ends included. */
struct span {
    unsigned long first, last;
};

/* Reads a run's number or name, or two of them with ".." between. Returns 0, or -1 where TEXT is
 * none of these or the last comes before the first. */
int span_parse(const char *text, struct span *span);

static inline int span_has(const struct span *span, unsigned long number) {
    return number >= span->first && number <= span->last;
}

#endif
