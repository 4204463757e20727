/* SPDX-License-Identifier: GPL-3.0-or-later */
/* selection.h: the options by which every command line over the statistics says which
 * measurements it means, which libraries and points of them, and how they are to be judged.
 *
 * An argp child: its input is a struct selection. */
#ifndef BENCHMAT_ANALYZE_CLI_SELECTION_H
#define BENCHMAT_ANALYZE_CLI_SELECTION_H

#include <argp.h>

#include "analyze/cli/input.h"
#include "analyze/aggregate/filter.h"

/* Groups of the help that these options stand in. */
enum { SELECTION_GROUP = 1, SELECTION_JUDGE_GROUP = 3 };

/* Where what they say goes. PICK is to be given to filter_release. */
struct selection {
    struct input_terms *terms;
    const char **runs;
    struct table_options *table;
    struct filter *filter;
};

extern const struct argp selection_argp;

#endif
