/* SPDX-License-Identifier: GPL-3.0-or-later */
/* registry.h: the formats of other programs, found by name, extension or content, and read. */
#ifndef BENCHMAT_FORMATS_FOREIGN_REGISTRY_H
#define BENCHMAT_FORMATS_FOREIGN_REGISTRY_H

#include "formats/import/format.h"

/* All of them, in the order in which files are held against them; ends with NULL. */
extern const struct format *const formats[];

/* Whether files of FORMAT are read. */
int format_is_read(const struct format *format);

/* The format of that NAME; NULL, with ERR listing them all, where there is none. */
const struct format *format_find(const char *name, struct err *err);

/* Finds the format of the file at PATH, by its content, else by its extension. FORMAT is NULL, and
 * the result 0, for an HDF5 file: its signature is at byte 0, 512, 1024, ... of the first 64 KiB
 * (HDF5 File Format Specification 3.0, The HDF Group, section II.A). ERR_DAMAGED: it is of none
 * of them; ERR_FAILED: it cannot be read. */
int format_detect(const char *path, const struct format **format, struct err *err);

/* The format, other than HDF5, of a file of that PATH that begins with the N bytes at HEAD, which
 * are all of it or FORMAT_HEAD; NULL for none. */
enum { FORMAT_HEAD = 1 << 16 };
const struct format *format_of_head(const char *head, size_t n, const char *path);

/* Says that the file at PATH, of LENGTH bytes, is of no format that is read. */
int format_refuse(const char *path, size_t length, struct err *err);

/* Whether PATH is something that can be read only once, such as a pipe. Its format is found while
 * it is read: by format_read without a format. */
int format_is_stream(const char *path);

/* The format that is written to a file of that PATH, by its extension. ERR_USAGE lists those that
 * are written. */
int format_for_writing(const char *path, const struct format **format, struct err *err);

/* Reads the file at PATH, or for a format that takes them the directory. FORMAT may be NULL: it is
 * found by what is in it, so that a pipe can be read, too. OPTIONS may be NULL. RUNS, mostly one,
 * are to be given to runs_release; none on failure. */
int format_read(const struct format *format, const char *path, const struct format_options *options,
                struct runs *runs, struct err *err);

/* The same for the LENGTH bytes at TEXT, as of a file called PATH. */
int format_read_memory(const struct format *format, const char *text, size_t length,
                       const char *path, const struct format_options *options, struct runs *runs,
                       struct err *err);

/* Says in RUN that it was read from the file at PATH, of FORMAT; a run that has no name of its own
 * is called as the file. What reads runs by itself, as the store does HDF5, calls it for each.
 * ERR_FAILED: no memory. */
int format_mark_run(const struct format *format, const char *path, struct run *run,
                    struct err *err);

#endif
