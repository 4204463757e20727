/* SPDX-License-Identifier: GPL-3.0-or-later */
/* hyperfine.h: what `hyperfine --export-json` writes (D. Peter, github.com/sharkdp/hyperfine).
 *
 * The action is "command" unless options->action names it; each command is a library, and each of
 * its times, which are seconds already, a round of one sample, for each is of a process of its own.
 * A command without times, as hyperfine leaves them out on request, has its mean for its only
 * sample (FACT_SAMPLES_ARE).
 *
 * Parameters that are numbers are parameters, and stand in the name of the library as they stood in
 * the command: "sleep {s}"; hyperfine writes down each command with the values filled in, so where
 * they were is found by comparing all commands (command_template.h). The size is
 * options->size_param, else the one called size or n, else there is none. A parameter that is no
 * number belongs to the library; where its value is not in the command, which was given a name
 * then, it is added: "build (compiler=gcc)".
 *
 * A cell in which a command exited with another status than 0 is CELL_FAILED, one in which it was
 * killed (null in place of the status) CELL_CRASHED; its times stay. */
#ifndef BENCHMAT_FORMATS_FOREIGN_HYPERFINE_H
#define BENCHMAT_FORMATS_FOREIGN_HYPERFINE_H

#include "formats/import/format.h"

extern const struct format hyperfine_format;

#endif
