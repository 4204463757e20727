/* SPDX-License-Identifier: GPL-3.0-or-later */
/* xalloc.h: memory for what can be asked for again, such as a table or a picture: where there is
 * none, the program ends with one line and status 1. The names are those of gnulib.
 *
 * Not for what keeps measurements or writes archives, nor for code that a worker runs: there a
 * failure has to be told, or undone. What is returned is never NULL, also where nothing is asked
 * for, and is freed by free(). */
#ifndef BENCHMAT_FORMATS_TEXT_XALLOC_H
#define BENCHMAT_FORMATS_TEXT_XALLOC_H

#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

/* Whom the line names: PROGRAM, which has to stay there. Nobody: "benchmat". */
void xalloc_name_program(const char *program);

/* Ends the program. For those who get memory another way, as from a function that returns NULL. */
_Noreturn void xalloc_die(void);

void *xmalloc(size_t bytes) __attribute__((malloc, returns_nonnull));

/* COUNT zeroed elements of SIZE bytes. */
void *xcalloc(size_t count, size_t size) __attribute__((malloc, returns_nonnull));

/* Moves BLOCK, which may be NULL, to COUNT elements of SIZE bytes; what is new is not zeroed. */
void *xreallocarray(void *block, size_t count, size_t size) __attribute__((returns_nonnull));

/* Copies of TEXT, and of BYTES at BLOCK. */
char *xstrdup(const char *text) __attribute__((malloc, returns_nonnull));
void *xmemdup(const void *block, size_t bytes) __attribute__((malloc, returns_nonnull));

char *xasprintf(const char *format, ...) __attribute__((format(printf, 1, 2), returns_nonnull));
char *xvasprintf(const char *format, va_list arguments)
    __attribute__((format(printf, 1, 0), returns_nonnull));

/* What is written to the stream is in TEXT, SIZE bytes before its 0, once it is closed. */
FILE *xopen_memstream(char **text, size_t *size) __attribute__((returns_nonnull));
void xclose_memstream(FILE *stream);

#endif
