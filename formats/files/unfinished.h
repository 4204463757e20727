/* SPDX-License-Identifier: GPL-3.0-or-later */
/* unfinished.h: files and directories that are to go if a signal ends the process. */
#ifndef BENCHMAT_FORMATS_FILES_UNFINISHED_H
#define BENCHMAT_FORMATS_FILES_UNFINISHED_H

/* From here on SIGINT, SIGTERM and SIGHUP, unless they are ignored or handled, remove PATH before
 * they end the process; what was noted last goes first, so that a directory is noted before its
 * files. Where there is no memory for that, PATH stays. */
void unfinished_note(const char *path);

/* It is finished, or removed. */
void unfinished_forget(const char *path);

#endif
