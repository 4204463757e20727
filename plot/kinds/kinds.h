/* SPDX-License-Identifier: GPL-3.0-or-later */
/* kinds.h: the table of chart kinds that --kind chooses from.
 *
 * A kind that draws the rows of an analysis lists the measures to draw; any other kind has a
 * function that reads the input itself. To add a kind, add a line to kinds.c. */
#ifndef BENCHMAT_PLOT_KINDS_KINDS_H
#define BENCHMAT_PLOT_KINDS_KINDS_H

#include <stdio.h>

#include "plot/analysis/kind.h"

/* Finds the kind NAME; if NAME is NULL, the default kind. Returns ERR_USAGE, with a list of the
 * names, if there is no such kind. */
int kind_find(const char *name, const struct kind **kind, struct err *err);

/* Makes JOINED draw FIRST and SECOND side by side. Returns ERR_USAGE unless each of them draws one
 * measure of the rows. */
int kind_join(struct kind *joined, const struct kind *first, const struct kind *second,
              struct err *err);

/* Writes to LIST the names of the kinds that take any of the options TAKEN, or of all kinds if
 * TAKEN is 0: "time, ratio or rate". */
void kind_list(char *list, size_t size, unsigned taken);

/* Writes for --help which kinds there are. */
void kind_write_help(FILE *file);

/* The kind of that number, counted from 0; NULL behind the last. */
const struct kind *kind_at(size_t number);

#endif
