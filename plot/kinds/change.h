/* SPDX-License-Identifier: GPL-3.0-or-later */
/* change.h: charts of a comparison: the ratio of each cell, later over earlier, with the interval
 * that bench-analyze gives it: what runs differ by is part of it. */
#ifndef BENCHMAT_PLOT_KINDS_CHANGE_H
#define BENCHMAT_PLOT_KINDS_CHANGE_H

#include "analyze/input/sides.h"
#include "plot/analysis/axis_options.h"
#include "plot/kinds/kinds.h"

/* The two sides of a comparison. Zero-initialised: none. */
struct change_sides {
    struct sides sides;
    struct input usual; /* private, like the following */
    char *runs[2];      /* of one file; NULL if there are two files */
};

/* Returns whether OPTIONS name two files, or one and two runs of it: "--run 1,2". */
int change_is_asked(const struct options *options);

/* Reads and compares the sides of OPTIONS, for which change_is_asked. SET, which may be NULL,
 * learns the libraries. The caller must call change_sides_release in either case. */
int change_sides_read(struct change_sides *read, struct chart_set *set,
                      const struct options *options, struct err *err);
void change_sides_release(struct change_sides *read);

/* Compares the two sides of OPTIONS and adds a chart for each action that both have. */
int change_make(struct chart_set *set, const struct kind *kind, const struct options *options,
                struct err *err);

#endif
