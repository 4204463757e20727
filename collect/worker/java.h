/* SPDX-License-Identifier: GPL-3.0-or-later */
/* java.h: compiles a source file in Java once, not at every start of the program.
 *
 * `java Axpy.java` compiles for a second or two at each start, and what compiled it then competes
 * with the calls for as long as the process lives. The classes are kept in the user's cache,
 * ~/.cache/benchmat, in a directory that is named after the contents of the file and the compiler.
 */
#ifndef BENCHMAT_COLLECT_WORKER_JAVA_H
#define BENCHMAT_COLLECT_WORKER_JAVA_H

#include "formats/text/shell_words.h"

/* If WORDS start a JVM with the source file PATH, compiles it, puts its class in the place of the
 * file, and the directory of the classes in front of CLASSPATH. Otherwise, or if it cannot be
 * compiled or kept, nothing changes: java then compiles it itself, and says what is wrong. */
void java_compile(struct shell_words *words, const char *path);

#endif
