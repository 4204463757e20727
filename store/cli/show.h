/* SPDX-License-Identifier: GPL-3.0-or-later */
/* show.h: prints a whole run as text. */
#ifndef BENCHMAT_STORE_CLI_SHOW_H
#define BENCHMAT_STORE_CLI_SHOW_H

#include <json-c/json.h>

#include "formats/model/run.h"

/* Prints RUN of the archive PATH to standard output; ANOTHER: with an empty line before it. Long
 * texts are cut: `--fact` prints them. */
void show_text(const struct run *run, const char *path, int another);

#endif
