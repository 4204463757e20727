/* SPDX-License-Identifier: GPL-3.0-or-later */
/* directory_files.h: the files in a directory of a harness, and in those below it. */
#ifndef BENCHMAT_FORMATS_HARNESS_DIRECTORY_FILES_H
#define BENCHMAT_FORMATS_HARNESS_DIRECTORY_FILES_H

#include <stddef.h>

#include "formats/files/source.h"
#include "formats/text/err.h"

/* What is done with a file; PATH is DIRECTORY followed by its name. Anything but 0 ends the walk.
 */
typedef int (*directory_file_use)(void *context, const char *path, struct err *err);

/* Calls USE for each file in DIRECTORY, and in directories up to DEPTH levels below it, in the
 * order of names. Leaves out hidden files and links. Returns what USE returned last; ERR_USAGE if
 * there are more than 100,000 of them. What cannot be opened is left out. */
int directory_files_each(const char *directory, size_t depth, directory_file_use use, void *context,
                         struct err *err);

/* Returns the name of PATH behind its last slash. */
const char *directory_files_base(const char *path);

#endif
