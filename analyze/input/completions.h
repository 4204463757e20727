/* SPDX-License-Identifier: GPL-3.0-or-later */
/* completions.h: the columns, quantities and other words that a shell can complete, of options that
 * bench-analyze and bench-plot have. */
#ifndef BENCHMAT_ANALYZE_INPUT_COMPLETIONS_H
#define BENCHMAT_ANALYZE_INPUT_COMPLETIONS_H

#include "analyze/columns/columns.h"
#include "store/command_line/completion.h"

completion_source completions_quantities, completions_colours, completions_bands, completions_trims,
    completions_axes, completions_statistics, completions_dates, completions_peaks;
/* The columns of measurements, not of answers to other questions. */
completion_source completions_columns;
void completions_columns_of(struct completion *completion, const struct column_set *set);

#endif
