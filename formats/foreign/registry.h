/* SPDX-License-Identifier: GPL-3.0-or-later */
/* registry.h: finds the formats of other programs by name, extension or content, and reads their
 * files. */
#ifndef BENCHMAT_FORMATS_FOREIGN_REGISTRY_H
#define BENCHMAT_FORMATS_FOREIGN_REGISTRY_H

#include "formats/import/format.h"

/* All formats, in the order in which files are tested against them; ends with NULL. */
extern const struct format *const formats[];

/* Whether FORMAT can be read. */
int format_is_read(const struct format *format);

/* Returns the format called NAME; NULL if there is none, and ERR lists them all. */
const struct format *format_find(const char *name, struct err *err);

/* Finds the format of the file at PATH by its content, else by its extension; a directory has the
 * format that takes directories. For an HDF5 file, sets FORMAT to NULL and returns 0: its signature
 * is at byte 0, 512, 1024, ... of the first 64 KiB (HDF5 File Format Specification 3.0, The HDF
 * Group, section II.A). ERR_DAMAGED: the file has none of the formats; ERR_FAILED: it cannot be
 * read. */
int format_detect(const char *path, const struct format **format, struct err *err);

/* Returns the format, other than HDF5, of a file at PATH that begins with the N bytes at HEAD (all
 * of it, or FORMAT_HEAD bytes); NULL if there is none. */
enum { FORMAT_HEAD = 1 << 16 };
const struct format *format_of_head(const char *head, size_t n, const char *path);

/* Returns ERR_DAMAGED: the file at PATH that begins with the N bytes at HEAD has no format that can
 * be read. A report for people is named as such (reports.h). */
int format_refuse(const char *path, const char *head, size_t n, struct err *err);

/* Finds the format to write to the file at PATH, by its extension. ERR_USAGE: there is none, and
 * ERR lists the formats that can be written. */
int format_for_writing(const char *path, const struct format **format, struct err *err);

/* Reads the file at PATH, or the directory if the format takes directories. FORMAT may be NULL: the
 * content then decides, so that it also works for a pipe. OPTIONS may be NULL. The caller must
 * release RUNS (mostly one run) with runs_release; RUNS are empty after a failure. */
int format_read(const struct format *format, const char *path, const struct format_options *options,
                struct runs *runs, struct err *err);

/* Does the same for the LENGTH bytes at TEXT, as if they were the file at PATH. */
int format_read_memory(const struct format *format, const char *text, size_t length,
                       const char *path, const struct format_options *options, struct runs *runs,
                       struct err *err);

/* Writes "loop and simd have sizes in common; --split compares them" to TEXT if that is so in RUN,
 * which was read from a file of a format whose benchmarks may be libraries, and was not split.
 * Returns whether it is. */
int format_suggest_split(const struct run *run, char *text, size_t size);

/* Sets the facts of RUN that say that it comes from the file at PATH, of FORMAT, and names it after
 * the file if it has no name. A reader that makes runs by itself, as the store does for HDF5, must
 * call this for each run. ERR_FAILED: no memory. */
int format_mark_run(const struct format *format, const char *path, struct run *run,
                    struct err *err);

#endif
