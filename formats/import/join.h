/* SPDX-License-Identifier: GPL-3.0-or-later */
/* join.h: makes one run of the runs of several files, whose libraries can so stand in one table. */
#ifndef BENCHMAT_FORMATS_IMPORT_JOIN_H
#define BENCHMAT_FORMATS_IMPORT_JOIN_H

#include "formats/model/run.h"

/* The only run of a file, and what tells the file from the others. */
struct joined_file {
    const struct run *run;
    const char *path;
};

/* What an action is called that each file calls after itself. */
#define JOIN_ACTION "together"

/* Makes a run of the samples of COUNT files, each of one run. A library is called after its file,
 * by the file's name without directory and extension, if all files have the same one library, or
 * each has one that is called after its program, else "openblas (before)". If two files have the
 * same name, paths take the places of names. Samples of different files are not paired. Only
 * samples, calls and states of cells are kept.
 *
 * The caller must release RUNS with runs_release. ERR_DAMAGED and ERR_FAILED as assemble_runs. */
int join_runs(struct runs *runs, const struct joined_file *files, size_t count, struct err *err);

#endif
