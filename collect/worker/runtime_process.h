/* SPDX-License-Identifier: GPL-3.0-or-later */
/* runtime_process.h: the process of a program that is measured (runtime.h), and lines to it and
 * from it. There is one per worker.
 *
 * What the program prints goes to the worker's log, a bounded part of it for each request. If the
 * program dies while an answer is due, the worker ends in the same way, so that the collector
 * reports it as it reports a library that crashes. */
#ifndef BENCHMAT_COLLECT_WORKER_RUNTIME_PROCESS_H
#define BENCHMAT_COLLECT_WORKER_RUNTIME_PROCESS_H

#include "formats/text/err.h"

/* Starts the program with WORDS, which end with NULL. ERR_FAILED says why it cannot be started. */
int runtime_process_start(char *const *words, struct err *err);

/* Whether it runs, as far as is known. */
int runtime_process_is_there(void);

/* Whether it was started since this was last asked. */
int runtime_process_was_started(void);

/* Asks the program to end, and ends it if it does not. */
void runtime_process_end(void);

/* Ends a program that broke the protocol, because nothing that it says can be believed; when it is
 * next needed it is started again. Returns ERR_FAILED with the message that FORMAT makes. */
int runtime_distrust(struct err *err, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* --- lines --- */

/* Sends REQUEST, which ends with a newline. ERR_FAILED: the program has answered before. */
int runtime_send(const char *request, struct err *err);

/* Takes a line, without its newline. It is valid until the next request. */
int runtime_take_line(char **line, struct err *err);

enum { RUNTIME_MOST_WORD = 64 };

struct runtime_word {
    char text[RUNTIME_MOST_WORD + 1];
    int ends_line;
};

/* Takes the next word of a line of any length. */
int runtime_take_word(struct runtime_word *word, struct err *err);

#endif
