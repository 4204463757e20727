/* SPDX-License-Identifier: GPL-3.0-or-later */
/* err.h: why a call failed, carried on the caller's stack.
 *
 * Library code never prints and never exits. A function that can fail returns 0 or one of the
 * negative codes below, and says in a struct err what is at fault and what to do about it: the
 * message names the file, the object and the way out, in one line without a trailing newline.
 * Only a file of cli/ prints it. */
#ifndef BENCHMAT_FORMATS_TEXT_ERR_H
#define BENCHMAT_FORMATS_TEXT_ERR_H

#include <stdarg.h>

enum err_code {
    ERR_FAILED = -1,      /* the work could not be done */
    ERR_USAGE = -2,       /* the request itself is at fault: a name, an option, a number */
    ERR_DAMAGED = -3,     /* a file is not what it should be */
    ERR_INTERRUPTED = -4, /* the user asked to stop */
    ERR_UNSURE = -5,      /* the disk failed so late that the work may be done or not */
    ERR_ABSENT = -6,      /* a file has nothing of what the request asks for; others may have it */
};

struct err {
    char message[1024];
};

/* Formats the message and returns CODE, so that a failing function can end in
 * `return err_set(err, ERR_FAILED, "...", ...)`. ERR may be NULL. A message that does not fit is
 * cut. What is no clean UTF-8 (file names may hold any byte) is replaced by '?'. */
int err_set(struct err *err, int code, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Puts "PREFIX: " before the message already there; returns CODE. */
int err_prefix(struct err *err, int code, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* What to ask of errno NUMBER where not everything could be written: "is the disk full?". */
const char *err_room_question(int number);

/* The exit status a program ends with for CODE: 0 for 0, 64 for ERR_USAGE and ERR_ABSENT
 * (sysexits.h's EX_USAGE), 2 for ERR_DAMAGED, 130 for ERR_INTERRUPTED, otherwise 1. */
int err_exit_status(int code);

#endif
