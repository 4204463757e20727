/* SPDX-License-Identifier: GPL-3.0-or-later */
/* run_codec.h: packs a run into a message from the process that may read archives to the one that
 * asked for it. Private.
 *
 * The process that unpacks a codec need not trust the one that packed it: the result is a sound
 * struct run (its arrays exist, no point has more seeds than max_seeds, no name occurs twice), but
 * its numbers may be anything. */
#ifndef BENCHMAT_STORE_SCHEMA_RUN_CODEC_H
#define BENCHMAT_STORE_SCHEMA_RUN_CODEC_H

#include "formats/model/run.h"
#include "formats/processes/message.h"
#include "store/schema/reader.h"

/* The largest number of measurements or series in one list; of facts it is ATTRIBUTE_MOST_FACTS. */
#define RUN_CODEC_MOST ((size_t)10000)

/* Puts the part of RUN that EXTENT includes, but not its name. ERR_FAILED if a list is longer than
 * a codec allows; if memory runs out, only the message is marked as failed. */
int run_codec_put_run(struct message *message, const struct run *run, enum reader_extent extent,
                      struct err *err);

/* Takes a run out of a message that holds nothing more; the caller gives the result, which has no
 * name yet, to run_free. ERR_DAMAGED if the message is not such a codec, ERR_FAILED if memory runs
 * out. */
int run_codec_take_run(struct message *message, enum reader_extent extent, struct run **run,
                       struct err *err);
/* The same for a message that may hold more after the codec. */
int run_codec_take_next(struct message *message, enum reader_extent extent, struct run **run,
                        struct err *err);

#endif
