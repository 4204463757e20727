/* SPDX-License-Identifier: GPL-3.0-or-later */
/* campaigns.h: --submit and --campaign. */
#ifndef BENCHMAT_COLLECT_CLI_CAMPAIGNS_H
#define BENCHMAT_COLLECT_CLI_CAMPAIGNS_H

#include "collect/cli/options.h"
#include "formats/text/err.h"

/* Submits the campaign that OPTIONS, read from the words TYPED, ask for, or prints its script. */
int campaigns_submit(const struct options *options, char *const *typed, struct err *err);

/* Prints a table of the tasks of the campaign whose archive is at PATH. */
int campaigns_show(const char *path, struct err *err);

#endif
