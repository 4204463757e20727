/* SPDX-License-Identifier: GPL-3.0-or-later */
/* run_codec.h: a run as a message, from the process that may read archives to the one that asked
 * for it. Private.
 *
 * Whoever opens a codec need not trust who packed it: what comes out is a sound struct run (its
 * arrays are there, no point has more seeds than there are, each name stands once), whatever its
 * numbers say. */
#ifndef BENCHMAT_STORE_SCHEMA_RUN_CODEC_H
#define BENCHMAT_STORE_SCHEMA_RUN_CODEC_H

#include "formats/model/run.h"
#include "formats/processes/message.h"
#include "store/schema/reader.h"

/* The most facts, measurements or series in one list. */
#define RUN_CODEC_MOST ((size_t)10000)

/* Puts what EXTENT says of RUN, but not its name. ERR_FAILED when there is more
 * in one list than a codec takes; running out of memory is the message's own matter. */
int run_codec_put_run(struct message *message, const struct run *run, enum reader_extent extent,
                      struct err *err);

/* Takes the same out of a message that holds nothing more; the caller gives the result, which has
 * no name yet, to run_free. ERR_DAMAGED when it is no such codec, ERR_FAILED when there is no
 * memory. */
int run_codec_take_run(struct message *message, enum reader_extent extent, struct run **run,
                       struct err *err);
/* The same out of one that may hold more behind it. */
int run_codec_take_next(struct message *message, enum reader_extent extent, struct run **run,
                        struct err *err);

#endif
