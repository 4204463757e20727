/* SPDX-License-Identifier: GPL-3.0-or-later */
/* environment_files.h: what the kernel and the distribution say in small text files.
 *
 * ROOT stands before every path: "" for this system, another directory for a copy of one. Reads are
 * bounded, whatever a file claims to be. */
#ifndef BENCHMAT_COLLECT_MACHINE_ENVIRONMENT_FILES_H
#define BENCHMAT_COLLECT_MACHINE_ENVIRONMENT_FILES_H

#include <stddef.h>
#include <stdint.h>

#include "formats/model/run.h"

/* Reads the file's first SIZE - 1 bytes as text, without white space at its end. Returns whether
 * there is any; TEXT is "" otherwise. */
int environment_files_read(const char *root, const char *path, char *text, size_t size);

/* The number the file begins with, or -1 when there is none or it does not fit. */
int64_t environment_files_number(const char *root, const char *path);

/* The value of KEY in TEXT, whose lines read "KEY<white space>SEPARATOR VALUE"; a SEPARATOR of ' '
 * is white space alone. Returns whether there is one that is not empty; VALUE is "" otherwise. */
int environment_files_value(const char *text, const char *key, char separator, char *value,
                            size_t size);

/* Adds the text as a fact, cleaned (formats/text/utf8.h), unless it is NULL or empty. */
void environment_files_add(struct facts *facts, const char *name, const char *text);

#endif
