/* SPDX-License-Identifier: GPL-3.0-or-later */
/* archive_ask.h: more questions to an archive's sandboxed reader (its child process). Private. */
#ifndef BENCHMAT_STORE_ARCHIVE_ARCHIVE_ASK_H
#define BENCHMAT_STORE_ARCHIVE_ARCHIVE_ASK_H

#include <stdint.h>

#include "store/archive/archive.h"
#include "formats/processes/message.h"
#include "store/update/serve.h"

/* Asks the reader and waits for the answer, restarting the reader if it has died. Returns the code
 * that it answered; the reply (archive_reply) belongs to the archive. */
int archive_ask(struct archive *archive, enum serve_question question, const uint64_t arguments[2],
                const char *text, struct err *err);
/* The two halves of archive_ask, for a caller that has several readers at work at once. */
int archive_send(struct archive *archive, enum serve_question question, const uint64_t arguments[2],
                 const char *text, struct err *err);
int archive_receive(struct archive *archive, struct err *err);
/* The first half for a question with other arguments: archive_begin sets REQUEST, which belongs to
 * the archive; the caller adds the arguments to it and calls archive_post. */
int archive_begin(struct archive *archive, enum serve_question question, struct message **request,
                  struct err *err);
int archive_post(struct archive *archive, struct err *err);
/* The memory shared with the reader, where it writes samples (serve.h). */
const unsigned char *archive_shared(const struct archive *archive);
/* Returns the memory of the windows in it to the system until the reader writes there again. Do not
 * call this while an answer with samples in the windows is outstanding. The samples of small
 * measurements stay, as the caller may not have used them yet. */
void archive_empty_windows(const struct archive *archive);
/* Ends the reader, so that the next question starts a new one. Call this after damage cut an answer
 * short. */
void archive_renew(struct archive *archive);
/* Starts another reader of the same file. It has no list of runs, and only the functions above work
 * on it. The caller gives it to archive_close before ARCHIVE. */
int archive_twin(struct archive **twin, const struct archive *archive, struct err *err);

struct message *archive_reply(struct archive *archive);
/* Call this if the reply says something impossible; ends the reader and returns ERR_DAMAGED. */
int archive_distrust(struct archive *archive, struct err *err);

/* Corrects the state in FACTS from "running" to "interrupted" if nobody measures the run any more.
 */
void archive_correct_state(const struct archive *archive, size_t run, struct facts *facts);

uint64_t archive_size(const struct archive *archive);

#endif
