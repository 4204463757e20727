/* SPDX-License-Identifier: GPL-3.0-or-later */
/* library_record.h: the libraries of a run, written down such that the same files can be had again,
 * whatever is installed by then and from wherever that is asked. */
#ifndef BENCHMAT_COLLECT_LIBRARIES_LIBRARY_RECORD_H
#define BENCHMAT_COLLECT_LIBRARIES_LIBRARY_RECORD_H

#include "collect/libraries/library.h"
#include "formats/model/run.h"

/* Sets the fact "libraries" of a run: NAME=PATH, joined as by shell_words_join; a library of
 * several shared objects has one of these for each, in their order; a chain's are NAME=+PATH. */
void library_record(const struct libraries *libraries, struct facts *facts);

/* The libraries of that fact. That there is none, or that it cannot be, is ERR_DAMAGED; that a file
 * is gone, ERR_FAILED. On success the caller gives LIBRARIES to libraries_release. */
int library_recall(const struct facts *facts, struct libraries *libraries, struct err *err);

#endif
