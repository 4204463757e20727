/* SPDX-License-Identifier: GPL-3.0-or-later */
/* selection.h: the options, shared by all command lines over the statistics, that select
 * measurements, libraries and points and say how to judge them.
 *
 * An argp child: its input is a struct selection_options. */
#ifndef BENCHMAT_ANALYZE_INPUT_SELECTION_H
#define BENCHMAT_ANALYZE_INPUT_SELECTION_H

#include <argp.h>

#include "analyze/input/input.h"
#include "analyze/aggregate/filter.h"

/* Help groups of these options. */
enum { SELECTION_GROUP = 1, SELECTION_JUDGE_GROUP = 3 };

/* Where the options store their values. The caller must pass `filter` to filter_release. */
struct selection_options {
    struct input_terms *terms;
    const char **runs;
    struct table_options *table;
    struct filter *filter;
};

const struct argp *selection_argp(void);

#endif
