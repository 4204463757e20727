/* SPDX-License-Identifier: GPL-3.0-or-later */
/* effects.h: which options change which kinds of chart. An option that would change nothing is
 * a mistake that is better told than passed over. */
#ifndef BENCHMAT_PLOT_CLI_EFFECTS_H
#define BENCHMAT_PLOT_CLI_EFFECTS_H

#include "formats/text/err.h"

struct options;

/* ERR_USAGE for an option that was given and does nothing for the kind that was chosen, or for a
 * report where no picture is drawn; names what it is for. To add one: a line in effects.c. */
int effects_check(const struct options *options, struct err *err);

#endif
