/* SPDX-License-Identifier: GPL-3.0-or-later */
/* history_words.h: a cell's history in words. */
#ifndef BENCHMAT_ANALYZE_HISTORY_WORDS_H
#define BENCHMAT_ANALYZE_HISTORY_WORDS_H

#include <stdio.h>

#include "analyze/history.h"

/* What is to be said of CELL as a whole: "one run: no history", "4 runs: too few to show a change",
 * "steady over 24 runs, 2025-01-02 to 2025-06-01", "2 changes in 24 runs, ...". */
void history_words_write(const struct history *history, const struct history_cell *cell,
                         FILE *file);

/* One of its changes: "20 % slower (19 % to 21 %) from run_000019 of 2025-01-19 on; after
 * run_000018 of 2025-01-18; 0.3.20 (Haswell) -> 0.3.21 (Haswell); kernel: Linux 6.1 -> Linux 6.5".
 * The interval is left out where there is none. */
void history_words_write_change(const struct history *history, const struct history_cell *cell,
                                const struct history_change *change, FILE *file);

#endif
