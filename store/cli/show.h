/* SPDX-License-Identifier: GPL-3.0-or-later */
/* show.h: a whole run as a JSON object. */
#ifndef BENCHMAT_STORE_CLI_SHOW_H
#define BENCHMAT_STORE_CLI_SHOW_H

#include <json-c/json.h>

#include "formats/model/run.h"

/* --- show text --- */

/* A whole run, to be read. */

/* Prints RUN of the archive PATH to standard output; with an empty line before it where ANOTHER was
 * printed before. Long texts are cut: `--fact` prints them. */
void show_text(const struct run *run, const char *path, int another);

#endif
