/* SPDX-License-Identifier: GPL-3.0-or-later */
/* err.h: says why a call failed, in a struct on the caller's stack.
 *
 * Library code never prints and never exits, but for want of memory where nothing can be lost
 * (xalloc.h). A function that can fail returns 0 or one of the negative codes below, and writes a
 * message to a struct err: one line, without a newline at its end, that names the file, the object
 * at fault and what to do about it. Only code in a cli/ directory prints it. */
#ifndef BENCHMAT_FORMATS_TEXT_ERR_H
#define BENCHMAT_FORMATS_TEXT_ERR_H

#include <stdarg.h>

enum err_code {
    ERR_FAILED = -1,      /* the work could not be done */
    ERR_USAGE = -2,       /* the request itself is at fault: a name, an option, a number */
    ERR_DAMAGED = -3,     /* a file is not what it should be */
    ERR_INTERRUPTED = -4, /* the user asked to stop */
    ERR_UNSURE = -5,      /* the disk failed so late that the work may be done or not */
    ERR_ABSENT = -6,      /* the file does not have what the request asks for; others may have it */
    ERR_UNREADABLE = -7,  /* what reads a file failed at it; nobody knows whether it is damaged */
    ERR_UNMEASURED = -8,  /* what was named, such as a library, cannot be measured */
    ERR_REWRITTEN = -9,   /* another program has written a file anew: only its form is not ours */
};

#define ERR_MESSAGE 1024

struct err {
    char message[ERR_MESSAGE];
};

/* Formats the message and returns CODE, so that a failing function can end in `return err_set(err,
 * ERR_FAILED, "...", ...)`. ERR may be NULL. A message that does not fit is cut. Bytes that are not
 * clean UTF-8 (file names may have any bytes) are replaced by '?'. */
int err_set(struct err *err, int code, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Puts "PREFIX: " before the message already there; returns CODE. */
int err_prefix(struct err *err, int code, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Returns "damaged" for ERR_DAMAGED, "unreadable" for ERR_UNREADABLE and "rewritten" for
 * ERR_REWRITTEN: other parts of the file may still be read. NULL for every other code. */
const char *err_file_state(int code);

/* Returns a question for the user that fits errno NUMBER after an incomplete write: "is the disk
 * full?". */
const char *err_room_question(int number);

/* Returns a program's exit status for CODE: 0 for 0, 64 for ERR_USAGE and ERR_ABSENT (EX_USAGE in
 * sysexits.h), 2 for ERR_DAMAGED, 3 for ERR_UNMEASURED, 130 for ERR_INTERRUPTED, otherwise 1. */
int err_exit_status(int code);

#endif
