/* SPDX-License-Identifier: GPL-3.0-or-later */
/* mat_layout.h: the names of variables and fields in our MAT-files. docs/mat-files.md explains
 * them. */
#ifndef BENCHMAT_FORMATS_MAT_RUNS_MAT_LAYOUT_H
#define BENCHMAT_FORMATS_MAT_RUNS_MAT_LAYOUT_H

/* Variables of an action; fields of its struct if a file has several actions. */
#define MAT_LAYOUT_SIZES   "sizes"
#define MAT_LAYOUT_SEEDS   "seeds"
#define MAT_LAYOUT_DETAILS "details"

/* The variable that describes the others, and its fields. */
#define MAT_LAYOUT_ABOUT   "benchmat"
#define MAT_LAYOUT_VERSION "version"
#define MAT_LAYOUT_CREATOR "creator"
#define MAT_LAYOUT_HOLDS   "holds"
#define MAT_LAYOUT_SAMPLES "samples"
#define MAT_LAYOUT_MEANS   "means"
#define MAT_LAYOUT_ACTIONS "actions"

/* Fields of an action in MAT_LAYOUT_ACTIONS; a library has only NAME and FACTS. */
#define MAT_LAYOUT_NAME       "name"
#define MAT_LAYOUT_RUN        "run"
#define MAT_LAYOUT_RUN_NAME   "run_name"
#define MAT_LAYOUT_FACTS      "facts"
#define MAT_LAYOUT_TEAM       "team"
#define MAT_LAYOUT_PARAMETERS "parameters"
#define MAT_LAYOUT_MEASURES   "measures" /* in their order; by their fields in MAT_LAYOUT_DETAILS */
#define MAT_LAYOUT_LIBRARIES  "libraries"

#endif
