/* SPDX-License-Identifier: GPL-3.0-or-later */
/* show_text.h: a whole run, to be read. */
#ifndef BENCHMAT_STORE_CLI_SHOW_TEXT_H
#define BENCHMAT_STORE_CLI_SHOW_TEXT_H

#include "formats/model/run.h"

/* Prints RUN of the archive PATH to standard output; with an empty line before it where ANOTHER was
 * printed before. Long texts are cut: `--fact` prints them. */
void show_text(const struct run *run, const char *path, int another);

#endif
