/* SPDX-License-Identifier: GPL-3.0-or-later */
/* writer.h: a run put into an open archive. Private. */
#ifndef BENCHMAT_STORE_WRITER_H
#define BENCHMAT_STORE_WRITER_H

#include "formats/run.h"
#include "store/h5.h"

/* Makes FILE, just created, an archive without runs. */
int writer_found_archive(hid_t file, const char *creator, struct err *err);

/* Writes RUN as the group NAME of the root. Returns 0 or a negative code with ERR filled. */
int writer_write_run(hid_t file, const char *name, const struct run *run, struct err *err);

#endif
