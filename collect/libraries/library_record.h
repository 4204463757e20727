/* SPDX-License-Identifier: GPL-3.0-or-later */
/* library_record.h: records the libraries of a run so that the same files can be found again,
 * whatever is installed by then and whatever the working directory is. */
#ifndef BENCHMAT_COLLECT_LIBRARIES_LIBRARY_RECORD_H
#define BENCHMAT_COLLECT_LIBRARIES_LIBRARY_RECORD_H

#include <stddef.h>

#include "collect/libraries/library.h"
#include "formats/model/run.h"
#include "formats/text/err.h"

/* Sets the fact "libraries" of a run: NAME=PATH, joined by shell_words_join. A library of several
 * shared objects has one such word for each, in their order; for a chain they are NAME=+PATH, for
 * several builds NAME=*PATH. A program has NAME=COMMAND; what is linked anew has none. */
void library_record(const struct libraries *libraries, struct facts *facts);

/* Finds the libraries of that fact; those that FACT_LEFT_OUT does not name count as found on this
 * system, so that whatever was passed over then may be passed over again. ERR_DAMAGED: the fact is
 * missing or invalid; ERR_FAILED: a file is missing. On success the caller gives LIBRARIES to
 * libraries_release. */
int library_recall(const struct facts *facts, struct libraries *libraries, struct err *err);

#endif
