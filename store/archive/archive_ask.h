/* SPDX-License-Identifier: GPL-3.0-or-later */
/* archive_ask.h: what an archive's sandboxed reader can be asked besides. Private. */
#ifndef BENCHMAT_STORE_ARCHIVE_ARCHIVE_ASK_H
#define BENCHMAT_STORE_ARCHIVE_ARCHIVE_ASK_H

#include <stdint.h>

#include "store/archive/archive.h"
#include "formats/processes/message.h"
#include "store/update/serve.h"

/* Asks the reader, starting it anew where it has died. Returns what it answered; the reply stays
 * the archive's. */
int archive_ask(struct archive *archive, enum serve_question question, const uint64_t arguments[2],
                const char *text, struct err *err);
/* The two halves of that, for who has several readers at work at once. */
int archive_send(struct archive *archive, enum serve_question question, const uint64_t arguments[2],
                 const char *text, struct err *err);
int archive_receive(struct archive *archive, struct err *err);
/* The first half for a question of another form: its arguments are put into REQUEST, which is the
 * archive's, and then it is posted. */
int archive_begin(struct archive *archive, enum serve_question question, struct message **request,
                  struct err *err);
int archive_post(struct archive *archive, struct err *err);
/* What the reader has written beside its answers (serve.h). */
const unsigned char *archive_shared(const struct archive *archive);
/* Does in the reader's stead what takes no parsing: SIZE bytes of the file from PLACE on are put
 * there at OFFSET. ERR_DAMAGED where the file has become too short for them. */
int archive_fill_shared(const struct archive *archive, size_t offset, uint64_t place, size_t size,
                        struct err *err);
/* Gives the windows in it back to the system, until the reader writes there again. Not to be called
 * while an answer with samples in them is to come. The samples of small measurements stay: an
 * answer may have them that has not been looked at. */
void archive_empty_windows(const struct archive *archive);
/* To be called when an answer was cut short by what is damaged: has a new reader started for the
 * next question. */
void archive_renew(struct archive *archive);
/* Another reader of the same file, that knows no runs and can only be asked as above; to be given
 * to archive_close, before ARCHIVE is. */
int archive_twin(struct archive **twin, const struct archive *archive, struct err *err);

struct message *archive_reply(struct archive *archive);
/* For what the reply says but cannot be; returns ERR_DAMAGED. */
int archive_distrust(struct archive *archive, struct err *err);

/* The state that is true of a run which says "running" although nobody measures it any more. */
void archive_correct_state(const struct archive *archive, size_t run, struct facts *facts);

/* The file's length in bytes. */
uint64_t archive_size(const struct archive *archive);

#endif
