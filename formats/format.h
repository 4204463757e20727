/* SPDX-License-Identifier: GPL-3.0-or-later */
/* format.h: the files of other programs, and how each becomes a run.
 *
 * A format is one file beside this one, and a row in format.c. Its reader adds the samples that a
 * file has to a gathering (gather.h), of which the very same struct run comes that an archive
 * gives. HDF5 archives are no formats: the store opens them.
 *
 * What a file says besides samples becomes facts of the run: under the names that run.h has
 * (FACT_STARTED, FACT_HOST, ...) where it means the same, else under its own name after the
 * format's: "google_benchmark_num_cpus". A run that was read has no uuid. Its name is its own,
 * where the file tells runs apart, else that of the file, without directory and extension. */
#ifndef BENCHMAT_FORMATS_FORMAT_H
#define BENCHMAT_FORMATS_FORMAT_H

#include <stddef.h>

#include "formats/gather.h"
#include "formats/run.h"
#include "formats/source.h"

/* Facts of every run that was read; the digest is an archive's, which sets it. */
#define FACT_SOURCE_FILE   "source_file"        /* as it was named */
#define FACT_SOURCE_FORMAT "source_format"      /* the name of its format */
#define FACT_UNSIZED       "without_size_param" /* those that have not the parameter asked for */
#define FACT_SOURCE_SHA256 "source_sha256" /* of the file; of a directory, a line for each file */

/* What is to be said about a file that does not say it itself; all may be NULL, or 0. */
struct format_options {
    const char *size_param; /* the parameter that is the size; what has none of that name has its
                               usual one, and is named in FACT_UNSIZED, unless all are so */
    const char *action;     /* the action, where the file names none */
    const char *library;    /* the library, where the file names none */
    size_t memory;          /* bytes that reading may take, where a file can say that it is larger
                               than it is; 0: what is usual for the format */
};

/* What of a measurement a file is to hold. */
enum writing_shape {
    WRITING_USUAL,   /* what is natural for the format */
    WRITING_SAMPLES, /* every sample */
    WRITING_SUMMARY, /* one line for each library at each point */
    WRITING_WIDE,    /* the means, a column for each library */
    WRITING_SHAPES
};

/* Zero-initialised is usual. */
struct writing_options {
    enum writing_shape shape;
    const char *unit; /* of times or rates; NULL: what is usual for the format */
};

struct writing; /* writing.h */

/* How a format is written; what is NULL is not needed. All return 0 or an error. */
struct format_writer {
    unsigned shapes;        /* it has beside WRITING_USUAL: bits 1 << enum writing_shape */
    const char *units;      /* that writing_options may name, such as "s mflops"; NULL: none */
    int holds_many_runs;    /* otherwise of each action only one run is written */
    int writes_directories; /* in place of files (directory.h) */
    int (*begin)(struct writing *writing, struct err *err);
    /* Is told of every measurement, without samples, before the first is added. */
    int (*plan)(struct writing *writing, const struct run *run, const struct measurement *whole,
                struct err *err);
    int (*add)(struct writing *writing, const struct run *run, const struct measurement *m,
               struct err *err);
    int (*end)(struct writing *writing, struct err *err); /* only after success */
    void (*release)(void *state);                         /* in any case */
};

struct format {
    const char *name, *about;
    const char *extensions; /* such as "csv tsv"; "" for none of its own */
    /* NULL, as is `read`, where it is only written. Whether a file of that PATH that begins with
     * the N bytes at HEAD (all of it, or a part) is of this format. */
    int (*recognises)(const char *head, size_t n, const char *path);
    /* Adds what is in SOURCE to GATHER. ERR_DAMAGED with one line that names the file and the place
     * where it is not what it should be; ERR_USAGE where OPTIONS do not fit. */
    int (*read)(struct gather *gather, const struct source *source,
                const struct format_options *options, struct err *err);
    /* In place of `read`, for files that have arrays as runs have them: makes the runs. RUNS is
     * empty before, and released by the caller, also after a failure. */
    int (*read_runs)(struct runs *runs, const struct source *source,
                     const struct format_options *options, struct err *err);
    int takes_directories;              /* all its files in a directory are one run */
    const struct format_writer *writer; /* NULL: it is only read */
};

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
