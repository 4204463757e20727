/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/text/xalloc.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *name = "benchmat";

void xalloc_name_program(const char *program) {
    name = program;
}

_Noreturn void xalloc_die(void) {
    fprintf(stderr,
            "%s: memory is exhausted: raise ulimit -v or the job's memory, or choose fewer "
            "results\n",
            name);
    exit(EXIT_FAILURE);
}

static void *need(void *block) {
    if (!block)
        xalloc_die();
    return block;
}

void *xmalloc(size_t bytes) {
    return need(malloc(bytes ? bytes : 1));
}

void *xcalloc(size_t count, size_t size) {
    return need(count && size ? calloc(count, size) : calloc(1, 1));
}

void *xreallocarray(void *block, size_t count, size_t size) {
    return need(count && size ? reallocarray(block, count, size) : realloc(block, 1));
}

char *xstrdup(const char *text) {
    return need(strdup(text));
}

void *xmemdup(const void *block, size_t bytes) {
    void *copy = xmalloc(bytes);
    return bytes ? memcpy(copy, block, bytes) : copy;
}

char *xasprintf(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    char *text = xvasprintf(format, arguments);
    va_end(arguments);
    return text;
}

char *xvasprintf(const char *format, va_list arguments) {
    char *text;
    if (vasprintf(&text, format, arguments) < 0)
        xalloc_die();
    return text;
}

FILE *xopen_memstream(char **text, size_t *size) {
    return need(open_memstream(text, size));
}

void xclose_memstream(FILE *stream) {
    if (fclose(stream) != 0)
        xalloc_die();
}
