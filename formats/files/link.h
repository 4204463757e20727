/* SPDX-License-Identifier: GPL-3.0-or-later */
/* link.h: files and symbolic links that somebody else laid where others look for theirs. */
#ifndef BENCHMAT_FORMATS_FILES_LINK_H
#define BENCHMAT_FORMATS_FILES_LINK_H

#include <sys/stat.h>

/* Whether PATH, of which STATUS tells, was made by another user in a directory where everybody may
 * make files. What is of root, of who asks or of the directory's owner is trusted. */
int link_is_planted(const char *path, const struct stat *status);

/* Whether a symbolic link that was planted so is in the way of PATH, at its end or before: what is
 * written there would go to wherever that user wants. Linux can do the same by itself
 * (fs.protected_symlinks in proc(5)), but need not. */
int link_is_strange(const char *path);

#endif
