/* SPDX-License-Identifier: GPL-3.0-or-later */
/* last_words.h: the line that says why a process died, found in what it printed. */
#ifndef BENCHMAT_COLLECT_PROCESSES_LAST_WORDS_H
#define BENCHMAT_COLLECT_PROCESSES_LAST_WORDS_H

#include <stddef.h>

/* Puts into WORDS, of SIZE bytes, the line of OUTPUT that tells why the process died. The runtimes
 * of Rust, Go, C++ and Fortran and the sanitizers report what went wrong, and then print more:
 * stacks, other goroutines, hints. So the first line that begins such a report is taken, together
 * with the next one where the report needs two. Of any other output it is the last line that is not
 * blank; "" if there is none. What does not fit is cut, and ends in "...". */
void last_words(const char *output, char *words, size_t size);

#endif
