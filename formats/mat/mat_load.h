/* SPDX-License-Identifier: GPL-3.0-or-later */
/* mat_load.h: all variables of a MAT-file at once, by as many threads as there are CPUs. */
#ifndef BENCHMAT_FORMATS_MAT_MAT_LOAD_H
#define BENCHMAT_FORMATS_MAT_MAT_LOAD_H

#include "formats/mat/mat_file.h"

struct mat_loaded {
    struct mat_header header;
    struct mat_variable variable; /* empty where header.skipped */
};

/* In the order of the file. */
struct mat_load {
    struct mat_loaded *items;
    size_t count, room;
    struct mat_budget *budget;
};

/* Reads the rest of FILE, in at most THREADS; 0: as many as this process has CPUs, if the file is
 * large enough to be worth it. Whichever of them fails, the error is that of the first variable
 * that is at fault. To be given to mat_load_release, in any case and before mat_close. */
int mat_load(struct mat_file *file, size_t threads, struct mat_load *load, struct err *err);
void mat_load_release(struct mat_load *load);

#endif
