/* SPDX-License-Identifier: GPL-3.0-or-later */
/* link.h: symbolic links that somebody else laid. */
#ifndef BENCHMAT_FORMATS_FILES_LINK_H
#define BENCHMAT_FORMATS_FILES_LINK_H

/* Whether PATH is a symbolic link that another user made in a directory where everybody may make
 * files: what is written there would go to wherever that user wants. Links of root, of who asks and
 * of the directory's owner are trusted. Linux can do the same by itself (fs.protected_symlinks in
 * proc(5)), but need not. */
int link_is_strange(const char *path);

#endif
