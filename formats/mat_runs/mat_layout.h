/* SPDX-License-Identifier: GPL-3.0-or-later */
/* mat_layout.h: the words of our MAT-files. docs/mat-files.md says what they mean. */
#ifndef BENCHMAT_FORMATS_MAT_RUNS_MAT_LAYOUT_H
#define BENCHMAT_FORMATS_MAT_RUNS_MAT_LAYOUT_H

/* Variables of an action, or fields of its struct where there are several. */
#define MAT_LAYOUT_SIZES   "sizes"
#define MAT_LAYOUT_SEEDS   "seeds"
#define MAT_LAYOUT_DETAILS "details"

/* The variable that says what the others are, and its fields. */
#define MAT_LAYOUT_ABOUT   "benchmat"
#define MAT_LAYOUT_VERSION "version"
#define MAT_LAYOUT_CREATOR "creator"
#define MAT_LAYOUT_HOLDS   "holds"
#define MAT_LAYOUT_SAMPLES "samples"
#define MAT_LAYOUT_MEANS   "means"
#define MAT_LAYOUT_ACTIONS "actions"

/* Fields of an action there; of a library NAME and FACTS. */
#define MAT_LAYOUT_NAME       "name"
#define MAT_LAYOUT_RUN        "run"
#define MAT_LAYOUT_RUN_NAME   "run_name"
#define MAT_LAYOUT_FACTS      "facts"
#define MAT_LAYOUT_PARAMETERS "parameters"
#define MAT_LAYOUT_LIBRARIES  "libraries"

#endif
